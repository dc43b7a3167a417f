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

from vision.light import Maps, sample, warp_planes
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
_LEAST_ROW = 0.5
_RADII_MM = (2.0, 3.0, 4.0, 5.0)
_SHADES = np.array([[1 / 3, 1.0, -0.5], [1 / 3, 0.0, 1.0], [1 / 3, -1.0, -0.5]], dtype=np.float32)
"""Columns: brightness, blue less red, green less both, of logs BGR. Faint marks on dark wood show
better in hue, where its grain hardly does.
"""


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
    out = np.arange(0.45 * pitch, 1.6 * pitch)
    along = np.arange(-1.2 * pitch, far[1] + 1.2 * pitch)
    u, v = np.meshgrid(out, along)
    brown_strip, blue_strip = (
        np.stack(way, axis=-1) for way in ((-u, v), (far[0] + u, far[1] - v))
    )
    both = [
        _Strip(brown_strip, _strip_marks(view, brown_strip), _told(view, brown_strip, figures, 0)),
        _Strip(blue_strip, _strip_marks(view, blue_strip), _told(view, blue_strip, figures, 1)),
    ]
    best: tuple[float, float, int, int] | None = None
    for step in np.arange(0.7 * pitch, 1.5 * pitch, 0.4):
        scores = [_row_scores(strip, count, float(step)) for strip in both]
        if scores[0] is None or scores[1] is None:
            break
        score = scores[0] + scores[1]
        y_best, x_best = divmod(int(score.argmax()), score.shape[1])
        if best is None or score[y_best, x_best] > best[0]:
            best = (float(score[y_best, x_best]), float(step), y_best, x_best)
    if best is None or best[0] < 2 * _LEAST_ROW:
        return Notches(west, far - west)
    return Notches(*(_row_near(strip, count, *best[1:]) for strip in both))


@dataclass(frozen=True, slots=True, eq=False)
class _Strip:
    """A strip along an edge of the board, counted outwards (x) and from the first notch on (y).

    places: (h, w, 2) mm. marks: (kinds, h, w) how clear marks are. figures: what is known of the
    photos with figures: how sure a figure stands at each place (h, w), and on which notch.
    """

    places: Floats
    marks: Maps
    figures: tuple[tuple[Maps, int], ...]


def _told(
    view: View, places: Floats, figures: Sequence[FigureSeen], colour: int
) -> tuple[tuple[Maps, int], ...]:
    """Return what photos with figures tell of one strip."""
    known = [(seen.strange, (seen.brown, seen.blue)[colour]) for seen in figures]
    return tuple((_figures(view, strange, places), k) for strange, k in known if k is not None)


def _strip_marks(view: View, places: Floats) -> Maps:
    """Return how clear marks are on the empty board along a strip, in brightness or in hue."""
    seen = sample(view.empty_log(), view.work, places.reshape(-1, 2), height_mm=0.0)
    shades = (seen @ _SHADES).reshape(*places.shape[:2], len(_SHADES))
    return np.concatenate(
        [_marks(np.ascontiguousarray(part)) for part in np.moveaxis(shades, 2, 0)]
    )


def _row_scores(strip: _Strip, count: int, step: float) -> Maps | None:
    """Return how well rows fit that start at each place (h, w); None when they are too long."""
    rows = np.round(np.arange(count) * step).astype(int)
    height = len(strip.places) - int(rows[-1])
    if height <= 0:
        return None
    least = strip.marks[:, :height].copy()
    for row in rows[1:]:
        np.minimum(least, strip.marks[:, row : row + height], out=least)
    score = np.minimum(least.max(axis=0), 1.5)
    for seen, k in strip.figures:
        for n, row in enumerate(rows):
            weight = _FIGURE if n == k - 1 else -_FIGURE / count
            score = score + weight / len(strip.figures) * seen[row : row + height]
    return np.asarray(score, dtype=np.float32)


def _row_near(strip: _Strip, count: int, step: float, y: int, x: int) -> Floats:
    """Return the best row (count, 2) of a strip near the one that both strips agree on."""
    best = (-np.inf, step, y, x)
    for tried in step + np.array([-0.8, -0.4, 0.0, 0.4, 0.8]):
        score = _row_scores(strip, count, float(tried))
        if score is None:
            continue
        low, left = max(y - 4, 0), max(x - 4, 0)
        near = score[low : y + 5, left : x + 5]
        if near.size and float(near.max()) > best[0] + 0.02:
            dy, dx = divmod(int(near.argmax()), near.shape[1])
            best = (float(near.max()), float(tried), low + dy, left + dx)
    _, step, y, x = best
    way = strip.places[1, 0] - strip.places[0, 0]
    return np.asarray(strip.places[y, x] + np.arange(count)[:, None] * step * way)


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
    maps, found = seen.strange, {}
    for colour, places in (("brown", notches.brown), ("blue", notches.blue)):
        if not len(places):
            continue
        score = np.zeros(len(places))
        for height in (0.0, 6.0):
            at = view.work.project_grids(places, height, np.eye(2), disc)
            score += warp_planes(maps, *at).mean(axis=1) / 2
        order = np.argsort(-score)
        lead = score[order[0]] - (score[order[1]] if len(order) > 1 else 0.0)
        if score[order[0]] > _LEAST_SEEN and lead > _LEAST_LEAD:
            found[colour] = int(order[0]) + 1
    return found
