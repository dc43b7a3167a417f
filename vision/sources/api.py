"""What every camera is to the rest of the program: a `Source` of frames.

    source = open_source(settings.camera)       # vision.sources.opening
    source.latest()                             # a small frame to watch for motion, or None
    frame = source.still(timeout_s=3.0)         # a photograph taken after the call

A source may be used from several threads. Only `still` and `lock` may wait.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.language.notices import SILENCE, Notice, notice, together

Pixels = NDArray[np.uint8]

MOTION_WIDTH_PX = 320
"""Width of the frames that `Source.latest` gives; the height follows from the camera's shape."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture: BGR pixels (H, W, 3) uint8, not to be written to.

    taken_s: when it was taken, by `time.monotonic`. sequence: grows from each of a source's frames
    to its next, stills and small ones counted together.
    """

    pixels: Pixels
    taken_s: float
    sequence: int

    def __post_init__(self) -> None:
        """Check shape and type."""
        if self.pixels.ndim != 3 or self.pixels.shape[2] != 3 or self.pixels.dtype != np.uint8:
            found = f"{self.pixels.shape} {self.pixels.dtype}"
            raise ValueError(f"a frame is (H, W, 3) uint8, not {found}")

    @property
    def size_px(self) -> tuple[int, int]:
        """(width, height)."""
        return self.pixels.shape[1], self.pixels.shape[0]


class Presence(Enum):
    """Whether pictures come."""

    OPENING = "opening"
    """It is being opened, or its first picture has not come yet."""
    LIVE = "live"
    """Pictures come."""
    AWAY = "away"
    """No pictures come."""


@dataclass(frozen=True, slots=True)
class SourceState:
    """How a source is.

    reason, advice: whole sentences for people; empty when there is nothing to say. since_s: since
    when it is so, by `time.monotonic`.
    """

    presence: Presence
    since_s: float
    reason: Notice = SILENCE
    advice: Notice = SILENCE


class Control(Enum):
    """What a camera changes by itself unless it is locked, and the unit of its values."""

    EXPOSURE = "exposure"
    """One value: microseconds."""
    GAIN = "gain"
    """One value: a factor, or the driver's own number."""
    WHITE_BALANCE = "white balance"
    """Two values, the gains of red and blue; or one, the temperature in kelvin."""
    FOCUS = "focus"
    """One value: dioptres, or the driver's own number."""


Values = Mapping[Control, tuple[float, ...]]
"""What controls are set to. They mean the same to the same camera only."""


@dataclass(frozen=True, slots=True)
class LockReport:
    """What `Source.lock` did.

    values: what is locked, and to what; may be kept and given to `lock` again. free: what could not
    be locked, each with its reason for people.
    """

    values: Values = field(default_factory=dict)
    free: Mapping[Control, Notice] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Freeze both."""
        object.__setattr__(self, "values", MappingProxyType(dict(self.values)))
        object.__setattr__(self, "free", MappingProxyType(dict(self.free)))

    @property
    def locked(self) -> tuple[Control, ...]:
        """The controls that stay as they are from now on, in the order of `Control`."""
        return tuple(control for control in Control if control in self.values)

    @property
    def said(self) -> Notice:
        """What is locked, and what isn't for which reason."""
        controls = tuple(_name(control) for control in self.locked)
        first = (
            notice("cameras.lock.locked", controls=controls)
            if controls
            else notice("cameras.lock.nothing")
        )
        parts = tuple(
            notice(
                "cameras.lock.part",
                controls=tuple(
                    _name(control) for control in Control if self.free.get(control) == why
                ),
                why=why,
            )
            for why in dict.fromkeys(self.free.values())
        )
        return together(first, notice("cameras.lock.free", parts=parts) if parts else SILENCE)

    def __str__(self) -> str:
        return str(self.said)


def _name(control: Control) -> Notice:
    """Return what people call a control."""
    match control:
        case Control.EXPOSURE:
            return notice("cameras.lock.exposure.name")
        case Control.GAIN:
            return notice("cameras.lock.gain.name")
        case Control.WHITE_BALANCE:
            return notice("cameras.lock.white-balance.name")
        case Control.FOCUS:
            return notice("cameras.lock.focus.name")


class Source(Protocol):
    """Something that takes photographs of the table."""

    @property
    def name(self) -> Notice:
        """What it is, for people: "Raspberry Pi camera (imx708)"."""
        ...

    def latest(self) -> Frame | None:
        """Return the newest small frame, `MOTION_WIDTH_PX` wide, at once; None if none came yet.

        The same frame is given again until there is a newer one.
        """
        ...

    def still(self, timeout_s: float) -> Frame:
        """Return a photograph of full resolution that was taken after this call.

        Raises CameraAway if there is none within ``timeout_s``.
        """
        ...

    def state(self) -> SourceState:
        """Return how it is, at once."""
        ...

    def lock(self, values: Values | None = None) -> LockReport:
        """Stop the camera from changing exposure, gain, white balance and focus by itself.

        They stay as they are now, or become ``values``, which an earlier report had. What it has no
        such control for is reported, not raised. Raises CameraAway if it can't be asked.
        """
        ...

    def close(self) -> None:
        """Let go of the camera; a second call does nothing. Calls that wait raise CameraAway."""
        ...


def small(pixels: Pixels) -> Pixels:
    """Return the pixels `MOTION_WIDTH_PX` wide at most, averaged.

    >>> small(np.zeros((960, 1280, 3), np.uint8)).shape
    (240, 320, 3)
    """
    height, width = pixels.shape[:2]
    if width <= MOTION_WIDTH_PX:
        return pixels
    size = (MOTION_WIDTH_PX, max(1, round(height * MOTION_WIDTH_PX / width)))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def state_now(
    presence: Presence, reason: Notice = SILENCE, advice: Notice = SILENCE
) -> SourceState:
    """Return a state that begins now."""
    return SourceState(presence, time.monotonic(), reason, advice)


def unlockable(why: Notice) -> LockReport:
    """Return the report of a camera that has no controls for us."""
    return LockReport(free={control: why for control in Control})
