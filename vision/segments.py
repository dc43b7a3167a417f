"""Line segments of a picture, and how far each speaks for a thin line.

LSD finds them; the brightness across each tells a side of a line from an edge.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_LINE_WIDTH = 0.008  # a line is thinner than this part of the picture's longer side
_EDGE_WEIGHT = 0.25
_BAND_PX, _OVERLAP_PX = 240, 8  # rows that are searched at once, and more above and below


@dataclass(frozen=True, slots=True)
class Segments:
    """Line segments, weightiest first.

    ends_px: (N, 2, 2). length_px: (N,). weight_px: (N,) the length as far as it speaks for a line:
    the two sides of a thin line count in full, other edges (of a table, of stripes) a quarter.
    """

    ends_px: Floats
    length_px: Floats
    weight_px: Floats

    def inside(self, low_px: tuple[float, float], high_px: tuple[float, float]) -> Segments:
        """Return the segments whose middles lie in a box."""
        middles = self.ends_px.mean(axis=1)
        keep = ((middles >= low_px) & (middles <= high_px)).all(axis=1)
        return Segments(self.ends_px[keep], self.length_px[keep], self.weight_px[keep])


def find_segments(gray: NDArray[np.uint8], *, least_px: float = 8.0) -> Segments:
    """Return the straight segments of a grey picture (LSD; Grompone von Gioi et al. 2010)."""
    ends = np.concatenate([_found_in_band(gray, top) for top in range(0, len(gray), _BAND_PX)])
    length = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    ends, length = ends[length >= least_px], length[length >= least_px]
    weight = length * np.where(_beside_line(gray, ends), 1.0, _EDGE_WEIGHT)
    order = np.argsort(-weight, kind="stable")
    return Segments(ends[order], length[order], weight[order])


def _found_in_band(gray: NDArray[np.uint8], top: int) -> Floats:
    """Return the segments (N, 2, 2) whose middles lie in _BAND_PX rows from `top` on.

    LSD holds some 40 bytes a pixel while it works; in bands it needs no more for a large picture
    than for a small one. A segment that crosses bands is found in pieces, which speak for the same
    lines.
    """
    low, high = max(0, top - _OVERLAP_PX), top + _BAND_PX + _OVERLAP_PX
    detector = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD)
    detected: tuple[Any, ...] = detector.detect(gray[low:high])
    found = detected[0]  # None where there is none, whatever its stub says
    if found is None:
        return np.zeros((0, 2, 2))
    ends = np.asarray(found, dtype=np.float64).reshape(-1, 2, 2)
    ends[:, :, 1] += low
    middles = ends[:, :, 1].mean(axis=1)
    return np.asarray(ends[(middles >= top) & (middles < top + _BAND_PX)])


def _beside_line(gray: NDArray[np.uint8], ends: Floats) -> NDArray[np.bool_]:
    """Tell which segments (N, 2, 2) are a side of a thin line, by the brightness across them.

    Beside a line the brightness comes back after the line's width; behind an edge it doesn't.
    """
    if not len(ends):
        return np.zeros(0, dtype=np.bool_)
    width = max(4.0, _LINE_WIDTH * max(gray.shape))
    across = np.column_stack([ends[:, 0, 1] - ends[:, 1, 1], ends[:, 1, 0] - ends[:, 0, 0]])
    across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-9)
    steps = np.arange(-np.ceil(width), np.ceil(width) + 1)
    along = np.array([0.25, 0.5, 0.75])
    middles = ends[:, :1] * (1 - along)[None, :, None] + ends[:, 1:] * along[None, :, None]
    places = middles[:, :, None] + across[:, None, None] * steps[None, None, :, None]
    places = places.reshape(len(ends), -1, 2).astype(np.float32)
    x, y = np.ascontiguousarray(places[..., 0]), np.ascontiguousarray(places[..., 1])
    levels = cv2.remap(gray, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    profile = np.asarray(levels, dtype=np.float64).reshape(len(ends), 3, -1).mean(axis=1)
    half = len(steps) // 2
    near = slice(1, 4)
    left, right = profile[:, :half][:, ::-1], profile[:, half + 1 :]
    step = right[:, near].mean(axis=1) - left[:, near].mean(axis=1)
    middle = (right[:, near].mean(axis=1) + left[:, near].mean(axis=1)) / 2
    # On the darker side it gets light again (dark line), or on the lighter side dark again.
    dark_side = np.where((step > 0)[:, None], left, right)
    light_side = np.where((step > 0)[:, None], right, left)
    again = (dark_side.max(axis=1) > middle) | (light_side.min(axis=1) < middle)
    return np.asarray(again, dtype=np.bool_)
