"""The 40-pin header of a Raspberry Pi: what each of its pins is.

The same on every model with 40 pins (from 1 B+ to 5). Position 1 is the one beside the SD card's
end, on the inner row; odd positions are the inner row, even ones the row at the board's edge.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Role(Enum):
    """What a pin of the header is for."""

    POWER_3V3 = "3V3"
    POWER_5V = "5V"
    GROUND = "GND"
    GPIO = "GPIO"


@dataclass(frozen=True, slots=True)
class HeaderPin:
    """One pin. ``position`` is its place on the header, ``gpio`` the number of its line.

    ``shared`` names the bus that takes the pin when it is switched on, and ``strict`` says that
    nothing else should be wired to it at all.
    """

    position: int
    role: Role
    gpio: int | None = None
    shared: str = ""
    strict: bool = False

    @property
    def name(self) -> str:
        """What is printed beside it.

        >>> pin_of(17).name
        'GPIO17'
        """
        return self.role.value if self.gpio is None else f"GPIO{self.gpio}"


_LAYOUT = (
    "3V3 5V 2 5V 3 GND 4 14 GND 15 17 18 27 GND 22 23 3V3 24 10 GND 9 25 11 8 GND 7 "
    "0 1 5 GND 6 12 13 GND 19 16 26 20 GND 21"
)

_SHARED = {
    **dict.fromkeys((0, 1), "the ID chip of add-on boards"),
    **dict.fromkeys((2, 3), "I2C"),
    **dict.fromkeys((7, 8, 9, 10, 11), "SPI"),
    **dict.fromkeys((14, 15), "the serial port"),
}
_STRICT = (0, 1)


def _pin(position: int, word: str) -> HeaderPin:
    if not word.isdecimal():
        return HeaderPin(position, Role(word))
    gpio = int(word)
    return HeaderPin(position, Role.GPIO, gpio, _SHARED.get(gpio, ""), gpio in _STRICT)


HEADER = tuple(_pin(position, word) for position, word in enumerate(_LAYOUT.split(), start=1))
"""All 40 pins by position, from 1."""

_BY_GPIO = {pin.gpio: pin for pin in HEADER if pin.gpio is not None}


def pin_of(gpio: int) -> HeaderPin:
    """The pin of a GPIO number. Raises KeyError if the header has none."""
    return _BY_GPIO[gpio]
