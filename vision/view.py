"""A table as the reader sees it: everything about a camera and a board that photos share.

Colours are weighed on a smaller working picture (about 1.5 pixels a millimetre): it has less noise
and is large enough for tops and sides; faces are recognised on the photo itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera
from vision.layout import Layout
from vision.light import (
    Image,
    Maps,
    between_rows,
    board_light,
    light_map,
    log_light,
    over_picture,
)

WORK_PX_PER_MM = 1.5
_MARGIN_MM = 80.0
"""So much around the board is worked on."""
_SAME_RATIO = 0.01


GREY = np.full((1, 3), 1 / 3, dtype=np.float32)
"""What `cv2.transform` takes to average the channels of a picture."""
_FINE_PX = 2.0


def fine_detail(picture: NDArray[np.generic]) -> Maps:
    """Return what a picture (h, w) has beyond its slow changes."""
    grey = np.asarray(picture, dtype=np.float32)
    return np.asarray(grey - cv2.GaussianBlur(grey, (0, 0), _FINE_PX), dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """How a board stands before a camera: what of a `View` is worth keeping with each photo."""

    camera: Camera
    layout: Layout


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A board before a camera, ready for reading.

    camera: of the photos. crop_px: left, top, right, bottom of the part of the photo that is
    worked on. work: the camera of that part at working size (w, h). empty: (h, w, 3) the empty
    board, and grey: (h, w) its mean logarithm of light. light: how light falls on it, as in
    `board_light`, and light_rows: of every `STEP_PX`th row (k, w, 3). on_board: (h, w) bool, the
    board's playing surface with half a pitch around it; some_board: (N,) the places of every fifth
    of its pixels, counted through the picture.
    """

    camera: Camera
    crop_px: tuple[int, int, int, int]
    work: Camera
    layout: Layout
    empty: Image
    grey: Maps
    light: NDArray[np.float64]
    light_rows: Maps
    on_board: NDArray[np.bool_]
    some_board: NDArray[np.int32]

    @property
    def standing(self) -> Standing:
        """How the board stands before the camera."""
        return Standing(self.camera, self.layout)

    def empty_log(self, rows: slice = slice(None)) -> Maps:
        """Return the empty board (rows, w, 3), or some rows of it, in logarithms of light."""
        return log_light(self.empty[rows])

    def light_log(self, rows: slice = slice(None)) -> Maps:
        """Return the board's light (rows, w, 3), or that of some rows, in logarithms."""
        return between_rows(self.light_rows, np.arange(len(self.empty))[rows])


def px_per_mm(camera: Camera, layout: Layout) -> float:
    """Return how many pixels a millimetre of the board has in its middle."""
    x, y = layout.corners_mm[2] / 2
    ends = camera.project([[x - 5, y, 0], [x + 5, y, 0], [x, y - 5, 0], [x, y + 5, 0]])
    across, along = np.linalg.norm(ends[0] - ends[1]), np.linalg.norm(ends[2] - ends[3])
    return float(across + along) / 20


def look_at(empty: Image, camera: Camera, layout: Layout) -> View:
    """Return the view of a board whose empty photo was taken by `camera`."""
    crop = _crop(camera, layout)
    work = _working(camera, layout, crop)
    seen = np.ascontiguousarray(shrink(empty, crop, work))
    return _view(camera, crop, work, layout, seen, board_light(log_light(seen), work, layout))


def seen_from(view: View, now: Camera) -> View:
    """Return the view when the board or the camera was moved: the camera stands like `now` today.

    The empty board is drawn as it would be seen today.
    """
    layout, before = view.layout, view.work
    crop = _crop(now, layout)
    work = _working(now, layout, crop)

    def place(points_mm: NDArray[np.float64]) -> NDArray[np.float64]:
        flat = np.column_stack([points_mm, np.zeros(len(points_mm))])
        return before.project(flat)

    at = np.nan_to_num(over_picture(work, place), nan=-9.0)
    seen = cv2.remap(view.empty, at, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    return _view(now, crop, work, layout, np.asarray(seen, dtype=np.uint8), view.light)


def _view(
    camera: Camera,
    crop: tuple[int, int, int, int],
    work: Camera,
    layout: Layout,
    empty: Image,
    light: NDArray[np.float64],
) -> View:
    """Return a view with what follows from the empty board's working picture and its light."""
    grey = np.asarray(cv2.transform(log_light(empty), GREY), dtype=np.float32)
    light_rows = light_map(light, work, layout)
    board = _on_board(work, layout)
    some = np.flatnonzero(board)[::5].astype(np.int32)
    return View(camera, crop, work, layout, empty, grey, light, light_rows, board, some)


def as_taken(photo: Image, camera: Camera) -> Image | None:
    """Return a photo in the camera's size; None when its sides have another ratio.

    So a photo of the same camera with more or fewer pixels can be read.
    """
    size_px = (photo.shape[1], photo.shape[0])
    if size_px == camera.size_px:
        return photo
    if not is_of(size_px, camera):
        return None
    smaller = size_px[0] > camera.size_px[0]
    way = cv2.INTER_AREA if smaller else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(photo, camera.size_px, interpolation=way), dtype=np.uint8)


def is_of(size_px: tuple[int, int], camera: Camera) -> bool:
    """Tell whether a photo's size (width, height) has the ratio of a camera's."""
    return abs(size_px[0] / size_px[1] - camera.size_px[0] / camera.size_px[1]) <= _SAME_RATIO


def shrink(photo: Image, crop_px: tuple[int, int, int, int], work: Camera) -> Image:
    """Return the working picture of a photo."""
    left, top, right, bottom = crop_px
    part = photo[top:bottom, left:right]
    if (part.shape[1], part.shape[0]) == work.size_px:
        return part
    return np.asarray(cv2.resize(part, work.size_px, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _crop(camera: Camera, layout: Layout) -> tuple[int, int, int, int]:
    """Return the part of the photo that shows the board and a margin."""
    (x0, y0), (x1, y1) = layout.corners_mm[0] - _MARGIN_MM, layout.corners_mm[2] + _MARGIN_MM
    xs, ys = np.linspace(x0, x1, 7), np.linspace(y0, y1, 7)
    flat = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    width, height = camera.size_px
    seen = np.nan_to_num(camera.project(np.column_stack([flat, np.zeros(len(flat))])))
    low = np.clip(np.floor(seen.min(axis=0)), 0, (width - 32, height - 32)).astype(int)
    high = np.clip(np.ceil(seen.max(axis=0)), low + 32, (width, height)).astype(int)
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _working(camera: Camera, layout: Layout, crop_px: tuple[int, int, int, int]) -> Camera:
    """Return the camera of the working picture: a part of the photo, made smaller."""
    left, top, right, bottom = crop_px
    matrix = np.array(camera.matrix)
    matrix[0, 2] -= left
    matrix[1, 2] -= top
    size = (right - left, bottom - top)
    part = Camera(size, matrix, camera.distortion, camera.rotation, camera.translation_mm)
    scale = min(1.0, WORK_PX_PER_MM / px_per_mm(camera, layout))
    return part.scaled((max(32, round(size[0] * scale)), max(32, round(size[1] * scale))))


def _on_board(work: Camera, layout: Layout) -> NDArray[np.bool_]:
    """Return the pixels (h, w) of the playing surface."""
    edge = layout.pitch_mm / 2
    (x0, y0), (x1, y1) = layout.corners_mm[0] - edge, layout.corners_mm[2] + edge
    line = np.linspace(0, 1, 9)[:, None]
    ends = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1], [x0, y0]])
    outline = np.vstack([a + (b - a) * line for a, b in pairwise(ends)])
    seen = work.project(np.column_stack([outline, np.zeros(len(outline))]))
    mask = np.zeros((work.size_px[1], work.size_px[0]), dtype=np.uint8)
    cv2.fillPoly(mask, [np.round(np.clip(seen, -9e3, 9e3)).astype(np.int32)], 1)
    return mask > 0
