"""A board fitted to a picture as a value, what is searched, and when not to believe a fit.

BoardNotFound   the picture shows no grid that fits; says why and what to do
"""

from __future__ import annotations

from collections.abc import Mapping as JsonMapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.language.notices import Notice, notice, together
from vision.camera import Camera
from vision.lens import Lens
from vision.posefit import GridView
from vision.standing import Stones

Floats = NDArray[np.float64]
Pixels = NDArray[np.uint8]

LEAST_SCORE = 0.2  # lines inside less lines just outside, as in `Window.score`
# Lead of the outermost lines, as a part of what a line says; less where nearly all lines are seen
# (a board whose last line lies at the picture's edge leads by two at most).
LEAST_LEAD = 1.5
_LEAST_PLAIN_LEAD, _PLAIN_SCORE = 1.0, 0.7
_LEAST_SEEN = 0.25  # part of the lines that must be seen
_MOST_RESIDUAL = 0.03  # parts of the pitch
_MOST_RATIO = 1.3  # of the pitches; no board's cells are longer
# Below it the pitch is half or a third of the true one, or lines are seen in one direction only.
_LEAST_EVENNESS = 0.25
# As much is seen halfway between the lines as of these: the pitch is twice the true one, or the
# lines are texture.
_MOST_BETWEEN = 0.5
# With a score under this the lines must lie as close as this, in parts of the pitch or in pixels of
# the photo, but never further off than the last; where hardly anything is seen between them and all
# lines are seen alike, the last is enough. With hardly any lines only the first will do.
_WEAK_SCORE, _WEAK_RESIDUAL, _WEAK_RESIDUAL_PX, _MOST_WEAK = 0.5, 0.01, 0.4, 0.02
_CLEAR_BETWEEN, _EVEN, _FEW_SCORE = 0.2, 0.6, 0.3


# So many stones in rows both ways are no chance: the lattice is theirs, whatever the lines show.
# With many more, on a good part of the points, they tell the outermost lines as well.
_LATTICE_STONES, _MANY_STONES, _MANY_COVERED = 24, 90, 0.25
_MOST_OF_STONES = 0.022  # parts of the pitch, for lines between stones that are weakly seen


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
    as `vision.outline.outline_lead` has it. between: how surely lines are seen halfway between the
    lines, as a part of how surely they are seen themselves.
    light_lines: the lines are lighter than the board. stones: how many stones that were looked for
    stand on its points.
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
    between: float
    light_lines: bool
    stones: int = 0

    @property
    def view(self) -> GridView:
        """The camera over the grid, for grid units."""
        return GridView(self.camera, self.rows, self.pitch_mm, self.ratio)

    @property
    def corners_px(self) -> Floats:
        """The outermost points (4, 2) in pixels: a1, south-east, north-east, north-west."""
        u, v = self.columns - 1.0, self.rows - 1.0
        return self.view.to_px(np.array([[0, v], [u, v], [u, 0], [0, 0]]))

    @property
    def is_whole(self) -> bool:
        """Whether all of it is inside the picture."""
        size = np.array(self.camera.size_px)
        return bool(((self.corners_px > -0.5) & (self.corners_px < size - 0.5)).all())

    @property
    def is_carried_by_stones(self) -> bool:
        """Whether so many stones stand on its points that its lines need not be seen."""
        points = self.columns * self.rows
        return self.stones >= max(_MANY_STONES, _MANY_COVERED * points)

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
            "between": self.between,
            "light_lines": self.light_lines,
            "stones": self.stones,
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
                float(data.get("lead", 1.0)),  # older fits have neither this nor what is between
                float(data["evenness"]),
                float(data.get("between", 0.0)),
                bool(data["light_lines"]),
                int(data.get("stones", 0)),
            )
        except (KeyError, TypeError) as error:
            raise ValueError(f"this is not a board fit: {error!r}") from error


@dataclass(frozen=True, slots=True)
class Task:
    """What is searched: the working picture (H, W), its lens and the kind of board.

    enlarged: pixels of the working picture to a pixel of the photo, 1 at least. stones: where they
    were looked for and stand on a lattice.
    """

    levels: NDArray[np.float32]
    lens: Lens
    columns: int
    rows: int
    pitch_mm: float
    ratio_spread: float
    enlarged: float = 1.0
    stones: Stones | None = None

    def fault_of(self, fit: BoardFit, *, edge_known: bool = False) -> BoardNotFound | None:
        """Return why a fit is not to be believed, or None when it is.

        edge_known: somebody said which lines are the outermost, so the evidence need not.
        """
        few = fit.seen < _LEAST_SEEN or fit.score < LEAST_SCORE
        if few and not fit.is_carried_by_stones:
            return BoardNotFound(
                notice("eyes.board.few-lines", seen=fit.seen), notice("eyes.board.whole-in-view")
            )
        if not fit.is_whole:
            return BoardNotFound(notice("eyes.board.outside"), notice("eyes.board.move-camera"))
        return self._doubt_of(fit, edge_known=edge_known)

    def is_cut_off(self, fit: BoardFit) -> bool:
        """Tell whether nothing is wrong with a fit but that a part of it is outside the picture."""
        return fit.score > LEAST_SCORE and not fit.is_whole and self._doubt_of(fit) is None

    def _doubt_of(self, fit: BoardFit, *, edge_known: bool = False) -> BoardNotFound | None:
        """Return why the lines do not speak for a fit, wherever it lies, or None."""
        residual = fit.residual_mm / fit.pitch_mm
        # Where few lines speak for the grid they must lie very well: chance finds lines anywhere.
        weak = fit.score < _WEAK_SCORE
        most = _MOST_WEAK if weak else _MOST_RESIDUAL
        clear = fit.between < _CLEAR_BETWEEN and fit.evenness > _EVEN
        if fit.score < _FEW_SCORE:
            most = _WEAK_RESIDUAL
        elif weak and not clear:
            off_px = _WEAK_RESIDUAL_PX * self.enlarged
            most = max(_WEAK_RESIDUAL, min(off_px / pitch_px(fit.view, fit.columns), _MOST_WEAK))
        if fit.stones >= _LATTICE_STONES:
            return self._doubt_of_stones(fit)
        by_chance = fit.evenness < _LEAST_EVENNESS or fit.between > _MOST_BETWEEN
        if by_chance or (weak and residual > most):
            return BoardNotFound(
                notice("eyes.board.unsure", seen=fit.seen), notice("eyes.board.more-lines")
            )
        if residual > most or not 1 / _MOST_RATIO < fit.ratio < _MOST_RATIO:
            return _not_flat(fit)
        return self._doubt_of_outline(fit, edge_known=edge_known)

    def _doubt_of_stones(self, fit: BoardFit) -> BoardNotFound | None:
        """Return why a lattice of stones isn't to be believed to be this board, or None."""
        seldom = fit.score < LEAST_SCORE  # then what lines were seen were none
        most = _MOST_RESIDUAL if fit.score > _WEAK_SCORE else _MOST_OF_STONES
        if not seldom and fit.residual_mm > most * fit.pitch_mm:
            return _not_flat(fit)
        if not 1 / _MOST_RATIO < fit.ratio < _MOST_RATIO:
            return _not_flat(fit)
        return self._doubt_of_outline(fit, edge_known=False)

    def _doubt_of_outline(self, fit: BoardFit, *, edge_known: bool) -> BoardNotFound | None:
        """Return the doubt about which line is the outermost, or None."""
        least = _LEAST_PLAIN_LEAD if fit.score > _PLAIN_SCORE else LEAST_LEAD
        if not edge_known and fit.lead < least:
            return BoardNotFound(notice("eyes.board.outermost"), notice("eyes.board.clear-edge"))
        return None


def _not_flat(fit: BoardFit) -> BoardNotFound:
    """Return the refusal of a grid that its lines don't fit."""
    return BoardNotFound(
        notice("eyes.board.not-flat", residual_mm=fit.residual_mm), notice("eyes.board.lies-flat")
    )


def picture_size(image: NDArray[Any]) -> tuple[int, int]:
    """Return (width, height) of a picture."""
    return int(image.shape[1]), int(image.shape[0])


def pitch_px(view: GridView, columns: int) -> float:
    """Return the mean distance of neighbouring points in pixels at the middle of the board."""
    u, v = (columns - 1) / 2, (view.rows - 1) / 2
    ends = view.to_px(np.array([[u - 0.5, v], [u + 0.5, v], [u, v - 0.5], [u, v + 0.5]]))
    return float(np.hypot(*(ends[1] - ends[0])) + np.hypot(*(ends[3] - ends[2]))) / 2
