"""`moontable camera`: a photograph from the camera of the settings, or why there is none."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from tests.vision.sources.played import StreamServer


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MOONTABLE_HOME", str(tmp_path))
    monkeypatch.setenv("MOONTABLE_CAMERA_TIMEOUT_S", "1")
    return tmp_path / "moontable.toml"


def test_a_photograph_of_a_stream(settings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    server = StreamServer()
    server.shade = 128
    settings.write_text(f'[camera]\nsource = "stream"\naddress = "{server.url}"\n')
    shot = settings.parent / "shot.png"
    assert main(["camera", "--lock", str(shot)]) == 0
    printed = capsys.readouterr().out
    assert f"camera at http://127.0.0.1:{server.port}/stream.mjpg" in printed
    assert "640 x 480 pixels, brightness 50%, burnt out 0%" in printed
    assert "Nothing is locked" in printed
    picture = cv2.imread(str(shot))
    assert picture is not None
    assert picture.shape == (480, 640, 3)
    server.close()


def test_a_photograph_of_a_folder(settings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photos = settings.parent / "photos"
    photos.mkdir()
    cv2.imwrite(str(photos / "1.png"), np.full((240, 320, 3), 255, np.uint8))
    settings.write_text(f'[camera]\nsource = "folder"\naddress = "{photos}"\n')
    assert main(["camera"]) == 0
    assert "burnt out 100%" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "file", "reason"),
    [
        pytest.param('source = "usb"\naddress = "77"', "", "no /dev/video77", id="no camera"),
        pytest.param('source = "virtual"', "", "lives in the panel", id="the virtual table"),
        pytest.param(
            'source = "folder"\naddress = "PHOTOS"', "shot.txt", "as a picture", id="no picture"
        ),
        pytest.param(
            'source = "folder"\naddress = "PHOTOS"',
            "no/shot.jpg",
            "can't be written",
            id="no folder",
        ),
    ],
)
def test_what_does_not_work_is_said(
    settings: Path, words: str, file: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    photos = settings.parent / "photos"
    photos.mkdir()
    cv2.imwrite(str(photos / "1.png"), np.full((240, 320, 3), 255, np.uint8))
    settings.write_text(f"[camera]\n{words.replace('PHOTOS', str(photos))}\n")
    shot = [str(settings.parent / file)] if file else []
    assert main(["camera", *shot]) != 0
    printed = capsys.readouterr()
    assert reason in printed.out + printed.err
