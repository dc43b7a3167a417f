"""The sky: four rows of four tiles, and the straight runs of three and four (SG-01).

Cells go from 0 to 15 in reading order; a set of cells is a number with one bit for each.
"""

from __future__ import annotations

SIDE = 4
CELLS = SIDE * SIDE
SITES = tuple(f"tile {row + 1},{column + 1}" for row in range(SIDE) for column in range(SIDE))
"""Cell -> the name of its site: row and column, counted from 1 at the top left."""
NUMBERS = {site: cell for cell, site in enumerate(SITES)}
DISCARD = "discard"
"""The site of the discards."""

_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def _runs() -> tuple[int, ...]:
    """Every straight run of three or four tiles; the board has an edge on each side (SG-01)."""
    found = []
    for row in range(SIDE):
        for column in range(SIDE):
            for down, right in _DIRECTIONS:
                for length in (3, 4):
                    last = (row + down * (length - 1), column + right * (length - 1))
                    if last[0] < SIDE and 0 <= last[1] < SIDE:
                        found.append(
                            sum(
                                1 << (row + down * step) * SIDE + column + right * step
                                for step in range(length)
                            )
                        )
    return tuple(found)


RUNS = _runs()
THROUGH = tuple(tuple(run for run in RUNS if run >> cell & 1) for cell in range(CELLS))
"""Cell -> the runs that it is part of."""


def rows_through(beads: int, cell: int) -> tuple[int, ...]:
    """The longest rows of beads through a cell, each a set of cells."""
    full = [run for run in THROUGH[cell] if run & beads == run]
    return tuple(run for run in full if not any(run & other == run != other for other in full))


def taken(beads: int, cell: int) -> int:
    """The cells of all rows that a new bead on `cell`, one of `beads`, makes (SG-02, SG-03)."""
    found = 0
    for run in THROUGH[cell]:
        if run & beads == run:
            found |= run
    return found


def cells_of(cells: int) -> list[int]:
    """The cells of a set, in reading order."""
    return [cell for cell in range(CELLS) if cells >> cell & 1]
