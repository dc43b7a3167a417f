"""What SQLite and the system say went wrong, in the words of our own errors."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.errors import (
    DiskFull,
    FileProblem,
    MoontableError,
    RecordDamaged,
    RecordLocked,
    RecordReadOnly,
    RecordTooNew,
)
from companion.language.notices import notice


@contextmanager
def our_errors(path: Path) -> Iterator[None]:
    """Within it, errors of SQLite and of the system about `path` come out as ours."""
    try:
        yield
    except sqlite3.Error as error:
        raise from_sqlite(error, path) from error
    except OSError as error:
        if isinstance(error, MoontableError):
            raise
        raise from_system(error, path) from error


def from_sqlite(error: sqlite3.Error, path: Path) -> MoontableError:
    """Our error for one of SQLite's about the record at `path`."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return locked(path)
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        return read_only(path)
    if code == sqlite3.SQLITE_FULL:
        return disk_full(path)
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return damaged(path, "it is cut off or was written over")
    if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR):
        return FileProblem(
            notice("keeping.unusable", path=str(path), fault=str(error)),
            notice("keeping.disk-there"),
            path,
        )
    return damaged(path, str(error))


def from_system(error: OSError, path: Path) -> MoontableError:
    """Our error for one of the system's about the record at `path`."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return disk_full(path)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return read_only(path)
    reason = error.strerror or str(error)
    return FileProblem(
        notice("keeping.cant-open", path=str(path), fault=reason),
        notice("keeping.own-folder"),
        path,
    )


def locked(path: Path) -> RecordLocked:
    """Another program is writing."""
    return RecordLocked(notice("keeping.locked", path=str(path)), notice("keeping.wait-closed"))


def read_only(path: Path) -> RecordReadOnly:
    """It can be read at most."""
    return RecordReadOnly(notice("keeping.read-only", path=str(path)), notice("keeping.writable"))


def disk_full(path: Path) -> DiskFull:
    """No room."""
    return DiskFull(
        notice("keeping.disk-full", path=str(path)),
        notice("keeping.make-room"),
        path,
    )


def damaged(path: Path, how: str) -> RecordDamaged:
    """Not usable as it is."""
    return RecordDamaged(
        notice("keeping.damaged", path=str(path), how=how), notice("keeping.set-aside")
    )


def foreign(path: Path) -> RecordDamaged:
    """A database of something else."""
    return RecordDamaged(
        f"The file {path} is no record of games.", "It is left as it is; choose another path."
    )


def too_new(path: Path, version: int, known: int) -> RecordTooNew:
    """Written by a later moontable."""
    return RecordTooNew(
        f"A newer moontable wrote the record {path} (its schema is {version}, "
        f"this moontable knows up to {known}).",
        "The file is left as it is; update moontable to use it.",
    )
