"""Counting a round: moons, then rows, then points (ML-11)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.moonlight.actions import Cell, Correction
from companion.games.moonlight.cards import SIDES, Card
from companion.games.moonlight.rectangle import Box, box_of
from companion.games.moonlight.rules import Rules
from companion.games.moonlight.state import Grid, Result, visible

FOR_MOONS = 2
"""What most visible moons are worth (ML-11)."""
CORNER_ONE = 3
"""What a 1 in a corner adds to its row (ML-12)."""
Moons = tuple[int, int]


def moons_of(rules: Rules, known: Card) -> int | None:
    """A card's moons; None if nobody knows."""
    if known.lone and rules.wolf_moons is not None:
        return rules.wolf_moons
    return known.moons


def moons_known(rules: Rules, grid: Grid) -> bool:
    """Whether every visible card tells its moons, so that none are entered by hand (ML-01)."""
    return all(moons_of(rules, stack[-1]) is not None for _cell, stack in grid)


def visible_moons(rules: Rules, grid: Grid) -> Moons | None:
    """Each side's visible moons; None if a card does not tell its own."""
    counts, untold = told_moons(rules, grid)
    return None if any(untold) else counts


def told_moons(rules: Rules, grid: Grid) -> tuple[Moons, Moons]:
    """Each side's visible moons as far as cards tell them, and how many of its cards don't."""
    counts, untold = [0, 0], [0, 0]
    for _cell, stack in grid:
        side, moons = SIDES.index(stack[-1].owner), moons_of(rules, stack[-1])
        counts[side] += moons or 0
        untold[side] += moons is None
    return (counts[0], counts[1]), (untold[0], untold[1])


def corners_of(rules: Rules, box: Box) -> frozenset[Cell]:
    """Where a 1 counts as 3: nowhere before the rectangle is complete, unless switched (ML-12)."""
    if rules.corners == "rectangle" and not box.complete:
        return frozenset()
    return box.corners()


def worth(rules: Rules, known: Card, *, corner: bool) -> int:
    """What a visible card adds to its row; an unknown Lone Wolf nothing (ML-01, ML-12)."""
    if known.value is None:
        return rules.wolf_value or 0  # a Lone Wolf has no card effect, whatever its value
    return CORNER_ONE if corner and known.value == 1 else known.value


def row_totals(rules: Rules, grid: Grid) -> dict[int, tuple[int, int]]:
    """Row -> each side's total in it, for every row of the bounding box from the top (ML-03)."""
    box = box_of(cell for cell, _stack in grid)
    if box is None:
        return {}
    corners = corners_of(rules, box)
    totals = {y: [0, 0] for y in range(box.top, box.bottom + 1)}
    for cell, stack in grid:
        added = worth(rules, stack[-1], corner=cell in corners)
        totals[cell[1]][SIDES.index(stack[-1].owner)] += added
    return {y: (both[0], both[1]) for y, both in totals.items()}


def _row_winner(totals: tuple[int, int], there: set[str]) -> int | None:
    """Who has the row: the only side there, even with nothing, else the higher total (ML-13)."""
    if len(there) == 1:
        return SIDES.index(there.pop())
    if totals[0] == totals[1]:
        return None
    return 0 if totals[0] > totals[1] else 1


def row_points(cards: Iterable[Card], winner: int | None) -> int:
    """A point for each of the winner's visible cards, one more for a printed 3 (ML-14)."""
    if winner is None:
        return 0
    return sum(1 + (one.value == 3) for one in cards if one.owner == SIDES[winner])


def majority(counts: Moons | None) -> int | None:
    """Who has more; None for a tie, or where nobody knows."""
    if counts is None or counts[0] == counts[1]:
        return None
    return 0 if counts[0] > counts[1] else 1


def count_round(
    rules: Rules,
    grid: Grid,
    moons: Moons | None = None,
    corrections: Iterable[Correction] = (),
) -> Result:
    """How a round ends; ``moons`` count only where the cards don't tell them all (ML-01)."""
    most = majority(visible_moons(rules, grid) or moons)
    points = [0, 0]
    if most is not None:
        points[most] += FOR_MOONS
    rows = []
    for y, totals in row_totals(rules, grid).items():
        cards = [stack[-1] for cell, stack in grid if cell[1] == y]
        winner = _row_winner(totals, {one.owner for one in cards})
        gained = row_points(cards, winner)
        rows.append((y, winner, gained))
        if winner is not None:
            points[winner] += gained
    for entered in corrections:
        points[SIDES.index(entered.seat)] += entered.points
    total = points[0], points[1]
    best = majority(total)
    if best is None:  # the tie-break counts visible cards, those of lost rows too (ML-15)
        best = majority((visible(grid, 0), visible(grid, 1)))
    return Result(most, tuple(rows), total, best)
