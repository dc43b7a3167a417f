"""USB cameras without one: which devices are cameras, and how their automatics are turned off."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np
import pytest

from vision.sources.api import Control
from vision.sources.capture import Captured, usb_cameras, without_password


def machine(root: Path, names: dict[str, str], *, by_id: tuple[str, ...] = ()) -> Path:
    """Make the folders of a machine that has these devices."""
    for device, name in names.items():
        (root / "dev").mkdir(exist_ok=True)
        (root / "dev" / device).touch()
        about = root / "sys" / "class" / "video4linux" / device
        about.mkdir(parents=True)
        (about / "name").write_text(f"{name}\n")
    for link in by_id:
        folder = root / "dev" / "v4l" / "by-id"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / link).touch()
    return root


@pytest.mark.parametrize(
    ("names", "by_id", "found"),
    [
        pytest.param({}, (), (), id="none"),
        pytest.param({"video0": "HD Webcam"}, (), ("dev/video0",), id="one"),
        pytest.param(
            {
                "video10": "bcm2835-codec-decode",
                "video19": "pispbe-input",
                "video20": "rp1-cfe-csi2",
            },
            (),
            (),
            id="only what every Pi has",
        ),
        pytest.param(
            {"video10": "HD Webcam", "video2": "Old Webcam", "video0": "rpi-hevc-dec"},
            (),
            ("dev/video2", "dev/video10"),
            id="in the order of their numbers",
        ),
        pytest.param(
            {"video0": "HD Webcam", "video1": "HD Webcam"},
            ("usb-HD_Webcam-video-index0", "usb-HD_Webcam-video-index1"),
            ("dev/v4l/by-id/usb-HD_Webcam-video-index0",),
            id="by its name, and not the device of its metadata",
        ),
    ],
)
def test_what_looks_like_a_camera(
    tmp_path: Path, names: dict[str, str], by_id: tuple[str, ...], found: tuple[str, ...]
) -> None:
    root = machine(tmp_path, names, by_id=by_id)
    assert usb_cameras(root) == tuple(str(root / one) for one in found)


class PlayedCapture:
    """What we use of cv2.VideoCapture; its picture is as bright as its exposure makes it.

    automatic: the exposure that its automatic has found, of which `get` tells nothing.
    """

    def __init__(self, has: dict[int, float], *, automatic: float = 157.0) -> None:
        self.has = has
        self.automatic = automatic
        self.told: list[tuple[int, float]] = []
        self.frames = 0
        self._showing = [automatic] * 3

    def get(self, number: int) -> float:
        return self.has.get(number, -1.0)

    def set(self, number: int, value: float) -> bool:
        self.told.append((number, value))
        if number not in self.has:
            return False
        self.has[number] = value
        return True

    def grab(self) -> bool:
        """A new exposure shows two frames later."""
        self.frames += 1
        by_hand = self.has.get(cv2.CAP_PROP_AUTO_EXPOSURE) == 1.0
        now = self.has[cv2.CAP_PROP_EXPOSURE] if by_hand else self.automatic
        self._showing = [*self._showing[1:], now]
        return True

    def retrieve(self) -> tuple[bool, Any]:
        level = min(255.0, 255 * (self._showing[0] / 1000) ** (1 / 2.2))
        return True, np.full((24, 32, 3), round(level), np.uint8)


def camera(**without: int) -> PlayedCapture:
    has = {
        cv2.CAP_PROP_AUTO_EXPOSURE: 3.0,
        cv2.CAP_PROP_EXPOSURE: 157.0,
        cv2.CAP_PROP_GAIN: 32.0,
        cv2.CAP_PROP_AUTO_WB: 1.0,
        cv2.CAP_PROP_WB_TEMPERATURE: 4600.0,
        cv2.CAP_PROP_AUTOFOCUS: 1.0,
        cv2.CAP_PROP_FOCUS: 40.0,
    }
    for number in without.values():
        del has[number]
    return PlayedCapture(has)


def captured(played: PlayedCapture, *, has_controls: bool = True) -> Captured:
    return Captured(cast(cv2.VideoCapture, played), has_controls=has_controls)


def test_locking_turns_the_automatics_off_and_holds_what_they_found() -> None:
    played = camera()
    report = captured(played).lock(None)
    assert report.values == {
        Control.EXPOSURE: (15_700.0,),
        Control.GAIN: (32.0,),
        Control.WHITE_BALANCE: (4600.0,),
        Control.FOCUS: (40.0,),
    }
    assert not report.free
    automatics = (cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_AUTOFOCUS)
    assert [played.has[number] for number in automatics] == [1.0, 0.0, 0.0]
    assert played.has[cv2.CAP_PROP_EXPOSURE] == 157.0


@pytest.mark.parametrize("automatic", [12.0, 90.0, 700.0], ids=["bright", "usual", "dim"])
def test_an_exposure_that_the_camera_does_not_tell_is_found_by_the_brightness(
    automatic: float,
) -> None:
    played = camera()
    played.automatic = automatic
    played._showing = [automatic] * 3
    report = captured(played).lock(None)
    assert played.has[cv2.CAP_PROP_EXPOSURE] == pytest.approx(automatic, rel=0.2)
    assert report.values[Control.EXPOSURE] == (100 * played.has[cv2.CAP_PROP_EXPOSURE],)
    assert played.frames < 50


def test_earlier_values_are_set_in_the_drivers_unit() -> None:
    played = camera()
    report = captured(played).lock({Control.EXPOSURE: (8_000.0,)})
    assert played.has[cv2.CAP_PROP_EXPOSURE] == 80.0
    assert report.values[Control.EXPOSURE] == (8_000.0,)
    assert report.values[Control.FOCUS] == (40.0,)


def test_what_the_camera_lacks_is_told_and_the_rest_is_locked() -> None:
    report = captured(camera(focus=cv2.CAP_PROP_AUTOFOCUS, gain=cv2.CAP_PROP_GAIN)).lock(None)
    assert report.locked == (Control.EXPOSURE, Control.WHITE_BALANCE)
    assert "can't turn the automatic off" in report.free[Control.FOCUS]
    assert "no control for it" in report.free[Control.GAIN]


def test_a_stream_has_no_controls() -> None:
    played = camera()
    report = captured(played, has_controls=False).lock(None)
    assert set(report.free) == set(Control)
    assert played.told == []


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("http://10.0.0.7:8080/video", "http://10.0.0.7:8080/video"),
        ("rtsp://ada:se@cret@cam/live?key=1", "rtsp://cam/live"),
        ("nonsense", ""),
        ("http://[broken", ""),
        ("", ""),
    ],
)
def test_an_address_is_shown_without_its_secrets(address: str, shown: str) -> None:
    assert without_password(address) == shown
