"""What is wired where, and what is wrong with it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from companion.config import BuzzerKind, Pins, Settings
from hardware.header import HEADER, pin_of


class Part(Enum):
    """A kind of part."""

    BUTTON = "button"
    LIGHT = "light"
    BUZZER = "buzzer"
    CHAIN = "chain"
    """An input of the chain of shift registers."""


@dataclass(frozen=True, slots=True)
class Use:
    """A part on a GPIO number. ``setting`` is where it is configured, ``colour`` is a CSS name."""

    gpio: int
    setting: str
    what: str
    part: Part
    colour: str


@dataclass(frozen=True, slots=True)
class Fault:
    """Something about the wiring. It is ``serious`` if it can't work so."""

    serious: bool
    text: str
    advice: str

    def __str__(self) -> str:
        return f"{self.text} {self.advice}"


_SINGLE = (
    ("done_brown", "brown done", Part.BUTTON, "peru"),
    ("done_blue", "blue done", Part.BUTTON, "royalblue"),
    ("referee", "referee", Part.BUTTON, "dimgray"),
    ("turn_brown", "brown's turn", Part.LIGHT, "peru"),
    ("turn_blue", "blue's turn", Part.LIGHT, "royalblue"),
    ("ruling_green", "ruling green", Part.LIGHT, "green"),
    ("ruling_red", "ruling red", Part.LIGHT, "red"),
    ("buzzer", "buzzer", Part.BUZZER, "purple"),
    ("chain_data", "chain SER", Part.CHAIN, "teal"),
    ("chain_clock", "chain SRCLK", Part.CHAIN, "teal"),
    ("chain_latch", "chain RCLK", Part.CHAIN, "teal"),
)
_BARS = (("notches_brown", "brown notch", "peru"), ("notches_blue", "blue notch", "royalblue"))


def uses(pins: Pins) -> tuple[Use, ...]:
    """All parts that are wired, in the order of the settings."""
    found = []
    for name, what, part, colour in _SINGLE:
        gpio = getattr(pins, name)
        if gpio is not None:
            found.append(Use(gpio, f"pins.{name}", what, part, colour))
    for name, what, colour in _BARS:
        for number, gpio in enumerate(getattr(pins, name), start=1):
            found.append(Use(gpio, f"pins.{name}", f"{what} {number}", Part.LIGHT, colour))
    return tuple(found)


def faults(settings: Settings) -> tuple[Fault, ...]:
    """What is wrong with the wiring, the serious first; every one is named."""
    wired = uses(settings.pins)
    found = [*_off_the_header(wired), *_clashes(wired), *_shared(wired), *_chain(settings.pins)]
    found += _odd(settings)
    return tuple(sorted(found, key=lambda fault: not fault.serious))


def _exists(gpio: int) -> bool:
    return any(pin.gpio == gpio for pin in HEADER)


def _off_the_header(wired: Iterable[Use]) -> Iterable[Fault]:
    """Numbers that no pin has."""
    for use in wired:
        if not _exists(use.gpio):
            advice = "GPIO numbers go from 0 to 27."
            yield Fault(True, f"{use.setting}: the header has no GPIO{use.gpio}.", advice)


def _clashes(wired: Iterable[Use]) -> Iterable[Fault]:
    """One pin for two parts."""
    at: dict[int, list[Use]] = defaultdict(list)
    for use in wired:
        at[use.gpio].append(use)
    for gpio, together in sorted(at.items()):
        if len(together) > 1:
            parts = " and ".join(use.what for use in together)
            names = " or ".join(dict.fromkeys(use.setting for use in together))
            advice = f"Choose another pin in {names}; free ones: {free_pins(wired)}."
            yield Fault(True, f"GPIO{gpio} is wired to {parts}.", advice)


def _shared(wired: Iterable[Use]) -> Iterable[Fault]:
    """Pins that belong to a bus."""
    for use in wired:
        pin = pin_of(use.gpio) if _exists(use.gpio) else None
        if pin is None or not pin.shared:
            continue
        text = f"{use.what} is on GPIO{use.gpio}, which belongs to {pin.shared}."
        if pin.strict:
            yield Fault(False, text, f"Choose another pin in {use.setting}.")
        else:
            advice = "It works as long as that is off (raspi-config, Interface Options)."
            yield Fault(False, text, advice)


def _chain(pins: Pins) -> Iterable[Fault]:
    """A chain takes three pins, and lights the notches alone."""
    names = ("chain_data", "chain_clock", "chain_latch")
    lacking = [name for name in names if getattr(pins, name) is None]
    if lacking and len(lacking) < len(names):
        advice = f"Set pins.{lacking[0]}, or all three to none."
        yield Fault(True, "The chain of notch lights has not all of its three pins.", advice)
    if not lacking and (pins.notches_brown or pins.notches_blue):
        advice = (
            "Set pins.notches_brown and pins.notches_blue to [] if the chain takes their place."
        )
        yield Fault(False, "Notch lights are wired both singly and on the chain.", advice)


def _odd(settings: Settings) -> Iterable[Fault]:
    """What may be meant otherwise."""
    pins = settings.pins
    if settings.buttons.enabled and pins.done_brown is None and pins.done_blue is None:
        advice = "Set pins.done_brown or pins.done_blue, or table.automatic = true."
        if not settings.table.automatic:
            yield Fault(False, "No button says that a turn is done.", advice)
    if len(pins.notches_brown) != len(pins.notches_blue):
        text = "The sides have notch lights of different number."
        yield Fault(False, text, "Each bar shows its side's way all the same.")
    if len(pins.notches_brown) == 1 or len(pins.notches_blue) == 1:
        advice = "A bar has 2 to 12 lights, or none."
        yield Fault(False, "A bar of notch lights has one light.", advice)
    if pins.buzzer is None and settings.sound.buzzer is not BuzzerKind.OFF:
        advice = 'Set pins.buzzer, or sound.buzzer = "off".'
        yield Fault(False, "The buzzer is on and not wired.", advice)


def free_pins(wired: Iterable[Use]) -> str:
    """GPIO numbers that nothing is wired to and no bus takes, as words."""
    taken = {use.gpio for use in wired}
    free = [
        pin.gpio
        for pin in HEADER
        if pin.gpio is not None and not pin.shared and pin.gpio not in taken
    ]
    return ", ".join(map(str, sorted(free))) or "none"
