"""Evidence for grid lines: brightness profiles across every stretch of line between two points.

A stretch is one half of the line between two neighbouring grid points. Its profile is sampled in
grid units, so one number means the same on every board: where a line lies is measured as a part of
the pitch, whatever the size of the picture. A line is a dip (or a bump) narrower than its flanks:
both sides must be lighter (darker) than the middle, so the edge of a board, a cube or a shadow
doesn't count.

A faint line is lost in noise on one stretch and plain on several. So each stretch is also judged by
the median of the five profiles around it along its line: the noise halves, stones on two of them
change nothing, and as three of five are on one side a line ends where it ended before.
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
_MOST_FLANK = 0.3
_MOST_REACH, _REACH_OF_FLANK = 0.5, 3.0  # to see what lies between the lines, and how many flanks
_FAR_PX = 1e5  # from the picture; further away is as good as nowhere
_MOST_HIDDEN = 2  # of the five stretches whose median is taken
_SURE_FROM, _SURE_AT = 2.0, 6.0  # a dip counts from 2 times the texture, fully from 6 times
# Texture: this part of the roughness values lies below it; scaled to the median of normal noise.
_TEXTURE_PART, _TEXTURE_SCALE = 0.35, 1.486


@dataclass(frozen=True, slots=True)
class Stretches:
    """Half-edges of a grid: axis (N,) = 0 for column lines (u fixed) or 1 for row lines (v fixed).

    line (N,): the fixed coordinate. cell (N,): the whole number below the other coordinate.
    points (N, 5, 2): sample places in grid units. beside (N, 5): the indices of the stretches
    around each on its line, itself in the middle; at the line's ends the last again.
    """

    axis: NDArray[np.int64]
    line: NDArray[np.int64]
    cell: NDArray[np.int64]
    points: Floats
    beside: NDArray[np.int64]

    def around(self, which: NDArray[np.int64]) -> Stretches:
        """Return five stretches of the lines around each of some, given by their indices."""
        five = self.beside[which].ravel()
        beside = np.repeat(np.arange(len(five)).reshape(-1, 5), 5, axis=0)
        return Stretches(
            self.axis[five], self.line[five], self.cell[five], self.points[five], beside
        )


@dataclass(frozen=True, slots=True)
class Profiles:
    """Sampled stretches: offsets (S,) in grid units and heights of dips (N, S).

    They are positive for lines darker than their surroundings in `dark`, lighter in `light`, and
    measured in the roughness of these surroundings. outside (N,): a part of the stretch is not in
    the picture, or something is known to hide it; it has no dips.
    """

    offsets: Floats
    dark: Floats
    light: Floats
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
        return np.clip((dips - _SURE_FROM) / (_SURE_AT - _SURE_FROM), 0.0, 1.0)


def make_stretches(first: tuple[int, int], last: tuple[int, int]) -> Stretches:
    """Return all stretches of the grid from point `first` to `last` (column, row), inclusive."""
    axis, line, cell, points, beside = [], [], [], [], []
    start = 0
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
        # Along a line the two halves of each cell take turns.
        count = 2 * lines.shape[1]
        order = np.arange(2 * lines.size).reshape(2, *lines.shape).transpose(1, 2, 0)
        near = np.clip(np.arange(count)[:, None] + np.arange(-2, 3), 0, count - 1)
        around = np.empty((2 * lines.size, 5), dtype=np.int64)
        around[order.reshape(len(lines), count)] = order.reshape(len(lines), count)[:, near]
        beside.append(start + around)
        start += len(around)
    return Stretches(
        np.concatenate(axis),
        np.concatenate(line),
        np.concatenate(cell),
        np.concatenate(points),
        np.concatenate(beside),
    )


def take_profiles(
    gray: NDArray[np.float32],
    mapping: Mapping,
    stretches: Stretches,
    *,
    reach: float,
    pitch_px: float,
    coarse: bool = False,
    enlarged: float = 1.0,
    hidden: NDArray[np.bool_] | None = None,
) -> Profiles:
    """Sample `gray` across the stretches up to `reach` (grid units) to both sides, or further.

    coarse: fewer samples, to judge quickly whether there are lines at all. enlarged: pixels of the
    picture to a pixel of the photo, which is as blurred as it was small. hidden: (N,) something
    lies on the stretch.
    """
    flank = max(_FLANK, _FLANK_PX * enlarged / pitch_px)
    step = flank / 2.0 if coarse else min(flank / 3.0, max(0.6 / pitch_px, flank / 6.0))
    half = int(np.ceil(reach / step))
    # Samples lie on straight lines between the ends of each cross-cut: two mapped points do.
    points = stretches.points[:, ::2] if coarse else stretches.points
    ends = np.repeat(points[None], 2, axis=0)
    rows = np.arange(len(points))
    ends[0, rows, :, stretches.axis] -= half * step
    ends[1, rows, :, stretches.axis] += half * step
    pixels = mapping(ends.reshape(-1, 2)).reshape(2, *points.shape)
    seen_at: F32 = np.clip(np.nan_to_num(pixels, nan=-1e4), -_FAR_PX, _FAR_PX).astype(np.float32)
    lags = np.ceil(_flanks(seen_at, 2 * half * step, flank, enlarged) / step - 1e-6).astype(
        np.int64
    )
    lag = int(lags.max())
    # Where the flanks lie far off, the line itself is in sight on most of a short profile.
    seen = max(half, int(np.ceil(min(_MOST_REACH / step, _REACH_OF_FLANK * lag))))
    offsets = np.arange(-seen - lag, seen + lag + 1) * step
    part = (np.arange(len(offsets), dtype=np.float32) - (seen - half + lag)) / (2 * half)
    x, y = (seen_at[0, ..., i, None] * (1 - part) + seen_at[1, ..., i, None] * part for i in (0, 1))
    flat = (len(points), -1)
    levels = cv2.remap(
        gray,
        x.reshape(flat),
        y.reshape(flat),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
    )
    width, height = gray.shape[1] - 1, gray.shape[0] - 1
    beyond = (seen_at < 0) | (seen_at > np.array([width, height]))
    outside = np.asarray(beyond.any(axis=(0, 2, 3)), dtype=np.bool_)
    sampled = np.asarray(levels, np.float32).reshape(x.shape)
    kept = np.asarray(offsets[lag:-lag], np.float64)
    return _measure(sampled, kept, lags, outside, stretches.beside, hidden)


def _flanks(pixels: F32, apart: float, least: float, enlarged: float) -> Floats:
    """Return how far from its middle each line's flanks are looked at (N,), in pitches.

    pixels: the ends (2, N, along, 2) of the cross-cuts, so many pitches apart. Far away in a flat
    view, and across the lines that run from side to side there, a pitch has fewer pixels than in
    the middle of the board; a line is as blurred there, and its flanks lie as many pixels away.
    """
    cut = (pixels[1] - pixels[0]).mean(axis=1)
    along = pixels[:, :, -1].mean(axis=0) - pixels[:, :, 0].mean(axis=0)
    across = np.abs(cut[:, 0] * along[:, 1] - cut[:, 1] * along[:, 0])
    pitch = across / np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-6) / apart
    wide = _FLANK_PX * enlarged / np.maximum(pitch.astype(np.float64), 1.0)
    return np.asarray(np.clip(wide, least, max(least, _MOST_FLANK)), dtype=np.float64)


def _measure(
    levels: F32,
    offsets: Floats,
    lags: NDArray[np.int64],
    outside: NDArray[np.bool_],
    beside: NDArray[np.int64],
    hidden: NDArray[np.bool_] | None,
) -> Profiles:
    """Turn samples (N, along, S) into dips against both flanks, in the texture around them.

    lags: how many samples each line's flanks lie off its middle (N,); the samples reach as far
    beyond the offsets as the largest. beside: as in `Stretches`.

    A line goes on along the whole stretch: the lesser dip of its two parts counts, so a printed
    letter in the margin, where the line would go on, is no line.
    """
    half = levels.shape[1] // 2 + 1
    one, other = (_added(levels[:, part]) / half for part in (slice(half), slice(-half, None)))
    whole = (one + other) / 2  # the middle sample counts twice
    pooled = _pooled(whole, beside)
    # What hides most of its neighbours says nothing of a stretch.
    alone = None if hidden is None else hidden[beside].sum(axis=1) > _MOST_HIDDEN
    outside = outside if hidden is None else outside | hidden
    known = ~outside
    single = _in_texture([one, other], whole, lags, known)
    several = _in_texture([pooled], pooled, lags, known)
    if alone is not None:
        for common in several:
            common[alone] = -1.0
    dark, light = (
        np.maximum(mine, common).astype(np.float64)
        for mine, common in zip(single, several, strict=True)
    )
    dark[outside] = light[outside] = -1.0
    return Profiles(offsets, dark, light, outside)


def _pooled(levels: F32, beside: NDArray[np.int64]) -> F32:
    """Return the median of the five profiles (N, S) around each, each against its own mean."""
    relief = levels - levels.mean(axis=1, keepdims=True)
    a, b, c, d, e = (relief[beside[:, place]] for place in range(5))
    # The middle one of five lies between the two pairs' inner ones and the fifth.
    low, high = np.minimum(a, b), np.maximum(a, b)
    other_low, other_high = np.minimum(d, e), np.maximum(d, e)
    low, high = np.maximum(low, other_low), np.minimum(high, other_high)
    low, high = np.minimum(low, high), np.maximum(low, high)
    return np.asarray(np.maximum(low, np.minimum(high, c)), dtype=np.float32)


def _in_texture(
    parts: list[F32], whole: F32, lags: NDArray[np.int64], known: NDArray[np.bool_]
) -> tuple[F32, F32]:
    """Return the least dips and bumps of some profiles (N, S each) in the texture of the whole."""
    widest = int(lags.max())
    size = whole.shape[1] - 2 * widest
    dark, light = np.empty((2, len(whole), size), dtype=np.float32)
    own = np.empty(len(whole), dtype=np.float32)
    for lag in map(int, np.unique(lags)):
        mine = lags == lag
        reach = slice(widest - lag, whole.shape[1] - (widest - lag))
        dips = [_dips(part[mine, reach], lag) for part in parts]
        dark[mine], light[mine] = (
            np.minimum.reduce(list(kind)) for kind in zip(*dips, strict=True)
        )
        own[mine] = _texture(whole[mine, reach], lag)
    common = float(np.median(own[known])) if known.any() else 0.0
    texture = (0.5 * (own + common) + 0.5)[:, None]
    return dark / texture, light / texture


def _texture(levels: F32, lag: int) -> F32:
    """Return how rough profiles (N, S) are (N,), in grey levels.

    A line is met three times on the way past the middle and both flanks, and where the pitch is few
    pixels that is more than half of the way: so a lower part of the values than the median.
    """
    middle, left, right = levels[:, lag:-lag], levels[:, : -2 * lag], levels[:, 2 * lag :]
    rough = np.abs(middle - 0.5 * (left + right))
    at = int(_TEXTURE_PART * rough.shape[1])
    return np.asarray(_TEXTURE_SCALE * np.partition(rough, at, axis=1)[:, at], dtype=np.float32)


def _added(levels: F32) -> F32:
    """Return the sum over the middle axis; numpy's own is slow over so short an axis."""
    total = levels[:, 0].copy()
    for index in range(1, levels.shape[1]):
        total += levels[:, index]
    return total


def _dips(levels: F32, lag: int) -> tuple[F32, F32]:
    """Return how much darker, and how much lighter, each middle is than both its flanks (N, S)."""
    middle, left, right = levels[:, lag:-lag], levels[:, : -2 * lag], levels[:, 2 * lag :]
    return np.minimum(left, right) - middle, middle - np.maximum(left, right)
