"""Owners: is a cube brown's or blue's? Told by its pixels, brown against blue.

How well a square fits says little of its owner: beside the board and the sides of cubes either
colour's tops fit as well as they can. So the pixels of the top, its middle with the art and its
bare rim, and of the sides that are seen are asked again, which of the two colours they rather have.
Hue counts most: the colours were taught on other parts of the board, where a lamp may shine more.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera
from vision.cubes import RIM
from vision.look import Bins
from vision.pixels import HUES, PixelModel, Surface

F32 = NDArray[np.float32]
Floats = NDArray[np.float64]

_ACROSS = 13
_SPAN = 0.94
_CLIP = 4.0
"""No single pixel says more: it may be a glint or a speck."""
_BRIGHTNESS = 0.3
"""What a top's colour with its brightness counts beside its hue alone."""
_BLUR_MM = 0.7
"""Of each side that is seen so much is blurred with the top's edge."""
_DOWN = (0.35, 0.55, 0.75)
_ALONG = 7
_SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


def blue_lead(
    colours: Bins,
    pixels: PixelModel,
    work: Camera,
    centre_mm: Floats,
    turn_deg: Floats,
    *,
    edge_mm: float,
    height_mm: Floats,
) -> Floats:
    """Return the log odds that tops (N, 2) and their sides are blue's, not brown's (N,).

    colours: (h, w) of the work camera's picture, as in `vision.look`. height_mm: (N,).
    """
    if not len(centre_mm):
        return np.zeros(0)
    local, rim = _grid()
    angle = np.radians(turn_deg)

    def bins_at(places: Floats, heights: Floats) -> NDArray[np.intp]:
        cos, sin = np.cos(angle)[:, None] * edge_mm, np.sin(angle)[:, None] * edge_mm
        x = centre_mm[:, :1] + cos * places[:, 0] - sin * places[:, 1]
        y = centre_mm[:, 1:] + sin * places[:, 0] + cos * places[:, 1]
        at = np.nan_to_num(work.project(np.stack([x, y, heights], axis=-1)), nan=0.0)
        column = np.clip(np.rint(at[:, 0]), 0, work.size_px[0] - 1).astype(np.intp)
        row = np.clip(np.rint(at[:, 1]), 0, work.size_px[1] - 1).astype(np.intp)
        return colours[row, column].reshape(x.shape).astype(np.intp)

    leads, hues = _leads(pixels)
    down, sides = _side_grid()
    high = height_mm[:, None].astype(np.float64)
    low = high - (1 - down.ravel()) * edge_mm
    tops = np.broadcast_to(high, (len(angle), len(local)))
    every = bins_at(np.vstack([local, sides.reshape(-1, 2)]), np.hstack([tops, low]))
    top, side = every[:, : len(local)], every[:, len(local) :]
    rims = rim.astype(np.intp)
    lead = hues[top % HUES, rims].mean(axis=1) + _BRIGHTNESS * leads[top, rims].mean(axis=1)
    told = hues[side % HUES, 2].reshape(-1, *down.shape).mean(axis=(2, 3))
    away = centre_mm - work.position_mm[:2]
    east = away[:, 0] * np.cos(angle) + away[:, 1] * np.sin(angle)
    north = -away[:, 0] * np.sin(angle) + away[:, 1] * np.cos(angle)
    facing = np.column_stack([u * east + v * north for u, v in _SIDES])
    weight = np.clip(-facing * edge_mm / work.position_mm[2] - _BLUR_MM, 0, None)
    total, seen = (weight * told).sum(axis=1), weight.sum(axis=1)
    return np.asarray(lead + total / np.maximum(seen, 1e-6), dtype=np.float64)


@lru_cache(maxsize=1)
def _side_grid() -> tuple[Floats, Floats]:
    """Return places on the sides: how far down (sides, heights, along), and (..., 2) in edges."""
    line = np.linspace(-0.4, 0.4, _ALONG)
    places = np.array(
        [np.column_stack([u / 2 + abs(v) * line, v / 2 + abs(u) * line]) for u, v in _SIDES]
    )
    shape = (len(_SIDES), len(_DOWN), _ALONG)
    down = np.broadcast_to(np.array(_DOWN)[:, None], shape)
    return down, np.broadcast_to(places[:, None], (*shape, 2))


@lru_cache(maxsize=2)
def _leads(pixels: PixelModel) -> tuple[F32, F32]:
    """Return blue's lead over brown for middle, rim and side, (BINS, 3) and by hue (HUES, 3)."""
    known = pixels.surfaces
    by_hue = np.logaddexp.reduce(known.reshape(-1, HUES, known.shape[1]), axis=0)
    leads = []
    for table in (known, by_hue):
        parts = [
            table[:, blue] - table[:, brown]
            for brown, blue in (
                (Surface.BROWN_TOP, Surface.BLUE_TOP),
                (Surface.BROWN_RIM, Surface.BLUE_RIM),
                (Surface.BROWN_SIDE, Surface.BLUE_SIDE),
            )
        ]
        leads.append(np.clip(np.stack(parts, axis=1), -_CLIP, _CLIP).astype(np.float32))
    return leads[0], leads[1]


@lru_cache(maxsize=1)
def _grid() -> tuple[Floats, NDArray[np.bool_]]:
    """Return places on a top (P, 2) in edges and which of them are on its rim (P,)."""
    line = (np.arange(_ACROSS) - (_ACROSS - 1) / 2) * (_SPAN / (_ACROSS - 1))
    x, y = np.meshgrid(line, line)
    places = np.column_stack([x.ravel(), y.ravel()])
    return places, np.abs(places).max(axis=1) > 0.5 - RIM
