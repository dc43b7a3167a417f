"""From raw contacts to what a person meant: debouncing and holding, without a thread or a pin.

A contact bounces for some milliseconds; it counts once it has been still for ``debounce_s``. A
press shorter than ``hold_s`` means one thing when it is let go; a longer one means another, told
while the button is still down. A button that is down at the start means nothing until it is let go.

All times are monotonic seconds that the caller gives.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum


class Key(Enum):
    """A button on the table; the value is its setting in ``[pins]``."""

    DONE_BROWN = "done_brown"
    DONE_BLUE = "done_blue"
    REFEREE = "referee"


class Press(Enum):
    """What a person meant by a button."""

    DONE_BROWN = "done brown"
    DONE_BLUE = "done blue"
    TAKE_BACK_BROWN = "take back brown"
    TAKE_BACK_BLUE = "take back blue"
    PAUSE = "pause"
    WHY = "why"
    """Say the reasons of the last ruling."""


SHORT: Mapping[Key, Press] = {
    Key.DONE_BROWN: Press.DONE_BROWN,
    Key.DONE_BLUE: Press.DONE_BLUE,
    Key.REFEREE: Press.PAUSE,
}
HELD: Mapping[Key, Press] = {
    Key.DONE_BROWN: Press.TAKE_BACK_BROWN,
    Key.DONE_BLUE: Press.TAKE_BACK_BLUE,
    Key.REFEREE: Press.WHY,
}


@dataclass(frozen=True, slots=True)
class Pressed:
    """Somebody used a button; ``at_s`` is when it went down, in monotonic seconds."""

    press: Press
    at_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """How long a contact must be still, and how long a press is held."""

    debounce_s: float = 0.02
    hold_s: float = 1.0


@dataclass(frozen=True, slots=True)
class Contact:
    """One button: the contact as read (``raw``), and as it counts (``down``).

    ``armed`` is False while what is pressed means nothing more: it was down at the start, or its
    holding has been told.
    """

    raw: bool
    raw_since_s: float
    down: bool
    down_since_s: float
    armed: bool


class Gesture(Enum):
    """What was done with one button."""

    SHORT = "short"
    HELD = "held"


def contact(*, down: bool, at_s: float) -> Contact:
    """A button as it is found at the start."""
    return Contact(raw=down, raw_since_s=at_s, down=down, down_since_s=at_s, armed=not down)


def read(before: Contact, *, down: bool, at_s: float) -> Contact:
    """The contact was read anew; call `settle` for the time before it first.

    The same reading twice means that the opposite one in between was missed: it is moving.
    """
    return replace(before, raw=down, raw_since_s=at_s)


def settle(before: Contact, *, now_s: float, timing: Timing) -> tuple[Contact, tuple[Gesture, ...]]:
    """The contact at ``now_s``, and what was done with it; at most a hold and its end."""
    after, done = before, []
    changing = after.raw != after.down
    still = now_s >= after.raw_since_s + timing.debounce_s
    pressed_until_s = after.raw_since_s if changing else now_s
    if after.down and after.armed and pressed_until_s >= after.down_since_s + timing.hold_s:
        done.append(Gesture.HELD)
        after = replace(after, armed=False)
    if changing and still and after.raw:
        after = replace(after, down=True, down_since_s=after.raw_since_s)
    elif changing and still:
        if after.armed:
            done.append(Gesture.SHORT)
        after = replace(after, down=False, armed=True)
    if after is not before and after.down and not before.down:
        # It may be long ago that it went down, if nobody looked: then it is held by now.
        after, more = settle(after, now_s=now_s, timing=timing)
        done += more
    return after, tuple(done)


def due_s(now: Contact, timing: Timing) -> float | None:
    """When to look again though nothing was read: something may have settled. None: never."""
    times = []
    if now.raw != now.down:
        times.append(now.raw_since_s + timing.debounce_s)
    if now.raw and now.down and now.armed:
        times.append(now.down_since_s + timing.hold_s)
    return min(times, default=None)


class Desk:
    """All buttons of a table, one contact each. Not safe for threads: one thread owns it."""

    def __init__(self, start: Mapping[Key, bool], *, at_s: float, timing: Timing) -> None:
        self._timing = timing
        self._contacts = {key: contact(down=down, at_s=at_s) for key, down in start.items()}

    def read(self, key: Key, *, down: bool, at_s: float) -> tuple[Pressed, ...]:
        """A contact was read; returns what has been meant up to now. Unknown keys are ignored."""
        done = self.settle(at_s)
        if key in self._contacts:
            self._contacts[key] = read(self._contacts[key], down=down, at_s=at_s)
        return done

    def reads_down(self, key: Key) -> bool:
        """How the contact was read last. Raises KeyError for a button that is not there."""
        return self._contacts[key].raw

    def settle(self, now_s: float) -> tuple[Pressed, ...]:
        """What has been meant up to now, the earliest press first."""
        meant = []
        for key, before in self._contacts.items():
            after, gestures = settle(before, now_s=now_s, timing=self._timing)
            self._contacts[key] = after
            for gesture in gestures:
                press = (SHORT if gesture is Gesture.SHORT else HELD)[key]
                meant.append(Pressed(press, after.down_since_s))
        return tuple(sorted(meant, key=lambda pressed: pressed.at_s))

    def due_s(self) -> float | None:
        """When to settle again though nothing was read; None: when something is read."""
        times = [due_s(one, self._timing) for one in self._contacts.values()]
        return min((time for time in times if time is not None), default=None)
