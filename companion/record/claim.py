"""One program has the table: a second one beside it would go on with the same game.

Both would write to it, and the first would be refused every further event. The claim is the
system's lock of a file, so that it ends with the program, however that ends.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.errors import RecordLocked
from companion.language.notices import notice

if sys.platform != "win32":
    import fcntl

FILE = "on-table.lock"
STOP = "sudo systemctl stop moontable"
"""What stops the one that the system has started."""


def claim_table(record: Path) -> Callable[[], None]:
    """Claim the table of a record; call what is returned to give it up.

    Raises `RecordLocked` if another program has it. Where no such file can be made or locked nobody
    is kept out, and that is all.
    """
    path = record.parent / FILE
    with suppress(OSError):
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        if _locked(handle):
            return lambda: os.close(handle)
        os.close(handle)
        raise RecordLocked(
            notice("keeping.taken", path=str(record)),
            notice("keeping.stop-other", command=STOP),
        )
    return lambda: None


def _locked(handle: int) -> bool:
    """Whether the file is locked now, by us or, without such locks, by nobody."""
    if sys.platform == "win32":  # it has no such locks: nobody is kept out
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True
