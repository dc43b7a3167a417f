"""Does the board still lie where it was? A cheap check for every picture.

The lines of the fitted board are looked for around their places by brightness profiles. All
stretches vote together for one push and turn of the board in its own plane, so pieces, hands and
shadows, which hide some stretches, don't matter as long as some lines are left.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision.boardfit import is_clear
from vision.boardvalue import BoardFit, Pixels, picture_size, pitch_px
from vision.lattice import best_window
from vision.posefit import GridView
from vision.profiles import Profiles, Stretches, make_stretches, take_profiles

Floats = NDArray[np.float64]

_REACH = 0.5  # lines repeat after one pitch: this sees each once
_MOST_TURN = 0.12  # radians that a pushed board may turn and still be followed
_STILL = 0.035  # pitches that a corner may seem to move on a board that lies still
_LEAST_SURE = 0.25  # of the sureness at calibration: less is a covered board or a dark picture
_AS_GOOD = 0.85  # a still board is believed when it explains this much of the best motion's lines
_COARSE_PX = 28.0  # pitch in pixels at which the check looks
_SHOWS, _SOME = 0.6, 2  # a line shows where so many of its stretches are at least so sure


class Motion(Enum):
    """What became of the board."""

    STILL = "still"
    """The lines are where they were."""
    MOVED = "moved"
    """The board or the camera was pushed."""
    UNSEEN = "unseen"
    """Too few lines are seen to tell: covered, dark or gone."""


@dataclass(frozen=True, slots=True)
class BoardMotion:
    """How a board has moved in its own plane since it was fitted.

    shift: (east, south) of the board's middle in pitches. turn_deg: clockwise seen from above.
    furthest_mm, furthest_px: the corner that moved most. sure: part of the lines that confirm it.
    """

    motion: Motion
    shift: tuple[float, float]
    turn_deg: float
    furthest_mm: float
    furthest_px: float
    sure: float


def board_motion(image: Pixels, fit: BoardFit) -> BoardMotion:
    """Return whether and how far the board moved since `fit`, in a picture of the same size."""
    gray = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    camera = fit.camera
    if picture_size(gray) != camera.size_px:
        camera = camera.scaled(picture_size(gray))
    pitch = pitch_px(GridView(camera, fit.rows, fit.pitch_mm, fit.ratio), fit.columns)
    factor = min(1.0, _COARSE_PX / pitch)
    if factor < 1.0:
        size = (round(gray.shape[1] * factor), round(gray.shape[0] * factor))
        gray = cv2.resize(gray, size, interpolation=cv2.INTER_AREA)
        camera = camera.scaled(size)
    view = GridView(camera, fit.rows, fit.pitch_mm, fit.ratio)
    stretches = make_stretches((-1, -1), (fit.columns, fit.rows))
    profiles = take_profiles(
        gray.astype(np.float32),
        view.to_px,
        stretches,
        reach=_REACH,
        coarse=True,
        pitch_px=pitch * factor,
    )
    return _told(fit, stretches, _vote(fit, stretches, profiles))


def moved_view(fit: BoardFit, motion: BoardMotion) -> GridView:
    """Return the view of the board after it moved."""
    angle = np.radians(motion.turn_deg)
    cosine, sine = float(np.cos(angle)), float(np.sin(angle))
    # Seen from above with y to the north a clockwise turn is negative.
    turn = np.array([[cosine, sine, 0.0], [-sine, cosine, 0.0], [0.0, 0.0, 1.0]])
    middle = _middle_mm(fit)
    push = np.array([motion.shift[0], -motion.shift[1] * fit.ratio, 0.0]) * fit.pitch_mm
    camera = fit.camera
    offset = middle + push - turn @ middle
    moved = replace(
        camera,
        rotation=camera.rotation @ turn,
        translation_mm=camera.translation_mm + camera.rotation @ offset,
    )
    return GridView(moved, fit.rows, fit.pitch_mm, fit.ratio)


def _middle_mm(fit: BoardFit) -> Floats:
    """Return the middle of the board (3,) in millimetres."""
    east = (fit.columns - 1) * fit.pitch_mm / 2
    north = (fit.rows - 1) * fit.pitch_mm * fit.ratio / 2
    return np.array([east, north, 0.0])


@dataclass(frozen=True, slots=True)
class _Vote:
    """The winning push (east, south) in pitches and clockwise turn in radians.

    seen: how sure each stretch's line is at its new place, (N,) from 0 to 1.
    """

    push: Floats
    turn: float
    seen: Floats


def _levers(fit: BoardFit, stretches: Stretches) -> Floats:
    """Offset of each stretch's line (N,) in pitches for a clockwise turn of one radian."""
    away = stretches.points.mean(axis=1) - np.array([(fit.columns - 1) / 2, (fit.rows - 1) / 2])
    lever = np.where(stretches.axis == 0, -away[:, 1] * fit.ratio, away[:, 0] / fit.ratio)
    return np.asarray(lever, dtype=np.float64)


def _vote(fit: BoardFit, stretches: Stretches, profiles: Profiles) -> _Vote:
    """Let all stretches vote for one push and turn; coarse first, then by least squares."""
    sure = profiles.sureness(light=fit.light_lines)
    # One period: the last offset repeats the first.
    step = float(profiles.offsets[1] - profiles.offsets[0])
    period = round(1.0 / step)
    start = (len(profiles.offsets) - period) // 2
    once = sure[:, start : start + period]
    offsets = profiles.offsets[start : start + period]
    spread = once + 0.5 * (np.roll(once, 1, axis=1) + np.roll(once, -1, axis=1))
    within = _inside(fit, stretches)
    levers = _levers(fit, stretches)
    turns = np.linspace(-_MOST_TURN, _MOST_TURN, 49)
    totals = np.zeros((2, len(turns), period))
    twice = np.concatenate([spread, spread], axis=1)
    for axis in (0, 1):
        mine = within & (stretches.axis == axis)
        lag = np.rint(turns[:, None] * levers[mine] / step).astype(np.int64) % period
        # Every push of every stretch is a window of what repeats with the period.
        windows = sliding_window_view(twice[mine], period, axis=1)
        rows = np.arange(len(windows))
        for k, first in enumerate(lag):
            totals[axis, k] = windows[rows, first].sum(axis=0)
    best = totals.max(axis=2).sum(axis=0)
    turn_at = int(best.argmax())
    zero = int(np.abs(offsets).argmin())
    still = len(turns) // 2
    if totals[:, still, zero].sum() >= _AS_GOOD * best[turn_at]:
        turn_at, bins = still, [zero, zero]
    else:
        bins = [int(totals[axis, turn_at].argmax()) for axis in (0, 1)]
    push = offsets[bins]
    return _polish(stretches, once, offsets, levers, within, push, float(turns[turn_at]))


def _inside(fit: BoardFit, stretches: Stretches) -> NDArray[np.bool_]:
    """Tell which stretches belong to the board and not to the ring around it."""
    count = np.array([fit.columns, fit.rows])
    line, cell, axis = stretches.line, stretches.cell, stretches.axis
    inside = (line >= 0) & (line < count[axis]) & (cell >= 0) & (cell < count[1 - axis] - 1)
    return np.asarray(inside, dtype=np.bool_)


def _polish(
    stretches: Stretches,
    sure: Floats,
    offsets: Floats,
    levers: Floats,
    within: NDArray[np.bool_],
    push: Floats,
    turn: float,
) -> _Vote:
    """Refine a push and turn by weighted least squares over the lines near their places."""
    rows = np.arange(len(sure))
    seen = np.zeros(len(sure))
    for reach in (0.15, 0.1, 0.08):
        guess = push[stretches.axis] + turn * levers
        gap = (offsets[None, :] - guess[:, None] + 0.5) % 1.0 - 0.5
        near = np.where(np.abs(gap) <= reach, sure, 0.0)
        top = near.argmax(axis=1)
        seen = near[rows, top]
        total = near.sum(axis=1)
        offset = (near * gap).sum(axis=1) / np.maximum(total, 1e-9)
        use = within & (seen > 0.3)
        if use.sum() < 8:
            break
        system = np.column_stack(
            [stretches.axis[use] == 0, stretches.axis[use] == 1, levers[use]]
        ) * np.sqrt(seen[use, None])
        change = np.linalg.lstsq(system, offset[use] * np.sqrt(seen[use]), rcond=None)[0]
        push, turn = push + change[:2], turn + float(change[2])
    return _Vote(push, turn, seen)


def _left_lines(fit: BoardFit, stretches: Stretches, vote: _Vote, whole: NDArray[np.int64]) -> bool:
    """Tell whether lines show that a push by whole pitches would have taken away.

    Two rows of pieces hide an outer line but for its ends, and then the board's edge, which looks
    like one more line on its other side, makes a whole push seem to explain more.
    """
    count = np.array([fit.columns, fit.rows])[stretches.axis]
    line, push = stretches.line, whole[stretches.axis]
    left = _inside(fit, stretches) & ((line < push) | (line >= count + push))
    return int((vote.seen[left] > _SHOWS).sum()) >= _SOME


def _told(fit: BoardFit, stretches: Stretches, vote: _Vote) -> BoardMotion:
    """Return the vote as a motion, with the whole pitches that the outermost lines tell."""
    sure = float(vote.seen[_inside(fit, stretches)].mean())
    push = vote.push
    half = np.hypot(fit.columns - 1, fit.rows - 1) / 2
    window = best_window(stretches, vote.seen, fit.columns, fit.rows)
    whole = np.array(window.first)
    corner = float(np.hypot(*push)) + abs(vote.turn) * float(half)
    still = corner < _STILL and _left_lines(fit, stretches, vote, whole)
    if whole.any() and is_clear(window, fit.columns, fit.rows) and not still:
        push = push + whole
    told = BoardMotion(
        Motion.UNSEEN,
        (float(push[0]), float(push[1])),
        float(np.degrees(vote.turn)),
        0.0,
        0.0,
        sure,
    )
    if sure < _LEAST_SURE * fit.seen:
        return told
    now = replace(fit, camera=moved_view(fit, told).camera).corners_px
    furthest_px = float(np.linalg.norm(now - fit.corners_px, axis=1).max())
    furthest = float(np.hypot(*push)) + abs(vote.turn) * float(half)
    return replace(
        told,
        motion=Motion.STILL if furthest < _STILL else Motion.MOVED,
        furthest_mm=furthest * fit.pitch_mm,
        furthest_px=furthest_px,
    )
