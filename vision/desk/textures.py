"""The textures of the virtual table, laid aside in a byte a value, for drawing a pushed board.

Made anew they would cost more than all that is drawn from them, and as they are made they take four
times the room. Each colour is kept as shares of its brightest, linear, since that is how light
mixes where a pixel of the camera sees several of the texture's.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.aside import Aside
from vision.render.ground import WHITE, Flat, pixels_at

Image = NDArray[np.float32]
Area = tuple[float, float, float, float]
"""West, south, east, north in mm."""

_LEVEL = 128
"""Stands for no slope."""


@dataclass(frozen=True, slots=True, eq=False)
class KeptTexture:
    """A part of a flat texture; see `vision.render.flats.Texture`.

    shares: (H, W, 3) of `most`, in 1/255. slopes: (H, W, 2) in `step`, from `_LEVEL`; None
    where there are none. corner_mm: its west and north.
    """

    shares: Aside
    most: tuple[float, float, float]
    slopes: Aside | None
    step: float
    corner_mm: tuple[float, float]
    px_per_mm: float

    @classmethod
    def of(cls, flat: Flat, area: Area) -> KeptTexture:
        """Keep what a texture shows of an area; beyond it, it is mirrored."""
        west, south, east, north = area
        scale = flat.px_per_mm
        height, width = flat.albedo.shape[:2]
        left, right = (round((x - flat.west_mm) * scale) for x in (west, east))
        top, bottom = (round((flat.north_mm - y) * scale) for y in (north, south))
        left, top = max(left, 0), max(top, 0)
        part = slice(top, min(bottom, height)), slice(left, min(right, width))
        shares = np.empty((*flat.albedo[part].shape[:2], 3), np.uint8)
        most = [max(int(flat.albedo[..., k].max()), 1) for k in range(3)]
        for k, highest in enumerate(most):
            shares[..., k] = cv2.convertScaleAbs(flat.albedo[part][..., k], alpha=255 / highest)
        slopes, step = None, 0.0
        if flat.engraved:
            step = max(float(np.abs(flat.slope).max()), 1e-6) / (_LEVEL - 1)
            slopes = Aside.of(np.rint(flat.slope[part] / step + _LEVEL).astype(np.uint8))
        corner = flat.west_mm + left / scale, flat.north_mm - top / scale
        blue, green, red = (highest / WHITE for highest in most)
        return cls(Aside.of(shares), (blue, green, red), slopes, step, corner, scale)

    @property
    def engraved(self) -> bool:
        """Whether it has slopes."""
        return self.slopes is not None

    def brightest(self) -> float:
        """Return the highest albedo."""
        return max(self.most)

    def seen(self, x_mm: Image, y_mm: Image) -> tuple[Image, Image | None]:
        """Return what `vision.render.flats.Texture.seen` tells."""
        column, row = pixels_at(self.corner_mm, self.px_per_mm, x_mm, y_mm)
        with self.shares.read() as shares:
            found = cv2.remap(
                shares, column, row, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
            )
        albedo = np.empty((3, *x_mm.shape), np.float32)
        for plane, part, most in zip(albedo, cv2.split(found), self.most, strict=True):
            np.multiply(part, np.float32(most / 255), out=plane)
        if self.slopes is None:
            return albedo, None
        with self.slopes.read() as slopes:
            bent = cv2.remap(slopes, column, row, cv2.INTER_LINEAR, borderValue=(_LEVEL,) * 4)
        slope = np.empty((2, *x_mm.shape), np.float32)
        for plane, levels in zip(slope, cv2.split(bent), strict=True):
            np.subtract(levels, np.float32(_LEVEL), out=plane)
        slope *= np.float32(self.step)
        return albedo, slope
