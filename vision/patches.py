"""Patches: what surrounds a pile, always seen the same way round, for `vision.levels` to look at.

A patch is cut around the found top in the plane of single cubes' tops and turned so that the
camera's foot lies below: the sides that are seen, and what peeps out of a lower cube, are then
always below the top. Two drawings show what would be seen of a single cube and of a stack there.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.cubes import Tops, squares
from vision.light import middle_of, warp_planes
from vision.look import Look
from vision.piles import FINE, PART, fill_hulls
from vision.pixels import Surface
from vision.view import View

F32 = NDArray[np.float32]
Floats = NDArray[np.float64]

SIZE = 52
STEP_MM = 0.9
CHANNELS = 8
"""Own top, own side, the other colour, darkness, strangeness, brightness; cube and stack drawn."""
_LOUD = 5.0
_DRAWN = 16
"""Piles drawn at once: few enough for the processor's cache."""


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
    ways = np.stack([across, -out], axis=1)
    centre = tops[0].centre_mm
    at = view.work.project_grids(centre, edge, ways, _grid())
    drawn = [warp_planes(plane, *at).reshape(count, SIZE, SIZE) for plane in _planes(seen)]
    tops_seen, sides_seen = np.stack(drawn[:2]) / _LOUD, np.stack(drawn[2:4]) / _LOUD
    rows = np.arange(count)
    patches = np.empty((count, CHANNELS, SIZE, SIZE), dtype=np.float32)
    patches[:, 0], patches[:, 1] = tops_seen[colour, rows], sides_seen[colour, rows]
    patches[:, 2] = np.maximum(tops_seen[1 - colour, rows], sides_seen[1 - colour, rows])
    patches[:, 3], patches[:, 4], bright = drawn[4:]
    level = middle_of(bright.reshape(count, -1))[:, None, None]
    patches[:, 5] = np.clip(bright - level, -1.5, 1.5)
    whole, top = _drawings(tops, foot, edge, ways)
    # As if the sides were painted with 127 of 255 first, and then the top over them.
    shares = np.rint((127 * whole + 128 * top) / (FINE**2 * PART)) / np.float32(255)
    patches[:, 6:] = shares.reshape(2, count, SIZE, SIZE).swapaxes(0, 1)
    return patches


@lru_cache(maxsize=1)
def _grid() -> Floats:
    """Return the places (SIZE * SIZE, 2) of a patch's samples in mm, right and down."""
    line = (np.arange(SIZE) - (SIZE - 1) / 2) * STEP_MM
    down, right = np.meshgrid(line, line, indexing="ij")
    return np.column_stack([right.ravel(), down.ravel()])


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


def _drawings(tops: list[Tops], foot: Floats, edge: float, ways: Floats) -> tuple[F32, F32]:
    """Return the parts of all pixels (levels * N, SIZE, SIZE) that piles and their tops cover.

    Counted as by `fill_hulls`. foot: (3,) where the camera stands, ways: (N, 2, 2) right and down.
    """
    scale = 16.0 * FINE / STEP_MM
    middle = (SIZE * FINE / 2 - 0.5) * 16
    hulls: list[tuple[NDArray[np.int32], NDArray[np.int32]]] = []
    for level, part in enumerate(tops, start=1):
        square = squares(part.centre_mm, part.turn_deg, np.asarray(edge))
        layers = [_down(square, foot, height, edge) for height in (level * edge, 0.0)]
        corners = np.concatenate(layers, axis=1) - tops[0].centre_mm[:, None]
        flat = np.einsum("nci,nji->ncj", corners, ways)
        at = np.clip(np.rint(flat * scale + middle), -30000, 30000).astype(np.int32)
        hulls += [(pile, pile[:4]) for pile in at]
    parts = [fill_hulls(hulls[k : k + _DRAWN], (SIZE, SIZE)) for k in range(0, len(hulls), _DRAWN)]
    whole, top = np.concatenate(parts).astype(np.float32).swapaxes(0, 1)
    return whole, top
