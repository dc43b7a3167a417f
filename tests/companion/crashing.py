"""The program crashed before every line that it runs: what the disk then holds, and was told.

No fault is injected into the program. While it runs, every line of the packages that write is
stopped at, and wherever its folder (or what it tells) has changed since, the folder is copied: that
is what a kill -9 right there leaves. Between two copies SQLite may have written several pages; a
kill in the middle of those is made up from the two, cut at several places.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any

import companion
from companion.record import RecordLog
from companion.referee.snapshot import Snapshot

ROOT = Path(companion.__file__).parent
WRITERS = tuple(str(ROOT / name) for name in ("record", "referee"))
"""Where all that writes a record or tells a table is."""
CUTS = (0.3, 0.8)
"""Where writes of several pages are torn, as parts of what was written."""
_SHARED = "-shm"
"""SQLite's index of its log, made anew by whoever opens the record first."""

Files = Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Crash:
    """What a crash leaves: the folder's files; and the table as it was told last, if it was.

    ``coming`` is what the program was about to tell next; None if that is nothing new.
    """

    files: Files
    told: Snapshot | None
    coming: Snapshot | None = None

    def lay(self, folder: Path) -> None:
        """Put the files where a new start will find them."""
        folder.mkdir(parents=True)
        for name, data in self.files.items():
            (folder / name).write_bytes(data)


@dataclass
class Crashes:
    """All crashes of a run, in order. ``tell`` gives the table as it is told now."""

    folder: Path
    tell: Callable[[], Snapshot | None] = lambda: None
    found: list[Crash] = field(default_factory=list)
    _turn: threading.Lock = field(default_factory=threading.Lock)

    def look(self) -> None:
        """Keep what a crash would leave now, if that differs from the last one."""
        with self._turn:
            told, files = self.tell(), self._files()
            last = self.found[-1] if self.found else None
            if last is None or last.files != files or not _as_told(last.told, told):
                self.found.append(Crash(files, told))

    def _files(self) -> Files:
        found = {}
        for path in sorted(self.folder.iterdir()):
            if not path.name.endswith(_SHARED):
                try:
                    found[path.name] = path.read_bytes()
                except FileNotFoundError:
                    continue  # another thread has just renamed it: it is looked at there
        return found

    def torn(self) -> Iterator[Crash]:
        """The crashes, and those in the middle of a write between two of them."""
        coming: list[Snapshot | None] = [None]
        for one, after in reversed(list(pairwise(self.found))):
            coming.append(coming[-1] if _as_told(one.told, after.told) else after.told)
        for found, after in zip(self.found, [*self.found[1:], self.found[-1]], strict=True):
            crash = replace(found, coming=coming.pop())
            yield crash
            for name in crash.files.keys() & after.files.keys():
                old, new = crash.files[name], after.files[name]
                if old != new and not name.startswith("."):
                    for cut in CUTS:
                        yield replace(crash, files={**crash.files, name: _torn(old, new, cut)})


def _torn(old: bytes, new: bytes, part: float) -> bytes:
    """A file of which only the first part of what was to be written is."""
    begun = next((at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), len(old))
    cut = begun + int((len(new) - begun) * part)
    return new[:cut] + old[cut:]


def _as_told(one: Snapshot | None, other: Snapshot | None) -> bool:
    return told(one) == told(other)


def told(snapshot: Snapshot | None) -> tuple[int | None, int, int]:
    """What has to be kept of a table that was told: its game, how far that has come, its answer."""
    if snapshot is None:
        return None, 0, 0
    events = 0 if snapshot.timeline is None else len(snapshot.timeline.events)
    return snapshot.game_id, events, 0 if snapshot.answer is None else snapshot.answer.number


@contextmanager
def crashing(crashes: Crashes) -> Iterator[None]:
    """Look before every line, in this thread and in those that begin in the meantime."""

    def trace(frame: FrameType, event: str, _arg: Any) -> Any:
        if not frame.f_code.co_filename.startswith(WRITERS):
            return None
        if event in ("line", "return"):
            crashes.look()
        return trace

    before, before_threads = sys.gettrace(), threading.gettrace()
    threading.settrace(trace)
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(before)
        threading.settrace(before_threads)
    crashes.look()


def stored(record: Path) -> Mapping[int, int]:
    """How many events of each game are in a record."""
    with RecordLog.open(record, write=False) as log:
        return {entry.id: entry.events for entry in log.games()}
