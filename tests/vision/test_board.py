"""Finding boards: by themselves, from corners, again."""

from __future__ import annotations

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.drawn import PITCH_MM, camera, corners_px, draw_board
from vision.board import BoardFit, BoardNotFound, Edge, board_from_corners, find_board, refind
from vision.camera import Camera
from vision.lens import Lens, guessed_lens, lens_from_field

SEEN_BY = camera()


def lens_of(seen_by: Camera) -> Lens:
    field = 2 * np.degrees(np.arctan(seen_by.size_px[0] / 2 / seen_by.matrix[0, 0]))
    return lens_from_field(seen_by.size_px, float(field))


def worst_px(fit: BoardFit, truth: NDArray[np.float64]) -> float:
    return float(np.linalg.norm(fit.corners_px - truth, axis=1).max())


@pytest.mark.parametrize(
    "view",
    [
        {},
        {"tilt_deg": 1.0, "turn_deg": 0.0},
        {"tilt_deg": 25.0, "turn_deg": -20.0},
        {"tilt_deg": 35.0, "height_mm": 480.0},
        {"k1": -0.2},
        {"k1": 0.05, "turn_deg": 38.0, "height_mm": 560.0},
    ],
    ids=str,
)
def test_an_empty_board_is_found_from_anywhere(view: dict[str, float]) -> None:
    seen_by = camera(**view)  # type: ignore[arg-type]
    fit = find_board(draw_board(seen_by), square=True)
    assert worst_px(fit, corners_px(seen_by)) < 1.0
    assert fit.residual_mm < 0.5
    assert fit.seen > 0.9


@pytest.mark.parametrize(("light_lines", "pieces"), [(False, 32), (True, 0), (True, 32)])
def test_lines_of_any_colour_and_pieces_on_them_do_not_matter(
    light_lines: bool, pieces: int
) -> None:
    fit = find_board(draw_board(SEEN_BY, light_lines=light_lines, pieces=pieces), square=True)
    assert worst_px(fit, corners_px(SEEN_BY)) < 1.0
    assert fit.light_lines is light_lines


@pytest.mark.parametrize("columns", [5, 13])
def test_other_numbers_of_lines_are_found(columns: int) -> None:
    seen_by = camera(columns=columns, height_mm=45.0 * columns + 60)
    fit = find_board(draw_board(seen_by, columns=columns), columns, columns, square=True)
    assert worst_px(fit, corners_px(seen_by, columns)) < 1.0


@pytest.mark.parametrize("columns", [9, 13])
def test_the_number_of_lines_is_guessed(columns: int) -> None:
    seen_by = camera(columns=columns, height_mm=45.0 * columns + 60)
    fit = find_board(draw_board(seen_by, columns=columns, pieces=12), None, None, square=True)
    assert (fit.columns, fit.rows) == (columns, columns)
    assert worst_px(fit, corners_px(seen_by, columns)) < 1.0


def test_the_camera_is_found_with_the_board() -> None:
    fit = find_board(draw_board(SEEN_BY), lens=lens_of(SEEN_BY), square=True)
    assert np.allclose(fit.camera.position_mm, SEEN_BY.position_mm, atol=8)
    assert fit.camera.tilt_deg == pytest.approx(SEEN_BY.tilt_deg, abs=1.0)
    tops = np.column_stack([fit.camera.unproject(SEEN_BY.project([[128, 128, 0]])), [16.0]])
    assert np.allclose(fit.camera.project(tops), SEEN_BY.project([[128, 128, 16]]), atol=1.0)


@pytest.mark.parametrize("south", list(Edge))
def test_a1_lies_where_the_south_edge_says(south: Edge) -> None:
    fit = find_board(draw_board(SEEN_BY), square=True, south=south)
    middle = fit.corners_px.mean(axis=0)
    way = fit.corners_px[:2].mean(axis=0) - middle
    assert way @ south.direction_px > 0.9 * np.linalg.norm(way)


def test_corner_markers_tell_the_turn() -> None:
    image = draw_board(SEEN_BY)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners = corners_px(SEEN_BY)
    # South-west is marked north-west, and so on: the board lies turned by a quarter.
    for number, corner in enumerate(corners[[0, 3, 2, 1]]):
        mark = np.full((44, 44), 255, dtype=np.uint8)
        mark[7:37, 7:37] = cv2.aruco.generateImageMarker(dictionary, number, 30)
        away = corner - corners.mean(axis=0)
        x, y = np.rint(corner + 36 * away / np.linalg.norm(away)).astype(int) - 22
        image[y : y + 44, x : x + 44] = mark[..., None]
    fit = find_board(image, square=True)
    assert worst_px(fit, np.roll(corners, -1, axis=0)) < 1.5


def test_two_pictures_of_one_view_give_one_board() -> None:
    one, other = (find_board(draw_board(SEEN_BY, seed=s, pieces=9), square=True) for s in (1, 2))
    assert np.allclose(one.corners_px, other.corners_px, atol=1.0)


@pytest.mark.parametrize("change", ["darker", "grey", "larger", "jpeg", "cooler"])
def test_small_changes_of_the_picture_do_not_matter(change: str) -> None:
    image, scale = draw_board(SEEN_BY, pieces=12), 1.0
    if change == "darker":
        image = (image * 0.6).astype(np.uint8)
    elif change == "grey":
        image = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    elif change == "larger":
        scale = 2.0
        image = np.asarray(cv2.resize(image, None, fx=2, fy=2), dtype=np.uint8)
    elif change == "jpeg":
        code = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 60])[1]
        image = np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), dtype=np.uint8)
    else:
        image = (image * np.array([1.0, 0.85, 0.7])).astype(np.uint8)
    found = (find_board(image, square=True).corners_px + 0.5) / scale - 0.5
    assert np.allclose(found, corners_px(SEEN_BY), atol=1.0)


def test_a_picture_without_a_board_is_refused() -> None:
    rng = np.random.default_rng(5)
    noise = rng.integers(0, 255, (300, 400, 3), dtype=np.uint8)
    for image in (noise, np.full((300, 400, 3), 90, np.uint8)):
        with pytest.raises(BoardNotFound) as caught:
            find_board(image)
        assert caught.value.reason
        assert caught.value.advice


def test_a_board_that_is_cut_off_is_refused() -> None:
    image = draw_board(SEEN_BY)
    left = int(corners_px(SEEN_BY)[:, 0].min()) + 8
    with pytest.raises(BoardNotFound, match=r"outside|outermost|can be seen"):
        find_board(np.ascontiguousarray(image[:, left:]), square=True)


@pytest.mark.parametrize(("tilt_deg", "aside_mm"), [(35.0, 300.0), (40.0, -300.0)])
def test_a_board_cut_out_of_a_photo_beside_its_middle_is_found(
    tilt_deg: float, aside_mm: float
) -> None:
    seen_by = camera(
        tilt_deg=tilt_deg, turn_deg=12.0, height_mm=640.0, focal_px=1000.0, size_px=(1680, 1280)
    )
    beside = seen_by.translation_mm + np.array([aside_mm, -60.0, 0.0])
    seen_by = replace(seen_by, translation_mm=beside)
    truth = corners_px(seen_by)
    low = np.maximum(truth.min(axis=0) - 30, 0).astype(int)
    high = (truth.max(axis=0) + 30).astype(int)
    photo = draw_board(seen_by, pieces=9)[low[1] : high[1], low[0] : high[0]]
    fit = find_board(np.ascontiguousarray(photo))
    assert worst_px(fit, truth - low) < 1.5


def test_the_lens_is_not_doubted_where_it_is_known() -> None:
    seen_by = replace(SEEN_BY, translation_mm=SEEN_BY.translation_mm + np.array([60.0, 0.0, 0.0]))
    photo = np.ascontiguousarray(draw_board(seen_by)[:, 60:])
    fit = find_board(photo, lens=lens_of(replace(seen_by, size_px=(780, 640))), square=True)
    assert np.allclose(fit.camera.matrix[:2, 2], (389.5, 319.5))


def test_a_board_with_fewer_lines_is_not_made_up() -> None:
    with pytest.raises(BoardNotFound):
        find_board(draw_board(SEEN_BY), 13, 13)


def test_a_board_with_more_lines_is_refused_because_its_edge_is_unclear() -> None:
    with pytest.raises(BoardNotFound):
        find_board(draw_board(SEEN_BY), 7, 7)


def test_dragged_corners_are_refined() -> None:
    rng = np.random.default_rng(8)
    truth = corners_px(SEEN_BY)
    dragged = truth + rng.uniform(-7, 7, (4, 2))
    fit = board_from_corners(draw_board(SEEN_BY, pieces=20), dragged, lens=lens_of(SEEN_BY))
    assert worst_px(fit, truth) < 0.7
    assert fit.pitch_mm == PITCH_MM


def test_corners_on_the_wrong_lines_are_put_right() -> None:
    truth = corners_px(SEEN_BY)
    far = 8 * PITCH_MM
    one_off = SEEN_BY.project(
        [[PITCH_MM, 0, 0], [far + PITCH_MM, 0, 0], [far + PITCH_MM, far, 0], [PITCH_MM, far, 0]]
    )
    fit = board_from_corners(draw_board(SEEN_BY), one_off, lens=lens_of(SEEN_BY))
    assert worst_px(fit, truth) < 1.0


@pytest.mark.parametrize(
    "corners", [[[0, 0], [1, 1]], np.full((4, 2), np.nan), corners_px(SEEN_BY)[::-1]]
)
def test_wrong_corners_are_refused(corners: object) -> None:
    with pytest.raises(BoardNotFound, match="orner"):
        board_from_corners(draw_board(SEEN_BY), corners)  # type: ignore[arg-type]


@pytest.mark.parametrize("push_mm", [(3.0, -2.0), (14.0, 9.0), (-34.0, 5.0)])
def test_a_pushed_board_is_found_again_with_pieces_on(push_mm: tuple[float, float]) -> None:
    seen_by = camera(height_mm=520.0)
    first = find_board(draw_board(seen_by), lens=lens_of(seen_by), square=True)
    again = refind(draw_board(seen_by, pieces=24, push_mm=push_mm), first)
    world = np.array([[0.0, 0, 0], [256, 0, 0], [256, 256, 0], [0, 256, 0]])
    moved = seen_by.project(world + np.array([*push_mm, 0.0]))
    assert worst_px(again, moved) < 1.0


def test_a_board_that_is_gone_is_not_found_again() -> None:
    first = find_board(draw_board(SEEN_BY), square=True)
    with pytest.raises(BoardNotFound):
        refind(np.full((640, 840, 3), 120, np.uint8), first)


def test_a_fit_survives_json() -> None:
    fit = find_board(draw_board(SEEN_BY), square=True)
    again = BoardFit.from_json(json.loads(json.dumps(fit.to_json())))
    assert np.allclose(again.corners_px, fit.corners_px)
    assert again.to_json() == fit.to_json()
    with pytest.raises(ValueError, match="not a board fit"):
        BoardFit.from_json({"columns": 9})


def test_nothing_known_of_the_lens_is_enough_for_the_corners() -> None:
    fit = find_board(draw_board(SEEN_BY), lens=guessed_lens(SEEN_BY.size_px), square=True)
    assert worst_px(fit, corners_px(SEEN_BY)) < 1.0
