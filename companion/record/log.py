"""The record of all games: one SQLite file, to which events are only ever added.

What `Recorder.append` returned is saved: it outlives the program (kill -9), and since every commit
waits for the disk (WAL with synchronous=FULL) it outlives a power cut, too, as far as the disk
keeps its word. The file itself forbids changing or deleting an event, and a gap in the sequence.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import RLock
from types import TracebackType
from typing import Self

from companion.errors import RecordDamaged, RecordLocked, UnknownRecord, UsageError
from companion.language.notices import notice
from companion.record.codec import data_to_json, dumps
from companion.record.events import (
    FIRST,
    Event,
    EventData,
    Started,
)
from companion.record.files import Durability, open_to_read, open_to_write
from companion.record.listing import (
    LIST_GAMES,
    GameEntry,
    GameStatus,
    StoredEvents,
    entry_of,
    events_of,
)
from companion.record.troubles import our_errors

WAIT_S = 2.0
"""How long to wait for another program that is writing."""


@dataclass(frozen=True, slots=True)
class Clocks:
    """Where the time comes from: UTC for people, and seconds that never go back for durations."""

    wall: Callable[[], datetime] = lambda: datetime.now(UTC)
    monotonic_s: Callable[[], float] = time.monotonic


SYSTEM_CLOCKS = Clocks()


class RecordLog:
    """An open record file. Made by `open`; a context manager that closes it.

    >>> with RecordLog.open(folder / "games.db") as log:  # doctest: +SKIP
    ...     recorder = log.begin(Started("moons-and-stars", 1))
    ...     recorder.append(Comment("We play on the terrace."))
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, clocks: Clocks) -> None:
        self.path = path
        self._connection = connection
        self._clocks = clocks
        self._turn = RLock()

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        write: bool = True,
        wait_s: float = WAIT_S,
        clocks: Clocks = SYSTEM_CLOCKS,
        durability: Durability = Durability.POWER_CUT,
        most_pages: int | None = None,
    ) -> Self:
        """The record at `path`; to write, it is made if there is none.

        ``most_pages`` bounds the file, in pages of 4096 bytes: beyond it the disk counts as full.
        Raises `RecordLocked`, `RecordReadOnly`, `RecordDamaged`, `RecordTooNew`, `DiskFull` or
        `FileProblem`, and leaves a file that it can't use as it is.
        """
        connection = (
            open_to_write(path, wait_s=wait_s, durability=durability)
            if write
            else open_to_read(path, wait_s=wait_s)
        )
        log = cls(path, connection, clocks)
        if most_pages is not None:
            log.bound(most_pages)
        return log

    def bound(self, most_pages: int) -> None:
        """Let the file grow to `most_pages` and no further."""
        with self._using():
            self._connection.execute(f"PRAGMA max_page_count = {int(most_pages)}")

    def close(self) -> None:
        """Let go of the file."""
        with self._using():
            self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def begin(self, started: Started, *, source: str = "") -> Recorder:
        """Record a new game; its `Started` event is saved when this returns."""
        with self._using():
            event = Event(FIRST, self._now(), 0.0, started)
            game_id = self._new_game((event,), source)
            return Recorder(self, game_id, event)

    def copy_in(self, events: Iterable[Event], *, source: str) -> Recorder:
        """Record a game that was played elsewhere, with its own times; all of it or nothing.

        For what was read from a text or saved from a damaged file. Raises `UsageError` if the
        events aren't those of one game from its beginning.
        """
        found = tuple(events)
        gapless = all(event.sequence == number for number, event in enumerate(found, FIRST))
        if not found or not gapless or not isinstance(found[0].data, Started):
            raise UsageError(
                "These events are not a game from its beginning.", "Give all of them, in order."
            )
        with self._using():
            return Recorder(self, self._new_game(found, source), found[-1])

    def recorder(self, game_id: int) -> Recorder:
        """To go on with a game that is there. Raises `UnknownRecord`, `RecordDamaged`."""
        stored = self.read(game_id)
        if stored.problem is not None:
            raise RecordDamaged(
                notice("keeping.cut-game", game=game_id, how=str(stored.problem)),
                notice("keeping.export-copy"),
            )
        return Recorder(self, game_id, stored.events[-1])

    def games(self) -> tuple[GameEntry, ...]:
        """All games, the oldest first."""
        with self._using():
            rows = self._connection.execute(f"{LIST_GAMES} ORDER BY g.id").fetchall()
        return tuple(entry_of(row) for row in rows)

    def entry(self, game_id: int) -> GameEntry:
        """One game of the list. Raises `UnknownRecord`."""
        with self._using():
            row = (
                self._connection.execute(f"{LIST_GAMES} WHERE g.id = ?", (game_id,)).fetchone()
                if abs(game_id) < 2**62
                else None
            )
        if row is None:
            raise UnknownRecord(
                f"There is no game number {game_id} in {self.path}.",
                "List them with: moontable games",
            )
        return entry_of(row)

    def unfinished(self, *, game: str | None = None) -> GameEntry | None:
        """The newest game that can go on (of the kind `game`, if given); None: there is none."""
        fitting = [
            entry
            for entry in self.games()
            if entry.status is GameStatus.OPEN and game in (None, entry.game)
        ]
        return max(fitting, key=lambda entry: (entry.last, entry.id), default=None)

    def read(self, game_id: int) -> StoredEvents:
        """The events of a game, as far as they can be read. Raises `UnknownRecord`."""
        self.entry(game_id)
        with self._using():
            rows = self._connection.execute(
                "SELECT sequence, wall_time, monotonic_s, kind, data FROM events"
                " WHERE game = ? ORDER BY sequence",
                (game_id,),
            ).fetchall()
        return events_of(rows)

    def events(self, game_id: int) -> tuple[Event, ...]:
        """All events of a game. Raises `UnknownRecord`; `RecordDamaged` if one can't be read."""
        stored = self.read(game_id)
        if stored.problem is not None:
            raise RecordDamaged(
                notice("keeping.cut-game", game=game_id, how=str(stored.problem)),
                notice("keeping.export-before"),
            )
        return stored.events

    def add(self, game_id: int, event: Event) -> None:
        """Save the next event of a game; for `Recorder`, which numbers and times it."""
        with self._using():
            try:
                self._insert(game_id, event)
            except sqlite3.IntegrityError as error:
                raise RecordLocked(
                    notice("keeping.went-on", game=game_id), notice("keeping.close-one")
                ) from error

    def _using(self) -> AbstractContextManager[None]:
        return _Using(self._turn, self.path)

    def _now(self) -> str:
        return self._clocks.wall().astimezone(UTC).isoformat(timespec="milliseconds")

    def stamp(self) -> tuple[str, float]:
        """The wall time as it is recorded, and the monotonic clock."""
        return self._now(), self._clocks.monotonic_s()

    def _new_game(self, events: tuple[Event, ...], source: str) -> int:
        started = events[0].data
        assert isinstance(started, Started)
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            cursor = self._connection.execute(
                "INSERT INTO games (game, rules_version, started, players, tags, source)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (
                    started.game,
                    started.rules_version,
                    events[0].wall_time,
                    dumps(dict(started.players)),
                    dumps(dict(started.tags)),
                    source,
                ),
            )
            game_id = int(cursor.lastrowid or 0)
            for event in events:
                self._insert(game_id, event)
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise
        return game_id

    def _insert(self, game_id: int, event: Event) -> None:
        self._connection.execute(
            "INSERT INTO events (game, sequence, wall_time, monotonic_s, kind, data)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (
                game_id,
                event.sequence,
                event.wall_time,
                event.monotonic_s,
                event.kind.value,
                dumps(data_to_json(event.data)),
            ),
        )


class Recorder:
    """Writes the events of one game. Made by `RecordLog.begin`, `recorder` or `copy_in`."""

    def __init__(self, log: RecordLog, game_id: int, last: Event) -> None:
        self.game_id = game_id
        self._log = log
        self._last = last
        _, self._since_s = log.stamp()
        self._before_s = last.monotonic_s

    @property
    def last(self) -> Event:
        """The event that was saved last."""
        return self._last

    def next_event(self, data: EventData) -> Event:
        """The event that `append` would save now; nothing is written."""
        wall_time, now_s = self._log.stamp()
        played_s = self._before_s + max(0.0, now_s - self._since_s)
        return Event(
            self._last.sequence + 1,
            wall_time,
            round(max(played_s, self._last.monotonic_s), 3),
            data,
        )

    def append(self, data: EventData) -> Event:
        """Save what happened; when this returns, it is on the disk.

        If it raises (`DiskFull`, `RecordLocked`, `RecordReadOnly`, `FileProblem`), nothing of the
        event was saved, and it can be tried again.
        """
        return self.save(self.next_event(data))

    def save(self, event: Event) -> Event:
        """Save an event made by `next_event`, which must be the next one."""
        self._log.add(self.game_id, event)
        self._last = event
        return event


class _Using:
    """One thread at a time, and our own errors."""

    def __init__(self, turn: RLock, path: Path) -> None:
        self._turn = turn
        self._ours = our_errors(path)

    def __enter__(self) -> None:
        self._turn.acquire()
        self._ours.__enter__()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self._ours.__exit__(kind, error, trace)
        finally:
            self._turn.release()
