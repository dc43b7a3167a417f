"""A board fitted to a picture: the value, the fitting to its lines, and when not to believe it.

BoardNotFound   the picture shows no grid that fits; says why and what to do
"""

from __future__ import annotations

from collections.abc import Mapping as JsonMapping
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.language.notices import Notice, notice, together
from vision.camera import Camera
from vision.flatmap import homography, least_pitch_px
from vision.lattice import Window, best_window
from vision.lens import Lens
from vision.outline import outline_lead
from vision.posefit import GridView, Sightings, fit_view, view_from_homography
from vision.profiles import Profiles, Stretches, make_stretches, take_profiles

Floats = NDArray[np.float64]
Pixels = NDArray[np.uint8]

WORKING_PX = 1280  # the longer side of the picture in which lines are looked for
SAMPLED = 0.3  # how far profiles reach, so that most of each shows the board between the lines
LEAST_SCORE = 0.2  # lines inside less lines just outside, as in `Window.score`
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
_LEAST_SEEN = 0.25  # part of the lines that must be seen
_LEAST_MARGIN = 0.5  # lead over the next window, as a part of one line of the board
# Lead of the outermost lines, as a part of what a line says; less where nearly all lines are seen
# (a board whose last line lies at the picture's edge leads by two at most).
_LEAST_LEAD, _LEAST_PLAIN_LEAD, _PLAIN_SCORE = 1.5, 1.0, 0.7
_MOST_RESIDUAL = 0.04  # parts of the pitch
_MOST_RATIO = 1.3  # of the pitches; no board's cells are longer
_LEAST_EVENNESS = 0.25  # below it the pitch is half or a third of the true one
_WEAK_SCORE, _WEAK_RESIDUAL, _WEAK_RESIDUAL_PX, _MOST_WEAK = 0.5, 0.01, 0.4, 0.03
# Sureness of the lines under a homography from which the picture may be a part of a photograph.
_LIKELY_SEEN = 0.4
_MOST_MISFIT = 0.5  # how far a homography may be from any camera, in pitches


class BoardNotFound(ValueError):
    """No grid that fits; `reason` says why, `advice` what to do."""

    def __init__(self, reason: Notice, advice: Notice) -> None:
        """Keep both sentences; `said` is both."""
        self.said = together(reason, advice)
        super().__init__(self.said)
        self.reason = reason
        self.advice = advice


@dataclass(frozen=True, slots=True)
class BoardFit:
    """A board found in a picture.

    columns, rows: grid points. pitch_mm: distance of the points along x; along y it is
    `pitch_mm * ratio`. camera: fitted in the size of the picture. residual_mm: RMS distance of
    the seen lines from the fitted ones. seen: part of all line stretches that were seen, 0 to 1.
    score, evenness: `own` and `evenness` of `vision.lattice.Window`. lead: of its outermost lines,
    as `vision.outline.outline_lead` has it.
    light_lines: the lines are lighter than the board.
    """

    columns: int
    rows: int
    pitch_mm: float
    ratio: float
    camera: Camera
    residual_mm: float
    seen: float
    score: float
    lead: float
    evenness: float
    light_lines: bool

    @property
    def view(self) -> GridView:
        """The camera over the grid, for grid units."""
        return GridView(self.camera, self.rows, self.pitch_mm, self.ratio)

    @property
    def corners_px(self) -> Floats:
        """The outermost points (4, 2) in pixels: a1, south-east, north-east, north-west."""
        u, v = self.columns - 1.0, self.rows - 1.0
        return self.view.to_px(np.array([[0, v], [u, v], [u, 0], [0, 0]]))

    def to_json(self) -> dict[str, Any]:
        """Return plain numbers and lists, fit for JSON."""
        return {
            "columns": self.columns,
            "rows": self.rows,
            "pitch_mm": self.pitch_mm,
            "ratio": self.ratio,
            "camera": self.camera.to_json(),
            "residual_mm": self.residual_mm,
            "seen": self.seen,
            "score": self.score,
            "lead": self.lead,
            "evenness": self.evenness,
            "light_lines": self.light_lines,
        }

    @classmethod
    def from_json(cls, data: JsonMapping[str, Any]) -> BoardFit:
        """Return the fit written by `to_json`; ValueError when something is missing or wrong."""
        try:
            return cls(
                int(data["columns"]),
                int(data["rows"]),
                float(data["pitch_mm"]),
                float(data["ratio"]),
                Camera.from_json(data["camera"]),
                float(data["residual_mm"]),
                float(data["seen"]),
                float(data["score"]),
                float(data.get("lead", 1.0)),  # older fits have none
                float(data["evenness"]),
                bool(data["light_lines"]),
            )
        except (KeyError, TypeError) as error:
            raise ValueError(f"this is not a board fit: {error!r}") from error


@dataclass(frozen=True, slots=True)
class Task:
    """What is searched: the working picture (H, W), its lens and the kind of board.

    enlarged: pixels of the working picture to a pixel of the photo, 1 at least.
    """

    levels: NDArray[np.float32]
    lens: Lens
    columns: int
    rows: int
    pitch_mm: float
    ratio_spread: float
    enlarged: float = 1.0

    def fault_of(self, fit: BoardFit, *, edge_known: bool = False) -> BoardNotFound | None:
        """Return why a fit is not to be believed, or None when it is, as `fault_of` does."""
        return fault_of(fit, edge_known=edge_known, enlarged=self.enlarged)


def working_picture(image: Pixels) -> Pixels:
    """Return a grey picture whose longer side is WORKING_PX."""
    gray = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    scale = WORKING_PX / max(gray.shape)
    if scale != 1.0:
        size = (max(1, round(gray.shape[1] * scale)), max(1, round(gray.shape[0] * scale)))
        method = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        gray = cv2.resize(gray, size, interpolation=method)
    return np.asarray(gray, dtype=np.uint8)


def picture_size(image: NDArray[Any]) -> tuple[int, int]:
    """Return (width, height) of a picture."""
    return int(image.shape[1]), int(image.shape[0])


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
    if not task.lens.may_be_cropped or _seen_through(task, to_px, light=light) < _LIKELY_SEEN:
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


def _seen_through(task: Task, to_px: Floats, *, light: bool) -> float:
    """Return how surely the lines are seen where a homography says (mean, 0 to 1)."""
    mapping = homography(to_px)
    stretches = make_stretches((0, 0), (task.columns - 1, task.rows - 1))
    pitch = least_pitch_px(mapping, ((task.columns - 1) / 2, (task.rows - 1) / 2))
    if pitch < 1:
        return 0.0
    profiles = take_profiles(
        task.levels, mapping, stretches, reach=SAMPLED, pitch_px=pitch, coarse=True
    )
    return float(profiles.within(0.2).sureness(light=light).max(axis=1).mean())


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
        first = _outline_around(task, view, light=light)[0]
        if first == (0, 0):
            break
        moved = _shifted(view, first)
        if edge_known and _outline_around(task, moved, light=light)[1] < _LEAST_LEAD:
            break
        view = moved
        view, residual, seen = _one_fit(task, view, light=light, reach=reaches[-1])
    if not hopeless:
        view, residual, seen = _one_fit(task, view, light=light, reach=reaches[-1])
    stretches, sure, outside = _sureness_around(task, view, light=light)
    window = best_window(stretches, sure, task.columns, task.rows)
    return BoardFit(
        task.columns,
        task.rows,
        view.pitch_mm,
        view.ratio,
        view.camera,
        residual * view.pitch_mm,
        seen,
        window.own,
        outline_lead(stretches, sure, outside, task.columns, task.rows)[1],
        window.evenness,
        light,
    )


def is_clear(window: Window, columns: int, rows: int) -> bool:
    """Tell whether a window leads by enough: a good part of what one line makes."""
    return window.lead > _LEAST_MARGIN / max(columns, rows)


def fault_of(
    fit: BoardFit, *, edge_known: bool = False, enlarged: float = 1.0
) -> BoardNotFound | None:
    """Return why a fit is not to be believed, or None when it is.

    edge_known: somebody said which lines are the outermost, so the evidence need not. enlarged:
    pixels to a pixel of the photo; lines are seen no more exactly than that allows.
    """
    if fit.seen < _LEAST_SEEN or fit.score < LEAST_SCORE:
        return BoardNotFound(
            notice("eyes.board.few-lines", seen=fit.seen), notice("eyes.board.whole-in-view")
        )
    size = np.array(fit.camera.size_px)
    if not ((fit.corners_px > -0.5) & (fit.corners_px < size - 0.5)).all():
        return BoardNotFound(notice("eyes.board.outside"), notice("eyes.board.move-camera"))
    residual = fit.residual_mm / fit.pitch_mm
    # Where few lines speak for the grid they must lie very well: chance finds lines anywhere.
    most = _MOST_RESIDUAL
    if fit.score < _WEAK_SCORE:
        off_px = _WEAK_RESIDUAL_PX * enlarged
        most = max(_WEAK_RESIDUAL, min(off_px / pitch_px(fit.view, fit.columns), _MOST_WEAK))
    if fit.evenness < _LEAST_EVENNESS or (residual > most and fit.score < _WEAK_SCORE):
        return BoardNotFound(
            notice("eyes.board.unsure", seen=fit.seen), notice("eyes.board.more-lines")
        )
    if residual > most or not 1 / _MOST_RATIO < fit.ratio < _MOST_RATIO:
        return BoardNotFound(
            notice("eyes.board.not-flat", residual_mm=fit.residual_mm),
            notice("eyes.board.lies-flat"),
        )
    least = _LEAST_PLAIN_LEAD if fit.score > _PLAIN_SCORE else _LEAST_LEAD
    if not edge_known and fit.lead < least:
        return BoardNotFound(notice("eyes.board.outermost"), notice("eyes.board.clear-edge"))
    return None


def pitch_px(view: GridView, columns: int) -> float:
    """Return the mean distance of neighbouring points in pixels at the middle of the board."""
    u, v = (columns - 1) / 2, (view.rows - 1) / 2
    ends = view.to_px(np.array([[u - 0.5, v], [u + 0.5, v], [u, v - 0.5], [u, v + 0.5]]))
    return float(np.hypot(*(ends[1] - ends[0])) + np.hypot(*(ends[3] - ends[2]))) / 2


def _shifted(view: GridView, first: tuple[int, int]) -> GridView:
    """Return the view with the grid point `first` as the new north-west corner."""
    step = np.array([first[0], -first[1] * view.ratio, 0.0]) * view.pitch_mm
    camera = view.camera
    return replace(
        view, camera=replace(camera, translation_mm=camera.translation_mm + camera.rotation @ step)
    )


def _outline_around(task: Task, view: GridView, *, light: bool) -> tuple[tuple[int, int], float]:
    """Return the likeliest window among the view's own and its neighbours, and its own lead."""
    stretches, sure, outside = _sureness_around(task, view, light=light)
    return outline_lead(stretches, sure, outside, task.columns, task.rows)


def _sureness_around(
    task: Task, view: GridView, *, light: bool
) -> tuple[Stretches, Floats, NDArray[np.bool_]]:
    """Return the stretches of the view's grid and two lines around it.

    With each (N,) how sure its line is, and whether it is outside the picture.
    """
    stretches = make_stretches((-2, -2), (task.columns + 1, task.rows + 1))
    pitch = pitch_px(view, task.columns)
    profiles = take_profiles(task.levels, view.to_px, stretches, reach=SAMPLED, pitch_px=pitch)
    return stretches, profiles.within(0.1).sureness(light=light).max(axis=1), profiles.outside


def _one_fit(
    task: Task, view: GridView, *, light: bool, reach: float, quick: bool = False
) -> tuple[GridView, float, float]:
    """Fit the view once; return it with the RMS residual (pitches) and the part of lines seen."""
    stretches = make_stretches((0, 0), (task.columns - 1, task.rows - 1))
    pitch = pitch_px(view, task.columns)
    profiles = take_profiles(task.levels, view.to_px, stretches, reach=SAMPLED, pitch_px=pitch)
    offset, sure = line_offsets(profiles.within(reach), light=light)
    use = np.flatnonzero(sure > 0.2)
    if len(use) < _FEWEST:
        return view, 1.0, float((sure > 0.5).mean())
    part = len(use) / len(offset)
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
        sightings,
        ratio_spread=task.ratio_spread,
        rounds=_QUICK_ROUNDS if quick else 2 * _QUICK_ROUNDS,
    )
    close = np.abs(residual) < 0.1
    rms = float(np.sqrt(np.mean(residual[close] ** 2))) if close.any() else 1.0
    return fitted, rms, float(close.mean()) * part


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
