"""More than one flat cube: does something stand out beside or beneath a rolled cube?

Two thrown cubes hardly ever lie exactly on one another: the lower one stands out beneath the upper.
The raised side of a leaning cube stands out as well. So for each square the lower cube is looked
for that would explain best what is seen around it; how much it explains that a single flat cube
doesn't is its gain.
"""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cubes import Tops, squares
from vision.gauge import magnification
from vision.light import sample
from vision.look import Look
from vision.pixels import Surface
from vision.view import View

Floats = NDArray[np.float64]
F32 = NDArray[np.float32]

_GRID = 40
_ACROSS = 3.0
"""What is around a square is looked at in so many samples over so many edges."""
_FINE = 16.0
"""Corners are drawn in such parts of a sample."""
_PLACES = np.array(
    [(x, y, turn) for x, y in product((-0.45, -0.225, 0.0, 0.225, 0.45), repeat=2)
     for turn in (0.0, 22.5, 45.0, 67.5)]
)  # fmt: skip
"""How a lower cube may lie beside the upper one: x and y in edges, turn in degrees."""
_STEPS = np.array([(0.0, 0.0, 0.0), (1.0, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1),
                   (0, 0, -1)]) * (0.1, 0.1, 10.0)  # fmt: skip
_ROUNDS = 3
_TOP, _SIDE = 2, 1
"""How a cube's parts are drawn."""


def measure_gains(view: View, seen: Look, tops: Tops, colour: int) -> Floats:
    """Return what a second cube under each square of a roll explains (N,), beside what is usual.

    In log ratios of a pixel times the share of a top's area that shows them.
    """
    if not len(tops.fit):
        return np.zeros(0)
    around = _surroundings(view, seen, tops, colour)
    gains = np.array(
        [
            _gain(view, maps, place, float(turn))
            for maps, place, turn in zip(around, tops.centre_mm, tops.turn_deg, strict=True)
        ]
    )
    return np.asarray(gains - np.median(gains), dtype=np.float64)


def _surroundings(view: View, seen: Look, tops: Tops, colour: int) -> F32:
    """Return samples (N, _GRID, _GRID, 2) of how like a top and a side it is around each square.

    Nothing is sampled where other cubes are if all lie flat.
    """
    edge = view.layout.piece_mm
    kinds = (Surface.BROWN_TOP, Surface.BROWN_RIM, Surface.BROWN_SIDE)
    top, rim, side = (Surface(kind + colour) for kind in kinds)
    planes = np.stack([seen.ratio(top, rim), seen.ratio(side)], axis=-1)
    line = (np.arange(_GRID) - (_GRID - 1) / 2) * (_ACROSS * edge / _GRID)
    places = tops.centre_mm[:, None, None] + np.stack(np.meshgrid(line, line), axis=-1)
    values = sample(planes, view.work, places.reshape(-1, 2), height_mm=edge)
    values = values.reshape(*places.shape[:3], 2)
    boxes = _boxes(view, tops.centre_mm, tops.turn_deg, low=0.0)
    apart = np.hypot(*(tops.centre_mm[:, None] - tops.centre_mm[None]).transpose(2, 0, 1))
    for k, other in np.argwhere(apart < _ACROSS * edge):
        if other != k:
            drawn = _drawn(boxes[other : other + 1], tops.centre_mm[k], edge)[0]
            values[k][drawn > 0] = 0
    return np.asarray(values, dtype=np.float32)


def _boxes(view: View, centre_mm: Floats, turn_deg: Floats, *, low: float) -> Floats:
    """Return the corners (N, 8, 2) of cubes as seen in the plane of flat cubes' tops, tops first.

    centre_mm: (N, 2) where their tops are seen in that plane. low: how high their bottoms are, in
    edges.
    """
    edge = view.layout.piece_mm
    eye = view.work.position_mm
    nearer = (eye[2] - edge) / (eye[2] - edge * np.array([low + 1, low]))
    flat = squares(
        eye[:2] + (centre_mm - eye[:2]) / nearer[0], turn_deg, np.full(len(centre_mm), edge)
    )
    return np.concatenate([eye[:2] + (flat - eye[:2]) * part for part in nearer], axis=1)


def _drawn(boxes: Floats, centre_mm: Floats, edge_mm: float) -> NDArray[np.uint8]:
    """Return a sheet (N, _GRID, _GRID) for each box (N, 8, 2): its top, its sides, 0 elsewhere."""
    sheets = np.zeros((len(boxes), _GRID, _GRID), dtype=np.uint8)
    places = ((boxes - centre_mm) * (_GRID / (_ACROSS * edge_mm)) + (_GRID - 1) / 2) * _FINE
    corners = np.clip(np.rint(places), -30000, 30000).astype(np.int32)
    for sheet, box in zip(sheets, corners, strict=True):
        cv2.fillConvexPoly(sheet, cv2.convexHull(box).reshape(-1, 2), _SIDE, cv2.LINE_8, 4)
        cv2.fillConvexPoly(sheet, box[:4], _TOP, cv2.LINE_8, 4)
    return sheets


def _gain(view: View, maps: F32, centre_mm: Floats, turn_deg: float) -> float:
    """Return what the best lower cube under a square explains that a single flat cube doesn't."""
    edge, eye = view.layout.piece_mm, view.work.position_mm[:2]
    place, turn = centre_mm[None], np.array([turn_deg])
    single, upper = (
        _drawn(_boxes(view, place, turn, low=low), centre_mm, edge) for low in (0.0, 1.0)
    )
    free = maps * (upper[0] == 0)[..., None]
    under = eye + (centre_mm - eye) / magnification(view)
    best, most = np.zeros(3), -np.inf
    for tried in range(1 + _ROUNDS):
        some = best + _STEPS / tried if tried else _PLACES
        boxes = _boxes(view, under + some[:, :2] * edge, turn_deg + some[:, 2], low=0.0)
        worth = _explained(free, _drawn(boxes, centre_mm, edge))
        k = int(worth.argmax())
        if worth[k] > most:
            best, most = some[k], float(worth[k])
    alone = _explained(maps, single)[0] - _explained(maps, upper)[0]
    return float(most - alone) / (_GRID / _ACROSS) ** 2


def _explained(maps: F32, sheets: NDArray[np.uint8]) -> Floats:
    """Return the sums of log ratios (N,) of what is drawn."""
    flat = sheets.reshape(len(sheets), -1)
    top, side = maps[..., 0].ravel(), maps[..., 1].ravel()
    told = (flat == _TOP).astype(np.float32) @ top + (flat == _SIDE).astype(np.float32) @ side
    return np.asarray(told, dtype=np.float64)
