"""Evidence for grid lines: brightness profiles across every stretch of line between two points.

A stretch is one half of the line between two neighbouring grid points. Its profile is sampled in
grid units, so one number means the same on every board: where a line lies is measured as a part of
the pitch, whatever the size of the picture. A line is a dip (or a bump) narrower than its flanks:
both sides must be lighter (darker) than the middle, so the edge of a board, a cube or a shadow
doesn't count.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
F32 = NDArray[np.float32]
Mapping = Callable[[Floats], Floats]
"""Maps grid units (N, 2) = (column, row) to pixels (N, 2)."""

# Where a stretch is sampled, as parts of the pitch: not near the points, where pieces stand
# and the other line crosses.
_STRETCHES = (np.array([0.14, 0.23, 0.32, 0.41, 0.50]), np.array([0.50, 0.59, 0.68, 0.77, 0.86]))
_FLANK = 0.08  # distance of the flanks from the middle of a line, as a part of the pitch
_FLANK_PX = 1.7  # but never nearer than this
_SURE_FROM, _SURE_AT = 2.0, 6.0  # a dip counts from 2 times the texture, fully from 6 times
# Texture: this part of the roughness values lies below it; scaled to the median of normal noise.
_TEXTURE_PART, _TEXTURE_SCALE = 0.35, 1.486


@dataclass(frozen=True, slots=True)
class Stretches:
    """Half-edges of a grid: axis (N,) = 0 for column lines (u fixed) or 1 for row lines (v fixed).

    line (N,): the fixed coordinate. cell (N,): the whole number below the other coordinate.
    points (N, 5, 2): sample places in grid units.
    """

    axis: NDArray[np.int64]
    line: NDArray[np.int64]
    cell: NDArray[np.int64]
    points: Floats

    def chosen(self, which: NDArray[np.int64]) -> Stretches:
        """Return some of the stretches, by their indices."""
        return Stretches(self.axis[which], self.line[which], self.cell[which], self.points[which])


@dataclass(frozen=True, slots=True)
class Profiles:
    """Sampled stretches: offsets (S,) in grid units and dip heights (N, S) in grey levels.

    `dips` are positive for lines darker than their surroundings in `dark`, lighter in `light`.
    texture (N,): how rough the surroundings are, in the same grey levels. outside (N,): a part of
    the stretch is not in the picture; it has no dips.
    """

    offsets: Floats
    dark: Floats
    light: Floats
    texture: Floats
    outside: NDArray[np.bool_]

    def within(self, reach: float) -> Profiles:
        """Return the same profiles cut to offsets of at most `reach` to both sides."""
        keep = np.abs(self.offsets) <= reach + 1e-9
        return replace(
            self,
            offsets=self.offsets[keep],
            dark=self.dark[:, keep],
            light=self.light[:, keep],
        )

    def sureness(self, *, light: bool) -> Floats:
        """Return how sure a line is at each offset, (N, S) from 0 to 1."""
        dips = self.light if light else self.dark
        return np.clip(
            (dips / self.texture[:, None] - _SURE_FROM) / (_SURE_AT - _SURE_FROM), 0.0, 1.0
        )


def make_stretches(first: tuple[int, int], last: tuple[int, int]) -> Stretches:
    """Return all stretches of the grid from point `first` to `last` (column, row), inclusive."""
    axis, line, cell, points = [], [], [], []
    for fixed in (0, 1):
        lines, cells = np.meshgrid(
            np.arange(first[fixed], last[fixed] + 1),
            np.arange(first[1 - fixed], last[1 - fixed]),
            indexing="ij",
        )
        for part in _STRETCHES:
            place = np.empty((lines.size, len(part), 2))
            place[:, :, fixed] = lines.ravel()[:, None]
            place[:, :, 1 - fixed] = cells.ravel()[:, None] + part
            axis.append(np.full(lines.size, fixed, dtype=np.int64))
            line.append(lines.ravel())
            cell.append(cells.ravel())
            points.append(place)
    return Stretches(
        np.concatenate(axis), np.concatenate(line), np.concatenate(cell), np.concatenate(points)
    )


def take_profiles(
    gray: NDArray[np.float32],
    mapping: Mapping,
    stretches: Stretches,
    *,
    reach: float,
    pitch_px: float,
    coarse: bool = False,
) -> Profiles:
    """Sample `gray` across the stretches up to `reach` (grid units) to both sides.

    coarse: fewer samples, to judge quickly whether there are lines at all.
    """
    flank = max(_FLANK, _FLANK_PX / pitch_px)
    step = flank / 2.0 if coarse else min(flank / 3.0, max(0.6 / pitch_px, flank / 6.0))
    lag = int(np.ceil(flank / step))
    half = int(np.ceil(reach / step))
    offsets = np.arange(-half - lag, half + lag + 1) * step
    # Samples lie on straight lines between the ends of each cross-cut: two mapped points do.
    points = stretches.points[:, ::2] if coarse else stretches.points
    ends = np.repeat(points[None], 2, axis=0)
    rows = np.arange(len(points))
    ends[0, rows, :, stretches.axis] += offsets[0]
    ends[1, rows, :, stretches.axis] += offsets[-1]
    pixels = mapping(ends.reshape(-1, 2)).reshape(2, *points.shape)
    pixels = np.nan_to_num(pixels, nan=-1e4).astype(np.float32)
    part = np.linspace(0.0, 1.0, len(offsets), dtype=np.float32)
    x, y = (pixels[0, ..., i, None] * (1 - part) + pixels[1, ..., i, None] * part for i in (0, 1))
    flat = (len(points), -1)
    levels = cv2.remap(
        gray,
        x.reshape(flat),
        y.reshape(flat),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
    )
    width, height = gray.shape[1] - 1, gray.shape[0] - 1
    beyond = (pixels < 0) | (pixels > np.array([width, height]))
    outside = np.asarray(beyond.any(axis=(0, 2, 3)), dtype=np.bool_)
    return _measure(
        np.asarray(levels, np.float32).reshape(x.shape),
        np.asarray(offsets, np.float64),
        lag,
        outside,
    )


def _measure(levels: F32, offsets: Floats, lag: int, outside: NDArray[np.bool_]) -> Profiles:
    """Turn samples (N, along, S) into dips against both flanks and the texture around them.

    A line goes on along the whole stretch: the lesser dip of its two parts counts, so a printed
    letter in the margin, where the line would go on, is no line.
    """
    half = levels.shape[1] // 2 + 1
    one, other = (_added(levels[:, part]) / half for part in (slice(half), slice(-half, None)))
    dark, light = (
        np.minimum(first, second)
        for first, second in zip(_dips(one, lag), _dips(other, lag), strict=True)
    )
    whole = (one + other) / 2  # the middle sample counts twice
    middle, left, right = whole[:, lag:-lag], whole[:, : -2 * lag], whole[:, 2 * lag :]
    rough = np.abs(middle - 0.5 * (left + right))
    # A line is met three times on the way past the middle and both flanks, and where the pitch is
    # few pixels that is more than half of the way: so a lower part of the values than the median.
    at = int(_TEXTURE_PART * rough.shape[1])
    own = _TEXTURE_SCALE * np.partition(rough, at, axis=1)[:, at].astype(np.float64)
    common = float(np.median(own[~outside])) if (~outside).any() else 0.0
    texture = 0.5 * (own + common) + 0.5
    dark[outside] = light[outside] = -1.0
    return Profiles(offsets[lag:-lag], dark, light, texture, outside)


def _added(levels: F32) -> F32:
    """Return the sum over the middle axis; numpy's own is slow over so short an axis."""
    total = levels[:, 0].copy()
    for index in range(1, levels.shape[1]):
        total += levels[:, index]
    return total


def _dips(levels: F32, lag: int) -> tuple[Floats, Floats]:
    """Return how much darker, and how much lighter, each middle is than both its flanks (N, S)."""
    middle, left, right = levels[:, lag:-lag], levels[:, : -2 * lag], levels[:, 2 * lag :]
    dark, light = np.minimum(left, right) - middle, middle - np.maximum(left, right)
    return dark.astype(np.float64), light.astype(np.float64)
