"""The Raspberry Pi's own camera, by picamera2 on libcamera.

Two streams at once: the main one of the size that is read, and a small one for motion. The sensor
runs in a mode that sees its whole view, since the faster modes cut the edges off. picamera2 comes
from apt and is imported only when the camera is opened.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as Late
from contextlib import suppress
from typing import Any

import numpy as np

from companion.language.notices import fault, notice, together
from vision.sources.api import MOTION_WIDTH_PX, LockReport, Pixels, Values
from vision.sources.errors import CameraAway, CameraMissing
from vision.sources.formats import (
    BT601_FULL,
    BT601_LIMITED,
    BT709_FULL,
    BT709_LIMITED,
    Coding,
    Layout,
    to_bgr,
)
from vision.sources.picontrols import continuous_focus, frame_durations, lock
from vision.sources.reading import ReadingSource

_BUFFERS = 4

Camera = Any
"""A Picamera2: it ships no types, and is missing where there is no such camera."""


class PiReader:
    """A `Reader` around a started Picamera2."""

    def __init__(self, camera: Camera, *, timeout_s: float, coding: Coding | None = None) -> None:
        self._camera = camera
        self._timeout_s = timeout_s
        self._coding = coding
        self._request: Any = None

    def grab(self) -> float | None:
        """Take the next completed request. CameraAway when none comes in time."""
        self._let_go()
        asked_s = time.monotonic()
        job = self._camera.capture_request(wait=False)
        try:
            self._request = self._camera.wait(job, timeout=self._timeout_s)
        except (Late, CancelledError) as error:
            with suppress(AttributeError):  # picamera2 before 0.3.19 can't
                self._camera.cancel_all_and_flush()
            reason = notice("cameras.pi-trouble.silent", waited_s=self._timeout_s)
            raise CameraAway(reason, notice("cameras.pi-trouble.cable")) from error
        return began_s(self._request.get_metadata(), asked_s)

    def pixels(self) -> Pixels | None:
        """Return the large picture."""
        return self._stream("main")

    def preview(self) -> Pixels | None:
        """Return the small one, if the camera makes one."""
        small_too = self._camera.camera_configuration().get("lores") is not None
        return self._stream("lores" if small_too else "main")

    def lock(self, values: Values | None) -> LockReport:
        """Lock what the camera has, and look whether it obeys."""
        return lock(self._camera, values, timeout_s=self._timeout_s)

    def release(self) -> None:
        """Stop and close it; what it throws while closing no longer matters."""
        with suppress(Exception):
            self._let_go()
        for end in (self._camera.stop, self._camera.close):
            with suppress(Exception):
                end()

    def _let_go(self) -> None:
        request, self._request = self._request, None
        if request is not None:
            request.release()

    def _stream(self, name: str) -> Pixels:
        configuration = self._camera.camera_configuration()
        stream = configuration[name]
        return to_bgr(
            np.asarray(self._request.make_buffer(name), dtype=np.uint8),
            Layout(stream["format"]),
            tuple(stream["size"]),
            stride_bytes=stream["stride"],
            coding=self._coding or coding_of(configuration.get("colour_space")),
        )


def open_picamera2(
    size_px: tuple[int, int],
    *,
    timeout_s: float,
    number: int = 0,
    make: Callable[[int], Camera] | None = None,
    coding: Coding | None = None,
) -> ReadingSource:
    """Open the camera ``number``, start it and give it as a source. CameraMissing.

    make: makes the Picamera2; the library's own class when None. coding: what its YUV means, for a
    camera that says so wrongly; None believes it.
    """
    camera, model = _opened(number, make or _library())
    try:
        _start(camera, size_px)
    except CameraMissing:
        _close(camera)
        raise
    except Exception as error:
        _close(camera)
        reason = notice("cameras.pi-trouble.cant-start", fault=fault(error))
        raise CameraMissing(reason, notice("cameras.pi-trouble.held")) from error
    reader = PiReader(camera, timeout_s=timeout_s, coding=coding)
    name = notice("cameras.pi-model.name", model=model) if model else notice("cameras.pi.name")
    advice = notice("cameras.pi-trouble.cable")
    # Requests tell when their exposure began, so none can be stale.
    return ReadingSource(name, reader, timeout_s=timeout_s, advice=advice, stale=0)


def _library() -> Callable[[int], Camera]:
    try:
        made: Callable[[int], Camera] = importlib.import_module("picamera2").Picamera2
    except ModuleNotFoundError as error:
        needed = error.name or "picamera2"
        raise CameraMissing(
            notice("cameras.pi-trouble.needs", package=needed),
            notice("cameras.pi-trouble.install"),
        ) from error
    except Exception as error:  # a numpy that doesn't fit shows as ValueError or ImportError
        raise CameraMissing(
            notice("cameras.pi-trouble.cant-load", fault=fault(error)),
            notice("cameras.pi-trouble.doctor"),
        ) from error
    return made


def _opened(number: int, make: Callable[[int], Camera]) -> tuple[Camera, str]:
    listed = getattr(make, "global_camera_info", None)
    found: Sequence[Mapping[str, Any]] | None = None if listed is None else listed()
    if found is not None and number >= len(found):
        reason = (
            notice("cameras.pi-trouble.no-number", number=number, count=len(found))
            if found
            else notice("cameras.pi-trouble.none")
        )
        raise CameraMissing(reason, notice("cameras.pi-trouble.cable"))
    try:
        camera = make(number)
    except Exception as error:
        cause = error.__cause__
        why = fault(cause if isinstance(cause, Exception) else error)
        advice = together(notice("cameras.pi-trouble.held"), notice("cameras.pi-trouble.otherwise"))
        raise CameraMissing(notice("cameras.pi-trouble.cant-open", fault=why), advice) from error
    return camera, str(camera.camera_properties.get("Model") or "")


def _start(camera: Camera, size_px: tuple[int, int]) -> None:
    """Configure both streams and start; look at what was really given."""
    controls = camera.camera_controls
    width, height = size_px[0] // 2 * 2, size_px[1] // 2 * 2
    little = (MOTION_WIDTH_PX, round(MOTION_WIDTH_PX * height / width) // 2 * 2)
    wanted: dict[str, Any] = {
        # "RGB888" lies in memory as blue, green, red. Small streams are YUV on a Pi 4.
        "main": {"size": (width, height), "format": Layout.RGB888.value},
        "lores": {"size": little, "format": Layout.YUV420.value} if width > little[0] else None,
        "buffer_count": _BUFFERS,
        "controls": {**frame_durations(controls), **continuous_focus(controls)},
    }
    mode = full_view_mode(_modes(camera), (width, height))
    if mode is not None:
        sensor = {"output_size": mode["size"], "bit_depth": mode["bit_depth"]}
        wanted["sensor"] = sensor
    camera.configure(camera.create_preview_configuration(**wanted))
    given = camera.camera_configuration()
    for name in ("main", "lores"):
        layout = (given.get(name) or {}).get("format", Layout.RGB888.value)
        if layout not in [each.value for each in Layout]:
            reason = notice("cameras.pi-trouble.strange", format=str(layout))
            raise CameraMissing(reason, notice("cameras.pi-trouble.report"))
    camera.start()


def _modes(camera: Camera) -> Sequence[Mapping[str, Any]]:
    """Return what the sensor can do; nothing for cameras that can't tell."""
    if "ScalerCrop" not in camera.camera_controls:
        return ()
    try:
        modes: Sequence[Mapping[str, Any]] = camera.sensor_modes
    except (KeyError, IndexError, RuntimeError):
        return ()
    return modes


def full_view_mode(
    modes: Sequence[Mapping[str, Any]], size_px: tuple[int, int]
) -> Mapping[str, Any] | None:
    """Return the smallest mode that sees all the sensor can and has the pixels that are wanted.

    modes: as picamera2 lists them, with size, bit_depth and crop_limits (x, y, width, height). The
    largest full view if all are too small; None if there are no modes.
    """
    known = [mode for mode in modes if "crop_limits" in mode and "bit_depth" in mode]
    if not known:
        return None
    widest = max(_view(mode) for mode in known)
    full = sorted((m for m in known if _view(m) > 0.97 * widest), key=lambda mode: mode["size"])
    enough = [
        mode for mode in full if mode["size"][0] >= size_px[0] and mode["size"][1] >= size_px[1]
    ]
    return enough[0] if enough else full[-1]


def _view(mode: Mapping[str, Any]) -> int:
    return int(mode["crop_limits"][2]) * int(mode["crop_limits"][3])


def began_s(metadata: Mapping[str, Any], asked_s: float) -> float:
    """Return when the exposure began, by `time.monotonic`; ``asked_s`` if nobody tells.

    SensorTimestamp counts nanoseconds since the start of the machine. Where that is another clock
    than ours (after a suspended machine wakes), it can't be used.
    """
    told = metadata.get("SensorTimestamp")
    if told is None:
        return asked_s
    stamp_s = float(told) / 1e9
    return stamp_s if 0 <= time.monotonic() - stamp_s < 60 else asked_s


def coding_of(colour_space: Any) -> Coding:
    """Return what YUV numbers mean by libcamera's colour space; JPEG's, if it tells nothing."""
    if colour_space is None:
        return BT601_FULL
    full = "limited" not in str(getattr(colour_space, "range", "")).lower()
    matrix = str(getattr(colour_space, "ycbcrEncoding", "")).lower()
    if "709" in matrix:
        return BT709_FULL if full else BT709_LIMITED
    return BT601_FULL if full else BT601_LIMITED


def _close(camera: Camera) -> None:
    with suppress(Exception):
        camera.close()
