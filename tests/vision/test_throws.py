"""Rolls on a board that was pushed, and on one that is another table's."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.language.notices import Notice, Told
from tests.vision.made import Made
from vision.throws import read_throw

pytestmark = pytest.mark.slow

Image = NDArray[np.uint8]


def pushed(photo: Image, east_px: float, south_px: float, turn_deg: float) -> Image:
    """Return a photo as if the camera had been pushed; what comes into view repeats the edge."""
    height, width = photo.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn_deg, 1.0)
    matrix[:, 2] += np.array([east_px, south_px])
    moved = cv2.warpAffine(photo, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, dtype=np.uint8)


def key_of(reason: Notice) -> str:
    """Return which sentence a reason is."""
    (told,) = reason.told
    assert isinstance(told, Told)
    return told.key


@pytest.mark.parametrize("push", [(0, 0, 0), (6, 4, 0), (30, -15, 3), (92, 14, 0)], ids=str)
def test_a_roll_is_read_wherever_the_board_was_pushed(
    made: Made, push: tuple[float, float, float]
) -> None:
    truth = made.truth("roll-01")["roll"]
    throw = read_throw(pushed(made.photo("roll-01"), *push), made.table)
    assert throw.roll.faces == {face: count for face, count in truth["faces"].items() if count}
    assert throw.roll.sure
    assert throw.pushed is (push != (0, 0, 0))


@pytest.mark.parametrize("shift_px", [0, 14])
def test_wood_that_has_the_same_lines_and_another_grain_shows_no_roll(
    made: Made, shift_px: int
) -> None:
    photo = np.full_like(made.photo("empty"), (120, 150, 175))
    for axis in (0, 1):
        for line in range(9):
            ends = [[line, -0.4], [line, 8.4]] if axis else [[-0.4, line], [8.4, line]]
            found = made.table.fit.view.to_px(np.array(ends, dtype=np.float64)) + shift_px
            start, end = ([int(x), int(y)] for x, y in np.rint(found))
            cv2.line(photo, start, end, (40, 50, 60), 3, cv2.LINE_AA)
    throw = read_throw(photo, made.table)
    assert throw.roll.cubes == ()
    assert throw.roll.unread == ()
    assert key_of(throw.roll.reason) != "eyes.roll.nothing"


def test_a_photo_without_the_lines_is_told_as_read_tells_it(made: Made) -> None:
    noise = np.random.default_rng(1).integers(60, 190, made.photo("empty").shape, dtype=np.uint8)
    throw = read_throw(np.asarray(noise, dtype=np.uint8), made.table)
    assert throw.roll.cubes == ()
    assert throw.roll.reason
