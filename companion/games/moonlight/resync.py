"""Going on from a table as it lies: after an overruled ruling, or when the thread was lost."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from companion.games.api import Placement
from companion.games.errors import BadPosition
from companion.games.moonlight.actions import Action, Cell, Lay, Pass
from companion.games.moonlight.cards import HAND, SIDES, Card, card_on_table
from companion.games.moonlight.hidden import as_seen, in_hand, laid, size_of
from companion.games.moonlight.rectangle import CELLS, FIRST, box_of
from companion.games.moonlight.state import Grid, Phase, Stack, State, cell_of, put
from companion.games.moonlight.turns import apply_lay

SAY = "Say what lies there."


def resynchronised(state: State, placement: Placement, seat: str) -> State:
    """The round goes on from `placement` with `seat` to move.

    As many turns have been had as cards lie there. Of a side with other cards there than before,
    hand and deck are unknown from now on. Between rounds only the table changes. Raises
    `BadPosition` for a table that cannot be.
    """
    if seat not in SIDES:
        raise BadPosition(f"There is no {seat} in this game.", "Say whose turn it is.")
    grid = _grid(state, placement)
    if state.phase is Phase.OVER:
        raise BadPosition("The match is over.", "Begin another one.")
    if state.phase in (Phase.POWER, Phase.DEAL):
        return replace(state, grid=grid)
    counts = len(laid(grid, 0)), len(laid(grid, 1))
    after = replace(
        state,
        phase=Phase.PLAY,
        grid=grid,
        turns=counts,
        starter=SIDES.index(seat) if state.starter is None else state.starter,
        to_move=SIDES.index(seat),
        last_round=None,
    )
    for side in range(2):
        if Counter(laid(grid, side)) != Counter(laid(state.grid, side)) or not state.hands[side]:
            after = _unknown_hand(after, side)
    return _settled(after)


def _settled(state: State) -> State:
    """The state, its round over where no card can be laid, or none is left for the mover."""
    side = state.to_move
    if side is None or (state.hands[side] and len(state.grid) < CELLS):
        return state
    return replace(state, phase=Phase.SCORE, to_move=None)


def _unknown_hand(state: State, side: int) -> State:
    """All that a side has not laid is unknown: three cards in hand, the rest in its deck."""
    left = size_of(state, side) - len(laid(state.grid, side))
    if left < 0:
        raise BadPosition(f"{SIDES[side]} has more cards there than in its deck.", SAY)
    held = min(HAND, left)
    return replace(
        state,
        hands=put(state.hands, side, (None,) * held),
        decks=put(state.decks, side, (None,) * (left - held)),
    )


def _grid(state: State, placement: Placement) -> Grid:
    cells: dict[Cell, Stack] = {}
    for site, pile in placement.piles.items():
        cell = cell_of(site)
        cards = [card_on_table(piece) for piece in pile]
        known = [one for one in cards if one is not None]
        if cell is None or len(known) < len(cards):
            raise BadPosition(f"On {site} can't lie: {', '.join(map(str, pile))}.", SAY)
        stack = _with_moons(known, state.stack(cell))
        cells[cell] = tuple(as_seen(state.rules, one) for one in stack)
    box = box_of(cells)
    if box is not None and (not box.fits or FIRST not in cells):
        raise BadPosition(
            "The cards don't lie in a rectangle of 4 by 3 about the first one.",
            "Call the cell of the first card of the round 0,0 (ML-02, ML-04).",
        )
    return tuple(sorted(cells.items()))


def _with_moons(cards: list[Card], before: Stack) -> Stack:
    """Cards seen, with the moons of those that lay there already."""
    old = [*before, *cards[len(before) :]]
    return tuple(
        was if was.plain == now else now for was, now in zip(old[: len(cards)], cards, strict=True)
    )


def forced(state: State, action: Action) -> State:
    """A refused card laid by hand, or a pass, since people let it stand.

    A card that the hand was not known to hold makes that hand and deck unknown. Raises
    `BadPosition` for anything else, and for a cell outside the rectangle.
    """
    if state.phase is not Phase.PLAY or state.to_move is None:
        raise BadPosition("No card is laid now.", "Play something that the rules allow.")
    if isinstance(action, Pass):
        return _settled(replace(state, to_move=1 - state.to_move))
    if not isinstance(action, Lay) or action.card.owner not in SIDES:
        raise BadPosition("This can't be done by hand.", "Play something that the rules allow.")
    box = box_of([cell for cell, _stack in state.grid])
    grown = box.with_cell(action.cell) if box is not None else None
    if grown is None and action.cell != FIRST:
        raise BadPosition("The first card lies on 0,0.", "Name the others from there (ML-04).")
    if grown is not None and not grown.fits:
        raise BadPosition("It would lie outside the rectangle.", "See ML-02.")
    side = SIDES.index(action.card.owner)
    if not in_hand(state, side, action.card):
        state = _unknown_hand(state, side)
    if not state.hands[side] or not in_hand(state, side, action.card):
        raise BadPosition(f"{SIDES[side]} has no {action.card} left.", "Say which card it is.")
    return apply_lay(state, action).state
