"""The thread that watches the buttons and tells what people mean by them."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from hardware.api import ButtonDriver
from hardware.buttons import Desk, Key, Pressed, Timing

_KEPT = 256
"""So many changes may wait. A storm may bring more: then the contacts are read anew."""


class Watch:
    """Turns the raw changes of a driver into `Pressed`, told one at a time to ``listener``.

    It sleeps until a contact changes or something is due. The listener is called from the watch's
    thread and should return quickly; what it raises goes to ``failed`` and stops nothing.
    """

    def __init__(
        self,
        driver: ButtonDriver,
        listener: Callable[[Pressed], None],
        *,
        timing: Timing,
        failed: Callable[[Exception], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._driver = driver
        self._listener = listener
        self._failed = failed
        self._clock = clock
        self._changes: queue.Queue[tuple[Key, bool, float] | None] = queue.Queue(_KEPT)
        self._closing = threading.Event()
        self._lost = threading.Event()
        driver.listen(self._changed)
        start = {key: driver.is_down(key) for key in driver.wired()}
        self._known_s = clock()
        self._desk = Desk(start, at_s=self._known_s, timing=timing)
        self._thread = threading.Thread(target=self._run, name="buttons", daemon=True)
        self._thread.start()

    def close(self, *, wait_s: float = 1.0) -> None:
        """Stop watching, then let go of the pins."""
        self._closing.set()
        with suppress(queue.Full):  # then it is awake anyway
            self._changes.put_nowait(None)
        if threading.current_thread() is not self._thread:
            self._thread.join(wait_s)
        self._driver.close()

    def _changed(self, key: Key, down: bool) -> None:
        try:
            self._changes.put_nowait((key, down, self._clock()))
        except queue.Full:
            self._lost.set()

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._once()
            except Exception as error:  # a driver that fails must not end the watch
                self._tell_failure(error)
                self._closing.wait(0.1)

    def _once(self) -> None:
        due_s = self._desk.due_s()
        wait_s = None if due_s is None else max(0.0, due_s - self._clock())
        try:
            change = self._changes.get(timeout=wait_s)
        except queue.Empty:
            self._read_anew()
            change = None
        if change is not None:
            key, down, at_s = change
            self._known_s = at_s
            self._tell(self._desk.read(key, down=down, at_s=at_s))
        if self._lost.is_set() and self._changes.empty():
            self._lost.clear()
            self._read_anew()
        if self._changes.empty():
            self._tell(self._desk.settle(self._clock()))

    def _read_anew(self) -> None:
        """Look at the contacts themselves, in case that a change was never told.

        When it came is not known, so it counts from when the contacts were known last: a button
        that was let go unnoticed must not seem to have been held until now.
        """
        now_s = self._clock()
        for key in self._driver.wired():
            down = self._driver.is_down(key)
            if down != self._desk.reads_down(key):
                self._tell(self._desk.read(key, down=down, at_s=self._known_s))
        self._known_s = now_s

    def _tell(self, meant: tuple[Pressed, ...]) -> None:
        for pressed in meant:
            try:
                self._listener(pressed)
            except Exception as error:  # the next press must still be heard
                self._tell_failure(error)

    def _tell_failure(self, error: Exception) -> None:
        if self._failed is not None:
            self._failed(error)
