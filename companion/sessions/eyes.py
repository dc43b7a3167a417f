"""A camera that shows the photographs of a session, in its order."""

from __future__ import annotations

import threading
from collections import deque
from pathlib import Path
from typing import Protocol

from companion.referee.evidence import Evidence
from companion.referee.eyes import (
    EyesAway,
    EyesState,
    RollSeen,
    RollSighting,
    Sighting,
    Wanted,
    Watch,
    always,
)


class Reader(Protocol):
    """Reads photographs of one table; `vision` has it."""

    def board(self, photo: Path) -> Evidence:
        """What a photograph of the board tells."""
        ...

    def roll(self, photo: Path) -> tuple[RollSeen | None, str]:
        """The cubes of a photographed roll, or None and why there are none."""
        ...


class SessionEyes:
    """Eyes of a replay: each look takes the next photograph; the last one stays in view.

    A look that failed when it was recorded fails again.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._waiting: deque[Path | str] = deque()
        self._now: Path | str = "No photograph was recorded."
        self._turn = threading.Condition()
        self._watch = Watch.LIVE
        self._stirred = False
        self._looks = 0

    def feed(self, *looks: Path | str) -> None:
        """What the next looks bring: a photograph, or the trouble that there was.

        Looks of before that nobody took are over: the referee may need fewer than it once did.
        """
        with self._turn:
            if self._waiting:
                self._now = self._waiting[-1]
            self._waiting = deque(looks)

    def stir(self) -> None:
        """Something moves and comes to rest."""
        with self._turn:
            self._stirred = True

    def set_watch(self, watch: Watch) -> None:
        """The camera goes or comes back."""
        self._watch = watch

    def wait_looked(self, looks: int, timeout_s: float) -> bool:
        """Wait until so many looks were taken in all."""
        with self._turn:
            return self._turn.wait_for(lambda: self._looks >= looks, timeout_s)

    @property
    def looks(self) -> int:
        """How many looks were taken."""
        return self._looks

    def state(self) -> EyesState:
        """Live, unless the session says otherwise."""
        return EyesState(self._watch, "recorded session")

    def reads(self, game: str) -> bool:
        """Any game: the reader is made for the table."""
        return bool(game)

    def wait_quiet(self, timeout_s: float) -> bool:
        """Photographs don't move, unless the session says so."""
        del timeout_s
        with self._turn:
            if self._waiting and self._waiting[0] == "moving":
                self._waiting.popleft()
                self._count()
                return False
            return True

    def wait_changed(self, timeout_s: float) -> bool:
        """Whether something was stirred; told once."""
        with self._turn:
            if not self._stirred:
                self._turn.wait(timeout_s)
            stirred, self._stirred = self._stirred, False
            return stirred

    def look(self, wanted: Wanted = always) -> Sighting:
        """Read the next photograph. Raises `EyesAway` where none was taken then."""
        del wanted
        photo = self._next()
        sighting = Sighting(self._reader.board(photo), self._looks + 1)
        with self._turn:
            self._count()
        return sighting

    def look_at_roll(self, wanted: Wanted = always) -> RollSighting:
        """Read the next photograph as a roll. Raises `EyesAway` where none was taken then."""
        del wanted
        roll, reason = self._reader.roll(self._next())
        with self._turn:
            self._count()
        return RollSighting(roll, self._looks, reason)

    def close(self) -> None:
        """Nothing to let go of."""

    def _next(self) -> Path:
        with self._turn:
            if self._waiting:
                self._now = self._waiting.popleft()
            if isinstance(self._now, str):
                self._count()
                raise EyesAway(self._now, "It was so when the session was recorded.")
            return self._now

    def _count(self) -> None:
        self._looks += 1
        self._turn.notify_all()
