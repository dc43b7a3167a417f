"""A folder or a video as the camera: in order, by stills or by time, the unreadable left out."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.language.notices import Notice
from tests.vision.sources.played import brightness
from vision.sources.api import Control, Presence, Source
from vision.sources.errors import CameraAway, CameraMissing
from vision.sources.folder import FolderSource, open_folder


def photo(path: Path, shade: int, size_px: tuple[int, int] = (640, 480)) -> Path:
    """Write a photograph whose brightness is its name's number."""
    coarse = np.random.default_rng(shade).integers(shade - 5, shade + 5, (12, 16, 3), np.uint8)
    cv2.imwrite(str(path), cv2.resize(coarse, size_px, interpolation=cv2.INTER_NEAREST))
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in (2, 10, 1):
        photo(tmp_path / f"turn {number}.png", 20 * number)
    (tmp_path / "notes.txt").write_text("Ada began.")
    return tmp_path


def shade(source: Source) -> int:
    return round(brightness(source.still(1.0).pixels) / 20)


class Clock:
    """A clock that the test sets."""

    now_s = 50.0

    def __call__(self) -> float:
        return self.now_s


def test_each_still_takes_the_next_by_number_and_the_last_one_stays(folder: Path) -> None:
    source = open_folder(str(folder))
    assert source.state().reason == ""
    assert [shade(source) for _ in range(5)] == [1, 2, 10, 10, 10]
    assert source.state().presence is Presence.LIVE
    assert "All was shown" in source.state().reason


def test_latest_shows_what_the_next_still_will_give(folder: Path) -> None:
    source = open_folder(str(folder))
    for expected in (1, 2, 10):
        latest = source.latest()
        assert latest is not None
        assert latest is source.latest()
        assert round(brightness(latest.pixels) / 20) == expected
        assert shade(source) == expected


def test_what_can_not_be_read_is_left_out_and_told(folder: Path) -> None:
    whole = photo(folder / "turn 3.jpg", 60).read_bytes()
    (folder / "turn 3.jpg").write_bytes(whole[:-200])
    (folder / "turn 4.jpg").write_bytes(b"")
    source = open_folder(str(folder))
    assert [shade(source) for _ in range(3)] == [1, 2, 10]
    assert "turn 3.jpg was left out: The end" in source.state().reason
    assert "turn 4.jpg was left out: The file is empty." in source.state().reason


def test_by_time_it_passes_over_those_whose_time_went_by(folder: Path) -> None:
    photo(folder / "turn 5.png", 100)
    clock = Clock()
    pictures = open_folder(str(folder))._pictures
    source = FolderSource(Notice("folder"), pictures, step_s=2.0, clock=clock)
    assert shade(source) == 2  # the first went to the source that was made before
    assert shade(source) == 2
    clock.now_s += 4.5
    assert shade(source) == 10
    clock.now_s += 60
    assert shade(source) == 10
    assert "All was shown" in source.state().reason


def test_a_photograph_of_twelve_megapixels_is_made_as_small_as_it_is_read(tmp_path: Path) -> None:
    source = open_folder(str(photo(tmp_path / "one.jpg", 80, (4000, 3000))))
    assert source.still(1.0).size_px == (1600, 1200)


def write_y4m(path: Path, shades: list[int]) -> None:
    """A video whose format is so plain that it can be written by hand."""
    size = 320 * 240
    frames = [b"FRAME\n" + bytes([s]) * size + bytes([128]) * (size // 2) for s in shades]
    path.write_bytes(b"YUV4MPEG2 W320 H240 F10:1 Ip A1:1 C420jpeg\n" + b"".join(frames))


def write_mjpeg(path: Path, shades: list[int]) -> None:
    frames = [cv2.imencode(".jpg", np.full((240, 320, 3), s, np.uint8))[1] for s in shades]
    path.write_bytes(b"".join(frame.tobytes() for frame in frames))


@pytest.mark.parametrize("kind", ["y4m", "mjpeg"])
def test_a_video_runs_by_time_and_stays_at_its_end(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"game.{kind}"
    (write_y4m if kind == "y4m" else write_mjpeg)(path, [40, 80, 120, 160, 200])
    source = open_folder(str(path), step_s=1000.0)
    first = source.still(1.0)
    assert brightness(first.pixels) == pytest.approx(40, abs=30)
    source._shown_s -= 3000.0  # three frames later
    later = source.still(1.0)
    assert brightness(later.pixels) - brightness(first.pixels) == pytest.approx(120, abs=25)
    source._shown_s -= 9000.0
    assert source.still(1.0).sequence > later.sequence
    assert "All was shown" in source.state().reason
    source.close()


def test_a_video_that_is_cut_off_gives_what_it_has(tmp_path: Path) -> None:
    path = tmp_path / "game.mjpeg"
    write_mjpeg(path, [40, 80, 120])
    path.write_bytes(path.read_bytes()[:-300])
    source = open_folder(str(path), step_s=1000.0)
    source._shown_s -= 1000.0
    assert brightness(source.still(1.0).pixels) == pytest.approx(80, abs=3)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        pytest.param("", "No folder is named", id="no address"),
        pytest.param("gone", "There is no", id="no such folder"),
        pytest.param("empty", "no photographs in", id="an empty folder"),
        pytest.param("broken", "no picture that can be read", id="only broken photographs"),
        pytest.param("broken/a.jpg", "no picture that can be read", id="a broken photograph"),
        pytest.param("notes.txt", "neither a photograph nor a video", id="a text"),
        pytest.param("none.mp4", "can't be read|no picture", id="a video without a frame"),
    ],
)
def test_what_can_not_be_opened_is_said(
    tmp_path: Path, name: str, reason: str, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "a.jpg").write_bytes(b"\xff\xd8\xff")
    (tmp_path / "notes.txt").write_text("x")
    (tmp_path / "none.mp4").write_bytes(bytes(100))
    with pytest.raises(CameraMissing, match=reason) as missing:
        open_folder(str(tmp_path / name) if name else "")
    assert missing.value.advice
    capfd.readouterr()  # OpenCV complains of the video


def test_it_can_not_be_locked_and_closes_once(folder: Path) -> None:
    source = open_folder(str(folder))
    assert set(source.lock().free) == set(Control)
    source.close()
    source.close()
    assert source.latest() is None
    assert source.state().presence is Presence.AWAY
    with pytest.raises(CameraAway):
        source.still(1.0)
