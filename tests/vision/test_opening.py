"""Opening the eyes as they are set: a camera that can't come keeps nobody from playing."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from calibration.profile import save_profile
from companion.config.sections import Camera, CameraSource
from companion.referee.eyes import EyesAway, Watch
from tests.vision.desk.made import desk_profile
from vision.opening import LOCKS, PROFILE, open_eyes, read_locks, save_locks
from vision.sources.api import Control, LockReport

BROWSER = Camera(source=CameraSource.BROWSER)


def test_a_folder_that_is_not_there_is_away_and_says_why(tmp_path: Path) -> None:
    camera = Camera(source=CameraSource.FOLDER, address=str(tmp_path / "nowhere"))
    eyes = open_eyes(camera, tmp_path)
    assert eyes.state().watch is Watch.AWAY
    assert eyes.state().reason
    with pytest.raises(EyesAway):
        eyes.look()
    assert not eyes.wait_quiet(0.1)
    eyes.close()
    eyes.close()


def test_a_camera_without_a_profile_is_not_set_up(tmp_path: Path) -> None:
    eyes = open_eyes(BROWSER, tmp_path)
    assert eyes.state().watch is Watch.NONE
    assert eyes.profile_path == tmp_path / PROFILE
    eyes.close()


@pytest.mark.slow
def test_what_the_wizard_saved_is_read_at_the_next_start(tmp_path: Path) -> None:
    save_profile(desk_profile(), tmp_path / PROFILE)
    eyes = open_eyes(BROWSER, tmp_path)
    assert eyes.profile is not None
    assert eyes.profile.layout == desk_profile().layout
    eyes.close()


def test_a_damaged_profile_is_told_and_ends_nothing(tmp_path: Path) -> None:
    (tmp_path / PROFILE).write_bytes(b"no profile")
    eyes = open_eyes(BROWSER, tmp_path)
    assert "damaged" in eyes.state().reason
    with pytest.raises(EyesAway, match="damaged"):
        eyes.look()
    eyes.close()


def test_what_a_camera_was_locked_to_is_kept(tmp_path: Path) -> None:
    values = {Control.EXPOSURE: (8000.0,), Control.WHITE_BALANCE: (1.5, 2.25)}
    save_locks(LockReport(values), tmp_path / LOCKS)
    assert read_locks(tmp_path / LOCKS) == values


@pytest.mark.parametrize("text", ["", "[]", "{", '{"shutter": [1]}', '{"gain": "much"}', "3"])
def test_locks_that_are_damaged_are_none(tmp_path: Path, text: str) -> None:
    (tmp_path / LOCKS).write_text(text)
    assert read_locks(tmp_path / LOCKS) == {}
    assert read_locks(tmp_path / "nothing") == {}


@pytest.mark.slow
def test_the_virtual_table_gets_ready_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.desk.opening.desk_profile", lambda *_, **__: desk_profile())
    eyes = open_eyes(Camera(), tmp_path)
    assert eyes.desk is not None
    end_s = time.monotonic() + 120
    while eyes.state().watch is not Watch.LIVE and time.monotonic() < end_s:
        time.sleep(0.05)
    assert eyes.state().watch is Watch.LIVE
    eyes.close()


def test_a_virtual_table_that_cannot_be_learned_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ValueError("no board")

    monkeypatch.setattr("vision.desk.opening.desk_profile", fail)
    eyes = open_eyes(Camera(width_px=320, height_px=240), tmp_path)
    end_s = time.monotonic() + 60
    while "no board" not in eyes.state().reason and time.monotonic() < end_s:
        time.sleep(0.02)
    assert "no board" in eyes.state().reason
    assert eyes.state().watch is Watch.OPENING
    eyes.close()
