"""Shadows: what a cube's shadow looks like on this table, and whether one is as long as a stack's.

The teaching photos show how dark the board around a cube is, on average. A stack's shadow reaches
twice as far in the same direction. How much darker the board around a pile is than around a single
cube, measured where a stack's shadow would be and a single one's not, tells their height apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera
from vision.light import Maps, sample, warp
from vision.piles import Silhouette

Floats = NDArray[np.float64]
F32 = NDArray[np.float32]

CELLS = 33
STEP_MM = 2.5
_LEAST_POWER = 3.0
"""Difference of the two shadows (summed squares of logs) below which they say little."""
_MEAN = np.full((1, 3), 1 / 3, dtype=np.float32)
_NEAR_MM = 24.0
_PIECE = 1.5
"""Pixels that are pieces rather than board by this log likelihood ratio have no shadow to show."""


@dataclass(frozen=True, slots=True, eq=False)
class ShadowPrint:
    """How dark the board around a cube is: (CELLS, CELLS) logs of light, 0 or less; row 0 south.

    The middle cell is the cube's middle; cells are STEP_MM apart on the board.
    """

    single: F32

    def stacked(self, edge_mm: float) -> F32:
        """Return the print of a stack: the same, reaching twice as far from the cube."""
        half = (CELLS - 1) / 2
        weight = np.minimum(self.single, 0)
        y, x = np.mgrid[:CELLS, :CELLS].astype(np.float32)
        total = float(weight.sum())
        if total > -1e-3:
            return self.single
        way = np.array([((x - half) * weight).sum(), ((y - half) * weight).sum()]) / total
        way = way / max(float(np.linalg.norm(way)), 1e-6)
        along = (x - half) * way[0] + (y - half) * way[1]
        start = edge_mm / 2 / STEP_MM
        back = np.where(along > start, (along - start) / 2, 0).astype(np.float32)
        mx, my = x - back * np.float32(way[0]), y - back * np.float32(way[1])
        far = cv2.remap(self.single, mx.astype(np.float32), my.astype(np.float32), cv2.INTER_LINEAR)
        return np.asarray(np.minimum(far, self.single), dtype=np.float32)


def around(centres_mm: Floats) -> Floats:
    """Return the cells' places (N * CELLS * CELLS, 2) around centres (N, 2)."""
    line = (np.arange(CELLS) - (CELLS - 1) / 2) * STEP_MM
    x, y = np.meshgrid(line, line)
    cells = np.column_stack([x.ravel(), y.ravel()])
    return np.asarray((centres_mm[:, None] + cells).reshape(-1, 2), dtype=np.float64)


def lightness(difference: Maps) -> F32:
    """Return how much lighter each pixel (h, w) is than the empty board, in logs."""
    return np.asarray(cv2.transform(difference, _MEAN), dtype=np.float32)


def misfit(
    expected: F32, light: Maps, covered: Sequence[Silhouette], camera: Camera, centres_mm: Floats
) -> F32:
    """Return how far the board around piles (N,) is from the shadow that is expected of them.

    The mean difference of logs over the cells around each centre that its silhouette leaves free.
    """
    flat = around(centres_mm)
    at = camera.project(np.column_stack([flat, np.zeros(len(flat))])).astype(np.float32)
    at = at.reshape(len(centres_mm), CELLS, CELLS, 2)
    seen = warp(light, at.reshape(-1, CELLS, 2))
    seen = seen.reshape(-1, CELLS, CELLS)
    half = (CELLS - 1) / 2
    y, x = np.mgrid[:CELLS, :CELLS]
    near = (np.hypot(x - half, y - half) * STEP_MM < _NEAR_MM).astype(np.float32)
    values = np.zeros(len(centres_mm), dtype=np.float32)
    for n, pile in enumerate(covered):
        whole = pile.middle + pile.rim + pile.side
        place = at[n] - np.array([pile.left, pile.top], dtype=np.float32)
        free = near * (1 - np.clip(warp(whole, place, outside=0.0), 0, 1))
        gap = np.minimum(np.abs(np.clip(seen[n], -1.5, 1.0) - expected), 0.6)
        values[n] = (gap * free).sum() / max(float(free.sum()), 1.0)
    return values


def darkness(difference: Maps, board: Maps, camera: Camera, centres_mm: Floats) -> tuple[F32, F32]:
    """Return how dark the board is around centres and where it shows, both (N, CELLS, CELLS).

    difference: (h, w, 3) from the empty board. board: (h, w) log likelihood ratio of the likeliest
    piece's surface against the board.
    """
    stacked = cv2.merge([lightness(difference), board])
    values = sample(stacked, camera, around(centres_mm), height_mm=0.0)
    values = values.reshape(len(centres_mm), CELLS, CELLS, 2)
    dark = np.clip(values[..., 0], -1.5, 0.1)
    return dark, (values[..., 1] < _PIECE).astype(np.float32)


def learn_shadow(parts: Sequence[tuple[F32, F32]]) -> ShadowPrint:
    """Return the print from `darkness` around single cubes, lesson by lesson.

    Neighbours' shadows lie at other places for each cube; the lighter third is the own shadow.
    """
    dark = np.concatenate([part[0] for part in parts])
    shown = np.concatenate([part[1] for part in parts])
    values = np.where(shown > 0, dark, np.nan)
    few = (shown > 0).sum(axis=0) < 3
    values[:, few] = 0.0
    return ShadowPrint(np.nanquantile(values, 0.6, axis=0).astype(np.float32))


def stack_likeness(shadow: ShadowPrint, dark: F32, shown: F32, edge_mm: float) -> F32:
    """Return for each pile (N,) -0.5 (shadow of a single cube) to 0.5 (of a stack), 0 unsure."""
    more = (shadow.stacked(edge_mm) - shadow.single)[None] * shown
    power = (more * more).sum(axis=(1, 2))
    share = (more * (dark - shadow.single) * shown).sum(axis=(1, 2)) / np.maximum(power, 1e-6)
    sure = power / (power + _LEAST_POWER)
    return np.asarray((np.clip(share, -0.5, 1.5) - 0.5) * sure, dtype=np.float32)
