"""Running an exchange file: every entry by itself, whatever is wrong with another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from companion.errors import BadExchangeFile, GameError, MoontableError
from companion.games.api import Json
from companion.games.registry import AnyGame, game_by_id
from companion.vectors.checks import CHECKS, Check, Entry
from companion.vectors.positions import read_file
from companion.vectors.results import CheckResult, Part

_AGAIN = "See the exchange format, or export a position to compare it with."


def run_file(path: str | Path) -> Iterator[CheckResult]:
    """Check everything in an exchange file, in the order of the file, lazily.

    Raises `FileProblem`, `BadExchangeFile`, `UnknownGame`, `UnknownSwitch` or `BadSwitch` before
    the first result.
    """
    data = read_file(Path(path))
    if not isinstance(data, dict) or not isinstance(data.get("game"), str):
        raise BadExchangeFile(f"{path} does not say which game it is about.", _AGAIN)
    game = game_by_id(data["game"])
    rules = data.get("rules", {})
    if not isinstance(rules, dict):
        raise BadExchangeFile(f"The rules in {path} are no switches with values.", _AGAIN)
    game.spec.rules(rules)
    parts = {name: part for name, part in data.items() if name not in ("game", "rules")}
    for name, part in parts.items():
        if not isinstance(part, list):
            raise BadExchangeFile(f"'{name[:40]}' in {path} is no list.", _AGAIN)
    if not any(parts.values()):
        raise BadExchangeFile(f"There is nothing to check in {path}.", _AGAIN)
    return _run(game, rules, parts)


def _run(
    game: AnyGame, rules: Mapping[str, Json], parts: Mapping[str, list[Json]]
) -> Iterator[CheckResult]:
    for name, entries in parts.items():
        if name not in CHECKS:
            for number, entry in enumerate(entries, 1):
                title = _title(entry, number, name)
                yield CheckResult(Part.UNKNOWN, title, f"moontable can't check '{name}' yet")
            continue
        part, check = CHECKS[name]
        for number, entry in enumerate(entries, 1):
            title = _title(entry, number, part.value)
            yield from _guarded(part, title, check, Entry(game, rules, entry))


def _title(entry: Json, number: int, what: str) -> str:
    name = entry.get("name") if isinstance(entry, dict) else None
    return " ".join(name.split()) if isinstance(name, str) and name.strip() else f"{what} {number}"


def _guarded(part: Part, title: str, check: Check, table: Entry) -> Iterator[CheckResult]:
    """The results of one entry; an error is its last result, and it fails."""
    try:
        for addition, problem in check(table):
            yield CheckResult(part, title + addition, problem)
    except (MoontableError, GameError) as error:
        yield CheckResult(part, title, f"it can't be played: {error}")
    except Exception as error:  # a fault of our rules must not hide what the other entries say
        yield CheckResult(part, title, f"the program failed: {type(error).__name__}: {error}")
