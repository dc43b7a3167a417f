"""Hands: is there something large over the board that is no piece?

Pixels that are surely not the board (shadows are the board) and that no pile, stone or figure
explains are gathered into connected spots, as large as they would be on the board's plane. Pieces
leave small spots at most; a hand leaves a large one.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.look import Look
from vision.view import View, px_per_mm

F32 = NDArray[np.float32]

_OPEN = 0.3
"""Spots thinner than this share of a cube's edge are edges of pieces, not hands."""
_LEAST_AREA = 4.0
"""In faces of a cube: larger unexplained spots are hands."""
_ARM = 2.0
"""The same for spots that come from beyond the board."""


@dataclass(frozen=True, slots=True)
class Spot:
    """An unexplained spot: its area in faces of a cube and its middle in pixels of the photo."""

    faces: float
    middle_px: tuple[float, float]
    from_outside: bool


def largest_spot(view: View, seen: Look, explained: F32) -> Spot | None:
    """Return the largest unexplained spot on the board, or None when there is none.

    explained: (h, w) 1 where pieces that were recognised are, at working size.
    """
    scale = px_per_mm(view.work, view.layout)
    edge = view.layout.piece_mm * scale
    size = max(3, round(_OPEN * edge) | 1)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    strange = ((seen.strange > 0.5) & (explained < 0.5)).astype(np.uint8)
    strange = cv2.morphologyEx(strange, cv2.MORPH_OPEN, kernel)
    inside = view.on_board.astype(np.uint8)
    count, labels, stats, middles = cv2.connectedComponentsWithStats(strange)
    best: Spot | None = None
    rim = inside - cv2.erode(inside, np.ones((3, 3), dtype=np.uint8))
    for k in range(1, count):
        if stats[k, cv2.CC_STAT_AREA] < 0.3 * edge * edge:
            continue
        mine = labels == k
        area = float((mine & view.on_board).sum()) / (edge * edge)
        outside = bool((mine & (rim > 0)).any())
        if area > 0 and (best is None or area > best.faces):
            x, y = middles[k] * view.camera.size_px[0] / view.work.size_px[0]
            best = Spot(area, (float(x), float(y)), outside)
    return best


def is_hand(spot: Spot | None) -> bool:
    """Return whether an unexplained spot must be taken for a hand.

    >>> is_hand(None), is_hand(Spot(30.0, (0.0, 0.0), True)), is_hand(Spot(0.5, (0.0, 0.0), True))
    (False, True, False)
    """
    if spot is None:
        return False
    return spot.faces > (_ARM if spot.from_outside else _LEAST_AREA)
