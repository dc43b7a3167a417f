"""Draw one scene: the flat things by texture, the solids by rays, far ones first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.camera import Camera
from vision.render import ground
from vision.render.hand import hand_field, hand_solids
from vision.render.light import Light, Shadows, Solid, cast, shade
from vision.render.look import Shape, TableLook
from vision.render.materials import sample
from vision.render.pieces import COLOURS, TILE_PX, Skin, cube_skin
from vision.render.scene import Placed, Scene
from vision.render.sensor import Picture, develop
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

_GRID_PX = 16
_AROUND_MM = 110.0


@dataclass(frozen=True, slots=True, eq=False)
class Rendered:
    """A picture (H, W, 3) BGR uint8 and the truth about it, in the form of the truth files."""

    image: Picture
    truth: dict[str, Any]


def render(scene: Scene, *, rng: Generator) -> Rendered:
    """Return the picture of a scene and its truth; the same scene and generator, the same picture.

    `rng` only makes the sensor's noise: everything else is fixed by the scene.
    """
    rays = pixel_rays(scene.camera)
    origin = scene.camera.position_mm
    bodies = [_body(scene.look, piece) for piece in scene.pieces]
    figures = [_figure(scene.look, colour, number) for colour, number in scene.notches]
    solids = [body.solid for body in (*bodies, *figures)]
    if scene.hand is not None:
        solids = [*solids, *hand_solids(scene.hand)]
    shadows = _shadows(scene.look, scene.light, solids)
    light = _draw_ground(scene, rays, origin, shadows)
    for body in sorted((*bodies, *figures), key=lambda b: _paint_order(b, origin)):
        _draw_body(light, scene, body, rays, origin, shadows)
    if scene.hand is not None:
        _draw_hand(light, scene, rays, origin)
    return Rendered(develop(light, scene.sensor, rng), truth_of(scene))


def truth_of(scene: Scene) -> dict[str, Any]:
    """Return what a perfect reader would say: points, notches, hand, corners, cubes."""
    points: dict[str, list[str]] = {}
    cubes = []
    for piece in sorted(scene.pieces, key=lambda p: p.level):
        if piece.site is not None:
            points.setdefault(piece.site, []).append(piece.name)
        if piece.thing in FACES:
            top = _box(scene.look, piece).corners()[:4]
            cubes.append(
                {
                    "colour": piece.colour,
                    "face": piece.thing,
                    "point": piece.site,
                    "level": piece.level,
                    "turn": round(piece.turn_deg, 1),
                    "top_px": np.round(scene.camera.project(top), 1).tolist(),
                }
            )
    corners = np.column_stack([scene.look.layout.corners_mm, np.zeros(4)])
    return {
        "points": points,
        "notches": dict(scene.notches),
        "hand": scene.hand is not None,
        "grid_corners_px": np.round(scene.camera.project(corners), 1).tolist(),
        "cubes": cubes,
    }


def pixel_rays(camera: Camera) -> Image:
    """Return the viewing direction (H, W, 3) of each pixel in the world's frame (length free).

    Exact on a grid of 16 pixels, linear in between (error far below a hundredth of a pixel).
    """
    width, height = camera.size_px
    columns, rows = -(-width // _GRID_PX) + 1, -(-height // _GRID_PX) + 1
    x, y = np.meshgrid(np.arange(columns) * _GRID_PX, np.arange(rows) * _GRID_PX)
    knots = np.column_stack([x.ravel(), y.ravel()]).astype(np.float64)
    far = camera.unproject(knots, height_mm=0.0)
    centre = camera.position_mm
    way = np.column_stack([far - centre[:2], np.full(len(far), -centre[2])])
    depth = way @ camera.rotation[2]
    coarse = (way / depth[:, None]).reshape(rows, columns, 3).astype(np.float32)
    map_x = np.broadcast_to(np.arange(width, dtype=np.float32) / _GRID_PX, (height, width))
    map_y = np.broadcast_to(np.arange(height, dtype=np.float32)[:, None] / _GRID_PX, map_x.shape)
    return np.asarray(
        cv2.remap(coarse, np.ascontiguousarray(map_x), np.ascontiguousarray(map_y), cv2.INTER_LINEAR)
    )


# --- the flat things ---------------------------------------------------------------------------


def _plane_light(
    light: Light, x: Image, y: Image, height: float, origin: Floats, gloss: float
) -> tuple[Image, Image, Image]:
    """Return (lamp strength, way to the lamp, highlight) on a plane, worked out coarsely."""
    size = (x.shape[1], x.shape[0])
    small = (max(2, size[0] // 8), max(2, size[1] // 8))
    points = np.dstack(
        [
            cv2.resize(x, small, interpolation=cv2.INTER_AREA),
            cv2.resize(y, small, interpolation=cv2.INTER_AREA),
            np.full((small[1], small[0]), height, np.float32),
        ]
    )
    toward, fall = light.falloff(points)
    view = origin.astype(np.float32) - points
    view = view / np.linalg.norm(view, axis=-1, keepdims=True)
    up = np.broadcast_to(np.array([0, 0, 1], np.float32), points.shape)
    shine = light.highlight(up, toward, view, gloss) * fall
    layers = np.dstack([fall * toward[..., 2], shine, fall[..., None] * toward[..., :2]])
    full = cv2.resize(layers, size, interpolation=cv2.INTER_LINEAR)
    return full[..., 0], full[..., 2:], full[..., 1]


def _draw_flat(
    scene: Scene,
    flat: ground.Flat,
    place: tuple[Image, Image, float],
    origin: Floats,
    seen: tuple[Image, Image],
    gloss: float,
) -> Image:
    """Return the light (H, W, 3) of a flat texture seen at places (x, y, height)."""
    x, y, height = place
    column, row = flat.pixels(x, y)
    albedo = cv2.remap(
        flat.albedo, column, row, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
    )
    strength, lean, shine = _plane_light(scene.light, x, y, height, origin, gloss)
    if flat.slope.shape[0] > 1:
        slope = cv2.remap(flat.slope, column, row, cv2.INTER_LINEAR)
        strength = strength - 2.0 * (slope * lean).sum(axis=2)
    strength = np.maximum(strength, 0) * seen[0]
    lamp, ambient = scene.light.lamp, scene.light.ambient
    shine = shine * seen[0] if gloss > 0 else shine
    amounts = [
        cv2.addWeighted(strength, lamp[k], seen[1], ambient[k], 0, dtype=cv2.CV_32F)
        for k in range(3)
    ]
    out = cv2.multiply(albedo, cv2.merge(amounts))
    if gloss > 0:
        out += cv2.merge([shine * np.float32(v) for v in lamp])
    return np.asarray(out, np.float32)


def _draw_ground(scene: Scene, rays: Image, origin: Floats, shadows: Shadows) -> Image:
    """Return the light (H, W, 3) of the board, its rim and the table."""
    look = scene.look
    thick = look.board.thick_mm
    west, south, east, north = ground.board_rim(look)
    start = origin.astype(np.float32)
    down = 1.0 / rays[..., 2]
    reach = -start[2] * down
    x, y = start[0] + rays[..., 0] * reach, start[1] + rays[..., 1] * reach
    deep = (-start[2] - np.float32(thick)) * down
    tx, ty = start[0] + rays[..., 0] * deep, start[1] + rays[..., 1] * deep
    board = _draw_flat(
        *(scene, ground.board_flat(look), (x, y, 0.0), origin),
        *(shadows.on_plane(1, x, y), look.board.gloss),
    )
    table = _draw_flat(
        *(scene, ground.table_flat(look), (tx, ty, -thick), origin),
        *(shadows.on_plane(0, tx, ty), 0.0),
    )
    pixel = float(np.median(np.abs(np.diff(x[::16], axis=1))) + 1e-3)
    inside = np.minimum(
        np.minimum(x - np.float32(west), np.float32(east) - x),
        np.minimum(y - np.float32(south), np.float32(north) - y),
    )
    cover = np.clip(inside / np.float32(pixel) + np.float32(0.5), 0, 1)
    bevel = 1.0 - np.float32(0.25) * np.exp(-np.maximum(inside, 0) / np.float32(0.8))
    table_x, table_y = np.clip(tx, west, east), np.clip(ty, south, north)
    side = (table_x == tx) & (table_y == ty) & (inside < 0)
    if side.any():
        _draw_rim(table, scene, side, (x, y), (tx, ty), (west, south, east, north))
    board *= bevel[..., None]
    board -= table
    board *= cover[..., None]
    table += board
    return table


def _draw_rim(
    light: Image,
    scene: Scene,
    side: NDArray[np.bool_],
    top: tuple[Image, Image],
    foot: tuple[Image, Image],
    rim: tuple[float, float, float, float],
) -> None:
    """Paint the board's edge where a ray passes outside its top and inside its foot."""
    west, south, east, north = rim
    x, y = top[0][side], top[1][side]
    outs = np.stack([west - x, x - east, south - y, y - north])
    which = outs.argmax(axis=0)
    normals = np.array([(-1, 0, 0), (1, 0, 0), (0, -1, 0), (0, 1, 0)], np.float32)[which]
    points = np.column_stack([np.clip(x, west, east), np.clip(y, south, north), 0 * x - 3])
    albedo = np.broadcast_to(
        np.asarray(scene.look.board.wood, np.float32) * np.float32(0.7), points.shape
    )
    ones = np.ones(len(points), np.float32)
    light[side] = shade(
        scene.light, points.astype(np.float32), normals, albedo, (ones, ones * 0.8), normals, 0.0
    )


# --- the solids ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class _Body:
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


def _box(look: TableLook, piece: Placed) -> Box:
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


def _body(look: TableLook, piece: Placed) -> _Body:
    if piece.thing == "stone":
        return _stone(look, piece)
    box = _box(look, piece)
    face = FACES.index(piece.thing)
    around = [k for k in look.pieces.sides if k != face]
    opposite = around.pop(piece.copy % len(around)) if len(around) > 4 else around[-1]
    turns = [(k * 7 + face * 3 + piece.copy) % 4 for k in around]
    tiles = ((face, 0), *zip(around, turns, strict=True), (opposite, 0))
    return _Body(
        *((piece.x_mm, piece.y_mm), piece.level, box.corners(), box.solid(), look.pieces.gloss),
        box=box,
        skin=cube_skin(look, piece.colour, piece.copy),
        tiles=tuple(tiles),
    )


def _bounds(x: float, y: float, low: float, high: float, reach: float) -> Floats:
    return np.array([(x + a, y + b, z) for a in (-reach, reach) for b in (-reach, reach)
                     for z in (low, high)])  # fmt: skip


def _stone(look: TableLook, piece: Placed) -> _Body:
    size, tall = look.pieces.stone_mm
    x, y, z = piece.x_mm, piece.y_mm, piece.base_mm
    form = look.pieces.stone_shape
    shared = {
        "gloss": look.pieces.gloss * 0.5,
        "albedo": look.pieces.stone_colours[COLOURS.index(piece.colour)],
        "mottle": 0.12,
    }
    bounds = _bounds(x, y, z, z + tall, size * 0.75)
    if form is Shape.BLOCK:
        box = Box(np.array([x, y, z + tall / 2]), np.array([size, size, tall]) / 2,
                  piece.turn_deg, 1.5)  # fmt: skip
        return _Body((x, y), piece.level, box.corners(), box.solid(), box=box, **shared)
    if form is Shape.DISC:
        field = drum((x, y, z + tall / 2), size / 2, tall / 2, min(1.2, tall / 3))
        solid = disc_solid((x, y, z), (size / 2, size / 2), (0, tall))
    elif form is Shape.DOME:
        ball = ellipsoid((x, y, z), (size / 2, size / 2, tall), 0)
        field = lambda p: np.maximum(ball(p), z - p[:, 2])  # noqa: E731
        solid = disc_solid((x, y, z), (size / 2, size * 0.43, size * 0.1), (0, tall * 0.5, tall))
    else:
        half = (size / 2, size * 0.42, tall / 2)
        field = ellipsoid((x, y, z + tall / 2), half, piece.turn_deg)
        solid = disc_solid(
            (x, y, z), (size * 0.2, size * 0.46, size * 0.35, size * 0.1),
            (0, tall * 0.5, tall * 0.8, tall),
        )  # fmt: skip
    return _Body((x, y), piece.level, bounds, solid, field=field, **shared)


def _figure(look: TableLook, colour: str, number: int) -> _Body:
    x, y = look.notch_mm(colour, number)
    tall, foot = look.pieces.figure_mm
    field = pawn((x, y, 0.0), tall, foot)
    head = foot * 0.72
    solid = disc_solid(
        (x, y, 0), (foot, foot * 0.85, head * 0.9, head, head * 0.3),
        (0, 3, tall - 2 * head, tall - head, tall),
    )  # fmt: skip
    which = COLOURS.index(colour)
    return _Body(
        *((x, y), 0, _bounds(x, y, 0, tall, foot * 1.05), solid, 0.5),
        field=field,
        albedo=look.pieces.figure_colours[which],
    )


def _paint_order(body: _Body, origin: Floats) -> tuple[float, int]:
    away = float(np.hypot(body.foot[0] - origin[0], body.foot[1] - origin[1]))
    return (-away + 5.0 * body.level, body.level)


def _window(camera: Camera, bounds: Floats) -> tuple[int, int, int, int] | None:
    """Return the (left, top, right, bottom) pixels that hold a thing, or None when out of view."""
    pixels = camera.project(bounds)
    width, height = camera.size_px
    left, top = np.floor(pixels.min(axis=0)).astype(int) - 2
    right, bottom = np.ceil(pixels.max(axis=0)).astype(int) + 3
    left, top, right, bottom = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
    return (left, top, right, bottom) if right - left > 2 and bottom - top > 2 else None


def _draw_body(
    light: Image, scene: Scene, body: _Body, rays: Image, origin: Floats, shadows: Shadows
) -> None:
    """Trace a thing at twice the picture's resolution and lay it over the light so far."""
    window = _window(scene.camera, body.bounds)
    if window is None:
        return
    left, top, right, bottom = window
    size = ((right - left) * 2, (bottom - top) * 2)
    fine = cv2.resize(rays[top:bottom, left:right], size, interpolation=cv2.INTER_LINEAR)
    flat_rays = fine.reshape(-1, 3)
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
    layer = np.zeros((len(flat_rays), 4), np.float32)
    layer[hits.mask, :3] = colour
    layer[hits.mask, 3] = 1.0
    layer = layer.reshape(size[1], size[0], 4)
    layer = cv2.resize(layer, (size[0] // 2, size[1] // 2), interpolation=cv2.INTER_AREA)
    patch = light[top:bottom, left:right]
    patch *= 1.0 - layer[..., 3:]
    patch += layer[..., :3]


def _surface(body: _Body, hits: Hits) -> tuple[Image, Image]:
    """Return albedo and the normals bent by the relief, each (M, 3)."""
    if body.skin is None or body.box is None:
        base = np.asarray(body.albedo, np.float32)
        albedo = np.broadcast_to(base, hits.points.shape)
        if body.mottle:
            p = hits.points
            wave = np.sin(p[:, 0] * 1.3 + 2 * np.sin(p[:, 1] * 0.9)) * np.sin(p[:, 1] * 1.1 + p[:, 2])
            albedo = albedo * (1 + np.float32(body.mottle) * wave)[:, None]
        return np.asarray(albedo, np.float32), hits.normals
    tile, u, v, axes = _unfold(hits.local / body.box.half.astype(np.float32), body.tiles)
    column = np.clip((u + 1) * (TILE_PX / 2) - 0.5, 0, TILE_PX - 1) + tile * TILE_PX
    row = np.clip((1 - v) * (TILE_PX / 2) - 0.5, 0, TILE_PX - 1)
    albedo = sample(body.skin.albedo, column, row)
    slope = sample(body.skin.slope, column, row)
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


def _draw_hand(light: Image, scene: Scene, rays: Image, origin: Floats) -> None:
    """Trace the hand at half the picture's resolution: it is nearer and a little out of focus."""
    assert scene.hand is not None
    field, bounds, colour_of = hand_field(scene.hand)
    ahead = (bounds - origin) @ scene.camera.rotation[2] > 20.0
    window = _window(scene.camera, bounds[ahead]) if ahead.any() else None
    if window is None:
        return
    left, top, right, bottom = window
    size = (max(1, (right - left) // 2), max(1, (bottom - top) // 2))
    coarse = cv2.resize(rays[top:bottom, left:right], size, interpolation=cv2.INTER_AREA)
    flat_rays = coarse.reshape(-1, 3)
    low, high = float(bounds[:, 2].min()), float(bounds[:, 2].max())
    high = min(high, float(origin[2]) - 40.0)
    hits = trace_field(origin, flat_rays, field, (low, high), steps=40)
    view = origin.astype(np.float32) - hits.points
    view /= np.maximum(np.linalg.norm(view, axis=1, keepdims=True), 1e-6)
    ones = np.ones(len(hits.points), np.float32)
    colour = shade(
        *(scene.light, hits.points, hits.normals, colour_of(hits.points), (ones, ones * 0.9)),
        *(view, 0.08),
    )
    layer = np.zeros((len(flat_rays), 4), np.float32)
    layer[hits.mask, :3] = colour
    layer[hits.mask, 3] = 1.0
    layer = cv2.resize(
        layer.reshape(size[1], size[0], 4), (right - left, bottom - top),
        interpolation=cv2.INTER_LINEAR,
    )  # fmt: skip
    patch = light[top:bottom, left:right]
    patch *= 1.0 - layer[..., 3:]
    patch += layer[..., :3]


def _shadows(look: TableLook, light: Light, solids: Sequence[Solid]) -> Shadows:
    """Return the shadow maps on the table, the board and some planes above it."""
    west, south, east, north = ground.board_rim(look)
    edge = look.layout.piece_mm
    thick = look.board.thick_mm
    heights = [-thick, 0.0, 0.3 * edge, 0.65 * edge, edge, 1.5 * edge, 2 * edge, 3 * edge]
    ring = np.array([(west, south), (east, south), (east, north), (west, north)])
    board = Solid(np.stack([ring, ring]), np.array([-thick, 0.0]))
    area = (west - _AROUND_MM, south - _AROUND_MM, east + _AROUND_MM, north + _AROUND_MM)
    return cast(light, solids, heights, area, board)
