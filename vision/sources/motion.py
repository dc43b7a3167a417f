"""Is the table quiet? A cheap look at each small frame, before anything is read.

What counts is structure, not brightness: frames are compared as logarithms of brightness less their
own surroundings, so that exposure, slow light and soft shadows cancel, and row by row, so that
the stripes of mains light do. Noise is measured in the frames themselves. What remains must lie
close together, as hands and pieces do.

    watch = MotionWatch()
    watch.see(frame.pixels, frame.taken_s)      # for every new frame
    watch.judged()                              # when the table was read
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sources.api import MOTION_WIDTH_PX, Pixels, small

F32 = NDArray[np.float32]

_AROUND_PX = 25
"""Surroundings that are taken off, in pixels of 320: a cube has about ten, an arm thirty."""
_DARK = 16.0
"""Added before the logarithm, so that the noise of dark pixels does not count for much."""
_LEAST = 0.05
"""Differences below this (5 % of brightness) are never motion."""
_NOISES = 6.0
"""Nor are those below so many deviations of the noise."""
_SPOT_PX = 9
_FULL = 0.22
"""So much of a spot of 9 x 9 pixels must differ: about half a face of a cube."""
_FOLLOW = 0.04
"""Share of each quiet frame that the picture of the quiet table takes over: slow light goes in."""


class Stir(Enum):
    """What is going on at the table."""

    MOVING = "moving"
    """Something moves: wait."""
    QUIET = "quiet"
    """Nothing moves, and nothing has since the table was judged."""
    CHANGED = "changed"
    """Nothing moves now, and the table is not as it was when it was judged, or may not be."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What one frame tells.

    since_s: since when (`Frame.taken_s`) it has been so. share: how full of differences the worst
    spot is, 0 to 1: above a fifth it is motion. where_px: the middle of that spot, (x, y) in the
    frame that was given. differs: the picture itself differs from the judged one; without it
    CHANGED means that something moved, and all looks as before.
    """

    stir: Stir
    since_s: float
    share: float
    where_px: tuple[float, float] | None = None
    differs: bool = False


class MotionWatch:
    """Watches small frames of one camera. Not for several threads at once.

    mask: (H, W) of the frames' shape, true where motion counts, such as the board and its rim;
    everywhere when None.
    """

    def __init__(self, *, mask: NDArray[np.bool_] | None = None) -> None:
        self._mask = mask
        self._quiet: F32 | None = None
        self._judged: F32 | None = None
        self._stirred = True
        self._moving = True
        self._since_s = 0.0
        self._last: F32 | None = None

    def see(self, pixels: Pixels, taken_s: float) -> Seen:
        """Take the next frame, BGR or grey, and say what is going on.

        The first frame, and the first of another size, begin anew: nothing is known to be quiet.
        """
        now = structure(pixels)
        if self._quiet is None or self._quiet.shape != now.shape:
            self._begin(now, taken_s)
            return Seen(Stir.MOVING, taken_s, 0.0)
        assert self._quiet is not None
        spot = self._spot(now, self._quiet)
        self._last = now
        if spot.share > _FULL:
            if not self._moving:
                self._since_s = taken_s
            self._moving = self._stirred = True
            self._quiet = now
            return Seen(Stir.MOVING, self._since_s, spot.share, _scaled(spot, pixels))
        if self._moving:
            self._moving, self._since_s = False, taken_s
        self._quiet = cv2.addWeighted(self._quiet, 1 - _FOLLOW, now, _FOLLOW, 0).astype(np.float32)
        against = self._spot(now, self._judged) if self._judged is not None else None
        differs = against is not None and against.share > _FULL
        if against is not None and (differs or self._stirred):
            self._stirred = True
            where = _scaled(against, pixels) if differs else None
            return Seen(Stir.CHANGED, self._since_s, against.share, where, differs)
        return Seen(Stir.CHANGED if self._stirred else Stir.QUIET, self._since_s, spot.share)

    def judged(self) -> None:
        """Take the newest frame for the table as it was judged."""
        self._judged = self._last
        self._stirred = self._moving

    def _begin(self, now: F32, taken_s: float) -> None:
        self._quiet = self._last = now
        self._judged = None
        self._stirred = self._moving = True
        self._since_s = taken_s

    def _spot(self, now: F32, before: F32) -> _Spot:
        mask = self._mask
        if mask is not None and mask.shape != now.shape:
            raise ValueError(f"the mask has the shape {mask.shape}, the frames {now.shape}")
        return _worst_spot(cv2.subtract(now, before), mask)


@dataclass(frozen=True, slots=True)
class _Spot:
    share: float
    x: float
    y: float


_LOGS = np.log(np.arange(256, dtype=np.float32) + _DARK)


def structure(pixels: Pixels) -> F32:
    """Return (h, w) float32, at most 320 wide: log brightness less its surroundings."""
    little = small(pixels) if pixels.ndim == 3 and pixels.shape[1] > MOTION_WIDTH_PX else pixels
    gray = cv2.cvtColor(little, cv2.COLOR_BGR2GRAY) if little.ndim == 3 else little
    logs = cv2.blur(_LOGS[gray], (3, 3))
    around = cv2.blur(logs, (_AROUND_PX, _AROUND_PX))
    return np.asarray(cv2.subtract(logs, around), dtype=np.float32)


def _worst_spot(apart: NDArray[np.generic], mask: NDArray[np.bool_] | None) -> _Spot:
    """Return the spot of 9 x 9 pixels that is fullest of differences."""
    difference = np.asarray(apart, dtype=np.float32)
    sample = difference[::2, ::3]
    rows = np.median(sample, axis=1)
    stripes = np.repeat(rows, 2)[: difference.shape[0], None]
    size = np.abs(difference - stripes)
    noise = 1.4826 * float(np.median(np.abs(sample - rows[:, None])))
    strong = (size > max(_LEAST, _NOISES * noise)).astype(np.float32)
    if mask is not None:
        strong *= mask
    full = cv2.blur(strong, (_SPOT_PX, _SPOT_PX), borderType=cv2.BORDER_CONSTANT)
    _, share, _, (x, y) = cv2.minMaxLoc(full)
    return _Spot(float(share), float(x), float(y))


def _scaled(spot: _Spot, pixels: Pixels) -> tuple[float, float]:
    """Return the spot's middle in the frame that was given."""
    factor = max(1.0, pixels.shape[1] / MOTION_WIDTH_PX)
    return spot.x * factor, spot.y * factor
