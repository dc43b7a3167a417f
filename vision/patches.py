"""Patches: what surrounds a pile, always seen the same way round, for `vision.levels` to look at.

A patch is cut around the found top in the plane of single cubes' tops and turned so that the
camera's foot lies below: the sides that are seen, and what peeps out of a lower cube, are then
always below the top. Two drawings show what would be seen of a single cube and of a stack there.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cubes import Tops, squares
from vision.light import warp
from vision.look import Look
from vision.pixels import Surface
from vision.view import View

F32 = NDArray[np.float32]
Floats = NDArray[np.float64]

SIZE = 52
STEP_MM = 0.9
CHANNELS = 8
"""Own top, own side, the other colour, darkness, strangeness, brightness; cube and stack drawn."""
_LOUD = 5.0
_FINE = 4


def cut_patches(
    view: View, seen: Look, colour: NDArray[np.int64], tops: list[Tops], points_mm: Floats
) -> F32:
    """Return the patches (N, CHANNELS, SIZE, SIZE) of piles near points (N, 2).

    colour: (N,) of the tops, tops: the best of level 1 and of level 2, N of each.
    """
    count = len(points_mm)
    if not count:
        return np.zeros((0, CHANNELS, SIZE, SIZE), dtype=np.float32)
    edge = view.layout.piece_mm
    foot = view.work.position_mm
    out, across = axes(view, points_mm)
    line = (np.arange(SIZE) - (SIZE - 1) / 2) * STEP_MM
    down, right = np.meshgrid(-line, line, indexing="ij")
    centre = tops[0].centre_mm
    places = (
        centre[:, None, None]
        + down[..., None] * out[:, None, None]
        + right[..., None] * across[:, None, None]
    )
    world = np.concatenate([places, np.full((*places.shape[:3], 1), edge)], axis=3)
    placed = np.nan_to_num(view.work.project(world.reshape(-1, 3)), nan=-9.0)
    at = placed.astype(np.float32).reshape(count * SIZE, SIZE, 2)
    drawn = [warp(plane, at).reshape(count, SIZE, SIZE) for plane in _planes(seen)]
    tops_seen, sides_seen = np.stack(drawn[:2]) / _LOUD, np.stack(drawn[2:4]) / _LOUD
    rows = np.arange(count)
    patches = np.empty((count, CHANNELS, SIZE, SIZE), dtype=np.float32)
    patches[:, 0], patches[:, 1] = tops_seen[colour, rows], sides_seen[colour, rows]
    patches[:, 2] = np.maximum(tops_seen[1 - colour, rows], sides_seen[1 - colour, rows])
    patches[:, 3], patches[:, 4], bright = drawn[4:]
    level = np.median(bright.reshape(count, -1), axis=1)[:, None, None]
    patches[:, 5] = np.clip(bright - level, -1.5, 1.5)
    for k, part in enumerate(tops):
        high = (k + 1) * edge
        square = squares(part.centre_mm, part.turn_deg, np.asarray(edge))
        layers = [_down(square, foot, height, edge) - centre[:, None] for height in (high, 0.0)]
        for n in range(count):
            flat = [layer[n] @ np.stack([across[n], -out[n]], axis=1) for layer in layers]
            patches[n, 6 + k] = _draw(*flat)
    return patches


def axes(view: View, points_mm: Floats) -> tuple[Floats, Floats]:
    """Return unit vectors (N, 2) at points (N, 2): away from the camera's foot, and across."""
    away = points_mm - view.work.position_mm[:2]
    length = np.hypot(away[:, 0], away[:, 1])[:, None]
    out = np.where(length > 1e-6, away / np.maximum(length, 1e-6), np.array([0.0, 1.0]))
    return out, np.column_stack([out[:, 1], -out[:, 0]])


def _planes(seen: Look) -> Iterator[F32]:
    """Yield the pictures (h, w) that patches are cut from, one at a time, as they are large.

    Tops and then sides of brown and of blue, darkness, strangeness, brightness.
    """
    yield seen.ratio(Surface.BROWN_TOP, Surface.BROWN_RIM)
    yield seen.ratio(Surface.BLUE_TOP, Surface.BLUE_RIM)
    yield seen.ratio(Surface.BROWN_SIDE)
    yield seen.ratio(Surface.BLUE_SIDE)
    yield np.clip(seen.change, -1.5, 1.0)
    yield seen.strange
    yield seen.bright


def _down(square: Floats, foot: Floats, height_mm: float, plane_mm: float) -> Floats:
    """Return where corners (N, 4, 2) at a height are seen in a plane below the camera's eye."""
    scale = (foot[2] - plane_mm) / (foot[2] - height_mm)
    return np.asarray(foot[:2] + (square - foot[:2]) * scale, dtype=np.float64)


def _draw(top: Floats, bottom: Floats) -> F32:
    """Return a pile as it would be seen: its top 1, its sides a half; corners (4, 2) in mm."""
    scale = 16.0 * _FINE / STEP_MM
    middle = (SIZE * _FINE / 2 - 0.5) * 16
    sheet = np.zeros((SIZE * _FINE, SIZE * _FINE), dtype=np.uint8)
    whole = cv2.convexHull(np.vstack([top, bottom]).astype(np.float32)).reshape(-1, 2)
    for corners, value in ((whole, 127), (top, 255)):
        at = np.clip(np.rint(corners * scale + middle), -30000, 30000).astype(np.int32)
        cv2.fillConvexPoly(sheet, at, value, cv2.LINE_8, 4)
    small = cv2.resize(sheet, (SIZE, SIZE), interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.float32) / np.float32(255)
