"""Piles: how well a cube or a stack explains the pixels around a site.

A pile's silhouette is the hull of its top square and of its bottom square on the board, as the
camera sees them. Pixels in the top square must look like the top (rim and middle), the others in
the silhouette like sides; everything is measured against the board showing there.
"""

from __future__ import annotations

from collections.abc import Sequence
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

FINE = 4
"""Silhouettes are drawn that much larger and averaged, so that parts of pixels count."""
PART = 15
"""What each fine pixel counts: twice halved, which is fast, the means are still whole numbers."""
_SHARES = (np.rint(np.arange(256) / (FINE**2 * PART) * 255) / 255).astype(np.float32)
_AT_ONCE = 16


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
    flats = [(inner, heights), (outer, heights), (outer, 0 * heights)]
    world = np.stack([np.dstack([xy, z]) for xy, z in flats], axis=1)
    seen = camera.project(world.reshape(-1, 3)).reshape(count, 12, 2)
    drawn = []
    for some in _some_at_once(count):
        low, shapes, fixed = _windows(seen[some], camera.size_px)
        shares = _drawn([(part[:4], part[4:8], part[4:]) for part in fixed], shapes)
        middle, rim, side = np.moveaxis(shares, 1, 0)
        side -= rim
        rim -= middle
        np.maximum(shares, 0, out=shares)
        for (left, top), (h, w), pile in zip(low.tolist(), shapes.tolist(), shares, strict=True):
            drawn.append(Silhouette(left, top, *pile[:, :h, :w]))
    return drawn


def outlines(
    camera: Camera, centre_mm: Floats, turn_deg: Floats, *, edge_mm: float, height_mm: float
) -> list[Silhouette]:
    """Return the silhouettes of N piles as wholes: all of them is `side`."""
    count = len(centre_mm)
    outer = squares(centre_mm, turn_deg, np.full(count, edge_mm))
    high, ground = np.full((count, 4), height_mm), np.zeros((count, 4))
    world = np.stack([np.dstack([outer, high]), np.dstack([outer, ground])], axis=1)
    seen = camera.project(world.reshape(-1, 3)).reshape(count, 8, 2)
    drawn = []
    for some in _some_at_once(count):
        low, shapes, fixed = _windows(seen[some], camera.size_px)
        shares = _drawn([(part,) for part in fixed], shapes)
        nothing = np.zeros(shares.shape[2:], dtype=np.float32)
        for (left, top), (h, w), (whole,) in zip(
            low.tolist(), shapes.tolist(), shares, strict=True
        ):
            bare = nothing[:h, :w]
            drawn.append(Silhouette(left, top, bare, bare, whole[:h, :w]))
    return drawn


def _some_at_once(count: int) -> list[slice]:
    """Return which of some piles are drawn at once: few enough for the processor's cache."""
    return [slice(start, min(start + _AT_ONCE, count)) for start in range(0, count, _AT_ONCE)]


def _windows(
    corners_px: Floats, size_px: tuple[int, int]
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.int32]]:
    """Return the windows of a picture around corners (N, C, 2): left and top, height and width.

    Then the corners in sixteenths of fine pixels of their windows.
    """
    low = np.maximum(np.floor(corners_px.min(axis=1)) - 1, 0).astype(int)
    high = np.minimum(np.ceil(corners_px.max(axis=1)) + 2, size_px).astype(int)
    places = (corners_px - low[:, None] + 0.5) * FINE - 0.5
    return low, np.maximum(high - low, 1)[:, ::-1], np.rint(places * 16).astype(np.int32)


def _drawn(piles: Sequence[Sequence[NDArray[np.int32]]], shapes: NDArray[np.intp]) -> F32:
    """Return the share of each pixel (N, K, H, W) within the hulls of K sets of corners a pile.

    Each pile's window is in the upper left; height and width are those of the largest.
    """
    height, width = shapes.max(axis=0).tolist()
    return np.asarray(cv2.LUT(fill_hulls(piles, (height, width)), _SHARES), dtype=np.float32)


def fill_hulls(
    piles: Sequence[Sequence[NDArray[np.int32]]], shape: tuple[int, int]
) -> NDArray[np.uint8]:
    """Return `PART` for each `FINE`th by `FINE`th of a pixel (N, K, *shape) within hulls.

    piles: the corners (C, 2) of N times K hulls, in sixteenths of a `FINE`th of a pixel.
    """
    height, width = shape
    count, layers = len(piles), len(piles[0])
    sheet = np.zeros((count, layers, height * FINE, width * FINE), dtype=np.uint8)
    for canvases, hulls in zip(sheet, piles, strict=True):
        for canvas, corners in zip(canvases, hulls, strict=True):
            cv2.fillConvexPoly(canvas, cv2.convexHull(corners), FINE**2 * PART, cv2.LINE_8, 4)
    small = sheet.reshape(-1, width * FINE)
    for part in (2, 1):
        size = (part * width, part * height * count * layers)
        small = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return small.reshape(count, layers, height, width)


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
