"""A look at one photo: its pixels weighed by what they may belong to.

Of each pixel little more is kept than the bin of its colour: what it may belong to is looked up
when it is asked, for one surface after another. All eight at once would be nine times the photo.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import Image, log_light, middle_of
from vision.piles import Silhouette
from vision.pixels import PixelModel, Surface, bins, mix
from vision.view import GREY, View, shrink

F32 = NDArray[np.float32]
Bins = NDArray[np.uint16]

_CLIP = 5.0
"""No single pixel speaks louder than this: it may be a glint or a speck."""
_CLIP_TOP = 4.0
_STRANGE = 2.0
"""A pixel this much less likely than the board's least usual ones is surely not the board."""
_STRIP = 64
"""Rows of a picture that are worked on at once: few enough for the processor's cache."""
_TOPS = ((Surface.BROWN_TOP, Surface.BROWN_RIM), (Surface.BLUE_TOP, Surface.BLUE_RIM))


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One photo at working size (h, w).

    gain: (3,) how much brighter (log, BGR) than the empty photo. colours: (h, w) the bins of the
    pixels' reflectances, see `vision.pixels`. bright, change: (h, w) logs of lightness against the
    board's light and against the empty board. board: (h, w) log densities of the board, and
    untopped: of all that is no top.
    """

    gain: F32
    colours: Bins
    bright: F32
    change: F32
    board: F32
    untopped: F32
    pixels: PixelModel

    @property
    def strange(self) -> F32:
        """From 0, the board, to 1, certainly not (h, w)."""
        away = np.float32(self.pixels.usual) - self.board
        away /= np.float32(_STRANGE)
        return np.clip(away, 0, 1, out=away)

    def ratio(self, *kinds: Surface) -> F32:
        """Log likelihood ratios (h, w) of the likeliest of some surfaces against the board."""
        table = self.pixels.likeliest(*kinds)
        ratios = np.empty_like(self.board)
        for rows in _strips(len(ratios)):
            part = ratios[rows]
            np.take(table, self.colours[rows], out=part, mode="clip")
            part -= self.board[rows]
        return np.clip(ratios, -_CLIP, _CLIP, out=ratios)

    def top(self, *colours: int) -> F32:
        """Log likelihood ratios of middle and rim of colours' tops against all else.

        (h, w, 2) of one colour, (h, w, 4) of both.
        """
        tables = [self.pixels.likeliest(kind) for colour in colours for kind in _TOPS[colour]]
        ratios = np.empty((*self.board.shape, len(tables)), dtype=np.float32)
        for rows in _strips(len(ratios)):
            parts = []
            for table in tables:
                part = np.take(table, self.colours[rows])
                part -= self.untopped[rows]
                parts.append(np.clip(part, -_CLIP_TOP, _CLIP_TOP, out=part))
            cv2.merge(parts, ratios[rows])
        return ratios

    def ratio_within(self, pile: Silhouette, kind: Surface) -> F32:
        """Log likelihood ratios of a surface against the board within the window of a pile."""
        ratios = np.take(self.pixels.likeliest(kind), pile.window(self.colours))
        ratios -= pile.window(self.board)
        np.minimum(ratios, _CLIP, out=ratios)
        return np.maximum(ratios, -_CLIP, out=ratios)


def colours_of(photo: Image, view: View) -> tuple[F32, Bins]:
    """Return a photo's reflectances (h, w, 3), and the bins (h, w) of what differs from empty."""
    seen = shrink(photo, view.crop_px, view.work)
    gain = _gain(seen, view)
    reflectances = np.empty(seen.shape, dtype=np.float32)
    changes = np.empty(seen.shape[:2], dtype=np.uint16)
    for rows in _strips(len(seen)):
        reflectances[rows], difference = _normal(seen, view, rows, gain)
        changes[rows] = bins(difference).reshape(difference.shape[:2])
    return reflectances, changes


def total_change(photo: Image, view: View) -> F32:
    """Return how much a photo's colours differ (h, w, logs) from the empty board's, in all."""
    seen = shrink(photo, view.crop_px, view.work)
    gain = _gain(seen, view)
    change = np.empty(seen.shape[:2], dtype=np.float32)
    for rows in _strips(len(seen)):
        change[rows] = np.abs(_normal(seen, view, rows, gain)[1]).sum(axis=2)
    return change


def change_of(photo: Image, view: View) -> F32:
    """Return how a photo's lightness differs (h, w, logs) from the empty board's, as in `Look`."""
    seen = shrink(photo, view.crop_px, view.work)
    gain = _gain(seen, view)
    change = np.empty(seen.shape[:2], dtype=np.float32)
    for rows in _strips(len(seen)):
        change[rows] = cv2.transform(_normal(seen, view, rows, gain)[1], GREY)
    return change


def look(photo: Image, view: View, pixels: PixelModel, *, small: Image | None = None) -> Look:
    """Weigh the pixels of a photo (BGR, of the view's camera).

    small: its working picture, where that is at hand.
    """
    seen = shrink(photo, view.crop_px, view.work) if small is None else small
    gain, shape = _gain(seen, view), seen.shape[:2]
    sides = _sides(pixels)
    colours = np.empty(shape, dtype=np.uint16)
    bright, change, board, untopped = (np.empty(shape, dtype=np.float32) for _ in range(4))
    for rows in _strips(len(seen)):
        reflectance, difference = _normal(seen, view, rows, gain)
        bright[rows] = cv2.transform(reflectance, GREY)
        change[rows] = cv2.transform(difference, GREY)
        size = bright[rows].shape
        at = bins(reflectance).reshape(size)
        colours[rows] = at
        board[rows] = np.take(pixels.board, bins(difference)).reshape(size)
        untopped[rows] = mix(np.take(sides, at), board[rows])
    return Look(gain, colours, bright, change, board, untopped, pixels)


@lru_cache(maxsize=2)
def _sides(pixels: PixelModel) -> F32:
    """Return the log densities (BINS,) of the sides of both colours' cubes, half and half."""
    return mix(pixels.surfaces[:, Surface.BROWN_SIDE], pixels.surfaces[:, Surface.BLUE_SIDE])


def _strips(height: int) -> list[slice]:
    """Return the rows of a picture, some at a time."""
    return [slice(row, min(row + _STRIP, height)) for row in range(0, height, _STRIP)]


def _gain(seen: Image, view: View) -> F32:
    """Return how much brighter (3,) a working picture is than the empty board's."""
    now, before = (
        log_light(np.take(picture.reshape(-1, 3), view.some_board, axis=0)[:, None])[:, 0]
        for picture in (seen, view.empty)
    )
    return np.asarray(middle_of(np.ascontiguousarray((now - before).T)), dtype=np.float32)


def _normal(seen: Image, view: View, rows: slice, gain: F32) -> tuple[F32, F32]:
    """Return reflectance and difference of some rows of a working picture."""
    light = log_light(seen[rows], less=gain)
    reflectance = cv2.subtract(light, view.light_log(rows))
    difference = cv2.subtract(light, view.empty_log(rows))
    return np.asarray(reflectance, dtype=np.float32), np.asarray(difference, dtype=np.float32)
