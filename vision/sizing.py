"""Find a grid of which nobody said how many lines it has.

The same proposals as for a known board (`vision.proposals`), each grown to the rectangle that its
lines speak for (`vision.gridsize`), the likeliest fitted and asked again. A grid that may go on
outside the picture, or whose outermost line is not clear, has no size that could be told.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from vision.boardfit import SAMPLED, coarse_profiles, fit_homography
from vision.boardvalue import BoardFit, Floats, Task, picture_size, pitch_px
from vision.flatmap import homography, least_pitch_px
from vision.gridsize import LEAST_LINES, MOST_LINES, RANKS, Extent, best_extent, confirmed_extent
from vision.lattice import edge_grids
from vision.posefit import GridView
from vision.profiles import Profiles, Stretches, make_stretches, take_profiles
from vision.proposals import propose_grids
from vision.segments import Segments
from vision.upright import turned

_COMB = 9  # lines that a proposal looks for; it grows or shrinks afterwards
_PAIRS, _JUDGED = 6, 3  # pairs of directions, proposals of each that are grown
_LIKELY = 60.0  # a likelihood from which a grown proposal is fitted at once
_SAME_PX = 6.0
_SETS = 4  # sets of segments that are searched
_FITTED = 2  # likeliest grids of some segments that are fitted
_MOST_FITTED = 10  # grids before the picture is given up
_RESIZED = 5  # how often a fit may change its size
_LEAST_LEAD = 0.5  # over one line more or less, as a part of what a line makes
_LEAST_PITCH_PX = 5.0
_ACROSS = np.array([[0.0, 1, 0], [1, 0, 0], [0, 0, 1]])  # columns for rows
# Score that a board which isn't square must have, with so many columns and with more: most boards
# are square, and those of 13 or 19 lines nearly all.
_PLAIN, _PLAINER, _USUAL_COLUMNS = 0.5, 0.7, 12
_GHOST = 0.25  # lines less clear than this part of the others are none
_BETWEEN = 0.5  # a line between the lines seen as well as this speaks for half of the pitch


@dataclass(frozen=True, slots=True)
class Sized:
    """A fitted grid and whether its size is sure."""

    fit: BoardFit
    sure: bool


@dataclass(frozen=True, slots=True)
class _Grown:
    """A proposal grown: grid -> pixels from its first point, the colour of its lines, extent."""

    to_px: Floats
    light: bool
    extent: Extent


def find_sized(
    task: Task,
    segment_sets: Iterable[Segments],
    toward: Floats,
    *,
    columns: int | None,
    rows: int | None,
) -> Sized | None:
    """Return the grid found, whatever its size, or None; `columns`, `rows` as far as known.

    The numbers in `task` are not used. A grid that isn't sure is only told to say why.
    """
    unsure: Sized | None = None
    fitted: list[_Grown] = []
    for segments in islice(segment_sets, _SETS):
        if len(fitted) >= _MOST_FITTED:
            break
        waiting: list[_Grown] = []
        pairs = propose_grids(segments, _COMB, _COMB, picture_size(task.levels), most=_JUDGED)
        for proposals in islice(pairs, _PAIRS):
            for proposal in proposals:
                waiting += _grow(task, proposal.to_px, columns, rows)
            waiting.sort(key=lambda one: -one.extent.likelihood)
            if not waiting or waiting[0].extent.likelihood < _LIKELY:
                continue
            if waiting[0].extent.lead > _LEAST_LEAD and _is_new(waiting[0], fitted):
                sized = _fitted(task, waiting[0], toward, columns, rows)
                if _holds(task, sized):
                    return sized
                unsure = _better(unsure, sized)
        for one in [one for one in waiting if _is_new(one, fitted)][:_FITTED]:
            sized = _fitted(task, one, toward, columns, rows)
            if _holds(task, sized):
                return sized
            unsure = _better(unsure, sized)
    return unsure


def _holds(task: Task, sized: Sized | None) -> bool:
    """Tell whether a fit and its size are to be believed."""
    return sized is not None and sized.sure and task.fault_of(sized.fit) is None


def _better(one: Sized | None, other: Sized | None) -> Sized | None:
    """Return the fit that more lines speak for."""
    return max((s for s in (one, other) if s), key=lambda s: s.fit.score, default=None)


def _is_new(grown: _Grown, fitted: list[_Grown]) -> bool:
    """Tell whether no grid with nearly these corners was fitted before, and remember it."""
    corners = _corners(grown)
    if any(np.abs(corners - _corners(other)).max() < _SAME_PX for other in fitted):
        return False
    fitted.append(grown)
    return True


def _corners(grown: _Grown) -> Floats:
    """Return the corners' bounding box in the picture (4,)."""
    u, v = grown.extent.columns - 1.0, grown.extent.rows - 1.0
    corners = homography(grown.to_px)(np.array([[0, 0], [u, 0], [u, v], [0, v]]))
    return np.concatenate([corners.min(axis=0), corners.max(axis=0)])


def _grow(task: Task, to_px: Floats, columns: int | None, rows: int | None) -> list[_Grown]:
    """Return a proposal's likeliest rectangle, if any."""
    mapping = homography(to_px)
    middle = (_COMB - 1) / 2
    pitch = least_pitch_px(mapping, (middle, middle))
    if pitch < _LEAST_PITCH_PX:
        return []
    low, high = _reach(task, to_px)
    if (high - low).min() < 4:
        return []
    stretches = make_stretches((int(low[0]), int(low[1])), (int(high[0]), int(high[1])))
    profiles = coarse_profiles(task, mapping, stretches, pitch).within(0.2)
    best: _Grown | None = None
    for light in (False, True):
        sure = profiles.sureness(light=light).max(axis=1)
        for wide, tall in {(columns, rows), (rows, columns)}:
            extent = best_extent(stretches, sure, columns=wide, rows=tall)
            if extent and (best is None or extent.likelihood > best.extent.likelihood):
                shift = np.array([[1.0, 0, extent.first[0]], [0, 1, extent.first[1]], [0, 0, 1]])
                best = _Grown(to_px @ shift, light, extent)
    return [] if best is None else [best]


def _reach(task: Task, to_px: Floats) -> tuple[Floats, Floats]:
    """Return the first and last lines (2,) of a lattice that can lie in the picture."""
    height, width = task.levels.shape
    x, y = np.meshgrid(np.linspace(0, width - 1, 9), np.linspace(0, height - 1, 9))
    grid = np.column_stack([x.ravel(), y.ravel(), np.ones(81)]) @ np.linalg.inv(to_px).T
    ahead = grid[:, 2] > 1e-9 * np.abs(grid).max()
    middle = (_COMB - 1) / 2
    if not ahead.any():
        return np.zeros(2), np.zeros(2)
    place = grid[ahead, :2] / grid[ahead, 2:]
    low = np.maximum(np.floor(place.min(axis=0)), middle - MOST_LINES + 4)
    high = np.minimum(np.ceil(place.max(axis=0)), middle + MOST_LINES - 4)
    return np.rint(low), np.rint(high)


def _fitted(
    task: Task, grown: _Grown, toward: Floats, columns: int | None, rows: int | None
) -> Sized | None:
    """Return a grown proposal fitted and its size, or None where no camera sees it so."""
    try:
        return _resized(task, grown, toward, columns, rows)
    except ValueError:
        return None


def _resized(
    task: Task, grown: _Grown, toward: Floats, columns: int | None, rows: int | None
) -> Sized | None:
    """Return a grown proposal fitted, its size asked again on the fitted lines, or None."""
    extent, to_px = grown.extent, grown.to_px
    if _lies_across(grown, toward, columns, rows):
        to_px = to_px @ _ACROSS
        extent = replace(extent, columns=extent.rows, rows=extent.columns)
    fit: BoardFit | None = None
    for _ in range(_RESIZED):
        sized = replace(task, columns=extent.columns, rows=extent.rows)
        upright = turned(to_px, extent.columns, extent.rows, toward)
        fit = fit_homography(sized, upright, light=grown.light)
        if fit is None:
            return None
        thin = _part_of_pitch(sized, fit)
        if thin is not None:
            extent, to_px = _thinned(extent, _homography_of(fit.view, extent, (0, 0)), thin)
            if min(extent.columns, extent.rows) < LEAST_LINES:
                break
            continue
        again = _asked_again(sized, fit, columns, rows)
        if again is None:
            break
        if columns is None and rows is None and again.columns == RANKS != again.rows:
            # A board that isn't square has nine ranks, and they run from south to north.
            to_px = _homography_of(fit.view, again, again.first) @ _ACROSS
            extent = replace(again, columns=again.rows, rows=again.columns)
            continue
        if again.first == (0, 0) and (again.columns, again.rows) == (fit.columns, fit.rows):
            least = _PLAIN if fit.columns <= _USUAL_COLUMNS else _PLAINER
            plain = fit.columns == fit.rows or (
                fit.score > least and not _square_holds(sized, fit, again)
            )
            return Sized(fit, sure=plain and again.lead > _LEAST_LEAD and fit.between < _BETWEEN)
        to_px, extent = _homography_of(fit.view, again, again.first), again
    return None if fit is None else Sized(fit, sure=False)


def _square_holds(task: Task, fit: BoardFit, extent: Extent) -> bool:
    """Tell whether a square board with lines beside a fit that isn't one is to be believed."""
    side = max(fit.columns, fit.rows)
    first = -((side - fit.columns) // 2), -((side - fit.rows) // 2)
    square = replace(extent, columns=side, rows=side)
    try:
        to_px = _homography_of(fit.view, square, first)
    except ValueError:
        return False
    other = fit_homography(replace(task, columns=side, rows=side), to_px, light=fit.light_lines)
    return other is not None and task.fault_of(other) is None and other.score > fit.score


def _lies_across(grown: _Grown, toward: Floats, columns: int | None, rows: int | None) -> bool:
    """Tell whether a proposal's columns and rows must be exchanged."""
    extent = grown.extent
    if columns is not None or rows is not None:
        return (columns or extent.columns, rows or extent.rows) != (extent.columns, extent.rows)
    u, v = extent.columns - 1.0, extent.rows - 1.0
    ends = homography(grown.to_px)(np.array([[0, v / 2], [u, v / 2], [u / 2, 0], [u / 2, v]]))
    along = [(ends[i + 1] - ends[i]) / np.linalg.norm(ends[i + 1] - ends[i]) for i in (0, 2)]
    return abs(float(along[0] @ toward)) > abs(float(along[1] @ toward))


def _under(task: Task, fit: BoardFit, stretches: Stretches) -> Profiles:
    """Return what is seen across lines close under a fit."""
    profiles = take_profiles(
        task.levels,
        fit.view.to_px,
        stretches,
        reach=SAMPLED,
        pitch_px=pitch_px(fit.view, fit.columns),
        enlarged=task.enlarged,
    )
    return profiles.within(0.1)


def _asked_again(task: Task, fit: BoardFit, columns: int | None, rows: int | None) -> Extent | None:
    """Return the extent that the lines under a fit speak for."""
    stretches = make_stretches((-3, -3), (fit.columns + 2, fit.rows + 2))
    profiles = _under(task, fit, stretches)
    sure = profiles.sureness(light=fit.light_lines).max(axis=1)
    told = fit.columns, fit.rows
    return confirmed_extent(stretches, sure, profiles.outside, told, columns=columns, rows=rows)


def _part_of_pitch(task: Task, fit: BoardFit) -> tuple[int, int, int] | None:
    """Return the axis, step and start of the lines that are real where only each nth is seen."""
    stretches = make_stretches((0, 0), (fit.columns - 1, fit.rows - 1))
    sure = _under(task, fit, stretches).sureness(light=fit.light_lines).max(axis=1)
    for axis, edges in enumerate(edge_grids(stretches, sure)[1:]):
        for step in (2, 3):
            means = [float(edges[start::step].mean()) for start in range(step)]
            start = int(np.argmax(means))
            if sorted(means)[-2] < _GHOST * means[start]:
                return axis, step, start
    return None


def _thinned(extent: Extent, to_px: Floats, thin: tuple[int, int, int]) -> tuple[Extent, Floats]:
    """Return the extent and its homography with each nth line of one axis only."""
    axis, step, start = thin
    count = (extent.columns, extent.rows)[axis]
    left = len(range(start, count, step))
    scale = np.eye(3)
    scale[axis, axis], scale[axis, 2] = step, start
    if axis == 0:
        return replace(extent, columns=left), to_px @ scale
    return replace(extent, rows=left), to_px @ scale


def _homography_of(view: GridView, extent: Extent, first: tuple[int, int]) -> Floats:
    """Return the homography (3, 3) nearest to a view, from its point `first` on.

    ValueError when a part of the extent would lie behind the camera.
    """
    u, v = extent.columns - 1.0, extent.rows - 1.0
    grid = np.array([[0, 0], [u, 0], [u, v], [0, v]])
    pixels = view.to_px(grid + np.array(first, dtype=np.float64))
    if not np.isfinite(pixels).all():
        raise ValueError("a part of the grid lies behind the camera")
    rows = []
    for (x, y), (px, py) in zip(grid, pixels, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -px * x, -px * y, -px])
        rows.append([0, 0, 0, x, y, 1, -py * x, -py * y, -py])
    found = np.linalg.svd(np.array(rows))[2][-1].reshape(3, 3)
    return np.asarray(found * np.sign(found[2] @ np.array([u / 2, v / 2, 1.0])))  # in front
