"""A served panel on a table that eyes watch, for tests in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from companion.record import Durability, RecordLog
from companion.referee.table import Table
from tests.webui.browser.browsing import Live
from tests.webui.eyed import rooms, wait_until_live
from vision.eyes import TableEyes


@contextmanager
def eyed_live(folder: Path, eyes: TableEyes, *, hands: Random | None = None) -> Iterator[Live]:
    """A served panel on what some eyes see; nobody plays yet.

    ``hands``: the chance of the virtual table.
    """
    log = RecordLog.open(folder / "games.sqlite", durability=Durability.KILL)
    with log, Table(log, eyes=eyes, rng=Random(7)) as table:
        live = Live(table, log, folder, dict(rooms(eyes, folder, hands=hands)))
        live.start()
        try:
            yield live
        finally:
            live.stop()
    eyes.close()


@contextmanager
def desk_live(folder: Path, eyes: TableEyes, *, hands: Random | None = None) -> Iterator[Live]:
    """The same on a virtual table, once its camera is there."""
    with eyed_live(folder, eyes, hands=hands) as live:
        wait_until_live(live.table)
        yield live
