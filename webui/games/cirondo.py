"""Cirondo on a board: where a move begins and ends, and what each side still has."""

from __future__ import annotations

from collections import Counter

from companion.games.api import Effect, Json, Removed
from companion.games.cirondo.actions import (
    Action,
    AgreeDraw,
    ClaimDraw,
    Lot,
    Move,
    OfferDraw,
    Pass,
    Resign,
)
from companion.games.cirondo.geometry import RINGS, SECTORS
from companion.games.cirondo.rules import rules_from
from companion.games.cirondo.state import State, home
from companion.games.cirondo.stellars import KINDS, SIDES, SUPPLY
from webui.games import Target


def target(state: State, action: Action, effects: tuple[Effect, ...]) -> Target:
    """Where to touch for an action, and its kind."""
    del state
    match action:
        case Move(origin, landing):
            return Target(_kind_of(effects), origin, landing, landing)
        case Pass():
            return Target("pass")
        case Lot():
            return Target("chance")
        case Resign() | OfferDraw() | AgreeDraw() | ClaimDraw():
            return Target("claim")


def _kind_of(effects: tuple[Effect, ...]) -> str:
    """Taking goes before becoming a solar system; both show in the steps."""
    removed = [one for one in effects if isinstance(one, Removed)]
    if any(one.manner != "promoted" for one in removed):
        return "capture"
    return "promotion" if removed else "move"


def facts(view: Json) -> dict[str, Json]:
    """The board's size, who starts where, how many stellars there are, and what is owed."""
    rules = rules_from(view["rules"])
    position = view["position"]
    lying = Counter(position["spaces"].values())
    seats = [SIDES[side] for side in rules.sides]
    counts = {seat: {kind: lying[f"{seat} {kind}"] for kind in KINDS} for seat in seats}
    return {
        "rings": RINGS,
        "sectors": SECTORS,
        "seats": seats,
        "homes": {SIDES[side]: [home(rules, side).start, rules.each] for side in rules.sides},
        "each": rules.each,
        "counts": counts,
        "supply": None
        if rules.unlimited
        else {seat: max(0, SUPPLY - counts[seat][KINDS[-1]]) for seat in seats},
        "opened": position["opened"],
        "owed": position["last_move_owed"],
        "offer": view["offer"],
        "partners": {"gold": "silver", "silver": "gold", "red": "blue", "blue": "red"}
        if rules.teams
        else {},
    }
