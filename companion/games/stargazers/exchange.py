"""The exchange format: positions as JSON, read strictly and said plainly when wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.api import Json
from companion.games.errors import BadPosition
from companion.games.stargazers.cards import CODES, COPIES, DECK, KINDS, UNKNOWN, coded, names_of
from companion.games.stargazers.chance import grid_of
from companion.games.stargazers.rules import SEATS, Rules, rules_from
from companion.games.stargazers.sky import CELLS, SIDE
from companion.games.stargazers.state import BEADS, DUE, Phase, State, seen, total

AGAIN = "Compare it with a position that moontable exports."
_FIELDS = (
    "layout",
    "beads",
    "scores",
    "hands",
    "deck",
    "discard",
    "to_move",
    "pool",
    "starter",
    "due",
    "again",
    "games",
    "over",
)
_MOST = 9999
"""No number in a position is larger."""


def position_to_json(state: State) -> dict[str, Json]:
    """The table, the cards and whose turn it is, as the exchange format has it.

    Before the set-up ``due`` is "set_up" and nobody plays; till tiles are laid ``layout`` is null.
    """
    seats = SEATS[: len(state.scores)]
    lit = [state.beads >> cell & 1 for cell in range(CELLS)]
    return {
        "layout": [list(row) for row in grid_of(state.layout)] or None,
        "beads": [lit[start : start + SIDE] for start in range(0, CELLS, SIDE)],
        "scores": dict(zip(seats, state.scores, strict=True)),
        "hands": {
            seat: list(names_of(hand)) for seat, hand in zip(seats, state.hands, strict=True)
        },
        "deck": list(names_of(state.deck)),
        "discard": list(names_of(state.discard)),
        "to_move": SEATS[state.to_move] if seats else None,
        "pool": state.pool,
        "starter": SEATS[state.starter] if seats else None,
        "due": DUE.get(state.phase),
        "again": state.again,
        "games": dict(zip(seats, state.games, strict=True)),
        "over": state.phase is Phase.OVER,
    }


def position_from_json(data: Json, rules: Mapping[str, Json] | None = None) -> State:
    """A state from an exchange position. Raises `BadPosition` for anything that cannot be."""
    return settled(read_position(data, rules))


def read_position(data: Json, rules: Mapping[str, Json] | None = None) -> State:
    """A position as it is written."""
    fields = _named(data, "position")
    for name in (*_FIELDS, *fields):
        if name not in fields or name not in _FIELDS:
            says = "has no" if name in _FIELDS else "can't have"
            raise BadPosition(f"The position {says} '{str(name)[:40]}'.", AGAIN)
    parsed = rules_from(rules)
    if fields["due"] == "set_up":
        return _before_set_up(fields, parsed)
    seats = _seats(fields["scores"], parsed)
    state = State(
        rules=parsed,
        phase=_phase(fields["due"], fields["over"]),
        layout=b"" if fields["layout"] is None else _layout(fields["layout"]),
        beads=beads_from_json(fields["beads"]),
        scores=_numbers(fields["scores"], "scores", seats),
        hands=_hands(fields["hands"], seats),
        deck=_cards(fields["deck"], "deck"),
        discard=_cards(fields["discard"], "discard"),
        to_move=_seat(fields["to_move"], "to_move", seats),
        pool=_number(fields["pool"], "pool", BEADS),
        starter=_seat(fields["starter"], "starter", seats),
        again=_flag(fields["again"], "again"),
        games=_numbers(fields["games"], "games", seats),
    )
    if not state.layout:
        return _before_lay_out(fields, state)
    _check_cards(state)
    return state


def settled(state: State) -> State:
    """A position as it was written: a flip from an empty pile waits for the reshuffle (SG-12)."""
    if state.phase is Phase.TURNS and state.rules.youngest_child and not state.deck:
        return replace(state, phase=Phase.RESHUFFLE)
    return state


def _before_set_up(fields: dict[str, Json], rules: Rules) -> State:
    state = State(rules=rules)
    if fields != position_to_json(state):
        raise BadPosition("Before the set-up nothing lies on the table.", AGAIN)
    return state


def _before_lay_out(fields: dict[str, Json], state: State) -> State:
    empty = State(
        rules=state.rules,
        phase=Phase.NEW_GAME,
        scores=(0,) * len(state.scores),
        hands=(b"",) * len(state.scores),
        to_move=state.starter,
        starter=state.starter,
        games=(0,) * len(state.scores),
    )
    if fields != position_to_json(empty):
        raise BadPosition("'layout' is missing.", "Only before the first game there is none.")
    return empty


def _named(data: Json, what: str) -> dict[str, Json]:
    if not isinstance(data, dict) or not all(isinstance(name, str) for name in data):
        raise BadPosition(f"The {what} is not an object with named fields.", AGAIN)
    return data


def _seats(scores: Json, rules: Rules) -> tuple[str, ...]:
    """The seats that play, from the first on."""
    given = _named(scores, "list of scores")
    seats = SEATS[: len(given)]
    if set(given) != set(seats) or len(seats) not in rules.numbers:
        raise BadPosition(
            f"The seats are {', '.join(given) or 'missing'}.",
            f"They are {' to '.join((SEATS[0], SEATS[max(rules.numbers) - 1]))}, in order.",
        )
    return seats


def _seat(value: Json, where: str, seats: tuple[str, ...]) -> int:
    if isinstance(value, str) and value in seats:
        return seats.index(value)
    raise BadPosition(f"{where} is {value!r}; it has to be {' or '.join(seats)}.", AGAIN)


def _phase(due: Json, over: Json) -> Phase:
    phase = next((phase for phase, name in DUE.items() if name == due), None)
    if _flag(over, "over"):
        if due is None:
            return Phase.OVER
    elif due is None:
        return Phase.TURNS
    elif phase is not None:
        return phase
    raise BadPosition(
        f"'due' is {due!r}.", "It is null, reshuffle or new_game, and null at the end."
    )


def _flag(value: Json, where: str) -> bool:
    if isinstance(value, bool):
        return value
    raise BadPosition(f"'{where}' is {value!r}; it has to be true or false.", AGAIN)


def _number(value: Json, where: str, most: int = _MOST) -> int:
    if type(value) is int and 0 <= value <= most:
        return value
    raise BadPosition(f"'{where}' is {value!r}; it is a whole number up to {most}.", AGAIN)


def _by_seat(data: Json, where: str, seats: tuple[str, ...]) -> list[Json]:
    given = _named(data, f"list of {where}")
    if set(given) != set(seats):
        raise BadPosition(f"'{where}' needs an entry for {', '.join(seats)} each.", AGAIN)
    return [given[seat] for seat in seats]


def _numbers(data: Json, where: str, seats: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(_number(value, where) for value in _by_seat(data, where, seats))


def _hands(data: Json, seats: tuple[str, ...]) -> tuple[bytes, ...]:
    return tuple(_cards(cards, "hands") for cards in _by_seat(data, "hands", seats))


def _cards(data: Json, where: str) -> bytes:
    named = isinstance(data, list) and all(card is None or isinstance(card, str) for card in data)
    cards = coded(data) if named else None
    if cards is None or (where == "discard" and UNKNOWN in cards):
        raise BadPosition(f"'{where}' is no list of cards.", "A card is like 'green moon'.")
    return cards


def _layout(data: Json) -> bytes:
    rows = data if isinstance(data, list) and all(isinstance(row, list) for row in data) else []
    names = [name for row in rows for name in row if isinstance(name, str) and name in CODES]
    if [len(row) for row in rows] != [SIDE] * SIDE or len(set(names)) != KINDS:
        raise BadPosition("'layout' is not the sixteen tiles in four rows of four.", "See SG-13.")
    return bytes(CODES[name] for name in names)


def beads_from_json(data: Json) -> int:
    """A set of cells from four rows of zeros and ones. Raises `BadPosition`."""
    rows = data if isinstance(data, list) and all(isinstance(row, list) for row in data) else []
    marks = [mark for row in rows for mark in row if type(mark) is int and mark in (0, 1)]
    if [len(row) for row in rows] != [SIDE] * SIDE or len(marks) != CELLS:
        raise BadPosition("'beads' is not four rows of four, each 0 or 1.", AGAIN)
    return sum(mark << cell for cell, mark in enumerate(marks))


def _check_cards(state: State) -> None:
    """No more cards than there are, and something to go on with. Raises `BadPosition`."""
    if total(state) > len(DECK) or any(seen(state, card) > COPIES for card in range(KINDS)):
        raise BadPosition("There are too many cards.", f"There are {len(DECK)}, {COPIES} of each.")
    if state.rules.youngest_child and any(state.hands):
        raise BadPosition("There are cards in hands.", "The youngest children have none (SG-12).")
    if state.phase is Phase.RESHUFFLE and (state.deck or not state.discard):
        raise BadPosition("No reshuffle is due.", "It needs an empty pile, and discards (SG-08).")
    if state.phase not in (Phase.TURNS, Phase.RESHUFFLE):
        return
    if state.rules.youngest_child:
        if not state.deck and not state.discard:
            raise BadPosition("There are no cards.", AGAIN)
        return
    for seat, hand in enumerate(state.hands):
        if not hand and not (seat == state.to_move and state.phase is Phase.RESHUFFLE):
            raise BadPosition(f"{SEATS[seat]} has no cards.", "Everybody holds some (SG-11).")
