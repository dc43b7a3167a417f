"""What a pixel may belong to: log densities of colours for each kind of surface, table by table.

Colours are logarithms of reflectance (see vision.light), turned into (lightness, red - green,
blue - green) and put in bins of a tenth of a log unit. Surfaces of pieces are compared in
reflectance; the board in its difference from the empty board at the same pixel, so that lines and
grain cancel and what shadows do is learned from the teaching photos.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

_LOW = (-3.4, -1.6, -1.6)
_STEP = 0.1
_SHAPE = (52, 32, 32)
HUES = 32 * 32
BINS = 52 * HUES
"""A bin less its multiple of HUES is its hue: the same for all lightnesses."""
_TO_BINS = np.array(
    [
        [1 / 3, 1 / 3, 1 / 3, -_LOW[0]],
        [0, -1, 1, -_LOW[1]],
        [1, -1, 0, -_LOW[2]],
    ],
    dtype=np.float32,
) * np.float32(1 / _STEP)
_AT_ONCE = 1 << 16
"""So many colours are binned at once: few enough for the processor's cache."""
_UNIFORM = 0.02
"""Share of pixels that may have any colour: glints, dust, what was never taught."""


class Surface(IntEnum):
    """The surfaces of pieces; a top's rim is the outer band that the art leaves free."""

    BROWN_RIM = 0
    BLUE_RIM = 1
    BROWN_TOP = 2
    BLUE_TOP = 3
    BROWN_SIDE = 4
    BLUE_SIDE = 5
    BROWN_STONE = 6
    BLUE_STONE = 7


def bins(colours: Floats) -> NDArray[np.uint16]:
    """Return the bin (N,) of each log colour (N, 3) BGR."""
    flat = np.ascontiguousarray(colours, dtype=np.float32).reshape(-1, 1, 3)
    at = np.zeros(len(flat), dtype=np.uint16)
    for start in range(0, len(flat), _AT_ONCE):
        some = at[start : start + _AT_ONCE]
        told = cv2.transform(flat[start : start + _AT_ONCE], _TO_BINS)
        for part, count in zip(cv2.split(told), _SHAPE, strict=True):
            some *= count
            some += np.clip(part.ravel(), 0, count - 1).astype(np.uint8)
    return at


def density(colours: Floats, *, broad: float = 0.15) -> Floats:
    """Return log densities (BINS,) of the colours (N, 3): a smoothed histogram with broad tails.

    broad: the share drawn from a much smoother histogram; more where few pixels were taught.
    """
    return density_of(bins(colours), broad=broad)


def density_of(at: NDArray[np.integer], *, broad: float = 0.15) -> Floats:
    """Return log densities (BINS,) as `density` does, of colours whose bins (N,) are known."""
    count = np.bincount(at, minlength=BINS).reshape(_SHAPE).astype(np.float32)
    count /= max(float(count.sum()), 1.0)
    mixed = (1 - broad - _UNIFORM) * _smooth(count, 1.0) + broad * _smooth(count, 3.0)
    return np.asarray(np.log(mixed + np.float32(_UNIFORM / BINS)).ravel(), dtype=np.float32)


def mix(first: Floats, second: Floats) -> Floats:
    """Return the log density of half the one and half the other."""
    high, low = np.maximum(first, second), np.minimum(first, second)
    low -= high
    return np.asarray(high + np.log1p(np.exp(low)) - np.float32(np.log(2)), dtype=np.float32)


def _smooth(cube: Floats, sigma: float) -> Floats:
    """Blur a histogram along its three axes."""
    radius = int(np.ceil(3 * sigma))
    kernel = cv2.getGaussianKernel(2 * radius + 1, sigma).astype(np.float32)
    for axis in range(3):
        moved = np.moveaxis(cube, axis, 0)
        flat = np.ascontiguousarray(moved.reshape(moved.shape[0], -1))
        blurred = cv2.filter2D(flat, cv2.CV_32F, kernel, borderType=cv2.BORDER_REPLICATE)
        restored = np.asarray(blurred, dtype=np.float32).reshape(moved.shape)
        cube = np.moveaxis(restored, 0, axis)
    return np.ascontiguousarray(cube)


@dataclass(frozen=True, slots=True, eq=False)
class PixelModel:
    """Log densities for each kind of surface.

    surfaces: (BINS, 8) float32 in the order of `Surface`, in reflectance, each by itself in memory.
    board: (BINS,) float32, in difference from the empty board, shadows included.
    usual: the board's log density that all but a hundredth of its pixels exceed.
    """

    surfaces: Floats
    board: Floats
    usual: float

    def __post_init__(self) -> None:
        """Check the shapes, and lay each surface's numbers side by side."""
        if self.surfaces.shape != (BINS, len(Surface)) or self.board.shape != (BINS,):
            raise ValueError("the colour tables have a wrong shape")
        object.__setattr__(self, "surfaces", np.asfortranarray(self.surfaces))

    def likeliest(self, *kinds: Surface) -> Floats:
        """Return the log density (BINS,) of the likeliest of some surfaces."""
        found = self.surfaces[:, kinds[0]]
        for kind in kinds[1:]:
            found = np.maximum(found, self.surfaces[:, kind])
        return found
