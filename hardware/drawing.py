"""The wiring as an SVG picture: the header, a wire to each part, names, colours and resistors."""

from __future__ import annotations

from html import escape

from companion.config import Settings
from hardware.diagram import RESISTORS
from hardware.header import HEADER, HeaderPin, Role
from hardware.pins import Part, Use, uses

_PITCH = 26
_TOP = 84
_WIDTH = 1000
_ROWS = (480, 520)
"""Horizontal middle of the inner and of the outer row of pins."""

_LONGEST = 41
"""Characters of a label that fit beside the header."""

_FILL = {
    Role.POWER_3V3: "#e8a33d",
    Role.POWER_5V: "#c0392b",
    Role.GROUND: "#222222",
    Role.GPIO: "#4a7d3a",
}


def wiring_svg(settings: Settings) -> str:
    """The whole picture as the text of an SVG file; it needs nothing from elsewhere."""
    wired = uses(settings.pins)
    height = _TOP + 20 * _PITCH + 160
    body = [
        f'<rect width="{_WIDTH}" height="{height}" fill="white"/>',
        _text(
            _WIDTH / 2, 30, "moontable: wiring of the 40-pin header", "middle", size=18, bold=True
        ),
        _text(_WIDTH / 2, 50, "seen from above, the header at the right edge", "middle", size=12),
        f'<rect x="{_ROWS[0] - 20}" y="{_TOP - 18}" width="{_ROWS[1] - _ROWS[0] + 40}" '
        f'height="{20 * _PITCH + 10}" rx="4" fill="#dddddd" stroke="#888888"/>',
    ]
    for pin in HEADER:
        body += _pin(pin, [use for use in wired if pin.gpio == use.gpio], settings)
    body += _legend(_TOP + 20 * _PITCH + 20, settings)
    inner = "\n".join(body)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" '
        f'width="{_WIDTH}" height="{height}" font-family="sans-serif" role="img">\n'
        f"<title>Wiring of the 40-pin header</title>\n{inner}\n</svg>\n"
    )


def _pin(pin: HeaderPin, here: list[Use], settings: Settings) -> list[str]:
    outer = pin.position % 2 == 0
    x, y = _ROWS[outer], _TOP + (pin.position - 1) // 2 * _PITCH
    away = 1 if outer else -1
    drawn = []
    if here:
        drawn += _wire(x, y, away, here, settings)
    shape = f'x="{x - 8}" y="{y - 8}" width="16" height="16" rx="{2 if pin.position == 1 else 8}"'
    drawn.append(f'<rect {shape} fill="{_FILL[pin.role]}" stroke="black"/>')
    drawn.append(_text(x, y + 3.5, str(pin.position), "middle", size=9, colour="white"))
    anchor = "start" if outer else "end"
    drawn.append(_text(x + away * 26, y - 3 if here else y + 4, pin.name, anchor, size=11))
    return drawn


def _wire(x: int, y: int, away: int, here: list[Use], settings: Settings) -> list[str]:
    """The wire from a pin to its part, a resistor in it for a light, and the part's name."""
    colour = "red" if len(here) > 1 else here[0].colour
    end = x + away * 180
    drawn = [f'<path d="M {x} {y} H {end}" stroke="{colour}" stroke-width="2.5" fill="none"/>']
    part = here[0].part
    if part is Part.LIGHT:
        drawn.append(
            f'<rect x="{x + away * 125 - 17}" y="{y - 6}" width="34" height="12" '
            f'fill="#f5e6c8" stroke="#8a6d3b"/>'
        )
        drawn.append(_text(x + away * 125, y + 3, RESISTORS.split()[0], "middle", size=8))
        drawn.append(f'<circle cx="{end}" cy="{y}" r="7" fill="{colour}" stroke="black"/>')
    elif part is Part.BUTTON:
        drawn.append(
            f'<rect x="{end - 9}" y="{y - 9}" width="18" height="18" rx="3" '
            f'fill="#eeeeee" stroke="black"/>'
        )
        drawn.append(f'<circle cx="{end}" cy="{y}" r="5.5" fill="{colour}" stroke="black"/>')
    else:
        drawn.append(
            f'<path d="M {end - 9} {y - 9} h 18 v 18 h -18 z" fill="{colour}" stroke="black"/>'
        )
    label = " + ".join(use.what for use in here)
    if part is not Part.CHAIN and len(here) == 1:
        label += " → 3V3" if part is Part.LIGHT and settings.outputs.inverted else " → GND"
    if len(here) > 1:
        label = f"CLASH: {label}"
    label = label if len(label) <= _LONGEST else f"{label[: _LONGEST - 1]}…"
    anchor = "start" if away > 0 else "end"
    drawn.append(_text(end + away * 16, y + 4, label, anchor, size=12))
    return drawn


def _legend(y: int, settings: Settings) -> list[str]:
    ground = "3V3" if settings.outputs.inverted else "GND"
    common = "anode to 3V3" if settings.outputs.inverted else "cathode to GND"
    longer = "3V3" if settings.outputs.inverted else "the resistor"
    lines = [
        "Button: from its pin to any GND (black). No resistor: the Pi has a pull-up inside.",
        f"Light: {RESISTORS} in series, on to {ground}; the long leg of the LED towards {longer}.",
        f"RGB light: red and green legs with a resistor each, common {common}, blue leg free.",
        "Buzzer: + to its pin, - to GND. One that draws more than 15 mA needs a transistor.",
        "Never join a pin to 5V. Switch the Pi off before you wire.",
    ]
    if settings.pins.chain_data is not None:
        lines.insert(
            3,
            "Chain of 74HC595: VCC and SRCLR to 3V3, GND and OE to GND, each QH' to the next SER.",
        )
    return [_text(40, y + 22 * number, line, "start", size=13) for number, line in enumerate(lines)]


def _text(
    x: float,
    y: float,
    words: str,
    anchor: str,
    *,
    size: int,
    colour: str = "black",
    bold: bool = False,
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-size="{size}" '
        f'fill="{colour}"{weight}>{escape(words)}</text>'
    )
