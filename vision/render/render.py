"""Draw one scene: the flat things by texture, the solids by rays, far ones first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.render import ground
from vision.render.bodies import (
    Body,
    Layer,
    cube_box,
    figure_body,
    layer_of,
    paint_order,
    piece_body,
)
from vision.render.flats import DrawnGround, Ground
from vision.render.hand import hand_blocks, hand_field, hand_solids
from vision.render.light import PX_PER_MM, Shadows, Solid, cast, shade
from vision.render.look import TableLook
from vision.render.rays import BLOCK_PX, Sight, Window, both, window_of
from vision.render.scene import Scene
from vision.render.sensor import Picture, develop
from vision.render.solids import norm, trace_field
from vision.render.symbols import FACES

Image = NDArray[np.float32]
Floats = NDArray[np.float64]
Area = tuple[float, float, float, float]
"""West, south, east, north in mm."""

_AROUND_MM = 110.0
_NEAR_MM = 12.0
_SOFT_MM = 24.0
"""Shadows and dimness carry less far than this."""
_GRID_MM = 4 / PX_PER_MM
"""Maps of shadows begin on multiples of this, so that those of a window are those of the whole."""


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
    """Return the linear light (3, H, W) that reaches the camera; the dear part of a picture."""
    stage = Stage.of(scene)
    return stage.light(stage.sight.whole, stage.shadows(stage.sight.whole))


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """A scene, ready to be drawn window by window."""

    scene: Scene
    sight: Sight
    ground: Ground
    bodies: tuple[tuple[Body, Window], ...]
    """What is in view, the farthest first, and where."""
    solids: tuple[Solid, ...]

    @classmethod
    def of(cls, scene: Scene, *, sight: Sight | None = None, floor: Ground | None = None) -> Stage:
        """Return a scene ready to be drawn; `sight` and `floor` where they are known already."""
        look = scene.look
        sight = sight or Sight.of(scene.camera)
        bodies = [piece_body(look, piece) for piece in scene.pieces]
        bodies += [figure_body(look, colour, number) for colour, number in scene.notches]
        solids = [body.solid for body in bodies]
        if scene.hand is not None:
            solids += hand_solids(scene.hand)
        bodies.sort(key=lambda body: paint_order(body, sight.origin))
        windows = [window_of(scene.camera, body.bounds) for body in bodies]
        return cls(
            scene,
            sight,
            floor or DrawnGround.of(look, scene.light, sight, ground.flats(look)),
            tuple((b, window) for b, window in zip(bodies, windows, strict=True) if window),
            tuple(solids),
        )

    def shadows(self, window: Window) -> Shadows:
        """Return the shadow maps for what a window shows."""
        return cast(self.scene.light, self.solids, _planes(self.scene.look), self._area(window),
                    _board(self.scene.look))  # fmt: skip

    def light(
        self, window: Window, shadows: Shadows, layers: dict[int, Layer | None] | None = None
    ) -> Image:
        """Return the light (3, h, w) of a window, with the shadow maps of it or of a larger one.

        layers: of the bodies that were drawn before with the same maps, by their numbers; those of
        the others that are in view are added, whole. None: of each only what is in the window.
        """
        light = self.ground.light(window, shadows)
        for number, (body, where) in enumerate(self.bodies):
            seen = both(where, window)
            if seen is None:
                continue
            if layers is None:
                layer = self._layer(body, seen, shadows)
            elif number in layers:
                layer = layers[number]
            else:
                layer = layers[number] = self._layer(body, where, shadows)
            if layer is not None:
                layer.lay_over(light, window)
        if self.scene.hand is not None:
            _draw_hand(light, window, self.scene, self.sight)
        return light

    def _layer(self, body: Body, window: Window, shadows: Shadows) -> Layer | None:
        leans = body.box is not None and body.box.lean is not None
        thrown = self._shadows_on(body) if leans else shadows
        return layer_of(window, self.scene.light, body, self.sight, thrown)

    def _area(self, window: Window) -> Area:
        """Return the part of the board's surroundings that a window shows, and a little around."""
        look = self.scene.look
        left, top, right, bottom = (at // BLOCK_PX for at in window)
        heights = (-look.board.thick_mm, 0.0, _planes(look)[-1])
        seen = np.concatenate(
            [
                self.sight.places(height)[:, top : bottom + 3, left : right + 3].reshape(2, -1)
                for height in heights
            ],
            axis=1,
        )
        low, high = seen.min(axis=1) - _SOFT_MM, seen.max(axis=1) + _SOFT_MM
        rim = np.array(ground.board_rim(look)).reshape(2, 2)
        low = np.floor(np.clip(low, rim[0] - _AROUND_MM, rim[1] + _AROUND_MM) / _GRID_MM)
        high = np.ceil(np.clip(high, rim[0] - _AROUND_MM, rim[1] + _AROUND_MM) / _GRID_MM)
        west, south = (float(v) * _GRID_MM for v in low)
        east, north = (float(v) * _GRID_MM for v in np.maximum(high, low + 1))
        return west, south, east, north

    def _shadows_on(self, body: Body) -> Shadows:
        """Return the shadow maps around one body that leans, thrown by the other solids.

        Its top crosses the planes, on which it would darken itself; what of a convex body is dark
        of itself its normals tell.
        """
        others = [solid for solid in self.solids if solid is not body.solid]
        west, south = body.bounds[:, :2].min(axis=0) - _NEAR_MM
        east, north = body.bounds[:, :2].max(axis=0) + _NEAR_MM
        look = self.scene.look
        return cast(
            self.scene.light, others, _planes(look), (west, south, east, north), _board(look)
        )


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


def _draw_hand(light: Image, part: Window, scene: Scene, sight: Sight) -> None:
    """Trace the hand at half the picture's resolution: it is nearer and a little out of focus."""
    assert scene.hand is not None
    field, bounds, colour_of = hand_field(scene.hand)
    ahead = (bounds - sight.origin) @ scene.camera.rotation[2] > 20.0
    window = window_of(scene.camera, bounds[ahead]) if ahead.any() else None
    window = None if window is None else both(_even(window), part)
    if window is None:
        return
    rays = sight.rays(window, fine=0.5)
    near = _near_hand(scene, window, (rays.shape[2], rays.shape[1]))
    low, high = float(bounds[:, 2].min()), float(bounds[:, 2].max())
    high = min(high, float(sight.origin[2]) - 40.0)
    hits = trace_field(sight.origin, rays.reshape(3, -1)[:, near], field, (low, high), steps=40)
    view = sight.origin.astype(np.float32)[:, None] - hits.points
    view /= np.maximum(norm(view), np.float32(1e-6))
    ones = np.ones(hits.points.shape[1], np.float32)
    colour = shade(
        *(scene.light, hits.points, hits.normals, colour_of(hits.points), (ones, ones * 0.9)),
        *(view, 0.08),
    )
    near[near] = hits.mask
    Layer.of(window, 0.5, near, colour).lay_over(light, part)


def _even(window: Window) -> Window:
    """Return a window made larger so that its edges are even, as far as those of the picture."""
    left, top, right, bottom = window
    return left // 2 * 2, top // 2 * 2, -(-right // 2) * 2, -(-bottom // 2) * 2


def _near_hand(scene: Scene, window: Window, size: tuple[int, int]) -> NDArray[np.bool_]:
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
