"""Evenly spaced lines in a one-dimensional vote."""

from __future__ import annotations

import numpy as np
import pytest

from vision.combs import combs

PIXEL = 1 / 1000


@pytest.mark.parametrize("count", [9, 19])
@pytest.mark.parametrize("seen", [1.0, 0.6])
def test_the_best_comb_has_the_spacing_and_the_place_of_the_lines(count: int, seen: float) -> None:
    rng = np.random.default_rng(3)
    start, step = -0.31, 0.6 / (count - 1)
    lines = start + step * np.arange(count)
    lines = lines[rng.random(count) <= seen]
    stray = rng.uniform(-0.5, 0.5, 12)
    place = np.concatenate([np.repeat(lines, 6), stray])
    weight = np.concatenate([np.ones(6 * len(lines)), np.full(12, 0.3)])
    best = combs(place + rng.normal(0, 0.0005, len(place)), weight, count, PIXEL)[0]
    off = (best[1] - start) / step
    assert best[2] == pytest.approx(step, rel=0.02)
    assert off == pytest.approx(round(off), abs=0.15)


@pytest.mark.parametrize("place", [[], [0.1, 0.1, 0.1], [0.1] * 40])
def test_too_few_lines_make_no_comb(place: list[float]) -> None:
    assert combs(np.array(place), np.ones(len(place)), 9, PIXEL) == []
