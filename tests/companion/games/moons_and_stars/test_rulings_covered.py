"""Every ruling has a test that carries its ID in its name, or in the name of a case."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

RULINGS = (*(f"MS-{number:02}" for number in range(1, 35)),
           *(f"MS-{number}" for number in range(36, 76)), "MS-25b")  # fmt: skip
"""The rulings page goes from MS-01 to MS-75; it has no MS-35, and an MS-25b."""

_ID = re.compile(r"ms[-_]?(\d\d)(b?)(?![0-9])", re.IGNORECASE)


def names_in(source: str) -> Iterator[str]:
    """The names of test functions, the ids of cases, and the keys of tables of named cases."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.name
        elif isinstance(node, ast.keyword) and node.arg in ("id", "ids"):
            yield from _texts(node.value)
        elif isinstance(node, ast.Dict):
            for key in node.keys:
                if key is not None:
                    yield from _texts(key)


def _texts(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def rulings_in(name: str) -> set[str]:
    """The rulings that a name carries.

    >>> sorted(rulings_in("test_ms68_ms69_keddep"))
    ['MS-68', 'MS-69']
    """
    return {f"MS-{number}{letter.lower()}" for number, letter in _ID.findall(name)}


def test_every_ruling_has_a_test_that_carries_its_id() -> None:
    carried = {
        ruling
        for path in sorted(Path(__file__).parent.glob("test_*.py"))
        if path != Path(__file__)
        for name in names_in(path.read_text(encoding="utf-8"))
        for ruling in rulings_in(name)
    }
    assert sorted(set(RULINGS) - carried) == []


def test_no_test_carries_a_ruling_that_there_is_not() -> None:
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for name in names_in(path.read_text(encoding="utf-8")):
            assert rulings_in(name) <= set(RULINGS), name


def test_the_search_would_notice_a_ruling_without_a_test() -> None:
    source = 'def test_ms01_a() -> None: ...\n@p("x", [p(1, id="MS-25b b")])\ndef test_b(): ...\n'
    found = set().union(*map(rulings_in, names_in(source)))
    assert found == {"MS-01", "MS-25b"}
