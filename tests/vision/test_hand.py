"""Hands: large strange things and hidden lines are noticed, pieces are not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.made import Made
from vision.evidence import Status
from vision.hand import Spot, is_hand
from vision.read import read_board


@pytest.mark.parametrize("name", ["board-01", "board-02", "board-03", "board-04", "empty"])
def test_pieces_are_no_hand(made: Made, name: str) -> None:
    """No hand is invented."""
    assert read_board(made.photo(name), made.table).status is Status.OK


@pytest.mark.parametrize("ink", [(150, 180, 225), (60, 60, 70)], ids=["pale", "dark"])
def test_an_arm_is_noticed(made: Made, ink: tuple[int, int, int]) -> None:
    """A thick stroke from the edge of the picture onto the board is a hand."""
    photo = made.photo("board-01")
    middle = made.table.view.camera.project([[128.0, 128.0, 0.0]])[0]
    cv2.line(photo, (0, 0), (int(middle[0]), int(middle[1])), ink, 90)
    assert read_board(photo, made.table).status is Status.HAND


def test_a_spot_of_a_few_faces_is_no_hand() -> None:
    """A fallen cube between the points is not a hand, a large thing is."""
    assert not is_hand(Spot(1.5, (0.0, 0.0), from_outside=False))
    assert is_hand(Spot(9.0, (0.0, 0.0), from_outside=False))
    assert is_hand(None, hidden=20)
    assert not is_hand(None, hidden=2)


def test_hidden_crossings_count_beside_hidden_lines() -> None:
    """A hand of the board's colour hides both; pieces of that colour hide crossings alone."""
    assert is_hand(None, hidden=3, unseen=2)
    assert not is_hand(None, hidden=1, unseen=6)
    assert not is_hand(None, hidden=3, unseen=1)


def test_the_board_alone_is_no_hand(made: Made) -> None:
    """A slightly brighter empty board is still an empty board."""
    photo = np.clip(made.photo("empty").astype(float) * 1.1, 0, 255).astype(np.uint8)
    assert read_board(photo, made.table).status is Status.OK
