"""Fixtures of the reader's tests."""

from __future__ import annotations

import pytest

from tests.vision.made import Made, made_table


@pytest.fixture(scope="session")
def made() -> Made:
    """A made table, learned from its teaching photos."""
    return made_table()
