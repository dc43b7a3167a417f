"""The wiring as text: the header with both its rows, and how each part is joined to it."""

from __future__ import annotations

from companion.config import BuzzerKind, Settings
from hardware.header import HEADER, HeaderPin, pin_of
from hardware.pins import Part, Use, uses

RESISTORS = "330 ohm"
"""In series with each light: 1 to 5 mA from 3.3 V, far from the 16 mA that a pin can give."""

_CHAIN = {
    "pins.chain_data": "pin - SER (14) of the first 74HC595",
    "pins.chain_clock": "pin - SRCLK (11) of every 74HC595",
    "pins.chain_latch": "pin - RCLK (12) of every 74HC595",
}
"""Where the pins of the chain go; in brackets the chip's own pin."""

_LEFT = 34
"""Columns to the left of the header."""


def header_text(settings: Settings) -> str:
    """The header as it lies, with what is wired to each pin; position 1 is top left."""
    at: dict[int | None, list[str]] = {}
    for use in uses(settings.pins):
        at.setdefault(use.gpio, []).append(use.what)
    lines = [f"{'inner row'.rjust(_LEFT - 7)}       | the board's edge".rstrip()]
    for left, right in zip(HEADER[::2], HEADER[1::2], strict=True):
        lines.append(_row(left, right, at))
    return "\n".join(lines)


def _row(left: HeaderPin, right: HeaderPin, at: dict[int | None, list[str]]) -> str:
    left_use = " + ".join(at.get(left.gpio, [])) if left.gpio is not None else ""
    right_use = " + ".join(at.get(right.gpio, [])) if right.gpio is not None else ""
    near = f"{left_use} {'-' if left_use else ' '} {left.name:>6} ({left.position:>2})"
    far = f"({right.position:>2}) {right.name:<6} {'-' if right_use else ' '} {right_use}"
    return f"{near.rjust(_LEFT)} | {far}".rstrip()


def parts_text(settings: Settings) -> str:
    """A line for each part: its pin, its colour, and what joins it to ground."""
    lines = []
    for use in uses(settings.pins):
        try:
            where = f"GPIO{use.gpio} (position {pin_of(use.gpio).position})"
        except KeyError:
            where = f"GPIO{use.gpio} (no such pin)"
        lines.append(f"{use.what.ljust(15)} {where.ljust(21)} {way(use, settings)}")
    return "\n".join(lines)


def way(use: Use, settings: Settings) -> str:
    """How a part is joined: from its pin to where."""
    if use.part is Part.BUTTON:
        return "pin - button - GND; no resistor"
    if use.part is Part.BUZZER:
        kind = "passive piezo" if settings.sound.buzzer is BuzzerKind.PASSIVE else "active 3 V"
        return f"pin - {kind} buzzer (+ to the pin) - GND"
    if use.part is Part.CHAIN:
        return _CHAIN[use.setting]
    if settings.outputs.inverted:
        return f"3V3 - {RESISTORS} - LED (long leg to 3V3) - pin"
    return f"pin - {RESISTORS} - LED (long leg to the pin) - GND"
