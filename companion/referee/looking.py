"""The thread that looks: it asks the eyes, so that a slow or dead camera costs the table nothing.

It takes one request at a time, the newest, for which it gives up what it looks at; between
requests it tells when something has moved and come to rest, and when the camera goes or comes back.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum

from companion.language.notices import fault, notice, together
from companion.referee.eyes import Eyes, EyesAway, EyesState, GivenUp, RollSighting, Sighting, Watch

QUIET_S = 4.0
"""A table that doesn't come to rest for so long is told as moving."""
IDLE_S = 0.1
"""How long it waits for movement before it looks whether something is asked for."""
FAULT_PAUSE_S = 0.5
BREATH_S = 0.02


class Purpose(Enum):
    """What a look is for."""

    PRESS = "press"
    """Somebody says that a turn is done."""
    ROLL = "roll"
    SETTLE = "settle"
    """Whether hands have done what they owed; nothing else is judged."""
    AUTOMATIC = "automatic"
    """Something has changed, and nobody has to press."""
    TABLE = "table"
    """The whole table as it lies."""


ASKED = frozenset({Purpose.PRESS, Purpose.ROLL, Purpose.TABLE})
"""Looks that somebody waits for."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What a look brought: exactly one of the four, unless the table ``moving``."""

    number: int
    purpose: Purpose
    sighting: Sighting | None = None
    roll: RollSighting | None = None
    away: str = ""
    moving: bool = False


@dataclass(frozen=True, slots=True)
class Stirred:
    """Something has moved on the table and come to rest."""


@dataclass(frozen=True, slots=True)
class EyesTold:
    """The camera went, or came back."""

    state: EyesState


Told = Looked | Stirred | EyesTold
"""What the looker tells."""


class Looker:
    """Looks when it is asked; ``tell`` is called from its thread and must not block."""

    def __init__(
        self, eyes: Eyes, tell: Callable[[Told], None], *, quiet_s: float = QUIET_S
    ) -> None:
        self._eyes = eyes
        self._tell = tell
        self._quiet_s = quiet_s
        self._asked: queue.Queue[tuple[int, Purpose]] = queue.Queue(1)
        self._newest = 0
        self._closing = threading.Event()
        self._state: EyesState | None = None
        self._watching = False
        self._thread = threading.Thread(target=self._run, name="looker", daemon=True)
        self._thread.start()

    def ask(self, number: int, purpose: Purpose) -> None:
        """Ask for a look; one that still waits is forgotten, one that is under way given up."""
        self._newest = number
        with suppress(queue.Empty):
            self._asked.get_nowait()
        with suppress(queue.Full):  # only the table's thread asks
            self._asked.put_nowait((number, purpose))

    def watch(self, *, on: bool) -> None:
        """Tell of movement, or don't."""
        self._watching = on

    def close(self, *, wait_s: float = 2.0) -> None:
        """Look no more. A camera that hangs is left behind."""
        self._closing.set()
        if threading.current_thread() is not self._thread:
            self._thread.join(wait_s)

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._once()
            except Exception as error:  # a camera's driver may raise anything; looking goes on
                self._told_away(notice("eyes.camera-failed", fault=fault(error)))
                self._closing.wait(FAULT_PAUSE_S)

    def _once(self) -> None:
        self._tell_state(self._eyes.state())
        live = self._state is not None and self._state.watch is Watch.LIVE
        try:
            number, purpose = self._asked.get(timeout=0 if live and self._watching else IDLE_S)
        except queue.Empty:
            if live and self._watching:
                if self._eyes.wait_changed(IDLE_S):
                    self._tell(Stirred())
                else:
                    self._closing.wait(BREATH_S)  # eyes that never wait must not spin this thread
            return
        with suppress(GivenUp):
            self._tell(self._looked(number, purpose))

    def _looked(self, number: int, purpose: Purpose) -> Looked:
        """Look. Raises `GivenUp`."""

        def wanted() -> bool:
            return number == self._newest

        try:
            if not self._eyes.wait_quiet(self._quiet_s):
                return Looked(number, purpose, moving=True)
            if purpose is Purpose.ROLL:
                return Looked(number, purpose, roll=self._eyes.look_at_roll(wanted))
            return Looked(number, purpose, sighting=self._eyes.look(wanted))
        except GivenUp:
            raise
        except EyesAway as error:
            return Looked(number, purpose, away=together(error.message, error.advice))
        except Exception as error:  # whatever a reader stumbles over must not stop the game
            return Looked(number, purpose, away=notice("eyes.unread", fault=fault(error)))

    def _tell_state(self, state: EyesState) -> None:
        if state != self._state:
            self._state = state
            self._tell(EyesTold(state))

    def _told_away(self, reason: str) -> None:
        name = "" if self._state is None else self._state.name
        self._tell_state(EyesState(Watch.AWAY, name, reason))
