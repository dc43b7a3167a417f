"""Discs in a picture: stones as they may lie on a board, by the edges around them.

Each edge pixel votes for the centres that it may be the rim of, along its gradient and against it
(radial symmetry; Loy & Zelinsky 2003). Black stones, white ones, glossy and shaded ones are alike
there, and touching ones stay apart. The picture is looked at so small that a stone has a radius of
three to seven pixels: then grain and lines are gone, and the ellipse that a tilted stone shows is
a circle give or take a pixel.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
F32 = NDArray[np.float32]
Pixels = NDArray[np.uint8]

_LEVELS_PX = (640, 320, 160)  # the picture's longer side
_RADII_PX = (3.2, 3.8, 4.5, 5.3, 6.3)
_LEAST_EDGE, _PLAIN_EDGE = 60.0, 160.0  # of an evened picture, as Canny's thresholds
_LEAST_RIM = 0.45  # part of a disc's rim that must be seen
_APART = 1.2  # radii between two discs
_MOST = 500


@dataclass(frozen=True, slots=True)
class Discs:
    """Discs in a picture: middles (N, 2) and radii (N,) in pixels, part of the rim seen (N,).

    dark: (N,) whether each is darker than what is around it.
    """

    middles_px: Floats
    radius_px: Floats
    rim: Floats
    dark: NDArray[np.bool_]

    def those(self, which: NDArray[np.bool_] | NDArray[np.int64]) -> Discs:
        """Return some of the discs."""
        return Discs(
            self.middles_px[which], self.radius_px[which], self.rim[which], self.dark[which]
        )


def find_discs(even: Pixels) -> Discs:
    """Return the discs of a grey picture whose contrast is even, best first, some twice."""
    found = []
    side = max(even.shape)
    for wanted in _LEVELS_PX:
        scale = wanted / side
        small = cv2.resize(even, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        table = _in_level(np.asarray(small, np.uint8))
        factor = side / max(small.shape)
        table[:, :2] = (table[:, :2] + 0.5) * factor - 0.5
        table[:, 2] *= factor
        found.append(table)
    table = np.concatenate(found)
    table = table[np.argsort(-table[:, 3], kind="stable")]
    return Discs(table[:, :2], table[:, 2], table[:, 3], table[:, 4] > 0)


def _in_level(small: Pixels) -> Floats:
    """Return the discs of a small picture, (N, 5): middle, radius, rim, 1 where it is dark."""
    clean = cv2.GaussianBlur(small, (0, 0), 0.6)
    right = cv2.Sobel(clean, cv2.CV_16S, 1, 0)
    down = cv2.Sobel(clean, cv2.CV_16S, 0, 1)
    edges = cv2.Canny(right, down, _LEAST_EDGE, _PLAIN_EDGE, L2gradient=True)
    y, x = np.nonzero(edges)
    way = np.stack([right[y, x], down[y, x]], axis=1).astype(np.float32)
    way /= np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-6)[:, None]
    height, width = small.shape
    best = np.zeros(small.shape, np.float32)
    radius = np.zeros(small.shape, np.float32)
    dark = np.zeros(small.shape, np.bool_)
    for r in _RADII_PX:
        for sign in (-1.0, 1.0):
            px = np.rint(x + sign * r * way[:, 0]).astype(np.int64)
            py = np.rint(y + sign * r * way[:, 1]).astype(np.int64)
            inside = (px >= 0) & (px < width) & (py >= 0) & (py < height)
            votes = np.bincount(py[inside] * width + px[inside], minlength=width * height)
            near = cv2.boxFilter(
                votes.reshape(small.shape).astype(np.float32), -1, (3, 3), normalize=False
            )
            near = np.asarray(near / (2 * np.pi * r), dtype=np.float32)
            better = near > best
            best[better] = near[better]
            radius[better] = r
            dark[better] = sign < 0
    soft = np.asarray(cv2.GaussianBlur(best, (0, 0), 0.8), dtype=np.float32)
    top = (soft >= cv2.dilate(soft, np.ones((3, 3), np.uint8))) & (best > _LEAST_RIM)
    at_y, at_x = np.nonzero(top)
    inner = (at_x > 0) & (at_x < width - 1) & (at_y > 0) & (at_y < height - 1)
    at_y, at_x = at_y[inner], at_x[inner]
    across, along = (_peak(soft, at_y, at_x, *way) for way in ((0, 1), (1, 0)))
    told = (radius[at_y, at_x], best[at_y, at_x], dark[at_y, at_x])
    return np.column_stack([at_x + across, at_y + along, *told]).astype(np.float64)


def _peak(values: F32, y: NDArray[np.int64], x: NDArray[np.int64], dy: int, dx: int) -> Floats:
    """Return where a parabola through three values has its top (N,), in steps from the middle."""
    before, middle, after = values[y - dy, x - dx], values[y, x], values[y + dy, x + dx]
    bend = before + after - 2 * middle
    top = np.where(bend < 0, 0.5 * (before - after) / np.minimum(bend, -1e-6), 0.0)
    return np.asarray(np.clip(top, -0.5, 0.5), dtype=np.float64)


def apart(discs: Discs) -> Discs:
    """Return the discs of which no better one is as near as their radii allow, best first."""
    discs = discs.those(np.arange(min(_MOST, len(discs.rim))))
    gap = np.linalg.norm(discs.middles_px[:, None] - discs.middles_px[None], axis=2)
    near = gap < _APART * np.minimum(discs.radius_px[:, None], discs.radius_px[None])
    gone = np.zeros(len(discs.rim), dtype=np.bool_)
    for index in range(len(gone)):
        if not gone[index]:
            gone[index + 1 :] |= near[index, index + 1 :]
    return discs.those(~gone)
