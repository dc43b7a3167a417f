"""Which window of a lattice is the board: lines inside, none one step further out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.profiles import Stretches

Floats = NDArray[np.float64]

_LEAST_PART = 0.1  # of the lines that must be in sight
_FAINTER = 3.0  # times that lines of one direction may well be fainter than the other's


@dataclass(frozen=True, slots=True)
class Window:
    """The best window of columns x rows points: its first point, its score and the runner-up's.

    score: mean sureness of the lines inside minus that of the ring of lines and line ends just
    outside, per line inside; 1 is a perfect board. runner_up: the best other window's score.
    own: the score of the window that starts at (0, 0).
    evenness: how alike every second or third of that window's lines are seen, and the lines of both
    directions, 0 to 1. A grid of half the true pitch has real lines only at every other place; one
    with the right pitch in one direction only has few in the other. best_evenness: of the best
    window.
    """

    first: tuple[int, int]
    score: float
    runner_up: float
    own: float
    evenness: float
    best_evenness: float

    @property
    def lead(self) -> float:
        """Lead over the runner-up as a part of the score."""
        return (self.score - self.runner_up) / max(self.score, 1e-9)


def best_window(
    stretches: Stretches,
    sure: Floats,
    columns: int,
    rows: int,
    hidden: NDArray[np.bool_] | None = None,
) -> Window:
    """Return the window of `columns` by `rows` points that the sureness (N,) speaks for.

    hidden: (N,) where lines can't be seen; the score is told of the others.
    """
    low, column_lines, row_lines = edge_grids(stretches, sure)
    span_u, span_v = column_lines.shape[0], row_lines.shape[0]
    tries_u, tries_v = span_u - columns + 1, span_v - rows + 1
    inside = boxes(column_lines, columns, rows - 1, 0)[:tries_u, :tries_v]
    inside = inside + boxes(row_lines, rows, columns - 1, 0)[:tries_v, :tries_u].T
    wider = boxes(column_lines, columns, rows - 1, 1)[:tries_u, :tries_v]
    wider = wider + boxes(row_lines, rows, columns - 1, 1)[:tries_v, :tries_u].T
    edges = columns * (rows - 1) + rows * (columns - 1)
    score = (2 * inside - wider) / (edges * _seen_part(stretches, hidden, columns, rows))
    u, v = np.unravel_index(int(score.argmax()), score.shape)
    best = float(score[u, v])
    own = float(score[-low[0], -low[1]])
    return Window(
        (int(u) + low[0], int(v) + low[1]),
        best,
        _best_but(score, int(u), int(v)),
        own,
        *(
            _evenness(
                column_lines[at[0] : at[0] + columns, at[1] : at[1] + rows - 1],
                row_lines[at[1] : at[1] + rows, at[0] : at[0] + columns - 1],
            )
            for at in ((-low[0], -low[1]), (int(u), int(v)))
        ),
    )


def _seen_part(
    stretches: Stretches, hidden: NDArray[np.bool_] | None, columns: int, rows: int
) -> float:
    """Return the part of the stretches of the window at (0, 0) that nothing hides."""
    if hidden is None:
        return 1.0
    lines, cells = np.array([columns, rows]), np.array([rows, columns]) - 1
    inside = (stretches.line >= 0) & (stretches.line < lines[stretches.axis])
    inside &= (stretches.cell >= 0) & (stretches.cell < cells[stretches.axis])
    return max(_LEAST_PART, 1.0 - float(hidden[inside].mean()))


def _evenness(column_lines: Floats, row_lines: Floats) -> float:
    """Return the faintest second or third of the lines over the clearest one, 0 to 1.

    Every second line (third line), counted from each start, in both directions. The lines of one
    direction may be fainter than the other's (wood's grain, a lamp): they count three times.
    """
    both = sorted((float(column_lines.mean()), float(row_lines.mean())))
    worst = min(1.0, _FAINTER * both[0] / max(both[1], 1e-9))
    for lines in (column_lines.mean(axis=1), row_lines.mean(axis=1)):
        for every in (2, 3):
            means = [float(lines[start::every].mean()) for start in range(every)]
            worst = min(worst, min(means) / max(*means, 1e-9))
    return worst


def _best_but(score: Floats, u: int, v: int) -> float:
    """Return the best score of any other window."""
    others = score.copy()
    others[u, v] = -np.inf
    return float(others.max()) if others.size > 1 else -1.0


def edge_grids(stretches: Stretches, sure: Floats) -> tuple[tuple[int, int], Floats, Floats]:
    """Mean sureness of each edge: column lines (u, cell v) and row lines (v, cell u)."""
    grids = []
    low = [0, 0]
    for axis in (0, 1):
        mine = stretches.axis == axis
        line, cell = stretches.line[mine], stretches.cell[mine]
        low[axis] = int(line.min())
        total = np.zeros((int(np.ptp(line)) + 1, int(np.ptp(cell)) + 1))
        count = np.zeros_like(total)
        np.add.at(total, (line - line.min(), cell - cell.min()), sure[mine])
        np.add.at(count, (line - line.min(), cell - cell.min()), 1.0)
        grids.append(total / np.maximum(count, 1.0))
    return (low[0], low[1]), grids[0], grids[1]


def boxes(values: Floats, lines: int, cells: int, grow: int) -> Floats:
    """Sum over every window of lines x cells, grown by `grow` on all sides (zeros outside)."""
    padded = np.pad(values, grow)
    lines, cells = lines + 2 * grow, cells + 2 * grow
    total = np.pad(padded.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    return np.asarray(
        total[lines:, cells:]
        - total[:-lines, cells:]
        - total[lines:, :-cells]
        + total[:-lines, :-cells]
    )
