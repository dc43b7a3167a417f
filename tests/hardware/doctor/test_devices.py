"""What the doctor says of pins, cameras and the voice, each situation played."""

from __future__ import annotations

import pytest

from companion.config import settings_from
from hardware.doctor import State
from tests.hardware.doctor.played import HOME, USER, PlayedMachine
from tests.hardware.doctor.situations import (
    BARE_STREAM,
    CLASH,
    DEFAULT,
    FOLDER,
    PI,
    STREAM,
    USB,
    Case,
    boots_with,
    heaps,
    look,
    owned,
    said,
    video,
)

ROOT = frozenset({"/"})
OUTSIDE = frozenset({"ada"})

CASES: dict[str, Case] = {
    "no pins": (lambda: owned("/dev/gpiochip0", None), PI, "pins", State.SKIPPED, "virtual"),
    "pins locked": (
        lambda: PlayedMachine(locked=frozenset({"/dev/gpiochip0"}), in_groups=OUTSIDE),
        PI,
        "pins",
        State.BAD,
        "usermod -aG gpio",
    ),
    "pins locked in the group": (
        lambda: PlayedMachine(locked=frozenset({"/dev/gpiochip0"})),
        PI,
        "pins",
        State.BAD,
        "reboot",
    ),
    "a folder that lgpio can't use": (
        lambda: PlayedMachine(variables={"MOONTABLE_HOME": HOME, "LG_WD": "/"}, locked=ROOT),
        PI,
        "pins",
        State.BAD,
        "LG_WD",
    ),
    "a clash": (PlayedMachine, CLASH, "wiring", State.BAD, "GPIO17 is wired to"),
    "no ribbon": (
        lambda: said("rpicam-hello", "No cameras available!"),
        PI,
        "camera",
        State.BAD,
        "ribbon",
    ),
    "no tool for cameras": (lambda: said("rpicam-hello", None), PI, "camera", State.WARN, "apt"),
    "a Pi that was told not to look for cameras": (
        lambda: boots_with("arm_64bit=1\n camera_auto_detect=0\n"),
        PI,
        "camera",
        State.BAD,
        "camera_auto_detect=1 in /boot/firmware/config.txt",
    ),
    "a Pi upgraded from the old camera stack": (
        lambda: boots_with("start_x=1\ngpu_mem=128"),
        PI,
        "camera",
        State.BAD,
        "Take start_x=1 out",
    ),
    "a Pi told well": (
        lambda: boots_with("camera_auto_detect=1\n"),
        PI,
        "camera",
        State.BAD,
        "ribbon",
    ),
    "a camera whose memory is locked": (
        lambda: heaps(True),
        PI,
        "camera",
        State.BAD,
        "/dev/dma_heap/linux,cma may not be used",
    ),
    "a camera with its memory": (lambda: heaps(False), PI, "camera", State.OK, "imx708"),
    "a USB camera among decoders": (
        lambda: video(8, "HD Webcam"),
        USB,
        "camera",
        State.OK,
        "/dev/video8",
    ),
    "only decoders": (
        lambda: video(10, "rpi-hevc-dec"),
        USB,
        "camera",
        State.BAD,
        "no /dev/video* of a camera",
    ),
    "a USB camera": (PlayedMachine, USB, "camera", State.OK, "/dev/video0"),
    "no USB camera": (lambda: owned("/dev/video0", None), USB, "camera", State.BAD, "Plug it"),
    "a USB camera that is locked": (
        lambda: PlayedMachine(locked=frozenset({"/dev/video0"}), in_groups=OUTSIDE),
        USB,
        "camera",
        State.BAD,
        "usermod -aG video",
    ),
    "another USB camera": (
        PlayedMachine,
        settings_from('[camera]\nsource = "usb"\naddress = "2"\n'),
        "camera",
        State.BAD,
        "there is no /dev/video2",
    ),
    "photographs": (lambda: owned("/photos", USER), FOLDER, "camera", State.OK, "/photos"),
    "no photographs": (PlayedMachine, FOLDER, "camera", State.BAD, "there is no /photos"),
    "a stream": (PlayedMachine, STREAM, "camera", State.OK, "not opened"),
    "a stream with a password": (
        PlayedMachine,
        settings_from('[camera]\nsource = "stream"\naddress = "rtsp://me:secret@x/y"\n'),
        "camera",
        State.OK,
        "the stream rtsp://x/y,",
    ),
    "a stream without a URL": (PlayedMachine, BARE_STREAM, "camera", State.BAD, "URL"),
    "the virtual camera": (PlayedMachine, DEFAULT, "camera", State.OK, "nothing is needed"),
    "no voice": (lambda: said("espeak-ng", None), PI, "voice", State.BAD, "espeak-ng"),
    "no voice wanted": (PlayedMachine, USB, "voice", State.SKIPPED, "off"),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_situation(case: Case) -> None:
    look(case)
