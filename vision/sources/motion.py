"""Is the table quiet? A cheap look at each small frame, before anything is read.

What counts is structure, not brightness: each pixel is divided by its surroundings, so that
exposure, slow light and soft shadows cancel, and differences are taken row by row, so that the
stripes of mains light do. Noise is measured in the frames themselves. What remains must lie close
together, as hands and pieces do.

    watch = MotionWatch()
    watch.see(frame.pixels, frame.taken_s)      # for every new frame
    watch.judged(still.taken_s)                 # when the table was read from a still
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
"""Surroundings of a pixel, in pixels of 320: a cube has about ten, an arm thirty."""
_DARK = 4.0
"""Added to the surroundings, so that the noise of a dark room does not count for much."""
_FAINT = 0.2
"""Added to the quotient before the logarithm: pixels much darker than around them are noise."""
_LEAST = 0.06
"""Differences below this (6 % of brightness) are never motion."""
_LEAST_LEVELS = 2.5
"""Nor are those below so many of 256 levels: chips and JPEG round."""
_NOISES = 5.0
"""Nor are those below so many deviations of the noise, which is about the same at all levels."""
_SPOT_PX = 9
FULL = 0.22
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
        self._quiet: Structure | None = None
        self._judged: Structure | None = None
        self._stirred = True
        self._moving = True
        self._since_s = 0.0
        self._last: Structure | None = None

    def see(self, pixels: Pixels, taken_s: float) -> Seen:
        """Take the next frame, BGR or grey, and say what is going on.

        The first frame, and the first of another size, begin anew: nothing is known to be quiet.
        """
        now = structure(pixels)
        if self._quiet is None or self._quiet.logs.shape != now.logs.shape:
            self._begin(now, taken_s)
            return Seen(Stir.MOVING, taken_s, 0.0)
        spot = self._spot(now, self._quiet)
        self._last = now
        if spot.share > FULL:
            if not self._moving:
                self._since_s = taken_s
            self._moving = self._stirred = True
            self._quiet = now
            return Seen(Stir.MOVING, self._since_s, spot.share, _scaled(spot, pixels))
        if self._moving:
            self._moving, self._since_s = False, taken_s
        self._quiet = _blended(self._quiet, now)
        against = self._spot(now, self._judged) if self._judged is not None else None
        differs = against is not None and against.share > FULL
        if against is not None and (differs or self._stirred):
            self._stirred = True
            where = _scaled(against, pixels) if differs else None
            return Seen(Stir.CHANGED, self._since_s, against.share, where, differs)
        return Seen(Stir.CHANGED if self._stirred else Stir.QUIET, self._since_s, spot.share)

    def judged(self, taken_s: float | None = None) -> None:
        """Take the table as it is for judged, from a photograph taken at ``taken_s`` (None: now).

        Reading takes a while. If something has moved since the photograph, the table stays changed.
        """
        quiet_then = taken_s is None or self._since_s <= taken_s
        if quiet_then and not self._moving:
            self._judged = self._last
            self._stirred = False
        else:
            self._stirred = True

    def _begin(self, now: Structure, taken_s: float) -> None:
        self._quiet = self._last = now
        self._judged = None
        self._stirred = self._moving = True
        self._since_s = taken_s

    def _spot(self, now: Structure, before: Structure) -> _Spot:
        mask = self._mask
        if mask is not None and mask.shape != now.logs.shape:
            raise ValueError(f"the mask has the shape {mask.shape}, the frames {now.logs.shape}")
        return worst_spot(now, before, mask)


@dataclass(frozen=True, slots=True, eq=False)
class Structure:
    """A frame as it is compared.

    logs: (h, w) float32, the logarithm of brightness over that around it. levels: (h, w) float32,
    how many levels of the picture a difference of 1 in ``logs`` is.
    """

    logs: F32
    levels: F32


@dataclass(frozen=True, slots=True)
class _Spot:
    share: float
    x: float
    y: float


def structure(pixels: Pixels) -> Structure:
    """Return the structure of a frame, BGR or grey; of a large one, of what `small` makes of it."""
    little = small(pixels) if pixels.ndim == 3 and pixels.shape[1] > MOTION_WIDTH_PX else pixels
    gray = cv2.cvtColor(little, cv2.COLOR_BGR2GRAY) if little.ndim == 3 else little
    bright = cv2.blur(gray.astype(np.float32), (3, 3))
    around = cv2.blur(bright, (_AROUND_PX, _AROUND_PX)) + _DARK
    # log(bright / around + faint), whose derivative is 1 / (bright + faint * around)
    levels = bright + _FAINT * around
    logs = cv2.log(levels / around)
    return Structure(np.asarray(logs, dtype=np.float32), np.asarray(levels, dtype=np.float32))


def _blended(quiet: Structure, now: Structure) -> Structure:
    logs = cv2.addWeighted(quiet.logs, 1 - _FOLLOW, now.logs, _FOLLOW, 0)
    return Structure(np.asarray(logs, dtype=np.float32), now.levels)


def worst_spot(now: Structure, before: Structure, mask: NDArray[np.bool_] | None = None) -> _Spot:
    """Return the spot of 9 x 9 pixels that is fullest of differences."""
    difference = now.logs - before.logs
    difference -= np.repeat(np.median(difference[::2, ::3], axis=1), 2)[: len(difference), None]
    size = np.abs(difference)
    in_levels = size * np.minimum(now.levels, before.levels)
    noise = 1.4826 * float(np.median(in_levels[::2, ::3]))
    strong = (size > _LEAST) & (in_levels > max(_LEAST_LEVELS, _NOISES * noise))
    if mask is not None:
        strong &= mask
    counted = strong.astype(np.float32)
    full = cv2.blur(counted, (_SPOT_PX, _SPOT_PX), borderType=cv2.BORDER_CONSTANT)
    _, share, _, (x, y) = cv2.minMaxLoc(full)
    return _Spot(float(share), float(x), float(y))


def _scaled(spot: _Spot, pixels: Pixels) -> tuple[float, float]:
    """Return the spot's middle in the frame that was given."""
    factor = max(1.0, pixels.shape[1] / MOTION_WIDTH_PX)
    return spot.x * factor, spot.y * factor
