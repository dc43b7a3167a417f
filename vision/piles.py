"""Piles: how well a cube or a stack explains the pixels around a site.

A pile's silhouette is the hull of its top square and of its bottom square on the board, as the
camera sees them. Pixels in the top square must look like the top (rim and middle), the others in
the silhouette like sides; everything is measured against the board showing there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera
from vision.cubes import RIM, squares

Floats = NDArray[np.float64]
F32 = NDArray[np.float32]
Number = TypeVar("Number", bound=np.generic)

_FINE = 4
"""Silhouettes are drawn that much larger and averaged, so that parts of pixels count."""


@dataclass(frozen=True, slots=True, eq=False)
class Silhouette:
    """Where one pile is in the working picture: shares (h, w) float32 of pixels.

    left, top: the window's corner in the picture. middle, rim: of the top. side: of the rest.
    """

    left: int
    top: int
    middle: F32
    rim: F32
    side: F32

    def window(self, maps: NDArray[Number]) -> NDArray[Number]:
        """Return the window's part of a picture."""
        height, width = self.middle.shape
        return maps[self.top : self.top + height, self.left : self.left + width]


def silhouettes(
    camera: Camera, centre_mm: Floats, turn_deg: Floats, *, edge_mm: Floats, height_mm: Floats
) -> list[Silhouette]:
    """Return the silhouettes of N piles: centres (N, 2), turns, edges and heights of tops (N,)."""
    count = len(centre_mm)
    edge = np.broadcast_to(edge_mm, (count,))
    high = np.broadcast_to(height_mm, (count,))
    outer = squares(centre_mm, turn_deg, edge)
    inner = squares(centre_mm, turn_deg, edge * (1 - 2 * RIM))
    heights = np.repeat(high[:, None], 4, axis=1)
    flats = [(outer, heights), (inner, heights), (outer, 0 * heights)]
    world = np.stack([np.dstack([xy, z]) for xy, z in flats], axis=1)
    seen = camera.project(world.reshape(-1, 3)).reshape(count, 3, 4, 2)
    return [_draw(pile, camera.size_px) for pile in seen]


def outlines(
    camera: Camera, centre_mm: Floats, turn_deg: Floats, *, edge_mm: float, height_mm: float
) -> list[Silhouette]:
    """Return the silhouettes of N piles as wholes: all of them is `side`."""
    count = len(centre_mm)
    outer = squares(centre_mm, turn_deg, np.full(count, edge_mm))
    high, low = np.full((count, 4), height_mm), np.zeros((count, 4))
    world = np.stack([np.dstack([outer, high]), np.dstack([outer, low])], axis=1)
    seen = camera.project(world.reshape(-1, 3)).reshape(count, 8, 2)
    drawn = []
    for corners in seen:
        low_px = np.maximum(np.floor(corners.min(axis=0)) - 1, 0).astype(int)
        high_px = np.minimum(np.ceil(corners.max(axis=0)) + 2, camera.size_px).astype(int)
        width, height = np.maximum(high_px - low_px, 1)
        place = ((corners - low_px + 0.5) * _FINE - 0.5).astype(np.float32)
        whole = _fill((int(height), int(width)), cv2.convexHull(place).reshape(-1, 2))
        nothing = np.zeros_like(whole)
        drawn.append(Silhouette(int(low_px[0]), int(low_px[1]), nothing, nothing, whole))
    return drawn


def _draw(pile: Floats, size_px: tuple[int, int]) -> Silhouette:
    """Draw one pile: corners (3, 4, 2) px of the top, of its middle and of the bottom."""
    low = np.maximum(np.floor(pile.min(axis=(0, 1))) - 1, 0).astype(int)
    high = np.minimum(np.ceil(pile.max(axis=(0, 1))) + 2, size_px).astype(int)
    width, height = np.maximum(high - low, 1)
    top, middle, bottom = (pile - low + 0.5) * _FINE - 0.5
    whole = cv2.convexHull(np.vstack([top, bottom]).astype(np.float32)).reshape(-1, 2)
    shape = (int(height), int(width))
    drawn = [_fill(shape, polygon) for polygon in (middle, top, whole)]
    rim = np.maximum(drawn[1] - drawn[0], 0)
    side = np.maximum(drawn[2] - drawn[1], 0)
    return Silhouette(int(low[0]), int(low[1]), drawn[0], rim, side)


def _fill(shape: tuple[int, int], polygon: NDArray[np.generic]) -> F32:
    """Return the share of each pixel inside a convex polygon given in fine pixels."""
    canvas = np.zeros((shape[0] * _FINE, shape[1] * _FINE), dtype=np.uint8)
    cv2.fillConvexPoly(
        canvas,
        np.round(np.asarray(polygon, dtype=np.float64) * 16).astype(np.int32),
        255,
        cv2.LINE_8,
        4,
    )
    small = cv2.resize(canvas, (shape[1], shape[0]), interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.float32) / np.float32(255)


def cover(
    mask: F32,
    camera: Camera,
    centre_mm: Floats,
    turn_deg: Floats,
    *,
    edge_mm: float,
    height_mm: float,
) -> None:
    """Draw the silhouettes of some piles into a mask (h, w) of the camera's picture."""
    drawn = silhouettes(
        camera,
        centre_mm,
        turn_deg,
        edge_mm=np.asarray(edge_mm),
        height_mm=np.asarray(height_mm),
    )
    for pile in drawn:
        window = pile.window(mask)
        np.maximum(window, pile.middle + pile.rim + pile.side, out=window)
