"""The camera's view as rays: one a pixel, and where things appear.

Pictures are planar here: a colour or a direction is (3, H, W) or (3, N), one plane after another,
as sums over whole planes are much quicker than over triples.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera

Image = NDArray[np.float32]
Floats = NDArray[np.float64]
Window = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""

BLOCK_PX = 8
"""What changes smoothly over a picture is worked out in the middle of blocks of so many pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """A camera's viewing directions in the world's frame (length free), one a block.

    blocks: (3, rows, columns), with one more block than the picture has on each side. What lies
    between their middles is linear: in a picture 320 pixels wide that is off by less than 0.03
    pixels, in larger ones by that much less.
    """

    camera: Camera
    origin: Floats
    blocks: Image
    _places: dict[float, Image] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, camera: Camera) -> Sight:
        """Return the view of a camera."""
        width, height = camera.size_px
        columns, rows = (-(-px // BLOCK_PX) + 2 for px in (width, height))
        middle = (BLOCK_PX - 1) / 2 - BLOCK_PX
        x, y = np.meshgrid(np.arange(columns) * BLOCK_PX, np.arange(rows) * BLOCK_PX)
        knots = np.column_stack([x.ravel(), y.ravel()]) + middle
        far = camera.unproject(knots, height_mm=0.0)
        centre = camera.position_mm
        way = np.column_stack([far - centre[:2], np.full(len(far), -centre[2])])
        way /= (way @ camera.rotation[2])[:, None]
        blocks = np.ascontiguousarray(way.T.reshape(3, rows, columns), np.float32)
        return cls(camera, centre, blocks)

    @property
    def whole(self) -> Window:
        """The window of the whole picture."""
        return 0, 0, *self.camera.size_px

    def rays(self, window: Window, *, fine: float = 1.0) -> Image:
        """Return the directions (3, h, w) of a window's pixels, or of `fine` as many across."""
        return spread(self.blocks, window, fine=fine)

    def places(self, height_mm: float) -> Image:
        """Return where the blocks' rays meet the plane at a height: (2, rows, columns) in mm.

        It is kept: a picture's parts ask for the same few planes.
        """
        known = self._places.get(height_mm)
        if known is None:
            start = self.origin.astype(np.float32)
            reach = (np.float32(height_mm) - start[2]) / self.blocks[2]
            known = np.asarray(start[:2, None, None] + self.blocks[:2] * reach, np.float32)
            self._places[height_mm] = known
        return known


def knots(blocks: Image, window: Window) -> Image:
    """Return of layers as in `Sight.blocks` what `spread` works with, (C, rows, columns)."""
    left, top, right, bottom = window
    return blocks[
        :,
        top // BLOCK_PX : -(-bottom // BLOCK_PX) + 2,
        left // BLOCK_PX : -(-right // BLOCK_PX) + 2,
    ]


def spread(blocks: Image, window: Window, *, fine: float = 1.0) -> Image:
    """Return layers (C, rows, columns) as in `Sight.blocks` for each pixel of a window, (C, h, w).

    fine: so many values a pixel across, 0.5, 1 or 2; (C, h * fine, w * fine) then.
    """
    left, top, right, bottom = window
    parts = knots(blocks, window)
    step = round(BLOCK_PX * fine)
    size = (parts.shape[2] * step, parts.shape[1] * step)
    x, y = (round((at - (at // BLOCK_PX - 1) * BLOCK_PX) * fine) for at in (left, top))
    width, height = round((right - left) * fine), round((bottom - top) * fine)
    found = np.empty((len(blocks), height, width), np.float32)
    for part, out in zip(parts, found, strict=True):
        full = cv2.resize(part, size, interpolation=cv2.INTER_LINEAR)
        out[:] = full[y : y + height, x : x + width]
    return found


def window_of(camera: Camera, bounds: Floats) -> Window | None:
    """Return the window that holds a thing, or None when it is out of view."""
    pixels = camera.project(bounds)
    width, height = camera.size_px
    left, top = np.floor(pixels.min(axis=0)).astype(int) - 2
    right, bottom = np.ceil(pixels.max(axis=0)).astype(int) + 3
    left, top, right, bottom = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
    return (left, top, right, bottom) if right - left > 2 and bottom - top > 2 else None


def both(one: Window, other: Window) -> Window | None:
    """Return what two windows have in common, or None."""
    left, top = (max(a, b) for a, b in zip(one[:2], other[:2], strict=True))
    right, bottom = (min(a, b) for a, b in zip(one[2:], other[2:], strict=True))
    return (left, top, right, bottom) if left < right and top < bottom else None


def around(window: Window, px: int, size_px: tuple[int, int]) -> Window:
    """Return a window that is larger by so many pixels on each side, within a picture."""
    left, top, right, bottom = window
    width, height = size_px
    return max(left - px, 0), max(top - px, 0), min(right + px, width), min(bottom + px, height)
