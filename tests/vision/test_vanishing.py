"""Vanishing points of many segments."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.vanishing import vanishing_points

Floats = NDArray[np.float64]


def pencil(point: tuple[float, float], count: int, rng: np.random.Generator) -> Floats:
    """Return segments (count, 2, 2) in the unit square that run to a point."""
    middle = rng.uniform(-0.4, 0.4, (count, 2))
    way = np.array(point) - middle
    way /= np.linalg.norm(way, axis=1, keepdims=True)
    half = rng.uniform(0.02, 0.06, (count, 1)) * way
    return np.stack([middle - half, middle + half], axis=1)


def test_the_points_that_most_segments_run_to_come_first() -> None:
    rng = np.random.default_rng(5)
    wanted = [(2.0, 0.4), (-0.3, 3.0)]
    strays = np.stack([rng.uniform(-0.5, 0.5, (30, 2)) for _ in range(2)], axis=1) * 0.2
    ends = np.concatenate([pencil(wanted[0], 80, rng), pencil(wanted[1], 60, rng), strays])
    length = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    points, members = vanishing_points(ends, length, np.full(len(ends), 0.02))
    for number, (point, inside) in enumerate(zip(points[:2], members, strict=False)):
        assert point[:2] / point[2] == pytest.approx(wanted[number], rel=0.02)
        own = slice(0, 80) if number == 0 else slice(80, 140)
        assert inside[own].mean() > 0.95


def test_no_point_is_told_twice_and_none_of_nothing() -> None:
    rng = np.random.default_rng(6)
    ends = pencil((2.0, 0.4), 50, rng)
    length = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    points, _ = vanishing_points(ends, length, np.full(50, 0.02))
    assert len(points) == 1
