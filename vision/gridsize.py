"""How many lines has a grid? The rectangle of a lattice that its lines speak for.

Each edge between two neighbouring points is a witness: a rectangle's lines should be seen with the
chance that is usual on this board, everything around it seldom. The best rectangle of a lattice is
that of the largest likelihood ratio (against no line at all). It is told with how much worse the
rectangles are that have one line more or less on a side: what can't be told apart isn't guessed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.lattice import edge_grids
from vision.outline import local_ratios, log_ratio
from vision.profiles import Stretches

Floats = NDArray[np.float64]

LEAST_LINES, MOST_LINES = 5, 26
RANKS = 9  # of a board that isn't square
_NEAR = 3  # lines by which a rectangle may grow or shrink on a side
_TURNS = 6
_FIRST_CHANCE, _LEAST_CHANCE, _MOST_CHANCE = 0.6, 0.35, 0.95  # that an edge of a line is seen


@dataclass(frozen=True, slots=True)
class Extent:
    """A rectangle of a lattice: its first point, its points, how much speaks for it.

    likelihood: log likelihood ratio of the rectangle. lead: by how much a rectangle with one line
    more or less on a side is less likely at least, as a part of what a line makes on average.
    """

    first: tuple[int, int]
    columns: int
    rows: int
    likelihood: float
    lead: float


def best_extent(
    stretches: Stretches, sure: Floats, *, columns: int | None = None, rows: int | None = None
) -> Extent | None:
    """Return the likeliest rectangle of the sureness (N,), or None where no line is seen.

    columns, rows: as far as they are known.
    """
    low, column_edges, row_edges = edge_grids(stretches, sure)
    chance = _FIRST_CHANCE
    best: tuple[float, int, int, int, int] | None = None
    weights = np.zeros_like(column_edges), np.zeros_like(row_edges)
    for _ in range(2):
        weights = log_ratio(column_edges, chance), log_ratio(row_edges, chance)
        best = _best_rectangle(weights[0], weights[1], columns, rows)
        if best is None or not 0 < best[0] < np.inf:
            return None
        _, u, v, wide, high = best
        seen = column_edges[u : u + wide, v : v + high - 1].sum()
        seen += row_edges[v : v + high, u : u + wide - 1].sum()
        part = float(seen) / (wide * (high - 1) + high * (wide - 1))
        chance = min(max(part, _LEAST_CHANCE), _MOST_CHANCE)
    assert best is not None
    likelihood, u, v, wide, high = best
    lead = likelihood - _best_neighbour(weights[0], weights[1], u, v, wide, high)
    return Extent(
        (u + low[0], v + low[1]), wide, high, likelihood, lead * (wide + high) / likelihood
    )


def confirmed_extent(
    stretches: Stretches,
    sure: Floats,
    outside: NDArray[np.bool_],
    told: tuple[int, int],
    *,
    columns: int | None = None,
    rows: int | None = None,
) -> Extent | None:
    """Return the likeliest rectangle near one of `told` (columns, rows) points from (0, 0).

    As `best_extent`, but each edge counts as much as it could be seen where it lies.
    """
    low, column_edges, row_edges = local_ratios(stretches, sure, outside, *told)
    sums = _prefix(column_edges), _prefix(row_edges)
    known = columns is not None or rows is not None
    found: list[tuple[float, int, int, int, int]] = []
    for u0, u1 in _spans(told[0], -low[0], column_edges.shape[0]):
        for v0, v1 in _spans(told[1], -low[1], row_edges.shape[0]):
            wide, high = u1 - u0 + 1, v1 - v0 + 1
            if columns not in (None, wide) or rows not in (None, high):
                continue
            if known or is_usual(wide, high):
                total = _box(sums[0], u0, u1 + 1, v0, v1) + _box(sums[1], v0, v1 + 1, u0, u1)
                found.append((total, u0, v0, wide, high))
    if not found:
        return None
    # Of equals the smaller: beyond the picture's edge nothing speaks for or against lines.
    found.sort(key=lambda one: (-round(one[0], 6), one[3] * one[4]))
    likelihood, u, v, wide, high = found[0]
    if likelihood <= 0:
        return None
    lead = likelihood - found[1][0] if len(found) > 1 else likelihood
    return Extent(
        (u + low[0], v + low[1]), wide, high, likelihood, lead * (wide + high) / likelihood
    )


def is_usual(columns: int, rows: int) -> bool:
    """Tell whether boards have so many lines: as many columns as rows, or nine ranks."""
    return columns == rows or RANKS in (columns, rows)


def _spans(count: int, start: int, lines: int) -> list[tuple[int, int]]:
    """Return the first and last lines of spans near `count` lines from `start`, ends included."""
    return [
        (first, last)
        for first in range(max(0, start - _NEAR), start + _NEAR + 1)
        for last in range(start + count - 1 - _NEAR, min(lines - 1, start + count - 1 + _NEAR) + 1)
        if LEAST_LINES <= last - first + 1 <= MOST_LINES
    ]


def _prefix(edges: Floats) -> Floats:
    """Return the sums over all rectangles from the first edge on."""
    return np.pad(edges.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))


def _box(sums: Floats, low: int, high: int, left: int, right: int) -> float:
    """Return the sum of edges low..high by left..right, ends not included."""
    return float(sums[high, right] - sums[low, right] - sums[high, left] + sums[low, left])


def _best_rectangle(
    column_edges: Floats, row_edges: Floats, columns: int | None, rows: int | None
) -> tuple[float, int, int, int, int] | None:
    """Return the likeliest (sum, first u, first v, columns, rows), found by turns in u and v.

    Of the lattice's lines between one pair of ends the best pair of ends in the other direction is
    looked up, and so on until both stand still. Different starts may end differently.
    """
    if min(column_edges.shape[0], row_edges.shape[0]) < LEAST_LINES:
        return None
    best: tuple[float, int, int, int, int] | None = None
    lines = row_edges.shape[0]
    for start in ((0, lines - 1), (lines // 4, lines - 1 - lines // 4)):
        v, u = start, (0, column_edges.shape[0] - 1)
        total = -np.inf
        for _ in range(_TURNS):
            u, _ = _best_span(column_edges[:, v[0] : v[1]], row_edges[v[0] : v[1] + 1], columns)
            v, value = _best_span(row_edges[:, u[0] : u[1]], column_edges[u[0] : u[1] + 1], rows)
            if value <= total:
                break
            total = value
        if best is None or total > best[0]:
            best = total, u[0], v[0], u[1] - u[0] + 1, v[1] - v[0] + 1
    return best


def _best_span(lines: Floats, cells: Floats, count: int | None) -> tuple[tuple[int, int], float]:
    """Return the best first and last line and their sum, of lines (L, any) and cells (any, L-1)."""
    line = np.concatenate([[0.0], lines.sum(axis=1).cumsum()])
    cell = np.concatenate([[0.0], cells.sum(axis=0).cumsum()])
    first, last = np.meshgrid(np.arange(len(line) - 1), np.arange(len(line) - 1), indexing="ij")
    total = line[last + 1] - line[first] + cell[last] - cell[first]
    wide = last - first + 1
    allowed = (wide >= LEAST_LINES) & (wide <= MOST_LINES) if count is None else wide == count
    total = np.where(allowed, total, -np.inf)
    at = np.unravel_index(int(total.argmax()), total.shape)
    return (int(at[0]), int(at[1])), float(total[at])


def _best_neighbour(
    column_edges: Floats, row_edges: Floats, u: int, v: int, wide: int, high: int
) -> float:
    """Return the best sum of a rectangle with one line more or less on one side."""
    best = -np.inf
    for start, end, low, high_change in (
        (1, 0, 0, 0),
        (-1, 0, 0, 0),
        (0, 1, 0, 0),
        (0, -1, 0, 0),
        (0, 0, 1, 0),
        (0, 0, -1, 0),
        (0, 0, 0, 1),
        (0, 0, 0, -1),
    ):
        u0, u1, v0, v1 = u + start, u + wide + end, v + low, v + high + high_change
        if min(u0, v0) < 0 or u1 > column_edges.shape[0] or v1 > row_edges.shape[0]:
            continue
        total = column_edges[u0:u1, v0 : v1 - 1].sum() + row_edges[v0:v1, u0 : u1 - 1].sum()
        best = max(best, float(total))
    return best
