"""Learn the colours of surfaces from teaching photos, and with them where exactly the cubes lie.

The layouts say which site holds what. At first only the middle of each site is surely a top; the
colours found there find the tops, these give better colours, rims and sides, and so on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.shot import Picture
from vision.cubes import Tops, find_tops
from vision.layout import Layout
from vision.look import Bins, Look, colours_of, look
from vision.piles import Silhouette, silhouettes
from vision.pixels import PixelModel, Surface, density, density_of, mix
from vision.view import View

F32 = NDArray[np.float32]
Floats = NDArray[np.float64]

COLOURS = ("brown", "blue")
_ROUNDS = 3
_REACH_MM = 5.0
_NEAR_MM = 24.0
"""The board this near to pieces is where shadows fall."""


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """One teaching photo: what lies where.

    cubes: (site, colour 0 or 1, face with direction) of each. stones: (site, colour).
    """

    photo: Picture
    cubes: tuple[tuple[str, int, str], ...]
    stones: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """Where the cubes of one lesson were found, in the order of `Lesson.cubes`."""

    tops: Tops
    colour: NDArray[np.int64]


def learn_surfaces(view: View, lessons: Sequence[Lesson]) -> tuple[PixelModel, list[Placed]]:
    """Return the colours of a set of pieces and where the cubes of each lesson lie."""
    layout = view.layout
    placed = [_at_sites(lesson, layout) for lesson in lessons]
    model = _colours(view, lessons, placed, sure=False)
    for _ in range(_ROUNDS):
        placed = [_find(view, lesson, look(lesson.photo.pixels, view, model)) for lesson in lessons]
        model = _colours(view, lessons, placed, sure=True)
    return model, placed


def _at_sites(lesson: Lesson, layout: Layout) -> Placed:
    """Place the cubes on their sites, so small that only sure pixels count."""
    centres = np.array([layout.site_mm(site) for site, _, _ in lesson.cubes]).reshape(-1, 2)
    count = len(centres)
    colour = np.array([colour for _, colour, _ in lesson.cubes], dtype=np.int64)
    return Placed(Tops(centres, np.zeros(count), np.full(count, 0.5), np.zeros(count)), colour)


def _find(view: View, lesson: Lesson, seen: Look) -> Placed:
    """Find the tops of a lesson's cubes."""
    edge = view.layout.piece_mm
    start = _at_sites(lesson, view.layout)
    count = len(start.colour)
    found = find_tops(
        *(seen.top(0, 1), view.work, start.tops.centre_mm),
        edge_mm=edge,
        height_mm=edge,
        reach_mm=_REACH_MM,
    )
    own = start.colour * count + np.arange(count)
    tops = Tops(found.centre_mm[own], found.turn_deg[own], found.size[own], found.fit[own])
    return Placed(tops, start.colour)


def _colours(
    view: View,
    lessons: Sequence[Lesson],
    placed: Sequence[Placed],
    *,
    sure: bool,
) -> PixelModel:
    """Learn all densities from where the cubes are now thought to be."""
    pools: list[list[F32]] = [[] for _ in Surface]
    calm: list[Bins] = []
    near: list[Bins] = []
    for lesson, where in zip(lessons, placed, strict=True):
        reflectance, changes = colours_of(lesson.photo.pixels, view)
        taken = np.zeros(view.on_board.shape, dtype=np.float32)
        for drawn, whole, colour in _drawn(view, where, sure=sure):
            part = drawn.window(reflectance)
            pools[Surface.BROWN_TOP + colour].append(part[drawn.middle > 0.9])
            pools[Surface.BROWN_RIM + colour].append(part[drawn.rim > 0.9])
            pools[Surface.BROWN_SIDE + colour].append(part[drawn.side > 0.9])
            cover = whole.window(taken)
            cover[whole.middle + whole.rim + whole.side > 0.02] = 1
        for site, colour in lesson.stones:
            inner, outer = _discs(view, site)
            pools[Surface.BROWN_STONE + colour].append(reflectance[inner > 0])
            taken[outer > 0] = 1
        around = cv2.dilate(taken, _disc(round(_NEAR_MM * _scale(view))))
        calm.append(changes[view.on_board & (taken == 0)])
        near.append(changes[view.on_board & (taken == 0) & (around > 0)])
        del reflectance, changes  # before the next photo's are there, too
    if not sure:
        for colour in (0, 1):
            tops = np.concatenate(pools[Surface.BROWN_TOP + colour])
            pools[Surface.BROWN_RIM + colour] = [tops]
            pools[Surface.BROWN_SIDE + colour] = [tops - np.float32(0.5)]
    tables = [_density(pool, few=kind >= Surface.BROWN_STONE) for kind, pool in enumerate(pools)]
    bare = np.concatenate(calm)
    board = mix(density_of(bare), density_of(np.concatenate(near)))
    usual = float(np.quantile(board[bare[::7]], 0.01))
    return PixelModel(np.stack(tables, axis=-1), board, usual)


def _density(pool: list[F32], *, few: bool) -> F32:
    """Return a surface's density; a flat one when nothing of it was taught."""
    colours = np.concatenate(pool) if pool else np.zeros((0, 3), dtype=np.float32)
    return density(colours, broad=0.5 if few else 0.15)


def _drawn(view: View, where: Placed, *, sure: bool) -> list[tuple[Silhouette, Silhouette, int]]:
    """Return for each cube the sure part of its silhouette, all it may cover, and its colour."""
    edge = view.layout.piece_mm
    tops = where.tops
    size = edge * tops.size
    high = np.asarray(edge)
    drawn = silhouettes(view.work, tops.centre_mm, tops.turn_deg, edge_mm=size, height_mm=high)
    wide = size + 2.0 if sure else np.full(len(size), edge + 2 * _REACH_MM)
    covers = silhouettes(view.work, tops.centre_mm, tops.turn_deg, edge_mm=wide, height_mm=high)
    return list(zip(drawn, covers, where.colour.tolist(), strict=True))


def _discs(view: View, site: str) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return masks of what surely is a stone on a site and of what may be."""
    x, y = view.layout.site_mm(site)
    edge = view.layout.piece_mm
    masks = []
    for radius in (0.28 * edge, edge):
        angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        ring = np.column_stack([x + radius * np.cos(angle), y + radius * np.sin(angle)])
        seen = view.work.project(np.column_stack([ring, np.full(24, 0.25 * edge)]))
        mask = np.zeros(view.on_board.shape, dtype=np.uint8)
        cv2.fillConvexPoly(mask, np.round(seen).astype(np.int32), 1)
        masks.append(mask)
    return masks[0], masks[1]


def _scale(view: View) -> float:
    """Return working pixels a millimetre."""
    x, y = view.layout.corners_mm[2] / 2
    ends = view.work.project([[x - 5, y, 0], [x + 5, y, 0]])
    return float(np.linalg.norm(ends[0] - ends[1])) / 10


def _disc(radius: int) -> NDArray[np.uint8]:
    """Return a round structuring element."""
    size = 2 * radius + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), dtype=np.uint8)
