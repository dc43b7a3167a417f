"""The Pi's camera without a Pi: what it is asked for, how it is locked, how it fails."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tests.vision.sources.played import brightness
from tests.vision.sources.played_pi import FOUND, MODES, PlayedPicamera2
from tests.vision.sources.waiting import until
from vision.sources.api import Control, Presence
from vision.sources.errors import CameraAway, CameraMissing
from vision.sources.formats import BT601_FULL, BT601_LIMITED, BT709_LIMITED, Coding
from vision.sources.picamera import began_s, coding_of, full_view_mode, open_picamera2
from vision.sources.picontrols import found, within
from vision.sources.reading import ReadingSource


@pytest.fixture
def camera() -> PlayedPicamera2:
    return PlayedPicamera2()


@pytest.fixture
def source(camera: PlayedPicamera2) -> Iterator[ReadingSource]:
    source = open_picamera2((1280, 960), timeout_s=1.0, make=lambda _: camera)
    yield source
    source.close()


def test_both_streams_are_asked_for_and_come(
    camera: PlayedPicamera2, source: ReadingSource
) -> None:
    still = source.still(2.0)
    assert still.size_px == (1280, 960)
    assert brightness(still.pixels) == 90
    until(lambda: (latest := source.latest()) is not None and latest.size_px == (320, 240))
    assert source.name == "Raspberry Pi camera (imx708)"
    asked = camera.told[0]
    assert asked["main"] == {"size": (1280, 960), "format": "RGB888"}
    assert asked["lores"] == {"size": (320, 240), "format": "YUV420"}
    assert asked["sensor"] == {"output_size": (2304, 1296), "bit_depth": 10}
    assert asked["controls"] == {"FrameDurationLimits": (66_667, 200_000), "AfMode": 2}
    assert camera.most_held == 1


def test_a_camera_without_controls_is_asked_for_none() -> None:
    camera = PlayedPicamera2()
    camera.camera_controls = {}
    source = open_picamera2((320, 240), timeout_s=1.0, make=lambda _: camera)
    assert camera.told[0]["controls"] == {}
    assert camera.told[0]["lores"] is None
    assert "sensor" not in camera.told[0]
    assert source.still(2.0).size_px == (320, 240)
    report = source.lock()
    assert report.locked == ()
    assert set(report.free) == set(Control)
    assert len(camera.told) == 1
    source.close()
    until(lambda: camera.closed)


def test_locking_holds_what_the_automatics_have_found(
    camera: PlayedPicamera2, source: ReadingSource
) -> None:
    report = source.lock()
    assert report.values == {
        Control.EXPOSURE: (18_000.0,),
        Control.GAIN: (2.5,),
        Control.WHITE_BALANCE: (1.9, 1.6),
        Control.FOCUS: (2.3,),
    }
    assert not report.free
    assert camera.told[-1] == {
        "ExposureTime": 18_000,
        "AnalogueGain": 2.5,
        "AeEnable": False,
        "ColourGains": (1.9, 1.6),
        "AwbEnable": False,
        "LensPosition": 2.3,
        "AfMode": 0,
    }


def test_locking_to_earlier_values_sets_those(
    camera: PlayedPicamera2, source: ReadingSource
) -> None:
    report = source.lock({Control.EXPOSURE: (9_000.0,), Control.FOCUS: (99.0,)})
    assert report.values[Control.EXPOSURE] == (9_000.0,)
    assert report.values[Control.FOCUS] == (15.0,)
    assert report.values[Control.WHITE_BALANCE] == (1.9, 1.6)


def test_what_the_camera_does_not_do_is_not_called_locked(
    camera: PlayedPicamera2, source: ReadingSource
) -> None:
    camera.stubborn = frozenset({"ExposureTime"})
    camera.now["ExposureTime"] = 30_000
    report = source.lock({Control.EXPOSURE: (9_000.0,)})
    assert Control.EXPOSURE not in report.values
    assert report.free == {Control.EXPOSURE: "the camera did not do as it was told"}


def test_a_lens_without_a_motor_is_said_to_be_one(
    camera: PlayedPicamera2, source: ReadingSource
) -> None:
    del camera.camera_controls["AfMode"], camera.camera_controls["LensPosition"]
    report = source.lock()
    assert "no motor" in report.free[Control.FOCUS]
    assert "AfMode" not in camera.told[-1]


@pytest.mark.parametrize(
    ("metadata", "gain", "exposure"),
    [
        pytest.param({}, 2.5, 18_000, id="no digital gain"),
        pytest.param({"DigitalGain": 2.0}, 5.0, 18_000, id="the chip makes up for it"),
        pytest.param(
            {"DigitalGain": 2.0, "AnalogueGain": 12.0}, 16.0, 27_000, id="and the exposure"
        ),
    ],
)
def test_a_locked_picture_stays_as_bright(
    metadata: Mapping[str, Any], gain: float, exposure: float
) -> None:
    values = found({**FOUND, **metadata}, PlayedPicamera2().camera_controls)
    assert values[Control.GAIN][0] == pytest.approx(gain)
    assert values[Control.EXPOSURE][0] == pytest.approx(exposure)


@pytest.mark.parametrize(
    ("value", "limits", "expected"),
    [
        (5.0, None, 5.0),
        (5.0, (1, 4, 1), 4.0),
        (0.5, (1, 4, 1), 1.0),
        (5.0, (0, 0, 0), 5.0),
        (5.0, ((0, 0), (9, 9), None), 5.0),
    ],
)
def test_limits(value: float, limits: Any, expected: float) -> None:
    assert within((value,), limits) == (expected,)


def test_a_camera_that_falls_silent_is_away_and_closed(
    camera: PlayedPicamera2, source: ReadingSource
) -> None:
    source.still(2.0)
    camera.silent = True
    until(lambda: source.state().presence is Presence.AWAY)
    with pytest.raises(CameraAway, match="gave no picture for 1 s"):
        source.still(5.0)
    assert {"flushed": True} in camera.told
    until(lambda: camera.closed)
    assert source.state().presence is Presence.AWAY
    assert "ribbon" in source.state().advice


@pytest.mark.skipif(
    importlib.util.find_spec("picamera2") is not None, reason="picamera2 is installed here"
)
def test_without_the_library_it_says_what_to_install() -> None:
    with pytest.raises(CameraMissing, match="picamera2") as missing:
        open_picamera2((1280, 960), timeout_s=1.0)
    assert "python3-picamera2" in missing.value.advice


class NoCamera(PlayedPicamera2):
    """There is none at the ribbon."""

    @staticmethod
    def global_camera_info() -> list[Any]:
        return []


class Held(PlayedPicamera2):
    """Another program has it."""

    def __init__(self, number: int = 0) -> None:
        cause = RuntimeError("Failed to acquire camera: Device or resource busy")
        raise RuntimeError("Camera __init__ sequence did not complete.") from cause


class Refuses(PlayedPicamera2):
    """It can't be configured."""

    def configure(self, wanted: dict[str, Any]) -> None:
        raise RuntimeError("Camera configuration failed")


class Strange(PlayedPicamera2):
    """It gives what nobody can read."""

    def configure(self, wanted: dict[str, Any]) -> None:
        super().configure(wanted)
        self.given["main"]["format"] = "MJPEG"


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (NoCamera, "No camera is found at the Raspberry Pi"),
        (Held, "Device or resource busy"),
        (Refuses, "can't be started .*configuration failed"),
        (Strange, "MJPEG, which moontable can't read"),
    ],
)
def test_what_can_not_be_opened_is_said(make: type[PlayedPicamera2], reason: str) -> None:
    with pytest.raises(CameraMissing, match=reason) as missing:
        open_picamera2((1280, 960), timeout_s=1.0, make=make)
    assert missing.value.advice


@pytest.mark.parametrize(
    ("modes", "size_px", "expected"),
    [
        pytest.param(MODES, (1280, 960), (2304, 1296), id="a fast mode would cut the edges off"),
        pytest.param(MODES, (4000, 2000), (4608, 2592), id="a large picture"),
        pytest.param(MODES, (9000, 9000), (4608, 2592), id="larger than the chip"),
        pytest.param([], (1280, 960), None, id="no modes"),
        pytest.param([{"format": "NV12"}], (1280, 960), None, id="modes that tell nothing"),
    ],
)
def test_the_mode_sees_the_whole_view(
    modes: list[dict[str, Any]], size_px: tuple[int, int], expected: tuple[int, int] | None
) -> None:
    mode = full_view_mode(modes, size_px)
    assert (None if mode is None else mode["size"]) == expected


class Space:
    """As libcamera's ColorSpace tells it."""

    def __init__(self, matrix: str, reach: str) -> None:
        self.ycbcrEncoding, self.range = f"YcbcrEncoding.{matrix}", f"Range.{reach}"


@pytest.mark.parametrize(
    ("space", "coding"),
    [
        (None, BT601_FULL),
        (Space("Rec601", "Full"), BT601_FULL),
        (Space("Rec601", "Limited"), BT601_LIMITED),
        (Space("Rec709", "Limited"), BT709_LIMITED),
    ],
)
def test_what_yuv_means_is_what_the_camera_says(space: Any, coding: Coding) -> None:
    assert coding_of(space) == coding


def test_a_stamp_of_another_clock_is_not_believed() -> None:
    now_s = time.monotonic()
    assert began_s({"SensorTimestamp": (now_s - 0.03) * 1e9}, 7.0) == pytest.approx(now_s - 0.03)
    assert began_s({"SensorTimestamp": (now_s + 500) * 1e9}, 7.0) == 7.0
    assert began_s({}, 7.0) == 7.0
