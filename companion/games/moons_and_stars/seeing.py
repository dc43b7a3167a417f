"""Which actions a table that looks so may come from: what the referee compares with a photo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, product

from companion.games.api import Pile, Placement
from companion.games.moons_and_stars import prepare
from companion.games.moons_and_stars.actions import (
    Action,
    Agbert,
    Lamban,
    Move,
    Pass,
    SetUp,
    Yinnok,
)
from companion.games.moons_and_stars.deities import BONUS_RULES
from companion.games.moons_and_stars.deities.yinnok import choice_of, with_orders
from companion.games.moons_and_stars.moves import legal_moves
from companion.games.moons_and_stars.piles import EMPTY, LOSABLE, PILES, SIDES
from companion.games.moons_and_stars.state import Phase, State

MOST_FACINGS = 64
"""Facings of Yinnok's traps that are compared at most, where the table does not show them."""


def plausible(state: State, seen: Placement) -> Iterable[Action]:
    """The actions worth comparing with a table: all of a turn, else those that it suggests."""
    if state.phase is Phase.SET_UP:
        return _set_ups(state, seen)
    if state.phase is Phase.DEITIES:
        return prepare.legal(state)
    if state.phase is not Phase.TURNS:
        return ()
    if state.owed is None:
        return legal_moves(state) or (Pass(),)
    deity = state.deities[state.owed]
    if deity == "lamban":
        return (_lamban(state, state.owed, seen),)
    if deity == "agbert":
        return (_agbert(state, state.owed, seen),)
    if deity == "yinnok":
        return _yinnok(state, state.owed, seen)
    return BONUS_RULES[deity or ""].actions(state, state.owed)


def attempts(state: State, origin: str, target: str, pieces: Pile) -> tuple[Move, ...]:
    """What a person who carried `pieces` from `origin` to `target` may have tried."""
    numbers = state.geometry.numbers
    if origin not in numbers or target not in numbers or not pieces:
        return ()
    pile = PILES[state.board[numbers[origin]]]
    movers = tuple(piece for piece in pile if piece.kind in ("moon", "star"))
    if pieces == movers or not movers:
        return (Move(origin, "all", target, target),)
    return (Move(origin, "top", target, target),) if pieces == movers[-1:] else ()


def _set_ups(state: State, seen: Placement) -> Iterator[SetUp]:
    """What each side that has not set up has put on its home ranks."""
    for side, seat in enumerate(SIDES):
        if not state.start.placed[side]:
            pieces = sorted(
                (site, f"{piece.kind} {piece.facing}".strip())
                for site, pile in seen.piles.items()
                for piece in pile
                if piece.owner == seat and " notch " not in site
            )
            if pieces:
                yield SetUp(seat, tuple(pieces))


def _lamban(state: State, side: int, seen: Placement) -> Lamban:
    turned = []
    for point, code in enumerate(state.board):
        pile, site = PILES[code], state.geometry.names[point]
        now = seen.at(site)
        if not pile or not now or pile[0].kind != "path" or pile[0].owner == SIDES[side]:
            continue
        if now[0].kind == "path" and now[0] != pile[0]:
            turned.append((site, now[0].facing))
    return Lamban(tuple(sorted(turned)))


def _agbert(state: State, side: int, seen: Placement) -> Agbert:
    placed = []
    for point in state.geometry.home(side):
        site = state.geometry.names[point]
        pile = seen.at(site)
        own = bool(pile) and pile[0].owner == SIDES[side] and pile[0].kind in LOSABLE
        if own and state.board[point] == EMPTY:
            placed.append((site, pile[0].kind))
    return Agbert(tuple(sorted(placed)))


def _yinnok(state: State, side: int, seen: Placement) -> Iterator[Yinnok]:
    """The facings that the table shows (each way where it does not), in every order."""
    options = []
    for site, ways in choice_of(state, side).facings:
        pile = seen.at(site)
        shown = pile[0].facing if pile and pile[0].kind == "trap" else ""
        options.append([(site, way) for way in ([shown] if shown in ways else ways)])
    for face in islice(product(*options), MOST_FACINGS):
        yield from with_orders(state, side, face)
