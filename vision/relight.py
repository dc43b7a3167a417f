"""Relight: is the light on the board another one than on the empty photograph?

A person beside the table, a window's bars or a lamp's arm throw shadows that nothing on the board
explains, and another lamp lights another part of it. The board's own lines tell them from pieces
and hands: in logarithms of light a shadow leaves each line as strong as it was, while whatever lies
there hides it. So where lines show, the board shows, and the light is read there beside the empty
photograph's; under pieces and in their own shadows, which the reader knows, it is filled in.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crossings import Arms, lines_left, look_at_arms
from vision.hand import Lines, look_at_lines
from vision.kinds import LINES_SEEN
from vision.lamps import Ground, Lamps, bare, ground_of
from vision.light import Image, log_light, over_picture, sample
from vision.look import Look, look
from vision.pixels import PixelModel
from vision.shade import light_left
from vision.view import View

Floats = NDArray[np.float64]
F32 = NDArray[np.float32]

_OWN = -0.15
"""Log of light from which on it may be a pile's own shadow."""
_OTHER = 0.25
"""A log of light this far from the usual one is another light."""
_FEWEST = 4
"""So many lines must lie in another light."""
_SHARE = 0.15
"""And this share of all lines in another light than the usual: where piles' own shadows explain
nearly all, the others lie at their edges, too."""
_ROOM = 1.4
"""What a pile may cover or hide, in edges: it stands aside, and may be a stack."""
_SURE_MM, _HIDING_MM = 18.0, 9.0
"""So far around lines that show the board shows, and so near to hidden ones it doesn't."""
_FILL_CELLS = 3
"""Where the board doesn't show, light goes on as it does so many cells around."""
_RANGE = (-2.5, 1.2)
_WIDE = 0.7
"""So far around its point, in edges, a pile covers the board or casts a shadow that counts."""


@dataclass(frozen=True, slots=True, eq=False)
class Relit:
    """A photo, and what is seen in it, as if the light fell on it as on the empty photograph.

    unsteady: (S,) how much the light that was taken off differs around each site, in logarithms: at
    a shadow's edge it is not quite known what falls on a pile.
    """

    photo: Image
    seen: Look
    arms: Arms
    lines: Lines
    unsteady: Floats


def relit(
    photo: Image, light: F32, view: View, model: PixelModel, arms: Arms, lines: Lines
) -> Relit:
    """Return a photo, looked at anew, without the light of `other_light`.

    arms, lines: what shows of the lines in the photo as it is. A shadow's edge beside a line hides
    it before the light is taken off, and a piece hides it before and after, so what shows once of a
    line shows.
    """
    ground = ground_of(view.layout)
    photo = _lit_by(photo, light, view, ground)
    seen = look(photo, view, model)
    again, others = look_at_arms(view, seen), look_at_lines(view, seen)
    arms = replace(arms, kept=np.maximum(arms.kept, again.kept))
    lines = replace(lines, left=np.maximum(lines.left, others.left))
    return Relit(photo, seen, arms, lines, _unsteady(light, view, ground))


def other_light(small: Image, view: View, lamps: Lamps, arms: Arms, lines: Lines) -> F32 | None:
    """Return how the light on the ground (H, W, 3) differs from the empty photo's, in logarithms.

    None where it doesn't. small: the working picture. arms, lines: what shows of the lines in it.
    """
    ground = ground_of(view.layout)
    edge = view.layout.piece_mm
    taken = view.layout.points_mm[~(lines_left(arms) > LINES_SEEN)]
    turns = np.zeros(len(taken))
    shows = lines.shows
    if shows.sum() < _FEWEST:
        return None
    usual = float(np.median(lines.light[shows]))
    away = shows & (np.abs(lines.light - usual) > _OTHER)
    if away.sum() < _FEWEST:
        return None
    none = taken[:0], turns[:0]
    own = light_left(lamps, ground, [none, (taken, turns)], edge)
    own = np.asarray(cv2.erode(own, np.ones((5, 5), np.uint8)), dtype=np.float32)
    column, row = _cells(ground, lines.middle_mm)
    if (away & (own[row, column] > _OWN)).sum() < max(_FEWEST, _SHARE * away.sum()):
        return None
    free = bare(view.work, ground, taken, turns, _ROOM * edge) * (own > _OWN)
    free *= _around(ground, lines.middle_mm[shows], _SURE_MM)
    free *= 1 - _around(ground, lines.middle_mm[lines.clear & ~shows], _HIDING_MM)
    return _light(small, view, ground, free)


def _cells(ground: Ground, places_mm: Floats) -> NDArray[np.int64]:
    """Return the cells (2, N), columns and rows, of places (N, 2) on the ground."""
    return np.rint((places_mm - ground.origin_mm) / ground.cell_mm).astype(np.int64).T


def _around(ground: Ground, places_mm: Floats, reach_mm: float) -> F32:
    """Return 1 on the ground (H, W) around places (N, 2), else 0."""
    spots = np.zeros(ground.shape, dtype=np.float32)
    column, row = _cells(ground, places_mm)
    spots[row, column] = 1
    size = 2 * round(reach_mm / ground.cell_mm) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    return np.asarray(cv2.dilate(spots, kernel), dtype=np.float32)


def _unsteady(light: F32, view: View, ground: Ground) -> Floats:
    """Return how much the light (H, W, 3) differs around each site (S,), in logarithms."""
    mean = light.mean(axis=2)
    size = 2 * round(_WIDE * view.layout.piece_mm / ground.cell_mm) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    spread = cv2.dilate(mean, kernel) - cv2.erode(mean, kernel)
    column, row = _cells(ground, view.layout.points_mm)
    return np.asarray(spread[row, column], dtype=np.float64)


def _light(small: Image, view: View, ground: Ground, free: F32) -> F32:
    """Return the logs of light (H, W, 3) beside the empty photo's, filled in where not free."""
    change = cv2.subtract(log_light(small), view.empty_log())
    places = ground.places()
    seen = sample(change, view.work, places, height_mm=0.0).reshape(*ground.shape, 3)
    usual = np.median(seen[free > 0], axis=0).astype(np.float32)
    seen -= usual
    low, high = _RANGE
    levels = np.clip(np.rint((seen - low) * (255 / (high - low))), 0, 255).astype(np.uint8)
    hole = (free <= 0).astype(np.uint8)
    filled = cv2.inpaint(cv2.medianBlur(levels, 5), hole, _FILL_CELLS, cv2.INPAINT_NS)
    return np.asarray(filled * np.float32((high - low) / 255) + low, dtype=np.float32)


def _lit_by(photo: Image, light: F32, view: View, ground: Ground) -> Image:
    """Return a photo without the light (H, W, 3) that falls on the ground."""
    left, top, right, bottom = view.crop_px
    size = (right - left, bottom - top)

    def place(points_mm: Floats) -> Floats:
        return (np.nan_to_num(points_mm) - ground.origin_mm) / ground.cell_mm

    at = over_picture(view.work, place)
    drawn = cv2.remap(
        light,
        np.ascontiguousarray(at[..., 0]),
        np.ascontiguousarray(at[..., 1]),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    now = photo.copy()
    part = now[top:bottom, left:right]
    for colour in range(3):  # one after the other, for the room that they take
        share = np.exp(drawn[..., colour] / np.float32(-2.2))
        factor = cv2.resize(share, size, interpolation=cv2.INTER_LINEAR)
        part[..., colour] = cv2.multiply(part[..., colour], factor, dtype=cv2.CV_8U)
    return now
