"""The examples in the docstrings are true."""

from __future__ import annotations

import doctest
from types import ModuleType

import pytest

from companion.record import export, quoting, text


@pytest.mark.parametrize("module", [export, quoting, text])
def test_the_examples_of_a_module_are_true(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed
