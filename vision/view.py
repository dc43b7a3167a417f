"""A table as the reader sees it: everything about a camera and a board that photos share.

Colours are weighed on a smaller working picture (about 1.5 pixels a millimetre): it has less noise
and is large enough for tops and sides; faces are recognised on the photo itself.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera
from vision.layout import Layout
from vision.light import Image, Maps, board_light, light_map, log_light, over_picture, sample_px

WORK_PX_PER_MM = 1.5


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A board before a camera, ready for reading.

    camera: of the photos. work: the same at working size (w, h). empty_log, light_log: (h, w, 3)
    the empty board and its light in logarithms. on_board: (h, w) bool, the board's playing
    surface with half a pitch around it.
    """

    camera: Camera
    work: Camera
    layout: Layout
    empty_log: Maps
    light_log: Maps
    on_board: NDArray[np.bool_]


def px_per_mm(camera: Camera, layout: Layout) -> float:
    """Return how many pixels a millimetre of the board has in its middle."""
    x, y = layout.corners_mm[2] / 2
    ends = camera.project([[x - 5, y, 0], [x + 5, y, 0], [x, y - 5, 0], [x, y + 5, 0]])
    across, along = np.linalg.norm(ends[0] - ends[1]), np.linalg.norm(ends[2] - ends[3])
    return float(across + along) / 20


def working(camera: Camera, layout: Layout) -> Camera:
    """Return the camera of the working picture."""
    scale = min(1.0, WORK_PX_PER_MM / px_per_mm(camera, layout))
    width, height = camera.size_px
    return camera.scaled((round(width * scale), round(height * scale)))


def look_at(empty: Image, camera: Camera, layout: Layout, *, now: Camera | None = None) -> View:
    """Return the view of a board whose empty photo was taken by `camera`.

    now: the camera as it stands to the board today, when either was moved since; the empty board
    is then drawn as it would be seen today.
    """
    work = working(camera, layout)
    empty_log = shrink(empty, work)
    light = board_light(empty_log, work, layout)
    if now is not None:
        before, work = work, working(now, layout)

        def seen(points_mm: NDArray[np.float64]) -> NDArray[np.float64]:
            flat = np.column_stack([points_mm, np.zeros(len(points_mm))])
            return before.project(flat)

        at = over_picture(work, seen)
        empty_log = sample_px(empty_log, at.reshape(-1, 2)).reshape(*at.shape[:2], 3)
    light_log = light_map(light, work, layout)
    return View(now or camera, work, layout, empty_log, light_log, _on_board(work, layout))


def shrink(photo: Image, work: Camera) -> Maps:
    """Return the working picture of a photo in logarithms of light."""
    if (photo.shape[1], photo.shape[0]) == work.size_px:
        return log_light(photo)
    return log_light(cv2.resize(photo, work.size_px, interpolation=cv2.INTER_AREA))


def _on_board(work: Camera, layout: Layout) -> NDArray[np.bool_]:
    """Return the pixels (h, w) of the playing surface."""
    edge = layout.pitch_mm / 2
    (x0, y0), (x1, y1) = layout.corners_mm[0] - edge, layout.corners_mm[2] + edge
    line = np.linspace(0, 1, 9)[:, None]
    ends = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1], [x0, y0]])
    outline = np.vstack([a + (b - a) * line for a, b in zip(ends[:-1], ends[1:], strict=True)])
    seen = work.project(np.column_stack([outline, np.zeros(len(outline))]))
    mask = np.zeros((work.size_px[1], work.size_px[0]), dtype=np.uint8)
    cv2.fillPoly(mask, [np.round(np.clip(seen, -9e3, 9e3)).astype(np.int32)], 1)
    return mask > 0
