"""Gauging: how large a top really looks, to a hundredth, because a stack's top is nearer.

A top at level 2 looks larger than at level 1 by its height over the camera's: about one part in
twenty-five. The four edges are found on the photo itself, where the colours change most across a
narrow band. An edge above a side that is seen is blurred by the cube's rounding, one before the
board is sharp; what is usual for either is learned from the teaching photos.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.cubes import turned
from vision.light import PhotoLog, middle_of
from vision.view import View

Floats = NDArray[np.float64]

_SPAN = 1.4
_GRID = 56
_BAND = (0.40, 0.61)
"""Edges are looked for so far from the middle, in edges: inside is art, outside the ground."""
_MIDDLE = 0.36
"""Only so much of an edge to both sides of its middle is used: corners are rounded."""
_SEEN_MM = 1.0
"""A side that shows at least this much is seen."""
_LEAST_SPREAD = 0.007
_CUT = 16
"""So many tops are cut out of the photo at once."""


@dataclass(frozen=True, slots=True, eq=False)
class Edges:
    """Edges of N tops, in the order east, west, north, south.

    place: (N, 4) distance from the middle in edges. seen: (N, 4) whether the side below is seen.
    """

    place: Floats
    seen: NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Gauge:
    """How large single cubes look.

    mean: (2, 2) places of their edges by colour, then by whether the side below is seen.
    spread: (2, 2) standard errors of their widths by colour, then by whether one of the two
    sides is seen.
    """

    mean: Floats
    spread: Floats


def find_edges(view: View, photo_log: PhotoLog, centre_mm: Floats, turn_deg: Floats) -> Edges:
    """Return the edges of tops (N, 2), turns (N,), as they look in the plane of level 1.

    photo_log: of the whole photo.
    """
    places = [np.zeros((0, 4))]
    for start in range(0, len(turn_deg), _CUT):
        some = slice(start, start + _CUT)
        places.append(_places(view, photo_log, centre_mm[some], turn_deg[some]))
    return Edges(np.concatenate(places), _sides_seen(view, centre_mm, turn_deg))


def _places(view: View, photo_log: PhotoLog, centre_mm: Floats, turn_deg: Floats) -> Floats:
    """Return the distances (N, 4) of the edges of tops from their middles, in edges."""
    edge = view.layout.piece_mm
    line = (np.arange(_GRID) - (_GRID - 1) / 2) * (_SPAN / _GRID)
    x, y = np.meshgrid(line, line)
    grid = np.column_stack([x.ravel(), y.ravel()])
    at = view.camera.project_grids(centre_mm, edge, turned(turn_deg, edge), grid)
    tops = photo_log.at_planes(*at).reshape(-1, _GRID, _GRID, 3)
    keep = np.abs(line) < _MIDDLE
    across = middle_of(tops[:, keep], axis=1)
    along = middle_of(tops[:, :, keep], axis=2)
    places = [_steepest(profiles, line) for profiles in (across, across[:, ::-1])]
    places += [_steepest(profiles, line) for profiles in (along, along[:, ::-1])]
    return np.stack(places, axis=1)


def learn_gauge(edges: Edges, colour: NDArray[np.int64]) -> Gauge:
    """Return where the edges of taught single cubes (N,) are, robust against a few bad ones."""
    mean, spread = np.full((2, 2), 0.5), np.full((2, 2), 0.02)
    side = edges.seen.astype(int)
    for k in (0, 1):
        for one in (0, 1):
            places = edges.place[(colour == k)[:, None] & (side == one)]
            if len(places) >= 6:
                mean[k, one] = np.median(places)
    width = (edges.place - mean[colour[:, None], side]).reshape(-1, 2, 2).sum(axis=2)
    pair = side.reshape(-1, 2, 2).max(axis=2)
    for k in (0, 1):
        for one in (0, 1):
            widths = width[(colour == k)[:, None] & (pair == one)]
            if len(widths) >= 6:
                scatter = 1.4826 * float(np.median(np.abs(widths - np.median(widths))))
                spread[k, one] = max(scatter, _LEAST_SPREAD)
    return Gauge(mean, spread)


def sizes(edges: Edges, gauge: Gauge, colour: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """Return sizes (N,) against single cubes of the kit, 1 = as large, and their errors (N,)."""
    side = edges.seen.astype(int)
    mean = gauge.mean[colour[:, None], side]
    width = (edges.place - mean).reshape(-1, 2, 2).sum(axis=2)
    pair = side.reshape(-1, 2, 2).max(axis=2)
    weight = 1 / gauge.spread[colour[:, None], pair] ** 2
    total = weight.sum(axis=1)
    return 1 + (width * weight).sum(axis=1) / total, np.sqrt(1 / total)


def magnification(view: View) -> float:
    """Return how much larger a top of level 2 looks than one of level 1."""
    height, edge = float(view.work.position_mm[2]), view.layout.piece_mm
    return (height - edge) / (height - 2 * edge)


def _steepest(profiles: NDArray[np.floating[Any]], line: NDArray[np.floating[Any]]) -> Floats:
    """Return where colours change most in the band of each profile (N, G, 3), in edges (N,)."""
    change = np.abs(np.gradient(profiles, axis=1)).sum(axis=2) ** 2
    band = (line > _BAND[0]) & (line < _BAND[1])
    weight = change[:, band] + 1e-9
    return np.asarray((weight * line[band]).sum(axis=1) / weight.sum(axis=1), dtype=np.float64)


def _sides_seen(view: View, centre_mm: Floats, turn_deg: Floats) -> NDArray[np.bool_]:
    """Return whether the camera sees the sides (N, 4) east, west, north, south of cubes."""
    away = centre_mm - view.work.position_mm[:2]
    angle = np.radians(turn_deg)
    east = away[:, 0] * np.cos(angle) + away[:, 1] * np.sin(angle)
    north = -away[:, 0] * np.sin(angle) + away[:, 1] * np.cos(angle)
    reach = _SEEN_MM * float(view.work.position_mm[2]) / view.layout.piece_mm
    return np.stack([-east > reach, east > reach, -north > reach, north > reach], axis=1)
