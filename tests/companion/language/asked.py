"""What the games ask the catalogues for, read from their sources."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import companion.games

GAMES = Path(companion.games.__file__).parent

ENDINGS = {
    "over-": ("pit", "trap"),  # what a moon can't pass over
    "pull-": ("blocked", "flank", "no-end"),  # why a pull fails
    "on-": ("pit", "trap", "path"),  # what a mover can't stand on
    "coach-": ("never", "too-far", "undecided"),  # what MOON's coach found but a way
    "not-now-": ("roll", "decide", "lot", "choose", "setup"),  # what comes before the first turn
}
"""The keys that are put together from a beginning and one of these."""


@dataclass(frozen=True)
class Asked:
    """One call of `reason`: ruling IDs, keys, how many sites at least, names of parameters."""

    where: str
    rulings: frozenset[str]
    keys: frozenset[str]
    sites: int
    parameters: frozenset[str]


def sources(game: str) -> list[Path]:
    return sorted((GAMES / game).rglob("*.py"))


def asked_by(game: str) -> list[Asked]:
    """Every call of `reason` in a game's package."""
    return [call for file in sources(game) for call in _asked_in(file)]


def outcome_keys(game: str) -> frozenset[str]:
    """The keys of all outcomes that a game can have."""
    return frozenset(
        node.args[2].value
        for file in sources(game)
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "Outcome"
        and len(node.args) == 3
        and isinstance(node.args[2], ast.Constant)
        and isinstance(node.args[2].value, str)
    )


@dataclass(frozen=True)
class _Scope:
    """Where a call stands, to find what its names were set to."""

    module: ast.Module
    function: ast.FunctionDef
    line: int

    def value(self, name: str) -> ast.expr | None:
        """What a name was set to last before the call, in the function or else in the module."""
        for place in (self.function, self.module):
            values = [
                node.value
                for node in ast.walk(place)
                if isinstance(node, ast.Assign | ast.AnnAssign)
                and node.lineno <= self.line
                and node.value is not None
                and name in _targets(node)
            ]
            if values:
                return values[-1]
        return None

    def returned(self, name: str) -> list[ast.expr]:
        """What a function of the module can return."""
        return [
            inner.value
            for node in ast.walk(self.module)
            if isinstance(node, ast.FunctionDef) and node.name == name
            for inner in ast.walk(node)
            if isinstance(inner, ast.Return) and inner.value is not None
        ]


def _targets(node: ast.Assign | ast.AnnAssign) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _asked_in(file: Path) -> Iterator[Asked]:
    module = ast.parse(file.read_text("utf-8"))
    for function in ast.walk(module):
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in ast.walk(function):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "reason"
            ):
                scope = _Scope(module, function, node.lineno)
                yield Asked(
                    where=f"{file.name}:{node.lineno}",
                    rulings=frozenset(_texts(node.args[0], scope)),
                    keys=frozenset(_texts(node.args[1], scope)),
                    sites=sum(_count(site, scope) for site in node.args[2:]),
                    parameters=frozenset(
                        name for keyword in node.keywords for name in _names(keyword, scope)
                    ),
                )


def _texts(node: ast.expr | None, scope: _Scope) -> Iterator[str]:
    """The texts that an expression can be; those of a name from where it is set."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=orelse):
            yield from _texts(body, scope)
            yield from _texts(orelse, scope)
        case ast.JoinedStr(values=[ast.Constant(value=str(beginning)), ast.FormattedValue()]):
            yield from (beginning + ending for ending in ENDINGS[beginning])
        case ast.Name(id=name):
            yield from _texts(scope.value(name), scope)
        case ast.Subscript(value=value):
            yield from _texts(value, scope)
        case ast.Dict(values=values):
            for value in values:
                yield from _texts(value, scope)
        case ast.Attribute(attr="ruling"):  # how the game ended: any ruling that ends one
            yield "MS-73"


def _count(node: ast.expr, scope: _Scope) -> int:
    """How many sites an argument gives at least; a starred one of unknown length gives one."""
    if isinstance(node, ast.Starred) and isinstance(node.value, ast.Name):
        value = scope.value(node.value.id)
        if isinstance(value, ast.Tuple):
            return len(value.elts)
    return 1


def _names(keyword: ast.keyword, scope: _Scope) -> Iterator[str]:
    """The names in ``name=value``, in ``**numbers`` and in ``**there(...)``."""
    if keyword.arg is not None:
        yield keyword.arg
        return
    found: list[ast.expr | None] = [keyword.value]
    if isinstance(keyword.value, ast.Name):
        found = [scope.value(keyword.value.id)]
    elif isinstance(keyword.value, ast.Call) and isinstance(keyword.value.func, ast.Name):
        found = list(scope.returned(keyword.value.func.id))
    for value in found:
        assert isinstance(value, ast.Dict), ast.dump(keyword)
        for key in value.keys:
            assert isinstance(key, ast.Constant)
            yield str(key.value)
