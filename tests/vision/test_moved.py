"""The check whether the board still lies where it was."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.drawn import PITCH_MM, camera, draw_board
from vision.board import find_board
from vision.moved import Motion, board_motion, moved_view

SEEN_BY = camera(height_mm=520.0)
FIT = find_board(draw_board(SEEN_BY), square=True)


@pytest.mark.parametrize("pieces", [0, 20, 40])
def test_a_board_that_lies_still_is_still_whatever_lies_on_it(pieces: int) -> None:
    motion = board_motion(draw_board(SEEN_BY, pieces=pieces, seed=11), FIT)
    assert motion.motion is Motion.STILL
    assert motion.furthest_px < 1.0


def test_rows_of_pieces_and_the_edge_of_the_board_are_no_push_by_a_pitch() -> None:
    image = draw_board(SEEN_BY)
    inner = np.array([(0.5, 7.5, 0)]) * PITCH_MM
    wood = image[tuple(np.round(SEEN_BY.project(inner)[0, ::-1]).astype(int))].tolist()
    rows = np.array([(0.4, 6.8, 0), (7.7, 6.8, 0), (7.7, 8.3, 0), (0.4, 8.3, 0)]) * PITCH_MM
    cv2.fillConvexPoly(image, np.round(SEEN_BY.project(rows)).astype(np.int32), wood)
    edge = np.round(SEEN_BY.project(np.array([(-0.1, -1, 0), (8.1, -1, 0)]) * PITCH_MM)).astype(int)
    cv2.line(image, edge[0].tolist(), edge[1].tolist(), (20, 30, 40), 2)
    motion = board_motion(image, FIT)
    assert motion.motion is Motion.STILL
    assert motion.furthest_px < 1.0


@pytest.mark.parametrize("push_mm", [(2.0, 0.0), (0.0, -4.0), (9.0, 11.0), (PITCH_MM, 0.0)])
def test_a_push_is_noticed_and_measured(push_mm: tuple[float, float]) -> None:
    motion = board_motion(draw_board(SEEN_BY, pieces=20, push_mm=push_mm), FIT)
    assert motion.motion is Motion.MOVED
    east, south = np.array(motion.shift) * PITCH_MM
    assert (east, -south) == pytest.approx(push_mm, abs=0.7)
    assert motion.furthest_mm == pytest.approx(np.hypot(*push_mm), abs=1.5)


def test_a_turn_is_noticed_and_measured() -> None:
    turned = camera(height_mm=520.0, turn_deg=6.0)  # the camera turns by 2 degrees
    motion = board_motion(draw_board(turned, pieces=10), FIT)
    assert motion.motion is Motion.MOVED
    assert abs(motion.turn_deg) == pytest.approx(2.0, abs=0.2)


def test_a_hand_over_half_of_the_board_is_no_motion() -> None:
    image = draw_board(SEEN_BY, pieces=10)
    image[:, :380] = (120, 150, 200)
    assert board_motion(image, FIT).motion is Motion.STILL


@pytest.mark.parametrize("gain", [0.5, 1.3])
def test_light_does_not_matter(gain: float) -> None:
    image = np.clip(draw_board(SEEN_BY, pieces=10) * gain, 0, 255).astype(np.uint8)
    assert board_motion(image, FIT).motion is Motion.STILL


def test_a_covered_board_can_not_be_told() -> None:
    motion = board_motion(np.full((640, 840, 3), 120, np.uint8), FIT)
    assert motion.motion is Motion.UNSEEN
    assert motion.sure == pytest.approx(0.0, abs=0.05)


def test_grey_pictures_and_other_sizes_serve_too() -> None:
    image = draw_board(SEEN_BY, pieces=10)
    half = np.asarray(cv2.resize(image, (420, 320), interpolation=cv2.INTER_AREA), dtype=np.uint8)
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    assert board_motion(half, FIT).motion is Motion.STILL
    assert board_motion(grey, FIT).motion is Motion.STILL


def test_the_moved_view_lies_over_the_moved_board() -> None:
    motion = board_motion(draw_board(SEEN_BY, push_mm=(9.0, 11.0)), FIT)
    corner = moved_view(FIT, motion).to_px(np.array([[0.0, 8.0]]))
    assert np.allclose(corner, SEEN_BY.project([[9.0, 11.0, 0.0]]), atol=1.5)
