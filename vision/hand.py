"""Hands: is there something large over the board that is no piece?

Pixels that are surely not the board (shadows are the board) and that no pile, stone or figure
explains are gathered into connected spots, as large as they would be on the board's plane. Pieces
leave small spots at most; a hand leaves a large one. A hand of the board's own colour is betrayed
by the lines that it hides, between points and where they cross.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crossings import relief
from vision.light import warp
from vision.look import Look
from vision.view import View, px_per_mm

F32 = NDArray[np.float32]

_OPEN = 0.3
"""Spots thinner than this share of a cube's edge are edges of pieces, not hands."""
_LEAST_AREA = 4.0
"""In faces of a cube: larger unexplained spots are hands."""
_LINES = 5
"""So many hidden pieces of lines, between sites where no piece is, are a hand."""
_FEW = 2
"""With fewer hidden pieces of lines hidden crossings don't make a hand."""
_HIDDEN = 0.35
"""A line is hidden when less than this share of its contrast is left."""
_FAINT = 0.02
"""Lines with less contrast than this (in logs) can't be missed."""
_ARM = 2.6
"""The same for spots that come from beyond the board. A stack that leans off the board's edge in
the picture, at 30 degrees, covers 2.2 faces.
"""


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
    opened = cv2.morphologyEx(strange, cv2.MORPH_OPEN, kernel)
    inside = view.on_board.astype(np.uint8)
    count, labels, stats, middles = cv2.connectedComponentsWithStats(opened)
    best: Spot | None = None
    rim = inside - cv2.erode(inside, np.ones((3, 3), dtype=np.uint8))
    for k in range(1, count):
        if stats[k, cv2.CC_STAT_AREA] < 0.3 * edge * edge:
            continue
        x, y, width, height = stats[k, :4].tolist()
        there = slice(y, y + height), slice(x, x + width)
        mine = labels[there] == k
        area = float((mine & view.on_board[there]).sum()) / (edge * edge)
        outside = bool((mine & (rim[there] > 0)).any())
        if area > 0 and (best is None or area > best.faces):
            left, top, right, _ = view.crop_px
            middle = middles[k] * (right - left) / view.work.size_px[0] + (left, top)
            best = Spot(area, (float(middle[0]), float(middle[1])), outside)
    return best


def hidden_lines(view: View, seen: Look, explained: F32) -> int:
    """Return how many pieces of lines between neighbouring sites are hidden by nothing known."""
    at = _line_pieces(view)
    count, along, across, _ = at.shape
    flat = at.reshape(count * along, across, 2)
    before = warp(view.grey, flat).reshape(count, along, across)
    change = warp(seen.change, flat)
    covered = warp(explained, flat).reshape(count, -1).mean(axis=1)
    line = relief(before)
    left = 1 + (line * relief(change.reshape(count, along, across))).sum(axis=1) / np.maximum(
        (line * line).sum(axis=1), 1e-6
    )
    clear = np.abs(line).max(axis=1) > _FAINT
    return int((clear & (left < _HIDDEN) & (covered < 0.05)).sum())


def _line_pieces(view: View) -> F32:
    """Return pixels (N, along, across, 2) across the middles of all lines between neighbours."""
    layout = view.layout
    pitch = layout.pitch_mm
    along = np.linspace(-0.1, 0.1, 5) * pitch
    across = np.linspace(-0.11, 0.11, 9) * pitch
    columns, rows = np.meshgrid(np.arange(layout.columns), np.arange(layout.rows), indexing="ij")
    parts = []
    for way in ((1, 0), (0, 1)):
        keep = (columns < layout.columns - way[0]) & (rows < layout.rows - way[1])
        x = (columns[keep] + way[0] / 2) * pitch
        y = (rows[keep] + way[1] / 2) * pitch
        u, v = (along[:, None], across[None, :])
        east = x[:, None, None] + (u if way[0] else v) * np.ones((5, 9))
        north = y[:, None, None] + (v if way[0] else u) * np.ones((5, 9))
        parts.append(np.stack([east, north], axis=-1))
    flat = np.concatenate(parts)
    world = np.concatenate([flat, np.zeros((*flat.shape[:-1], 1))], axis=-1)
    seen = view.work.project(world.reshape(-1, 3)).reshape(*flat.shape)
    return np.nan_to_num(seen, nan=-9.0).astype(np.float32)


def is_hand(spot: Spot | None, hidden: int = 0, unseen: int = 0) -> bool:
    """Return whether an unexplained spot and hidden lines must be taken for a hand.

    hidden: pieces of lines between points. unseen: points whose lines something hides that looks
    like the board; alone they may be pieces of its colour.

    >>> is_hand(None), is_hand(Spot(30.0, (0.0, 0.0), True)), is_hand(Spot(0.5, (0.0, 0.0), True))
    (False, True, False)
    >>> is_hand(None, 9), is_hand(None, 4, unseen=2), is_hand(None, 1, unseen=4)
    (True, True, False)
    """
    if hidden >= _LINES or (hidden >= _FEW and hidden + unseen >= _LINES):
        return True
    if spot is None:
        return False
    return spot.faces > (_ARM if spot.from_outside else _LEAST_AREA)
