"""Points by number and by name, and who neighbours whom, for a board of so many columns.

A point's number is rank * columns + file, both from 0, so numbers run a1, b1, … i9.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

ROWS = 9
HOME_ROWS: tuple[range, range] = (range(0, 4), range(5, 9))
"""side -> its four home ranks, from 0 (brown south, blue north)."""
MOST_COLUMNS = 26
"""Files are named by one letter."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """A board: names of the points, numbers of the names, neighbours by direction.

    ``neighbours[point][direction]`` is -1 off the board; directions are north, east, south, west.
    ``around[point]`` are the neighbours on the board, in order of number.
    """

    columns: int
    names: tuple[str, ...]
    numbers: dict[str, int]
    neighbours: tuple[tuple[int, int, int, int], ...]
    around: tuple[tuple[int, ...], ...]

    def home(self, side: int) -> tuple[int, ...]:
        """The points of a side's four home ranks, in order."""
        return tuple(
            row * self.columns + file for row in HOME_ROWS[side] for file in range(self.columns)
        )

    def offset(self, origin: int, target: int) -> tuple[int, int]:
        """(files east, ranks north) from one point to another."""
        row, file = divmod(origin, self.columns)
        to_row, to_file = divmod(target, self.columns)
        return to_file - file, to_row - row


@lru_cache(maxsize=MOST_COLUMNS)
def geometry(columns: int) -> Geometry:
    """The board of `columns` files and nine ranks (MS-01)."""
    names = tuple(f"{chr(97 + file)}{row + 1}" for row in range(ROWS) for file in range(columns))
    neighbours = []
    for point in range(ROWS * columns):
        row, file = divmod(point, columns)
        neighbours.append(
            (
                point + columns if row < ROWS - 1 else -1,
                point + 1 if file < columns - 1 else -1,
                point - columns if row > 0 else -1,
                point - 1 if file > 0 else -1,
            )
        )
    numbers = {name: number for number, name in enumerate(names)}
    around = tuple(tuple(sorted(p for p in beside if p >= 0)) for beside in neighbours)
    return Geometry(columns, names, numbers, tuple(neighbours), around)
