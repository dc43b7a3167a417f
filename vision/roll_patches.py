"""Patches: what surrounds a rolled cube, each cut square to its top, for `vision.cocked`.

A patch shows the plane of flat cubes' tops, two and a quarter edges wide, turned as the found
square lies: so all cubes look alike, whatever their size, place and turn. Drawings of the cube and
of its neighbours as they would be seen if all lay flat tell where sides should show, and where not.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cubes import Tops, squares
from vision.light import PhotoLog, warp
from vision.look import Look
from vision.pixels import Surface
from vision.view import View

F32 = NDArray[np.float32]
Floats = NDArray[np.float64]

SIZE = 48
CHANNELS = 8
"""Own top, own side, darkness, strangeness, brightness, lightness in detail; the cube drawn, its
neighbours drawn."""
DRAWN = 2
"""So many channels, the last ones, are drawn: they are certain."""
_ACROSS = 2.25
"""A patch's width in edges."""
_LOUD = 5.0
_FINE = 4
_FAR = 2.6
"""Cubes further away than so many edges are not in a patch."""


def cut_surroundings(view: View, seen: Look, fine: PhotoLog, tops: Tops, colour: int) -> F32:
    """Return the patches (N, CHANNELS, SIZE, SIZE) of a roll's squares of one colour.

    fine: the photo's logarithms of light.
    """
    count = len(tops.fit)
    if not count:
        return np.zeros((0, CHANNELS, SIZE, SIZE), dtype=np.float32)
    edge = view.layout.piece_mm
    line = (np.arange(SIZE) - (SIZE - 1) / 2) * (_ACROSS * edge / SIZE)
    x, y = np.meshgrid(line, -line)
    along, across = axes(tops.turn_deg)
    places = (
        tops.centre_mm[:, None, None]
        + x[..., None] * along[:, None, None]
        + y[..., None] * across[:, None, None]
    )
    world = np.column_stack([places.reshape(-1, 2), np.full(count * SIZE * SIZE, edge)])
    patches = np.empty((count, CHANNELS, SIZE, SIZE), dtype=np.float32)
    at = _placed(view.work.project(world), count)
    for k, plane in enumerate(_planes(seen, colour)):
        patches[:, k] = warp(plane, at).reshape(count, SIZE, SIZE)
    light = fine.at(view.camera.project(world).reshape(count, -1, 2)).mean(axis=2)
    patches[:, 5] = light.reshape(count, SIZE, SIZE)
    middle = slice(SIZE // 4, SIZE - SIZE // 4)
    usual = np.median(patches[:, 4:6, middle, middle].reshape(count, 2, -1), axis=2)
    patches[:, 4] -= np.median(usual[:, 0])
    patches[:, 5] -= usual[:, 1, None, None]
    patches[:, 4:6] = np.clip(patches[:, 4:6], -1.5, 1.5)
    _draw(patches, view, tops)
    return patches


def axes(turn_deg: Floats) -> tuple[Floats, Floats]:
    """Return the unit vectors (N, 2) along and across squares turned by (N,) degrees."""
    turn = np.radians(turn_deg)
    along = np.column_stack([np.cos(turn), np.sin(turn)])
    return along, np.column_stack([-along[:, 1], along[:, 0]])


def _placed(px: Floats, count: int) -> F32:
    """Return pixels (N, 2) as places for `warp`, what is behind the camera outside the picture."""
    return np.nan_to_num(px, nan=-9.0).astype(np.float32).reshape(count * SIZE, SIZE, 2)


def _planes(seen: Look, colour: int) -> Iterator[F32]:
    """Yield the pictures (h, w) that the first channels are cut from."""
    top, rim, side = (
        Surface(kind + colour)
        for kind in (Surface.BROWN_TOP, Surface.BROWN_RIM, Surface.BROWN_SIDE)
    )
    yield seen.ratio(top, rim) / np.float32(_LOUD)
    yield seen.ratio(side) / np.float32(_LOUD)
    yield np.clip(seen.change, -1.5, 1.0)
    yield seen.strange
    yield seen.bright


def _draw(patches: F32, view: View, tops: Tops) -> None:
    """Draw each cube and its neighbours as if they lay flat into the last two channels."""
    edge = view.layout.piece_mm
    top = squares(tops.centre_mm, tops.turn_deg, np.full(len(tops.fit), edge))
    foot = view.work.position_mm
    bottom = foot[:2] + (top - foot[:2]) * ((foot[2] - edge) / foot[2])
    along, across = axes(tops.turn_deg)
    apart = tops.centre_mm[:, None] - tops.centre_mm[None]
    near = np.hypot(apart[..., 0], apart[..., 1]) < _FAR * edge
    for n in range(len(patches)):
        turned = np.stack([along[n], -across[n]], axis=1)
        flat = [(layer - tops.centre_mm[n]) @ turned / edge for layer in (bottom, top)]
        others = [int(k) for k in np.flatnonzero(near[n]) if k != n]
        patches[n, 6] = _sheet(flat, [n])
        patches[n, 7] = _sheet(flat, others)


def _sheet(layers: list[Floats], which: list[int]) -> F32:
    """Return cubes drawn: tops 1, sides a half; layers: corners (N, 4, 2) of bottoms and tops."""
    scale = 16.0 * _FINE * SIZE / _ACROSS
    middle = (SIZE * _FINE / 2 - 0.5) * 16
    sheet = np.zeros((SIZE * _FINE, SIZE * _FINE), dtype=np.uint8)
    bottom, top = layers
    for value in (127, 255):
        for k in which:
            outline = top[k] if value == 255 else np.vstack([top[k], bottom[k]])
            hull = cv2.convexHull(outline.astype(np.float32)).reshape(-1, 2)
            at = np.clip(np.rint(hull * scale + middle), -30000, 30000).astype(np.int32)
            cv2.fillConvexPoly(sheet, at, value, cv2.LINE_8, 4)
    small = cv2.resize(sheet, (SIZE, SIZE), interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.float32) / np.float32(255)
