"""A look at one photo: its pixels weighed by what they may belong to."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import Image
from vision.pixels import PixelModel, Surface, mix
from vision.view import View, shrink

F32 = NDArray[np.float32]

_CLIP = 5.0
"""No single pixel speaks louder than this: it may be a glint or a speck."""
_CLIP_TOP = 4.0
_STRANGE = 2.0
"""A pixel this much less likely than the board's least usual ones is surely not the board."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One photo at working size (h, w).

    gain: (3,) how much brighter (log, BGR) than the empty photo. reflectance, difference: (h, w, 3)
    logs against the board's light and against the empty board. ratios: (h, w, 8) log likelihood
    ratios of each `Surface` against the board. tops: two maps (h, w, 2), one a colour: middle and
    rim of a top against all else. strange: (h, w) from 0, the board, to 1, certainly not.
    """

    gain: F32
    reflectance: F32
    difference: F32
    ratios: F32
    tops: tuple[F32, F32]
    strange: F32


def normalise(photo: Image, view: View) -> tuple[F32, F32, F32]:
    """Return gain (3,), reflectance and difference (h, w, 3) of a photo."""
    seen = shrink(photo, view.crop_px, view.work)
    difference = cv2.subtract(seen, view.empty_log)
    gain = np.median(difference.reshape(-1, 3)[_some_board(view)], axis=0).astype(np.float32)
    less = np.column_stack([np.eye(3), -gain]).astype(np.float32)
    reflectance = cv2.transform(cv2.subtract(seen, view.light_log), less)
    return gain, _f32(reflectance), _f32(cv2.transform(difference, less))


def _f32(picture: NDArray[np.generic]) -> F32:
    """Return a picture as what it is."""
    return np.asarray(picture, dtype=np.float32)


@lru_cache(maxsize=4)
def _some_board(view: View) -> NDArray[np.intp]:
    """Return the places of every fifth pixel of the board in its picture."""
    return np.flatnonzero(view.on_board)[::5]


def look(photo: Image, view: View, pixels: PixelModel) -> Look:
    """Weigh the pixels of a photo (BGR, of the view's camera)."""
    gain, reflectance, difference = normalise(photo, view)
    return weigh(gain, reflectance, difference, pixels)


def weigh(gain: F32, reflectance: F32, difference: F32, pixels: PixelModel) -> Look:
    """Weigh normalised pixels."""
    surfaces, board = pixels.weigh(reflectance, difference)
    sides = mix(surfaces[..., Surface.BROWN_SIDE], surfaces[..., Surface.BLUE_SIDE])
    other = mix(sides, board)
    tops = tuple(
        _pair(surfaces[..., top], surfaces[..., rim], other)
        for top, rim in (
            (Surface.BROWN_TOP, Surface.BROWN_RIM),
            (Surface.BLUE_TOP, Surface.BLUE_RIM),
        )
    )
    surfaces -= board[..., None]
    ratios = np.clip(surfaces, -_CLIP, _CLIP, out=surfaces)
    strange = np.clip((np.float32(pixels.usual) - board) / np.float32(_STRANGE), 0, 1)
    return Look(gain, reflectance, difference, ratios, (tops[0], tops[1]), strange)


def _pair(top: F32, rim: F32, other: F32) -> F32:
    """Return clipped log likelihood ratios (h, w, 2) of a top and its rim."""
    against = [np.clip(part - other, -_CLIP_TOP, _CLIP_TOP) for part in (top, rim)]
    return np.asarray(cv2.merge(against), dtype=np.float32)
