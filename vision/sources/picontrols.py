"""The controls of libcamera: what to set at the start, and how to lock them.

Every control is looked up in ``camera_controls`` before it is set: cameras differ, and setting one
that a camera lacks raises an error.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as Late
from typing import Any

from companion.language.notices import Notice, notice
from vision.sources.api import Control, LockReport, Values
from vision.sources.errors import CameraAway

_FASTEST_US = 66_667
_SLOWEST_US = 200_000
"""Fifteen pictures a second are enough to see motion; in a dim room each may take 0.2 s."""
_AF_MANUAL = 0
_AF_CONTINUOUS = 2
"""libcamera's AfModeEnum."""
_OBEYED = 0.08
"""A value counts as taken when it is nearer than this share of it: sensors count in lines."""
_PATIENCE = 30
"""So many frames a camera may take to do as it is told; six are usual."""

_METADATA = {
    Control.EXPOSURE: "ExposureTime",
    Control.GAIN: "AnalogueGain",
    Control.WHITE_BALANCE: "ColourGains",
    Control.FOCUS: "LensPosition",
}
"""Names of controls, which frames carry back as metadata."""
_AUTOMATIC: Mapping[Control, tuple[str, Any]] = {
    Control.EXPOSURE: ("AeEnable", False),
    Control.GAIN: ("AeEnable", False),
    Control.WHITE_BALANCE: ("AwbEnable", False),
    Control.FOCUS: ("AfMode", _AF_MANUAL),
}


def frame_durations(controls: Mapping[str, Any]) -> dict[str, Any]:
    """Return the setting that gives few frames and allows long exposures, within its limits."""
    limits = controls.get("FrameDurationLimits")
    if limits is None:
        return {}
    least, most = int(limits[0]), int(limits[1])
    fastest = min(max(_FASTEST_US, least), most)
    return {"FrameDurationLimits": (fastest, min(max(_SLOWEST_US, fastest), most))}


def continuous_focus(controls: Mapping[str, Any]) -> dict[str, Any]:
    """Return the setting that keeps a lens with a motor in focus until it is locked."""
    return {"AfMode": _AF_CONTINUOUS} if "AfMode" in controls else {}


def lock(camera: Any, values: Values | None, *, timeout_s: float) -> LockReport:
    """Set everything to ``values`` or else to what the automatics have found, and see it obeyed.

    camera: a started Picamera2. Raises CameraAway if no frame comes.
    """
    controls = camera.camera_controls
    now = found(_metadata(camera, timeout_s), controls)
    wanted = {**now, **(values or {})}
    told: dict[str, Any] = {}
    free: dict[Control, Notice] = {}
    aims: dict[Control, tuple[float, ...]] = {}
    for control in Control:
        name = _METADATA[control]
        automatic, off = _AUTOMATIC[control]
        if name not in controls:
            focus = control is Control.FOCUS
            free[control] = notice("cameras.lock.no-motor" if focus else "cameras.lock.no-control")
        elif control not in wanted:
            free[control] = notice("cameras.lock.unknown")
        else:
            aims[control] = within(wanted[control], controls[name])
            value: Any = aims[control] if len(aims[control]) > 1 else aims[control][0]
            told[name] = round(value) if control is Control.EXPOSURE else value
            if automatic in controls:
                told[automatic] = off
    if told:
        camera.set_controls(told)
    held = _obeyed(camera, aims, timeout_s)
    for control in aims.keys() - held.keys():
        free[control] = notice("cameras.lock.disobeyed")
    return LockReport(held, free)


def found(metadata: Mapping[str, Any], controls: Mapping[str, Any]) -> Values:
    """Return what the automatics have set, from a frame's metadata.

    The digital gain goes with the automatic exposure, so the gain of the sensor makes up for it,
    and what that can't give the exposure: the picture stays as bright as it was.
    """
    held: dict[Control, tuple[float, ...]] = {}
    for control, name in _METADATA.items():
        value = metadata.get(name)
        if value is not None:
            held[control] = tuple(float(v) for v in (value if _several(value) else (value,)))
    digital = float(metadata.get("DigitalGain") or 1.0)
    if digital > 1.0 and Control.GAIN in held and Control.EXPOSURE in held:
        whole = held[Control.GAIN][0] * digital
        held[Control.GAIN] = within((whole,), controls.get("AnalogueGain"))
        rest = whole / held[Control.GAIN][0]
        longest = held[Control.EXPOSURE][0] * rest
        held[Control.EXPOSURE] = within((longest,), controls.get("ExposureTime"))
    return held


def within(values: tuple[float, ...], limits: Any) -> tuple[float, ...]:
    """Return the values brought within a control's (least, most, default), as picamera2 has them.

    Where a limit is unknown or not above 0, it limits nothing: "0 to 0" is how libcamera says that
    it depends on the mode.
    """
    if limits is None:
        return values
    least = _number(limits[0])
    most = _number(limits[1])
    raised = (max(v, least) if least is not None else v for v in values)
    return tuple(min(v, most) if most is not None and most > 0 else v for v in raised)


def _obeyed(
    camera: Any, aims: Mapping[Control, tuple[float, ...]], timeout_s: float
) -> dict[Control, tuple[float, ...]]:
    """Return what has really become as it was told, looking at frame after frame until all has."""
    held: dict[Control, tuple[float, ...]] = {}
    end_s = time.monotonic() + timeout_s
    for _ in range(_PATIENCE if aims else 0):
        metadata = _metadata(camera, timeout_s)
        held = {c: aim for c, aim in aims.items() if _near(metadata.get(_METADATA[c]), aim)}
        if len(held) == len(aims) or time.monotonic() > end_s:
            break
    return held


def _near(value: Any, aim: tuple[float, ...]) -> bool:
    if value is None:
        return False
    seen = tuple(value) if _several(value) else (value,)
    return len(seen) == len(aim) and all(
        abs(float(a) - b) <= max(_OBEYED * abs(b), 0.02) for a, b in zip(seen, aim, strict=True)
    )


def _metadata(camera: Any, timeout_s: float) -> Mapping[str, Any]:
    try:
        job = camera.capture_metadata(wait=False)
        told: Mapping[str, Any] = camera.wait(job, timeout=timeout_s)
    except (Late, CancelledError) as error:
        reason = notice("cameras.pi-trouble.silent", waited_s=timeout_s)
        raise CameraAway(reason, notice("cameras.pi-trouble.ribbon")) from error
    return told


def _several(value: Any) -> bool:
    return isinstance(value, list | tuple)


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) else None
