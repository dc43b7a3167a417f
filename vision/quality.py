"""Quality: can anything be read from this photo, and if not, why and where?"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import Image
from vision.view import View, shrink

_DARK_LEVEL = 7.0
"""Median level (of 255) of a board below which there is nothing but noise."""
_GLARE_LEVEL = 250
_GLARE_SHARE = 0.04
"""Share of the board that may be blown out where the empty board was not."""
_DETAIL = 0.3
"""Share of the empty board's fine detail (lines, grain) that must be left."""


def complaint(photo: Image, view: View) -> str | None:
    """Return why a photo (of the view's camera) can't be read, in words; None when it can."""
    small = cv2.resize(photo, view.work.size_px, interpolation=cv2.INTER_AREA)
    board = small[view.on_board]
    level = float(np.median(board.max(axis=1)))
    if level < _DARK_LEVEL:
        return "The photo is too dark. Switch on a light or let the camera expose longer."
    glare = (small.min(axis=2) >= _GLARE_LEVEL) & view.on_board
    before = np.exp(view.empty_log).min(axis=2) > (_GLARE_LEVEL / 255) ** 2.2
    glare &= ~before
    if glare.mean() > _GLARE_SHARE * view.on_board.mean():
        return f"Glare near {_place(view, glare)}. Move the lamp or the camera."
    if detail(photo, view) < _DETAIL:
        return "The photo is blurred, or it does not show the board. Hold still and focus."
    return None


def detail(photo: Image, view: View) -> float:
    """Return how much of the empty board's fine detail a photo shows, about 0 to 1.

    The regression of the photo's fine detail on the empty board's, over the parts of the board
    that are not much changed.
    """
    seen = shrink(photo, view.work)
    change = np.abs(seen - view.empty_log - np.median((seen - view.empty_log)[view.on_board], 0))
    calm = view.on_board & (cv2.GaussianBlur(change.max(axis=2), (0, 0), 3.0) < 0.25)
    if calm.sum() < 0.05 * view.on_board.sum():
        calm = view.on_board
    now, before = _fine(seen)[calm], _fine(view.empty_log)[calm]
    return float((now * before).sum() / max(float((before * before).sum()), 1e-6))


def _fine(logs: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the fine detail (h, w) of a picture in logarithms."""
    light = logs.mean(axis=2)
    return np.asarray(light - cv2.GaussianBlur(light, (0, 0), 2.0), dtype=np.float32)


def _place(view: View, mask: NDArray[np.bool_]) -> str:
    """Return the site nearest to the middle of a mask."""
    y, x = (float(np.mean(axis)) for axis in np.nonzero(mask))
    place = view.work.unproject([[x, y]])[0]
    away = np.hypot(*(view.layout.points_mm - place).T)
    return view.layout.sites[int(away.argmin())]
