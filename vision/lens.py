"""What is known of a lens before the board is seen: intrinsics and how far to trust them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# Focal length over the longer side: phones' main cameras and the Pi's modules lie from 0.6 to
# 1.4, so nothing known means "about 0.85, give or take a quarter".
_GUESSED_FOCAL, _GUESSED_SPREAD = 0.85, 0.25
# Of half a photograph the focal length is twice its side, and the axis may lie anywhere.
_CROPPED_SPREAD, _CENTRE_SPREAD = 0.5, 0.3
_FIELD_SPREAD = 0.02  # makers round fields of view and sensors are cropped a little
_DISTORTION_SPREAD = 0.1  # k1 of ordinary lenses
_ORDINARY_FIELD_DEG = 66.0  # beyond it both grow with the square of the field


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """Intrinsics with their uncertainty.

    size_px: (width, height) they belong to. matrix: (3, 3). distortion: (5,) k1, k2, p1, p2, k3.
    focal_spread: relative standard error of the focal length; 0 = keep it as it is.
    distortion_spread: standard error of k1 (half of it for k2); 0 = keep it.
    residual_px: reprojection error of the calibration, or None where nothing was measured.
    source: in words, where the figures come from.
    centre_spread: standard error of where the axis meets the picture, as a part of the longer side;
    0 = keep it.
    """

    size_px: tuple[int, int]
    matrix: Floats
    distortion: Floats
    focal_spread: float = 0.0
    distortion_spread: float = 0.0
    residual_px: float | None = None
    source: str = "given"
    centre_spread: float = 0.0

    def __post_init__(self) -> None:
        """Check the figures."""
        matrix = np.array(self.matrix, dtype=np.float64).reshape(3, 3)
        distortion = np.array(self.distortion, dtype=np.float64).reshape(5)
        if min(self.size_px) < 1 or not np.isfinite(matrix).all() or matrix[0, 0] <= 0:
            raise ValueError("a lens needs a picture size and a positive focal length")
        matrix.flags.writeable = distortion.flags.writeable = False
        object.__setattr__(self, "matrix", matrix)
        object.__setattr__(self, "distortion", distortion)

    @property
    def focal_px(self) -> float:
        """Focal length in pixels."""
        return float(self.matrix[0, 0])

    @property
    def hfov_deg(self) -> float:
        """Horizontal field of view without distortion, in degrees."""
        return math.degrees(2 * math.atan(self.size_px[0] / 2 / self.focal_px))

    def resized(self, size_px: tuple[int, int]) -> Lens:
        """Return the lens for pictures of another size: scaled, and cropped about the middle."""
        if size_px == self.size_px:
            return self
        scale = max(size_px[0] / self.size_px[0], size_px[1] / self.size_px[1])
        matrix = np.array(self.matrix)
        matrix[:2, :2] *= scale
        for i in (0, 1):
            middle = (self.size_px[i] - 1) / 2
            matrix[i, 2] = (self.matrix[i, 2] - middle) * scale + (size_px[i] - 1) / 2
        return replace(self, size_px=size_px, matrix=matrix)

    @property
    def may_be_cropped(self) -> bool:
        """Whether so little is known that the picture may be any part of a photograph."""
        return self.focal_spread >= _GUESSED_SPREAD

    def cropped(self) -> Lens:
        """Return the lens for a picture that was cut out of a photograph, nobody knows where."""
        return replace(self, focal_spread=_CROPPED_SPREAD, centre_spread=_CENTRE_SPREAD)

    def to_json(self) -> dict[str, Any]:
        """Return plain numbers and lists, fit for JSON."""
        return {
            "size_px": list(self.size_px),
            "matrix": self.matrix.tolist(),
            "distortion": self.distortion.tolist(),
            "focal_spread": self.focal_spread,
            "distortion_spread": self.distortion_spread,
            "residual_px": self.residual_px,
            "source": self.source,
            "centre_spread": self.centre_spread,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Lens:
        """Return the lens written by `to_json`; ValueError when something is missing or wrong."""
        try:
            width, height = data["size_px"]
            residual = data.get("residual_px")
            return cls(
                (int(width), int(height)),
                np.array(data["matrix"], dtype=np.float64),
                np.array(data["distortion"], dtype=np.float64),
                float(data.get("focal_spread", 0.0)),
                float(data.get("distortion_spread", 0.0)),
                None if residual is None else float(residual),
                str(data.get("source", "given")),
                float(data.get("centre_spread", 0.0)),
            )
        except (KeyError, TypeError) as error:
            raise ValueError(f"this is not a lens description: {error!r}") from error


def lens_from_field(size_px: tuple[int, int], hfov_deg: float, *, source: str = "") -> Lens:
    """Return the lens of a camera known only by its horizontal field of view."""
    if not 5.0 <= hfov_deg <= 150.0:
        raise ValueError(
            f"a horizontal field of view lies between 5 and 150 degrees, not {hfov_deg}"
        )
    focal = size_px[0] / 2 / math.tan(math.radians(hfov_deg) / 2)
    label = source or f"horizontal field of view {hfov_deg:g} degrees"
    wide = max(1.0, (hfov_deg / _ORDINARY_FIELD_DEG) ** 2)
    return _plain_lens(size_px, focal, _FIELD_SPREAD * wide, _DISTORTION_SPREAD * wide, label)


def guessed_lens(size_px: tuple[int, int]) -> Lens:
    """Return a lens for a camera of which nothing is known; the board's view refines it."""
    focal = _GUESSED_FOCAL * max(size_px)
    return _plain_lens(size_px, focal, _GUESSED_SPREAD, _DISTORTION_SPREAD, "guessed")


def _plain_lens(
    size_px: tuple[int, int], focal: float, spread: float, distortion_spread: float, source: str
) -> Lens:
    """Return a lens with a centred axis and unknown small distortion."""
    matrix = np.array(
        [
            [focal, 0.0, (size_px[0] - 1) / 2],
            [0.0, focal, (size_px[1] - 1) / 2],
            [0.0, 0.0, 1.0],
        ]
    )
    return Lens(size_px, matrix, np.zeros(5), spread, distortion_spread, None, source)
