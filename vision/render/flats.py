"""Draw what lies flat: the board, its rim and the table, by texture and light maps."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render import ground
from vision.render.light import Light, Shadows, shade
from vision.render.scene import Scene

Image = NDArray[np.float32]
Floats = NDArray[np.float64]


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
    full = np.asarray(cv2.resize(layers, size, interpolation=cv2.INTER_LINEAR), np.float32)
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
    packed = cv2.remap(
        flat.albedo, column, row, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
    )
    albedo = packed.astype(np.float32) * np.float32(1.0 / ground.WHITE)
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
        out = out + cv2.merge([shine * np.float32(v) for v in lamp])
    return np.asarray(out, np.float32)


def draw_ground(scene: Scene, rays: Image, origin: Floats, shadows: Shadows) -> Image:
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
