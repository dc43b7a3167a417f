"""The things that stand on a table, ready to be traced, and how one is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.light import Light, Shadows, Solid, shade
from vision.render.look import Shape, TableLook
from vision.render.materials import sample
from vision.render.pieces import COLOURS, TILE_PX, Skin, cube_skin
from vision.render.rays import Sight, Window, both
from vision.render.scene import Placed
from vision.render.solids import (
    Box,
    Field,
    Hits,
    disc_solid,
    drum,
    ellipsoid,
    norm,
    pawn,
    trace_box,
    trace_field,
)
from vision.render.symbols import FACES

Image = NDArray[np.float32]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """A thing that stands on the table, ready to be traced."""

    foot: tuple[float, float]
    level: int
    bounds: Floats
    solid: Solid
    gloss: float
    box: Box | None = None
    field: Field | None = None
    skin: Skin | None = None
    tiles: tuple[tuple[int, int], ...] = ()
    albedo: tuple[float, float, float] = (0.5, 0.5, 0.5)
    mottle: float = 0.0


def cube_box(look: TableLook, piece: Placed) -> Box:
    """Return the box of a placed cube, cocked when it leans."""
    skin = cube_skin(look, piece.colour, piece.copy)
    half = skin.size * look.layout.piece_mm / 2
    lean = None
    lift = float(half[2])
    if piece.lean_deg[0]:
        angle, toward = np.radians(piece.lean_deg)
        axis = np.array([-np.sin(toward), np.cos(toward), 0.0]) * angle
        lean = np.asarray(cv2.Rodrigues(axis)[0], dtype=np.float64)
        lift = float(np.abs(lean[2]) @ half)
    middle = np.array([piece.x_mm, piece.y_mm, piece.base_mm + lift])
    return Box(middle, half, piece.turn_deg, look.pieces.round_mm, lean)


def piece_body(look: TableLook, piece: Placed) -> Body:
    """Return a placed cube or stone, ready to be traced."""
    if piece.thing == "stone":
        return _stone(look, piece)
    box = cube_box(look, piece)
    face = FACES.index(piece.thing)
    around = [k for k in look.pieces.sides if k != face]
    opposite = around.pop(piece.copy % len(around)) if len(around) > 4 else around[-1]
    turns = [(k * 7 + face * 3 + piece.copy) % 4 for k in around]
    tiles = ((face, 0), *zip(around, turns, strict=True), (opposite, 0))
    return Body(
        *((piece.x_mm, piece.y_mm), piece.level, box.corners(), box.solid(), look.pieces.gloss),
        box=box,
        skin=cube_skin(look, piece.colour, piece.copy),
        tiles=tuple(tiles),
    )


def _bounds(x: float, y: float, low: float, high: float, reach: float) -> Floats:
    """Return the corners (8, 3) of an upright block around a thing."""
    sides = (-reach, reach)
    return np.array([(x + a, y + b, z) for a in sides for b in sides for z in (low, high)])


def _stone(look: TableLook, piece: Placed) -> Body:
    size, tall = look.pieces.stone_mm
    x, y, z = piece.x_mm, piece.y_mm, piece.base_mm
    form = look.pieces.stone_shape
    bounds = _bounds(x, y, z, z + tall, size * 0.75)
    box: Box | None = None
    field: Field | None = None
    if form is Shape.BLOCK:
        half = np.array([size, size, tall]) / 2
        box = Box(np.array([x, y, z + tall / 2]), half, piece.turn_deg, 1.5)
        solid = box.solid()
    elif form is Shape.DISC:
        field = drum((x, y, z + tall / 2), size / 2, tall / 2, min(1.2, tall / 3))
        solid = disc_solid((x, y, z), (size / 2, size / 2), (0, tall))
    elif form is Shape.DOME:
        field = _dome((x, y, z), size / 2, tall)
        solid = disc_solid((x, y, z), (size / 2, size * 0.43, size * 0.1), (0, tall * 0.5, tall))
    else:
        axes = (size / 2, size * 0.42, tall / 2)
        field = ellipsoid((x, y, z + tall / 2), axes, piece.turn_deg)
        radii = (size * 0.2, size * 0.46, size * 0.35, size * 0.1)
        solid = disc_solid((x, y, z), radii, (0, tall * 0.5, tall * 0.8, tall))
    return Body(
        *((x, y), piece.level, bounds, solid, look.pieces.gloss * 0.5),
        box=box,
        field=field,
        albedo=look.pieces.stone_colours[COLOURS.index(piece.colour)],
        mottle=0.12,
    )


def _dome(place: tuple[float, float, float], radius: float, tall: float) -> Field:
    """Return the distance field of the upper half of an ellipsoid."""
    ball = ellipsoid(place, (radius, radius, tall), 0)
    return lambda points: np.maximum(ball(points), np.float32(place[2]) - points[2])


def figure_body(look: TableLook, colour: str, number: int) -> Body:
    """Return the pawn on a notch, ready to be traced."""
    x, y = look.notch_mm(colour, number)
    tall, foot = look.pieces.figure_mm
    field = pawn((x, y, 0.0), tall, foot)
    head = foot * 0.72
    solid = disc_solid(
        (x, y, 0), (foot, foot * 0.85, head * 0.9, head, head * 0.3),
        (0, 3, tall - 2 * head, tall - head, tall),
    )  # fmt: skip
    which = COLOURS.index(colour)
    return Body(
        *((x, y), 0, _bounds(x, y, 0, tall, foot * 1.05), solid, 0.5),
        field=field,
        albedo=look.pieces.figure_colours[which],
    )


def paint_order(body: Body, origin: Floats) -> tuple[float, int]:
    """Return a key that sorts what is far from the camera's foot first, piles from below."""
    away = float(np.hypot(body.foot[0] - origin[0], body.foot[1] - origin[1]))
    return (-away + 5.0 * body.level, body.level)


def layer_of(
    window: Window, light: Light, body: Body, sight: Sight, shadows: Shadows
) -> Layer | None:
    """Return what a thing shows in a window, traced at twice the picture's resolution."""
    rays = sight.rays(window, fine=2).reshape(3, -1)
    if body.box is not None:
        hits = trace_box(sight.origin, rays, body.box)
    elif body.field is not None:
        low, high = float(body.bounds[:, 2].min()), float(body.bounds[:, 2].max())
        reach = float(np.abs(body.bounds[:, 0] - body.foot[0]).max())
        hits = trace_field(
            *(sight.origin, rays, body.field, (low, high)), within=(*body.foot, reach)
        )
    else:
        return None
    if not hits.mask.any():
        return None
    albedo, normals = _surface(body, hits)
    view = sight.origin.astype(np.float32)[:, None] - hits.points
    view /= norm(view)
    seen = shadows.at(hits.points, hits.normals)
    colour = shade(light, hits.points, normals, albedo, seen, view, body.gloss)
    return Layer.of(window, 2.0, hits.mask, colour)


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """What a thing shows in a window: its light (3, h, w), and the share (h, w) beside it."""

    window: Window
    light: Image
    beside: Image

    @classmethod
    def of(cls, window: Window, fine: float, mask: NDArray[np.bool_], colour: Image) -> Layer:
        """Return traced colours as a layer; `fine` rays a pixel were traced.

        mask: (N,) of the rays that met the thing, row by row; colour: (3, M) of these.
        """
        left, top, right, bottom = window
        width, height = right - left, bottom - top
        size = (round(width * fine), round(height * fine))
        way = cv2.INTER_AREA if fine > 1 else cv2.INTER_LINEAR
        rays = np.zeros(size[0] * size[1], np.float32)
        rays[mask] = 1.0
        beside = 1.0 - cv2.resize(rays.reshape(size[::-1]), (width, height), interpolation=way)
        light = np.empty((3, height, width), np.float32)
        for plane, value in zip(light, colour, strict=True):
            rays[mask] = value
            plane[:] = cv2.resize(rays.reshape(size[::-1]), (width, height), interpolation=way)
        return cls(window, light, np.asarray(beside, np.float32))

    def lay_over(self, light: Image, window: Window) -> None:
        """Lay it over the light (3, h, w) of another window, as far as it is within."""
        shared = both(self.window, window)
        if shared is None:
            return
        here, there = (
            (
                slice(shared[1] - top, shared[3] - top),
                slice(shared[0] - left, shared[2] - left),
            )
            for left, top, _, _ in (self.window, window)
        )
        for plane, seen in zip(light, self.light, strict=True):
            patch = plane[there]
            patch *= self.beside[here]
            patch += seen[here]


def _surface(body: Body, hits: Hits) -> tuple[Image, Image]:
    """Return albedo and the normals bent by the relief, each (3, M)."""
    if body.skin is None or body.box is None:
        base = np.asarray(body.albedo, np.float32)[:, None]
        albedo = np.broadcast_to(base, hits.points.shape)
        if body.mottle:
            x, y, z = hits.points
            wave = np.sin(x * 1.3 + 2 * np.sin(y * 0.9)) * np.sin(y * 1.1 + z)
            albedo = albedo * (1 + np.float32(body.mottle) * wave)
        return np.asarray(albedo, np.float32), hits.normals
    column, row, sides = _unfold(hits.local / body.box.half.astype(np.float32)[:, None], body.tiles)
    albedo = sample(body.skin.albedo(), column, row).T
    slope = sample(body.skin.slope(), column, row).T
    bend = np.zeros(hits.local.shape, np.float32)
    for which, (east, north) in sides:
        bend[east.axis][which] = slope[0].take(which) * np.float32(east.sign)
        bend[north.axis][which] = slope[1].take(which) * np.float32(-north.sign)
    normals = hits.normals - body.box.axes().astype(np.float32) @ bend
    normals /= norm(normals)
    return np.ascontiguousarray(albedo), normals


@dataclass(frozen=True, slots=True)
class _Way:
    """A direction along an axis of a cube, or against it."""

    axis: int
    sign: float


_X, _Y, _Z = (_Way(k, 1.0) for k in range(3))
_SIDES = (
    (_X, _Y),
    (_Y, _Z),
    (_Way(0, -1.0), _Z),
    (_Way(1, -1.0), _Z),
    (_X, _Z),
    (_X, _Way(1, -1.0)),
)
"""East and north of the art on each side of a cube: top, east, north, west, south, bottom."""
_OUT = (_Z, _X, _Y, _Way(0, -1.0), _Way(1, -1.0), _Way(2, -1.0))
"""Where each side looks."""


def _unfold(
    local: Image, tiles: Sequence[tuple[int, int]]
) -> tuple[Image, Image, list[tuple[NDArray[np.intp], tuple[_Way, _Way]]]]:
    """Return columns and rows in the skin of places (3, N) on the unit cube, and the sides seen.

    A side: which of the places are on it, and the (east, north) of its art.
    """
    column, row = np.empty((2, local.shape[1]), np.float32)
    axis = np.abs(local).argmax(axis=0)
    sides = []
    for out, ways, (tile, turns) in zip(_OUT, _SIDES, tiles, strict=True):
        there = np.flatnonzero(axis == out.axis)
        which = there[(local[out.axis].take(there) > 0) == (out.sign > 0)]
        if not len(which):
            continue
        east, north = ways
        for _ in range(turns):
            east, north = north, _Way(east.axis, -east.sign)
        u, v = (local[way.axis].take(which) * np.float32(way.sign) for way in (east, north))
        column[which] = np.clip((u + 1) * (TILE_PX / 2) - 0.5, 0, TILE_PX - 1) + tile * TILE_PX
        row[which] = np.clip((1 - v) * (TILE_PX / 2) - 0.5, 0, TILE_PX - 1)
        sides.append((which, (east, north)))
    return column, row, sides
