"""What the panel must not lose and must not show: its secret, its PINs, who sits where.

One small JSON file in the state folder, readable by its owner only. It is made at the first start:
there is no secret that anybody could know beforehand.
"""

from __future__ import annotations

import json
import os
import secrets
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from companion.errors import FileProblem
from companion.games.api import Seat
from webui.roles import Role

FILE = "panel.json"
PIN_DIGITS = 6
MOST_SEATED = 64
"""So many devices can have a seat; the one that took its seat first loses it then."""
WITH_PIN = (Role.PLAYER, Role.REFEREE, Role.ADMIN)


@dataclass(frozen=True, slots=True)
class Keys:
    """``table`` tells this table from others, ``era`` counts how often all were sent away."""

    secret: str
    table: str
    era: int
    pins: Mapping[Role, str]
    seated: Mapping[str, Seat] = field(default_factory=dict)
    """Device -> seat."""


def new_pins() -> dict[Role, str]:
    """A PIN for each role that has one, no two alike."""
    found: set[str] = set()
    while len(found) < len(WITH_PIN):
        found.add(f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}")
    return dict(zip(WITH_PIN, found, strict=True))


def new_keys() -> Keys:
    """Keys that nobody knows."""
    return Keys(secrets.token_hex(32), secrets.token_hex(8), 1, new_pins())


class KeyFile:
    """The keys of a table, kept in a file. Safe for threads."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        self._lock = threading.Lock()
        self._keys = self._read() or self._made()

    @property
    def keys(self) -> Keys:
        """The keys that hold now."""
        return self._keys

    def renew_pins(self) -> None:
        """New PINs; who has joined stays."""
        with self._lock:
            self._write(replace(self._keys, pins=new_pins()))

    def send_all_away(self) -> None:
        """New PINs, and every device has to join again."""
        with self._lock:
            self._write(replace(self._keys, pins=new_pins(), era=self._keys.era + 1, seated={}))

    def seat(self, device: str, seat: Seat | None) -> None:
        """A device takes a seat, or gives its own up."""
        with self._lock:
            seated = {one: place for one, place in self._keys.seated.items() if one != device}
            if seat is not None:
                seated[device] = seat
            while len(seated) > MOST_SEATED:
                seated.pop(next(iter(seated)))
            if seated != dict(self._keys.seated):
                self._write(replace(self._keys, seated=seated))

    def free(self, seat: Seat) -> None:
        """Nobody has this seat any more."""
        with self._lock:
            kept = {one: place for one, place in self._keys.seated.items() if place != seat}
            self._write(replace(self._keys, seated=kept))

    def _made(self) -> Keys:
        keys = new_keys()
        self._write(keys)
        return keys

    def _read(self) -> Keys | None:
        """What the file says; None where there is none, or where it is damaged."""
        try:
            return _keys_of(json.loads(self.path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return None
        except (ValueError, KeyError, TypeError):
            return None  # nobody can mend a secret: a new one costs a new PIN at most
        except OSError as error:
            advice = "Is the state folder another user's?"
            raise FileProblem(f"{self.path} can't be read.", advice, self.path) from error

    def _write(self, keys: Keys) -> None:
        beside = self.path.with_name(f".{FILE}.part")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileNotFoundError):
                beside.unlink()
            handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(_json_of(keys), file)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(self.path)
        except OSError as error:
            advice = "Check the state folder, its rights, and the room left on the disk."
            raise FileProblem(f"{self.path} can't be written.", advice, self.path) from error
        self._keys = keys


def _json_of(keys: Keys) -> dict[str, Any]:
    return {
        "secret": keys.secret,
        "table": keys.table,
        "era": keys.era,
        "pins": {role.word: pin for role, pin in keys.pins.items()},
        "seated": dict(keys.seated),
    }


def _keys_of(data: Any) -> Keys:
    pins = {role: str(data["pins"][role.word]) for role in WITH_PIN}
    secret, table, era = str(data["secret"]), str(data["table"]), int(data["era"])
    if len(secret) < 32 or not table or any(len(pin) != PIN_DIGITS for pin in pins.values()):
        raise ValueError("too short")
    seated = {str(device): str(seat) for device, seat in data["seated"].items()}
    return Keys(secret, table, era, pins, seated)
