"""The camera's view as rays: one a pixel, and where things appear."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera

Image = NDArray[np.float32]
Floats = NDArray[np.float64]

_GRID_PX = 8


def pixel_rays(camera: Camera) -> Image:
    """Return the viewing direction (H, W, 3) of each pixel in the world's frame (length free).

    Exact on a grid of 8 pixels, linear in between (error far below a hundredth of a pixel).
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
        cv2.remap(
            coarse, np.ascontiguousarray(map_x), np.ascontiguousarray(map_y), cv2.INTER_LINEAR
        )
    )


def window_of(camera: Camera, bounds: Floats) -> tuple[int, int, int, int] | None:
    """Return the (left, top, right, bottom) pixels that hold a thing, or None when out of view."""
    pixels = camera.project(bounds)
    width, height = camera.size_px
    left, top = np.floor(pixels.min(axis=0)).astype(int) - 2
    right, bottom = np.ceil(pixels.max(axis=0)).astype(int) + 3
    left, top, right, bottom = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
    return (left, top, right, bottom) if right - left > 2 and bottom - top > 2 else None
