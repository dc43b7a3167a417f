"""Notches: where the figures' notches are, and on which notch each figure stands.

Brown's notches lie along the west edge, the first in the south; blue's along the east edge, the
first in the north. On the empty board they are seen as a row of equal blots at equal distances.
A figure hides its notch.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import Maps, sample
from vision.look import Look
from vision.view import View

Floats = NDArray[np.float64]

_SAMPLE_MM = 1.0
_BLOTS = 24
_DISC_MM = 5.0
_USUAL = (-0.9, 1.15, 1.05)
"""In pitches: how far west of file a, how far north of rank 1, and apart, where no blots show."""
_LEAST_SEEN = 0.6
_LEAST_LEAD = 0.4


@dataclass(frozen=True, slots=True, eq=False)
class Notches:
    """Places of the notches: brown and blue (N, 2) in mm, the first first."""

    brown: Floats
    blue: Floats


def find_notches(view: View) -> Notches:
    """Return the places of the notches on the empty board; the usual ones when none are seen."""
    layout = view.layout
    count = layout.notches
    far = layout.corners_mm[2]
    pitch = layout.pitch_mm
    usual = np.array(
        [[_USUAL[0] * pitch, (_USUAL[1] + _USUAL[2] * k) * pitch] for k in range(count)]
    ).reshape(-1, 2)
    if count < 2:
        return Notches(usual, far - usual)
    west = _row(view, (-1.75 * pitch, -0.4 * pitch), count)
    east = _row(view, (far[0] + 0.4 * pitch, far[0] + 1.75 * pitch), count)
    if west is None and east is None:
        return Notches(usual, far - usual)
    if west is None or (east is not None and east[1] > 2 * west[1]):
        assert east is not None
        return Notches(far - east[0][::-1], east[0][::-1])
    if east is None or west[1] > 2 * east[1]:
        return Notches(west[0], far - west[0])
    return Notches(west[0], east[0][::-1])


def _row(view: View, span_mm: tuple[float, float], count: int) -> tuple[Floats, float] | None:
    """Return the row of blots (count, 2) south to north in a strip, and its clearness, or None."""
    layout = view.layout
    xs = np.arange(span_mm[0], span_mm[1], _SAMPLE_MM)
    ys = np.arange(-1.2 * layout.pitch_mm, layout.corners_mm[2][1] + 1.2 * layout.pitch_mm, 1.0)
    grid = np.stack(np.meshgrid(xs, ys), axis=-1)
    strip = sample(view.empty_log.mean(axis=2), view.work, grid.reshape(-1, 2), height_mm=0.0)
    strip = strip.reshape(grid.shape[:2])
    blot = np.abs(cv2.GaussianBlur(strip, (0, 0), 2.5) - cv2.GaussianBlur(strip, (0, 0), 6.0))
    peaks = (blot == cv2.dilate(blot, np.ones((9, 9)))) & (blot > 0.02)
    at = np.argwhere(peaks)
    at = at[np.argsort(-blot[peaks])][:_BLOTS]
    best: tuple[Floats, float] | None = None
    for one, two in combinations(at[np.argsort(at[:, 0])], 2):
        for steps in range(1, count):
            step = (two - one) / steps
            if not 0.5 * layout.pitch_mm < step[0] < 1.6 * layout.pitch_mm or abs(step[1]) > 2:
                continue
            for first in range(count - steps):
                row = one + step * (np.arange(count) - first)[:, None]
                near = _near(blot, row)
                if best is None or near > best[1]:
                    best = (np.column_stack([xs[0] + row[:, 1], ys[0] + row[:, 0]]), near)
    return best if best is not None and best[1] > 0.05 else None


def _near(blot: Maps, row: Floats) -> float:
    """Return how clear the faintest but one blot of a row is (pixels as y, x)."""
    height, width = blot.shape
    values = []
    for y, x in np.round(row).astype(int):
        if not (2 <= y < height - 2 and 2 <= x < width - 2):
            return 0.0
        values.append(float(blot[y - 2 : y + 3, x - 2 : x + 3].max()))
    return float(np.mean(np.sort(values)[:2]))


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
