"""One session of our source with a real picamera2; what came of it is printed as JSON.

    python -m tests.vision.sources.pi.session virtual FOLDER     libcamera's virtual pipeline
    python -m tests.vision.sources.pi.session real               the camera at this Pi's ribbon

FOLDER holds 0.jpg, 1.jpg and so on, 1280 x 960, which the virtual camera shows again and again.
"""

from __future__ import annotations

import importlib
import json
import sys
import threading
import time
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.language.notices import Notice
from vision.sources.api import Presence
from vision.sources.errors import CameraProblem
from vision.sources.formats import BT601_FULL
from vision.sources.picamera import open_picamera2
from vision.sources.watchful import Patience, Watchful

_PIPELINE = Path("/usr/share/libcamera/pipeline/virtual/virtual.yaml")
_SIZES = "".join(
    f"  - width: {width}\n    height: {height}\n    frame_rates:\n    - 30\n    - 60\n"
    for width, height in ((1280, 960), (320, 240))
)


def virtual_camera(folder: Path) -> Callable[[int], Any]:
    """Set libcamera's virtual camera up; return what makes its Picamera2."""
    _PIPELINE.write_text(
        f'%YAML 1.1\n---\n"Table":\n  supported_formats:\n{_SIZES}'
        f'  frames:\n    path: "{folder}/"\n'
        '  location: "CameraLocationBack"\n  model: "virtual"\n'
    )
    # picamera2 imports the library of its preview window, which Debian has not; nothing of it is
    # used without a window.
    window = types.ModuleType("pykms")
    window.PixelFormat = _Anything()  # type: ignore[attr-defined]
    sys.modules["pykms"] = window
    library = importlib.import_module("picamera2")
    allocators = importlib.import_module("picamera2.allocators")

    class Virtual(library.Picamera2):  # type: ignore[misc,name-defined]
        """The virtual pipeline has no raw pictures, which picamera2 asks for to know the chip."""

        def _get_raw_modes(self) -> list[dict[str, Any]]:
            return [{"format": "NV12", "size": (1280, 960)}]

    def make(number: int) -> Any:
        camera = Virtual(number)
        camera.allocator = allocators.LibcameraAllocator(camera.camera)
        return camera

    make.global_camera_info = Virtual.global_camera_info  # type: ignore[attr-defined]
    return make


class _Anything:
    """Has every name."""

    def __getattr__(self, name: str) -> str:
        return name


def nearest_error(pixels: Any, photos: list[Any]) -> float:
    """How far the picture is, on average, from the photograph that it is nearest to."""
    apart = [np.abs(pixels.astype(float) - photo.astype(float)).mean() for photo in photos]
    return round(float(min(apart, default=-1.0)), 2)


def session(make: Callable[[int], Any] | None, photos: list[Any]) -> dict[str, Any]:
    """Open, watch, photograph, lock, close, and open again."""
    threads = threading.active_count()
    told: dict[str, Any] = {"threads before": threads}
    # The virtual pipeline says that its colours are BT.709 in the limited range; they are JPEG's.
    coding = BT601_FULL if photos else None
    source = open_picamera2((1280, 960), timeout_s=5.0, make=make, coding=coding)
    told["name"] = source.name
    stills = []
    for _ in range(5):
        asked_s = time.monotonic()
        frame = source.still(5.0)
        took_s = time.monotonic() - asked_s
        stills.append(
            {
                "size": frame.size_px,
                "after": frame.taken_s > asked_s,
                "took_s": round(took_s, 3),
                "error": nearest_error(frame.pixels, photos),
                "sequence": frame.sequence,
            }
        )
    told["stills"] = stills
    latest = source.latest()
    small = [cv2.resize(photo, (320, 240), interpolation=cv2.INTER_AREA) for photo in photos]
    told["latest"] = None if latest is None else latest.size_px
    told["latest error"] = -1 if latest is None else nearest_error(latest.pixels, small)
    told["presence"] = source.state().presence.value
    report = source.lock()
    told["locked"] = {control.value: values for control, values in report.values.items()}
    told["free"] = {control.value: why for control, why in report.free.items()}
    told["still live"] = source.still(5.0).size_px
    try:
        open_picamera2((1280, 960), timeout_s=1.0, make=make, number=9)
    except CameraProblem as problem:
        told["no such camera"] = str(problem)
    try:
        open_picamera2((1280, 960), timeout_s=1.0, make=make)
    except CameraProblem as problem:
        told["held"] = str(problem)
    source.close()
    told["closed"] = source.state().presence.value

    def opened() -> Any:
        return open_picamera2((1280, 960), timeout_s=5.0, make=make, coding=coding)

    again = Watchful(Notice("camera"), opened, patience=Patience(first_s=0.1))
    told["again"] = again.still(10.0).size_px
    again.close()
    end_s = time.monotonic() + 3
    while threading.active_count() > threads and time.monotonic() < end_s:
        time.sleep(0.05)
    told["threads after"] = threading.active_count()
    told["away"] = again.state().presence is Presence.AWAY
    return told


def main() -> None:
    """Run the session that the command line names."""
    make, photos = None, []
    if sys.argv[1] == "virtual":
        folder = Path(sys.argv[2])
        photos = [cv2.imread(str(file)) for file in sorted(folder.glob("*.jpg"))]
        make = virtual_camera(folder)
    sys.stdout.write(json.dumps(session(make, photos)) + "\n")


if __name__ == "__main__":
    main()
