"""Moons and Stars on a board: where a move begins and ends, and what kind it is."""

from __future__ import annotations

from companion.games.api import Carried, Effect, Json, Piece, Removed
from companion.games.moons_and_stars.actions import (
    LOST,
    Action,
    Agbert,
    AgreeDraw,
    Cadbeth,
    Choose,
    ClaimDraw,
    Decide,
    Dirlydwurg,
    Jothi,
    Keddep,
    Lamban,
    Lot,
    Move,
    OfferDraw,
    Pass,
    Resign,
    Roll,
    SetUp,
    Yinnok,
)
from companion.games.moons_and_stars.geometry import ROWS
from companion.games.moons_and_stars.home import words_for
from companion.games.moons_and_stars.piles import KINDS, SIDES
from companion.games.moons_and_stars.rules import SPEC
from companion.games.moons_and_stars.state import State, placement_of
from webui.games import Target

PIECES = tuple(
    Piece(side, *words.split())
    for side in SIDES
    for kind in (*KINDS, "stone")
    for words in dict.fromkeys((*words_for(kind, one_way=False), *words_for(kind, one_way=True)))
)
"""What players lay, turn and bring back: a page names it before it lies there."""


def target(state: State, action: Action, effects: tuple[Effect, ...]) -> Target:
    """Where to touch for an action, and its kind."""
    match action:
        case Move(origin, part, landing, rest):
            kind = _kind_of(state, effects, rest)
            lifted = f"{origin} top" if part == "top" else origin
            return Target(kind, lifted, landing, rest)
        case Dirlydwurg(stone, landing):
            return Target("bonus", _stone_site(state, stone), landing, landing)
        case Cadbeth(remove):
            return Target("bonus", remove[0] if remove else None)
        case Lamban(turn):
            return Target("bonus", turn[0][0] if turn else None)
        case Agbert(place):
            return Target("bonus", None, place[0][0] if place else None)
        case Yinnok() | Jothi() | Keddep():
            return Target("bonus")
        case Pass():
            return Target("pass")
        case Resign() | OfferDraw() | AgreeDraw() | ClaimDraw():
            return Target("claim")
        case Roll() | Lot():
            return Target("chance")
        case Decide() | Choose():
            return Target("choice")
        case SetUp():
            return Target("place")


def _kind_of(state: State, effects: tuple[Effect, ...], rest: str | None) -> str:
    """What a move is called on the board: how it ends goes before how it gets there."""
    if rest == LOST:
        return "lost"
    if any(isinstance(one, Removed) for one in effects):
        return "capture"
    carried = [one for one in effects if isinstance(one, Carried)]
    if any(one.manner == "pulled" for one in carried):
        return "pull"
    return "ride" if carried and _is_ride(state, carried[0]) else "move"


def _is_ride(state: State, way: Carried) -> bool:
    """Whether steps alone can't lead there: a moon makes two of them, all others one (MS-17)."""
    numbers = state.geometry.numbers
    if way.origin not in numbers or way.target not in numbers:
        return False
    files, ranks = state.geometry.offset(numbers[way.origin], numbers[way.target])
    is_moon = len(way.pieces) == 1 and way.pieces[0].kind == "moon"
    return abs(files) + abs(ranks) != (2 if is_moon else 1)


def _stone_site(state: State, side: str) -> str | None:
    """Where a side's stone stands."""
    for site, pile in placement_of(state).piles.items():
        if any(piece.kind == "stone" and piece.owner == side for piece in pile):
            return site
    return None


def facts(view: Json) -> dict[str, Json]:
    """Columns and rows of the board, notches of the deities, and what both sides rolled."""
    rules = SPEC.rules(view["rules"])
    columns = int(rules["columns"])
    start = view["start"]
    return {
        "columns": columns,
        "rows": ROWS,
        "column_names": [chr(ord("a") + number) for number in range(columns)],
        "notches": int(rules["notches"]),
        "deities": view["position"].get("deities"),
        "rolls": dict(zip(SIDES, start["rolls"], strict=True)),
        "kept": dict(zip(SIDES, start["kept"], strict=True)),
        "placed": dict(zip(SIDES, start["placed"], strict=True)),
        "first": start["first"],
        "owed": view["position"].get("owed"),
        "offer": view["offer"],
    }
