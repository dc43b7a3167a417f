"""A source that a thread of its own reads, frame after frame, so that nobody waits for a driver.

The thread takes every frame, for an old one left in the driver's queue would be given later; it
decodes only what somebody looks at: some ten a second, and the stills that are asked for.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from concurrent.futures import TimeoutError as Late
from typing import Any, Protocol

import cv2
import numpy as np

from companion.language.notices import Notice, fault, notice
from vision.sources.api import (
    Frame,
    LockReport,
    Pixels,
    Presence,
    SourceState,
    Values,
    small,
    state_now,
)
from vision.sources.errors import CameraAway

_LOOKED_AT_S = 0.1
"""Between two small frames."""
_LOCKING = 3
"""Locking takes some frames: so many times as long as a frame may take."""


class Reader(Protocol):
    """What one reads frame by frame. All calls come from one thread."""

    def grab(self) -> float | None:
        """Wait for the next frame and take it; None when there are no more.

        Returns since when (`time.monotonic`) it may have been taken: a still that was asked before
        then is answered by it.
        """
        ...

    def pixels(self) -> Pixels | None:
        """Return the frame that was taken, decoded; None if it is damaged."""
        ...

    def preview(self) -> Pixels | None:
        """Return the same frame for motion; it need not be small yet."""
        ...

    def lock(self, values: Values | None) -> LockReport:
        """As `Source.lock`."""
        ...

    def release(self) -> None:
        """Let go of it."""
        ...


class ReadingSource:
    """A `Source` around a `Reader`, which it owns.

    timeout_s: without a frame for so long it is away. stale: so many frames after the call of
    `still` may have been taken before it. advice: what to do when no more frames come. It does not
    open anything anew; `vision.sources.watchful` does.
    """

    def __init__(
        self, name: Notice, reader: Reader, *, timeout_s: float, advice: Notice, stale: int = 1
    ) -> None:
        self.name = name
        self._reader = reader
        self._timeout_s = timeout_s
        self._advice = advice
        self._stale = stale
        self._news = threading.Condition()
        self._numbers = itertools.count()
        self._latest: Frame | None = None
        self._still: Frame | None = None
        self._waiting = 0
        self._asked_s = 0.0
        self._heard_s = time.monotonic()
        self._state = state_now(Presence.OPENING)
        self._jobs: deque[tuple[Callable[[], Any], Future[Any]]] = deque()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def latest(self) -> Frame | None:
        """Return the newest small frame."""
        with self._news:
            return self._latest

    def still(self, timeout_s: float) -> Frame:
        """Return the first frame that was surely taken after this call."""
        with self._news:
            begun_s = self._asked_s = time.monotonic()
            self._waiting += 1
            try:
                self._news.wait_for(lambda: self._gone() or self._has_since(begun_s), timeout_s)
                if self._still is not None and self._has_since(begun_s):
                    return self._still
            finally:
                self._waiting -= 1
                if not self._waiting:
                    self._still = None  # nobody needs these megabytes any more
        state = self.state()
        reason = state.reason or notice("cameras.away.late", camera=self.name, waited_s=timeout_s)
        raise CameraAway(reason, state.advice or self._advice)

    def state(self) -> SourceState:
        """Return how it is; away, too, when the driver has not answered for too long."""
        with self._news:
            if not self._gone() and time.monotonic() - self._heard_s > self._timeout_s:
                reason = notice("cameras.away.silent", camera=self.name, waited_s=self._timeout_s)
                since_s = self._heard_s + self._timeout_s
                return SourceState(Presence.AWAY, since_s, reason, self._advice)
            return self._state

    def lock(self, values: Values | None = None) -> LockReport:
        """Let the reading thread lock it between two frames."""
        done: Future[LockReport] = Future()
        with self._news:
            gone = self._gone()
            if not gone:
                self._jobs.append((lambda: self._reader.lock(values), done))
        try:
            if not gone:
                return done.result(_LOCKING * self._timeout_s)
        except (Late, CancelledError):
            done.cancel()
        reason = self.state().reason or notice("cameras.away.busy", camera=self.name)
        raise CameraAway(reason, self._advice)

    def close(self) -> None:
        """Stop reading. A driver that doesn't answer is let go of as soon as it does."""
        self._closing.set()
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=1.0)

    def _gone(self) -> bool:
        return self._state.presence is Presence.AWAY

    def _has_since(self, begun_s: float) -> bool:
        return self._still is not None and self._still.taken_s > begun_s

    def _run(self) -> None:
        reason = notice("cameras.away.closed", camera=self.name)
        try:
            self._read()
        except CameraAway as away:
            reason = away.message
        except Exception as error:  # whatever a driver throws, it is one that is away
            reason = notice("cameras.away.failed", camera=self.name, fault=fault(error))
        finally:
            with self._news:
                self._state = state_now(Presence.AWAY, reason, self._advice)
                self._latest = None
                for _, done in self._jobs:
                    done.cancel()
                self._jobs.clear()
                self._news.notify_all()
            self._reader.release()

    def _read(self) -> None:
        looked_s = float("-inf")
        since_asked, asked_s = 0, 0.0
        while not self._closing.is_set():
            self._do_jobs()
            begun_s = self._reader.grab()
            if begun_s is None:
                raise CameraAway(notice("cameras.away.ended", camera=self.name), self._advice)
            taken_s = time.monotonic()
            with self._news:
                if self._asked_s != asked_s:
                    asked_s, since_asked = self._asked_s, 0
                since_asked += begun_s >= asked_s
                wanted = self._waiting > 0 and not self._has_since(asked_s)
                still = wanted and since_asked > self._stale
            due = still or taken_s - looked_s >= _LOOKED_AT_S
            if due and self._show(taken_s, still=still):
                looked_s = taken_s

    def _show(self, taken_s: float, *, still: bool) -> bool:
        """Give a frame to those who look at it; False, and nothing done, if it is damaged."""
        pixels = self._reader.pixels() if still else self._reader.preview()
        if pixels is None or pixels.size == 0:
            return False
        if pixels.ndim == 2:
            pixels = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR), dtype=np.uint8)
        pixels.flags.writeable = False
        little = small(pixels)
        with self._news:
            self._heard_s = taken_s
            self._latest = Frame(little, taken_s, next(self._numbers))
            if still:
                self._still = Frame(pixels, taken_s, next(self._numbers))
            if self._state.presence is Presence.OPENING:
                self._state = SourceState(Presence.LIVE, taken_s)
            self._news.notify_all()
        return True

    def _do_jobs(self) -> None:
        while True:
            with self._news:
                if not self._jobs:
                    return
                job, done = self._jobs.popleft()
                self._heard_s = time.monotonic() + (_LOCKING - 1) * self._timeout_s
            if not done.set_running_or_notify_cancel():
                continue
            try:
                done.set_result(job())
            except Exception as error:  # it is the one who asked that must know
                done.set_exception(error)
            with self._news:
                self._heard_s = time.monotonic()
