"""Meters of a live picture: they fall when the picture gets worse, and say why."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.wizard.meters import measure, sharpness
from tests.vision.desk.made import play_table
from vision.light import Image
from vision.render.rig import teaching

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def picture() -> Image:
    laid = play_table().laid(teaching(9, quarter=False), seed=1)
    return np.asarray(laid.photograph(seed=1).image)


def blurred(picture: Image, sigma: float) -> Image:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.uint8)


def scaled(picture: Image, factor: float) -> Image:
    return np.asarray(np.clip(picture.astype(np.float32) * factor, 0, 255), np.uint8)


def test_a_good_picture_has_full_meters_and_no_hints(picture: Image) -> None:
    meters = measure(picture)
    assert meters.good
    assert min(meters.sharp, meters.bright, meters.clear) > 0.8


def test_the_more_it_is_blurred_the_less_sharp_it_is(picture: Image) -> None:
    values = [measure(blurred(picture, sigma)).sharp for sigma in (0.5, 2, 3, 4, 6)]
    assert values == sorted(values, reverse=True)
    assert values[0] > 0.8
    assert values[-1] < 0.1


def test_a_dim_picture_can_be_sharp(picture: Image) -> None:
    assert measure(scaled(picture, 0.45)).sharp == pytest.approx(measure(picture).sharp, abs=0.15)


@pytest.mark.parametrize(
    ("change", "hint"),
    [
        (lambda picture: scaled(picture, 0.15), "dark"),
        (lambda picture: scaled(picture, 2.6), "bright"),
        (lambda picture: blurred(picture, 8), "blurred"),
    ],
)
def test_what_is_wrong_is_named(picture: Image, change: object, hint: str) -> None:
    assert callable(change)
    assert hint in measure(change(picture)).hints


def test_a_mirrored_lamp_is_glare(picture: Image) -> None:
    mirrored = picture.copy()
    cv2.circle(mirrored, (640, 400), 170, (255, 255, 255), -1)
    meters = measure(mirrored)
    assert meters.hints[0] == "glare"
    assert meters.clear < 0.5


@pytest.mark.parametrize("shape", [(240, 320, 3), (960, 1280, 3), (32, 32, 3)])
def test_a_plain_picture_is_not_sharp(shape: tuple[int, int, int]) -> None:
    assert sharpness(cv2.cvtColor(np.full(shape, 128, np.uint8), cv2.COLOR_BGR2GRAY)) == 0
