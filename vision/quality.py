"""Quality: can anything be read from this photo, and if not, why and where?"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.language.notices import Notice, notice
from vision.light import Image, log_light
from vision.view import View, fine_detail

F32 = NDArray[np.float32]
Floats = NDArray[np.float64]

_DARK_LEVEL = 7.0
"""Median level (of 255) of a board below which there is nothing but noise."""
_DIMMEST = 0.12
"""Share of the light that the empty board had below which a photo is not read: a camera's darkest
levels are uneven, and faces are named wrongly before anything else shows it. Made tables were read
without a fault down to 0.2, one with eight at 0.1, and three with many at 0.03."""
_GLARE_LEVEL = 250
_GLARE_SHARE = 0.04
"""Share of the board that may be blown out where the empty board was not."""
_CALM = 0.2
_GREY = 0.7
_DETAIL = 0.3
"""Share of the empty board's fine detail (lines, grain) that must be left."""
_LEVELS = np.arange(256.0)
_LIGHT = (_LEVELS / 255.0) ** 2.2
"""Linear light of each level."""


def complaint(photo: Image, view: View, change: F32) -> Notice | None:
    """Return why a photo (of the view's camera) can't be read; None when it can.

    change: (h, w) its lightness against the empty board, as in `vision.look`.
    """
    left, top, right, bottom = view.crop_px
    size = view.work.size_px
    small = cv2.resize(photo[top:bottom, left:right], size, interpolation=cv2.INTER_NEAREST)
    board = np.take(small.reshape(-1, 3), view.some_board, axis=0)
    brightest = cv2.max(cv2.max(board[:, 0], board[:, 1]), board[:, 2])
    if _median(brightest, _LEVELS) < _DARK_LEVEL:
        return notice("eyes.dark")
    light, colourless = _before(view)
    if _median(brightest, _LIGHT) < _DIMMEST * light:
        return notice("eyes.darker")
    if not colourless and _colourless(board):
        return notice("eyes.colourless")
    glare = cv2.inRange(small, (_GLARE_LEVEL,) * 3, (255, 255, 255)) > 0
    blown = (_GLARE_LEVEL / 255) ** 2.2
    glare &= view.on_board
    if glare.any():
        glare[glare] = log_light(view.empty[glare][:, None])[:, 0].min(axis=1) < np.log(blown)
    if glare.sum() > _GLARE_SHARE * view.on_board.sum():
        return notice("eyes.glare", site=_place(view, glare))
    if detail(view, change) < _DETAIL:
        return notice("eyes.blurred")
    return None


@lru_cache(maxsize=2)
def _before(view: View) -> tuple[float, bool]:
    """Return the median light of the empty board, and whether it was grey."""
    board = np.take(view.empty.reshape(-1, 3), view.some_board, axis=0)
    light = np.exp(log_light(board[:, None])[:, 0])
    return float(np.median(light.max(axis=1))), _colourless(light * 255)


def _median(levels: NDArray[np.generic], told: Floats) -> float:
    """Return the median of what levels (N,) of 0 to 255 tell (256,), the more the higher."""
    below = np.bincount(levels.ravel(), minlength=len(told)).cumsum()
    middle = (below[-1] - 1) // 2, below[-1] // 2
    return float(np.mean([told[np.searchsorted(below, k, side="right")] for k in middle]))


def _colourless(board: NDArray[np.generic]) -> bool:
    """Return whether the pixels of a board (N, 3) are all grey."""
    channels = [np.asarray(board[:, k], dtype=np.float32) for k in range(3)]
    grey = (channels[0] + channels[1] + channels[2]) / np.float32(3)
    return float(np.mean([np.abs(channel - grey).mean() for channel in channels])) < _GREY


def detail(view: View, change: F32) -> float:
    """Return how much of the empty board's fine detail a photo shows, about 0 to 1.

    The regression of the photo's fine detail on the empty board's, over the parts of the board
    that are not much changed.
    """
    calm = view.on_board & (np.abs(cv2.blur(change, (9, 9))) < _CALM)
    if calm.sum() < 0.05 * view.on_board.sum():
        calm = view.on_board
    own = _own_detail(view)
    before = np.where(calm, own, np.float32(0))
    return 1.0 + float(
        np.vdot(fine_detail(change), before) / max(float(np.vdot(before, own)), 1e-6)
    )


@lru_cache(maxsize=2)
def _own_detail(view: View) -> F32:
    """Return the fine detail (h, w) of the empty board."""
    return fine_detail(view.grey)


def _place(view: View, mask: NDArray[np.bool_]) -> str:
    """Return the site nearest to the middle of a mask."""
    y, x = (float(np.mean(axis)) for axis in np.nonzero(mask))
    place = view.work.unproject([[x, y]])[0]
    away = np.hypot(*(view.layout.points_mm - place).T)
    return view.layout.sites[int(away.argmin())]
