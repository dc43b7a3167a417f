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
from tests.calibration.sheet_camera import DISTORTION, MATRIX, another_sheet, sheet_photo
from tests.vision.drawn import camera, draw_board
from vision.board import find_board
from vision.lens import Lens, guessed_lens, lens_from_field

PHOTOS = [(f"photo {seed}", sheet_photo(seed)) for seed in range(6)]


def test_the_printed_sheet_gives_the_true_lens() -> None:
    result = calibrate_lens(PHOTOS)
    truth = MATRIX[[0, 1, 0, 1], [0, 1, 2, 2]]
    found = result.lens.matrix[[0, 1, 0, 1], [0, 1, 2, 2]]
    assert np.allclose(found[:2], truth[:2], rtol=0.004)
    assert np.allclose(found[2:], truth[2:], atol=2.0)
    assert result.lens.distortion[0] == pytest.approx(DISTORTION[0], abs=0.015)
    assert result.lens.residual_px is not None
    assert result.lens.residual_px < 0.15
    assert 0 < result.lens.focal_spread < 0.005
    assert [photo.name for photo in result.photos] == [name for name, _ in PHOTOS]
    assert 0 < result.coverage <= 1


@pytest.mark.parametrize(
    "odd",
    [
        np.full((720, 960), 128, np.uint8),
        sheet_photo(30, blur_px=9.0),
        sheet_photo(31, page=another_sheet()),
        sheet_photo(31, page=another_sheet(cv2.aruco.DICT_6X6_250)),
    ],
    ids=["a wall", "blurred", "another sheet", "another family of markers"],
)
def test_photos_that_don_t_show_the_sheet_are_left_out_and_named(odd: NDArray[np.uint8]) -> None:
    result = calibrate_lens([("odd", odd), *PHOTOS])
    assert result.photos[0].name == "odd"
    assert result.photos[0].error_px is None
    assert result.photos[0].reason
    assert result.lens.focal_px == pytest.approx(800, rel=0.005)


@pytest.mark.parametrize(
    ("photos", "reason"),
    [
        (PHOTOS[:2], "found in 2 photos"),
        ([("x", np.zeros((720, 960), np.uint8))] * 4, "found in 0 photos"),
        ([("x", sheet_photo(seed, blur_px=9.0)) for seed in range(4)], "found in 0 photos"),
        ([("x", sheet_photo(seed, page=another_sheet())) for seed in range(4)], "found in 0 ph"),
        ([*PHOTOS, ("small", PHOTOS[0][1][:360, :480])], "differ in size"),
        ([("x", sheet_photo(seed, tilt_deg=(0, 1))) for seed in range(6)], "the same side"),
        ([PHOTOS[0]] * 5, "the same side"),
    ],
    ids=["two", "black", "blurred", "another sheet", "sizes", "from above", "one photo five times"],
)
def test_photos_that_give_no_lens_are_refused(
    photos: list[tuple[str, NDArray[np.uint8]]], reason: str
) -> None:
    with pytest.raises(CalibrationProblem, match=reason) as caught:
        calibrate_lens(photos)
    assert caught.value.advice


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
    assert "camera.lens" in result.stdout
    assert load_lens(out).focal_px == pytest.approx(800, rel=0.01)


def test_the_command_tells_why_there_is_no_lens(tmp_path: Path) -> None:
    (tmp_path / "bad.jpg").write_bytes(b"")
    args = ["calibrate", "--out", str(tmp_path / "x.json"), str(tmp_path / "bad.jpg")]
    result = CliRunner().invoke(lens_group, args)
    assert result.exit_code == 2
    assert "None of the files is a photo" in result.stderr
