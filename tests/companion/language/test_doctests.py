"""The examples in the docstrings are true."""

import doctest

import pytest

from companion.language import catalogue, files, grammar


@pytest.mark.parametrize("module", [catalogue, files, grammar], ids=lambda module: module.__name__)
def test_docstring_examples(module: object) -> None:
    failed, tried = doctest.testmod(module)  # type: ignore[arg-type]
    assert (failed, tried > 0) == (0, True)
