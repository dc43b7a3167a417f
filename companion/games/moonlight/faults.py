"""Everything wrong with a table: what cannot lie there, and what does not belong to this match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from companion.games.api import Fault, Pile, Placement, Reason, reason
from companion.games.moonlight.actions import Cell
from companion.games.moonlight.cards import SIDES, Card, card_on_table, piece_of
from companion.games.moonlight.hidden import own_deck
from companion.games.moonlight.moves import covers
from companion.games.moonlight.rectangle import FIRST, box_of, neighbours
from companion.games.moonlight.state import State, cell_of, site_of


def faults_of(placement: Placement, state: State) -> tuple[Fault, ...]:
    """Every independent fault of a table in a match that stands at `state`."""
    found: dict[Reason, None] = {}
    cells: dict[Cell, tuple[Card, ...]] = {}
    for site, pile in sorted(placement.piles.items()):
        cell = cell_of(site)
        if cell is None:
            found[reason("ML-04", "no-such-site", site)] = None
            continue
        found.update(dict.fromkeys(_pile_faults(site, pile, state)))
        known = tuple(one for piece in pile if (one := card_on_table(piece)) is not None)
        if known:
            cells[cell] = known
    found.update(dict.fromkeys(_grid_faults(cells)))
    for side in range(2):
        found.update(dict.fromkeys(_side_faults(cells, side, state)))
    return tuple(Fault(why) for why in found)


def _pile_faults(site: str, pile: Pile, state: State) -> Iterator[Reason]:
    """What lies on one cell, and in which order (ML-01, ML-05)."""
    cards = [card_on_table(piece) for piece in pile]
    for piece, known in zip(pile, cards, strict=True):
        if known is None:
            yield reason("ML-18", "no-such-piece", site, piece=str(piece))
    for lower, upper in pairwise(cards):
        if lower is None or upper is None or covers(state.rules, upper, lower):
            continue
        low, high = piece_of(lower), piece_of(upper)
        yield reason("ML-05", "wrong-cover", site, lower=low, upper=high)


def _grid_faults(cells: dict[Cell, tuple[Card, ...]]) -> Iterator[Reason]:
    """Where cards lie: in the rectangle, beside each other, about the first (ML-02, ML-04)."""
    box = box_of(cells)
    if box is None:
        return
    if not box.fits:
        yield reason("ML-02", "grid-too-large", columns=box.width, rows=box.height)
    if FIRST not in cells:
        yield reason("ML-04", "first-cell-empty", site_of(FIRST))
    joined, waiting = set(), [min(cells, key=lambda cell: (cell != FIRST, cell))]
    while waiting:
        cell = waiting.pop()
        if cell in cells and cell not in joined:
            joined.add(cell)
            waiting += neighbours(cell)
    for cell in sorted(set(cells) - joined):
        yield reason("ML-04", "not-joined", site_of(cell))


def _side_faults(cells: dict[Cell, tuple[Card, ...]], side: int, state: State) -> Iterator[Reason]:
    """A side's cards: no more of any than it has, and one visible at least (ML-06, ML-18)."""
    owner = SIDES[side]
    counts = Counter(one for stack in cells.values() for one in stack if one.owner == owner)
    due = Counter(one.plain for one in own_deck(state, side))
    for one, count in sorted(counts.items(), key=lambda item: str(item[0])):
        sites = [site_of(cell) for cell, stack in cells.items() if one in stack]
        if one.lone and not state.lone_wolf[side]:
            yield reason("ML-18", "wolf-not-won-there", sites[0], side=owner)
        elif count > due[one]:
            piece = piece_of(one)
            yield reason(
                "ML-18", "too-many-there", sites[0], piece=piece, count=count, due=due[one]
            )
    if counts and not any(stack[-1].owner == owner for stack in cells.values()):
        yield reason("ML-06", "none-visible", side=owner)
