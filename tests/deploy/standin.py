"""Stands in for the command `serve`: it behaves well, or as a file in the state folder says.

dies: it ends before it is ready. hangs: it is ready, and then gives no more sign of life. Without
such a file it is ready, and alive. What it may write is told in ``may``.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from companion.notify import notify, watchdog_s
from companion.places import state_folder

PLACES = ("/var/lib/moontable", "/run/moontable", "/etc", "/opt/moontable", "/usr/local", "/tmp")


def may_write(folder: str) -> bool:
    """Whether a file can be made there."""
    try:
        (Path(folder) / "tried").touch()
    except OSError:
        return False
    return True


@click.command()
def serve() -> None:
    """Serve nothing."""
    home = state_folder()
    (home / "may").write_text(" ".join(place for place in PLACES if may_write(place)))
    if (home / "dies").exists() or "DIES" in Path(__file__).read_text().partition("\n# ")[2]:
        sys.exit(3)
    notify("READY=1\nSTATUS=The table is set.")
    every_s = watchdog_s() or 10.0
    while not (home / "hangs").exists():
        notify("WATCHDOG=1")
        time.sleep(min(every_s, 1.0))
    time.sleep(3600)
