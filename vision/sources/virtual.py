"""A camera over the virtual table: it photographs what lies on a `Desk` whenever one likes."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Generic, Protocol, TypeVar

from companion.language.notices import Notice, fault, notice
from vision.render.scene import Reach
from vision.render.virtual import VirtualTable
from vision.sources.api import (
    MOTION_WIDTH_PX,
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

_PAUSE_S = 0.1
"""After a small picture; it is shown once more then, and after another pause the next is drawn."""


class Picture(Protocol):
    """What a table's `photograph` gives."""

    @property
    def image(self) -> Pixels:
        """BGR pixels (H, W, 3) uint8."""
        ...


class Photographed(Protocol):
    """A table that can be photographed: `VirtualTable`, or another game's."""

    def photograph(self, *, seed: int) -> Picture:
        """Return its picture; `seed` makes the noise."""
        ...


T = TypeVar("T", bound=Photographed)


class Desk(Generic[T]):
    """Holds the table that lies before a virtual camera; any thread may look at it and change it.

    >>> from vision.render.tables import random_table
    >>> desk = Desk(VirtualTable(random_table(7, size_px=(160, 120))))
    >>> desk.change(lambda table: table.laid({"e4": ["brown star"]}, seed=1)).pieces[0].site
    'e4'
    >>> desk.version
    1
    """

    def __init__(self, table: T) -> None:
        self._table = table
        self._version = 0
        self._changed = threading.Condition()

    @property
    def table(self) -> T:
        """The table as it is now; tables are values, so it stays as it is."""
        with self._changed:
            return self._table

    @property
    def version(self) -> int:
        """How often it was changed."""
        with self._changed:
            return self._version

    def change(self, change: Callable[[T], T]) -> T:
        """Replace the table by what ``change`` makes of it, and return that.

        Nobody else changes it meanwhile, so ``change`` should be quick. If it raises, or gives the
        same table, nothing has changed.
        """
        with self._changed:
            table = change(self._table)
            if table is not self._table:
                self._table = table
                self._version += 1
                self._changed.notify_all()
            return table

    def put(self, table: T) -> T:
        """Replace the table whatever it was."""
        return self.change(lambda _: table)

    def look(self) -> tuple[int, T]:
        """Return (version, table), which belong together."""
        with self._changed:
            return self._version, self._table

    def wait(self, version: int, *, ended: threading.Event) -> None:
        """Wait until the version is another; or, after a `wake`, until ``ended`` is set."""
        with self._changed:
            self._changed.wait_for(lambda: self._version != version or ended.is_set())

    def wake(self) -> None:
        """Let all who `wait` see whether they are to end."""
        with self._changed:
            self._changed.notify_all()


def reached(table: VirtualTable, hand: Reach | None) -> VirtualTable:
    """Return the table with this hand over it, or with none."""
    return table if table.hand == hand else replace(table, hand=hand)


class VirtualSource(Generic[T]):
    """Photographs a desk; a change shows in `latest` a moment later, in `still` at once.

    Small pictures are drawn by a thread, and only after a change: an untouched desk costs nothing.
    Each is shown once more if the desk still is as it was, as a camera would that needs no drawing.
    `Frame.taken_s` is when the desk was looked at, not when the drawing was ready: what is done to
    the desk meanwhile is not on it. `still` draws in the caller's thread, which takes as long as it
    takes. ``seed`` makes the noise of the first picture, its successor that of the next.
    """

    def __init__(self, desk: Desk[T], *, seed: int = 0) -> None:
        self.desk = desk
        self._seeds = itertools.count(seed)
        self._numbers = itertools.count()
        self._lock = threading.Lock()
        self._latest: Frame | None = None
        self._state = state_now(Presence.OPENING)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="virtual table", daemon=True)
        self._thread.start()

    @property
    def name(self) -> Notice:
        """The virtual table."""
        return notice("cameras.virtual.name")

    def latest(self) -> Frame | None:
        """Return the newest small picture."""
        with self._lock:
            return self._latest

    def still(self, timeout_s: float) -> Frame:
        """Draw the table as it is now."""
        del timeout_s
        if self._closing.is_set():
            raise CameraAway(notice("desk.closed"), notice("desk.start-again"))
        looked_s = time.monotonic()
        try:
            pixels = self.desk.table.photograph(seed=next(self._seeds)).image
        except Exception as error:  # whatever a table made by hand may lead the drawing into
            raise CameraAway(_undrawn(error), notice("desk.set-up-again")) from error
        return self._frame(pixels, looked_s)

    def state(self) -> SourceState:
        """Return how it is."""
        with self._lock:
            return self._state

    def lock(self, values: Values | None = None) -> LockReport:
        """Do nothing: a drawn table's light never changes by itself."""
        del values
        return LockReport()

    def close(self) -> None:
        """Stop drawing."""
        self._closing.set()
        self.desk.wake()
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=5.0)

    def _frame(self, pixels: Pixels, looked_s: float) -> Frame:
        pixels.flags.writeable = False
        return Frame(pixels, looked_s, next(self._numbers))

    def _run(self) -> None:
        drawn = -1
        while not self._closing.is_set():
            looked_s = time.monotonic()
            version, table = self.desk.look()
            if version == drawn:
                self.desk.wait(version, ended=self._closing)
                continue
            drawn = version
            try:
                frame = self._frame(_preview(table, seed=next(self._seeds)), looked_s)
                state = state_now(Presence.LIVE)
            except Exception as error:  # a table that can't be drawn must not end the thread
                frame = None
                state = state_now(Presence.AWAY, _undrawn(error), notice("desk.set-up-again"))
            with self._lock:
                self._latest = frame or self._latest
                if (state.presence, state.reason) != (self._state.presence, self._state.reason):
                    self._state = state
            self._closing.wait(_PAUSE_S)
            looked_s = time.monotonic()
            if frame is not None and self.desk.version == drawn:
                with self._lock:
                    self._latest = self._frame(frame.pixels, looked_s)
            self._closing.wait(_PAUSE_S)


def _undrawn(error: Exception) -> Notice:
    return notice("desk.undrawn", fault=fault(error))


def _preview(table: Photographed, *, seed: int) -> Pixels:
    """Return a small picture; of a `VirtualTable` it is drawn small, which is much cheaper."""
    if isinstance(table, VirtualTable):
        camera = table.setup.camera
        width, height = camera.size_px
        if width > MOTION_WIDTH_PX:
            size_px = (MOTION_WIDTH_PX, round(height * MOTION_WIDTH_PX / width))
            setup = replace(table.setup, camera=camera.scaled(size_px))
            table = replace(table, setup=setup)
    return small(table.photograph(seed=seed).image)
