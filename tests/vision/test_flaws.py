"""Dark, blurred and glaring photographs."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.drawn import camera, corners_px, draw_board
from vision.flaws import PhotoFlaw, judge_quality

SEEN_BY = camera()
PHOTO = draw_board(SEEN_BY, pieces=20)
REGION = corners_px(SEEN_BY)


def blurred(sigma: float) -> NDArray[np.uint8]:
    return np.asarray(cv2.GaussianBlur(PHOTO, (0, 0), sigma), dtype=np.uint8)


def flaws(image: NDArray[np.uint8]) -> list[PhotoFlaw]:
    return [flaw.flaw for flaw in judge_quality(image, REGION).flaws]


def test_a_good_photo_has_no_flaws() -> None:
    quality = judge_quality(PHOTO, REGION)
    assert quality.flaws == ()
    assert quality.light > 100
    assert quality.blur_px < 1.5


def test_a_dark_photo_is_told() -> None:
    dark = (PHOTO * 0.08).astype(np.uint8)
    assert flaws(dark) == [PhotoFlaw.DARK]
    assert "lamp" in judge_quality(dark, REGION).flaws[0].reason


def test_a_black_photo_is_dark_and_nothing_else() -> None:
    assert flaws(np.zeros_like(PHOTO)) == [PhotoFlaw.DARK]


def test_a_blurred_photo_is_told() -> None:
    assert flaws(blurred(5.0)) == [PhotoFlaw.BLURRED]


@pytest.mark.parametrize("sigma", [0.5, 1.0, 1.5])
def test_blur_grows_with_the_blur(sigma: float) -> None:
    less = judge_quality(blurred(sigma), REGION).blur_px
    more = judge_quality(blurred(sigma + 1.5), REGION).blur_px
    assert less < more


def test_glare_is_told_with_its_place() -> None:
    image = PHOTO.copy()
    place = (int(REGION[:, 0].mean()) + 60, int(REGION[:, 1].mean()) - 40)
    cv2.circle(image, place, 50, (255, 255, 255), -1)
    found = judge_quality(image, REGION).flaws
    assert [flaw.flaw for flaw in found] == [PhotoFlaw.GLARE]
    assert np.allclose(found[0].place_px, place, atol=3)


def test_glare_beside_the_board_does_not_matter() -> None:
    image = PHOTO.copy()
    cv2.circle(image, (10, 10), 50, (255, 255, 255), -1)
    assert flaws(image) == []


def test_grey_and_colour_are_judged_alike() -> None:
    grey = np.asarray(cv2.cvtColor(PHOTO, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    assert judge_quality(grey, REGION).blur_px == judge_quality(PHOTO, REGION).blur_px


def test_a_board_outside_the_picture_is_told() -> None:
    quality = judge_quality(PHOTO, REGION + 5000)
    assert "not in the picture" in quality.flaws[0].reason
