"""Rolls: every face is counted, and what can't be seen is said."""

from __future__ import annotations

import cv2
import numpy as np

from tests.vision.made import Made
from vision.roll import read_roll


def test_a_roll_is_counted(made: Made) -> None:
    """All sixteen faces of an easy table's roll are right."""
    truth = made.truth("roll-01")["roll"]
    roll = read_roll(made.photo("roll-01"), made.table.view, made.table.kit)
    assert roll.colour == truth["colour"]
    assert roll.faces == {face: count for face, count in truth["faces"].items() if count}
    assert roll.sure


def test_a_hidden_cube_is_not_guessed(made: Made) -> None:
    """With one cube painted over fifteen are read and the roll is not sure."""
    photo = made.photo("roll-01")
    corners = np.array(made.truth("roll-01")["cubes"][0]["top_px"])
    x, y = np.round(corners.mean(axis=0)).astype(int)
    radius = int(np.ptp(corners[:, 0]) * 0.9)
    empty = made.photo("empty")
    mask = np.zeros(photo.shape[:2], dtype=np.uint8)
    cv2.circle(mask, (int(x), int(y)), radius, 1, -1)
    photo[mask > 0] = empty[mask > 0]
    roll = read_roll(photo, made.table.view, made.table.kit)
    assert len(roll.cubes) < 16
    assert not roll.sure


def test_an_empty_board_shows_no_roll(made: Made) -> None:
    """Nothing is counted where nothing lies."""
    roll = read_roll(made.photo("empty"), made.table.view, made.table.kit)
    assert roll.cubes == ()
