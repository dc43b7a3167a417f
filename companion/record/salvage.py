"""What can still be read from a damaged record; the file itself is never changed."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from companion.record.events import FIRST, Event, Started
from companion.record.listing import events_of
from companion.record.log import Recorder, RecordLog
from companion.record.troubles import our_errors

_GIVE_UP_AFTER = 200
_PAGE_SIZE_AT, _PAGE_COUNT_AT = 16, 28


@dataclass(frozen=True, slots=True)
class SavedGame:
    """The longest beginning of one game that can be read, and the number it had."""

    id: int
    events: tuple[Event, ...]


def salvage(path: Path) -> tuple[SavedGame, ...]:
    """Every game of which at least the start can be read. Raises `FileProblem`, `DiskFull`.

    Works on a copy in the system's folder for temporary files, so there must be room for it.
    """
    with our_errors(path), tempfile.TemporaryDirectory(prefix="moontable-") as folder:
        copy = Path(folder, "copy.db")
        shutil.copyfile(path, copy)
        log = Path(f"{path}-wal")
        if log.exists():
            shutil.copyfile(log, f"{copy}-wal")
        _fill_up(copy)
        try:
            with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
                return _saved(connection)
        except sqlite3.DatabaseError:
            return ()


def salvage_into(log: RecordLog, path: Path) -> tuple[Recorder, ...]:
    """Copy what `salvage` finds at `path` into another record, as new games."""
    return tuple(
        log.copy_in(saved.events, source=f"game {saved.id} of {path.name}")
        for saved in salvage(path)
    )


def _fill_up(copy: Path) -> None:
    """Give a file that was cut off its length back, or SQLite won't look at any page of it."""
    with copy.open("r+b") as file:
        header = file.read(100)
        if len(header) < 100:
            return
        page = int.from_bytes(header[_PAGE_SIZE_AT : _PAGE_SIZE_AT + 2], "big")
        count = int.from_bytes(header[_PAGE_COUNT_AT : _PAGE_COUNT_AT + 4], "big")
        whole = (65536 if page == 1 else page) * count
        if file.seek(0, 2) < whole <= 2**34:
            file.truncate(whole)


def _saved(connection: sqlite3.Connection) -> tuple[SavedGame, ...]:
    """Look for games by their numbers, one event after another, until one can't be read."""
    found: list[SavedGame] = []
    number, missed = 0, 0
    while missed < _GIVE_UP_AFTER:
        number += 1
        events = _beginning(connection, number)
        missed = 0 if events else missed + 1
        if events and isinstance(events[0].data, Started):
            found.append(SavedGame(number, events))
    return tuple(found)


def _beginning(connection: sqlite3.Connection, game_id: int) -> tuple[Event, ...]:
    rows: list[tuple[int, str, float, str, str]] = []
    try:
        while True:
            row = connection.execute(
                "SELECT sequence, wall_time, monotonic_s, kind, data FROM events"
                " WHERE game = ? AND sequence = ?",
                (game_id, len(rows) + FIRST),
            ).fetchone()
            if row is None:
                break
            rows.append(row)
    except sqlite3.DatabaseError:
        pass  # the page with the next event is gone; what was read before it is whole
    return events_of(rows).events
