"""Find the grid of an empty or occupied board by itself, from dragged corners, or again.

The way: line segments propose grids (`vision.proposals`), brightness profiles across the lines
judge them (`vision.profiles`), the window with lines inside and none just outside is the board
(`vision.lattice`), and a camera is fitted to the lines themselves (`vision.boardfit`).
`vision.moved` tells whether a board still lies where it was.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

import cv2
import numpy as np
from numpy.typing import ArrayLike

from companion.language.notices import notice
from vision.boardfit import (
    RATIO_SPREAD,
    coarse_profiles,
    fit_homography,
    fit_lines,
    working_picture,
)
from vision.boardsearch import Looks, search
from vision.boardvalue import BoardFit, BoardNotFound, Floats, Pixels, Task, picture_size
from vision.flatmap import homography
from vision.lens import Lens, guessed_lens
from vision.markers import find_markers
from vision.moved import board_motion, moved_view
from vision.profiles import make_stretches
from vision.sizing import find_sized

__all__ = ["BoardFit", "BoardNotFound", "Edge", "board_from_corners", "find_board", "refind"]

_WHOLE_WINDOW = 0.6  # how much of the score a board that was only pushed must keep


class Edge(Enum):
    """An edge of the picture."""

    BOTTOM = "bottom"
    LEFT = "left"
    TOP = "top"
    RIGHT = "right"

    @property
    def direction_px(self) -> Floats:
        """The way to this edge (2,) in the picture."""
        ways = {"bottom": (0.0, 1.0), "left": (-1.0, 0.0), "top": (0.0, -1.0), "right": (1.0, 0.0)}
        return np.array(ways[self.value])


def find_board(
    image: Pixels,
    columns: int | None = 9,
    rows: int | None = 9,
    *,
    pitch_mm: float = 32.0,
    lens: Lens | None = None,
    square: bool = False,
    south: Edge = Edge.BOTTOM,
    markers: bool = True,
) -> BoardFit:
    """Return the grid of `columns` by `rows` points found in a BGR or grey uint8 picture.

    lens: what is known of the camera. square: the cells are known to be square.
    south: the edge of the picture that the board's south side (a1) faces; corner markers, when
    `markers` are looked for and seen, know better. Where `columns` or `rows` is None the number of
    lines is guessed from the lines. Raises BoardNotFound with the reason.
    """
    gray = working_picture(image)
    task = _task(image, gray, lens, columns or 0, rows or 0, pitch_mm, square=square)
    toward = south.direction_px
    if markers:
        told = find_markers(gray).south_px
        toward = toward if told is None else told
    if columns is None or rows is None:
        return _in_picture(_find_sized(task, gray, toward, columns, rows), image)
    fit = _find(task, gray, toward)
    return _in_picture(fit, image)


def board_from_corners(
    image: Pixels,
    corners_px: ArrayLike,
    columns: int = 9,
    rows: int = 9,
    *,
    pitch_mm: float = 32.0,
    lens: Lens | None = None,
    square: bool = True,
) -> BoardFit:
    """Return the board refined from four dragged corners (4, 2): a1, south-east, north-east, ...

    The corners may be off by a fifth of a cell or about ten pixels; where the lines don't confirm
    them the board is looked for in the whole picture. Raises BoardNotFound with the reason.
    """
    corners = np.asarray(corners_px, dtype=np.float64)
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        raise BoardNotFound(notice("eyes.board.four-corners"), notice("eyes.board.drag-corners"))
    gray = working_picture(image)
    task = _task(image, gray, lens, columns, rows, pitch_mm, square=square)
    scale = np.array(picture_size(gray)) / np.array(picture_size(image))
    u, v = columns - 1.0, rows - 1.0
    grid = np.array([[0, v], [u, v], [u, 0], [0, 0]], dtype=np.float32)
    placed = ((corners + 0.5) * scale - 0.5).astype(np.float32)
    crossed = cv2.contourArea(placed, oriented=True) >= 0 or not cv2.isContourConvex(placed)
    if crossed:
        raise BoardNotFound(notice("eyes.board.crossed"), notice("eyes.board.corner-order"))
    to_px = np.asarray(cv2.getPerspectiveTransform(grid, placed), dtype=np.float64)
    fit = fit_homography(task, to_px, light=_lines_are_light(task, to_px), edge_known=True)
    if fit is None or task.fault_of(fit, edge_known=True) is not None:
        toward = placed[:2].mean(axis=0) - placed[2:].mean(axis=0)
        fit = _find(task, gray, toward / max(float(np.linalg.norm(toward)), 1e-9))
    return _in_picture(fit, image)


def refind(image: Pixels, fit: BoardFit) -> BoardFit:
    """Return where a board lies now that was seen as `fit` by the same camera, pieces and all.

    Small pushes and turns are followed from the old place; after larger ones the board is looked
    for in the whole picture, with the turn nearest to the old one. Raises BoardNotFound.
    """
    gray = working_picture(image)
    size = picture_size(gray)
    camera = fit.camera.scaled(size)
    lens = Lens(size, camera.matrix, camera.distortion, source="the earlier fit")
    task = Task(gray.astype(np.float32), lens, fit.columns, fit.rows, fit.pitch_mm, 0.0)
    old = replace(fit, camera=camera)
    view = moved_view(old, board_motion(gray, old))
    now = fit_lines(task, view, light=fit.light_lines, edge_known=True)
    if task.fault_of(now, edge_known=True) is not None or now.score < _WHOLE_WINDOW * fit.score:
        corners = old.corners_px
        toward = corners[:2].mean(axis=0) - corners[2:].mean(axis=0)
        now = _find(task, gray, toward / max(float(np.linalg.norm(toward)), 1e-9))
    return _in_picture(replace(now, ratio=fit.ratio), image)


def _task(
    image: Pixels,
    gray: Pixels,
    lens: Lens | None,
    columns: int,
    rows: int,
    pitch_mm: float,
    *,
    square: bool,
) -> Task:
    """Return the task for a working picture, with the lens scaled to it."""
    known = (lens or guessed_lens(picture_size(image))).resized(picture_size(image))
    return Task(
        gray.astype(np.float32),
        known.resized(picture_size(gray)),
        columns,
        rows,
        pitch_mm,
        0.0 if square else RATIO_SPREAD,
        max(1.0, max(gray.shape) / max(image.shape)),
    )


def _in_picture(fit: BoardFit, image: Pixels) -> BoardFit:
    """Return a fit of the working picture for the picture itself."""
    return replace(fit, camera=fit.camera.scaled(picture_size(image)))


def _find(task: Task, gray: Pixels, toward: Floats) -> BoardFit:
    """Return the board found in the working picture; its south lies `toward`. BoardNotFound."""
    best = search(task, Looks(gray, task.enlarged), toward)
    if best is None:
        raise BoardNotFound(notice("eyes.board.no-grid"), notice("eyes.board.even-light"))
    fault = task.fault_of(best)
    if fault is not None:
        raise fault
    return best


def _find_sized(
    task: Task, gray: Pixels, toward: Floats, columns: int | None, rows: int | None
) -> BoardFit:
    """Return the board found in the working picture, and its size. BoardNotFound."""
    sized = find_sized(
        task, Looks(gray, task.enlarged).segment_sets(), toward, columns=columns, rows=rows
    )
    if sized is None:
        raise BoardNotFound(notice("eyes.board.no-grid"), notice("eyes.board.even-light"))
    fault = task.fault_of(sized.fit)
    if fault is not None:
        raise fault
    if not sized.sure:
        raise BoardNotFound(notice("eyes.board.size"), notice("eyes.board.say-size"))
    return sized.fit


def _lines_are_light(task: Task, to_px: Floats) -> bool:
    """Tell whether the lines near a homography's grid are lighter than the board."""
    mapping = homography(to_px)
    stretches = make_stretches((0, 0), (task.columns - 1, task.rows - 1))
    ends = mapping(np.array([[0.0, 0.0], [task.columns - 1.0, task.rows - 1.0]]))
    pitch = float(np.hypot(*(ends[1] - ends[0]))) / np.hypot(task.columns - 1, task.rows - 1)
    profiles = coarse_profiles(task, mapping, stretches, max(pitch, 4.0))
    dark, light = (profiles.sureness(light=is_light).max(axis=1) for is_light in (False, True))
    return bool(light.sum() > dark.sum())
