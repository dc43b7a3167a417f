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

SET_ASIDE = (
    "The file is left as it is. Save what can be read from it and set it aside to begin a new one."
)


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
            f"The record {path} can't be read or written ({error}).",
            "Check that the disk is there and that the folder is yours.",
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
        f"The record {path} can't be opened ({reason}).",
        "Give the path of a file in a folder that is yours.",
        path,
    )


def locked(path: Path) -> RecordLocked:
    """Another program is writing."""
    return RecordLocked(
        f"Another program is writing the record {path}.",
        "Close it, or wait until it has finished, and try again.",
    )


def read_only(path: Path) -> RecordReadOnly:
    """It can be read at most."""
    return RecordReadOnly(
        f"The record {path} can't be written here.",
        "Make the file and its folder writable for you, or choose another place; "
        "games in it can still be listed and exported.",
    )


def disk_full(path: Path) -> DiskFull:
    """No room."""
    return DiskFull(
        f"There is no room left to write the record {path}.",
        "Make room on the disk and try again; everything that was saved before is safe.",
        path,
    )


def damaged(path: Path, how: str) -> RecordDamaged:
    """Not usable as it is."""
    return RecordDamaged(f"The record {path} is damaged ({how}).", SET_ASIDE)


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
