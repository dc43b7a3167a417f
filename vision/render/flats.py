"""What lies flat: the board, its rim and the table, in the lamp's light and in that of the room.

A scene's ground is lit by a lamp, of which things on the table hide a part, and by the light of the
room, of which they hide another. So the ground is drawn in each of the two alone, and a picture of
it is the sum of both, each as far as the shadows let it through.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render import ground
from vision.render.light import Light, Shadows, dot, shade
from vision.render.look import TableLook
from vision.render.materials import Colour
from vision.render.rays import BLOCK_PX, Sight, Window, spread

Image = NDArray[np.float32]
Floats = NDArray[np.float64]
Pair = tuple[Image, Image]

_STRIP_PX = 64
"""So many rows are drawn at a time: what is worked out on the way then takes a few megabytes."""
_RIM_MM = 5.0
"""Further inside than this a pixel of the board shows nothing of its edge."""


_BENT = 1.3
"""A relief faces the lamp better than the plane does by less than this."""


class Ground(Protocol):
    """The board and the table around it as a camera sees them."""

    def light(self, window: Window, shadows: Shadows) -> Image:
        """Return the light (3, h, w) of a window, with the shadows that are thrown on it."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class _Plane:
    """A level plane, and what the lamp does there, worked out coarsely.

    coarse (6, rows, columns) as in `Sight.blocks`: x and y in mm, strength, highlight, way to the
    lamp (2).
    """

    flat: ground.Flat
    gloss: float
    coarse: Image

    @classmethod
    def of(
        cls, light: Light, sight: Sight, flat: ground.Flat, height: float, gloss: float
    ) -> _Plane:
        """Return the plane at a height as a camera sees it."""
        places = sight.places(height)
        points = np.concatenate([places, np.full_like(places[:1], height)])
        toward, fall = light.falloff(points)
        view = sight.origin.astype(np.float32)[:, None, None] - points
        view /= np.sqrt(dot(view, view))
        up = np.zeros_like(points)
        up[2] = 1.0
        shine = light.highlight(up, toward, view, gloss) * fall
        layers = [places, (fall * toward[2])[None], shine[None], fall * toward[:2]]
        return cls(flat, gloss, np.concatenate(layers))

    def parts(self, light: Light, window: Window) -> tuple[Pair, Image]:
        """Return its light of the lamp and of the room, (3, h, w), and the places (2, h, w)."""
        flat = self.flat
        engraved = flat.slope.shape[0] > 1
        layers = spread(self.coarse[: 6 if engraved else 4 if self.gloss > 0 else 3], window)
        x, y, strength = layers[:3]
        column, row = flat.pixels(x, y)
        albedo = cv2.remap(
            flat.albedo, column, row, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
        )
        if engraved:
            slope = cv2.remap(flat.slope, column, row, cv2.INTER_LINEAR)
            lean = slope[..., 0] * layers[4] + slope[..., 1] * layers[5]
            strength = np.maximum(strength - 2.0 * lean, 0)
        lamp, room = np.empty((2, 3, *x.shape), np.float32)
        for k in range(3):
            np.multiply(albedo[..., k], np.float32(1 / ground.WHITE), out=room[k])
            np.multiply(room[k], strength, out=lamp[k])
            lamp[k] *= np.float32(light.lamp[k])
            room[k] *= np.float32(light.ambient[k])
            if self.gloss > 0:
                lamp[k] += layers[3] * np.float32(light.lamp[k])
        return (lamp, room), layers[:2]


@dataclass(frozen=True, slots=True, eq=False)
class DrawnGround:
    """The ground drawn anew whenever it is asked for, from the textures of board and table."""

    look: TableLook
    lights: Light
    sight: Sight
    board: _Plane
    table: _Plane

    @classmethod
    def of(
        cls, look: TableLook, light: Light, sight: Sight, flats: tuple[ground.Flat, ground.Flat]
    ) -> DrawnGround:
        """Return the ground with the textures of the board and of the table."""
        board, table = flats
        return cls(
            *(look, light, sight),
            _Plane.of(light, sight, board, 0.0, look.board.gloss),
            _Plane.of(light, sight, table, -look.board.thick_mm, 0.0),
        )

    def light(self, window: Window, shadows: Shadows) -> Image:
        """Return what `Ground.light` tells."""
        left, top, right, bottom = window
        light = np.empty((3, bottom - top, right - left), np.float32)
        for first, last in _strips(top, bottom):
            (whole,) = self._strip((left, first, right, last), shadows)
            light[:, first - top : last - top] = whole
        return light

    def brightest(self) -> tuple[Colour, Colour]:
        """Return linear BGR light that neither the lamp's nor the room's exceeds anywhere."""
        white, lit_most = 1 / ground.WHITE, 1 / ground.WHITE
        for plane in (self.board, self.table):
            albedo = float(plane.flat.albedo.max()) / ground.WHITE
            shine = float(plane.coarse[3].max()) if plane.gloss > 0 else 0.0
            white = max(white, albedo)
            lit_most = max(lit_most, albedo * _BENT * float(plane.coarse[2].max()) + shine)
        lamp, room = self.lights.lamp, self.lights.ambient
        return (
            (lamp[0] * lit_most, lamp[1] * lit_most, lamp[2] * lit_most),
            (room[0] * white, room[1] * white, room[2] * white),
        )

    def parts(self, window: Window) -> Pair:
        """Return the light of the lamp and of the room, each (3, h, w), without shadows."""
        left, top, right, bottom = window
        pair = np.empty((2, 3, bottom - top, right - left), np.float32)
        for first, last in _strips(top, bottom):
            for part, strip in zip(pair, self._strip((left, first, right, last)), strict=True):
                part[:, first - top : last - top] = strip
        return pair[0], pair[1]

    def _strip(self, window: Window, shadows: Shadows | None = None) -> tuple[Image, ...]:
        """Return a few rows: what shadows leave of them, or, without any, lamp and room apart."""
        board, top = self.board.parts(self.lights, window)
        upper = board if shadows is None else (lit(board, shadows.on_plane(1, *top)),)
        edge = edge_of(self.look, self.sight, window)
        if edge is None:
            return upper
        table, foot = self.table.parts(self.lights, window)
        lower = table if shadows is None else (lit(table, shadows.on_plane(0, *foot)),)
        if edge.side.any():
            rim = self._rim(edge.side, top)
            for part, light in zip(lower, rim if shadows is None else (sum(rim),), strict=True):
                part[:, edge.side] = light
        bevel = 1.0 - np.float32(0.25) * np.exp(-np.maximum(edge.inside, 0) / np.float32(0.8))
        share = bevel * edge.cover
        for top_light, light in zip(upper, lower, strict=True):
            np.multiply(top_light, share, out=top_light)
            np.multiply(light, 1.0 - edge.cover, out=light)
            np.add(light, top_light, out=light)
        return lower

    def _rim(self, side: NDArray[np.bool_], top: Image) -> Pair:
        """Return the two lights, (3, N), of the board's side where it is seen."""
        west, south, east, north = ground.board_rim(self.look)
        x, y = top[0][side], top[1][side]
        which = np.stack([west - x, x - east, south - y, y - north]).argmax(axis=0)
        normals = np.array([(-1, 1, 0, 0), (0, 0, -1, 1), (0, 0, 0, 0)], np.float32)[:, which]
        points = np.stack([np.clip(x, west, east), np.clip(y, south, north), 0 * x - 3])
        wood = np.asarray(self.look.board.wood, np.float32) * np.float32(0.7)
        albedo = np.broadcast_to(wood[:, None], points.shape)
        full, none = np.ones(len(x), np.float32), np.zeros(len(x), np.float32)
        lamp, room = (
            shade(self.lights, points, normals, albedo, seen, normals, 0.0)
            for seen in ((full, none), (none, full * np.float32(0.8)))
        )
        return lamp, room


def _strips(top: int, bottom: int) -> Iterator[tuple[int, int]]:
    """Yield (first, last) of some rows at a time."""
    for first in range(top, bottom, _STRIP_PX):
        yield first, min(first + _STRIP_PX, bottom)


@dataclass(frozen=True, slots=True, eq=False)
class Edge:
    """Where a window shows the board's edge.

    inside: how far inside the board's outline in mm. side: where its side shows. cover: the share
    0..1 of a pixel that its top covers. All (h, w).
    """

    inside: Image
    side: NDArray[np.bool_]
    cover: Image


def edge_of(look: TableLook, sight: Sight, window: Window) -> Edge | None:
    """Return where a window shows the board's edge, or what is beyond; None: it shows no such."""
    inside = _inside(look, spread(sight.places(0.0), window))
    if inside.min() > _RIM_MM:
        return None
    foot = spread(sight.places(-look.board.thick_mm), window)
    side = (_inside(look, foot) >= 0) & (inside < 0)
    cover = np.clip(inside / np.float32(_pixel_mm(sight)) + np.float32(0.5), 0, 1)
    return Edge(inside, side, cover)


def _pixel_mm(sight: Sight) -> float:
    """Return how many mm of the board a pixel covers in the middle of the picture."""
    places = sight.places(0.0)
    apart = np.diff(places[:, places.shape[1] // 2], axis=1)
    return float(np.median(np.hypot(*apart))) / BLOCK_PX + 1e-3


def _inside(look: TableLook, places: Image) -> Image:
    """Return how far inside the board's outline places (2, h, w) are, in mm."""
    west, south, east, north = (np.float32(v) for v in ground.board_rim(look))
    x, y = places
    nearest = np.minimum(np.minimum(x - west, east - x), np.minimum(y - south, north - y))
    return np.asarray(nearest, np.float32)


def lit(parts: Pair, seen: Pair) -> Image:
    """Return the light (3, h, w) of lamp and room, so much of each as is seen; they are used up."""
    lamp, room = parts
    lamp *= seen[0]
    room *= seen[1]
    lamp += room
    return lamp
