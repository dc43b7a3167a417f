"""The exchange format: positions as JSON, read strictly and said plainly when wrong."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.api import Json, Piece
from companion.games.cirondo.geometry import INNER, NAMES, NUMBERS, SPACES
from companion.games.cirondo.rules import Rules, rules_from
from companion.games.cirondo.state import State, bits, members
from companion.games.cirondo.stellars import (
    CODE_OF,
    KIND,
    MOON,
    OWNER,
    PIECES,
    PLANET,
    SIDES,
    SOLAR,
    SUPPLY,
    code_of,
    count_of,
)
from companion.games.cirondo.turns import settled
from companion.games.errors import BadPosition

AGAIN = "Compare it with a position that moontable exports."
_FIELDS = ("to_move", "spaces", "opened", "last_move_owed", "passed")


def position_to_json(state: State) -> dict[str, Json]:
    """The table and whose turn it is, as the exchange format has it.

    With more than two players ``last_move_owed`` may be a list of sides, and ``passed`` a number
    of passes in a row.
    """
    owed = [SIDES[side] for side in members(state.owed)]
    data: dict[str, Json] = {
        "to_move": SIDES[state.to_move],
        "spaces": {
            NAMES[space]: str(PIECES[code]) for space, code in enumerate(state.board) if code
        },
        "opened": {SIDES[side]: bool(state.opened >> side & 1) for side in state.rules.sides},
        "last_move_owed": owed if len(owed) > 1 else owed[0] if owed else None,
    }
    if state.passes:
        data["passed"] = True if state.passes == 1 else state.passes
    return data


def position_from_json(data: Json, rules: Mapping[str, Json] | None = None) -> State:
    """A state with no history. Raises `BadPosition` for anything that cannot be."""
    return settled(read_position(data, rules))


def read_position(data: Json, rules: Mapping[str, Json] | None = None) -> State:
    """A position as it is written, not asked whether the game is over in it."""
    fields = _named(data, "position")
    for name in fields:
        if name not in _FIELDS:
            raise BadPosition(f"A position has no field '{name}'.", AGAIN)
    parsed = rules_from(rules)
    state = State(
        rules=parsed,
        board=_board(fields.get("spaces"), parsed),
        to_move=_side(fields.get("to_move"), "to_move", parsed),
        opened=_opened(fields.get("opened"), parsed),
        owed=_owed(fields.get("last_move_owed"), parsed),
        passes=_passes(fields.get("passed", False)),
    )
    for side in members(state.owed):
        if count_of(state.board, side) != 1:
            raise BadPosition(
                f"{SIDES[side]} is owed no last move.", "Only a side with one stellar is (CI-14)."
            )
    return state


def _named(data: Json, what: str) -> dict[str, Json]:
    if not isinstance(data, dict) or not all(isinstance(name, str) for name in data):
        raise BadPosition(f"The {what} is not an object with named fields.", AGAIN)
    return data


def _side(value: Json, where: str, rules: Rules) -> int:
    names = [SIDES[side] for side in rules.sides]
    if isinstance(value, str) and value in names:
        return SIDES.index(value)
    raise BadPosition(f"{where} is {value!r}; it has to be {' or '.join(names)}.", AGAIN)


def _opened(value: Json, rules: Rules) -> int:
    """Who has made a first move; where nothing is said, all have."""
    opened = bits(rules.sides)
    if value is None:
        return opened
    for seat, done in _named(value, "list of openings").items():
        side = _side(seat, "a side in 'opened'", rules)
        if not isinstance(done, bool):
            raise BadPosition(f"'opened' of {seat} is {done!r}; it has to be true or false.", AGAIN)
        opened = opened | 1 << side if done else opened & ~(1 << side)
    return opened


def _owed(value: Json, rules: Rules) -> int:
    if value is None:
        return 0
    seats = value if isinstance(value, list) else [value]
    return bits([_side(seat, "last_move_owed", rules) for seat in seats])


def _passes(value: Json) -> int:
    if isinstance(value, bool) or (isinstance(value, int) and 0 <= value <= len(SIDES)):
        return int(value)
    raise BadPosition(f"passed is {value!r}; it has to be true, false or a small number.", AGAIN)


def _board(spaces: Json, rules: Rules) -> bytes:
    board = bytearray(SPACES)
    for name, words in _named(spaces, "list of spaces").items():
        number = NUMBERS.get(name)
        if number is None:
            raise BadPosition(f"There is no space {name}.", "They are A1 to H32 (CI-01).")
        board[number] = _code(name, words, rules)
        if number >= INNER and KIND[board[number]] == MOON:
            raise BadPosition(
                f"A moon can't lie on {name}.", "On the inner ring it is a solar system (CI-09)."
            )
    check_numbers(bytes(board), rules)
    return bytes(board)


def _code(name: str, words: Json, rules: Rules) -> int:
    owner, _, kind = words.partition(" ") if isinstance(words, str) else ("", "", "")
    code = CODE_OF.get(Piece(owner, kind))
    if code is None or OWNER[code] not in rules.sides:
        raise BadPosition(f"On {name} can't lie {words!r}.", "A stellar is like 'gold planet'.")
    return code


def check_numbers(board: bytes, rules: Rules) -> None:
    """No more stellars than there are. Raises `BadPosition` (CI-11, CI-20, CI-22)."""
    for side in rules.sides:
        moons, planets, solars = (
            board.count(code_of(side, kind)) for kind in (MOON, PLANET, SOLAR)
        )
        if planets > rules.each:
            raise BadPosition(f"{SIDES[side]} has {planets} planets.", f"{rules.each} are there.")
        if moons + solars > rules.each:
            raise BadPosition(
                f"{SIDES[side]} has {moons} moons and {solars} solar systems made of moons.",
                f"It began with {rules.each} moons.",
            )
        if solars > SUPPLY and not rules.unlimited:
            raise BadPosition(
                f"{SIDES[side]} has {solars} solar systems.",
                f"{SUPPLY} are there; see the switch 'unlimited' (CI-11).",
            )
