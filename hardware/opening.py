"""The hardware of a table, as the settings want it and as far as it is there.

hardware = open_hardware(settings, listener=table.press)
for trouble in hardware.troubles: …     # what runs on stand-ins, and why
hardware.outputs.show(view)
hardware.close()
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.config import BuzzerKind, Settings
from hardware.api import ButtonDriver, LightDriver, SpeechDriver, TuneDriver
from hardware.buttons import Pressed, Timing
from hardware.errors import HardwareProblem
from hardware.gpio import GpioButtons, GpioBuzzer, GpioLights, default_factory, release
from hardware.holding import opened
from hardware.outputs import Outputs
from hardware.speech import voice_for
from hardware.virtual import VirtualButtons, VirtualLights
from hardware.watch import Watch
from hardware.worker import Health, ignore

DriverT = TypeVar("DriverT")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hardware:
    """What was opened. Virtual drivers stand in for what could not be; ``troubles`` says why."""

    buttons: ButtonDriver
    lights: LightDriver
    watch: Watch
    outputs: Outputs
    troubles: tuple[str, ...] = ()
    factory: Any = None
    """gpiozero's pin factory; None if there is none."""

    @property
    def virtual(self) -> bool:
        """Whether the buttons are stand-ins. The panel's own are always there, beside real ones."""
        return isinstance(self.buttons, VirtualButtons)

    def close(self) -> None:
        """Stop listening, put the lights out, let go of the pins."""
        self.watch.close()
        self.outputs.close()
        if self.factory is not None:
            release(self.factory)


def open_hardware(
    settings: Settings,
    listener: Callable[[Pressed], None],
    *,
    tell: Callable[[str], None] | None = None,
    tell_health: Callable[[Health], None] = ignore,
    factory: Callable[[], Any] = default_factory,
    sleep: Callable[[float], None] = time.sleep,
) -> Hardware:
    """Open what the settings want; what can't be opened becomes a trouble, never an error.

    ``listener`` hears what people press, from a thread of its own. ``tell`` hears of troubles as
    they come (a pin that is held is waited for); ``tell_health`` of outputs that fail later.
    """
    troubles: list[str] = []

    def trouble(text: str) -> None:
        troubles.append(text)
        if tell is not None:
            tell(text)

    def attempt(what: str, make: Callable[[], DriverT]) -> DriverT | None:
        try:
            return opened(what, make, tell=tell, sleep=sleep)
        except HardwareProblem as problem:
            trouble(str(problem))
            return None

    pins, wanted = settings.pins, settings.outputs
    buttons: ButtonDriver | None = None
    lights: LightDriver | None = None
    buzzer: TuneDriver | None = None
    made: Any = attempt("pins", factory) if settings.buttons.enabled or wanted.enabled else None
    if made is not None and settings.buttons.enabled:
        buttons = attempt("buttons", lambda: GpioButtons(pins, factory=made))
    if made is not None and wanted.enabled:
        lights = attempt(
            "lights",
            lambda: GpioLights(
                pins, factory=made, inverted=wanted.inverted, chain_lights=wanted.chain_lights
            ),
        )
        pin, kind = pins.buzzer, settings.sound.buzzer
        if pin is not None and kind is not BuzzerKind.OFF:
            buzzer = attempt("buzzer", lambda: GpioBuzzer(pin, kind=kind, factory=made))
    voice: SpeechDriver | None = attempt(
        "voice", lambda: voice_for(settings.sound, language=settings.table.language)
    )
    buttons = buttons or VirtualButtons()
    lights = lights or VirtualLights()
    timing = Timing(debounce_s=settings.buttons.debounce_s, hold_s=settings.buttons.hold_s)
    return Hardware(
        buttons=buttons,
        lights=lights,
        watch=Watch(buttons, listener, timing=timing),
        outputs=Outputs(
            lights=lights, buzzer=buzzer, voice=voice, settings=wanted, tell=tell_health
        ),
        troubles=tuple(troubles),
        factory=made,
    )
