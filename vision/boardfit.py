"""A board fitted to the lines of a picture, from a homography or a view near to it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boardvalue import LEAST_LEAD, BoardFit, Floats, Pixels, Task, pitch_px
from vision.flatmap import homography, least_pitch_px
from vision.lattice import Window, best_window
from vision.outline import outline_lead
from vision.posefit import GridView, Sightings, both, fit_view, view_from_homography
from vision.profiles import Mapping, Profiles, Stretches, make_stretches, take_profiles
from vision.standing import point_ratios

WORKING_PX = 1280  # the longer side of the picture in which lines are looked for
SAMPLED = 0.3  # how far profiles reach, so that most of each shows the board between the lines
RATIO_SPREAD = 0.06  # cells of a Go board are up to 8 % longer than wide

_REACHES = (0.3, 0.2, 0.12, 0.12)  # how far lines are looked for in each round, in pitches
_SHIFTS = 4  # how often the window may move by lines while a fit is refined
_FEWEST = 24  # stretches that a fit needs
# A fit is not followed any further with fewer lines than this part of all, or when they aren't most
# of all and lie as far off as chance makes them (in parts of the pitch), after two rounds and after
# all: the fits of photos without a board end here.
_HOPELESS = 0.15
_BY_CHANCE, _MOST_LINES = (0.035, 0.025), 0.65
_QUICK_SIGHTINGS, _QUICK_ROUNDS = 500, 4  # early rounds use no more than this
_FEW_BESIDE, _PART_BESIDE = 2, 0.04  # stones beside a board that may be something else
_MANY_LINES = 8  # the fit may start without the outermost ones
_LEAST_MARGIN = 0.5  # lead over the next window, as a part of one line of the board
# Sureness of the lines under a homography from which the picture may be a part of a photograph.
_LIKELY_SEEN = 0.4
# A fit explains its lines with less residual (pitches), no more score lost, and cells no longer.
_EXPLAINED, _LOST_SCORE, _USUAL_RATIO = 0.02, 0.1, 1.2
_MOST_MISFIT = 0.5  # how far a homography may be from any camera, in pitches


def working_picture(image: Pixels) -> Pixels:
    """Return a grey picture whose longer side is WORKING_PX."""
    gray = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    scale = WORKING_PX / max(gray.shape)
    if scale != 1.0:
        size = (max(1, round(gray.shape[1] * scale)), max(1, round(gray.shape[0] * scale)))
        method = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        gray = cv2.resize(gray, size, interpolation=method)
    return np.asarray(gray, dtype=np.uint8)


def fit_homography(
    task: Task, to_px: Floats, *, light: bool, edge_known: bool = False
) -> BoardFit | None:
    """Return the board refined from a homography (3, 3) grid -> working picture.

    Grid units are (column from the west, row from the north). None when no camera sees it so. Where
    nothing is known of the lens and the lines are seen but don't fit, the picture may be a part of
    a photograph, and the lens's axis is looked for, too.
    """
    fit = _fit_with_lens(task, to_px, light=light, edge_known=edge_known)
    if fit is not None and task.fault_of(fit, edge_known=edge_known) is None:
        return fit
    if not task.lens.may_be_cropped:
        return fit
    seen = _seen_through(task, to_px, light=light)
    if seen < _LIKELY_SEEN or (fit is not None and _explains(fit, seen)):
        return fit
    cropped = replace(task, lens=task.lens.cropped())
    other = _fit_with_lens(cropped, to_px, light=light, edge_known=edge_known)
    if other is None or fit is None:
        return other or fit
    holds = task.fault_of(other, edge_known=edge_known) is None
    return other if holds or other.score > fit.score else fit


def _fit_with_lens(task: Task, to_px: Floats, *, light: bool, edge_known: bool) -> BoardFit | None:
    """Return the board refined from a homography by a camera with the task's lens, or None."""
    try:
        view, misfit = view_from_homography(
            to_px,
            task.lens,
            task.columns,
            task.rows,
            pitch_mm=task.pitch_mm,
            ratio_spread=task.ratio_spread,
        )
    except (ValueError, cv2.error):
        return None
    if misfit >= _MOST_MISFIT:
        return None
    return fit_lines(task, view, light=light, edge_known=edge_known)


def _explains(fit: BoardFit, seen: float) -> bool:
    """Tell whether a fit explains the lines as well as its homography did that saw so much."""
    close = fit.residual_mm < _EXPLAINED * fit.pitch_mm and fit.score > seen - _LOST_SCORE
    return close and 1 / _USUAL_RATIO < fit.ratio < _USUAL_RATIO


def _seen_through(task: Task, to_px: Floats, *, light: bool) -> float:
    """Return how surely the lines are seen where a homography says (mean, 0 to 1)."""
    mapping = homography(to_px)
    stretches = make_stretches((0, 0), (task.columns - 1, task.rows - 1))
    pitch = least_pitch_px(mapping, ((task.columns - 1) / 2, (task.rows - 1) / 2))
    if pitch < 1:
        return 0.0
    profiles = coarse_profiles(task, mapping, stretches, pitch)
    return float(profiles.within(0.2).sureness(light=light).max(axis=1).mean())


def coarse_profiles(
    task: Task, mapping: Mapping, stretches: Stretches, pitch_px: float
) -> Profiles:
    """Sample the picture across stretches of a mapping's grid, quickly."""
    return take_profiles(
        task.levels,
        mapping,
        stretches,
        reach=SAMPLED,
        pitch_px=pitch_px,
        coarse=True,
        enlarged=task.enlarged,
    )


def fit_lines(
    task: Task,
    view: GridView,
    *,
    light: bool,
    edge_known: bool = False,
    reaches: tuple[float, ...] = _REACHES,
    shifts: int = _SHIFTS,
) -> BoardFit:
    """Fit the view to the lines in the picture, choose the window again and measure the fit.

    edge_known: somebody said which lines are the outermost; only clear evidence overrules them.
    """
    residual = seen = 0.0
    hopeless = False
    for number, reach in enumerate(reaches):
        quick = number < len(reaches) - 1
        view, residual, seen = _one_fit(task, view, light=light, reach=reach, quick=quick)
        if number:
            hopeless = seen < _HOPELESS or (residual > _BY_CHANCE[not quick] and seen < _MOST_LINES)
        if hopeless:
            break
    for _ in range(0 if hopeless else shifts):
        first = _around(task, view, light=light).outline(task)[0]
        if first == (0, 0):
            break
        moved = _shifted(view, first)
        if edge_known and _around(task, moved, light=light).outline(task)[1] < LEAST_LEAD:
            break
        view = moved
        view, residual, seen = _one_fit(task, view, light=light, reach=reaches[-1])
    if not hopeless:
        view, residual, seen = _one_fit(task, view, light=light, reach=reaches[-1])
    around = _around(task, view, light=light)
    window = best_window(around.stretches, around.sure, task.columns, task.rows, around.hidden)
    return BoardFit(
        task.columns,
        task.rows,
        view.pitch_mm,
        view.ratio,
        view.camera,
        residual * view.pitch_mm,
        seen,
        window.own,
        0.0 if _goes_on(task, view) else around.outline(task)[1],
        window.evenness,
        1.0 if hopeless else seen_between(task, view, light=light),
        light,
        _stones_on(task, view),
    )


def _stones_on(task: Task, view: GridView, *, beside: int = 0) -> int:
    """Return how many stones stand on points of the board and of so many lines beside it."""
    if task.stones is None:
        return 0
    shape = task.columns + 2 * beside, task.rows + 2 * beside
    return int(task.stones.counts(view, (-beside, -beside), shape).sum())


def _goes_on(task: Task, view: GridView) -> bool:
    """Tell whether stones stand on the lattice beside the board: then it isn't all of the board."""
    on = _stones_on(task, view)
    return _stones_on(task, view, beside=2) - on > max(_FEW_BESIDE, _PART_BESIDE * on)


def seen_between(task: Task, view: GridView, *, light: bool) -> float:
    """Return how surely lines are seen between a grid's lines, as a part of those on them."""
    stretches = make_stretches((0, 0), (task.columns - 2, task.rows - 2))
    seen = []
    for shift in (0.0, 0.5):
        moved = np.where(stretches.axis[:, None, None] == np.arange(2), shift, 0.0)
        between = replace(stretches, points=stretches.points + moved)
        profiles = _profiles(task, view, between)
        seen.append(float(profiles.within(0.1).sureness(light=light).max(axis=1).mean()))
    return seen[1] / max(seen[0], 1e-9)


def is_clear(window: Window, columns: int, rows: int) -> bool:
    """Tell whether a window leads by enough: a good part of what one line makes."""
    return window.lead > _LEAST_MARGIN / max(columns, rows)


def _shifted(view: GridView, first: tuple[int, int]) -> GridView:
    """Return the view with the grid point `first` as the new north-west corner."""
    step = np.array([first[0], -first[1] * view.ratio, 0.0]) * view.pitch_mm
    camera = view.camera
    return replace(
        view, camera=replace(camera, translation_mm=camera.translation_mm + camera.rotation @ step)
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Around:
    """What is seen on a view's grid and two lines around it.

    sure: (N,) how surely each stretch's line is seen. outside: (N,) it can't be seen: it is not in
    the picture, or hidden. hidden: (N,) by a stone; None where none were looked for. points: the
    log likelihood ratios of the points with and without stones; 0 likewise.
    """

    stretches: Stretches
    sure: Floats
    outside: NDArray[np.bool_]
    hidden: NDArray[np.bool_] | None
    points: Floats | float

    def outline(self, task: Task) -> tuple[tuple[int, int], float]:
        """Return the likeliest window among the view's own and its neighbours, and its own lead."""
        return outline_lead(
            self.stretches, self.sure, self.outside, task.columns, task.rows, self.points
        )


def _around(task: Task, view: GridView, *, light: bool) -> _Around:
    """Look at the view's grid and two lines around it."""
    return _looked_at(task, view, 2, 0.1, coarse=False)[light]


def _looked_at(
    task: Task, view: GridView, wide: int, reach: float, *, coarse: bool
) -> tuple[_Around, _Around]:
    """Look at the view's grid and so many lines around it: for dark lines, and for light ones."""
    first, last = (-wide, -wide), (task.columns + wide - 1, task.rows + wide - 1)
    stretches = make_stretches(first, last)
    profiles = _profiles(task, view, stretches, coarse=coarse)
    points: Floats | float = 0.0
    hidden = None
    if task.stones is not None:
        shape = task.columns + 2 * wide, task.rows + 2 * wide
        counts = task.stones.counts(view, first, shape)
        points = point_ratios(counts, first, task.columns, task.rows)
        hidden = task.stones.hide(view.to_px, stretches)
    near = profiles.within(reach)
    dark, light = (near.sureness(light=light).max(axis=1) for light in (False, True))
    return (
        _Around(stretches, dark, profiles.outside, hidden, points),
        _Around(stretches, light, profiles.outside, hidden, points),
    )


def likeliest_window(task: Task, view: GridView, *, wide: int) -> tuple[GridView, bool, float]:
    """Return the view moved by whole lines to where its board likeliest is, and by what it leads.

    With it, whether its lines are light. wide: lines around it that it may be moved by.
    """
    light, lead = False, 0.0
    for _ in range(3):
        around = _looked_at(task, view, wide, 0.2, coarse=True)
        light = float(around[1].sure.sum()) > float(around[0].sure.sum())
        first, lead = around[light].outline(task)
        if first == (0, 0):
            break
        view = _shifted(view, first)
    return view, light, lead


def _profiles(
    task: Task, view: GridView, stretches: Stretches, *, coarse: bool = False
) -> Profiles:
    """Sample the picture across stretches of a view's grid, but for those under stones."""
    return take_profiles(
        task.levels,
        view.to_px,
        stretches,
        reach=SAMPLED,
        pitch_px=pitch_px(view, task.columns),
        coarse=coarse,
        enlarged=task.enlarged,
        hidden=None if task.stones is None else task.stones.hide(view.to_px, stretches),
    )


def _one_fit(
    task: Task, view: GridView, *, light: bool, reach: float, quick: bool = False
) -> tuple[GridView, float, float]:
    """Fit the view once; return it with the RMS residual (pitches) and the part of lines seen."""
    stretches = make_stretches((0, 0), (task.columns - 1, task.rows - 1))
    profiles = _profiles(task, view, stretches)
    offset, sure = line_offsets(profiles.within(reach), light=light)
    use = np.flatnonzero(sure > 0.2)
    if quick and min(task.columns, task.rows) >= _MANY_LINES:
        # A frame beside the outermost lines would be taken for them; the others say it well enough.
        last = np.array([task.columns, task.rows])[stretches.axis[use]] - 1
        use = use[(stretches.line[use] > 0) & (stretches.line[use] < last)]
    stones = None if task.stones is None else task.stones.sightings(view, task.columns)
    if len(use) + (0 if stones is None else len(stones.line)) < _FEWEST:
        return view, 1.0, float((sure > 0.5).mean())
    part = len(use) / max(len(offset) - int(profiles.outside.sum()) * (stones is not None), 1)
    if quick:
        use = use[:: 1 + len(use) // _QUICK_SIGHTINGS]
    middle = stretches.points[use, 2].copy()
    axis = stretches.axis[use]
    middle[np.arange(len(axis)), axis] += offset[use]
    line = stretches.line[use].astype(np.float64)
    sightings = Sightings(view.to_px(middle), axis, line, sure[use])
    fitted, residual = fit_view(
        view,
        task.lens,
        sightings if stones is None else both(sightings, stones),
        ratio_spread=task.ratio_spread,
        rounds=_QUICK_ROUNDS if quick else 2 * _QUICK_ROUNDS,
    )
    residual = residual[: len(use)]
    close = np.abs(residual) < 0.1
    rms = float(np.sqrt(np.mean(residual[close] ** 2))) if close.any() else 1.0
    return fitted, rms, float(close.mean()) * part if len(use) else 0.0


def line_offsets(profiles: Profiles, *, light: bool) -> tuple[Floats, Floats]:
    """Return where each stretch's line lies, (N,) in grid units, and how sure that is (N,)."""
    dips = profiles.light if light else profiles.dark
    reach = max(abs(float(profiles.offsets[0])), 1e-9)
    nearness = 1.0 - 0.5 * (profiles.offsets / reach) ** 2
    index = (np.maximum(dips, 0.0) * nearness).argmax(axis=1)
    rows = np.arange(len(dips))
    top = dips[rows, index]
    # Centroid of the dip above half its height, over the samples next to its top.
    span = np.arange(-6, 7)
    around = np.clip(index[:, None] + span, 0, dips.shape[1] - 1)
    height = dips[rows[:, None], around] - 0.5 * top[:, None]
    up = np.maximum(height, 0.0)
    # Only what hangs together with the top.
    right = np.cumprod(up[:, 6:] > 0, axis=1)
    left = np.cumprod(up[:, 6::-1] > 0, axis=1)[:, ::-1]
    up = up * np.concatenate([left[:, :-1], right], axis=1)
    total = up.sum(axis=1)
    offset = (up * profiles.offsets[around]).sum(axis=1) / np.maximum(total, 1e-9)
    sure = profiles.sureness(light=light)[rows, index]
    return np.where(total > 0, offset, 0.0), np.where(total > 0, sure, 0.0)
