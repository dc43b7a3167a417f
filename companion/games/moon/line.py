"""A position in one line, for logs, messages and search.

    cooperative 0101/0011/1000/0000 6/6 ROL 0001,bug - 0110|-|-|-|- - 0110 3

Mode; registers A to D; energy left and of a round, in halves; what is in error; the deck, top
first; what is owed ("over" where the game is). Then of a cooperative game the places, the broken
ones, the face-up goal and how many are solved; of a competitive one whose turn it is and for each
player RAM, goal, solved, bugs, hacker and free uses left. At last, where needed, what the unknown
cards are and the switches that differ from their defaults. "-" is nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.api import Json
from companion.games.errors import BadPosition
from companion.games.moon.cards import Card, words
from companion.games.moon.exchange import position_from_json
from companion.games.moon.notation import NONE, long, short
from companion.games.moon.operations import REGISTERS, binary
from companion.games.moon.rules import COMPETITIVE, COOPERATIVE
from companion.games.moon.state import Phase, Player, State

_LONGEST = 2000
ADVICE = "See docs/games/moon.md for how a position line is written."
_TOLD = {
    COOPERATIVE: ("mode", "bits", "slots_usable"),
    COMPETITIVE: ("mode", "bits", "players"),
}
"""Switches that the rest of the line tells."""


def position_line(state: State) -> str:
    """The position as one line."""
    bits = state.rules.bits
    owed = {Phase.REPAIR: "repair", Phase.CARD: "card", Phase.OVER: "over"}
    fields = [
        state.rules.mode,
        "/".join(binary(value, bits) for value in state.registers),
        f"{state.energy}/{state.refill}",
        ",".join(state.disabled) or NONE,
        _cards(state.deck),
        owed.get(state.phase, NONE),
    ]
    if state.rules.competitive:
        fields.append(state.seat)
        fields += [_player(player, bits) for player in state.players]
    else:
        fields.append("|".join(_cards(cards, "+") for cards in state.slots))
        fields.append(",".join(map(str, state.broken)) or NONE)
        fields += [_cards(state.current), str(state.solved)]
    if state.unknown:
        fields.append(f"unknown={_cards(state.unknown)}")
    for name, value in state.rules.changed().items():
        if name not in _TOLD[state.rules.mode]:
            fields.append(f"{name}={_value_text(value)}")
    return " ".join(fields)


def _cards(cards: Iterable[Card], between: str = ",") -> str:
    return between.join(short(words(card)) for card in cards) or NONE


def _player(player: Player, bits: int) -> str:
    parts = [
        binary(player.ram, bits),
        _cards(player.goal),
        str(player.solved),
        str(player.bugs),
        player.hacker or NONE,
        str(player.free_left),
    ]
    return ":".join(parts)


def _value_text(value: Json) -> str:
    if isinstance(value, list):
        return ",".join(value) or NONE
    return str(value).lower() if isinstance(value, bool) else str(value)


# --- Reading --------------------------------------------------------------------------------------


def position_from_line(text: str) -> State:
    """The inverse of `position_line`. Raises `BadPosition`."""
    if len(text) > _LONGEST:
        raise BadPosition("This is too long for a position line.", ADVICE)
    fields = text.split()
    plain = [field for field in fields if "=" not in field]
    least = {COOPERATIVE: 10, COMPETITIVE: 9}.get(plain[0] if plain else "", 99)
    if len(plain) < least or fields[: len(plain)] != plain:
        raise BadPosition("This is no position line of MOON.", ADVICE)
    mode, registers, energy, disabled, deck, owed, *rest = plain
    values = registers.split("/")
    if len(values) != len(REGISTERS):
        raise BadPosition(f"There are {len(values)} registers, not 4.", ADVICE)
    left, _, refill = energy.partition("/")
    data: dict[str, Json] = {
        "mode": mode,
        "bits": len(values[0]),
        "refill": _number(refill),
        "energy": _number(left),
        "registers": {name: _value(bits) for name, bits in zip(REGISTERS, values, strict=True)},
        "disabled": [] if disabled == NONE else disabled.split(","),
        "deck": _read_cards(deck),
        "owed": None if owed in (NONE, "over") else owed,
        "over": owed == "over",
    }
    data |= _duel(rest) if mode == COMPETITIVE else _together(rest)
    rules: dict[str, Json] = {}
    for word in fields[len(plain) :]:
        name, _, value = word.partition("=")
        if name == "unknown":
            data["unknown"] = _read_cards(value)
        elif name in _TOLD[mode]:
            raise BadPosition(f"{name} is told by the rest of the line.", ADVICE)
        elif name == "operations":
            rules[name] = [] if value == NONE else value
        else:
            rules[name] = int(value) if value.isdecimal() and len(value) < 4 else value
    return position_from_json(data, rules)


def _together(rest: list[str]) -> dict[str, Json]:
    if len(rest) != 4:
        raise BadPosition("Places, broken ones, goal and number of solved are due.", ADVICE)
    slots, broken, current, solved = rest
    return {
        "slots": [_read_cards(cards, "+") for cards in slots.split("|")],
        "broken": [] if broken == NONE else [_number(place) for place in broken.split(",")],
        "current": _read_cards(current),
        "solved": _number(solved),
    }


def _duel(rest: list[str]) -> dict[str, Json]:
    to_move, *entries = rest
    players: dict[str, Json] = {}
    for place, entry in enumerate(entries, 1):
        parts = entry.split(":")
        if len(parts) != 6:
            raise BadPosition(f"'{entry[:40]}' is no player.", ADVICE)
        ram, goal, solved, bugs, hacker, free = parts
        players[f"p{place}"] = {
            "ram": _value(ram),
            "goal": _read_cards(goal),
            "solved": _number(solved),
            "bugs": _number(bugs),
            "hacker": None if hacker == NONE else hacker,
            "free_left": _number(free),
        }
    return {"to_move": to_move, "players": players}


def _read_cards(text: str, between: str = ",") -> list[str | None]:
    return [] if text == NONE else [long(word) for word in text.split(between)]


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 3:
        raise BadPosition(f"'{text[:20]}' is no number.", ADVICE)
    return int(text)


def _value(text: str) -> int:
    if not text or not set(text) <= set("01") or len(text) > 6:
        raise BadPosition(f"'{text[:20]}' is no value.", "Values are written in bits.")
    return int(text, 2)
