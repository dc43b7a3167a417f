"""Light: medians in a fraction of the time, and logarithms with something taken off."""

from __future__ import annotations

import numpy as np
import pytest

from vision.light import log_light, middle_of


@pytest.mark.parametrize("shape", [(7, 1), (4, 6), (3, 41, 5), (2, 40, 9)])
@pytest.mark.parametrize("axis", [0, 1])
def test_the_middle_is_the_median(shape: tuple[int, ...], axis: int) -> None:
    values = np.random.default_rng(3).normal(size=shape).astype(np.float32)
    assert np.array_equal(middle_of(values, axis=axis), np.median(values, axis=axis))


def test_what_is_taken_off_the_logarithms_is_taken_off_each_channel() -> None:
    picture = np.arange(256 * 3, dtype=np.uint32).astype(np.uint8).reshape(16, 16, 3)
    less = np.array([0.25, -0.5, 1.0], dtype=np.float32)
    assert np.allclose(log_light(picture, less=less), log_light(picture) - less, atol=1e-6)
