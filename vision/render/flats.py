"""What lies flat: the board, its rim and the table, in the lamp's light and in that of the room.

A scene's ground is lit by a lamp, of which things on the table hide a part, and by the light of the
room, of which they hide another. So the ground is drawn in each of the two alone, and a picture of
it is the sum of both, each as far as the shadows let it through.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render import ground
from vision.render.light import Light, Shadows, dot, shade
from vision.render.look import TableLook
from vision.render.materials import Colour
from vision.render.rays import BLOCK_PX, Sight, Window, knots, spread

Image = NDArray[np.float32]
Floats = NDArray[np.float64]
Pair = tuple[Image, Image]

_TILE_PX = (256, 96)
"""So many columns and rows are drawn at a time: what is worked out on the way takes little memory
then, and most tiles show the board alone, or the table alone."""
_RIM_MM = 5.0
"""Further inside than this a pixel of the board shows nothing of its edge."""


_BENT = 1.3
"""A relief faces the lamp better than the plane does by less than this."""


class Ground(Protocol):
    """The board and the table around it as a camera sees them."""

    def light(self, window: Window, shadows: Shadows) -> Image:
        """Return the light (3, h, w) of a window, with the shadows that are thrown on it."""
        ...


class Texture(Protocol):
    """What a plane looks like: `vision.render.ground.Flat`, or one that is kept in fewer bytes."""

    @property
    def engraved(self) -> bool:
        """Whether it has slopes."""
        ...

    def brightest(self) -> float:
        """Return the highest albedo."""
        ...

    def seen(self, x_mm: Image, y_mm: Image) -> tuple[Image, Image | None]:
        """Return albedo (3, h, w), and slope (2, h, w) if it is engraved, at places (h, w)."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class _Plane:
    """A level plane, and what the lamp does there, worked out coarsely.

    coarse (6, rows, columns) as in `Sight.blocks`: x and y in mm, strength, highlight, way to the
    lamp (2).
    """

    texture: Texture
    gloss: float
    coarse: Image

    @classmethod
    def of(
        cls, light: Light, sight: Sight, texture: Texture, height: float, gloss: float
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
        return cls(texture, gloss, np.concatenate(layers))

    def parts(self, light: Light, window: Window) -> tuple[Pair, Image]:
        """Return its light of the lamp and of the room, (3, h, w), and the places (2, h, w)."""
        count = 6 if self.texture.engraved else 4 if self.gloss > 0 else 3
        layers = spread(self.coarse[:count], window)
        strength = layers[2]
        albedo, slope = self.texture.seen(layers[0], layers[1])
        if slope is not None:
            lean = slope[0] * layers[4] + slope[1] * layers[5]
            strength = np.maximum(strength - 2.0 * lean, 0)
        lamp = np.empty(albedo.shape, np.float32)
        for k, plane in enumerate(albedo):
            cv2.multiply(plane, strength, dst=lamp[k], scale=light.lamp[k])
            if self.gloss > 0:
                cv2.scaleAdd(layers[3], light.lamp[k], lamp[k], dst=lamp[k])
            np.multiply(plane, np.float32(light.ambient[k]), out=plane)
        return (lamp, albedo), layers[:2]


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
        cls, look: TableLook, light: Light, sight: Sight, textures: tuple[Texture, Texture]
    ) -> DrawnGround:
        """Return the ground with the textures of the board and of the table."""
        board, table = textures
        return cls(
            *(look, light, sight),
            _Plane.of(light, sight, board, 0.0, look.board.gloss),
            _Plane.of(light, sight, table, -look.board.thick_mm, 0.0),
        )

    def light(self, window: Window, shadows: Shadows) -> Image:
        """Return what `Ground.light` tells."""
        left, top, right, bottom = window
        light = np.empty((3, bottom - top, right - left), np.float32)
        for tile, rows, columns in tiles(window):
            (light[:, rows, columns],) = self._tile(tile, shadows)
        return light

    def brightest(self) -> tuple[Colour, Colour]:
        """Return linear BGR light that neither the lamp's nor the room's exceeds anywhere."""
        white, lit_most = 1 / ground.WHITE, 1 / ground.WHITE
        for plane in (self.board, self.table):
            albedo = plane.texture.brightest()
            shine = float(plane.coarse[3].max()) if plane.gloss > 0 else 0.0
            white = max(white, albedo)
            lit_most = max(lit_most, albedo * _BENT * float(plane.coarse[2].max()) + shine)
        lamp, room = self.lights.lamp, self.lights.ambient
        return (
            (lamp[0] * lit_most, lamp[1] * lit_most, lamp[2] * lit_most),
            (room[0] * white, room[1] * white, room[2] * white),
        )

    def parts(self, window: Window) -> Pair:
        """Return the light of the lamp and of the room, each (3, h, w), without shadows.

        The window is one of `tiles`, or not much larger.
        """
        lamp, room = self._tile(window)
        return lamp, room

    def _tile(self, window: Window, shadows: Shadows | None = None) -> tuple[Image, ...]:
        """Return a small part: what shadows leave of it, or, without any, lamp and room apart."""
        edge = edge_of(self.look, self.sight, window)
        if edge is None:
            return self._upper(window, shadows)
        table, foot = self.table.parts(self.lights, window)
        lower = table if shadows is None else (lit(table, shadows.on_plane(0, *foot)),)
        if not edge.cover.any() and not edge.side.any():
            return lower
        upper = self._upper(window, shadows)
        if edge.side.any():
            rim = self._rim(edge.side, edge.top)
            for part, light in zip(lower, rim if shadows is None else (sum(rim),), strict=True):
                part[:, edge.side] = light
        bevel = 1.0 - np.float32(0.25) * np.exp(-np.maximum(edge.inside, 0) / np.float32(0.8))
        share = bevel * edge.cover
        for top_light, light in zip(upper, lower, strict=True):
            np.multiply(top_light, share, out=top_light)
            np.multiply(light, 1.0 - edge.cover, out=light)
            np.add(light, top_light, out=light)
        return lower

    def _upper(self, window: Window, shadows: Shadows | None) -> tuple[Image, ...]:
        """Return what `_tile` does, of the board's plane alone."""
        board, top = self.board.parts(self.lights, window)
        return board if shadows is None else (lit(board, shadows.on_plane(1, *top)),)

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


def tiles(window: Window) -> Iterator[tuple[Window, slice, slice]]:
    """Yield the parts of a window that are drawn one by one, and their rows and columns in it."""
    left, top, right, bottom = window
    for x, y in product(range(left, right, _TILE_PX[0]), range(top, bottom, _TILE_PX[1])):
        tile = x, y, min(x + _TILE_PX[0], right), min(y + _TILE_PX[1], bottom)
        yield tile, slice(y - top, tile[3] - top), slice(x - left, tile[2] - left)


@dataclass(frozen=True, slots=True, eq=False)
class Edge:
    """Where a window shows the board's edge.

    inside: how far inside the board's outline in mm. side: where its side shows. cover: the share
    0..1 of a pixel that its top covers. All (h, w). top, foot: where the pixels' rays meet the
    plane of the board and that of the table, (2, h, w) in mm.
    """

    top: Image
    foot: Image
    inside: Image
    side: NDArray[np.bool_]
    cover: Image


def edge_of(look: TableLook, sight: Sight, window: Window) -> Edge | None:
    """Return where a window shows the board's edge, or what is beyond; None: it shows no such."""
    places = sight.places(0.0)
    if _inside(look, knots(places, window)).min() > _RIM_MM:
        return None  # between the knots of a convex outline none is nearer to it
    top = spread(places, window)
    inside = _inside(look, top)
    if inside.min() > _RIM_MM:
        return None
    foot = spread(sight.places(-look.board.thick_mm), window)
    side = (_inside(look, foot) >= 0) & (inside < 0)
    cover = np.clip(inside / np.float32(_pixel_mm(sight)) + np.float32(0.5), 0, 1)
    return Edge(top, foot, inside, side, cover)


@lru_cache(maxsize=4)
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
