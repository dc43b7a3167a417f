"""Exchange files: positions, moves and expected rulings, made elsewhere, played by our rules.

    results = tuple(run_file("moons-and-stars.json"))
    print(summary(results))

Nothing here knows a game: all goes through the game protocol. A file that can't be used raises a
`MoontableError` or a `GameError`; whatever is wrong with one of its entries fails that entry alone.
The parts of a file that can be checked are the keys of `CHECKS`; another part is another function.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from companion.errors import BadExchangeFile, FileProblem, GameError, MoontableError, UsageError
from companion.games.api import CHANCE, Corrects, Counts, Json, Reaches, Scores, Seat
from companion.games.registry import AnyGame, game_by_id

__all__ = [
    "CHECKS",
    "BadExchangeFile",
    "CheckResult",
    "Part",
    "Summary",
    "divide",
    "perft",
    "read_position",
    "read_switches",
    "run_file",
    "summary",
]

DEEPEST = 20
"""The deepest perft that is begun; none so deep was ever finished."""
LARGEST_BYTES = 1 << 28
"""The largest file that is read: a quarter of a gigabyte."""
_AGAIN = "See the exchange format, or export a position to compare it with."


class Part(Enum):
    """What kind of check a result is of."""

    CASE = "case"
    SETUP = "set-up"
    VIEW = "view"
    SCORING = "scoring"
    PERFT = "perft"
    PLAYOUT = "playout"
    UNKNOWN = "part"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One check: what was checked, and, where it failed, what was expected and what came."""

    part: Part
    name: str
    problem: str = ""

    @property
    def passed(self) -> bool:
        """Whether all was as expected."""
        return not self.problem

    def __str__(self) -> str:
        verdict = f"FAILED: {self.problem}" if self.problem else "passed"
        return f"{self.part.value} '{self.name}': {verdict}"


@dataclass(frozen=True, slots=True)
class Summary:
    """How many checks passed, and the ones that did not."""

    passed: int
    failures: tuple[CheckResult, ...]

    @property
    def failed(self) -> int:
        """How many failed."""
        return len(self.failures)

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed"


def summary(results: Iterable[CheckResult]) -> Summary:
    """Count results.

    >>> print(summary([CheckResult(Part.CASE, "a"), CheckResult(Part.CASE, "b", "legal")]))
    1 passed, 1 failed
    """
    passed, failures = 0, []
    for result in results:
        if result.passed:
            passed += 1
        else:
            failures.append(result)
    return Summary(passed, tuple(failures))


# --- Counting -------------------------------------------------------------------------------------


def perft(game: AnyGame, state: Any, depth: int) -> int:
    """The number of distinct sequences of `depth` legal actions. Raises `UsageError`."""
    _check_depth(depth)
    return _perft(game, state, depth)


def divide(game: AnyGame, state: Any, depth: int) -> Iterator[tuple[str, int]]:
    """Each legal action in notation, with the number of sequences that begin with it.

    Raises `UsageError` if `depth` is not from 1 to `DEEPEST`.
    """
    _check_depth(depth, least=1)
    for action in game.legal(state):
        rest = _perft(game, game.apply(state, action).state, depth - 1) if depth > 1 else 1
        yield game.format(state, action), rest


def _check_depth(depth: int, least: int = 0) -> None:
    if not least <= depth <= DEEPEST:
        raise UsageError(f"Can't count to depth {depth}.", f"Ask for {least} to {DEEPEST}.")


def _perft(
    game: AnyGame,
    state: Any,
    depth: int,
    *,
    chance: bool = True,
    listed: Callable[[Any], Iterable[Any]] | None = None,
) -> int:
    """`listed` gives the actions of a state that are counted; None: all legal ones."""
    if depth == 0:
        return 1
    if not chance and _is_chance(game, state):
        return 0
    actions = (listed or game.legal)(state)
    if not chance and listed is None and isinstance(game, Counts):
        actions = game.counted(state)
    if depth == 1:
        return len(actions) if isinstance(actions, list | tuple) else sum(1 for _ in actions)
    return sum(
        _perft(game, game.apply(state, action).state, depth - 1, chance=chance, listed=listed)
        for action in actions
    )


def _is_chance(game: AnyGame, state: Any) -> bool:
    """Whether nobody but the referee acts, who enters what dice and cards show."""
    return bool(game.to_act(state) == frozenset((CHANCE,)))


# --- Files ----------------------------------------------------------------------------------------


def run_file(path: str | Path) -> Iterator[CheckResult]:
    """Check everything in an exchange file, in the order of the file, lazily.

    Raises `FileProblem`, `BadExchangeFile`, `UnknownGame`, `UnknownSwitch` or `BadSwitch` before
    the first result.
    """
    data = _read(Path(path))
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


def read_position(game: AnyGame, path: str | Path) -> Any:
    """The state of a file that holds a position: its line, its JSON, or a case's JSON.

    JSON may be the position itself, or an object with it as "position" and, if switches differ
    from their defaults, with "rules". Raises `FileProblem`, `BadExchangeFile` or a `GameError`.
    """
    text = _text(Path(path))
    if not text.lstrip().startswith("{"):
        return game.position_from_line(text.strip())
    data = _parsed(text, Path(path))
    rules: Json = {}
    if isinstance(data, dict) and "position" in data:
        rules, data = data.get("rules", {}), data["position"]
    if not isinstance(rules, dict):
        raise BadExchangeFile(f"The rules in {path} are no switches with values.", _AGAIN)
    return game.position_from_json(data, rules)


def read_switches(path: str | Path) -> dict[str, Json]:
    """The switches in a file of nothing else; a remark under "about" is left out.

    Raises `FileProblem` or `BadExchangeFile`; whether the game has them is not asked.
    """
    data = _read(Path(path))
    if not isinstance(data, dict):
        raise BadExchangeFile(f"{path} holds no switches with values.", _AGAIN)
    return {name: value for name, value in data.items() if name != "about"}


def _read(path: Path) -> Json:
    return _parsed(_text(path), path)


def _text(path: Path) -> str:
    try:
        if path.is_file() and path.stat().st_size > LARGEST_BYTES:
            raise BadExchangeFile(f"{path} is too large to be an exchange file.", "Take another.")
        return path.read_text("utf-8")
    except OSError as error:
        raise FileProblem(
            f"Can't read {path}: {error.strerror or error}.", "Check its name and rights.", path
        ) from error
    except ValueError as error:  # no UTF-8, or a name that no file can have
        if isinstance(error, MoontableError):
            raise
        raise BadExchangeFile(f"{path} is no text file.", "Take another.") from error


def _parsed(text: str, path: Path) -> Json:
    try:
        return json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise BadExchangeFile(
            f"{path} is no JSON: {error.msg} in line {error.lineno}.", "Repair or replace it."
        ) from error
    except (ValueError, RecursionError) as error:
        raise BadExchangeFile(f"{path} is no JSON that can be read.", "Replace it.") from error


def _no_number(name: str) -> Json:
    raise ValueError(name)


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
            yield from _guarded(part, title, check, _Table(game, rules, entry))


def _title(entry: Json, number: int, what: str) -> str:
    name = entry.get("name") if isinstance(entry, dict) else None
    return " ".join(name.split()) if isinstance(name, str) and name.strip() else f"{what} {number}"


@dataclass(frozen=True, slots=True)
class _Table:
    """An entry of a file, with the game and the rules that it is about."""

    game: AnyGame
    file_rules: Mapping[str, Json]
    entry: Json

    def state(self, field: str) -> Any:
        """The state of the position under `field`."""
        return self.game.position_from_json(self.get(field, dict), self.rules())

    def rules(self) -> dict[str, Json]:
        """The file's switches, with the entry's own over them."""
        return {**self.file_rules, **self.get("rules", dict, {})}

    def get(self, field: str, kind: type, default: Json = None) -> Json:
        """A field of the entry. Raises `BadExchangeFile`."""
        if default is not None and isinstance(self.entry, dict) and field not in self.entry:
            return default
        return _get(self.entry, field, kind)


def _get(data: Json, field: str, kind: type) -> Json:
    """A field that has to be there and of one kind. Raises `BadExchangeFile`."""
    if not isinstance(data, dict) or field not in data:
        raise BadExchangeFile(f"it has no '{field}'.", "")
    if not isinstance(data[field], kind) or (kind is int and isinstance(data[field], bool)):
        raise BadExchangeFile(f"its '{field}' can't be {_short(data[field])}.", "")
    return data[field]


Check = Callable[[_Table], Iterator[tuple[str, str]]]
"""Yields, for each thing checked, an addition to the name, and the problem ("": there is none)."""


def _guarded(part: Part, title: str, check: Check, table: _Table) -> Iterator[CheckResult]:
    """The results of one entry; an error is its last result, and it fails."""
    try:
        for addition, problem in check(table):
            yield CheckResult(part, title + addition, problem)
    except (MoontableError, GameError) as error:
        yield CheckResult(part, title, f"it can't be played: {error}")
    except Exception as error:  # a fault of our rules must not hide what the other entries say
        yield CheckResult(part, title, f"the program failed: {type(error).__name__}: {error}")


# --- The checks -----------------------------------------------------------------------------------


def _case(table: _Table) -> Iterator[tuple[str, str]]:
    """A position, an action, and what the referee has to say of it."""
    state = table.state("position")
    action = table.game.decode_action(state, table.get("action", dict))
    yield "", _judged(table, state, action)


def _setup(table: _Table) -> Iterator[tuple[str, str]]:
    """What a game is begun with, as the action "setup" of its first state."""
    state = table.game.initial(table.rules())
    action = table.game.decode_action(state, {"setup": table.get("given", dict)})
    yield "", _judged(table, state, action)


def _judged(table: _Table, state: Any, action: Any) -> str:
    """What is wrong with the ruling on an action, with where it leads, with what is put right."""
    game, expect = table.game, table.get("expect", dict)
    seat = table.entry.get("seat")
    ruling = game.rule_on(state, action, seat=seat if seat in game.spec.seats else None)
    given = ", ".join(reason.ruling for reason in ruling.reasons)
    legal = _get(expect, "legal", bool)
    if ruling.legal and not game.is_legal(state, action):
        return "is_legal and rule_on disagree"
    if ruling.legal is not legal:
        return "legal is refused: " + given if legal else "illegal is allowed"
    if not legal:
        wanted = _get(expect, "reasons", list)
        right = ruling.reasons[0].ruling in wanted
        return "" if right else f"reason {_short(wanted)} expected, {given} given"
    after = game.apply(state, action).state
    return (
        _differences(_get(expect, "position", dict), game.position_to_json(after))
        or _outcome(game, after, expect)
        or _correction(table, after, expect)
        or _shown(game, after, expect)
    )


def _shown(game: AnyGame, after: Any, expect: Json) -> str:
    """What is wrong with what one seat alone was shown by the action, the last of its "shown"."""
    if "shown" not in expect:
        return ""
    wanted = _get(expect, "shown", dict)
    seat = _get(wanted, "to", str)
    if seat not in game.spec.seats:
        raise BadExchangeFile(f"'shown' can't be to {_short(seat)}.", "")
    last: dict[Seat | None, Json] = {None: _last_shown(game, after, None)}
    last |= {other: _last_shown(game, after, other) for other in game.spec.seats}
    if any(seen is not None for other, seen in last.items() if other != seat):
        return f"what {seat} alone is shown is shown to others"
    found = {name: (last[seat] or {}).get(name) for name in wanted}
    return "" if found == wanted else f"{_short(wanted)} shown expected, {_short(found)} came"


def _last_shown(game: AnyGame, state: Any, seat: Seat | None) -> Json:
    """The last thing that a seat's view says it is shown; None if there is none."""
    view = game.view(state, seat)
    shown = view.get("shown") if isinstance(view, dict) else None
    return shown[-1] if isinstance(shown, list) and shown else None


def _correction(table: _Table, after: Any, expect: Json) -> str:
    """What is wrong with how a table that was seen after the action is put right, or ""."""
    if "seen" not in table.entry:
        return ""
    if not isinstance(table.game, Corrects):
        return "this game can't tell how a table that was seen is put right"
    found = table.game.correction(after, table.entry["seen"])
    wanted = expect.get("correct")
    same = found == wanted
    return "" if same else f"correction {_short(wanted)} expected, {_short(found)} came"


def _view(table: _Table) -> Iterator[tuple[str, str]]:
    """A position as a seat may see it: the view itself, or what it holds as "position"."""
    state = table.state("position")
    seat = table.entry.get("seat")
    if seat is not None and seat not in table.game.spec.seats:
        raise BadExchangeFile(f"its 'seat' can't be {_short(seat)}.", "")
    found = table.game.view(state, seat)
    if isinstance(found, dict) and isinstance(found.get("position"), dict):
        found = found["position"]
    yield "", _differences(table.get("view", dict), found)


def _scoring(table: _Table) -> Iterator[tuple[str, str]]:
    """A round as it lies on the table, and how it is counted."""
    if not isinstance(table.game, Scores):
        yield "", "this game counts no rounds"
        return
    found = table.game.score_case(table.entry, table.rules())
    yield "", _differences(table.get("expect", dict), found)


def _perft_entry(table: _Table) -> Iterator[tuple[str, str]]:
    """Numbers of action sequences, one check for each length.

    An entry with "reach" counts within the turn, and names all that can be brought about there.
    """
    game, state = table.game, table.state("position")
    counts = table.get("counts", list)
    wrong, listed = False, None
    if "reach" in table.entry:
        if not isinstance(game, Reaches):
            raise BadExchangeFile("it has 'reach', which this game can't tell.", "")
        found = game.reach(state)
        wanted = table.entry["reach"]
        same = found == wanted
        yield ", reach", "" if same else f"{_short(wanted)} expected, {_short(found)} reached"
        listed = game.round_actions
    for depth, wanted in enumerate(counts, 1):
        addition = f", depth {depth}"
        if type(wanted) is not int or wanted < 0:
            yield addition, f"{_short(wanted)} is no count"
        elif wrong:
            yield addition, "not counted, since a shorter count is wrong"
        else:
            _check_depth(depth)
            found = _perft(game, state, depth, chance=False, listed=listed)
            wrong = found != wanted
            yield addition, f"{wanted} expected, {found} counted" if wrong else ""


def _playout(table: _Table) -> Iterator[tuple[str, str]]:
    """One game, step by step."""
    state = table.state("start")
    for number, step in enumerate(table.get("steps", list), 1):
        state, problem = _step(table.game, state, step)
        if problem:
            yield "", f"step {number}: {problem}"
            return
    yield "", _outcome(table.game, state, table.entry)


def _step(game: AnyGame, state: Any, step: Json) -> tuple[Any, str]:
    """The state after a step, and the problem."""
    action = game.decode_action(state, _get(step, "action", dict))
    wanted = step.get("legal_count")
    if wanted is not None:
        found = _choices(game, state)
        if found != wanted:
            return state, f"{_short(wanted)} legal actions expected, {found} found"
    if not game.is_legal(state, action):
        reasons = ", ".join(reason.ruling for reason in game.rule_on(state, action).reasons)
        return state, f"{_short(step['action'])} is refused: {reasons}"
    after = game.apply(state, action).state
    if "position" not in step:
        return after, ""
    return after, _differences(_get(step, "position", dict), game.position_to_json(after))


def _choices(game: AnyGame, state: Any) -> int:
    """How many actions there are to choose from; where any text or order is one, that is one."""
    actions = game.legal(state)
    if _is_chance(game, state) or not isinstance(actions, Sized):
        return 1
    return len(actions)


CHECKS: dict[str, tuple[Part, Check]] = {
    "cases": (Part.CASE, _case),
    "setups": (Part.SETUP, _setup),
    "views": (Part.VIEW, _view),
    "scoring": (Part.SCORING, _scoring),
    "perft": (Part.PERFT, _perft_entry),
    "playouts": (Part.PLAYOUT, _playout),
}
"""Part of a file -> what its results are called, and the function that checks one entry."""


# --- Comparing ------------------------------------------------------------------------------------


def _outcome(game: AnyGame, state: Any, expect: Json) -> str:
    """What is wrong with the outcome, or ""."""
    if "outcome" not in expect:
        raise BadExchangeFile("it has no 'outcome'.", "")
    found = game.outcome(state)
    ours: Json = None
    if found is not None:
        ours = {"winner": found.winner, "reason": found.ruling}
        if found.shared:
            ours["shared"] = sorted(found.shared)
    same = ours == expect["outcome"]
    return "" if same else f"outcome {_short(expect['outcome'])} expected, {_short(ours)} came"


def _differences(wanted: Json, found: Json) -> str:
    """Where two positions differ, or ""."""
    ours, theirs = dict(_leaves(_comparable(found))), dict(_leaves(_comparable(wanted)))
    places = [place for place in {**theirs, **ours} if theirs.get(place) != ours.get(place)]
    told = [
        f"{'.'.join(place)} {_short(theirs.get(place))} expected, {_short(ours.get(place))} came"
        for place in places[:4]
    ]
    more = [f"and {len(places) - 4} more"] if len(places) > 4 else []
    return "; ".join(told + more)


def _comparable(position: Json) -> Json:
    """A position as it is compared: without "passed", and with no zeros among what is lost."""
    kept = {name: value for name, value in position.items() if name != "passed"}
    if isinstance(kept.get("lost"), dict):
        kept["lost"] = {
            side: {kind: count for kind, count in counts.items() if count != 0}
            if isinstance(counts, dict)
            else counts
            for side, counts in kept["lost"].items()
        }
    return kept


def _leaves(data: Json, place: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Json]]:
    """Every value that is no object, with its place."""
    if isinstance(data, dict) and data:
        for name, value in data.items():
            yield from _leaves(value, (*place, str(name)))
    elif data != {}:
        yield place, data


def _short(data: Json, most: int = 80) -> str:
    """JSON on one short line."""
    text = json.dumps(data, default=str, ensure_ascii=False)
    return text if len(text) <= most else text[: most - 1] + "…"
