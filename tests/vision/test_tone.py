"""The board's lines tell how a camera bent its tone curve, and nothing else passes for that."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.made import Made
from vision.tone import evened, retoned, tone_of

Image = NDArray[np.uint8]
BOARDS = ("board-01", "board-02", "board-03", "board-04", "roll-01")


def bent(photo: Image, exponent: float) -> Image:
    """A photo whose camera chose another tone curve."""
    return np.asarray(np.rint((photo / 255.0) ** exponent * 255), dtype=np.uint8)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("exponent", [0.7, 0.85, 1.2, 1.5])
def test_a_tone_is_told(made: Made, name: str, exponent: float) -> None:
    told = tone_of(bent(made.photo(name), exponent), made.table.view)
    assert told == pytest.approx(exponent, rel=0.08)


def as_it_is(photo: Image) -> Image:
    return photo


def darker(photo: Image) -> Image:
    return np.asarray(photo * 0.6, dtype=np.uint8)


def warmer(photo: Image) -> Image:
    return np.asarray(np.clip(photo * (0.85, 1.0, 1.12), 0, 255), dtype=np.uint8)


def blurred(photo: Image) -> Image:
    return np.asarray(cv2.GaussianBlur(photo, (0, 0), 1.3), dtype=np.uint8)


def shaded(photo: Image) -> Image:
    """The shadow of somebody who leans over the table."""
    height, width = photo.shape[:2]
    shade = np.ones((height, width), np.float32)
    corners = [[0, height // 2], [width, height // 3], [width, height * 2 // 3], [0, height]]
    cv2.fillPoly(shade, [np.array(corners, np.int32)], 0.5)
    return np.asarray(photo * cv2.GaussianBlur(shade, (0, 0), 4)[..., None], dtype=np.uint8)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("change", [as_it_is, darker, warmer, blurred, shaded])
def test_what_is_no_tone_leaves_the_photo(
    made: Made, name: str, change: Callable[[Image], Image]
) -> None:
    photo = change(made.photo(name))
    assert evened(photo, made.table.view) is photo


def test_an_evened_photo_is_as_it_would_have_been(made: Made) -> None:
    photo = made.photo("board-02")
    view = made.table.view
    again = evened(bent(photo, 1.3), view)
    assert tone_of(again, view) == 1.0
    left, top, right, bottom = view.crop_px
    board, was = (p[top:bottom, left:right].astype(float) for p in (again, photo))
    gain = np.median(was) / np.median(board)
    assert np.abs(board * gain - was).mean() < 0.25 * np.abs(bent(photo, 1.3) - 1.0 * photo).mean()


def test_where_no_lines_are_seen_nothing_is_changed(made: Made) -> None:
    cloth = np.full_like(made.photo("empty"), 90)
    assert evened(cloth, made.table.view) is cloth


def test_the_level_that_is_kept_stays() -> None:
    grey = np.full((2, 2, 3), 120, np.uint8)
    assert (retoned(grey, 1.4, 120.0) == grey).all()
