"""What each part of an exchange file checks: cases, set-ups, views, scoring, counts, playouts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sized
from dataclasses import dataclass
from typing import Any

from companion.errors import BadExchangeFile
from companion.games.api import Corrects, Json, Reaches, Scores, Seat
from companion.games.registry import AnyGame
from companion.vectors.comparing import differences, outcome_problem, short
from companion.vectors.counting import check_depth, counted, is_chance
from companion.vectors.results import Part


@dataclass(frozen=True, slots=True)
class Entry:
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
        raise BadExchangeFile(f"its '{field}' can't be {short(data[field])}.", "")
    return data[field]


Check = Callable[[Entry], Iterator[tuple[str, str]]]
"""Yields, for each thing checked, an addition to the name, and the problem ("": there is none)."""


def _case(table: Entry) -> Iterator[tuple[str, str]]:
    """A position, an action, and what the referee has to say of it."""
    state = table.state("position")
    action = table.game.decode_action(state, table.get("action", dict))
    yield "", _judged(table, state, action)


def _setup(table: Entry) -> Iterator[tuple[str, str]]:
    """What a game is begun with, as the action "setup" of its first state."""
    state = table.game.initial(table.rules())
    action = table.game.decode_action(state, {"setup": table.get("given", dict)})
    yield "", _judged(table, state, action)


def _judged(table: Entry, state: Any, action: Any) -> str:
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
        return "" if right else f"reason {short(wanted)} expected, {given} given"
    after = game.apply(state, action).state
    return (
        differences(_get(expect, "position", dict), game.position_to_json(after))
        or outcome_problem(game, after, expect)
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
        raise BadExchangeFile(f"'shown' can't be to {short(seat)}.", "")
    last: dict[Seat | None, Json] = {None: _last_shown(game, after, None)}
    last |= {other: _last_shown(game, after, other) for other in game.spec.seats}
    if any(seen is not None for other, seen in last.items() if other != seat):
        return f"what {seat} alone is shown is shown to others"
    found = {name: (last[seat] or {}).get(name) for name in wanted}
    return "" if found == wanted else f"{short(wanted)} shown expected, {short(found)} came"


def _last_shown(game: AnyGame, state: Any, seat: Seat | None) -> Json:
    """The last thing that a seat's view says it is shown; None if there is none."""
    view = game.view(state, seat)
    shown = view.get("shown") if isinstance(view, dict) else None
    return shown[-1] if isinstance(shown, list) and shown else None


def _correction(table: Entry, after: Any, expect: Json) -> str:
    """What is wrong with how a table that was seen after the action is put right, or ""."""
    if "seen" not in table.entry:
        return ""
    if not isinstance(table.game, Corrects):
        return "this game can't tell how a table that was seen is put right"
    found = table.game.correction(after, table.entry["seen"])
    wanted = expect.get("correct")
    same = found == wanted
    return "" if same else f"correction {short(wanted)} expected, {short(found)} came"


def _view(table: Entry) -> Iterator[tuple[str, str]]:
    """A position as a seat may see it: the view itself, or what it holds as "position"."""
    state = table.state("position")
    seat = table.entry.get("seat")
    if seat is not None and seat not in table.game.spec.seats:
        raise BadExchangeFile(f"its 'seat' can't be {short(seat)}.", "")
    found = table.game.view(state, seat)
    if isinstance(found, dict) and isinstance(found.get("position"), dict):
        found = found["position"]
    yield "", differences(table.get("view", dict), found)


def _scoring(table: Entry) -> Iterator[tuple[str, str]]:
    """A round as it lies on the table, and how it is counted."""
    if not isinstance(table.game, Scores):
        yield "", "this game counts no rounds"
        return
    found = table.game.score_case(table.entry, table.rules())
    yield "", differences(table.get("expect", dict), found)


def _perft_entry(table: Entry) -> Iterator[tuple[str, str]]:
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
        yield ", reach", "" if same else f"{short(wanted)} expected, {short(found)} reached"
        listed = game.round_actions
    for depth, wanted in enumerate(counts, 1):
        addition = f", depth {depth}"
        if type(wanted) is not int or wanted < 0:
            yield addition, f"{short(wanted)} is no count"
        elif wrong:
            yield addition, "not counted, since a shorter count is wrong"
        else:
            check_depth(depth)
            found = counted(game, state, depth, chance=False, listed=listed)
            wrong = found != wanted
            yield addition, f"{wanted} expected, {found} counted" if wrong else ""


def _playout(table: Entry) -> Iterator[tuple[str, str]]:
    """One game, step by step."""
    state = table.state("start")
    for number, step in enumerate(table.get("steps", list), 1):
        state, problem = _step(table.game, state, step)
        if problem:
            yield "", f"step {number}: {problem}"
            return
    yield "", outcome_problem(table.game, state, table.entry)


def _step(game: AnyGame, state: Any, step: Json) -> tuple[Any, str]:
    """The state after a step, and the problem."""
    action = game.decode_action(state, _get(step, "action", dict))
    wanted = step.get("legal_count")
    if wanted is not None:
        found = _choices(game, state)
        if found != wanted:
            return state, f"{short(wanted)} legal actions expected, {found} found"
    if not game.is_legal(state, action):
        reasons = ", ".join(reason.ruling for reason in game.rule_on(state, action).reasons)
        return state, f"{short(step['action'])} is refused: {reasons}"
    after = game.apply(state, action).state
    if "position" not in step:
        return after, ""
    return after, differences(_get(step, "position", dict), game.position_to_json(after))


def _choices(game: AnyGame, state: Any) -> int:
    """How many actions there are to choose from; where any text or order is one, that is one."""
    actions = game.legal(state)
    if is_chance(game, state) or not isinstance(actions, Sized):
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
