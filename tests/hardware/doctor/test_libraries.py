"""What the doctor says of the machine and its libraries, each situation played."""

from __future__ import annotations

import pytest

from hardware.doctor import State
from tests.hardware.doctor.played import PlayedMachine
from tests.hardware.doctor.situations import (
    PI,
    USB,
    Case,
    broken,
    look,
    reads,
    version,
    without,
)

NUMPY_1 = "ValueError: numpy.dtype size changed, may indicate binary incompatibility. Expected 96"
NUMPY_2 = (
    "AttributeError: _ARRAY_API not found\nImportError: numpy.core.multiarray failed to import"
)
NO_KMS = "Traceback\nModuleNotFoundError: No module named 'pykms'"
NO_GL = "ImportError: libGL.so.1: cannot open shared object file: No such file or directory"
MODEL = "/proc/device-tree/model"

CASES: dict[str, Case] = {
    "another machine": (lambda: reads(MODEL, None), PI, "machine", State.SKIPPED, "aarch64"),
    "32 bits": (lambda: PlayedMachine(kind="armv7l"), PI, "machine", State.WARN, "64-bit"),
    "an old Python": (lambda: PlayedMachine(version=(3, 9, 2)), PI, "Python", State.BAD, "3.11"),
    "a new Python": (lambda: PlayedMachine(version=(3, 14, 0)), PI, "Python", State.BAD, "3.13"),
    "no numpy": (lambda: without("numpy"), PI, "numpy", State.BAD, "python3-numpy"),
    "no click": (lambda: without("click"), PI, "click", State.BAD, "Run make again"),
    "an old OpenCV": (lambda: version("cv2", "4.6.0"), PI, "OpenCV", State.BAD, "4.10 or newer"),
    "a later OpenCV": (lambda: version("cv2", "5.0.0-dev"), PI, "OpenCV", State.OK, "5.0.0"),
    "OpenCV without libGL": (lambda: broken("cv2", NO_GL), PI, "OpenCV", State.BAD, "libGL.so.1"),
    "OpenCV for another numpy": (
        lambda: broken("cv2", NUMPY_2),
        PI,
        "OpenCV",
        State.BAD,
        "--system-site-packages",
    ),
    "OpenCV twice": (
        lambda: PlayedMachine(packages={"opencv-python": "4", "opencv-python-headless": "5"}),
        PI,
        "OpenCV",
        State.WARN,
        "pip uninstall",
    ),
    "picamera2 for another numpy": (
        lambda: broken("picamera2", NUMPY_1),
        PI,
        "picamera2",
        State.BAD,
        "--system-site-packages",
    ),
    "picamera2 for another numpy, and not wanted": (
        lambda: broken("picamera2", NUMPY_1),
        USB,
        "picamera2",
        State.WARN,
        "another numpy",
    ),
    "picamera2 lacks a part": (
        lambda: broken("picamera2", NO_KMS),
        PI,
        "picamera2",
        State.BAD,
        "python3-pykms",
    ),
    "picamera2 raises": (
        lambda: broken("picamera2", "RuntimeError: oh"),
        PI,
        "picamera2",
        State.BAD,
        "RuntimeError: oh",
    ),
    "no picamera2": (lambda: without("picamera2"), PI, "picamera2", State.BAD, "apt install"),
    "no picamera2, and none wanted": (
        lambda: without("picamera2"),
        USB,
        "picamera2",
        State.SKIPPED,
        "the camera is set to usb",
    ),
    "no gpiozero": (lambda: without("gpiozero"), PI, "gpiozero", State.BAD, "python3-gpiozero"),
    "no lgpio": (lambda: without("lgpio"), PI, "gpiozero", State.BAD, "python3-lgpio"),
    "an old gpiozero": (
        lambda: PlayedMachine(packages={"gpiozero": "1.6.2"}),
        PI,
        "gpiozero",
        State.BAD,
        "1.6.2 is too old",
    ),
    "gpiozero raises": (
        lambda: broken("gpiozero", "SyntaxError: x"),
        PI,
        "gpiozero",
        State.BAD,
        "SyntaxError",
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_situation(case: Case) -> None:
    look(case)
