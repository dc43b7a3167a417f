"""Find the grid of an empty or occupied board, and tell when it has moved.

    BoardNotFound   the picture shows no grid that fits; says why and what to do

The way: line segments propose grids (`vision.segments`), brightness profiles across the lines
judge them (`vision.profiles`), the window with lines inside and none just outside is the board
(`vision.lattice`), and a camera is fitted to the lines themselves (`vision.posefit`).
"""

from __future__ import annotations

from collections.abc import Mapping as JsonMapping
from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice
from typing import Any

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.camera import Camera
from vision.lattice import Window, best_window
from vision.lens import Lens, guessed_lens
from vision.posefit import Sightings, View, fit_view, view_from_homography
from vision.profiles import Mapping, Profiles, make_stretches, take_profiles
from vision.segments import find_segments, propose_grids

Floats = NDArray[np.float64]
Pixels = NDArray[np.uint8]

WORKING_PX = 1280  # the longer side of the picture that is searched
_SHIFTS = 4  # how often the window may move by lines while a fit is refined
_PAIRS = 8  # pairs of directions that are tried
_JUDGED = 5  # proposals of a pair that are judged on the picture
_TRIED = 4  # lesser proposals that are refined when no good one is found
_GOOD_SCORE = 0.75  # a proposal as good as this ends the search
_REACHES = (0.3, 0.2, 0.12, 0.12)  # how far lines are looked for in each round, in pitches
_SAMPLED = 0.3  # how far profiles reach, so that most of each shows the board between the lines
_LEAST_SEEN = 0.3  # part of the lines that must be seen
_LEAST_SCORE = 0.2  # lines inside less lines just outside, as in `Window.score`
_FEWEST = 24  # stretches that a fit needs
_LEAST_MARGIN = 0.5  # lead over the next window, as a part of one line of the board
_MOST_RESIDUAL = 0.04  # parts of the pitch
_RATIO_SPREAD = 0.06  # cells of a Go board are up to 8 % longer than wide


class Edge(Enum):
    """An edge of the picture."""

    BOTTOM = "bottom"
    LEFT = "left"
    TOP = "top"
    RIGHT = "right"


class BoardNotFound(ValueError):
    """No grid that fits; `reason` says why, `advice` what to do."""

    def __init__(self, reason: str, advice: str) -> None:
        """Keep both sentences."""
        super().__init__(f"{reason} {advice}")
        self.reason = reason
        self.advice = advice


@dataclass(frozen=True, slots=True)
class BoardFit:
    """A board found in a picture.

    columns, rows: grid points. pitch_mm: distance of the points along x; along y it is
    `pitch_mm * ratio`. camera: fitted in the size of the picture. residual_mm: RMS distance of
    the seen lines from the fitted ones. seen: part of all line stretches that were seen, 0 to 1.
    score, runner_up: as in `vision.lattice.Window`. light_lines: lines lighter than the board.
    """

    columns: int
    rows: int
    pitch_mm: float
    ratio: float
    camera: Camera
    residual_mm: float
    seen: float
    score: float
    runner_up: float
    light_lines: bool

    @property
    def view(self) -> View:
        """The camera over the grid, for grid units."""
        return View(self.camera, self.rows, self.pitch_mm, self.ratio)

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
            "runner_up": self.runner_up,
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
                float(data["runner_up"]),
                bool(data["light_lines"]),
            )
        except (KeyError, TypeError) as error:
            raise ValueError(f"this is not a board fit: {error!r}") from error


@dataclass(frozen=True, slots=True)
class _Task:
    """What is searched: the working picture (H, W), its lens and the kind of board."""

    levels: NDArray[np.float32]
    lens: Lens
    columns: int
    rows: int
    pitch_mm: float
    ratio_spread: float


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A grid in the working picture: grid -> pixels (3, 3), colour of its lines, its window."""

    to_px: Floats
    light: bool
    window: Window


def find_board(
    image: Pixels,
    columns: int = 9,
    rows: int = 9,
    *,
    pitch_mm: float = 32.0,
    lens: Lens | None = None,
    square: bool = False,
    south: Edge = Edge.BOTTOM,
) -> BoardFit:
    """Return the grid of `columns` by `rows` points found in a BGR or grey uint8 picture.

    lens: what is known of the camera, for pictures of this size. square: the cells are known to
    be square. south: the edge of the picture that the board's south side (a1) faces.
    Raises BoardNotFound with the reason.
    """
    gray = _working_picture(image)
    known = (lens or guessed_lens((image.shape[1], image.shape[0]))).resized(gray.shape[::-1])
    task = _Task(
        gray.astype(np.float32), known, columns, rows, pitch_mm, 0.0 if square else _RATIO_SPREAD
    )
    problem = BoardNotFound(
        "There is no grid of lines in the picture.",
        "Let the whole board be in view, in even light, and try again.",
    )
    for picture in (gray, None):
        fit = _search(task, _evened(gray) if picture is None else picture, south)
        if isinstance(fit, BoardFit):
            return replace(fit, camera=fit.camera.scaled((image.shape[1], image.shape[0])))
        problem = fit or problem
    raise problem


def _search(task: _Task, gray: Pixels, south: Edge) -> BoardFit | BoardNotFound | None:
    """Return the board found by the segments of one picture, or the best one's fault, or None."""
    segments = find_segments(gray)
    smaller = cv2.resize(task.levels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    waiting: list[_Candidate] = []
    best: BoardFit | None = None
    pairs = propose_grids(segments, task.columns, task.rows, gray.shape[::-1])
    for proposals in islice(pairs, _PAIRS):
        for proposal in proposals[:_JUDGED]:
            candidate = _judged(task, smaller, proposal.to_px)
            if candidate is None or candidate.window.score < _LEAST_SCORE:
                continue
            if candidate.window.score < _GOOD_SCORE:
                waiting.append(candidate)
                continue
            fit = _fitted(task, candidate, south)
            if fit and fit.score > _GOOD_SCORE and _fault(fit) is None:
                return fit
            best = max((f for f in (best, fit) if f), key=lambda f: f.score, default=None)
    for candidate in _distinct(waiting, task)[:_TRIED]:
        fit = _fitted(task, candidate, south)
        best = max((f for f in (best, fit) if f), key=lambda f: f.score, default=None)
    if best is None:
        return None
    return _fault(best) or best


def _distinct(candidates: list[_Candidate], task: _Task) -> list[_Candidate]:
    """Return the candidates without those that show nearly the same grid, best first."""
    u, v = task.columns - 1.0, task.rows - 1.0
    middle = np.array([[u / 2, v / 2], [0, 0], [u, 0], [u, v], [0, v]])
    kept: list[_Candidate] = []
    places: list[Floats] = []
    for candidate in sorted(candidates, key=lambda c: -c.window.score):
        points = _homography(candidate.to_px)(middle)
        pitch = np.linalg.norm(points[1] - points[2]) / u
        order = points[np.lexsort(np.rint(points / max(pitch, 1.0)).T)]
        if all(np.abs(order - other).max() > 0.7 * pitch for other in places):
            kept.append(candidate)
            places.append(order)
    return kept


def _fitted(task: _Task, candidate: _Candidate, south: Edge) -> BoardFit | None:
    """Return the refined fit of a candidate, or None when no camera can see it so."""
    turned = _turned(candidate.to_px, task.columns, task.rows, south)
    try:
        view, error = view_from_homography(
            turned,
            task.lens,
            task.columns,
            task.rows,
            pitch_mm=task.pitch_mm,
            ratio_spread=task.ratio_spread,
        )
    except ValueError:
        return None
    return _refined(task, view, light=candidate.light) if error < 0.5 else None


def _working_picture(image: Pixels) -> Pixels:
    """Return a grey picture whose longer side is WORKING_PX."""
    gray = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    scale = WORKING_PX / max(gray.shape)
    if scale == 1.0:
        return np.asarray(gray, dtype=np.uint8)
    size = (max(1, round(gray.shape[1] * scale)), max(1, round(gray.shape[0] * scale)))
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(gray, size, interpolation=method), dtype=np.uint8)


def _evened(gray: Pixels) -> Pixels:
    """Return the picture with the contrast of every neighbourhood made alike.

    Faint lines in glare or shade become as strong as the others; so does the grain of a carpet,
    therefore this is the second try.
    """
    levels = gray.astype(np.float32)
    detail = levels - cv2.GaussianBlur(levels, (0, 0), WORKING_PX / 100)
    spread = np.sqrt(cv2.GaussianBlur(detail * detail, (0, 0), WORKING_PX / 50))
    return np.clip(128 + 32 * detail / (spread + 2), 0, 255).astype(np.uint8)


def _homography(to_px: Floats) -> Mapping:
    """Return the mapping of a (3, 3) matrix; points behind the camera give NaN."""

    def apply(grid: Floats) -> Floats:
        mapped = np.column_stack([grid, np.ones(len(grid))]) @ to_px.T
        ahead = mapped[:, 2] > 1e-9
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(ahead[:, None], mapped[:, :2] / mapped[:, 2:], np.nan)

    return apply


def _judged(task: _Task, smaller: NDArray[np.float32], to_px: Floats) -> _Candidate | None:
    """Return the proposal with its best window on the picture, shifted so that it starts at 0."""
    columns, rows = task.columns, task.rows
    middle = np.array([[(columns - 1) / 2, (rows - 1) / 2]])
    mapping = _homography(to_px)
    around = mapping(middle + np.array([[0, 0], [0.5, 0], [-0.5, 0], [0, 0.5], [0, -0.5]]))
    if not np.isfinite(around).all():
        return None
    pitch = float(min(np.hypot(*(around[1] - around[2])), np.hypot(*(around[3] - around[4]))))
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
        picture, mapping, stretches, reach=_SAMPLED, pitch_px=pitch, coarse=True
    ).within(0.2)
    chosen: tuple[Window, bool] | None = None
    for light in (False, True):
        sure = profiles.sureness(light=light).max(axis=1)
        window = best_window(stretches, sure, columns, rows)
        if chosen is None or window.score > chosen[0].score:
            chosen = (window, light)
    if chosen is None:
        return None
    window, light = chosen
    shift = np.array([[1.0, 0, window.first[0]], [0, 1.0, window.first[1]], [0, 0, 1]])
    return _Candidate(to_px @ shift, light, window)


def _turned(to_px: Floats, columns: int, rows: int, south: Edge) -> Floats:
    """Return the homography with u to the east and v to the south, seen from above.

    The turn is chosen so that the board's south faces the `south` edge of the picture.
    """
    u, v = columns - 1.0, rows - 1.0
    turns = [np.eye(3), np.array([[-1.0, 0, u], [0, -1.0, v], [0, 0, 1]])]
    if columns == rows:
        turns += [np.array([[0.0, -1, u], [1, 0, 0], [0, 0, 1]])]
        turns += [np.array([[0.0, 1, 0], [-1, 0, v], [0, 0, 1]])]
    mirror = np.array([[-1.0, 0, u], [0, 1, 0], [0, 0, 1]])
    grid = np.array([[u / 2, 0], [u / 2, v], [0, v / 2], [u, v / 2]])
    wanted = {
        Edge.BOTTOM: np.array([0.0, 1.0]),
        Edge.TOP: np.array([0.0, -1.0]),
        Edge.LEFT: np.array([-1.0, 0.0]),
        Edge.RIGHT: np.array([1.0, 0.0]),
    }[south]
    best, best_score = to_px, -np.inf
    for turn in turns:
        for flip in (np.eye(3), mirror):
            trial = to_px @ flip @ turn
            north, far, west, east = _homography(trial)(grid)
            down, right = far - north, east - west
            if right[0] * down[1] - right[1] * down[0] <= 0:
                continue
            score = float(down @ wanted / np.linalg.norm(down))
            if score > best_score:
                best, best_score = trial, score
    return best


def _pitch_px(view: View, columns: int) -> float:
    """Return the mean distance of neighbouring points in pixels at the middle of the board."""
    u, v = (columns - 1) / 2, (view.rows - 1) / 2
    ends = view.to_px(np.array([[u - 0.5, v], [u + 0.5, v], [u, v - 0.5], [u, v + 0.5]]))
    return float(np.hypot(*(ends[1] - ends[0])) + np.hypot(*(ends[3] - ends[2]))) / 2


def _refined(
    task: _Task, view: View, *, light: bool, reaches: tuple[float, ...] = _REACHES
) -> BoardFit:
    """Fit the view to the lines in the picture, choose the window again and measure the fit."""
    for reach in reaches:
        view = _one_fit(task, view, light=light, reach=reach)[0]
    for _ in range(_SHIFTS):
        window = _window_around(task, view, light=light)
        if window.first == (0, 0):
            break
        view = _shifted(view, window.first)
        view = _one_fit(task, view, light=light, reach=reaches[-1])[0]
    view, residual, seen = _one_fit(task, view, light=light, reach=reaches[-1])
    return BoardFit(
        task.columns,
        task.rows,
        view.pitch_mm,
        view.ratio,
        view.camera,
        residual * view.pitch_mm,
        seen,
        window.score if window.first == (0, 0) else 0.0,
        window.runner_up,
        light,
    )


def _shifted(view: View, first: tuple[int, int]) -> View:
    """Return the view with the grid point `first` as the new north-west corner."""
    step = np.array([first[0], -first[1] * view.ratio, 0.0]) * view.pitch_mm
    camera = view.camera
    return replace(
        view, camera=replace(camera, translation_mm=camera.translation_mm + camera.rotation @ step)
    )


def _window_around(task: _Task, view: View, *, light: bool) -> Window:
    """Return the best window among the view's own and its neighbours."""
    stretches = make_stretches((-2, -2), (task.columns + 1, task.rows + 1))
    pitch = _pitch_px(view, task.columns)
    profiles = take_profiles(task.levels, view.to_px, stretches, reach=_SAMPLED, pitch_px=pitch)
    sure = profiles.within(0.1).sureness(light=light).max(axis=1)
    return best_window(stretches, sure, task.columns, task.rows)


def _one_fit(task: _Task, view: View, *, light: bool, reach: float) -> tuple[View, float, float]:
    """Fit the view once; return it with the RMS residual (pitches) and the part of lines seen."""
    stretches = make_stretches((0, 0), (task.columns - 1, task.rows - 1))
    pitch = _pitch_px(view, task.columns)
    profiles = take_profiles(task.levels, view.to_px, stretches, reach=_SAMPLED, pitch_px=pitch)
    offset, sure = _offsets(profiles.within(reach), light=light)
    use = sure > 0.2
    if use.sum() < _FEWEST:
        return view, 1.0, float((sure > 0.5).mean())
    middle = stretches.points[use, 2].copy()
    axis = stretches.axis[use]
    middle[np.arange(len(axis)), axis] += offset[use]
    line = stretches.line[use].astype(np.float64)
    sightings = Sightings(view.to_px(middle), axis, line, sure[use])
    fitted, residual = fit_view(view, task.lens, sightings, ratio_spread=task.ratio_spread)
    close = np.abs(residual) < 0.1
    rms = float(np.sqrt(np.mean(residual[close] ** 2))) if close.any() else 1.0
    return fitted, rms, float(close.sum()) / len(offset)


def _offsets(profiles: Profiles, *, light: bool) -> tuple[Floats, Floats]:
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


def _fault(fit: BoardFit) -> BoardNotFound | None:
    """Return why a fit is not to be believed, or None when it is."""
    if fit.seen < _LEAST_SEEN or fit.score < _LEAST_SCORE:
        return BoardNotFound(
            f"Only {fit.seen:.0%} of the board's lines can be seen.",
            "Let the whole board be in view, in even light and in focus, and try again.",
        )
    if fit.residual_mm > _MOST_RESIDUAL * fit.pitch_mm:
        return BoardNotFound(
            f"The lines do not fit a flat grid (off by {fit.residual_mm:.1f} mm).",
            "Check the numbers of columns and rows, and that the board lies flat.",
        )
    if fit.score - fit.runner_up < _LEAST_MARGIN * fit.score / max(fit.columns, fit.rows):
        return BoardNotFound(
            "Which line is the outermost cannot be told.",
            "Take pieces off the edge of the board, or check the numbers of columns and rows.",
        )
    return None
