"""Light: photographs in logarithms of linear light, and how brightly a board is lit where.

The tops of pieces are parallel to the board, so they get the same light as the board under them.
Dividing a picture by the board's own light (subtracting logarithms) leaves reflectances that
neither the lamp's place nor the exposure changes; shadows remain.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera
from vision.layout import Layout

Image = NDArray[np.uint8]
Maps = NDArray[np.float32]
Smooth = Callable[[NDArray[np.float64]], NDArray[np.float64]]
"""A function of the board's plane: points (N, 2) in mm -> (N, C)."""

_DARKEST = 0.004
"""Linear light added before the logarithm, so that noise in black does not shout."""

_LOG = np.log((np.arange(256) / 255.0) ** 2.2 + _DARKEST).astype(np.float32)
STEP_PX = 16
"""What changes slowly over a picture is worked out for every so many pixels."""
_ROUNDS = 5


def log_light(image: Image, *, less: Maps | None = None) -> Maps:
    """Return the natural logarithm of linear light, (H, W, 3) float32, of a BGR picture.

    less: (3,) what is taken off each channel's.
    """
    table = _LOG if less is None else (_LOG[:, None] - less)[None]
    return np.asarray(cv2.LUT(image, table), dtype=np.float32)


def middle_of(values: Maps, axis: int = -1) -> Maps:
    """Return what `numpy.median` does along an axis, in a fraction of its time."""
    ordered = np.sort(values, axis=axis)
    count = values.shape[axis]
    middle = np.take(ordered, ((count - 1) // 2, count // 2), axis=axis)
    return np.asarray(middle.mean(axis=axis), dtype=np.float32)


def board_light(empty_log: Maps, camera: Camera, layout: Layout) -> NDArray[np.float64]:
    """Return how light falls on a board: coefficients (6, 3) of a quadratic over the plane.

    empty_log: the empty board's `log_light`. The medians of the four quarters of each cell are
    fitted, so lines and grain do not count; again and again without outliers, the sooner above:
    what shines in a glossy board is not light that pieces get.
    """
    pitch = layout.pitch_mm
    xs = np.arange(-0.25, layout.columns - 0.74, 0.5) * pitch
    ys = np.arange(-0.25, layout.rows - 0.74, 0.5) * pitch
    centres = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 1, 2)
    offsets = np.stack(np.meshgrid(*[np.linspace(-0.15, 0.15, 7) * pitch] * 2), axis=-1)
    points = (centres + offsets.reshape(1, -1, 2)).reshape(-1, 2)
    values = sample(empty_log, camera, points, height_mm=0.0)
    cells = np.median(values.reshape(len(centres), -1, 3), axis=1)
    terms = _terms(centres.reshape(-1, 2), layout)
    keep = np.ones(len(cells), dtype=bool)
    coefficients: NDArray[np.float64] = np.zeros((6, 3))
    for _ in range(_ROUNDS):
        fitted = np.linalg.lstsq(terms[keep], cells[keep], rcond=None)[0]
        coefficients = np.asarray(fitted, dtype=np.float64)
        excess = cells.mean(axis=1) - terms @ coefficients.mean(axis=1)
        usual = max(float(np.median(np.abs(excess))), 0.01)
        keep = (excess < 2.0 * usual) & (excess > -4.0 * usual)
    return coefficients


def light_map(coefficients: NDArray[np.float64], camera: Camera, layout: Layout) -> Maps:
    """Return the board's light for every `STEP_PX`th row of the camera's picture (k, W, 3), logs.

    `between_rows` gives that of the rows between them.
    """

    def light(points_mm: NDArray[np.float64]) -> NDArray[np.float64]:
        edge = 1.5 * layout.pitch_mm
        far = layout.corners_mm[2] + edge
        return _terms(np.clip(np.nan_to_num(points_mm), -edge, far), layout) @ coefficients

    return _every_row(camera, light)


def over_picture(camera: Camera, value: Smooth) -> Maps:
    """Return a smooth function of the board's plane drawn for every pixel, (H, W, C) float32.

    It is asked for every `STEP_PX`th pixel and interpolated.
    """
    return between_rows(_every_row(camera, value), np.arange(camera.size_px[1]))


def _every_row(camera: Camera, value: Smooth) -> Maps:
    """Return a smooth function of the board's plane for each pixel of every `STEP_PX`th row."""
    width, height = camera.size_px
    xs = np.arange(0, width + STEP_PX, STEP_PX, dtype=np.float64)
    ys = np.arange(0, height + STEP_PX, STEP_PX, dtype=np.float64)
    grid = np.stack(np.meshgrid(xs, ys), axis=-1)
    coarse = np.asarray(value(camera.unproject(grid.reshape(-1, 2))), dtype=np.float32)
    coarse = coarse.reshape(len(ys), len(xs), -1).transpose(1, 0, 2)
    return np.ascontiguousarray(between_rows(coarse, np.arange(width)).transpose(1, 0, 2))


def between_rows(rows: Maps, which: NDArray[np.intp]) -> Maps:
    """Return the rows `which` (N, W, C) between rows (k, W, C) that are `STEP_PX` apart."""
    above, share = np.divmod(which, STEP_PX)
    above = np.minimum(above, len(rows) - 2)
    drawn: Maps = rows[above + 1] - rows[above]
    drawn *= (share / np.float32(STEP_PX)).astype(np.float32)[:, None, None]
    drawn += rows[above]
    return drawn


def sample(
    maps: NDArray[np.generic], camera: Camera, points_mm: NDArray[np.float64], *, height_mm: float
) -> Maps:
    """Return a picture's values (N, C) where points (N, 2) of the plane z = height_mm appear."""
    world = np.column_stack([points_mm, np.full(len(points_mm), float(height_mm))])
    return sample_px(maps, camera.project(world))


def warp(
    picture: NDArray[np.generic], at_px: NDArray[np.float32], *, outside: float | None = None
) -> Maps:
    """Return a picture's bilinear values at pixels at_px (H, W, 2): (H, W) or (H, W, C).

    outside: the value beyond the picture; None takes the nearest edge's.
    """
    return warp_planes(
        picture,
        np.ascontiguousarray(at_px[..., 0]),
        np.ascontiguousarray(at_px[..., 1]),
        outside=outside,
    )


def warp_planes(
    picture: NDArray[np.generic], columns: Maps, rows: Maps, *, outside: float | None = None
) -> Maps:
    """Return what `warp` does; columns and rows (H, W) of the pixels each by themselves."""
    if not columns.size:
        return np.zeros((*columns.shape, *picture.shape[2:]), dtype=np.float32)
    border = cv2.BORDER_REPLICATE if outside is None else cv2.BORDER_CONSTANT
    drawn = cv2.remap(
        np.asarray(picture, dtype=np.float32),
        columns,
        rows,
        cv2.INTER_LINEAR,
        borderMode=border,
        borderValue=outside or 0.0,
    )
    return np.asarray(drawn, dtype=np.float32)


def sample_px(maps: NDArray[np.generic], points_px: NDArray[np.floating[Any]]) -> Maps:
    """Return a picture's bilinear values (N, C) at pixels (N, 2); outside, the edge's values."""
    at = np.nan_to_num(np.asarray(points_px, dtype=np.float32), nan=-9.0).reshape(-1, 1, 2)
    parts = [warp(maps, at[k : k + 32000]) for k in range(0, len(at), 32000)]
    if not parts:
        return np.zeros((0, 1 if maps.ndim == 2 else maps.shape[2]), dtype=np.float32)
    return np.concatenate(parts).reshape(len(at), -1).astype(np.float32)


def _terms(points_mm: NDArray[np.float64], layout: Layout) -> NDArray[np.float64]:
    """Return the six terms of a quadratic (N, 6) over the board, scaled to about -1 to 1."""
    half = layout.corners_mm[2] / 2
    x, y = ((points_mm - half) / half).T
    return np.column_stack([np.ones_like(x), x, y, x * x, x * y, y * y])


@dataclass(frozen=True, slots=True, eq=False)
class PhotoLog:
    """A photo's logarithms of light, slightly smoothed, for looking at fine detail.

    Only those are worked out that are asked for: all of them are four times as large as the photo.
    """

    photo: Image

    def window(self, left: int, top: int, right: int, bottom: int) -> Maps:
        """Return the logarithms (bottom - top, right - left, 3) of a part that the photo has."""
        low_x, low_y = max(left - 1, 0), max(top - 1, 0)
        part = cv2.GaussianBlur(self.photo[low_y : bottom + 1, low_x : right + 1], (3, 3), 0)
        part = part[top - low_y : bottom - low_y, left - low_x : right - low_x]
        return log_light(np.asarray(part, dtype=np.uint8))

    def at(self, points_px: NDArray[np.floating[Any]]) -> Maps:
        """Return the bilinear values (N, P, 3) at N groups of pixels (N, P, 2) near each other.

        Outside the photo they are the nearest edge's.
        """
        places = np.nan_to_num(np.asarray(points_px, dtype=np.float32), nan=-9.0)
        return self.at_planes(places[..., 0], places[..., 1])

    def at_planes(self, columns: Maps, rows: Maps) -> Maps:
        """Return what `at` does; columns and rows (N, P) of the pixels each by themselves."""
        height, width = self.photo.shape[:2]
        values = np.empty((*columns.shape, 3), dtype=np.float32)
        if not values.size:
            return values
        x = np.clip(columns, 0, np.float32(width - 1))
        y = np.clip(rows, 0, np.float32(height - 1))
        left, top = (np.floor(part.min(axis=1)).astype(int) for part in (x, y))
        right = np.minimum(np.ceil(x.max(axis=1)).astype(int) + 2, width)
        bottom = np.minimum(np.ceil(y.max(axis=1)).astype(int) + 2, height)
        x -= left[:, None].astype(np.float32)
        y -= top[:, None].astype(np.float32)
        corners = np.column_stack([left, top, right, bottom]).tolist()
        for value, column, row, window in zip(values, x, y, corners, strict=True):
            value[:] = warp_planes(self.window(*window), column[:, None], row[:, None])[:, 0]
        return values
