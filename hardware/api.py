"""What a driver must offer: buttons in, lights, tunes and speech out.

`hardware.gpio` and `hardware.virtual` offer it alike. Drivers may be slow or fail; a worker stands
between each of them and the game (`hardware.worker`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from hardware.buttons import Key
from hardware.lights import Lights
from hardware.sounds import Tune


class ButtonDriver(Protocol):
    """The contacts of buttons, raw: no debouncing, no holding."""

    def wired(self) -> tuple[Key, ...]:
        """The buttons that there are."""
        ...

    def is_down(self, key: Key) -> bool:
        """Whether the contact is closed now."""
        ...

    def listen(self, changed: Callable[[Key, bool], None]) -> None:
        """From now on call ``changed(key, down)``, from any thread, when a contact changes."""
        ...

    def close(self) -> None:
        """Let go of the pins. May be called twice."""
        ...


class LightDriver(Protocol):
    """All lights of a table."""

    def show(self, lights: Lights) -> None:
        """Show these, and nothing else."""
        ...

    def close(self) -> None:
        """Put the lights out and let go of the pins. May be called twice."""
        ...


class TuneDriver(Protocol):
    """A buzzer."""

    def play(self, tune: Tune) -> None:
        """Play a tune to its end."""
        ...

    def close(self) -> None:
        """Be silent and let go of the pin. May be called twice."""
        ...


class SpeechDriver(Protocol):
    """A voice."""

    def say(self, text: str) -> None:
        """Speak a text to its end."""
        ...

    def close(self) -> None:
        """Be silent. May be called twice."""
        ...
