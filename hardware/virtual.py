"""Buttons, lights, a buzzer and a voice that are not there: for play without a Pi, and for tests.

buttons = VirtualButtons()
buttons.press(Key.DONE_BROWN)
lights = VirtualLights()
lights.shown            # the Lights shown last
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable

from hardware.buttons import Key
from hardware.lights import Lights
from hardware.sounds import Tune

_KEPT = 100
"""So many tunes and sentences are remembered."""


class VirtualButtons:
    """Buttons that the program presses. ``held`` are down from the start."""

    def __init__(self, *, held: frozenset[Key] = frozenset()) -> None:
        self._down = set(held)
        self._changed: Callable[[Key, bool], None] | None = None
        self._lock = threading.Lock()

    def wired(self) -> tuple[Key, ...]:
        """All that a table can have."""
        return tuple(Key)

    def is_down(self, key: Key) -> bool:
        """Whether the button is down."""
        return key in self._down

    def listen(self, changed: Callable[[Key, bool], None]) -> None:
        """Call ``changed(key, down)`` from now on."""
        self._changed = changed

    def close(self) -> None:
        """Tell nobody any more."""
        self._changed = None

    def set_down(self, key: Key, *, down: bool) -> None:
        """Put a contact in a state; nothing is told if it is in it already."""
        with self._lock:
            if down == (key in self._down):
                return
            (self._down.add if down else self._down.discard)(key)
            changed = self._changed
        if changed is not None:
            changed(key, down)

    def press(self, key: Key, *, for_s: float = 0.1) -> None:
        """Press a button, wait, let it go."""
        self.set_down(key, down=True)
        time.sleep(for_s)
        self.set_down(key, down=False)


class VirtualLights:
    """Remembers what is shown."""

    def __init__(self) -> None:
        self.shown = Lights()
        self.is_open = True

    def show(self, lights: Lights) -> None:
        """Show these."""
        self.shown = lights

    def close(self) -> None:
        """Put them out."""
        self.shown = Lights()
        self.is_open = False


class VirtualBuzzer:
    """Remembers the newest tunes, and takes no time to play them."""

    def __init__(self) -> None:
        self.played: deque[Tune] = deque(maxlen=_KEPT)

    def play(self, tune: Tune) -> None:
        """Play a tune."""
        self.played.append(tune)

    def close(self) -> None:
        """Nothing to let go of."""


class VirtualVoice:
    """Remembers the newest sentences."""

    def __init__(self) -> None:
        self.said: deque[str] = deque(maxlen=_KEPT)

    def say(self, text: str) -> None:
        """Say a text."""
        self.said.append(text)

    def close(self) -> None:
        """Nothing to let go of."""
