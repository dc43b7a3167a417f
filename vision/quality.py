"""Quality: can anything be read from this photo, and if not, why and where?"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.language.notices import Notice, notice
from vision.light import Image, log_light
from vision.view import View, fine_detail

F32 = NDArray[np.float32]

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


def complaint(photo: Image, view: View, change: F32) -> Notice | None:
    """Return why a photo (of the view's camera) can't be read; None when it can.

    change: (h, w) its lightness against the empty board, as in `vision.look`.
    """
    left, top, right, bottom = view.crop_px
    size = view.work.size_px
    small = cv2.resize(photo[top:bottom, left:right], size, interpolation=cv2.INTER_NEAREST)
    board = small[view.on_board][::5]
    if float(np.median(board.max(axis=1))) < _DARK_LEVEL:
        return notice("eyes.dark")
    before = np.exp(log_light(view.empty[view.on_board][::5][:, None])[:, 0])
    light = ((board / np.float32(255)) ** 2.2).max(axis=1)
    if float(np.median(light)) < _DIMMEST * float(np.median(before.max(axis=1))):
        return notice("eyes.darker")
    if _colourless(board) and not _colourless(before * 255):
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


def _colourless(board: NDArray[np.generic]) -> bool:
    """Return whether the pixels of a board (N, 3) are all grey."""
    pixels = np.asarray(board, dtype=np.float32)
    return float(np.abs(pixels - pixels.mean(axis=1, keepdims=True)).mean()) < _GREY


def detail(view: View, change: F32) -> float:
    """Return how much of the empty board's fine detail a photo shows, about 0 to 1.

    The regression of the photo's fine detail on the empty board's, over the parts of the board
    that are not much changed.
    """
    calm = view.on_board & (np.abs(cv2.blur(change, (9, 9))) < _CALM)
    if calm.sum() < 0.05 * view.on_board.sum():
        calm = view.on_board
    before, changed = fine_detail(view.grey)[calm], fine_detail(change)[calm]
    return 1.0 + float((changed @ before) / max(float(before @ before), 1e-6))


def _place(view: View, mask: NDArray[np.bool_]) -> str:
    """Return the site nearest to the middle of a mask."""
    y, x = (float(np.mean(axis)) for axis in np.nonzero(mask))
    place = view.work.unproject([[x, y]])[0]
    away = np.hypot(*(view.layout.points_mm - place).T)
    return view.layout.sites[int(away.argmin())]
