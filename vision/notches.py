"""Notches: where the figures' notches are, and on which notch each figure stands.

Brown's notches lie along the west edge, the first in the south; blue's along the east edge, the
first in the north. On the empty board they are a row of equal marks (discs or rings) at equal
distances, and in the teaching photos the figures stand on notches that are known.
A figure hides its notch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import Maps, sample
from vision.look import Look
from vision.view import View

Floats = NDArray[np.float64]

_DISC_MM = 5.0
_USUAL = (-0.9, 1.15, 1.05)
"""In pitches: how far west of file a, how far north of rank 1, and apart, where no marks show."""
_LEAST_SEEN = 0.5
_LEAST_LEAD = 0.25
_FIGURE = 3.0
"""How much a figure seen on the notch it is said to stand on counts beside the clearest mark."""
_RADII_MM = (2.0, 3.0, 4.0, 5.0)


@dataclass(frozen=True, slots=True, eq=False)
class Notches:
    """Places of the notches: brown and blue (N, 2) in mm, the first first."""

    brown: Floats
    blue: Floats


@dataclass(frozen=True, slots=True, eq=False)
class FigureSeen:
    """A photo on which the figures' notches are known: brown and blue, counted from 1."""

    strange: Maps
    brown: int | None
    blue: int | None


def find_notches(view: View, figures: Sequence[FigureSeen] = ()) -> Notches:
    """Return the places of the notches: marks on the empty board at equal distances.

    figures: photos with figures on known notches; they tell rows of marks from other things.
    """
    layout = view.layout
    count = layout.notches
    far = layout.corners_mm[2]
    pitch = layout.pitch_mm
    west = np.array(
        [[_USUAL[0] * pitch, (_USUAL[1] + _USUAL[2] * k) * pitch] for k in range(count)]
    ).reshape(-1, 2)
    if count < 2:
        return Notches(west, far - west)
    told = [(seen.strange, seen.brown) for seen in figures]
    brown = _row(view, (-1.6 * pitch, -0.45 * pitch), told, north=True)
    told = [(seen.strange, seen.blue) for seen in figures]
    blue = _row(view, (far[0] + 0.45 * pitch, far[0] + 1.6 * pitch), told, north=False)
    return Notches(west if brown is None else brown, far - west if blue is None else blue)


def _row(
    view: View,
    span_mm: tuple[float, float],
    told: Sequence[tuple[Maps, int | None]],
    *,
    north: bool,
) -> Floats | None:
    """Return the row of marks (count, 2) in a strip, the first first, or None when none is seen.

    north: the row runs from its first notch to the north, else to the south.
    """
    layout = view.layout
    count, pitch = layout.notches, layout.pitch_mm
    xs = np.arange(span_mm[0], span_mm[1])
    ys = np.arange(-1.2 * pitch, layout.corners_mm[2][1] + 1.2 * pitch)
    if not north:
        ys = ys[::-1]
    grid = np.stack(np.meshgrid(xs, ys), axis=-1)
    strip = sample(view.empty_log.mean(axis=2), view.work, grid.reshape(-1, 2), height_mm=0.0)
    marks = _marks(strip.reshape(grid.shape[:2]))
    figure = [(_figures(view, strange, grid), k) for strange, k in told if k is not None]
    best: tuple[float, int, int, float] | None = None
    for step in np.arange(0.7 * pitch, 1.5 * pitch, 0.4):
        rows = np.round(np.arange(count) * step).astype(int)
        height = len(ys) - rows[-1]
        if height <= 0:
            break
        score = np.stack([marks[:, row : row + height] for row in rows]).min(axis=0).max(axis=0)
        score = np.minimum(score, 1.5)
        for seen, k in figure:
            for n, row in enumerate(rows):
                weight = _FIGURE if n == k - 1 else -_FIGURE / count
                score = score + weight / len(figure) * seen[row : row + height]
        y, x = np.unravel_index(int(score.argmax()), score.shape)
        if best is None or score[y, x] > best[0]:
            best = (float(score[y, x]), int(y), int(x), float(step))
    if best is None or best[0] < 0.5:
        return None
    _, y, x, step = best
    way = step if north else -step
    return np.array([[xs[x], ys[y] + way * k] for k in range(count)])


def _marks(strip: Maps) -> Maps:
    """Return how clearly discs and rings, dark and light, of all sizes show: (kinds, h, w).

    About 1 where a mark stands out as the clearest hundredth of the strip does.
    """
    flat = strip - cv2.GaussianBlur(strip, (0, 0), 8.0)
    line = np.arange(-9.0, 10.0)
    away = np.hypot(*np.meshgrid(line, line))
    kinds = []
    for radius in _RADII_MM:
        for inner in (np.clip(radius + 0.5 - away, 0, 1), np.exp(-((away - radius) ** 2))):
            outer = np.clip(radius + 4.5 - away, 0, 1) - np.clip(radius + 2.0 - away, 0, 1)
            kernel = (inner / inner.sum() - outer / outer.sum()).astype(np.float32)
            found = cv2.filter2D(flat, cv2.CV_32F, kernel)
            for signed in (found, -found):
                wide = cv2.dilate(signed, np.ones((3, 3)))
                kinds.append(wide / max(float(np.quantile(np.abs(found), 0.99)), 0.01))
    return np.stack(kinds).astype(np.float32)


def _figures(view: View, strange: Maps, grid: Floats) -> Maps:
    """Return how sure a figure stands at each place (h, w) of a grid: 0 to 1."""
    flat = grid.reshape(-1, 2)
    seen = [sample(strange, view.work, flat, height_mm=height) for height in (0.0, 6.0)]
    mean = ((seen[0] + seen[1]) / 2).reshape(grid.shape[:2])
    return np.asarray(cv2.GaussianBlur(mean, (0, 0), _DISC_MM / 2), dtype=np.float32)


def read_notches(view: View, notches: Notches, seen: Look) -> dict[str, int]:
    """Return on which notch each figure stands; a colour is left out when it is not clear."""
    line = np.arange(-_DISC_MM, _DISC_MM + 0.1, 1.0)
    disc = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    disc = disc[np.hypot(*disc.T) <= _DISC_MM]
    found = {}
    for colour, places in (("brown", notches.brown), ("blue", notches.blue)):
        if not len(places):
            continue
        at = (places[:, None] + disc).reshape(-1, 2)
        strange = [
            sample(seen.strange, view.work, at, height_mm=height).reshape(len(places), -1)
            for height in (0.0, 6.0)
        ]
        score = np.mean([part.mean(axis=1) for part in strange], axis=0)
        order = np.argsort(-score)
        lead = score[order[0]] - (score[order[1]] if len(order) > 1 else 0.0)
        if score[order[0]] > _LEAST_SEEN and lead > _LEAST_LEAD:
            found[colour] = int(order[0]) + 1
    return found
