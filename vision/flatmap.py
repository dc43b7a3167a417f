"""Homographies from a board's grid to the picture, as mappings of points."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.profiles import Mapping

Floats = NDArray[np.float64]


def homography(to_px: Floats) -> Mapping:
    """Return the mapping of a (3, 3) matrix; points behind the camera give NaN."""

    def apply(grid: Floats) -> Floats:
        mapped = np.column_stack([grid, np.ones(len(grid))]) @ to_px.T
        ahead = mapped[:, 2] > 1e-9
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(ahead[:, None], mapped[:, :2] / mapped[:, 2:], np.nan)

    return apply


def least_pitch_px(mapping: Mapping, middle: tuple[float, float]) -> float:
    """Return the lesser distance of neighbouring points around a place; 0 behind the camera."""
    around = mapping(np.array(middle) + np.array([[0.5, 0], [-0.5, 0], [0, 0.5], [0, -0.5]]))
    if not np.isfinite(around).all():
        return 0.0
    return float(min(np.hypot(*(around[0] - around[1])), np.hypot(*(around[2] - around[3]))))
