"""What can be set: a frozen value for each section of the file, with its defaults and limits.

A field is a setting. Its type says what it takes: a truth value, a whole number, a decimal number,
a text, an enum's value, a pin (``int | None``, where "none" is not wired) or several pins.
`setting` adds the sentence that is printed beside it, and the limits of numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any, TypeVar

T = TypeVar("T")

HIGHEST_PIN = 27
"""GPIO numbers on the 40-pin header go from 0 to 27."""


def setting(
    default: T,
    about: str,
    *,
    least: float | None = None,
    most: float | None = None,
    at_most: int | None = None,
) -> T:
    """A field with a default; numbers lie between ``least`` and ``most``, both included.

    ``at_most`` limits how many pins a list of pins may hold.
    """
    about_it = {"about": about, "least": least, "most": most, "at_most": at_most}
    made: Any = field(default=default, metadata=about_it)
    return made  # type: ignore[no-any-return] # what dataclasses turn a field into


def _pin(default: int | None, about: str) -> int | None:
    return setting(default, about, least=0, most=HIGHEST_PIN)


def _pins(default: tuple[int, ...], about: str) -> tuple[int, ...]:
    return setting(default, about, least=0, most=HIGHEST_PIN, at_most=12)


class CameraSource(Enum):
    """Where pictures come from."""

    VIRTUAL = "virtual"
    """A table that is drawn: no camera is needed."""
    PICAMERA2 = "picamera2"
    """The Raspberry Pi's own camera."""
    USB = "usb"
    """A camera at ``/dev/video…``."""
    STREAM = "stream"
    """A camera in the network, by its URL."""
    FOLDER = "folder"
    """Photographs in a folder, or a video."""
    BROWSER = "browser"
    """A phone that shows the panel."""


class BuzzerKind(Enum):
    """What is soldered to the buzzer's pin."""

    OFF = "off"
    ACTIVE = "active"
    """It has one tone of its own."""
    PASSIVE = "passive"
    """It plays the tones that it is given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The game and its record."""

    language: str = setting("en", "The language that the referee speaks.")
    automatic: bool = setting(False, "Judge a settled change without waiting for a button.")
    record: str = setting("", "The file that keeps the games; empty: in the state folder.")
    record_sessions: bool = setting(False, "Keep the photographs of every turn, to play it again.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Camera:
    """Where the referee looks."""

    source: CameraSource = setting(
        CameraSource.VIRTUAL, "virtual, picamera2, usb, stream, folder or browser."
    )
    address: str = setting("", "The device, URL, folder or video, where the source needs one.")
    width_px: int = setting(1280, "Width of the picture that is read.", least=160, most=8192)
    height_px: int = setting(960, "Height of the picture that is read.", least=120, most=8192)
    timeout_s: float = setting(3.0, "A camera that takes longer is away.", least=0.1, most=60)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pins:
    """What is wired where: GPIO numbers (not positions on the header), "none" for not wired."""

    done_brown: int | None = _pin(17, "Button: brown is done; held, it takes back.")
    done_blue: int | None = _pin(27, "Button: blue is done; held, it takes back.")
    referee: int | None = _pin(22, "Button: pause; held, it asks why.")
    turn_brown: int | None = _pin(5, "Light: brown is to move.")
    turn_blue: int | None = _pin(6, "Light: blue is to move.")
    ruling_green: int | None = _pin(19, "Light: green, or the green leg of an RGB light.")
    ruling_red: int | None = _pin(13, "Light: red, or the red leg of an RGB light.")
    buzzer: int | None = _pin(26, "A piezo buzzer.")
    notches_brown: tuple[int, ...] = _pins(
        (12, 16, 20, 21), "Lights of brown's notches, from the first; up to 12, [] for none."
    )
    notches_blue: tuple[int, ...] = _pins(
        (18, 23, 24, 25), "Lights of blue's notches, from the first; up to 12, [] for none."
    )
    chain_data: int | None = _pin(None, "A chain of 74HC595 for notch lights: SER of the first.")
    chain_clock: int | None = _pin(None, "SRCLK of all in the chain.")
    chain_latch: int | None = _pin(None, "RCLK of all in the chain.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Buttons:
    """How presses are told from bounces, and holding from pressing."""

    enabled: bool = setting(True, "Use the buttons that are wired.")
    debounce_s: float = setting(
        0.02, "A contact counts once it has been still for so long.", least=0, most=0.5
    )
    hold_s: float = setting(1.0, "Pressed for so long is held.", least=0.2, most=10)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outputs:
    """Lights and sounds as a whole."""

    enabled: bool = setting(True, "Use the lights and the buzzer that are wired.")
    inverted: bool = setting(False, "The lights are wired from 3V3 to their pin.")
    chain_lights: int = setting(
        12, "Notch lights a side on the chain: brown's first, then blue's.", least=2, most=12
    )
    timeout_s: float = setting(
        2.0, "An output that takes longer is reported as stuck.", least=0.05, most=60
    )
    waiting: int = setting(4, "So many sounds may wait; older ones are dropped.", least=1, most=100)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """Time for thinking."""

    side_s: float = setting(0.0, "Seconds a side has for the game; 0: no limit.", least=0, most=1e6)
    bonus_s: float = setting(0.0, "Seconds that each turn adds.", least=0, most=3600)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sound:
    """What is to be heard."""

    buzzer: BuzzerKind = setting(
        BuzzerKind.ACTIVE, "off; active, with a tone of its own; or passive, which plays tunes."
    )
    speech: bool = setting(False, "Speak rulings aloud (needs espeak-ng).")
    voice: str = setting("", "The voice of espeak-ng; empty: the one of the language.")
    words_per_minute: int = setting(150, "How fast it speaks.", least=80, most=450)


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """The panel for phones."""

    host: str = setting("127.0.0.1", "The address it listens on; 0.0.0.0: the whole network.")
    port: int = setting(8080, "The port it listens on.", least=1, most=65535)
    public_url: str = setting(
        "", "What phones call it, for the QR code; empty: this machine's own address."
    )
    certificate: str = setting("", "A file with a certificate (PEM), to serve https itself.")
    key: str = setting("", "The file with the certificate's key (PEM).")
    behind_proxy: bool = setting(
        False, "All requests come through a proxy on this machine, which says for whom."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings, a section each."""

    table: Table = Table()
    camera: Camera = Camera()
    pins: Pins = Pins()
    buttons: Buttons = Buttons()
    outputs: Outputs = Outputs()
    clock: Clock = Clock()
    sound: Sound = Sound()
    panel: Panel = Panel()


SECTIONS: tuple[str, ...] = tuple(item.name for item in fields(Settings))
"""The names of the sections, in the order of the file."""
