"""Actions in words that people can read, type and say.

A card is laid "green 3 at 1,0" or, where it covers one, "green 4 over 1,0"; "green 3 m2 at 1,0"
where its moons are told. The rest: "lot green",
"deal 3,1,?…/…", "score; moons 4-2; green +2 Howl", "power Howl", "use Howl".
"""

from __future__ import annotations

import json
import re

from companion.games.moonlight.actions import (
    Action,
    Correction,
    Deal,
    Lay,
    Lot,
    Pass,
    Power,
    Score,
    Use,
)
from companion.games.moonlight.cards import LONE, Card, Hand
from companion.games.moonlight.state import State, site_of

_PLAIN = re.compile(r"[\w'][\w' -]*")
HIDDEN = "hidden"


def format_action(state: State, action: Action) -> str:
    """An action of this state in notation."""
    match action:
        case Lay(card, cell):
            sign = "over" if state.stack(cell) else "at"
            return f"{card} {sign} {site_of(cell)}"
        case Deal():
            return f"deal {format_deck(action.green)}/{format_deck(action.blue)}"
        case Score():
            return "; ".join(["score", *_entered(action)])
        case Power(name):
            return f"power {'?' if name is None else format_name(name)}"
        case Use(name):
            return f"use {format_name(name)}"
        case Lot(first):
            return f"lot {first}"
        case Pass():
            return "pass"


def _entered(action: Score) -> list[str]:
    """What was entered by hand."""
    moons = [] if action.moons is None else [f"moons {action.moons[0]} {action.moons[1]}"]
    return [*moons, *map(_correction, action.corrections)]


def _correction(entered: Correction) -> str:
    return f"{entered.seat} {entered.points:+d} {format_name(entered.power)}"


def format_name(name: str) -> str:
    """A power's name, in quotes where it would not be read as one.

    >>> format_name("Long Howl"), format_name("a; b")
    ('Long Howl', '"a; b"')
    """
    plain = _PLAIN.fullmatch(name) and name == " ".join(name.split())
    return name if plain else json.dumps(name, ensure_ascii=False)


def format_deck(cards: Hand) -> str:
    """A deck, top first, without its colour: "3,1m2,L,?"; "hidden 11" if nothing is known."""
    if cards and not any(cards):
        return f"{HIDDEN} {len(cards)}"
    return ",".join(map(format_rank, cards)) or "-"


def format_rank(one: Card | None) -> str:
    """A card without its colour and in one word; one of another colour says which."""
    if one is None:
        return "?"
    return one.rank.replace(LONE, "L").replace(" ", "")
