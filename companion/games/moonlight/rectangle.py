"""The rectangle: where the grid may still grow, and where its corners are (ML-02, ML-04)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from companion.games.moonlight.actions import Cell

LONG, SHORT = 4, 3
CELLS = LONG * SHORT
"""How many cells a complete rectangle has (ML-08)."""
FIRST: Cell = (0, 0)
"""The cell of the first card of a round (ML-04)."""


@dataclass(frozen=True, slots=True)
class Box:
    """The bounding box of the occupied cells."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """Columns."""
        return self.right - self.left + 1

    @property
    def height(self) -> int:
        """Rows."""
        return self.bottom - self.top + 1

    @property
    def fits(self) -> bool:
        """Whether it is at most 4 x 3 or 3 x 4 (ML-02)."""
        sizes = sorted((self.width, self.height))
        return sizes[0] <= SHORT and sizes[1] <= LONG

    @property
    def complete(self) -> bool:
        """Whether it is exactly 4 x 3 or 3 x 4, even with a cell still empty (ML-12)."""
        return sorted((self.width, self.height)) == [SHORT, LONG]

    def with_cell(self, cell: Cell) -> Box:
        """The box once a cell is occupied, too."""
        x, y = cell
        return Box(min(self.left, x), min(self.top, y), max(self.right, x), max(self.bottom, y))

    def corners(self) -> frozenset[Cell]:
        """The cells at its corners; fewer than four in a thin box."""
        return frozenset((x, y) for x in (self.left, self.right) for y in (self.top, self.bottom))


def box_of(cells: Iterable[Cell]) -> Box | None:
    """The bounding box of some cells; None for none."""
    columns, rows = zip(*cells, strict=True) if (cells := tuple(cells)) else ((), ())
    return Box(min(columns), min(rows), max(columns), max(rows)) if columns else None


def neighbours(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The four cells beside a cell; never across a corner (ML-04)."""
    x, y = cell
    return (x - 1, y), (x, y - 1), (x, y + 1), (x + 1, y)


@lru_cache(maxsize=1 << 15)
def free_cells(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Where a card may be laid on the table itself, in order; ``cells`` are the occupied ones."""
    box = box_of(cells)
    if box is None:
        return (FIRST,)
    beside = {near for cell in cells for near in neighbours(cell)} - set(cells)
    return tuple(sorted(cell for cell in beside if box.with_cell(cell).fits))
