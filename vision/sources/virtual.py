"""A camera over the virtual table: it photographs what lies on a `Desk` whenever one likes."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Generic, Protocol, TypeVar, runtime_checkable

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

_TRIES = 4
"""So often a still begins anew for a desk that changes; then it is of the desk as it was."""


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


@runtime_checkable
class Prepared(Protocol):
    """A table that can be drawn before it is photographed: `vision.desk.playing.PlayTable`."""

    def prepare(self, wanted: Callable[[], bool]) -> bool:
        """Draw it, so that a photograph is cheap; whether it was not given up as not ``wanted``."""
        ...

    def preview(self, width_px: int, *, seed: int) -> Pixels:
        """Return its picture as small as that."""
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
    the desk meanwhile is not on it. A change is drawn when it is made, so that `still` mostly finds
    it drawn; what is still being drawn of an earlier desk is given up, and a `still` that waits for
    it becomes one of the desk as it is by then. ``seed`` makes the noise of the first picture, its
    successor that of the next.
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
        """Photograph the table as it is now, or has become meanwhile."""
        del timeout_s
        if self._closing.is_set():
            raise CameraAway(notice("desk.closed"), notice("desk.start-again"))
        try:
            looked_s, _, table = self._prepared()
            pixels = table.photograph(seed=next(self._seeds)).image
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

    def _prepared(self) -> tuple[float, int, T]:
        """Look at the desk and draw it, the newest that there is: (looked_s, version, table)."""
        tries = 0
        while True:
            looked_s = time.monotonic()
            version, table = self.desk.look()
            tries += 1
            wanted = partial(self._is_at, version if tries < _TRIES else None)
            lying: Photographed = table
            if not isinstance(lying, Prepared) or lying.prepare(wanted):
                return looked_s, version, table

    def _is_at(self, version: int | None) -> bool:
        """Whether the desk still is as it was; None: as if it were."""
        return version is None or self.desk.version == version

    def _run(self) -> None:
        drawn = -1
        while not self._closing.is_set():
            version = self.desk.version
            if version == drawn:
                self.desk.wait(version, ended=self._closing)
                continue
            try:
                looked_s, version, table = self._prepared()
                frame = self._frame(_preview(table, seed=next(self._seeds)), looked_s)
                state = state_now(Presence.LIVE)
            except Exception as error:  # a table that can't be drawn must not end the thread
                frame = None
                state = state_now(Presence.AWAY, _undrawn(error), notice("desk.set-up-again"))
            drawn = version
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
    if isinstance(table, Prepared):
        return table.preview(MOTION_WIDTH_PX, seed=seed)
    if isinstance(table, VirtualTable):
        camera = table.setup.camera
        width, height = camera.size_px
        if width > MOTION_WIDTH_PX:
            size_px = (MOTION_WIDTH_PX, round(height * MOTION_WIDTH_PX / width))
            setup = replace(table.setup, camera=camera.scaled(size_px))
            table = replace(table, setup=setup)
    return small(table.photograph(seed=seed).image)
