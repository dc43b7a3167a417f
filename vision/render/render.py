"""Draw one scene: the flat things by texture, the solids by rays, far ones first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.render import ground
from vision.render.bodies import (
    Body,
    cube_box,
    draw_body,
    figure_body,
    lay_over,
    paint_order,
    piece_body,
)
from vision.render.flats import draw_ground
from vision.render.hand import hand_blocks, hand_field, hand_solids
from vision.render.light import Light, Shadows, Solid, cast, shade
from vision.render.look import TableLook
from vision.render.rays import pixel_rays, window_of
from vision.render.scene import Scene
from vision.render.sensor import Picture, develop
from vision.render.solids import trace_field
from vision.render.symbols import FACES

Image = NDArray[np.float32]
Floats = NDArray[np.float64]

_AROUND_MM = 110.0
_NEAR_MM = 12.0


@dataclass(frozen=True, slots=True, eq=False)
class Rendered:
    """A picture (H, W, 3) BGR uint8 and the truth about it, in the form of the truth files."""

    image: Picture
    truth: dict[str, Any]


def render(scene: Scene, *, rng: Generator) -> Rendered:
    """Return the picture of a scene and its truth; the same scene and generator, the same picture.

    `rng` only makes the sensor's noise: everything else is fixed by the scene.
    """
    return Rendered(develop(light_of(scene), scene.sensor, rng), truth_of(scene))


def light_of(scene: Scene) -> Image:
    """Return the linear light (H, W, 3) that reaches the camera; the dear part of a picture."""
    rays = pixel_rays(scene.camera)
    origin = scene.camera.position_mm
    bodies = [piece_body(scene.look, piece) for piece in scene.pieces]
    figures = [figure_body(scene.look, colour, number) for colour, number in scene.notches]
    solids = [body.solid for body in (*bodies, *figures)]
    if scene.hand is not None:
        solids = [*solids, *hand_solids(scene.hand)]
    shadows = _shadows(scene.look, scene.light, solids)
    light = draw_ground(scene, rays, origin, shadows)
    for body in sorted((*bodies, *figures), key=lambda b: paint_order(b, origin)):
        if body.box is not None and body.box.lean is not None:
            cast_by = [solid for solid in solids if solid is not body.solid]
            draw_body(light, scene, body, rays, origin, _shadows_on(scene, body, cast_by))
        else:
            draw_body(light, scene, body, rays, origin, shadows)
    if scene.hand is not None:
        _draw_hand(light, scene, rays, origin)
    return light


def truth_of(scene: Scene) -> dict[str, Any]:
    """Return what a perfect reader would say: points, notches, hand, corners, cubes."""
    points: dict[str, list[str]] = {}
    cubes = []
    for piece in sorted(scene.pieces, key=lambda p: p.level):
        if piece.site is not None:
            points.setdefault(piece.site, []).append(piece.name)
        if piece.thing in FACES:
            top = cube_box(scene.look, piece).corners()[:4]
            cube = {
                "colour": piece.colour,
                "face": piece.thing,
                "point": piece.site,
                "level": piece.level,
                "turn": round(piece.turn_deg, 1),
                "top_px": np.round(scene.camera.project(top), 1).tolist(),
            }
            if piece.lean_deg[0]:
                cube["lean"] = round(piece.lean_deg[0], 1)
            cubes.append(cube)
    corners = np.column_stack([scene.look.layout.corners_mm, np.zeros(4)])
    return {
        "points": points,
        "notches": dict(scene.notches),
        "hand": scene.hand is not None,
        "grid_corners_px": np.round(scene.camera.project(corners), 1).tolist(),
        "cubes": cubes,
    }


def _draw_hand(light: Image, scene: Scene, rays: Image, origin: Floats) -> None:
    """Trace the hand at half the picture's resolution: it is nearer and a little out of focus."""
    assert scene.hand is not None
    field, bounds, colour_of = hand_field(scene.hand)
    ahead = (bounds - origin) @ scene.camera.rotation[2] > 20.0
    window = window_of(scene.camera, bounds[ahead]) if ahead.any() else None
    if window is None:
        return
    left, top, right, bottom = window
    size = (max(1, (right - left) // 2), max(1, (bottom - top) // 2))
    coarse = cv2.resize(rays[top:bottom, left:right], size, interpolation=cv2.INTER_AREA)
    near = _near_hand(scene, window, size)
    flat_rays = np.asarray(coarse, np.float32).reshape(-1, 3)[near]
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
    near[near] = hits.mask
    lay_over(light, window, size, near, colour)


def _near_hand(
    scene: Scene, window: tuple[int, int, int, int], size: tuple[int, int]
) -> NDArray[np.bool_]:
    """Return which rays of a window, traced at `size` (width, height), may meet the hand."""
    assert scene.hand is not None
    left, top, right, bottom = window
    scale = np.array([size[0] / (right - left), size[1] / (bottom - top)])
    sheet = np.zeros((size[1], size[0]), np.uint8)
    for block in hand_blocks(scene.hand):
        seen = (scene.camera.project(block) - (left, top)) * scale
        if np.isfinite(seen).all():
            hull = cv2.convexHull(np.round(seen).astype(np.int32).reshape(-1, 1, 2))
            cv2.fillConvexPoly(sheet, hull, 1)
    return sheet.ravel() > 0


def _shadows(look: TableLook, light: Light, solids: Sequence[Solid]) -> Shadows:
    """Return the shadow maps on the table, the board and some planes above it."""
    west, south, east, north = ground.board_rim(look)
    area = (west - _AROUND_MM, south - _AROUND_MM, east + _AROUND_MM, north + _AROUND_MM)
    return cast(light, solids, _planes(look), area, _board(look))


def _shadows_on(scene: Scene, body: Body, solids: Sequence[Solid]) -> Shadows:
    """Return the shadow maps around one body that leans, thrown by the other solids.

    Its top crosses the planes, on which it would darken itself; what of a convex body is dark of
    itself its normals tell.
    """
    (west, south), (east, north) = body.bounds[:, :2].min(axis=0), body.bounds[:, :2].max(axis=0)
    area = (west - _NEAR_MM, south - _NEAR_MM, east + _NEAR_MM, north + _NEAR_MM)
    return cast(scene.light, solids, _planes(scene.look), area, _board(scene.look))


def _planes(look: TableLook) -> list[float]:
    """Return the heights of the planes on which shadows are worked out."""
    edge = look.layout.piece_mm
    thick = look.board.thick_mm
    return [-thick, 0.0, 0.3 * edge, 0.65 * edge, edge, 1.5 * edge, 2 * edge, 3 * edge]


def _board(look: TableLook) -> Solid:
    """Return the board as a solid."""
    west, south, east, north = ground.board_rim(look)
    ring = np.array([(west, south), (east, south), (east, north), (west, north)])
    return Solid(np.stack([ring, ring]), np.array([-look.board.thick_mm, 0.0]))
