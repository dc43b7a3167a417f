"""Where a table's light comes from, worked out from the shadows on its teaching photos."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.lamps import Ground, Lamps, Lit, disc, shades, sky, total

Floats = NDArray[np.float64]
F32 = NDArray[np.float32]

_AZIMUTHS = 16
_TANGENTS = (0.15, 0.35, 0.6, 0.9, 1.3, 1.9, 2.7)
"""Slants that are tried first; an eighth of all ways round and a third in length are left."""
_BEND, _SPREAD = 0.0005, 0.12
_STEPS = np.array([0.15, 0.15, 0.0005, 0.06])
_LEAST = np.array([-4.0, -4.0, 0.0, 0.01])
_MOST = np.array([4.0, 4.0, 0.006, 1.0])
_HALVINGS = 5
_OUTLIER = 0.09
"""Squared errors count up to this much: dirt, hands, what was not taught."""
_RIDGE = 1e-6
_CANDIDATES = 2


@dataclass(frozen=True, slots=True, eq=False)
class Shone:
    """The ground of a teaching photo and the cubes there: centre_mm (N, 2), turn_deg (N,)."""

    seen: Lit
    centre_mm: Floats
    turn_deg: Floats


def learn_lamps(ground: Ground, lessons: Sequence[Shone], edge_mm: float) -> Lamps:
    """Return the lamp, the sky and the rest of light that best explain the cubes' shadows.

    A coarse search over the ways shadows may fall, then the best ones are refined by a pattern
    search (Hooke and Jeeves 1961). The ground of the lessons shows no cubes and no stones.
    """
    skies = [_drawn(sky(), ground, lesson, edge_mm) for lesson in lessons]

    def off(part: Sequence[int], rays: Floats) -> tuple[float, Floats]:
        lamps = [_drawn(rays, ground, lessons[k], edge_mm) for k in part]
        return _explained([lessons[k].seen for k in part], [skies[k] for k in part], lamps)

    def error(values: Floats) -> float:
        if (values < _LEAST).any() or (values > _MOST).any():
            return float("inf")
        return off(range(len(lessons)), _rays(values))[0]

    tried = []
    for angle in np.arange(_AZIMUTHS) * 2 * np.pi / _AZIMUTHS:
        for tangent in _TANGENTS:
            slant = tangent * np.array([np.cos(angle), np.sin(angle)])
            tried.append((off([0], np.array([[*slant, 0.0]]))[0], *slant))
    found = [
        _refined(error, np.array([*slant, _BEND, _SPREAD]))
        for _, *slant in sorted(tried)[:_CANDIDATES]
    ]
    _, best = min(found, key=lambda pair: pair[0])
    _, weights = off(range(len(lessons)), _rays(best))
    return Lamps(weights, best[:2], float(best[2]), float(best[3]))


def _rays(values: Floats) -> Floats:
    """Return the rays of the lamp with slant (2), bend and spread."""
    return disc(values[:2], float(values[2]), float(values[3]))


def _refined(error: Callable[[Floats], float], start: Floats) -> tuple[float, Floats]:
    """Return the least error near a start and where it is."""
    best, least = start, error(start)
    step = _STEPS
    for _ in range(_HALVINGS):
        moved = True
        while moved:
            moved = False
            for k in range(len(step)):
                for sign in (1, -1):
                    tried = best.copy()
                    tried[k] += sign * step[k]
                    if (value := error(tried)) < least - 1e-7:
                        best, least, moved = tried, value, True
        step = step / 2
    return least, best


def _drawn(rays: Floats, ground: Ground, lesson: Shone, edge_mm: float) -> F32:
    """Return how much of a lamp the cubes leave to each cell (H, W)."""
    corner = ground.corner(lesson.centre_mm)
    dark = shades(
        *(rays, ground, corner, lesson.centre_mm, lesson.turn_deg),
        edge_mm=edge_mm,
        height_mm=edge_mm,
    )
    return np.maximum(1 - total(dark, corner, ground.shape), 0)


def _explained(
    seen: Sequence[Lit], skies: Sequence[F32], lamps: Sequence[F32]
) -> tuple[float, Floats]:
    """Return the error of the best weights (3,) of rest, sky and lamp, and these."""
    rows, light = [], []
    for part, above, lamp in zip(seen, skies, lamps, strict=True):
        free = part.shown > 0
        rows.append(np.column_stack([np.ones(int(free.sum())), above[free], lamp[free]]))
        light.append(np.exp(part.light[free].astype(np.float64)))
    terms, want = np.concatenate(rows), np.concatenate(light)
    weights = _weights(terms, want)
    gap = want - terms @ weights
    return float(np.minimum(gap * gap, _OUTLIER).mean()), weights


def _weights(terms: Floats, want: Floats) -> Floats:
    """Return the least squares solution with no negative weight but the first."""
    square, side = terms.T @ terms, terms.T @ want
    used = list(range(terms.shape[1]))
    while True:
        weights = np.zeros(terms.shape[1])
        part = square[np.ix_(used, used)] + _RIDGE * np.eye(len(used))
        weights[used] = np.linalg.solve(part, side[used])
        negative = [k for k in used if k and weights[k] < 0]
        if not negative:
            return weights
        used.remove(min(negative, key=lambda k: float(weights[k])))
