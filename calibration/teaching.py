"""Is this the teaching photo that the layout tells of? A plain reason when it can't be.

A layout says which points bear a piece. On the right photo nearly all of these have changed more
since the empty board was photographed than all the others; on the photo of another table, of a
game, or of the empty board they haven't.
"""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.language.notices import Notice, notice
from vision.boardvalue import BoardFit
from vision.light import Image
from vision.look import total_change
from vision.moved import Motion, board_motion
from vision.view import View

F32 = NDArray[np.float32]

_AGREED = 0.85
"""Share of pairs of a point with and a point without a piece of which the first changed more; the
right photos of made and of path-traced tables reach 0.99, wrong ones 0.65."""
_PUSHED_MM = 2.0
"""A board that lies further off than this was pushed."""
_MIDDLE = 0.3
"""How far from the middle of a top its change is measured, in edges."""


class WrongPhoto(ValueError):
    """A teaching photo of something else; `said` says what and what to do."""

    def __init__(self, said: Notice) -> None:
        """Keep the sentences."""
        super().__init__(said)
        self.said = said


def wrong_photo(
    number: int, photo: Image, sites: Iterable[str], view: View, fit: BoardFit
) -> Notice | None:
    """Return why the teaching photo of this number can't be used, in words; None when it can.

    sites: those with a piece. view, fit: of the empty board, as the same camera saw it.
    """
    motion = board_motion(photo, fit)
    if motion.motion is Motion.UNSEEN:
        return notice("teaching.wrong.table", number=number)
    if motion.motion is Motion.MOVED and motion.furthest_mm > _PUSHED_MM:
        return notice("teaching.wrong.moved", number=number)
    taught = np.isin(np.array(view.layout.sites), list(sites))
    if not taught.any() or taught.all():
        return None
    change = _change(photo, view)
    agreed = float((change[taught, None] > change[None, ~taught]).mean())
    if agreed < _AGREED:
        return notice("teaching.wrong.pieces", number=number)
    return None


def _change(photo: Image, view: View) -> F32:
    """Return how much each site (S,) has changed since the empty photo, where a top would be."""
    edge = view.layout.piece_mm
    line = np.linspace(-_MIDDLE, _MIDDLE, 5) * edge
    square = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    flat = (view.layout.points_mm[:, None] + square).reshape(-1, 2)
    tops = np.column_stack([flat, np.full(len(flat), edge)])
    at = np.nan_to_num(view.work.project(tops), nan=-9.0).astype(np.float32)
    shape = (len(view.layout.sites), -1)
    found = cv2.remap(
        total_change(photo, view),
        np.ascontiguousarray(at[:, 0]).reshape(shape),
        np.ascontiguousarray(at[:, 1]).reshape(shape),
        cv2.INTER_LINEAR,
    )
    return np.asarray(np.median(found, axis=1), dtype=np.float32)
