"""Find the grid of an empty or occupied board by itself, from dragged corners, or again.

The way: line segments propose grids (`vision.segments`), brightness profiles across the lines
judge them (`vision.profiles`), the window with lines inside and none just outside is the board
(`vision.lattice`), and a camera is fitted to the lines themselves (`vision.boardfit`).
`vision.moved` tells whether a board still lies where it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from companion.language.notices import notice
from vision.boardfit import (
    LEAST_SCORE,
    RATIO_SPREAD,
    SAMPLED,
    WORKING_PX,
    BoardFit,
    BoardNotFound,
    Floats,
    Pixels,
    Task,
    fault_of,
    fit_homography,
    fit_lines,
    is_clear,
    picture_size,
    working_picture,
)
from vision.lattice import Window, best_window
from vision.lens import Lens, guessed_lens
from vision.markers import find_markers
from vision.moved import board_motion, moved_view
from vision.profiles import Mapping, make_stretches, take_profiles
from vision.segments import Segments, find_segments, propose_grids

__all__ = ["BoardFit", "BoardNotFound", "Edge", "board_from_corners", "find_board", "refind"]

_LIKELY_SCORE = 0.5  # a proposal as good as this on the picture is fitted at once
_SURE_SCORE = 0.7  # a fit as good as this ends the search
_PAIRS = 8  # pairs of directions that are tried
_JUDGED = 5  # proposals of a pair that are judged on the picture
# Middles of the parts of the picture that are searched alone, and their size: boards usually lie
# in the middle.
_PARTS = ((0.5, 0.5), (0.5, 0.3), (0.5, 0.7), (0.3, 0.5), (0.7, 0.5))
_PART_SIZE = 0.45
_FEW_LINES = 200  # sides of thin lines; with fewer the parts are searched in the evened form
_TRIED = 3  # lesser proposals that are fitted when no good one is found
_MOST_FITS = 12  # grids that are fitted before the picture is given up
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


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A grid in the working picture: grid -> pixels (3, 3), colour of its lines, its window.

    whole: all of it is inside the picture.
    """

    to_px: Floats
    light: bool
    window: Window
    whole: bool


def find_board(
    image: Pixels,
    columns: int = 9,
    rows: int = 9,
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
    `markers` are looked for and seen, know better. Raises BoardNotFound with the reason.
    """
    gray = working_picture(image)
    task = _task(image, gray, lens, columns, rows, pitch_mm, square=square)
    toward = south.direction_px
    if markers:
        told = find_markers(gray).south_px
        toward = toward if told is None else told
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
    if fit is None or fault_of(fit, edge_known=True) is not None:
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
    if fault_of(now, edge_known=True) is not None or now.score < _WHOLE_WINDOW * fit.score:
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
    )


def _in_picture(fit: BoardFit, image: Pixels) -> BoardFit:
    """Return a fit of the working picture for the picture itself."""
    return replace(fit, camera=fit.camera.scaled(picture_size(image)))


def _find(task: Task, gray: Pixels, toward: Floats) -> BoardFit:
    """Return the board found in the working picture; its south lies `toward`. BoardNotFound."""
    tried: list[Floats] = []
    best: BoardFit | None = None
    for segments in _segment_sets(gray):
        if len(tried) >= _MOST_FITS:
            break
        fit = _search(task, segments, toward, tried)
        if fit is not None and fault_of(fit) is None:
            return fit
        best = _better(best, fit)
    fault = None if best is None else fault_of(best)
    raise fault or BoardNotFound(notice("eyes.board.no-grid"), notice("eyes.board.even-light"))


def _segment_sets(gray: Pixels) -> Iterator[Segments]:
    """Yield the segments to search: of the picture, its middle, its evened form, other parts.

    In the evened form the contrast of every neighbourhood is alike: faint lines in glare or shade
    become as strong as the others, but so does the grain of a carpet. A part of the picture may
    hold only the board where stripes or tiles around it outvote its lines.
    """
    size = picture_size(gray)
    plain = find_segments(gray)
    yield plain
    yield _part(plain, size, _PARTS[0])
    levels = gray.astype(np.float32)
    detail = levels - cv2.GaussianBlur(levels, (0, 0), WORKING_PX / 100)
    spread = np.sqrt(cv2.GaussianBlur(detail * detail, (0, 0), WORKING_PX / 50))
    even = find_segments(np.clip(128 + 32 * detail / (spread + 2), 0, 255).astype(np.uint8))
    yield even
    yield _part(even, size, _PARTS[0])
    faint = plain.thin_lines < _FEW_LINES
    for place in _PARTS[1:]:
        yield _part(even if faint else plain, size, place)


def _part(segments: Segments, size_px: tuple[int, int], middle: tuple[float, float]) -> Segments:
    """Return the segments around a place that is given in parts of the picture's size."""
    size, half = np.array(size_px), _PART_SIZE / 2
    low, high = size * (np.array(middle) - half), size * (np.array(middle) + half)
    return segments.inside((float(low[0]), float(low[1])), (float(high[0]), float(high[1])))


def _search(task: Task, segments: Segments, toward: Floats, tried: list[Floats]) -> BoardFit | None:
    """Return the best grid that some segments propose, good or not, or None.

    tried: corners of the grids that were fitted before; this search adds its own.
    """
    levels = task.levels
    smaller = np.asarray(
        cv2.resize(levels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), dtype=np.float32
    )
    waiting: list[_Candidate] = []
    best: BoardFit | None = None
    pairs = propose_grids(segments, task.columns, task.rows, picture_size(levels))
    for proposals in islice(pairs, _PAIRS):
        for proposal in proposals[:_JUDGED]:
            candidate = _judged(task, smaller, proposal.to_px)
            if candidate is None or candidate.window.score < LEAST_SCORE:
                continue
            clear = candidate.whole and is_clear(candidate.window, task.columns, task.rows)
            if candidate.window.score < _LIKELY_SCORE or not clear:
                waiting.append(candidate)
            elif _is_new(candidate, task, tried):
                fit = _fitted(task, candidate, toward)
                if fit and fit.score > _SURE_SCORE and fault_of(fit) is None:
                    return fit
                best = _better(best, fit)
    # Tiles and checks go on and on: grids cut off by the picture's edge come last.
    waiting.sort(key=lambda c: (not c.whole, -c.window.score))
    new = (candidate for candidate in waiting if _is_new(candidate, task, tried))
    for candidate in islice(new, _TRIED):
        if best is not None and not candidate.whole:
            break
        best = _better(best, _fitted(task, candidate, toward))
    return best


def _better(one: BoardFit | None, other: BoardFit | None) -> BoardFit | None:
    """Return the fit with the higher score."""
    return max((fit for fit in (one, other) if fit), key=lambda fit: fit.score, default=None)


def _fitted(task: Task, candidate: _Candidate, toward: Floats) -> BoardFit | None:
    """Return the refined fit of a candidate, or None when no camera can see it so."""
    turned = _turned(candidate.to_px, task.columns, task.rows, toward)
    return fit_homography(task, turned, light=candidate.light)


def _is_new(candidate: _Candidate, task: Task, tried: list[Floats]) -> bool:
    """Tell whether no grid with nearly these corners was tried before, and remember it."""
    corners = _homography(candidate.to_px)(_corner_points(task.columns, task.rows))
    pitch = float(np.linalg.norm(corners[0] - corners[1])) / (task.columns - 1)
    for other in tried:
        apart = np.linalg.norm(corners[:, None] - other, axis=2).min(axis=1)
        if apart.max() < 0.7 * pitch:
            return False
    tried.append(corners)
    return True


def _homography(to_px: Floats) -> Mapping:
    """Return the mapping of a (3, 3) matrix; points behind the camera give NaN."""

    def apply(grid: Floats) -> Floats:
        mapped = np.column_stack([grid, np.ones(len(grid))]) @ to_px.T
        ahead = mapped[:, 2] > 1e-9
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(ahead[:, None], mapped[:, :2] / mapped[:, 2:], np.nan)

    return apply


def _judged(task: Task, smaller: NDArray[np.float32], to_px: Floats) -> _Candidate | None:
    """Return the proposal with its best window on the picture, shifted so that it starts at 0."""
    columns, rows = task.columns, task.rows
    middle = np.array([[(columns - 1) / 2, (rows - 1) / 2]])
    mapping = _homography(to_px)
    around = mapping(middle + np.array([[0.5, 0], [-0.5, 0], [0, 0.5], [0, -0.5]]))
    if not np.isfinite(around).all():
        return None
    pitch = float(min(np.hypot(*(around[0] - around[1])), np.hypot(*(around[2] - around[3]))))
    if pitch < 4:
        return None
    picture = task.levels
    if pitch > 48:
        halved = np.array([[0.5, 0, -0.25], [0, 0.5, -0.25], [0, 0, 1.0]]) @ to_px
        picture, mapping, pitch = smaller, _homography(halved), pitch / 2
    extra = (max(3, columns // 3), max(3, rows // 3))
    stretches = make_stretches(
        (-extra[0], -extra[1]), (columns - 1 + extra[0], rows - 1 + extra[1])
    )
    profiles = take_profiles(
        picture, mapping, stretches, reach=SAMPLED, pitch_px=pitch, coarse=True
    ).within(0.2)
    windows = [
        best_window(stretches, profiles.sureness(light=light).max(axis=1), columns, rows)
        for light in (False, True)
    ]
    light = windows[1].score > windows[0].score
    window = windows[light]
    shift = np.array([[1.0, 0, window.first[0]], [0, 1.0, window.first[1]], [0, 0, 1]])
    corners = _homography(to_px @ shift)(_corner_points(columns, rows))
    height, width = task.levels.shape
    slack = pitch  # the homography is not exact yet
    whole = bool(((corners > -slack) & (corners < np.array([width, height]) + slack)).all())
    return _Candidate(to_px @ shift, light, window, whole)


def _corner_points(columns: int, rows: int) -> Floats:
    """Return the outermost points (4, 2) in grid units, round from the north-west."""
    u, v = columns - 1.0, rows - 1.0
    return np.array([[0, 0], [u, 0], [u, v], [0, v]])


def _lines_are_light(task: Task, to_px: Floats) -> bool:
    """Tell whether the lines near a homography's grid are lighter than the board."""
    mapping = _homography(to_px)
    stretches = make_stretches((0, 0), (task.columns - 1, task.rows - 1))
    ends = mapping(np.array([[0.0, 0.0], [task.columns - 1.0, task.rows - 1.0]]))
    pitch = float(np.hypot(*(ends[1] - ends[0]))) / np.hypot(task.columns - 1, task.rows - 1)
    profiles = take_profiles(
        task.levels, mapping, stretches, reach=SAMPLED, pitch_px=max(pitch, 4.0), coarse=True
    )
    dark, light = (profiles.sureness(light=is_light).max(axis=1) for is_light in (False, True))
    return bool(light.sum() > dark.sum())


def _turned(to_px: Floats, columns: int, rows: int, toward: Floats) -> Floats:
    """Return the homography with u to the east and v to the south, seen from above.

    The turn is chosen so that the board's south lies most `toward` that way in the picture.
    """
    u, v = columns - 1.0, rows - 1.0
    turns = [np.eye(3), np.array([[-1.0, 0, u], [0, -1.0, v], [0, 0, 1]])]
    if columns == rows:
        turns += [np.array([[0.0, -1, u], [1, 0, 0], [0, 0, 1]])]
        turns += [np.array([[0.0, 1, 0], [-1, 0, v], [0, 0, 1]])]
    mirror = np.array([[-1.0, 0, u], [0, 1, 0], [0, 0, 1]])
    grid = np.array([[u / 2, 0], [u / 2, v], [0, v / 2], [u, v / 2]])
    best, best_score = to_px, -np.inf
    for turn in turns:
        for flip in (np.eye(3), mirror):
            trial = to_px @ flip @ turn
            north, south, west, east = _homography(trial)(grid)
            down, right = south - north, east - west
            if right[0] * down[1] - right[1] * down[0] <= 0:
                continue
            score = float(down @ toward / np.linalg.norm(down))
            if score > best_score:
                best, best_score = trial, score
    return best
