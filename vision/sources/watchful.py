"""Keeps a camera open: one that goes away is told, and opened again when it is back.

The opening, which may take seconds, happens in a thread of its own. The game never waits for it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.language.notices import Notice, fault, notice
from vision.sources.api import (
    Frame,
    LockReport,
    Presence,
    Source,
    SourceState,
    Values,
    state_now,
)
from vision.sources.errors import CameraAway, CameraProblem

_WATCH_S = 0.25
"""Between two looks at how the camera is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long to wait before a camera is opened again: each time twice as long.

    proven_s: after being live for so long, one that goes away is tried at once again.
    """

    first_s: float = 0.5
    most_s: float = 15.0
    proven_s: float = 10.0


def ignore(_: SourceState) -> None:
    """Tell nobody."""


class Watchful:
    """A `Source` that opens another, and opens it again whenever it goes away.

    ``open_source`` may raise CameraProblem, whose text becomes the reason of the state. ``tell`` is
    called with each new presence or reason, by the thread that watches. What was locked is
    locked to the same values again when the camera is back.
    """

    def __init__(
        self,
        name: Notice,
        open_source: Callable[[], Source],
        *,
        patience: Patience | None = None,
        tell: Callable[[SourceState], None] = ignore,
    ) -> None:
        self._name = name
        self._open = open_source
        self._patience = patience or Patience()
        self._tell = tell
        self._news = threading.Condition()
        self._inner: Source | None = None
        self._first_number = 0
        self._next_number = 0
        self._locked: Values | None = None
        self._state = state_now(Presence.OPENING)
        self._closing = threading.Event()
        self._look = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"watch {name}", daemon=True)
        self._thread.start()

    @property
    def name(self) -> Notice:
        """The camera's own name once it was open; until then, the one that was given."""
        return self._name

    def latest(self) -> Frame | None:
        """Return the newest small frame; None while the camera is away."""
        with self._news:
            inner, first = self._inner, self._first_number
        frame = inner.latest() if inner is not None else None
        return self._numbered(frame, first) if frame is not None else None

    def still(self, timeout_s: float) -> Frame:
        """Return a photograph; waits while the camera is being opened, not while it is away."""
        end_s = time.monotonic() + timeout_s
        with self._news:
            self._news.wait_for(
                lambda: self._inner is not None or self._state.presence is Presence.AWAY, timeout_s
            )
            inner, first, state = self._inner, self._first_number, self._state
        if inner is None:
            raise _away(state, self._name)
        try:
            return self._numbered(inner.still(max(0.01, end_s - time.monotonic())), first)
        except CameraAway:
            self._look.set()
            raise

    def state(self) -> SourceState:
        """Return how it is."""
        with self._news:
            return self._state

    def lock(self, values: Values | None = None) -> LockReport:
        """Lock it, now and whenever it is opened again."""
        with self._news:
            inner, state = self._inner, self._state
        if inner is None:
            raise _away(state, self._name)
        report = inner.lock(values)
        with self._news:
            self._locked = report.values
        return report

    def close(self) -> None:
        """Close the camera and stop watching."""
        self._closing.set()
        self._look.set()
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=2.0)

    def _numbered(self, frame: Frame, first: int) -> Frame:
        """Count on where the camera stopped when it went away."""
        number = first + frame.sequence
        with self._news:
            self._next_number = max(self._next_number, number + 1)
        return replace(frame, sequence=number) if first else frame

    def _run(self) -> None:
        wait_s = self._patience.first_s
        while not self._closing.is_set():
            inner = self._opened()
            if inner is not None:
                lived_s = self._watch(inner)
                if lived_s >= self._patience.proven_s:
                    wait_s = self._patience.first_s
            self._closing.wait(wait_s)
            wait_s = min(2 * wait_s, self._patience.most_s)
        self._set(state_now(Presence.AWAY, notice("cameras.away.closed", camera=self._name)))

    def _opened(self) -> Source | None:
        """Open the camera and lock it as it was."""
        try:
            inner = self._open()
        except CameraProblem as problem:
            self._set(state_now(Presence.AWAY, problem.message, problem.advice))
            return None
        except Exception as error:  # whatever a driver throws, the game goes on
            why = notice("cameras.away.cant-open", camera=self._name, fault=fault(error))
            self._set(state_now(Presence.AWAY, why, notice("cameras.away.doctor")))
            return None
        with self._news:
            self._inner = inner
            self._name = inner.name
            self._first_number = self._next_number
            self._news.notify_all()
        return inner

    def _watch(self, inner: Source) -> float:
        """Return for how many seconds the camera was live, once it no longer is."""
        live_s: float | None = None
        while not self._closing.is_set():
            state = inner.state()
            # One that is being tried again is still away for people.
            if state.presence is not Presence.OPENING:
                self._set(state)
            if state.presence is Presence.AWAY:
                break
            if state.presence is Presence.LIVE and live_s is None:
                live_s = time.monotonic()
                self._lock_again(inner)
            self._look.wait(_WATCH_S)
            self._look.clear()
        with self._news:
            self._inner = None
        inner.close()
        return 0.0 if live_s is None else time.monotonic() - live_s

    def _lock_again(self, inner: Source) -> None:
        with self._news:
            locked = self._locked
        if locked:
            try:
                inner.lock(locked)
            except CameraProblem:
                self._look.set()  # its state will tell

    def _set(self, state: SourceState) -> None:
        """Take over a state, and tell it if it is news."""
        with self._news:
            old = self._state
            news = (state.presence, state.reason) != (old.presence, old.reason)
            if news:
                self._state = state
                self._news.notify_all()
        if news:
            self._tell(state)


def _away(state: SourceState, name: Notice) -> CameraAway:
    reason = state.reason or notice("cameras.away.opening", camera=name)
    return CameraAway(reason, state.advice or notice("cameras.away.try-again"))
