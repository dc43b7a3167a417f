"""Search a picture for a grid: proposals from line segments, judged on the picture, fitted.

Nothing here says why a board is not found; `vision.board` does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boardfit import SAMPLED, WORKING_PX, fit_homography, is_clear
from vision.boardvalue import LEAST_SCORE, BoardFit, Floats, Pixels, Task, picture_size
from vision.flatmap import homography, least_pitch_px
from vision.lattice import Window, best_window
from vision.profiles import Mapping, Stretches, make_stretches, take_profiles
from vision.proposals import propose_grids
from vision.segments import Segments, find_segments
from vision.stonesearch import fits_on_stones
from vision.upright import turned

_LIKELY_SCORE = 0.4  # a proposal as good as this on the picture is fitted at once
_LEAST_FITTED = 0.26  # and one that isn't isn't fitted: none such has ever held
_EQUAL_SCORE = 0.02
_GOOD_SCORE = 0.4  # a fit as good as this that holds ends the search
_SURE_SCORE = 0.55  # and one as good as this that is only cut off
# So many stretches tell whether lines are likely at all; a grid with fewer than this part of the
# lines that the least score asks for isn't judged.
_GLANCED, _GLANCED_PART = 240, 1.0
_LEAST_EVENNESS = 0.1  # of a proposal: below it the pitch is a part of the true one
# Pairs of directions that are tried, and proposals of each that are judged on the picture: of the
# picture as it is, and of its other forms, where the board is the likeliest pair or none.
_PAIRS, _JUDGED = 8, 5
_OTHER_PAIRS, _OTHER_JUDGED = 4, 3
_MIDDLE = 0.45  # part of the picture that is searched alone: boards usually lie there
_DOTS = 0.8  # pixels of the photo: blurred so far, a row of dots is a line
_WINDOWS = 3  # windows of the same lines, as proposed and as fitted, before no other is
_SAME_WINDOW, _OFF_LINES = 0.7, 0.35  # in lines: of one window, of one grid
_TRIED = 3  # lesser proposals that are fitted when no good one is found
# Grids that are cut off by the picture's edge: a fit seldom brings one inside.
_MOST_CUT_OFF = 3
_SETS_BEFORE_STONES = 1  # sets of segments that are searched before stones are looked for
_MOST_TRIED = 20  # grids, as proposed and as fitted, before the picture is given up


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A grid in the working picture: grid -> pixels (3, 3), colour of its lines, its window.

    whole: all of it is inside the picture.
    """

    to_px: Floats
    light: bool
    window: Window
    whole: bool


@dataclass(slots=True)
class _Tried:
    """Grids (3, 3) that were fitted, as proposed and as fitted, and how many were cut off."""

    grids: list[Floats] = field(default_factory=list)
    cut_off: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """A working picture (H, W), grey, and the ways to look at it; each is made when it is needed.

    enlarged: pixels of the picture to a pixel of the photo.
    """

    gray: Pixels
    enlarged: float = 1.0

    def segment_sets(self) -> Iterator[Segments]:
        """Yield the segments to search: of the picture, its middle, its evened form and its middle.

        In a small photo thin lines are rows of dots; the evened form is blurred so far that these
        hang together. There the contrast of every neighbourhood is alike: faint lines in glare or
        shade become as strong as the others, but so does the grain of a carpet. The middle may hold
        only the board where stripes or tiles around it outvote its lines.
        """
        size = picture_size(self.gray)
        plain = find_segments(self.gray)
        yield plain
        yield _middle(plain, size)
        even = find_segments(_evened(self._joined()))
        yield even
        yield _middle(even, size)

    def even(self) -> Pixels:
        """Return the picture with the contrast of every neighbourhood alike."""
        return _evened(self.gray)

    def _joined(self) -> Pixels:
        """Return the picture blurred so far that a small photo's dots are lines."""
        if self.enlarged <= 1:
            return self.gray
        soft = cv2.GaussianBlur(self.gray, (0, 0), _DOTS * self.enlarged)
        return np.asarray(soft, dtype=np.uint8)


def _evened(gray: Pixels) -> Pixels:
    """Return a grey picture with the contrast of every neighbourhood alike.

    In place where it can be: a picture of floats is as large as all that is kept of it.
    """
    detail = gray.astype(np.float32)
    detail -= _blurred(detail, WORKING_PX / 100)
    spread = _blurred(detail * detail, WORKING_PX / 50)
    np.sqrt(spread, out=spread)
    spread += 2
    detail /= spread
    detail *= 32
    detail += 128
    return np.asarray(np.clip(detail, 0, 255, out=detail).astype(np.uint8))


def _blurred(levels: NDArray[np.float32], sigma_px: float) -> NDArray[np.float32]:
    """Return a picture widely blurred, by way of a quarter of its size."""
    quarter = cv2.resize(levels, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(quarter, (0, 0), sigma_px / 4)
    whole = cv2.resize(soft, levels.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(whole, dtype=np.float32)


def _middle(segments: Segments, size_px: tuple[int, int]) -> Segments:
    """Return the segments around the middle of a picture."""
    size = np.array(size_px)
    low, high = size * (0.5 - _MIDDLE / 2), size * (0.5 + _MIDDLE / 2)
    return segments.inside((float(low[0]), float(low[1])), (float(high[0]), float(high[1])))


def search(task: Task, looks: Looks, toward: Floats) -> BoardFit | None:
    """Return the first fit that holds, from lines or from stones, else the best, or None."""
    tried = _Tried()
    best: BoardFit | None = None
    for number, segments in enumerate(looks.segment_sets()):
        if number == _SETS_BEFORE_STONES:
            for fit in fits_on_stones(task, looks.even(), toward):
                if task.fault_of(fit) is None:
                    return fit
        if len(tried.grids) >= _MOST_TRIED:
            break
        lines = _search(task, segments, toward, tried, plain=number == 0)
        if lines is not None and task.fault_of(lines) is None:
            return lines
        best = _better(task, best, lines)
        if best is not None and best.score > _SURE_SCORE and task.is_cut_off(best):
            break
    return best


def _search(
    task: Task, segments: Segments, toward: Floats, tried: _Tried, *, plain: bool
) -> BoardFit | None:
    """Return the best grid that some segments propose, good or not, or None.

    tried: what was fitted before; this search adds its own. plain: they are the picture's own.
    """
    levels = task.levels
    smaller = np.asarray(
        cv2.resize(levels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), dtype=np.float32
    )
    waiting: list[_Candidate] = []
    best: BoardFit | None = None
    most, pairs = (_JUDGED, _PAIRS) if plain else (_OTHER_JUDGED, _OTHER_PAIRS)
    proposed = propose_grids(segments, task.columns, task.rows, picture_size(levels), most=most)
    for proposals in islice(proposed, pairs):
        for proposal in proposals:
            candidate = _judged(task, smaller, proposal.to_px)
            if candidate is None or candidate.window.score < _LEAST_FITTED:
                continue
            if candidate.window.best_evenness < _LEAST_EVENNESS:
                continue
            clear = candidate.whole and is_clear(candidate.window, task.columns, task.rows)
            if candidate.window.score < _LIKELY_SCORE or not clear:
                waiting.append(candidate)
            elif _is_new(candidate, task, tried):
                fit = _fitted(task, candidate, toward, tried)
                if fit and _ends_search(task, fit):
                    return fit
                best = _better(task, best, fit)
    # Tiles and checks go on and on: grids cut off by the picture's edge come last.
    waiting.sort(key=lambda c: (not c.whole, -c.window.score))
    new = (candidate for candidate in waiting if _is_new(candidate, task, tried))
    for candidate in islice(new, _TRIED):
        if not candidate.whole:
            if best is not None or tried.cut_off == _MOST_CUT_OFF:
                break
            tried.cut_off += 1
        fit = _fitted(task, candidate, toward, tried)
        if fit and _ends_search(task, fit):
            return fit
        best = _better(task, best, fit)
    return best


def _ends_search(task: Task, fit: BoardFit) -> bool:
    """Tell whether a fit holds and is so good that none better need be looked for."""
    return fit.score > _GOOD_SCORE and task.fault_of(fit) is None


def _better(task: Task, one: BoardFit | None, other: BoardFit | None) -> BoardFit | None:
    """Return the fit with the higher score; of nearly equals one that holds."""
    if one is None or other is None:
        return one or other
    if abs(one.score - other.score) < _EQUAL_SCORE:
        return one if task.fault_of(one) is None else other
    return one if one.score > other.score else other


def _fitted(task: Task, candidate: _Candidate, toward: Floats, tried: _Tried) -> BoardFit | None:
    """Return the refined fit of a candidate, or None when no camera can see it so.

    The fit is more exact than the candidate, so it is remembered, too, as one that was tried.
    """
    upright = turned(candidate.to_px, task.columns, task.rows, toward)
    fit = fit_homography(task, upright, light=candidate.light)
    if fit is not None:
        grid = _corner_points(task.columns, task.rows)[[3, 2, 1, 0]].astype(np.float32)
        found = cv2.getPerspectiveTransform(grid, fit.corners_px.astype(np.float32))
        if np.isfinite(found).all() and abs(np.linalg.det(found)) > 1e-9:
            tried.grids.append(np.asarray(found, dtype=np.float64))
    return fit


def _is_new(candidate: _Candidate, task: Task, tried: _Tried) -> bool:
    """Tell whether a candidate isn't one that was tried before, and remember it.

    Of a floor of tiles every window looks like a new board, so the same lines are tried no more
    than _WINDOWS times, wherever the window lies: the fit moves it anyway.
    """
    here = homography(candidate.to_px)(_corner_points(task.columns, task.rows))
    shifts = [_shift_between(other, here, task) for other in tried.grids]
    same = [shift for shift in shifts if shift is not None]
    if len(same) >= _WINDOWS or any(shift < _SAME_WINDOW for shift in same):
        return False
    tried.grids.append(candidate.to_px)
    return True


def _shift_between(to_px: Floats, corners: Floats, task: Task) -> float | None:
    """Return by how many lines a window of a grid, given by its corners (4, 2), is shifted.

    None where its lines are not those of the grid (3, 3) -> pixels.
    """
    own = _corner_points(task.columns, task.rows)
    seen = homography(np.asarray(np.linalg.inv(to_px), dtype=np.float64))(corners)
    if not np.isfinite(seen).all():
        return None
    lines = np.rint(seen)
    sides = np.abs(np.roll(lines, -1, axis=0) - lines).sum(axis=1)
    wanted = np.abs(np.roll(own, -1, axis=0) - own).sum(axis=1)
    along, across = np.abs(lines[1] - lines[0])
    lies_across = task.columns != task.rows and across > along
    if np.abs(seen - lines).max() > _OFF_LINES or not np.array_equal(sides, wanted) or lies_across:
        return None
    return float(np.abs(seen.mean(axis=0) - own.mean(axis=0)).max())


def _judged(task: Task, smaller: NDArray[np.float32], to_px: Floats) -> _Candidate | None:
    """Return the proposal with its best window on the picture, shifted so that it starts at 0."""
    columns, rows = task.columns, task.rows
    mapping = homography(to_px)
    pitch = least_pitch_px(mapping, ((columns - 1) / 2, (rows - 1) / 2))
    if pitch < 4:
        return None
    picture, enlarged = task.levels, task.enlarged
    if pitch > 48:
        halved = np.array([[0.5, 0, -0.25], [0, 0.5, -0.25], [0, 0, 1.0]]) @ to_px
        picture, mapping, pitch = smaller, homography(halved), pitch / 2
        enlarged = max(1.0, enlarged / 2)
    extra = (max(3, columns // 3), max(3, rows // 3))
    if _looks_hopeless(picture, mapping, task, extra, pitch, enlarged):
        return None
    stretches = _around(columns, rows, extra)
    profiles = take_profiles(
        picture, mapping, stretches, reach=SAMPLED, pitch_px=pitch, coarse=True, enlarged=enlarged
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


def _looks_hopeless(
    picture: NDArray[np.float32],
    mapping: Mapping,
    task: Task,
    extra: tuple[int, int],
    pitch: float,
    enlarged: float,
) -> bool:
    """Tell from some of the stretches that no window can reach the least score.

    A window's score is at most the mean sureness inside, so the mean over all stretches is at
    least its part of them times its score. Nearly all proposals of photos without a board end here.
    """
    columns, rows = task.columns, task.rows
    glanced, part = _glanced(columns, rows, extra)
    profiles = take_profiles(
        picture, mapping, glanced, reach=SAMPLED, pitch_px=pitch, coarse=True, enlarged=enlarged
    ).within(0.2)
    most = max(float(profiles.sureness(light=light).max(axis=1).mean()) for light in (False, True))
    return most < _GLANCED_PART * LEAST_SCORE * part


@lru_cache(maxsize=4)
def _glanced(columns: int, rows: int, extra: tuple[int, int]) -> tuple[Stretches, float]:
    """Return some of the stretches around a board, and the part of all that are its own."""
    stretches = _around(columns, rows, extra)
    count = len(stretches.axis)
    few = np.random.default_rng(7).permutation(count)[: _GLANCED // 5]
    return stretches.around(few), 2 * (columns * (rows - 1) + rows * (columns - 1)) / count


@lru_cache(maxsize=4)
def _around(columns: int, rows: int, extra: tuple[int, int]) -> Stretches:
    """Return the stretches of a board and of `extra` lines on each side."""
    return make_stretches((-extra[0], -extra[1]), (columns - 1 + extra[0], rows - 1 + extra[1]))


def _corner_points(columns: int, rows: int) -> Floats:
    """Return the outermost points (4, 2) in grid units, round from the north-west."""
    u, v = columns - 1.0, rows - 1.0
    return np.array([[0, 0], [u, 0], [u, v], [0, v]])
