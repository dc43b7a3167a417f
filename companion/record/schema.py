"""The tables of a record file, and how an older file is brought up to date."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

APPLICATION_ID = 0x4D6E5374
"""In the header of every record file, so that another program's database isn't taken for one."""

SCHEMA_VERSION = 2
"""In the header too (``user_version``); a file with a higher one is left untouched."""

VERSION_1 = (
    """
    CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        rules_version INTEGER NOT NULL,
        started TEXT NOT NULL,
        players TEXT NOT NULL,
        tags TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE events (
        game INTEGER NOT NULL REFERENCES games (id),
        sequence INTEGER NOT NULL CHECK (sequence > 0),
        wall_time TEXT NOT NULL,
        monotonic_s REAL NOT NULL,
        kind TEXT NOT NULL,
        data TEXT NOT NULL,
        PRIMARY KEY (game, sequence)
    ) WITHOUT ROWID
    """,
    """
    CREATE TRIGGER events_in_order BEFORE INSERT ON events
    WHEN NEW.sequence <> 1 + (
        SELECT coalesce(max(sequence), 0) FROM events WHERE game = NEW.game
    )
    BEGIN SELECT RAISE(ABORT, 'events have no gaps'); END
    """,
    """
    CREATE TRIGGER events_stay BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END
    """,
    """
    CREATE TRIGGER events_remain BEFORE DELETE ON events
    BEGIN SELECT RAISE(ABORT, 'an event is never deleted'); END
    """,
)
"""The first schema: games, and events that can only be added."""

VERSION_2 = (
    "ALTER TABLE games ADD COLUMN source TEXT NOT NULL DEFAULT ''",
    """
    CREATE TRIGGER games_stay BEFORE UPDATE ON games
    BEGIN SELECT RAISE(ABORT, 'a game is never changed'); END
    """,
    """
    CREATE TRIGGER games_remain BEFORE DELETE ON games
    BEGIN SELECT RAISE(ABORT, 'a game is never deleted'); END
    """,
)
"""Where a game that wasn't played here came from; and games, too, can only be added."""

MIGRATIONS: Mapping[int, tuple[str, ...]] = {1: VERSION_1, 2: VERSION_2}
"""What leads from the schema before to each one; the first starts from an empty file."""


def version_of(connection: sqlite3.Connection) -> int:
    """The schema version of an open file; 0: it has no tables of ours yet."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def is_ours(connection: sqlite3.Connection) -> bool:
    """Whether the file says that it is a record of games."""
    (found,) = connection.execute("PRAGMA application_id").fetchone()
    return bool(found == APPLICATION_ID)


def bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Make or migrate the tables, all or nothing; a file of today is only looked at.

    Two programs may do this at once: the second waits for the first and finds nothing to do.
    """
    if version_of(connection) == SCHEMA_VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for version in range(version_of(connection) + 1, SCHEMA_VERSION + 1):
            for statement in MIGRATIONS[version]:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
