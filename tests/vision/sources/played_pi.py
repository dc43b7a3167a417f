"""A Picamera2 that the test plays: it has controls, which the virtual pipeline has not."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any

import numpy as np

CONTROLS: Mapping[str, tuple[Any, Any, Any]] = {
    "AeEnable": (False, True, True),
    "AwbEnable": (False, True, True),
    "AfMode": (0, 2, 0),
    "AnalogueGain": (1.0, 16.0, 1.0),
    "ColourGains": (0.0, 32.0, None),
    "ExposureTime": (26, 220_000, 20_000),
    "FrameDurationLimits": (33_333, 1_000_000, None),
    "LensPosition": (0.0, 15.0, 1.0),
    "ScalerCrop": ((0, 0, 64, 64), (0, 0, 4608, 2592), None),
}
"""As a camera module 3 has them, more or less."""

FOUND = {
    "ExposureTime": 18_000,
    "AnalogueGain": 2.5,
    "DigitalGain": 1.0,
    "ColourGains": (1.9, 1.6),
    "LensPosition": 2.3,
}
"""What its automatics have set."""

MODES: list[dict[str, Any]] = [
    {"size": (1536, 864), "bit_depth": 10, "crop_limits": (768, 432, 3072, 1728)},
    {"size": (2304, 1296), "bit_depth": 10, "crop_limits": (0, 0, 4608, 2592)},
    {"size": (4608, 2592), "bit_depth": 10, "crop_limits": (0, 0, 4608, 2592)},
]


class PlayedRequest:
    """A completed request."""

    def __init__(self, camera: PlayedPicamera2) -> None:
        self._camera = camera

    def get_metadata(self) -> dict[str, Any]:
        return self._camera.metadata()

    def make_buffer(self, name: str) -> Any:
        stream = self._camera.given[name]
        return np.full(stream["framesize"], self._camera.shade, dtype=np.uint8)

    def release(self) -> None:
        self._camera.held -= 1


class PlayedPicamera2:
    """Takes thirty pictures a second until it is told to stop; obeys after three of them."""

    def __init__(self, number: int = 0) -> None:
        del number
        self.camera_controls: dict[str, tuple[Any, Any, Any]] = dict(CONTROLS)
        self.camera_properties = {"Model": "imx708"}
        self.sensor_modes = MODES
        self.told: list[dict[str, Any]] = []
        self.now: dict[str, Any] = dict(FOUND)
        self.stubborn: frozenset[str] = frozenset()
        self.shade = 90
        self.given: dict[str, Any] = {}
        self.held = self.most_held = 0
        self.silent = self.closed = self.started = False
        self._coming: list[dict[str, Any]] = []

    def create_preview_configuration(self, **wanted: Any) -> dict[str, Any]:
        return wanted

    def configure(self, wanted: dict[str, Any]) -> None:
        self.told.append(wanted)
        width, height = wanted["main"]["size"]
        stride = width * 3
        self.given = {"colour_space": None, "lores": None}
        self.given["main"] = {
            **wanted["main"],
            "stride": stride,
            "framesize": stride * height,
        }
        if wanted["lores"] is not None:
            width, height = wanted["lores"]["size"]
            size = 384 * height * 3 // 2
            self.given["lores"] = {**wanted["lores"], "stride": 384, "framesize": size}

    def camera_configuration(self) -> dict[str, Any]:
        return self.given

    def start(self) -> None:
        self.started = True

    def stop(self) -> None:
        self.started = False

    def close(self) -> None:
        self.closed = True

    def metadata(self) -> dict[str, Any]:
        return {**self.now, "SensorTimestamp": time.monotonic_ns() - 10_000_000}

    def set_controls(self, controls: dict[str, Any]) -> None:
        unknown = controls.keys() - self.camera_controls.keys()
        if unknown:
            raise RuntimeError(f"Control {unknown} is not advertised by libcamera")
        self.told.append(controls)
        self._coming = [{}, {}, controls]

    def _next(self) -> None:
        time.sleep(1 / 30)
        if self._coming:
            taken = self._coming.pop(0)
            self.now.update({k: v for k, v in taken.items() if k not in self.stubborn})

    def capture_request(self, *, wait: bool) -> Future[Any]:
        assert not wait

        def made() -> PlayedRequest:
            self.held += 1
            self.most_held = max(self.most_held, self.held)
            return PlayedRequest(self)

        return self._job(made)

    def capture_metadata(self, *, wait: bool) -> Future[Any]:
        assert not wait
        return self._job(self.metadata)

    def _job(self, made: Callable[[], Any]) -> Future[Any]:
        job: Future[Any] = Future()
        if not self.silent:
            self._next()
            job.set_result(made())
        return job

    def wait(self, job: Future[Any], timeout: float) -> Any:
        return job.result(timeout)

    def cancel_all_and_flush(self) -> None:
        self.told.append({"flushed": True})
