"""A picture drawn anew only where the table has changed: a move takes a part of what a table does.

    light = redrawn(scene, Drawing(earlier_scene, earlier_light))      # None: draw all of it

What a piece changes in a picture is where it stood and stands, its shadows, and the dimness around
its foot. Those windows are drawn as pictures of their own, by the same renderer, with a camera that
sees nothing else; the rest is taken from the earlier picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, product

import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera
from vision.render.bodies import Body, figure_body, piece_body
from vision.render.light import lamp_places
from vision.render.render import light_of
from vision.render.scene import Scene

Floats = NDArray[np.float64]
Light = NDArray[np.float16]
Window = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""

_AROUND_MM = 24.0
"""Beyond so much, soft shadows and dimness are less than the camera's noise by far."""
_GRID_PX = 8
"""The renderer works some things out on every eighth pixel; windows begin on one of these."""
_BORDER_PX = 16
"""A window is drawn larger by so much, as its outermost pixels have no neighbours."""
_ALIKE = 0.75
"""The highest bodies may differ by this share of a cube's edge: a stack is so much higher than a
figure. Shadows are then as soft as before; in a photograph it is less than five levels of 255, on
the rims of shadows."""
_LARGEST = 0.5
"""Windows that cover more of the picture than this are not worth it."""
_APART_PX = 150_000
"""A window of its own is worth it if it saves so many pixels: its shadows cost as much."""


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """A scene and the light (H, W, 3) that was worked out for it, in half precision."""

    scene: Scene
    light: Light


def redrawn(scene: Scene, near: Drawing) -> Light | None:
    """Return a scene's light from that of one like it; None where they are too different."""
    if not _comparable(scene, near.scene):
        return None
    width, height = scene.camera.size_px
    windows = _merged([_window(scene, body) for body in _changed(scene, near.scene)])
    if sum(map(_area, windows)) > _LARGEST * width * height:
        return None
    light = near.light.copy()
    for window in windows:
        _draw(light, scene, window)
    return light


def _comparable(one: Scene, other: Scene) -> bool:
    """Whether two scenes differ in what stands on the table, and in nothing else that shows."""
    if one.hand is not None or other.hand is not None:
        return False
    same = one.look is other.look and one.camera is other.camera and one.light == other.light
    off_mm = abs(_tallest(one) - _tallest(other))
    return same and off_mm < _ALIKE * one.look.layout.piece_mm


def _tallest(scene: Scene) -> float:
    """Return the height of the highest body; on it depends how soft the renderer's shadows are."""
    figures = (figure_body(scene.look, colour, number) for colour, number in scene.notches)
    pieces = (piece_body(scene.look, piece) for piece in scene.pieces)
    return max((float(body.solid.heights[-1]) for body in chain(figures, pieces)), default=0.0)


def _changed(one: Scene, other: Scene) -> Iterator[Body]:
    """Yield what stands on one of the tables only."""
    for piece in set(one.pieces) ^ set(other.pieces):
        yield piece_body(one.look, piece)
    for colour, number in set(one.notches) ^ set(other.notches):
        yield figure_body(one.look, colour, number)


def _window(scene: Scene, body: Body) -> Window:
    """Return where a body may change the picture: itself, its shadow, and around its foot."""
    low = -scene.look.board.thick_mm
    places = lamp_places(scene.light)
    stretch = (places[:, 2:] - low) / np.maximum(places[:, 2:] - body.solid.heights, 1e-3)
    base = places[:, None, None, :2]
    thrown = (base + (body.solid.rings - base) * stretch[..., None, None]).reshape(-1, 2)
    shadow = np.column_stack([thrown, np.full(len(thrown), low)])
    foot = body.bounds * (1.0, 1.0, 0.0) + (0.0, 0.0, low)
    corners = np.concatenate([body.bounds, foot, shadow])
    high = 0.5 * scene.look.layout.piece_mm
    ways = product((-_AROUND_MM, _AROUND_MM), (-_AROUND_MM, _AROUND_MM), (0.0, high))
    pixels = scene.camera.project(np.concatenate([corners + way for way in ways]))
    width, height = scene.camera.size_px
    if not np.isfinite(pixels).all():
        return 0, 0, width, height
    left, top = np.floor(pixels.min(axis=0) / _GRID_PX).astype(int) * _GRID_PX
    right, bottom = np.ceil(pixels.max(axis=0) / _GRID_PX).astype(int) * _GRID_PX
    return max(left, 0), max(top, 0), min(right, width), min(bottom, height)


def _area(window: Window) -> int:
    """Return how many pixels a window has; none when it is out of view."""
    left, top, right, bottom = window
    return max(0, right - left) * max(0, bottom - top)


def _merged(windows: list[Window]) -> list[Window]:
    """Return windows that cover these, those put together that are cheaper drawn as one."""
    left = [window for window in windows if _area(window)]
    merged: list[Window] = []
    while left:
        one = left.pop()
        for other in (*left, *merged):
            both = _around(one, other)
            if _area(both) <= _area(one) + _area(other) + _APART_PX:
                (left if other in left else merged).remove(other)
                left.append(both)
                break
        else:
            merged.append(one)
    return merged


def _around(one: Window, other: Window) -> Window:
    """Return the least window that holds two."""
    least = (min(a, b) for a, b in zip(one[:2], other[:2], strict=True))
    most = (max(a, b) for a, b in zip(one[2:], other[2:], strict=True))
    left, top = least
    right, bottom = most
    return left, top, right, bottom


def _draw(light: Light, scene: Scene, window: Window) -> None:
    """Draw a window of a scene into the light."""
    left, top, right, bottom = window
    width, height = scene.camera.size_px
    west, north = max(left - _BORDER_PX, 0), max(top - _BORDER_PX, 0)
    size = (min(right + _BORDER_PX, width) - west, min(bottom + _BORDER_PX, height) - north)
    part = light_of(replace(scene, camera=_seeing(scene.camera, west, north, size)))
    inner = part[top - north : bottom - north, left - west : right - west]
    light[top:bottom, left:right] = inner.astype(np.float16)


def _seeing(camera: Camera, left: int, top: int, size_px: tuple[int, int]) -> Camera:
    """Return the camera that takes a part of a camera's picture."""
    matrix = np.array(camera.matrix)
    matrix[:2, 2] -= (left, top)
    return replace(camera, size_px=size_px, matrix=matrix)
