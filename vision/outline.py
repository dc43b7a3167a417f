"""Is the outermost line the outermost? What lines near by would show.

A line that isn't seen says nothing where the lines beside it aren't seen either: in glare, under
pieces, far away in a flat view; and nothing at all outside the picture. It says much where they
are clear. So each edge of the lattice between two points gets the chance at which an edge would be
seen just there, from its neighbours on the board's other lines, and its log likelihood ratio: a
line of the board, or none.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.lattice import boxes, edge_grids
from vision.profiles import Stretches

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

FALSE = 0.08  # chance that an edge is seen where there is no line
_REACH = 1.5  # neighbours, in lines
_PRIOR = 0.3  # weight of the whole board's mean among the neighbours' weights
_LEAST, _MOST = 0.05, 0.95


def log_ratio(sure: Floats, chance: Floats | float) -> Floats:
    """Return the log likelihood ratios of edges so surely seen, a line against none."""
    seen = np.log(np.asarray(chance) / FALSE)
    unseen = np.log((1 - np.asarray(chance)) / (1 - FALSE))
    # Where lines are seen more seldom than by accident, to see one says nothing against it.
    return np.asarray(sure * np.maximum(seen, 0.0) + (1 - sure) * np.minimum(unseen, 0.0))


def local_ratios(
    stretches: Stretches, sure: Floats, outside: Flags, columns: int, rows: int
) -> tuple[tuple[int, int], Floats, Floats]:
    """Return the lattice's first point and the log ratios of its column and its row edges.

    The board is taken to be the `columns` by `rows` points from (0, 0). Column edges are
    (column, cell), row edges (row, cell), as in `edge_grids`. outside: (N,) not in the picture.
    """
    low, column_edges, row_edges = edge_grids(stretches, sure)
    _, column_hidden, row_hidden = edge_grids(stretches, outside.astype(np.float64))
    ratios = []
    for edges, hidden, start, lines, cells in (
        (column_edges, column_hidden, (-low[0], -low[1]), columns, rows - 1),
        (row_edges, row_hidden, (-low[1], -low[0]), rows, columns - 1),
    ):
        board = slice(start[0], start[0] + lines), slice(start[1], start[1] + cells)
        known = (hidden == 0).astype(np.float64)
        mine = edges[board] * known[board]
        along = _nearness(edges.shape[1], start[1], cells)
        across = _nearness(edges.shape[0], start[0], lines)
        across[np.arange(start[0], start[0] + lines), np.arange(lines)] = 0.0  # not itself
        weight = across @ known[board] @ along.T + _PRIOR
        usual = mine.sum() / max(known[board].sum(), 1.0)
        total = across @ mine @ along.T + _PRIOR * usual
        ratios.append(known * log_ratio(edges, np.clip(total / weight, _LEAST, _MOST)))
    return low, ratios[0], ratios[1]


def _nearness(places: int, start: int, count: int) -> Floats:
    """Return the weights (places, count) of the lines from `start` on for every place."""
    apart = np.arange(places)[:, None] - (start + np.arange(count))[None]
    return np.asarray(np.exp(-0.5 * (apart / _REACH) ** 2))


def outline_lead(
    stretches: Stretches,
    sure: Floats,
    outside: Flags,
    columns: int,
    rows: int,
    points: Floats | float = 0.0,
) -> tuple[tuple[int, int], float]:
    """Return the first point of the likeliest window, and by how much that at (0, 0) leads.

    points: log likelihood ratios of what is seen on the lattice's points, by (column, row).
    The lead over the best other window is told in parts of what one line says on average; it is
    negative where another window is likelier.
    """
    low, column_ratios, row_ratios = local_ratios(stretches, sure, outside, columns, rows)
    total = boxes(column_ratios, columns, rows - 1, 0) + boxes(row_ratios, rows, columns - 1, 0).T
    if isinstance(points, np.ndarray):
        total = total + boxes(points, columns, rows, 0)
    own = float(total[-low[0], -low[1]])
    u, v = np.unravel_index(int(total.argmax()), total.shape)
    others = total.copy()
    others[-low[0], -low[1]] = -np.inf
    lead = (own - float(others.max())) * (columns + rows) / max(own, 1e-9)
    return (int(u) + low[0], int(v) + low[1]), lead
