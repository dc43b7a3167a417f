"""The controls of a USB camera: turn its automatics off so that the picture stays as it is.

Many cameras don't tell what exposure their automatic has found: they answer with the value that was
set by hand last, perhaps years ago. So after the automatic is off, the brightness of the picture
is compared with that before, and the exposure is corrected until both agree.
"""

from __future__ import annotations

from typing import Protocol

import cv2
import numpy as np

from companion.language.notices import Notice, notice
from vision.sources.api import Control, LockReport, Values

_MANUAL_EXPOSURE = 1
"""V4L2_EXPOSURE_MANUAL; OpenCV hands the driver's own numbers through."""
_EXPOSURE_UNIT_US = 100.0
"""V4L2_CID_EXPOSURE_ABSOLUTE counts in these."""
_GAMMA = 2.2
"""Levels of a picture are about the light to the power of one over this (sRGB)."""
_SAME = 0.06
"""Brightness this near to what it was is the same."""
_TRIES = 6
_DELAY = 5
"""So many frames may pass before a new exposure shows."""
_MOST_STEP = 8.0
"""One correction is never more than so many times."""

_CONTROLS = (
    (
        Control.EXPOSURE,
        cv2.CAP_PROP_AUTO_EXPOSURE,
        _MANUAL_EXPOSURE,
        cv2.CAP_PROP_EXPOSURE,
        _EXPOSURE_UNIT_US,
    ),
    (Control.GAIN, None, 0, cv2.CAP_PROP_GAIN, 1.0),
    (Control.WHITE_BALANCE, cv2.CAP_PROP_AUTO_WB, 0, cv2.CAP_PROP_WB_TEMPERATURE, 1.0),
    (Control.FOCUS, cv2.CAP_PROP_AUTOFOCUS, 0, cv2.CAP_PROP_FOCUS, 1.0),
)
"""Control, its automatic, what turns that off, the value, and the unit of the value."""


class Capture(Protocol):
    """What is needed of a cv2.VideoCapture."""

    def get(self, prop: int, /) -> float:
        """A property; -1 or 0 where there is none."""
        ...

    def set(self, prop: int, value: float, /) -> bool:
        """Set a property; whether the camera has it."""
        ...

    def grab(self) -> bool:
        """Take the next frame."""
        ...

    def retrieve(self) -> tuple[bool, np.ndarray]:
        """Decode it."""
        ...


def lock(capture: Capture, values: Values | None) -> LockReport:
    """Set everything to ``values``, or else hold what the automatics have found."""
    given = values or {}
    before = _brightness(capture, after=0)
    held: dict[Control, tuple[float, ...]] = {}
    free: dict[Control, Notice] = {}
    for control, automatic, off, number, unit in _CONTROLS:
        # What the automatic has found must be asked before it is turned off.
        value = given[control][0] / unit if control in given else capture.get(number)
        if automatic is not None and not capture.set(automatic, off):
            free[control] = notice("cameras.lock.automatic")
        elif value < 0 or not capture.set(number, value):
            free[control] = notice("cameras.lock.no-control")
        else:
            held[control] = (value * unit,)
    if Control.EXPOSURE in held and Control.EXPOSURE not in given and before is not None:
        exposure = _as_bright(capture, held[Control.EXPOSURE][0] / _EXPOSURE_UNIT_US, before)
        held[Control.EXPOSURE] = (exposure * _EXPOSURE_UNIT_US,)
    return LockReport(held, free)


def _as_bright(capture: Capture, exposure: float, before: float) -> float:
    """Return the exposure, in the driver's unit, with which the picture is as bright as before."""
    best, least_off = exposure, float("inf")
    for _ in range(_TRIES):
        now = _brightness(capture, after=_DELAY)
        if now is None:
            break
        off = abs(now / before - 1)
        if off < least_off:
            best, least_off = exposure, off
        if off <= _SAME:
            return exposure
        step = min(max((before / now) ** _GAMMA, 1 / _MOST_STEP), _MOST_STEP)
        exposure = max(1.0, round(exposure * step))
        if not capture.set(cv2.CAP_PROP_EXPOSURE, exposure):
            break
    capture.set(cv2.CAP_PROP_EXPOSURE, best)
    return best


def _brightness(capture: Capture, *, after: int) -> float | None:
    """Return the mean level of the picture after some frames; None if there is none."""
    for _ in range(after + 1):
        if not capture.grab():
            return None
    there, pixels = capture.retrieve()
    return max(float(pixels.mean()), 1.0) if there and pixels is not None else None
