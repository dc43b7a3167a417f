"""Buttons, lights and a buzzer on the pins of a Raspberry Pi, by gpiozero.

gpiozero is imported when pins are opened, so that this module can be read anywhere.

Wiring: a button joins its pin to ground (the pull-up is inside the Pi); a light goes from its pin
over a resistor to ground, or from 3V3 to its pin if ``inverted``. See docs/hardware.md.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import Any

from companion.config import BuzzerKind, Pins
from hardware.buttons import Key
from hardware.chain import Chain
from hardware.errors import NoPins
from hardware.lights import Colour, Lamp, Lights, bar
from hardware.sounds import Tune

BLINK_S = 1.0


def default_factory() -> Any:
    """The pin factory that gpiozero chooses for this machine. Raises `NoPins`."""
    try:
        from gpiozero import Device  # noqa: PLC0415 # only where pins are wanted
    except ImportError as error:
        advice = "On a Raspberry Pi: sudo apt install python3-gpiozero python3-lgpio"
        raise NoPins("gpiozero is not installed.", advice) from error
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it warns of each factory that it tries in vain
            Device.ensure_pin_factory()
    except Exception as error:  # a factory may raise anything, ImportError and OSError among it
        advice = "On a Raspberry Pi: sudo apt install python3-lgpio, then moontable doctor"
        raise NoPins(f"No pins can be driven here ({error}).", advice) from error
    return Device.pin_factory


def release(factory: Any) -> None:
    """Give the pins back to other programs: lgpio keeps them until the factory itself is closed."""
    from gpiozero import Device  # noqa: PLC0415

    factory.close()
    if Device.pin_factory is factory:
        Device.pin_factory = None


class GpioButtons:
    """The buttons that are wired."""

    def __init__(self, pins: Pins, *, factory: Any) -> None:
        from gpiozero import Button  # noqa: PLC0415

        numbers = {key: getattr(pins, key.value) for key in Key}
        self._buttons: dict[Key, Any] = {}
        with ExitStack() as opened:
            for key, pin in numbers.items():
                if pin is not None:
                    # No bounce_time: we debounce ourselves, alike on real and on mock pins.
                    button = Button(pin, pull_up=True, pin_factory=factory)
                    self._buttons[key] = opened.enter_context(button)
            self._opened = opened.pop_all()

    def wired(self) -> tuple[Key, ...]:
        """The buttons that are wired."""
        return tuple(self._buttons)

    def is_down(self, key: Key) -> bool:
        """Whether the contact is closed now."""
        return bool(self._buttons[key].is_pressed)

    def listen(self, changed: Callable[[Key, bool], None]) -> None:
        """Call ``changed(key, down)`` from gpiozero's threads from now on."""
        for key, button in self._buttons.items():
            button.when_pressed = partial(changed, key, True)
            button.when_released = partial(changed, key, False)

    def close(self) -> None:
        """Let go of the pins."""
        self._opened.close()


class GpioLights:
    """The lights that are wired; only what changes is touched."""

    def __init__(
        self, pins: Pins, *, factory: Any, inverted: bool = False, chain_lights: int = 12
    ) -> None:
        from gpiozero import LED, LEDBoard  # noqa: PLC0415

        chain_pins = (pins.chain_data, pins.chain_clock, pins.chain_latch)

        with ExitStack() as opened:

            def led(pin: int | None) -> Any:
                if pin is None:
                    return None
                made = LED(pin, active_high=not inverted, pin_factory=factory)
                return opened.enter_context(made)

            def board(wired: tuple[int, ...]) -> Any:
                if not wired:
                    return None
                made = LEDBoard(*wired, active_high=not inverted, pin_factory=factory)
                return opened.enter_context(made)

            self._turns = (led(pins.turn_brown), led(pins.turn_blue))
            self._green, self._red = led(pins.ruling_green), led(pins.ruling_red)
            self._bars = (board(pins.notches_brown), board(pins.notches_blue))
            self._chain: Chain | None = None
            if None not in chain_pins:
                chain = Chain(
                    chain_pins, lights=2 * chain_lights, factory=factory, inverted=inverted
                )
                opened.callback(chain.close)
                self._chain = chain
            self._opened = opened.pop_all()
        self._chain_lights = chain_lights
        self._shown = Lights()

    def show(self, lights: Lights) -> None:
        """Show these."""
        before = self._shown
        turns = (lights.turn_brown, lights.turn_blue)
        for led, lamp, was in zip(
            self._turns, turns, (before.turn_brown, before.turn_blue), strict=True
        ):
            if led is not None and lamp is not was:
                _set_lamp(led, lamp)
        if self._green is not None:
            self._green.value = lights.ruling in (Colour.GREEN, Colour.AMBER)
        if self._red is not None:
            self._red.value = lights.ruling in (Colour.RED, Colour.AMBER)
        levels = (lights.notches_brown, lights.notches_blue)
        for board, level in zip(self._bars, levels, strict=True):
            if board is not None:
                board.value = bar(level, len(board))
        if self._chain is not None:
            brown, blue = (bar(level, self._chain_lights) for level in levels)
            self._chain.show((*brown, *blue))
        self._shown = lights  # not before: what failed is tried again

    def close(self) -> None:
        """Put the lights out and let go of the pins."""
        self._opened.close()


def _set_lamp(led: Any, lamp: Lamp) -> None:
    if lamp is Lamp.BLINK:
        led.blink(on_time=BLINK_S, off_time=BLINK_S)
    else:
        led.value = lamp is Lamp.ON


class GpioBuzzer:
    """A buzzer: an active one has its own tone, a passive one plays those it is given."""

    def __init__(
        self,
        pin: int,
        *,
        kind: BuzzerKind,
        factory: Any,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        from gpiozero import Buzzer, TonalBuzzer  # noqa: PLC0415

        self._tonal = kind is BuzzerKind.PASSIVE
        self._buzzer: Any = (TonalBuzzer if self._tonal else Buzzer)(pin, pin_factory=factory)
        self._sleep = sleep

    def play(self, tune: Tune) -> None:
        """Play a tune to its end."""
        from gpiozero.tones import Tone  # noqa: PLC0415

        try:
            for beep in tune.value:
                if self._tonal:
                    self._buzzer.play(Tone(frequency=beep.pitch_hz))
                else:
                    self._buzzer.on()
                self._sleep(beep.on_s)
                self._silence()
                self._sleep(beep.off_s)
        finally:
            self._silence()

    def close(self) -> None:
        """Be silent and let go of the pin."""
        self._buzzer.close()

    def _silence(self) -> None:
        if self._buzzer.closed:
            return
        if self._tonal:
            self._buzzer.stop()
        else:
            self._buzzer.off()
