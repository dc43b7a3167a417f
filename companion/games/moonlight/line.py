"""A position in one line, for logs, messages and search.

Phase, grid, hands, decks, side to move, starter; then, where needed, ``name=value``: turns, rounds
won, Lone Wolves, powers, ticked powers, the last round, and switches that differ from default.
"""

from __future__ import annotations

import json
import re
from urllib.parse import quote, unquote

from companion.games.api import Json
from companion.games.errors import BadPosition
from companion.games.moonlight.cards import LONE, SIDES, Card, Hand
from companion.games.moonlight.exchange import position_from_json, position_to_json
from companion.games.moonlight.notation import format_rank
from companion.games.moonlight.state import Grid, State, site_of

ADVICE = "See docs/games/moonlight.md for how a position line is written."
_LONGEST = 8000
_NONE = "-"
_UNKNOWN = "?"
_TOKEN = re.compile(r"(?:([1-9]\d{0,2})|L)(?:m(\d{1,3}))?|\?")
_PLAIN = ("turns", "rounds_won", "lone_wolf", "powers", "used", "last_round")
"""What is left out where it is as at the start of a match."""
_AT_START = {
    "turns": (0, 0),
    "rounds_won": (0, 0),
    "lone_wolf": (False, False),
    "powers": ([], []),
    "used": ([], []),
}
_SWITCH = "rule."
"""What the names of switches begin with: powers are a field of the position, too."""


def position_line(state: State) -> str:
    """The position as one line."""
    data = position_to_json(state)
    fields = [
        state.phase.value,
        _grid_text(state.grid),
        _hands_text(state.hands),
        _hands_text(state.decks),
        data["to_move"] or _NONE,
        data["starter"] or _NONE,
    ]
    for name in _PLAIN:
        value = data[name]
        if name == "last_round":
            fields += [] if value is None else [f"{name}={_packed(value)}"]
        elif tuple(value.values()) != _AT_START[name]:
            fields.append(f"{name}={_packed(list(value.values()))}")
    fields += [f"{_SWITCH}{name}={_packed(value)}" for name, value in state.rules.changed().items()]
    return " ".join(fields)


def _packed(value: Json) -> str:
    """JSON without a space in it."""
    text = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
    return quote(text, safe='{}[]":,;+-')


def _grid_text(grid: Grid) -> str:
    cells = (
        f"{site_of(cell)}:" + ".".join(one.owner[0] + _token(one) for one in stack)
        for cell, stack in grid
    )
    return "/".join(cells) or _NONE


def _hands_text(hands: tuple[Hand, Hand]) -> str:
    return "/".join(",".join(map(_token, hand)) or _NONE for hand in hands)


def _token(one: Card | None) -> str:
    """A card without its colour: 3, 3m1, L, ? where it is not known."""
    return format_rank(one)


# --- Reading --------------------------------------------------------------------------------------


def position_from_line(text: str) -> State:
    """The inverse of `position_line`. Raises `BadPosition`."""
    if len(text) > _LONGEST:
        raise BadPosition("This is too long for a position line.", ADVICE)
    fields = text.split()
    if len(fields) < 6:
        raise BadPosition(
            "A position line has a phase, a grid, hands, decks, who is to move and who starts.",
            ADVICE,
        )
    phase, grid, hands, decks, to_move, starter, *rest = fields
    data: dict[str, Json] = {
        "phase": phase,
        "grid": _grid(grid),
        "hands": _hands(hands),
        "decks": _hands(decks),
        "to_move": None if to_move == _NONE else to_move,
        "starter": None if starter == _NONE else starter,
        "last_round": None,
        **{name: _by_side(list(value)) for name, value in _AT_START.items()},
    }
    rules: dict[str, Json] = {}
    for word in rest:
        name, _, packed = word.partition("=")
        value = _unpacked(packed)
        if name.startswith(_SWITCH):
            rules[name.removeprefix(_SWITCH)] = value
        elif name in _PLAIN:
            data[name] = value if name == "last_round" else _by_side(value)
        else:
            raise BadPosition(f"A position line has no field '{name[:40]}'.", ADVICE)
    return position_from_json(data, rules)


def _unpacked(text: str) -> Json:
    words = unquote(text)
    try:
        return json.loads(words)
    except ValueError:
        return words


def _by_side(value: Json) -> dict[str, Json]:
    if not isinstance(value, list) or len(value) != len(SIDES):
        raise BadPosition(f"{str(value)[:40]!r} gives no value for each side.", ADVICE)
    return dict(zip(SIDES, value, strict=True))


def _grid(text: str) -> dict[str, Json]:
    cells: dict[str, Json] = {}
    for part in () if text == _NONE else text.split("/"):
        site, _, stack = part.partition(":")
        cells[site] = [_on_table(token) for token in stack.split(".")]
    return cells


def _on_table(token: str) -> str:
    owner = next((seat for seat in SIDES if token[:1] == seat[0]), None)
    words = None if owner is None else _words(token[1:], owner)
    if words is None:
        raise BadPosition(f"'{token[:20]}' is no card on the table.", ADVICE)
    return words


def _hands(text: str) -> dict[str, Json]:
    hands = text.split("/")
    if len(hands) != len(SIDES):
        raise BadPosition("Cards are given for green, then after '/' for blue.", ADVICE)
    return {
        seat: [] if hand == _NONE else [_words(token, seat) for token in hand.split(",")]
        for seat, hand in zip(SIDES, hands, strict=True)
    }


def _words(token: str, owner: str) -> str | None:
    """A card in the words of the exchange format; None for one that is not known."""
    found = _TOKEN.fullmatch(token)
    if found is None:
        raise BadPosition(f"'{token[:20]}' is no card.", ADVICE)
    if token == _UNKNOWN:
        return None
    value, moons = found.groups()
    words = f"{owner} {value or LONE}"
    return words if moons is None else f"{words} m{moons}"
