"""Draw what lies flat: the board, its rim and the table, by texture and light maps."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render import ground
from vision.render.light import Shadows, shade
from vision.render.scene import Scene

Image = NDArray[np.float32]
Floats = NDArray[np.float64]


_STRIP_PX = 64
"""So many rows are drawn at a time: what is worked out on the way then takes a few megabytes."""
_COARSE = 8
"""The lamp's light on a plane is worked out on every eighth pixel."""


@dataclass(frozen=True, slots=True, eq=False)
class _Plane:
    """A level plane with its texture, and the lamp's light on it, worked out coarsely.

    coarse (h, w, 4): lamp strength, highlight, way to the lamp (2); it is a picture of `size`.
    """

    flat: ground.Flat
    gloss: float
    shadow: int
    coarse: Image
    size: tuple[int, int]

    def light(self, rows: slice) -> tuple[Image, Image, Image]:
        """Return (lamp strength, way to the lamp, highlight) in some rows of the picture."""
        first, last, coarse = rows.start, rows.stop, self.coarse
        width, height = self.size
        if (width, height) == (coarse.shape[1] * _COARSE, coarse.shape[0] * _COARSE):
            above = max(first // _COARSE - 1, 0)  # a neighbour on each side to go over to
            part = coarse[above : -(-last // _COARSE) + 1]
            tall, skipped = part.shape[0] * _COARSE, first - above * _COARSE
        else:
            part, tall, skipped = coarse, height, first
        full = cv2.resize(part, (width, tall), interpolation=cv2.INTER_LINEAR)
        seen = np.asarray(full, np.float32)[skipped : skipped + last - first]
        return seen[..., 0], seen[..., 2:], seen[..., 1]


def _plane(
    scene: Scene,
    flat: ground.Flat,
    place: tuple[Image, Image, float],
    origin: Floats,
    *,
    shadow: int,
) -> _Plane:
    """Return a plane seen at places (x, y, height), each (H, W); `shadow`: its shadow map."""
    x, y, height = place
    light, gloss = scene.light, scene.look.board.gloss if shadow else 0.0
    size = (x.shape[1], x.shape[0])
    small = (max(2, size[0] // _COARSE), max(2, size[1] // _COARSE))
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
    return _Plane(flat, gloss, shadow, np.asarray(layers, np.float32), size)


def _draw_flat(
    scene: Scene, plane: _Plane, rows: slice, place: tuple[Image, Image], shadows: Shadows
) -> Image:
    """Return the light (h, W, 3) of a plane in some rows of the picture, seen at places (x, y)."""
    flat = plane.flat
    column, row = flat.pixels(*place)
    packed = cv2.remap(
        flat.albedo, column, row, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
    )
    albedo = packed.astype(np.float32) * np.float32(1.0 / ground.WHITE)
    strength, lean, shine = plane.light(rows)
    if flat.slope.shape[0] > 1:
        slope = cv2.remap(flat.slope, column, row, cv2.INTER_LINEAR)
        strength = strength - 2.0 * (slope * lean).sum(axis=2)
    seen = shadows.on_plane(plane.shadow, *place)
    strength = np.maximum(strength, 0) * seen[0]
    lamp, ambient = scene.light.lamp, scene.light.ambient
    amounts = [
        cv2.addWeighted(strength, lamp[k], seen[1], ambient[k], 0, dtype=cv2.CV_32F)
        for k in range(3)
    ]
    out = cv2.multiply(albedo, cv2.merge(amounts))
    if plane.gloss > 0:
        shine = shine * seen[0]
        out = out + cv2.merge([shine * np.float32(v) for v in lamp])
    return np.asarray(out, np.float32)


def _places(rays: Image, origin: Floats, height: float) -> tuple[Image, Image]:
    """Return where rays (h, W, 3) meet the plane at a height."""
    start = origin.astype(np.float32)
    reach = (np.float32(height) - start[2]) * (1.0 / rays[..., 2])
    return start[0] + rays[..., 0] * reach, start[1] + rays[..., 1] * reach


def draw_ground(scene: Scene, rays: Image, origin: Floats, shadows: Shadows) -> Image:
    """Return the light (H, W, 3) of the board, its rim and the table."""
    look = scene.look
    thick = look.board.thick_mm
    x, y = _places(rays, origin, 0.0)
    pixel = float(np.median(np.abs(np.diff(x[::16], axis=1))) + 1e-3)
    board = _plane(scene, ground.board_flat(look), (x, y, 0.0), origin, shadow=1)
    x, y = _places(rays, origin, -thick)
    table = _plane(scene, ground.table_flat(look), (x, y, -thick), origin, shadow=0)
    del x, y
    light = np.empty(rays.shape, np.float32)
    for first in range(0, rays.shape[0], _STRIP_PX):
        rows = slice(first, min(first + _STRIP_PX, rays.shape[0]))
        light[rows] = _strip(scene, (board, table), rows, rays[rows], origin, shadows, pixel)
    return light


def _strip(
    scene: Scene,
    planes: tuple[_Plane, _Plane],
    rows: slice,
    rays: Image,
    origin: Floats,
    shadows: Shadows,
    pixel: float,
) -> Image:
    """Return some rows of the ground; `pixel`: how many mm of the board a pixel covers."""
    rim = west, south, east, north = ground.board_rim(scene.look)
    x, y = _places(rays, origin, 0.0)
    tx, ty = _places(rays, origin, -scene.look.board.thick_mm)
    board = _draw_flat(scene, planes[0], rows, (x, y), shadows)
    table = _draw_flat(scene, planes[1], rows, (tx, ty), shadows)
    inside = np.minimum(
        np.minimum(x - np.float32(west), np.float32(east) - x),
        np.minimum(y - np.float32(south), np.float32(north) - y),
    )
    cover = np.clip(inside / np.float32(pixel) + np.float32(0.5), 0, 1)
    bevel = 1.0 - np.float32(0.25) * np.exp(-np.maximum(inside, 0) / np.float32(0.8))
    table_x, table_y = np.clip(tx, west, east), np.clip(ty, south, north)
    side = (table_x == tx) & (table_y == ty) & (inside < 0)
    if side.any():
        _draw_rim(table, scene, side, (x, y), (tx, ty), rim)
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
