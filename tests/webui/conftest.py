"""A panel with its table, and browsers of every role."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.webui.making import Panel, made_panel


@pytest.fixture
def panel(tmp_path: Path) -> Iterator[Panel]:
    """A panel whose table has a game of Moons and Stars at its turns."""
    with made_panel(tmp_path) as made:
        made.begin("moons-and-stars", steps=12)
        yield made


@pytest.fixture
def empty_panel(tmp_path: Path) -> Iterator[Panel]:
    """A panel whose table has no game."""
    with made_panel(tmp_path) as made:
        yield made
