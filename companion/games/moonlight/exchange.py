"""The exchange format: positions as JSON, read strictly and said plainly when wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from companion.games.api import Json
from companion.games.errors import BadPosition
from companion.games.moonlight.actions import Cell
from companion.games.moonlight.cards import COPIES, HAND, SIDES, Card, Hand, card_of
from companion.games.moonlight.rules import is_name, rules_from
from companion.games.moonlight.state import (
    TO_WIN,
    Grid,
    Names,
    Phase,
    Result,
    State,
    cell_of,
    site_of,
)
from companion.games.moonlight.turns import powers_left

AGAIN = "Compare it with a position that moontable exports."
FIELDS = (
    "phase",
    "grid",
    "hands",
    "decks",
    "turns",
    "starter",
    "to_move",
    "rounds_won",
    "lone_wolf",
    "powers",
    "used",
    "last_round",
)
_MOST = 99
_T = TypeVar("_T")


def position_to_json(state: State) -> dict[str, Json]:
    """The table and how the match stands; ``starter`` is null where the lot is still due."""
    return {
        "phase": state.phase.value,
        "grid": {site_of(cell): [str(card_) for card_ in stack] for cell, stack in state.grid},
        "hands": _both(state.hands, cards_to_json),
        "decks": _both(state.decks, cards_to_json),
        "turns": _both(state.turns, int),
        "starter": _seat(state.starter),
        "to_move": _seat(state.to_move),
        "rounds_won": _both(state.rounds_won, int),
        "lone_wolf": _both(state.lone_wolf, bool),
        "powers": _both(state.powers, list),
        "used": _both(state.used, list),
        "last_round": None if state.last_round is None else result_to_json(state.last_round),
    }


def result_to_json(result: Result) -> dict[str, Json]:
    """How a round was counted."""
    return {
        "moons": _seat(result.moons),
        "rows": [
            {"row": y, "winner": _seat(winner), "points": points}
            for y, winner, points in result.rows
        ],
        "points": _both(result.points, int),
        "winner": _seat(result.winner),
    }


def cards_to_json(cards: Hand) -> list[Json]:
    """Cards in words, unknown ones as null."""
    return [None if one is None else str(one) for one in cards]


def _seat(side: int | None) -> str | None:
    return None if side is None else SIDES[side]


def _both(pair: tuple[_T, _T], write: Callable[[_T], Json]) -> dict[str, Json]:
    return {seat: write(value) for seat, value in zip(SIDES, pair, strict=True)}


# --- Reading --------------------------------------------------------------------------------------


def position_from_json(data: Json, rules: Mapping[str, Json] | None = None) -> State:
    """A state from its position. Raises `BadPosition` for anything that cannot be."""
    fields = _named(data, "position")
    for name in fields:
        if name not in FIELDS:
            raise BadPosition(f"A position has no field '{name[:40]}'.", AGAIN)
    for name in FIELDS:
        if name not in fields:
            raise BadPosition(f"The position has no '{name}'.", AGAIN)
    state = State(
        rules=rules_from(rules),
        phase=_phase(fields["phase"]),
        grid=read_grid(fields["grid"]),
        hands=_pair(fields, "hands", _own_cards),
        decks=_pair(fields, "decks", _own_cards),
        turns=_pair(fields, "turns", _number),
        starter=_side(fields["starter"], "starter"),
        to_move=_side(fields["to_move"], "to_move"),
        rounds_won=_pair(fields, "rounds_won", _number),
        lone_wolf=_pair(fields, "lone_wolf", _flag),
        powers=_pair(fields, "powers", _names),
        used=_pair(fields, "used", _sorted_names),
        last_round=_result(fields["last_round"]),
    )
    _check(state)
    return state


def _check(state: State) -> None:
    """Whether the game can go on from it. Raises `BadPosition`."""
    acting = state.phase in (Phase.PLAY, Phase.POWER)
    if acting is (state.to_move is None):
        moves = "somebody" if acting else "nobody"
        raise BadPosition(f"In phase {state.phase.value}, {moves} is to move.", AGAIN)
    if state.starter is None and state.phase is not Phase.DEAL:
        raise BadPosition("Nobody starts.", "Say who is the starter (ML-09).")
    for side in range(2):
        if len(state.hands[side]) > HAND:
            raise BadPosition(f"{SIDES[side]} holds {len(state.hands[side])} cards.", "3 are most.")
    over = max(state.rounds_won) >= TO_WIN
    if over is not (state.phase is Phase.OVER) or min(state.rounds_won) >= TO_WIN:
        raise BadPosition("The rounds won don't fit the phase.", "Two rounds win (ML-17).")
    if state.phase is Phase.PLAY and state.to_move is not None and not state.hands[state.to_move]:
        raise BadPosition(f"{SIDES[state.to_move]} has no card to lay.", "Then the round is over.")
    if state.phase is Phase.POWER and not powers_left(state):
        raise BadPosition("No power is left to choose.", "Then the next deal is due.")


def _named(data: Json, what: str) -> dict[str, Json]:
    if not isinstance(data, dict) or not all(isinstance(name, str) for name in data):
        raise BadPosition(f"The {what} is not an object with named fields.", AGAIN)
    return data


def _pair(
    fields: dict[str, Json], name: str, read: Callable[[Json, str, str], _T]
) -> tuple[_T, _T]:
    """A value for each side; `read` is told the value, the field and the seat."""
    both = _named(fields[name], f"field '{name}'")
    if set(both) != set(SIDES):
        raise BadPosition(f"'{name}' has to name {' and '.join(SIDES)}.", AGAIN)
    return read(both[SIDES[0]], name, SIDES[0]), read(both[SIDES[1]], name, SIDES[1])


def _phase(value: Json) -> Phase:
    try:
        return Phase(value)
    except ValueError:
        phases = ", ".join(phase.value for phase in Phase)
        raise BadPosition(f"phase is {value!r}; it has to be one of {phases}.", AGAIN) from None


def _side(value: Json, name: str) -> int | None:
    if value is None:
        return None
    if isinstance(value, str) and value in SIDES:
        return SIDES.index(value)
    raise BadPosition(f"{name} is {value!r}; it has to be null, {' or '.join(SIDES)}.", AGAIN)


def _number(value: Json, name: str, _seat: str) -> int:
    if type(value) is int and 0 <= value <= _MOST:
        return value
    raise BadPosition(f"'{name}' has {value!r}; it has to be a small number.", AGAIN)


def _flag(value: Json, name: str, _seat: str) -> bool:
    if isinstance(value, bool):
        return value
    raise BadPosition(f"'{name}' has {value!r}; it has to be true or false.", AGAIN)


def _names(value: Json, name: str, _seat: str) -> Names:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise BadPosition(f"'{name}' has {value!r}; it has to be a list of names.", AGAIN)
    for one in value:
        if not is_name(one):
            raise BadPosition(f"{one[:60]!r} can't name a power.", "A name is one line of text.")
    return tuple(value)


def _sorted_names(value: Json, name: str, seat: str) -> Names:
    return tuple(sorted(_names(value, name, seat)))


def _own_cards(value: Json, name: str, seat: str) -> Hand:
    if not isinstance(value, list) or len(value) > _MOST:
        raise BadPosition(f"'{name}' of {seat} is no list of cards.", AGAIN)
    cards = tuple(None if one is None else read_card(one) for one in value)
    for one in cards:
        if one is not None and one.owner != seat:
            raise BadPosition(f"{seat} can't have the card {one}.", "Each side has its own colour.")
    return cards


def read_card(value: Json) -> Card:
    """A card of this game. Raises `BadPosition`."""
    found = card_of(value) if isinstance(value, str) else None
    if found is None or found.owner not in SIDES or not (found.lone or found.value in COPIES):
        raise BadPosition(f"There is no card {str(value)[:40]!r}.", "A card is like 'green 3'.")
    return found


def read_grid(value: Json) -> Grid:
    """What lies on which cell. Raises `BadPosition`."""
    cells: dict[Cell, tuple[Card, ...]] = {}
    for site, stack in _named(value, "grid").items():
        cell = cell_of(site)
        if cell is None or max(map(abs, cell)) > _MOST:
            raise BadPosition(f"There is no cell {site[:40]!r}.", "Cells are like '1,-2'.")
        if not isinstance(stack, list) or not stack:
            raise BadPosition(f"On {site} lies no list of cards.", AGAIN)
        cells[cell] = tuple(read_card(one) for one in stack)
    return tuple(sorted(cells.items()))


def _result(value: Json) -> Result | None:
    if value is None:
        return None
    fields = _named(value, "last round")
    try:
        green, blue = (fields["points"][seat] for seat in SIDES)
        rows = tuple(
            (int(row["row"]), _side(row["winner"], "winner"), int(row["points"]))
            for row in fields["rows"]
        )
        return Result(
            moons=_side(fields["moons"], "moons"),
            rows=rows,
            points=(int(green), int(blue)),
            winner=_side(fields["winner"], "winner"),
        )
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, BadPosition):
            raise
        raise BadPosition(f"The last round can't be read ({error!r}).", AGAIN) from error
