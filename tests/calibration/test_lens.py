"""Lenses: from the sheet, from the model, from the board."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

from calibration.commands_lens import lens as lens_group
from calibration.lens import (
    CAMERA_MODELS,
    CalibrationProblem,
    calibrate_lens,
    lens_from_board,
    lens_of_model,
    load_lens,
    save_lens,
)
from calibration.sheet import SQUARE_MM, SQUARES, board_picture
from tests.vision.drawn import camera, draw_board
from vision.board import find_board
from vision.lens import Lens, guessed_lens, lens_from_field

SIZE = (960, 720)
MATRIX = np.array([[800.0, 0, 483], [0, 798.0, 358], [0, 0, 1]])
DISTORTION = np.array([-0.12, 0.04, 0.0, 0.0, 0.0])


def sheet_photo(seed: int) -> NDArray[np.uint8]:
    """Return the sheet in a random pose before the camera above."""
    rng = np.random.default_rng(seed)
    sheet = cv2.copyMakeBorder(board_picture(2), 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=(255,))
    angles = np.array([rng.uniform(-0.6, 0.6), rng.uniform(-0.6, 0.6), rng.uniform(-3, 3)])
    rotation = cv2.Rodrigues(angles)[0]
    middle = np.array([*SQUARES, 0]) * SQUARE_MM / 2
    away = np.array([rng.uniform(-60, 60), rng.uniform(-40, 40), rng.uniform(340, 480)])
    shift = away - rotation @ middle
    v, u = np.mgrid[0 : SIZE[1], 0 : SIZE[0]].astype(np.float64)
    points = np.column_stack([u.ravel(), v.ravel()]).reshape(-1, 1, 2)
    rays = cv2.undistortPoints(points, MATRIX, DISTORTION).reshape(-1, 2)
    to_sheet = np.linalg.inv(np.column_stack([rotation[:, :2], shift]))
    flat = np.column_stack([rays, np.ones(len(rays))]) @ to_sheet.T
    place = (flat[:, :2] / flat[:, 2:] * 2 - 0.5 + 40).astype(np.float32)
    x, y = (place[:, i].reshape(SIZE[::-1]).copy() for i in (0, 1))
    photo = cv2.remap(sheet, x, y, cv2.INTER_LINEAR, borderValue=(90,))
    soft = cv2.GaussianBlur(photo, (0, 0), 0.7).astype(np.float64)
    return np.clip(soft + rng.normal(0, 2, soft.shape), 0, 255).astype(np.uint8)


PHOTOS = [(f"photo {seed}", sheet_photo(seed)) for seed in range(6)]


def test_the_sheet_gives_the_lens() -> None:
    result = calibrate_lens(PHOTOS)
    assert result.lens.matrix[0, 0] == pytest.approx(800, rel=0.01)
    assert result.lens.matrix[:2, 2] == pytest.approx([483, 358], abs=6)
    assert result.lens.distortion[0] == pytest.approx(-0.12, abs=0.03)
    assert result.lens.residual_px is not None
    assert result.lens.residual_px < 0.5
    assert 0 < result.lens.focal_spread < 0.02
    assert [photo.name for photo in result.photos] == [name for name, _ in PHOTOS]
    assert 0 < result.coverage <= 1


def test_photos_without_the_sheet_are_left_out_and_named() -> None:
    blank = ("a wall", np.full((720, 960), 128, np.uint8))
    result = calibrate_lens([blank, *PHOTOS])
    assert result.photos[0].error_px is None
    assert result.photos[0].reason


@pytest.mark.parametrize(
    ("photos", "reason"),
    [
        (PHOTOS[:2], "found in 2 photos"),
        ([("x", np.zeros((720, 960), np.uint8))] * 4, "found in 0 photos"),
        ([*PHOTOS, ("small", PHOTOS[0][1][:360, :480])], "differ in size"),
    ],
)
def test_photos_that_give_no_lens_are_refused(
    photos: list[tuple[str, NDArray[np.uint8]]], reason: str
) -> None:
    with pytest.raises(CalibrationProblem, match=reason):
        calibrate_lens(photos)


@pytest.mark.parametrize(
    ("model", "size", "field"),
    [
        ("v2", (1280, 960), 62.2),
        ("v3", (1920, 1080), 66.0),
        ("v3", (1280, 960), 51.9),  # a 4:3 picture is a crop of the wide sensor
        ("hq-6mm", (1280, 960), 55.3),
    ],
)
def test_models_know_their_field_of_view(model: str, size: tuple[int, int], field: float) -> None:
    assert lens_of_model(model, size).hfov_deg == pytest.approx(field, abs=0.1)


def test_every_model_names_its_source_and_no_other_is_known() -> None:
    assert all(lens_of_model(name, (1280, 960)).source for name in CAMERA_MODELS)
    with pytest.raises(ValueError, match="one of v1"):
        lens_of_model("v9", (1280, 960))


@pytest.mark.parametrize("field", [0.0, -3.0, 170.0, float("nan")])
def test_an_impossible_field_of_view_is_refused(field: float) -> None:
    with pytest.raises(ValueError, match="between 5 and 150"):
        lens_from_field((640, 480), field)


def test_a_wider_field_is_trusted_less() -> None:
    usual, wide = (lens_from_field((640, 480), field) for field in (62.0, 102.0))
    assert wide.focal_spread > usual.focal_spread
    assert guessed_lens((640, 480)).focal_spread > wide.focal_spread


def test_the_board_estimates_the_lens() -> None:
    seen_by = camera(tilt_deg=25, k1=-0.1)
    lens = lens_from_board(find_board(draw_board(seen_by), square=True))
    assert lens.focal_px == pytest.approx(seen_by.matrix[0, 0], rel=0.05)
    assert lens.distortion[0] == pytest.approx(-0.1, abs=0.05)


def test_a_lens_follows_the_size_of_the_picture() -> None:
    lens = lens_from_field((1280, 960), 62.2)
    assert lens.resized((640, 480)).hfov_deg == pytest.approx(62.2, abs=0.01)
    assert lens.resized((1280, 720)).focal_px == lens.focal_px


def test_a_lens_file_keeps_the_lens(tmp_path: Path) -> None:
    lens = lens_of_model("v2", (1280, 960))
    save_lens(lens, tmp_path / "lens.json")
    again = load_lens(tmp_path / "lens.json")
    assert np.array_equal(again.matrix, lens.matrix)
    assert again.to_json() == lens.to_json()
    assert Lens.from_json(lens.to_json()).source == lens.source


@pytest.mark.parametrize(
    "text", ["", "[]", '{"format": "moontable lens", "version": 1}', '{"format": "else"}', "{"]
)
def test_a_damaged_lens_file_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "lens.json"
    path.write_text(text)
    with pytest.raises(CalibrationProblem, match="lens file"):
        load_lens(path)


def test_the_commands_print_and_calibrate(tmp_path: Path) -> None:
    runner = CliRunner()
    sheet = tmp_path / "sheet.pdf"
    assert runner.invoke(lens_group, ["print", "--out", str(sheet)]).exit_code == 0
    assert sheet.read_bytes().startswith(b"%PDF")
    names = []
    for name, image in PHOTOS:
        names.append(str(tmp_path / f"{name}.png"))
        cv2.imwrite(names[-1], image)
    (tmp_path / "bad.jpg").write_bytes(b"")
    out = tmp_path / "lens.json"
    args = ["calibrate", "--out", str(out), str(tmp_path / "bad.jpg"), *names]
    result = runner.invoke(lens_group, args)
    assert result.exit_code == 0
    assert "reprojection error" in result.stdout
    assert load_lens(out).focal_px == pytest.approx(800, rel=0.01)


def test_the_command_tells_why_there_is_no_lens(tmp_path: Path) -> None:
    (tmp_path / "bad.jpg").write_bytes(b"")
    args = ["calibrate", "--out", str(tmp_path / "x.json"), str(tmp_path / "bad.jpg")]
    result = CliRunner().invoke(lens_group, args)
    assert result.exit_code == 2
    assert "None of the files is a photo" in result.stderr
