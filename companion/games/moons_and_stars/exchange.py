"""The exchange format: positions and actions as JSON, read strictly and said plainly when wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.api import Json, Outcome, Piece, Pile
from companion.games.errors import BadPosition
from companion.games.moons_and_stars.actions import (
    DEITIES,
)
from companion.games.moons_and_stars.deities import has_task
from companion.games.moons_and_stars.home import CUBES
from companion.games.moons_and_stars.piles import CODES, KINDS, LOSABLE, PILES, SIDES
from companion.games.moons_and_stars.rules import Rules, rules_from
from companion.games.moons_and_stars.state import (
    Lost,
    Phase,
    State,
    empty_board,
    has_movers,
    position_key,
)

AGAIN = "Compare it with a position that moontable exports."


def position_to_json(state: State) -> dict[str, Json]:
    """The table and whose turn it is, as the exchange format has it."""
    names = state.geometry.names
    data: dict[str, Json] = {
        "columns": state.rules.columns,
        "to_move": SIDES[state.to_move],
        "points": {
            names[point]: [str(piece) for piece in PILES[code]]
            for point, code in enumerate(state.board)
            if code
        },
        "deities": {
            seat: None if deity is None else [deity, notch]
            for seat, deity, notch in zip(SIDES, state.deities, state.notches, strict=True)
        },
        "lost": {seat: lost_to_json(state.lost, side) for side, seat in enumerate(SIDES)},
    }
    if state.owed is not None:
        data["owed"] = SIDES[state.owed]
    if state.passed:
        data["passed"] = True
    return data


def lost_to_json(lost: Lost, side: int) -> dict[str, int]:
    """What a side has lost, by kind, without zeros."""
    counts = zip(LOSABLE, lost[side * 3 : side * 3 + 3], strict=True)
    return {kind: count for kind, count in counts if count}


def position_from_json(data: Json, rules: Mapping[str, Json] | None = None) -> State:
    """A state with no history. Raises `BadPosition` for anything that cannot be."""
    state = table_from_json(data, rules)
    return settled(_with_owed(state, data.get("owed")))


def table_from_json(data: Json, rules: Mapping[str, Json] | None = None) -> State:
    """The same, but whether a bonus is owed or the game is over is not looked into."""
    fields = _fields(data, "position")
    known = {"columns", "to_move", "points", "deities", "lost", "owed", "passed"}
    for name in fields:
        if name not in known:
            raise BadPosition(f"A position has no field '{name}'.", AGAIN)
    given = dict(rules or {})
    if "columns" in fields:
        given["columns"] = fields["columns"]
    parsed = rules_from(given)
    deities, notches = _deities(fields.get("deities", {}), parsed)
    state = State(
        rules=parsed,
        board=_board(fields.get("points"), parsed),
        to_move=_side(fields.get("to_move"), "to_move"),
        deities=deities,
        notches=notches,
        lost=_lost(fields.get("lost", {})),
        passed=_flag(fields.get("passed", False)),
    )
    _check_counts(state)
    return state


def settled(state: State) -> State:
    """Notice that a position is the end of a game; otherwise a turn begins in it."""
    outcome = _outcome(state)
    if outcome is not None:
        return replace(state, outcome=outcome, phase=Phase.OVER, owed=None)
    return replace(state, history=(position_key(state),)) if state.at_turn else state


def _outcome(state: State) -> Outcome | None:
    for code in state.board:
        pile = PILES[code]
        if len(pile) > 1 and pile[0].kind == "stone":
            return Outcome(pile[-1].owner, "MS-73", "stone-reached")
    left = [seat for side, seat in enumerate(SIDES) if has_movers(state.board, side)]
    if len(left) == 1:
        return Outcome(left[0], "MS-73", "no-movers")
    return None if left else Outcome(None, "MS-74", "both-emptied")


def _fields(data: Json, what: str) -> dict[str, Json]:
    if not isinstance(data, dict) or not all(isinstance(name, str) for name in data):
        raise BadPosition(f"The {what} is not an object with named fields.", AGAIN)
    return data


def _side(value: Json, where: str) -> int:
    if isinstance(value, str) and value in SIDES:
        return SIDES.index(value)
    raise BadPosition(f"{where} is {value!r}; it has to be brown or blue.", AGAIN)


def _flag(value: Json) -> bool:
    if not isinstance(value, bool):
        raise BadPosition(f"passed is {value!r}; it has to be true or false.", AGAIN)
    return value


def _board(points: Json, rules: Rules) -> bytes:
    board = bytearray(empty_board(rules))
    probe = State(rules, bytes(board))
    for name, words in _fields(points, "list of points").items():
        number = probe.geometry.numbers.get(name)
        if number is None:
            raise BadPosition(f"There is no point {name} on {rules.columns} columns.", AGAIN)
        board[number] = _pile_code(name, words, rules)
    return bytes(board)


def _pile_code(name: str, words: Json, rules: Rules) -> int:
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise BadPosition(f"{name} has to be a list of pieces, bottom first.", AGAIN)
    pile: Pile = tuple(piece_from_text(word) for word in words)
    code = CODES.get(pile)
    if code is None:
        raise BadPosition(f"On {name} can't lie: {', '.join(words)}.", AGAIN)
    for piece in pile:
        if piece.kind == "path" and ("-" in piece.facing) is rules.one_way:
            kind = "one direction" if rules.one_way else "an axis"
            raise BadPosition(f"The path on {name} has to have {kind}.", "See the switch 'paths'.")
    return code


def piece_from_text(text: str) -> Piece:
    """A piece from its words, "brown trap north"; not judged yet.

    >>> piece_from_text("brown trap north").facing
    'north'
    """
    owner, _, rest = text.partition(" ")
    kind, _, facing = rest.partition(" ")
    return Piece(owner, kind, facing)


def _deities(data: Json, rules: Rules) -> tuple[tuple[str | None, str | None], tuple[int, int]]:
    fields = _fields(data, "list of deities")
    deities: list[str | None] = [None, None]
    notches = [1, 1]
    for seat, value in fields.items():
        side = _side(seat, "a deity's side")
        if value is None:
            continue
        good = isinstance(value, list) and len(value) == 2
        if not good or value[0] not in DEITIES or type(value[1]) is not int:
            raise BadPosition(f"{seat}'s deity {value!r} is not [name, notch].", AGAIN)
        if not 1 <= value[1] <= rules.notches + 200:
            raise BadPosition(f"{seat}'s deity can't stand on notch {value[1]}.", AGAIN)
        deities[side], notches[side] = value
    if deities[0] is not None and deities[0] == deities[1]:
        raise BadPosition(f"Both sides have {deities[0]}; each deity is one figure (MS-13).", AGAIN)
    return (deities[0], deities[1]), (notches[0], notches[1])


def _lost(data: Json) -> Lost:
    lost = [0] * 6
    for seat, counts in _fields(data, "list of losses").items():
        side = _side(seat, "a loser")
        for kind, count in _fields(counts, "list of losses").items():
            if kind not in LOSABLE:
                raise BadPosition(f"A {kind} is never lost.", AGAIN)
            if type(count) is not int or not 0 <= count <= CUBES:
                raise BadPosition(f"{seat} can't have lost {count!r} of {kind}.", AGAIN)
            lost[side * 3 + LOSABLE.index(kind)] = count
    return (lost[0], lost[1], lost[2], lost[3], lost[4], lost[5])


def _check_counts(state: State) -> None:
    """Sixteen cubes and one stone a side are all there is (MS-06)."""
    for side, seat in enumerate(SIDES):
        pieces = [p for code in state.board for p in PILES[code] if p.owner == seat]
        cubes = sum(p.kind in KINDS for p in pieces) + sum(state.lost[side * 3 : side * 3 + 3])
        if cubes > CUBES:
            raise BadPosition(f"{seat} has {cubes} cubes, on the board and lost.", "16 are there.")
        if sum(p.kind == "stone" for p in pieces) > 1:
            raise BadPosition(f"{seat} has two stones.", "Each side has one.")


def _with_owed(state: State, owed: Json) -> State:
    last = state.rules.notches
    due = [
        side
        for side in (state.to_move, 1 - state.to_move)
        if state.deities[side] is not None and state.notches[side] >= last
    ]
    if owed is None and not due:
        return state
    side = due[0] if owed is None else _side(owed, "owed")
    if side not in due:
        raise BadPosition(f"{owed} is owed no bonus: its deity is not on the last notch.", AGAIN)
    if not has_task(state, side):
        raise BadPosition(
            f"{SIDES[side]}'s deity is on the last notch and has nothing to do.",
            "Its bonus lapses: put it back (MS-60).",
        )
    return replace(state, owed=side)
