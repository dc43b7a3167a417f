"""Every notice that the sources make, read from them: its key and the names of its values."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import companion

ROOT = Path(companion.__file__).parent.parent
PARTS = ("companion", "vision", "calibration", "hardware", "webui")


@dataclass(frozen=True)
class Made:
    """One call of `notice`: where it stands, its keys, and the names it is given."""

    where: str
    keys: tuple[str, ...]
    given: frozenset[str]


@cache
def made() -> tuple[Made, ...]:
    """Every call of `notice` in what is shipped."""
    files = (file for part in PARTS for file in sorted((ROOT / part).rglob("*.py")))
    return tuple(call for file in files for call in _made_in(file))


def _made_in(file: Path) -> Iterator[Made]:
    module = ast.parse(file.read_text("utf-8"))
    imported = {
        alias.name
        for node in ast.walk(module)
        if isinstance(node, ast.ImportFrom) and node.module == "companion.language.notices"
        for alias in node.names
    }
    if "notice" not in imported:
        return
    for node in ast.walk(module):
        match node:
            case ast.Call(func=ast.Name(id="notice"), args=[key], keywords=values):
                where = f"{file.relative_to(ROOT)}:{node.lineno}"
                given = frozenset(str(value.arg) for value in values)
                yield Made(where, tuple(_keys(key, module)), given)


def _keys(node: ast.expr, module: ast.Module) -> Iterator[str]:
    """The keys that an argument can be; an f-string ends with one of its module's ``WORDS``."""
    match node:
        case ast.Constant(value=str(key)):
            yield key
        case ast.IfExp(body=body, orelse=orelse):
            yield from _keys(body, module)
            yield from _keys(orelse, module)
        case ast.JoinedStr(values=[ast.Constant(value=str(start)), ast.FormattedValue()]):
            yield from (start + end for end in _words(module))
        case _:
            raise AssertionError(f"the key of a notice can't be read: {ast.unparse(node)}")


def _words(module: ast.Module) -> tuple[str, ...]:
    for node in module.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "WORDS":
            found: tuple[str, ...] = ast.literal_eval(node.value)
            return found
    raise AssertionError("no WORDS in the module")
