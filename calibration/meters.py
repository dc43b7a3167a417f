"""Meters for the wizard: how sharp, how well lit and how free of glare a photo is.

Pure functions of one picture (BGR or grey) and, where it is known, the board's outline in it. They
measure with `vision.flaws`, so what a meter calls bad is what the reader will refuse.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.flaws import PhotoFlaw, judge_quality

Pixels = NDArray[np.uint8]

_SHARP = 0.0016
_BLURRED = 0.004
"""Blur (standard deviation) as a part of the board's width: sharp below, unreadable above."""
_WELL_LIT = 80.0
_DARK = 24.0
"""Grey level of the lightest twentieth: well lit above, too dark below."""
_BURNT = 253
_BURNT_PART = 0.02
"""More than this part of a photo at full white has lost what was there."""
_SPOT = 0.003
_GLARE = 0.012
"""Part of the board under the largest white spot: free of glare below, a point hidden above."""


class Level(Enum):
    """What a meter says."""

    GOOD = "good"
    FAIR = "fair"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Meter:
    """One reading: value from 0 (unusable) to 1 (as good as can be), its level, plain words."""

    value: float
    level: Level
    words: str


def sharpness(image: Pixels, region_px: ArrayLike | None = None) -> Meter:
    """Return how sharp a picture is inside a polygon (N, 2), or all of it."""
    quality = judge_quality(image, region_px)
    part = quality.blur_px / _span_px(image, region_px)
    value = _between(part, _BLURRED, _SHARP)
    if any(flaw.flaw is PhotoFlaw.BLURRED for flaw in quality.flaws):
        return Meter(0.0, Level.BAD, "Blurred. Turn the lens until the lines are sharp.")
    if not np.isfinite(part):
        return Meter(0.0, Level.BAD, "Nothing to focus on. Let the board be in view, in light.")
    if value < 0.5:
        return Meter(value, Level.FAIR, "A little soft. Focus until this no longer rises.")
    return Meter(value, Level.GOOD, "Sharp.")


def exposure(image: Pixels, region_px: ArrayLike | None = None) -> Meter:
    """Return how well lit a picture is inside a polygon (N, 2), or all of it."""
    quality = judge_quality(image, region_px)
    if any(flaw.flaw is PhotoFlaw.DARK for flaw in quality.flaws):
        return Meter(0.0, Level.BAD, "Too dark. Switch on a lamp or let the camera expose longer.")
    burnt = float((_grey(image)[_mask(image, region_px) > 0] >= _BURNT).mean())
    if burnt > _BURNT_PART:
        value = _between(burnt, 5 * _BURNT_PART, _BURNT_PART)
        level = Level.BAD if value == 0 else Level.FAIR
        return Meter(value, level, "Too bright: white parts are lost. Expose shorter.")
    value = _between(quality.light, _DARK, _WELL_LIT)
    if value < 1:
        return Meter(value, Level.FAIR, "Rather dark. More light makes the reading surer.")
    return Meter(1.0, Level.GOOD, "Well lit.")


def glare(image: Pixels, region_px: ArrayLike | None = None) -> Meter:
    """Return how free of reflections a picture is inside a polygon (N, 2), or all of it."""
    mask = _mask(image, region_px)
    area = max(cv2.countNonZero(mask), 1)
    channels = image if image.ndim == 3 else image[..., None]
    white = ((channels.min(axis=2) >= 250) & (mask > 0)).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(white)
    largest = float(stats[1:, cv2.CC_STAT_AREA].max(initial=0)) / area
    value = _between(largest, _GLARE, _SPOT)
    if largest >= _GLARE:
        return Meter(0.0, Level.BAD, "A reflection hides points. Move the lamp or the camera.")
    if largest >= _SPOT:
        return Meter(value, Level.FAIR, "A small reflection. Move the lamp a little.")
    return Meter(1.0, Level.GOOD, "No reflections.")


def _between(value: float, worst: float, best: float) -> float:
    """Return where a value is from `worst` (0) to `best` (1)."""
    if not np.isfinite(value):
        return 0.0
    return float(np.clip((value - worst) / (best - worst), 0.0, 1.0))


def _grey(image: Pixels) -> Pixels:
    """Return a picture in grey."""
    if image.ndim == 2:
        return image
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def _mask(image: Pixels, region_px: ArrayLike | None) -> Pixels:
    """Return a picture that is 255 inside the polygon, or everywhere."""
    mask = np.zeros(image.shape[:2], dtype=np.uint8)
    if region_px is None:
        mask[:] = 255
        return mask
    corners = np.rint(np.asarray(region_px, dtype=np.float64).reshape(-1, 2)).astype(np.int32)
    cv2.fillPoly(mask, [corners], (255,))
    return mask


def _span_px(image: Pixels, region_px: ArrayLike | None) -> float:
    """Return the region's width: the edge of a square as large."""
    return float(np.sqrt(max(cv2.countNonZero(_mask(image, region_px)), 1)))
