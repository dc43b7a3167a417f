"""The things that stand on a table, ready to be traced, and how one is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.light import Shadows, Solid, shade
from vision.render.look import Shape, TableLook
from vision.render.materials import sample
from vision.render.pieces import COLOURS, TILE_PX, Skin, cube_skin
from vision.render.rays import window_of
from vision.render.scene import Placed, Scene
from vision.render.solids import (
    Box,
    Field,
    Hits,
    disc_solid,
    drum,
    ellipsoid,
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
    return lambda points: np.maximum(ball(points), np.float32(place[2]) - points[:, 2])


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


def draw_body(
    light: Image, scene: Scene, body: Body, rays: Image, origin: Floats, shadows: Shadows
) -> None:
    """Trace a thing at twice the picture's resolution and lay it over the light so far."""
    window = window_of(scene.camera, body.bounds)
    if window is None:
        return
    left, top, right, bottom = window
    size = ((right - left) * 2, (bottom - top) * 2)
    fine = cv2.resize(rays[top:bottom, left:right], size, interpolation=cv2.INTER_LINEAR)
    flat_rays = np.asarray(fine, np.float32).reshape(-1, 3)
    if body.box is not None:
        hits = trace_box(origin, flat_rays, body.box)
    elif body.field is not None:
        low, high = float(body.bounds[:, 2].min()), float(body.bounds[:, 2].max())
        hits = trace_field(origin, flat_rays, body.field, (low, high))
    else:
        return
    if not hits.mask.any():
        return
    albedo, normals = _surface(body, hits)
    view = origin.astype(np.float32) - hits.points
    view /= np.linalg.norm(view, axis=1, keepdims=True)
    seen = shadows.at(hits.points, hits.normals)
    colour = shade(scene.light, hits.points, normals, albedo, seen, view, body.gloss)
    lay_over(light, window, size, hits.mask, colour)


def lay_over(
    light: Image,
    window: tuple[int, int, int, int],
    size: tuple[int, int],
    mask: NDArray[np.bool_],
    colour: Image,
) -> None:
    """Lay traced colours over a window of the light; they were traced at `size` (width, height).

    mask: (width * height,) of the rays that met the thing, colour: (M, 3) of these.
    """
    left, top, right, bottom = window
    layer = np.zeros((size[1] * size[0], 4), np.float32)
    layer[mask, :3] = colour
    layer[mask, 3] = 1.0
    smaller = size[0] > right - left
    fitted = cv2.resize(
        layer.reshape(size[1], size[0], 4),
        (right - left, bottom - top),
        interpolation=cv2.INTER_AREA if smaller else cv2.INTER_LINEAR,
    )
    patch = light[top:bottom, left:right]
    patch *= 1.0 - fitted[..., 3:]
    patch += fitted[..., :3]


def _surface(body: Body, hits: Hits) -> tuple[Image, Image]:
    """Return albedo and the normals bent by the relief, each (M, 3)."""
    if body.skin is None or body.box is None:
        base = np.asarray(body.albedo, np.float32)
        albedo = np.broadcast_to(base, hits.points.shape)
        if body.mottle:
            p = hits.points
            wave = np.sin(p[:, 0] * 1.3 + 2 * np.sin(p[:, 1] * 0.9)) * np.sin(
                p[:, 1] * 1.1 + p[:, 2]
            )
            albedo = albedo * (1 + np.float32(body.mottle) * wave)[:, None]
        return np.asarray(albedo, np.float32), hits.normals
    unit = np.asarray(hits.local / body.box.half.astype(np.float32), np.float32)
    tile, u, v, axes = _unfold(unit, body.tiles)
    column = np.clip((u + 1) * (TILE_PX / 2) - 0.5, 0, TILE_PX - 1) + tile * TILE_PX
    row = np.clip((1 - v) * (TILE_PX / 2) - 0.5, 0, TILE_PX - 1)
    albedo = sample(body.skin.albedo.astype(np.float32), column, row)
    slope = sample(body.skin.slope.astype(np.float32), column, row)
    to_world = body.box.axes().astype(np.float32)
    bend = slope[:, :1] * axes[0] - slope[:, 1:] * axes[1]
    normals = hits.normals - bend @ to_world.T
    return albedo, normals / np.linalg.norm(normals, axis=1, keepdims=True)


_SIDE_AXES = np.array(
    [
        [(1, 0, 0), (0, 1, 0)],
        [(0, 1, 0), (0, 0, 1)],
        [(-1, 0, 0), (0, 0, 1)],
        [(0, -1, 0), (0, 0, 1)],
        [(1, 0, 0), (0, 0, 1)],
        [(1, 0, 0), (0, -1, 0)],
    ],
    np.float32,
)
"""East and north of the art on each side of a cube: top, east, north, west, south, bottom."""


def _unfold(
    local: Image, tiles: Sequence[tuple[int, int]]
) -> tuple[NDArray[np.int64], Image, Image, tuple[Image, Image]]:
    """Return (tile, u, v, (east, north)) of places on the unit cube; u, v in -1..1."""
    axis = np.abs(local).argmax(axis=1)
    positive = local[np.arange(len(local)), axis] > 0
    side = np.select(
        [axis == 2, axis == 0], [np.where(positive, 0, 5), np.where(positive, 1, 3)],
        np.where(positive, 2, 4),
    )  # fmt: skip
    east, north = _SIDE_AXES[side, 0], _SIDE_AXES[side, 1]
    turns = np.array([turn for _, turn in tiles])[side]
    for _ in range(3):
        more = (turns > 0)[:, None]
        east, north = np.where(more, north, east), np.where(more, -east, north)
        turns = turns - 1
    u = np.einsum("ij,ij->i", local, east)
    v = np.einsum("ij,ij->i", local, north)
    return np.array([tile for tile, _ in tiles])[side], u, v, (east, north)
