"""Search a picture for a grid: proposals from line segments, judged on the picture, fitted.

Nothing here says why a board is not found; `vision.board` does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boardfit import (
    LEAST_SCORE,
    SAMPLED,
    WORKING_PX,
    BoardFit,
    Floats,
    Pixels,
    Task,
    fault_of,
    fit_homography,
    is_clear,
    picture_size,
)
from vision.lattice import Window, best_window
from vision.profiles import Mapping, make_stretches, take_profiles
from vision.segments import Segments, find_segments, propose_grids

_LIKELY_SCORE = 0.4  # a proposal as good as this on the picture is fitted at once
_SURE_SCORE = 0.55  # a fit as good as this ends the search
_PAIRS = 8  # pairs of directions that are tried
_JUDGED = 5  # proposals of a pair that are judged on the picture
# Middles of the parts of the picture that are searched alone, and their size: boards usually lie
# in the middle.
_PARTS = ((0.5, 0.5), (0.5, 0.3), (0.5, 0.7), (0.3, 0.5), (0.7, 0.5))
_PART_SIZE = 0.45
_FEW_LINES = 200  # sides of thin lines; with fewer the parts are searched in the evened form
_TRIED = 3  # lesser proposals that are fitted when no good one is found
MOST_FITS = 12  # grids that are fitted before the picture is given up


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A grid in the working picture: grid -> pixels (3, 3), colour of its lines, its window.

    whole: all of it is inside the picture.
    """

    to_px: Floats
    light: bool
    window: Window
    whole: bool


def segment_sets(gray: Pixels) -> Iterator[Segments]:
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


def search(task: Task, segments: Segments, toward: Floats, tried: list[Floats]) -> BoardFit | None:
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
                best = better(best, fit)
    # Tiles and checks go on and on: grids cut off by the picture's edge come last.
    waiting.sort(key=lambda c: (not c.whole, -c.window.score))
    new = (candidate for candidate in waiting if _is_new(candidate, task, tried))
    for candidate in islice(new, _TRIED):
        if best is not None and not candidate.whole:
            break
        best = better(best, _fitted(task, candidate, toward))
    return best


def better(one: BoardFit | None, other: BoardFit | None) -> BoardFit | None:
    """Return the fit with the higher score."""
    return max((fit for fit in (one, other) if fit), key=lambda fit: fit.score, default=None)


def _fitted(task: Task, candidate: _Candidate, toward: Floats) -> BoardFit | None:
    """Return the refined fit of a candidate, or None when no camera can see it so."""
    upright = turned(candidate.to_px, task.columns, task.rows, toward)
    return fit_homography(task, upright, light=candidate.light)


def _is_new(candidate: _Candidate, task: Task, tried: list[Floats]) -> bool:
    """Tell whether no grid with nearly these corners was tried before, and remember it."""
    corners = homography(candidate.to_px)(_corner_points(task.columns, task.rows))
    pitch = float(np.linalg.norm(corners[0] - corners[1])) / (task.columns - 1)
    for other in tried:
        apart = np.linalg.norm(corners[:, None] - other, axis=2).min(axis=1)
        if apart.max() < 0.7 * pitch:
            return False
    tried.append(corners)
    return True


def homography(to_px: Floats) -> Mapping:
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
    mapping = homography(to_px)
    around = mapping(middle + np.array([[0.5, 0], [-0.5, 0], [0, 0.5], [0, -0.5]]))
    if not np.isfinite(around).all():
        return None
    pitch = float(min(np.hypot(*(around[0] - around[1])), np.hypot(*(around[2] - around[3]))))
    if pitch < 4:
        return None
    picture = task.levels
    if pitch > 48:
        halved = np.array([[0.5, 0, -0.25], [0, 0.5, -0.25], [0, 0, 1.0]]) @ to_px
        picture, mapping, pitch = smaller, homography(halved), pitch / 2
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
    corners = homography(to_px @ shift)(_corner_points(columns, rows))
    height, width = task.levels.shape
    slack = pitch  # the homography is not exact yet
    whole = bool(((corners > -slack) & (corners < np.array([width, height]) + slack)).all())
    return _Candidate(to_px @ shift, light, window, whole)


def _corner_points(columns: int, rows: int) -> Floats:
    """Return the outermost points (4, 2) in grid units, round from the north-west."""
    u, v = columns - 1.0, rows - 1.0
    return np.array([[0, 0], [u, 0], [u, v], [0, v]])


def turned(to_px: Floats, columns: int, rows: int, toward: Floats) -> Floats:
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
            north, south, west, east = homography(trial)(grid)
            down, right = south - north, east - west
            if right[0] * down[1] - right[1] * down[0] <= 0:
                continue
            score = float(down @ toward / np.linalg.norm(down))
            if score > best_score:
                best, best_score = trial, score
    return best
