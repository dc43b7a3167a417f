"""Notch lights on a chain of 74HC595 shift registers: 24 lights on three pins.

The first light is output QA of the first chip, the ninth QA of the second, whose SER is joined to
QH' of the first. Bits go in at SER with each rise of SRCLK and show with a rise of RCLK, so nothing
flickers in between. Source: the data sheet of the 74HC595; it needs tens of nanoseconds where we
take microseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any


class Chain:
    """``lights`` lights; as made, they are out."""

    def __init__(
        self, pins: Sequence[int | None], *, lights: int, factory: Any, inverted: bool = False
    ) -> None:
        from gpiozero import OutputDevice  # noqa: PLC0415 # only where pins are wanted

        self._lights = lights
        self._inverted = inverted
        self._shown: tuple[bool, ...] | None = None
        with ExitStack() as opened:
            self._data, self._clock, self._latch = (
                opened.enter_context(OutputDevice(pin, pin_factory=factory)) for pin in pins
            )
            self._opened = opened.pop_all()
        self.show((False,) * lights)

    def show(self, lit: tuple[bool, ...]) -> None:
        """Show these, from the first light on. What is shown already is not sent again."""
        if lit == self._shown:
            return
        for light in reversed(lit):  # what goes in first is pushed on to the far end
            self._data.value = light is not self._inverted
            self._clock.on()
            self._clock.off()
        self._latch.on()
        self._latch.off()
        self._shown = lit

    def close(self) -> None:
        """Put the lights out, as the chips would keep them lit, and let go of the pins."""
        if not self._latch.closed:
            self.show((False,) * self._lights)
        self._opened.close()
