"""Our source with a real picamera2: on libcamera's virtual pipeline, or at a real Pi's ribbon.

``tests/vision/sources/pi/make_root.sh`` makes the folder in which the first runs.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

ROOT = os.environ.get("MOONTABLE_PICAMERA2_ROOT", "")
HERE = Path(__file__).resolve().parents[3]
_MODULE = "tests.vision.sources.pi.session"

pytestmark = [pytest.mark.hardware, pytest.mark.slow]


def why_not() -> str:
    """Why the virtual pipeline can't be used here; empty if it can."""
    if not ROOT:
        return "MOONTABLE_PICAMERA2_ROOT names no folder made by pi/make_root.sh"
    if not (Path(ROOT) / "made").exists():
        return f"{ROOT} was not made, or not to the end, by pi/make_root.sh"
    if os.geteuid() != 0:
        return "only root may change into that folder (chroot)"
    return ""


def colourful(seed: int) -> Any:
    """A picture with all colours, coarse enough for JPEG's half-sized colour."""
    coarse = np.random.default_rng(seed).integers(0, 256, (15, 20, 3), dtype=np.uint8)
    return cv2.resize(coarse, (1280, 960), interpolation=cv2.INTER_CUBIC)


@pytest.fixture
def inside() -> Iterator[Path]:
    """A copy of the program in the folder, gone afterwards."""
    place = Path(ROOT) / "moontable"
    shutil.rmtree(place, ignore_errors=True)
    for package in ("companion", "vision", "tests"):
        shutil.copytree(
            HERE / package, place / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    (place / "frames").mkdir()
    for number in range(2):
        file = str(place / "frames" / f"{number}.jpg")
        cv2.imwrite(file, colourful(number), [cv2.IMWRITE_JPEG_QUALITY, 97])
    yield place
    shutil.rmtree(place)


def run(*command: str) -> dict[str, Any]:
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told


@pytest.mark.skipif(bool(why_not()), reason=why_not())
def test_a_session_on_libcameras_virtual_pipeline(inside: Path) -> None:
    preload = ("LD_PRELOAD=/root/heap.so", "LIBCAMERA_LOG_LEVELS=*:ERROR")
    python = ("PYTHONPATH=/moontable", "PYTHONDONTWRITEBYTECODE=1", "/root/venv/bin/python")
    told = run(
        *("chroot", ROOT, "env", "-C", "/moontable", *preload, *python),
        *("-m", _MODULE, "virtual", "/moontable/frames"),
    )
    check_session(told)
    assert told["name"] == "Raspberry Pi camera (virtual)"
    # A wrong range or matrix of the colours would be six levels and more.
    assert max(still["error"] for still in told["stills"]) < 2.5
    assert told["latest error"] < 4
    assert told["locked"] == {}
    assert set(told["free"]) == {"exposure", "gain", "white balance", "focus"}


@pytest.mark.skipif(
    importlib.util.find_spec("picamera2") is None or not os.path.exists("/dev/gpiochip0"),
    reason="this is no Raspberry Pi with picamera2",
)
def test_a_session_with_the_camera_of_this_pi() -> None:
    told = run(sys.executable, "-m", _MODULE, "real")
    check_session(told)
    assert {"exposure", "gain", "white balance"} <= set(told["locked"])


def check_session(told: dict[str, Any]) -> None:
    """What must be so with any camera."""
    stills = told["stills"]
    assert [still["size"] for still in stills] == [[1280, 960]] * 5
    assert all(still["after"] for still in stills)
    assert sorted(still["sequence"] for still in stills) == [s["sequence"] for s in stills]
    assert max(still["took_s"] for still in stills) < 5
    assert told["latest"] == [320, 240]
    assert told["presence"] == "live"
    assert told["still live"] == [1280, 960]
    assert "No camera number 9" in told["no such camera"]
    assert "can't be opened" in told["held"]
    assert told["closed"] == "away"
    assert told["again"] == [1280, 960]
    assert told["threads after"] <= told["threads before"] + 1  # libcamera keeps one of its own
