"""A picture drawn anew only where the table has changed: a move takes a part of what a table does.

    levels = drawn(stage, None)                                # all of it
    levels = drawn(stage, Drawing(earlier_scene, earlier_levels))

What a piece changes in a picture is where it stood and stands, its shadows, and the dimness around
its foot. Those windows are drawn anew and the rest is taken from the earlier picture. A whole
picture is drawn in windows, too, one after another: what is worked out on the way stays small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, pairwise, product

import numpy as np
from numpy.typing import NDArray

from vision.render.bodies import Body, Layer, figure_body, piece_body
from vision.render.light import Shadows, lamp_places
from vision.render.rays import BLOCK_PX, Window, around
from vision.render.render import Stage
from vision.render.scene import Scene
from vision.render.sensor import REACH_PX, expose, rounded

Wanted = Callable[[], bool]
"""Whether anybody still wants the picture."""
Levels = NDArray[np.uint8]
"""(3, H, W): the grey levels of a picture without noise, blue, green and red."""

_TILE_PX = (320, 240)
"""Larger windows are drawn in several parts."""
_AROUND_MM = 24.0
"""Beyond so much, soft shadows and dimness are less than the camera's noise by far."""
_ALIKE = 0.75
"""The highest bodies may differ by this share of a cube's edge: a stack is so much higher than a
figure. Shadows are then as soft as before; in a photograph it is less than five levels of 255, on
the rims of shadows."""
_LARGEST = 0.5
"""Windows that cover more of the picture than this are not worth it."""
_APART_PX = 50_000
"""A window of its own is worth it if it saves so many pixels: its shadows cost as much."""


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """A scene, and the picture that was drawn of it."""

    scene: Scene
    levels: Levels


def always() -> bool:
    """Whatever happens."""
    return True


def drawn(stage: Stage, near: Drawing | None, wanted: Wanted = always) -> Levels | None:
    """Return a scene's picture; of that of a scene like it, if there is one, the most is taken.

    None: it was given up, since it was not ``wanted`` any more.
    """
    windows = None if near is None else changed(stage.scene, near.scene)
    width, height = stage.scene.camera.size_px
    if near is None or windows is None:
        windows = [stage.sight.whole]
        levels = np.empty((3, height, width), np.uint8)
    else:
        levels = near.levels.copy()
    for window in windows:
        shadows = stage.shadows(around(window, REACH_PX, (width, height)))
        tiles = list(_tiles(window))
        layers: dict[int, Layer | None] | None = {} if len(tiles) > 1 else None
        for tile in tiles:
            if not wanted():
                return None
            _draw(levels, stage, tile, shadows, layers)
    return levels


def _tiles(window: Window) -> Iterator[Window]:
    """Yield parts of a window of about the same size, none of them large."""
    left, top, right, bottom = window
    xs, ys = (
        [low + (high - low) * k // count for k in range(count + 1)]
        for low, high, most in zip((left, top), (right, bottom), _TILE_PX, strict=True)
        for count in (-(-(high - low) // most),)
    )
    for (west, east), (north, south) in product(pairwise(xs), pairwise(ys)):
        yield west, north, east, south


def changed(scene: Scene, other: Scene) -> list[Window] | None:
    """Return where the pictures of two scenes differ; None where they are too different."""
    if not _comparable(scene, other):
        return None
    width, height = scene.camera.size_px
    windows = _merged([_window(scene, body) for body in _changed(scene, other)])
    return windows if sum(map(_area, windows)) <= _LARGEST * width * height else None


def _comparable(one: Scene, other: Scene) -> bool:
    """Whether two scenes differ in what stands on the table, and in nothing else that shows."""
    same = one.look is other.look and one.camera is other.camera
    same = same and one.light == other.light and one.hand == other.hand
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
    left, top = np.floor(pixels.min(axis=0) / BLOCK_PX).astype(int) * BLOCK_PX
    right, bottom = np.ceil(pixels.max(axis=0) / BLOCK_PX).astype(int) * BLOCK_PX
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


def _draw(
    levels: Levels,
    stage: Stage,
    window: Window,
    shadows: Shadows,
    layers: dict[int, Layer | None] | None,
) -> None:
    """Draw a window of a scene; shadows, layers: as in `Stage.light`."""
    size_px = stage.scene.camera.size_px
    outer = around(window, REACH_PX, size_px)
    light = stage.light(outer, shadows, layers)
    tones = expose(light, stage.scene.sensor, outer[:2], size_px)
    left, top, right, bottom = window
    x, y = left - outer[0], top - outer[1]
    for plane, tone in zip(levels, tones, strict=True):
        seen = tone[y : y + bottom - top, x : x + right - left]
        plane[top:bottom, left:right] = rounded(seen)
