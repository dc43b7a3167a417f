"""Is a photograph good enough to read? Dark, blurred and glaring places, and where they are."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from companion.language.notices import Notice, notice

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]

_LEVELS = (10, 90, 95)  # percentiles of the grey levels
_TILE_PX = 96
_TILE_PLACES = (0.14, 0.38, 0.62, 0.86)  # parts of the region's box, in both directions
_LEAST_RANGE = 5  # grey levels between the darkest and lightest tenths
_LEAST_LIGHT = 24  # grey level that the lightest twentieth must reach
_MOST_BLUR = 0.004  # blur's standard deviation as a part of the region's width
_LEAST_BLUR_PX = 1.8  # a picture is never called blurred below this
_WHITE = 250  # all channels at least this: nothing can be read there
_GLARE_PART = 0.012  # a white spot as large as this part of the region hides a whole point


class PhotoFlaw(Enum):
    """What spoils a photograph."""

    DARK = "dark"
    BLURRED = "blurred"
    GLARE = "glare"


@dataclass(frozen=True, slots=True)
class Flaw:
    """A flaw, the pixel (x, y) at its middle, and a plain reason."""

    flaw: PhotoFlaw
    place_px: tuple[float, float]
    reason: Notice


@dataclass(frozen=True, slots=True)
class Quality:
    """What was measured in the region looked at.

    light: grey level of the lightest twentieth. contrast: grey levels between the darkest and
    lightest tenths. blur_px: standard deviation of the blur at the sharpest edges.
    flaws: empty when the photo can be read.
    """

    light: float
    contrast: float
    blur_px: float
    flaws: tuple[Flaw, ...]


def judge_quality(image: Pixels, region_px: ArrayLike | None = None) -> Quality:
    """Return the quality of a BGR or grey picture inside a polygon (N, 2), or of all of it."""
    grey = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    gray = np.asarray(grey, dtype=np.uint8)
    height, width = gray.shape
    if region_px is None:
        region = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1.0]])
    else:
        region = np.asarray(region_px, dtype=np.float64).reshape(-1, 2)
    mask = np.zeros((height, width), dtype=np.uint8)
    cv2.fillPoly(mask, [np.rint(region).astype(np.int32)], (255,))
    middle = (float(region[:, 0].mean()), float(region[:, 1].mean()))
    area = cv2.countNonZero(mask)
    if not area:
        flaw = Flaw(PhotoFlaw.DARK, middle, notice("eyes.flaw.no-board"))
        return Quality(0.0, 0.0, 0.0, (flaw,))
    levels = gray[::4, ::4][mask[::4, ::4] > 0]
    low, high, light = (float(x) for x in np.percentile(levels if levels.size else gray, _LEVELS))
    span = float(np.sqrt(area))
    flaws = []
    if light < _LEAST_LIGHT or (high - low < _LEAST_RANGE and light < 4 * _LEAST_LIGHT):
        flaws.append(Flaw(PhotoFlaw.DARK, middle, notice("eyes.flaw.dark")))
    blur = _blur_px(gray, region)
    if not flaws and blur > max(_LEAST_BLUR_PX, _MOST_BLUR * span):
        reason = notice("eyes.flaw.blurred", blur_px=blur)
        flaws.append(Flaw(PhotoFlaw.BLURRED, middle, reason))
    flaws += _glares(image, mask, span)
    return Quality(light, high - low, blur, tuple(flaws))


def _tiles(gray: NDArray[np.uint8], region: Floats) -> list[NDArray[np.uint8]]:
    """Return small squares spread over the region's box; edges in some are enough."""
    size = np.array([gray.shape[1], gray.shape[0]])
    low = np.clip(region.min(axis=0), 0, size - 1)
    high = np.clip(region.max(axis=0), 0, size - 1)
    tiles = []
    for part_y in _TILE_PLACES:
        for part_x in _TILE_PLACES:
            x, y = (low + (high - low) * (part_x, part_y) - _TILE_PX / 2).astype(int).clip(0)
            tiles.append(gray[y : y + _TILE_PX, x : x + _TILE_PX])
    return tiles


def _blur_px(gray: NDArray[np.uint8], region: Floats) -> float:
    """Return the blur at the sharpest edges by the ratio of their slopes at two scales.

    A step blurred by s has the slope 1 / sqrt(2 pi (s^2 + k^2)) after smoothing by k, so two k
    give s whatever the step's height (Elder & Zucker 1998; Zhuo & Sim 2011).
    """
    small, large = 1.0, 2.0
    steep: list[Floats] = []
    gentle: list[Floats] = []
    for tile in _tiles(gray, region):
        if min(tile.shape) < 16:
            continue
        fine, coarse = (_slope(tile, sigma) for sigma in (small, large))
        crest = fine >= cv2.dilate(fine, np.ones((3, 3), dtype=np.uint8))
        steep.append(fine[crest].astype(np.float64))
        gentle.append(coarse[crest].astype(np.float64))
    slopes = np.concatenate(steep) if steep else np.zeros(0)
    if slopes.size < 20:
        return float("inf")
    strong = (slopes >= np.percentile(slopes, 90)) & (slopes > 1.0)
    if strong.sum() < 20:
        return float("inf")
    ratio = np.square(slopes[strong] / np.maximum(np.concatenate(gentle)[strong], 1e-6))
    ratio = np.maximum(ratio, 1.001)
    # ratio = (s^2 + large^2) / (s^2 + small^2)
    spread = (large**2 - ratio * small**2) / (ratio - 1.0)
    return float(np.sqrt(max(0.0, float(np.percentile(spread, 25)))))


def _slope(tile: NDArray[np.uint8], sigma: float) -> NDArray[np.float32]:
    """Return the steepness of a tile smoothed by `sigma`, in grey levels per pixel."""
    smooth = cv2.GaussianBlur(tile.astype(np.float32), (0, 0), sigma)
    across = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=3, scale=0.125)
    down = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, ksize=3, scale=0.125)
    return np.asarray(cv2.magnitude(across, down), dtype=np.float32)


def _glares(image: Pixels, mask: NDArray[np.uint8], span: float) -> list[Flaw]:
    """Return the white spots that hide a whole point, largest first."""
    channels = 1 if image.ndim == 2 else image.shape[2]
    white = cv2.inRange(image, (_WHITE,) * channels, (255,) * channels)
    white = cv2.bitwise_and(white, mask)
    least = _GLARE_PART * span * span
    if cv2.countNonZero(white) < least:
        return []
    count, _, stats, centres = cv2.connectedComponentsWithStats(white)
    flaws = []
    for label in np.argsort(-stats[1:, cv2.CC_STAT_AREA]) + 1 if count > 1 else ():
        if stats[label, cv2.CC_STAT_AREA] < least:
            break
        place = (float(centres[label][0]), float(centres[label][1]))
        flaws.append(Flaw(PhotoFlaw.GLARE, place, notice("eyes.flaw.glare")))
    return flaws
