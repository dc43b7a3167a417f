"""Hands over a roll: is there something large that is no cube of either colour?

Only squares with a clear face explain what is strange to the board: a hand is easily taken for
cubes that can't be read. A cube that leans, or lies on another one, leaves a spot of its own size;
a hand leaves a larger one, or hides lines where nothing lies.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from vision.hand import Spot, hidden_lines, largest_spot, look_at_lines
from vision.look import Look
from vision.piles import cover
from vision.roll_squares import CLEAR, Judged, chosen
from vision.view import View

_WIDER = 1.35
"""So much larger than its top a cube is drawn: with the shadow at its foot."""
_LEAST_FACES = 5.0
"""A spot as large as so many tops is no heap of cubes that can't be read."""
_LINES = 8
"""So many hidden pieces of lines are a hand."""


def is_hand_over(view: View, seen: Look, found: Iterable[Judged], *, typical: float) -> bool:
    """Return whether something large that is no cube is over the board.

    found: the squares of both colours. typical: likeness of a taught face.
    """
    spot, lines = unexplained(view, seen, found, typical=typical)
    return lines >= _LINES or (spot is not None and spot.faces > _LEAST_FACES)


def unexplained(
    view: View, seen: Look, found: Iterable[Judged], *, typical: float
) -> tuple[Spot | None, int]:
    """Return the largest spot and how many lines are hidden that no clear cube explains."""
    edge = view.layout.piece_mm
    mask = np.zeros(view.on_board.shape, dtype=np.float32)
    for part in found:
        clear = np.flatnonzero(part.like.max(axis=1, initial=0.0) > CLEAR * typical)
        tops = chosen(part, clear).tops
        cover(mask, view.work, tops.centre_mm, tops.turn_deg, edge_mm=_WIDER * edge, height_mm=edge)
    lines = look_at_lines(view, seen)
    return largest_spot(view, seen, mask, lines), hidden_lines(lines, mask)
