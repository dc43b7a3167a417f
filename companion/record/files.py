"""Opening a record file: made whole or not at all, looked at before it is touched."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path

from companion.record.schema import (
    SCHEMA_VERSION,
    bring_up_to_date,
    is_ours,
    version_of,
)
from companion.record.troubles import damaged, foreign, our_errors, read_only, too_new

_MAGIC = b"SQLite format 3\x00"
_HEADER_BYTES = 100
_VERSION_AT = 60
_CHECKED_BYTES = 16 * 1024 * 1024
"""Files up to this size are checked as a whole when they are opened; it takes milliseconds."""
BESIDE = ("-wal", "-shm")
"""What SQLite keeps beside a file in use."""


class Durability(Enum):
    """What a saved event outlives; the value is SQLite's word for it."""

    POWER_CUT = "FULL"
    """The end of the program and a power cut: every commit waits until the disk has it."""
    KILL = "NORMAL"
    """The end of the program (kill -9); a power cut may take the last events."""


def open_to_write(
    path: Path, *, wait_s: float, durability: Durability = Durability.POWER_CUT
) -> sqlite3.Connection:
    """The record at `path`, ready to write; made with its folders if there is none.

    A file that can't be used is left as it is, byte for byte. Raises `RecordLocked` (after
    `wait_s`), `RecordReadOnly`, `RecordDamaged`, `RecordTooNew`, `DiskFull`, `FileProblem`.
    """
    with our_errors(path):
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            _make(path, durability)
        check(path, wait_s=wait_s)
        if not (_may_write(path) and _may_write(path.parent)):
            raise read_only(path)
        connection = _connect(path, "mode=rw", wait_s)
        try:
            # With WAL every commit is in the system's hands, so that it outlives the program.
            # FULL adds one fsync of the log to each, so that it outlives the power, too; it makes
            # up nearly all of the time that saving an event takes.
            connection.execute(f"PRAGMA synchronous = {durability.value}")
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("BEGIN IMMEDIATE")  # says now whether it can be written
            connection.execute("ROLLBACK")
            bring_up_to_date(connection)
        except BaseException:
            connection.close()
            raise
        return connection


def open_to_read(path: Path, *, wait_s: float) -> sqlite3.Connection:
    """The record at `path`, to read; nothing is written, and an older schema is read as today's.

    Works on a file and in a folder that may not be written. Raises as `open_to_write`.
    """
    with our_errors(path):
        check(path, wait_s=wait_s)
        connection = connect_to_read(path, wait_s)
        if version_of(connection) == SCHEMA_VERSION:
            return connection
        with closing(connection):
            return _copied(connection)


def check(path: Path, *, wait_s: float) -> None:
    """Raise what is wrong with the file at `path`, having touched nothing."""
    with path.open("rb") as file:
        header = file.read(_HEADER_BYTES)
    if len(header) < _HEADER_BYTES or not header.startswith(_MAGIC):
        how = "it is cut off" if _MAGIC.startswith(header[:16]) else "it is no database"
        raise damaged(path, how)
    version = int.from_bytes(header[_VERSION_AT : _VERSION_AT + 4], "big")
    if version > SCHEMA_VERSION:
        raise too_new(path, version, SCHEMA_VERSION)
    with closing(connect_to_read(path, wait_s)) as connection:
        if not is_ours(connection):
            raise foreign(path)
        version = version_of(connection)
        if not 1 <= version <= SCHEMA_VERSION:
            raise too_new(path, version, SCHEMA_VERSION)
        if path.stat().st_size <= _CHECKED_BYTES:
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok":
                raise damaged(path, "its pages don't fit together")
        connection.execute("SELECT * FROM games, events LIMIT 1").fetchone()


def connect_to_read(path: Path, wait_s: float) -> sqlite3.Connection:
    """A connection that can't write, wherever the file lies."""
    connection = _connect(path, "mode=ro", wait_s)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError as error:
        connection.close()
        code = error.sqlite_errorcode & 0xFF
        if code not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
            raise
        return _connect_where_nothing_can_be_written(path, wait_s)
    except BaseException:
        connection.close()
        raise
    return connection


def _connect_where_nothing_can_be_written(path: Path, wait_s: float) -> sqlite3.Connection:
    """SQLite wants to keep its index of the log beside the file, and can't."""
    log = Path(f"{path}-wal")
    if not log.exists() or log.stat().st_size == 0:
        return _connect(path, "immutable=1", wait_s)
    with tempfile.TemporaryDirectory(prefix="moontable-") as folder:
        copy = Path(folder, path.name)
        shutil.copyfile(path, copy)
        shutil.copyfile(log, f"{copy}-wal")
        with closing(_connect(copy, "mode=rw", wait_s)) as connection:
            return _copied(connection)


def _copied(connection: sqlite3.Connection) -> sqlite3.Connection:
    """The same content in memory, with the tables of today."""
    memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    try:
        connection.backup(memory)
        bring_up_to_date(memory)
    except BaseException:
        memory.close()
        raise
    return memory


def _connect(path: Path, options: str, wait_s: float) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?{options}",
        uri=True,
        timeout=wait_s,
        isolation_level=None,
        check_same_thread=False,
    )


def _may_write(path: Path) -> bool:
    effective = os.access in os.supports_effective_ids
    return os.access(path, os.W_OK, effective_ids=effective)


def _make(path: Path, durability: Durability) -> None:
    """A new file, complete before it bears its name; another program's is left alone."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    os.close(handle)
    try:
        with closing(sqlite3.connect(name, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute(f"PRAGMA synchronous = {durability.value}")
            bring_up_to_date(connection)
        os.chmod(name, 0o666 & ~_umask())
        _give_name(Path(name), path)
        sync_folder(path.parent)
    finally:
        for end in ("", *BESIDE):
            Path(f"{name}{end}").unlink(missing_ok=True)


def _give_name(new: Path, path: Path) -> None:
    """Let a new file appear as `path`, unless another program's has appeared there meanwhile."""
    try:
        os.link(new, path)
    except FileExistsError:
        pass
    except OSError:  # a file system without links: a memory stick, for one
        if not path.exists():
            os.rename(new, path)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def sync_folder(folder: Path) -> None:
    """See to it that a new name in `folder` outlives a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def set_aside(path: Path) -> Path:
    """Give a record that can't be used another name, so that a new one can begin; returns it.

    Nothing does this unasked. What SQLite keeps beside the file goes with it.
    """
    with our_errors(path):
        now = datetime.now(UTC)
        aside = path.with_name(f"{path.name}.set-aside-{now:%Y%m%dT%H%M%S.%f}")
        for end in BESIDE:
            if Path(f"{path}{end}").exists():
                os.rename(f"{path}{end}", f"{aside}{end}")
        os.rename(path, aside)
        return aside
