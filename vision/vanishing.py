"""Vanishing points that many line segments run to (Hartley & Zisserman 2004, section 8.6).

Pairs of segments propose, all segments vote, the strongest are kept and polished by least squares.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
F32 = NDArray[np.float32]

_TRIES, _KEPT = 1200, 7
_CHUNK = 64  # segments whose votes are counted at once: they fit into a processor's cache


def _lines(ends: Floats) -> Floats:
    """Unit-normal lines (N, 3) through segment ends (N, 2, 2)."""
    first, second = ends[:, 0], ends[:, 1]
    normal = np.column_stack([first[:, 1] - second[:, 1], second[:, 0] - first[:, 0]])
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-12)
    return np.column_stack([normal, -(normal * first).sum(axis=1)])


def _misses(points: Floats, lines: Floats, middles: Floats) -> Floats:
    """Sine of the angle between each line and the ray from its middle to each point (M, N)."""
    across = points[:, :2] @ lines[:, :2].T - points[:, 2:] * (
        middles[:, 0] * lines[:, 0] + middles[:, 1] * lines[:, 1]
    )
    along_x = points[:, 0:1] - points[:, 2:3] * middles[:, 0]
    along_y = points[:, 1:2] - points[:, 2:3] * middles[:, 1]
    return np.asarray(np.abs(across) / np.maximum(np.hypot(along_x, along_y), 1e-9))


def _agreements(points: Floats, lines: Floats, middles: Floats, tolerance: Floats) -> F32:
    """Return 1 where a line runs to a point within its tolerance, else 0 (N lines, M points).

    As `_misses`, without roots and in single precision: this is most of what many points cost.
    """
    through = (middles * lines[:, :2]).sum(axis=1)
    one, none = np.ones(len(lines)), np.zeros(len(lines))
    forms = np.array(
        [
            [*lines[:, :2].T, -through],
            [one, none, -middles[:, 0]],
            [none, one, -middles[:, 1]],
        ]
    )
    forms[0] /= tolerance
    forms = np.ascontiguousarray(forms.transpose(0, 2, 1), dtype=np.float32)
    rays = np.ascontiguousarray(points.T, dtype=np.float32)
    agree = np.empty((len(lines), len(points)), dtype=np.float32)
    for start in range(0, len(lines), _CHUNK):
        across, along_x, along_y = (form[start : start + _CHUNK] @ rays for form in forms)
        for part in (across, along_x, along_y):
            np.square(part, out=part)
        along_x += along_y
        np.less(across, along_x, out=agree[start : start + _CHUNK], casting="unsafe")
    return agree


def vanishing_points(
    ends: Floats, length: Floats, tolerance: Floats
) -> tuple[list[Floats], list[NDArray[np.bool_]]]:
    """Return the strongest vanishing points (3,) with the segments (N,) that belong to each."""
    lines, middles = _lines(ends), ends.mean(axis=1)
    chance = np.random.default_rng(7)
    pick = chance.choice(len(length), size=(_TRIES, 2), p=length / length.sum())
    tries = np.cross(lines[pick[:, 0]], lines[pick[:, 1]])
    norm = np.linalg.norm(tries, axis=1)
    tries = tries[norm > 1e-6] / norm[norm > 1e-6, None]
    agree = _agreements(tries, lines, middles, tolerance)
    left = length.astype(np.float32)
    least = 1e-4 * float(left.sum())  # what subtracting leaves of nothing
    votes = left @ agree
    points: list[Floats] = []
    members: list[NDArray[np.bool_]] = []
    while len(points) < _KEPT and len(votes) and votes.max() > least:
        most = int(votes.argmax())
        point, inside = _polish_point(tries[most], lines, middles, length, tolerance)
        points.append(point)
        members.append(inside)
        gone = np.flatnonzero((inside | (agree[:, most] > 0)) & (left > 0))
        votes -= left[gone] @ agree[gone]
        left[gone] = 0.0
    return points, members


def _polish_point(
    point: Floats, lines: Floats, middles: Floats, length: Floats, tolerance: Floats
) -> tuple[Floats, NDArray[np.bool_]]:
    """Refine a vanishing point by least squares over the segments that agree with it."""
    inside = _misses(point[None], lines, middles)[0] < tolerance
    for _ in range(3):
        weight = np.where(inside, length, 0.0)
        weighted = lines * weight[:, None]
        _, vectors = np.linalg.eigh(weighted.T @ weighted)
        better = vectors[:, 0]
        now = _misses(better[None], lines, middles)[0] < tolerance
        if length[now].sum() < length[inside].sum():
            break
        point, inside = better, now
    return point, inside
