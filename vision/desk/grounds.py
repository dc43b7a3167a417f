"""The bare table of the virtual camera, drawn once and kept: pieces and shadows come and go on it.

The lamp's light and that of the room are kept apart, as shadows take some of each; as bytes, of the
roots of the light, so that their steps are as even as those of a picture. They are laid aside:
both together are as large as two pictures, and a move needs a part of them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.aside import Aside
from vision.camera import Camera
from vision.desk.textures import KeptTexture
from vision.render.flats import DrawnGround, edge_of, lit, tiles
from vision.render.ground import board_flat, table_flat
from vision.render.light import Light, Shadows
from vision.render.look import TableLook
from vision.render.rays import Sight, Window, spread
from vision.render.sensor import rounded

Image = NDArray[np.float32]
_MORE_MM = 30.0
"""So much further than the camera sees, textures are kept: a push moves the board by less."""

Colours = tuple[tuple[float, float, float], tuple[float, float, float]]
"""Linear BGR of the lamp and of the room."""


@dataclass(frozen=True, slots=True, eq=False)
class KeptGround:
    """A ground that was drawn before; see `vision.render.flats.Ground`.

    roots: (2, 3, H, W) of the lamp's and the room's light, roots of shares of `most`.
    """

    look: TableLook
    sight: Sight
    made: Colours
    roots: Aside
    most: Colours

    @classmethod
    def of(cls, drawn: DrawnGround) -> KeptGround:
        """Keep what was drawn."""
        width, height = drawn.sight.camera.size_px
        roots = np.empty((2, 3, height, width), np.uint8)
        most = drawn.brightest()
        for tile, rows, columns in tiles(drawn.sight.whole):
            parts = drawn.parts(tile)
            for kept, part, bounds in zip(roots[:, :, rows, columns], parts, most, strict=True):
                for out, plane, bound in zip(kept, part, bounds, strict=True):
                    np.multiply(plane, np.float32(255.0**2 / bound), out=plane)
                    out[:] = rounded(cv2.sqrt(plane))
        made = (drawn.lights.lamp, drawn.lights.ambient)
        return cls(drawn.look, drawn.sight, made, Aside.of(roots), most)

    def under(self, light: Light) -> KeptGround:
        """Return the ground with lamp and room of another strength, from the same places."""
        lamp, room = (
            (most[0] * now[0] / made[0], most[1] * now[1] / made[1], most[2] * now[2] / made[2])
            for most, now, made in zip(
                self.most, (light.lamp, light.ambient), self.made, strict=True
            )
        )
        return replace(self, made=(light.lamp, light.ambient), most=(lamp, room))

    def light(self, window: Window, shadows: Shadows) -> Image:
        """Return the light (3, h, w) of a window, with the shadows that are thrown on it."""
        edge = edge_of(self.look, self.sight, window)
        places = spread(self.sight.places(0.0), window) if edge is None else edge.top
        lamp, room = shadows.on_plane(1, *places)
        if edge is not None:
            beyond = edge.cover == 0
            for seen, low in zip((lamp, room), shadows.on_plane(0, *edge.foot), strict=True):
                low[edge.side] = 1.0
                seen[beyond] = low[beyond]
        left, top, right, bottom = window
        parts = np.empty((2, 3, bottom - top, right - left), np.float32)
        with self.roots.read() as both:
            for part, roots, bounds in zip(parts, both, self.most, strict=True):
                for out, plane, bound in zip(part, roots, bounds, strict=True):
                    shown = plane[top:bottom, left:right]
                    cv2.multiply(shown, shown, dst=out, scale=bound / 255.0**2, dtype=cv2.CV_32F)
        return lit((parts[0], parts[1]), (lamp, room))


@lru_cache(maxsize=1)
def _textures(look: TableLook, camera: str) -> tuple[KeptTexture, KeptTexture]:
    """Return what a camera sees of the board and of the table, and a little more."""
    seen = Sight.of(_camera(camera)).places(-look.board.thick_mm).reshape(2, -1)
    (west, south), (east, north) = seen.min(axis=1) - _MORE_MM, seen.max(axis=1) + _MORE_MM
    area = float(west), float(south), float(east), float(north)
    board = KeptTexture.of(board_flat(look), area)
    return board, KeptTexture.of(table_flat(look), area)


@lru_cache(maxsize=2)
def _kept(look: TableLook, light: Light, camera: str, home: str) -> KeptGround:
    """Return the bare table before a camera: that of the table at rest, and of a pushed one."""
    sight = Sight.of(_camera(camera))
    return KeptGround.of(DrawnGround.of(look, light, sight, _textures(look, home)))


def kept_ground(
    look: TableLook, light: Light, camera: Camera, *, full: Light, home: Camera
) -> KeptGround:
    """Return the bare table in a light, which is `full` or that with its colours dimmed.

    home: the camera as it stands to a board that was not pushed.
    """
    return _kept(look, full, _text(camera), _text(home)).under(light)


def _text(camera: Camera) -> str:
    """Return a camera as what can be looked up."""
    return json.dumps(camera.to_json())


def _camera(text: str) -> Camera:
    return Camera.from_json(json.loads(text))
