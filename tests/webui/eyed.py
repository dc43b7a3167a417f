"""A panel on a table that eyes watch: the virtual one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from companion.config import Settings
from companion.record import Durability, RecordLog
from companion.referee.eyes import Watch
from companion.referee.table import Table
from tests.vision.desk.made import desk_eyes
from tests.webui.making import Panel
from vision.eyes import TableEyes
from webui.app import close_app, create_app
from webui.camera import camera_area
from webui.desk import desk_area
from webui.parts import Parts
from webui.wizard import wizard_area

WAIT_S = 120.0


@dataclass
class EyedPanel(Panel):
    """A panel with its eyes."""

    eyes: TableEyes


def rooms(eyes: TableEyes, folder: Path, *, hands: Random | None = None) -> dict[str, object]:
    """What a panel with eyes is made of besides its own."""
    areas = [camera_area(eyes), wizard_area(eyes, folder)]
    if eyes.desk is not None:
        areas.append(desk_area(eyes.desk, rng=hands or Random(3)))
    return {"gallery": eyes.gallery, "blueprints": tuple(areas)}


def wait_until_live(table: Table) -> None:
    """Wait until the table knows that its camera is there."""
    with table.listen() as listener:
        while (told := listener.get(timeout_s=WAIT_S)) is not None:
            if told.camera.watch is Watch.LIVE:
                return
    raise AssertionError("the camera never came")


@contextmanager
def eyed_panel(folder: Path, eyes: TableEyes | None = None) -> Iterator[EyedPanel]:
    """A panel on a virtual table, or on what other eyes see; nobody plays yet."""
    eyes = eyes or desk_eyes()
    log = RecordLog.open(folder / "games.sqlite", durability=Durability.KILL)
    with log, Table(log, eyes=eyes, rng=Random(7)) as table:
        app = create_app(
            Parts(table=table, log=log, settings=Settings(), folder=folder, **rooms(eyes, folder))  # type: ignore[arg-type] # as `rooms` names them
        )
        try:
            yield EyedPanel(app, table, log, folder, eyes)
        finally:
            close_app(app)
    eyes.close()
