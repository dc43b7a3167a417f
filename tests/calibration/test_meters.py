"""Meters: sharp, lit and free of glare; what is bad is what the reader refuses."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.meters import Level, Meter, exposure, glare, sharpness
from tests.vision.drawn import camera, corners_px, draw_board

Pixels = NDArray[np.uint8]
SEEN_BY = camera()
PHOTO = draw_board(SEEN_BY, pieces=20)
REGION = corners_px(SEEN_BY)


def blurred(sigma: float) -> Pixels:
    return np.asarray(cv2.GaussianBlur(PHOTO, (0, 0), sigma), dtype=np.uint8)


def lit(factor: float) -> Pixels:
    return np.asarray(np.clip(PHOTO * factor, 0, 255), dtype=np.uint8)


def shining(radius_px: int) -> Pixels:
    image = PHOTO.copy()
    x, y = (int(v) for v in REGION.mean(axis=0))
    cv2.circle(image, (x, y), radius_px, (255, 255, 255), -1)
    return image


@pytest.mark.parametrize(
    ("meter", "image", "level"),
    [
        (sharpness, PHOTO, Level.GOOD),
        (sharpness, blurred(2.3), Level.FAIR),
        (sharpness, blurred(5.0), Level.BAD),
        (sharpness, np.zeros_like(PHOTO), Level.BAD),
        (exposure, PHOTO, Level.GOOD),
        (exposure, lit(0.3), Level.FAIR),
        (exposure, lit(0.05), Level.BAD),
        (exposure, lit(4.0), Level.BAD),
        (glare, PHOTO, Level.GOOD),
        (glare, shining(18), Level.FAIR),
        (glare, shining(60), Level.BAD),
    ],
    ids=lambda value: getattr(value, "__name__", getattr(value, "value", None)),
)
def test_a_meter_tells_good_from_bad(
    meter: Callable[..., Meter], image: Pixels, level: Level
) -> None:
    read = meter(image, REGION)
    assert read.level is level
    assert read.words.endswith(".")
    assert 0 <= read.value <= 1


def test_sharpness_falls_as_the_blur_grows() -> None:
    values = [sharpness(blurred(sigma), REGION).value for sigma in (0.5, 1.2, 1.8, 2.4)]
    assert values == sorted(values, reverse=True)
    assert values[0] > values[-1]


@pytest.mark.parametrize("meter", [sharpness, exposure, glare])
def test_a_grey_picture_and_a_whole_picture_can_be_measured(meter: Callable[..., Meter]) -> None:
    grey = np.asarray(cv2.cvtColor(PHOTO, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    assert meter(grey).level is not Level.BAD
    assert meter(PHOTO).level is not Level.BAD
