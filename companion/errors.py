"""What can go wrong outside the games, as exceptions that tell a person what to do.

    MoontableError
    ├── UsageError                       a command was asked for what it can't do
    ├── ConfigProblem     (ValueError)   a setting can't be understood, or has an impossible value
    ├── FileProblem       (OSError)      a file can't be read or written
    │   └── DiskFull                     there is no room left to write
    ├── BadExchangeFile   (ValueError)   a file was read and is no exchange file, or no position
    └── RecordProblem                    the record of games can't be used as it is
        ├── UnknownRecord (LookupError)  no recorded game goes by that name
        ├── RecordLocked                 another program is writing it
        ├── RecordReadOnly               it may be read and not written
        ├── RecordDamaged (ValueError)   it is cut off, or isn't a record at all
        └── RecordTooNew                 a newer moontable wrote it

The games have a tree of their own, since they import nothing else: see ``companion.games.errors``.
``ANTICIPATED`` holds the roots of both; whatever is not of these is a fault of the program.
"""

from os import PathLike
from typing import Final

from companion.games.errors import GameError

__all__ = [
    "ANTICIPATED",
    "BadExchangeFile",
    "ConfigProblem",
    "DiskFull",
    "FileProblem",
    "GameError",
    "MoontableError",
    "RecordDamaged",
    "RecordLocked",
    "RecordProblem",
    "RecordReadOnly",
    "RecordTooNew",
    "UnknownRecord",
    "UsageError",
]


class MoontableError(Exception):
    """The base of our errors: what is wrong, and what to do next, each a whole sentence.

    As text it is both on one line, whatever line breaks they hold.

    >>> print(UsageError("There is no game number 7.", "List them with: moontable games"))
    There is no game number 7. List them with: moontable games
    """

    def __init__(self, message: str, advice: str) -> None:
        super().__init__(message, advice)
        self.message = message
        self.advice = advice

    def __str__(self) -> str:
        return " ".join(f"{self.message} {self.advice}".split())


class UsageError(MoontableError):
    """A command was asked for what it can't do."""


class ConfigProblem(MoontableError, ValueError):
    """A setting can't be understood, or has a value that it can't have."""


class FileProblem(MoontableError, OSError):
    """The file at ``path`` can't be read or written; also found as ``filename``, as in any OSError.

    ``errno`` is None: the system's own error, where there is one, is the ``__cause__``.
    """

    def __init__(self, message: str, advice: str, path: str | PathLike[str]) -> None:
        super().__init__(message, advice)
        self.path = path
        # OSError takes two arguments for an error number and its text; ours are neither.
        self.errno = None
        self.strerror = message
        self.filename = path


class DiskFull(FileProblem):
    """There is no room left to write the file at ``path``."""


class BadExchangeFile(MoontableError, ValueError):
    """A file was read and is no exchange file, or no position."""


class RecordProblem(MoontableError):
    """The record of games can't be used as it is."""


class UnknownRecord(RecordProblem, LookupError):
    """No recorded game goes by that name."""


class RecordLocked(RecordProblem):
    """Another program is writing the record."""


class RecordReadOnly(RecordProblem):
    """The record may be read and not written."""


class RecordDamaged(RecordProblem, ValueError):
    """The record is cut off, or isn't a record at all."""


class RecordTooNew(RecordProblem):
    """A newer moontable wrote the record, in a schema that this one doesn't know."""


ANTICIPATED: Final = (MoontableError, GameError)
"""The errors that a person can do something about, for the command line to catch and print."""
