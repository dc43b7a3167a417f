"""Crossings: do the lines still show where they cross? Then nothing lies there but a shadow.

If they don't, something does, whatever its colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.light import warp
from vision.look import Look
from vision.view import View

Floats = NDArray[np.float64]
F32 = NDArray[np.float32]

_ARM = np.array([0.11, 0.14, 0.17])
_ACROSS = np.linspace(-0.1, 0.1, 9)
_FAINT = 0.03
_MORE = 1.0
"""A line that seems stronger by more than this share is the edge of something else."""


@dataclass(frozen=True, slots=True, eq=False)
class Arms:
    """The four arms of the lines just beside each of S sites.

    line: (S, 4) how strong the line is on the empty board, 0 where there is none. kept: (S, 4) how
    much of it a photo shows, in the same unit; an edge of something may look like a still stronger
    line, and then it isn't the line that shows. banks_mm: (S, 4, P, 2) places on both sides of it.
    """

    line: Floats
    kept: Floats
    banks_mm: Floats


def look_at_arms(view: View, seen: Look) -> Arms:
    """Measure the contrast across the lines' arms beside all sites."""
    layout = view.layout
    points = layout.points_mm
    far = layout.corners_mm[2]
    lines, kept, banks = [], [], []
    for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        ahead = np.array(way) * layout.pitch_mm
        beside = np.array((-way[1], way[0])) * layout.pitch_mm
        offsets = _ARM[:, None, None] * ahead + _ACROSS[:, None] * beside
        places = points[:, None, None] + offsets
        world = np.concatenate([places, np.zeros((*places.shape[:3], 1))], axis=3)
        at = view.work.project(world.reshape(-1, 3)).astype(np.float32).reshape(-1, len(_ACROSS), 2)
        shape = (len(points), len(_ARM), len(_ACROSS))
        before = relief(warp(view.grey, at).reshape(shape))
        now = relief(warp(seen.change, at).reshape(shape))
        end = points + ahead
        on = ((end > -1) & (end < far + 1)).all(axis=1) & (np.abs(before).max(axis=1) > _FAINT)
        line, more = (before * before).sum(axis=1), (before * now).sum(axis=1)
        more = np.where(more > 0, -np.maximum(more - _MORE * line, 0), more)
        lines.append(np.where(on, line, 0.0))
        kept.append(np.where(on, line + more, 0.0))
        banks.append(places[:, :, [0, -1]].reshape(len(points), -1, 2))
    return Arms(np.stack(lines, axis=1), np.stack(kept, axis=1), np.stack(banks, axis=1))


def lines_left(arms: Arms, told: Floats | None = None) -> Floats:
    """Return how much of the lines' contrast is left at each site (S,): 1 all, 0 none.

    told: (S, 4) how much each arm is to count, 1 = as usual. NaN where no line that counts stands
    out at all.
    """
    weight = np.ones_like(arms.line) if told is None else told
    total = (weight * arms.line).sum(axis=1)
    left = (weight * arms.kept).sum(axis=1) / np.maximum(total, 1e-6)
    return np.asarray(np.where(total > 0, left, np.nan), dtype=np.float64)


def relief(profiles: F32) -> F32:
    """Return the profiles (N, along, across) across lines, averaged along, without their slope."""
    mean = profiles.mean(axis=1)
    return np.asarray(mean @ _without_slope(mean.shape[1]), dtype=np.float32)


@lru_cache(maxsize=4)
def _without_slope(width: int) -> Floats:
    """Return what takes the line through their two outer samples each off profiles (N, width)."""
    base = np.stack([np.ones(width), np.linspace(-1, 1, width)], axis=1)
    ends = np.r_[0:2, width - 2 : width]
    told = np.zeros((2, width))
    told[:, ends] = np.linalg.pinv(base[ends])
    return np.asarray(np.eye(width) - (base @ told).T, dtype=np.float64)
