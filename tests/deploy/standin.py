"""Stands in for the command `serve`: it behaves well, or as a file in the state folder says.

hangs: it gives no more sign of life. Without such a file it listens at the panel's port, is ready,
and alive. What it may write is told in ``may``. A word in a comment at the end of this file makes
it a bad one: DIES, before it is ready; DEAF, it is ready, and nobody listens at the port.
"""

from __future__ import annotations

import socket
import sys
import time
from pathlib import Path

import click

from companion.config import load_config
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
    ways = Path(__file__).read_text().rpartition("\n# ")[2].strip()
    if ways == "DIES":
        sys.exit(3)
    panel = load_config().panel
    listening = socket.socket()
    if ways != "DEAF":
        listening = socket.create_server((panel.host, panel.port))
    notify("READY=1\nSTATUS=The table is set.")
    every_s = watchdog_s() or 10.0
    while not (home / "hangs").exists():
        notify("WATCHDOG=1")
        time.sleep(min(every_s, 1.0))
    time.sleep(3600)
    listening.close()
