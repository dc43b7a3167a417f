"""The command `board find`."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from calibration.lens import save_lens
from tests.vision.drawn import camera, corners_px, draw_board
from vision.commands_board import board
from vision.lens import Lens

SEEN_BY = camera()


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "board.jpg"
    cv2.imwrite(str(path), draw_board(SEEN_BY, pieces=12))
    return path


def test_a_board_is_told_as_one_json_line(photo: Path) -> None:
    result = CliRunner().invoke(board, ["find", "--json", str(photo)])
    told = json.loads(result.stdout)
    assert result.exit_code == 0
    assert told["status"] == "ok"
    assert told["image"] == str(photo)
    assert (told["columns"], told["rows"]) == (9, 9)
    names = ("bottom_left", "bottom_right", "top_right", "top_left")
    found = np.array([told["corners_px"][name] for name in names])
    assert np.allclose(found, corners_px(SEEN_BY), atol=1.0)


def test_a_person_reads_a_sentence(photo: Path) -> None:
    result = CliRunner().invoke(board, ["find", "--hfov", "62", str(photo)])
    assert result.exit_code == 0
    assert "found" in result.stdout


def test_a_measured_lens_is_used(photo: Path, tmp_path: Path) -> None:
    path = tmp_path / "lens.json"
    save_lens(Lens(SEEN_BY.size_px, SEEN_BY.matrix, SEEN_BY.distortion, residual_px=0.1), path)
    result = CliRunner().invoke(board, ["find", "--json", "--lens", str(path), str(photo)])
    assert json.loads(result.stdout)["tilt_deg"] == pytest.approx(SEEN_BY.tilt_deg, abs=0.3)
    path.write_text("{}")
    result = CliRunner().invoke(board, ["find", "--lens", str(path), str(photo)])
    assert result.exit_code == 2
    assert "not a lens file" in result.output


def test_bad_files_are_told_one_by_one_and_good_ones_still_found(
    photo: Path, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(photo.read_bytes()[:5000])
    args = ["find", "--json", str(bad), str(photo), str(tmp_path / "none.jpg")]
    result = CliRunner().invoke(board, args)
    told = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["status"] for line in told] == ["unreadable", "ok", "unreadable"]
    assert "end of the picture is missing" in told[0]["reason"]
    assert result.exit_code == 0


def test_nothing_found_ends_with_code_2(tmp_path: Path) -> None:
    empty = tmp_path / "empty.jpg"
    empty.write_bytes(b"")
    result = CliRunner().invoke(board, ["find", "--json", str(empty)])
    assert result.exit_code == 2
    assert json.loads(result.stdout)["status"] == "unreadable"


@pytest.mark.parametrize("args", [["--columns", "2"], ["--hfov", "500"], []])
def test_wrong_options_are_refused(args: list[str], photo: Path) -> None:
    names = [str(photo)] if args else []
    assert CliRunner().invoke(board, ["find", *args, *names]).exit_code == 2
