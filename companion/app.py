"""Puts the parts together: the only module of `companion` that knows camera, pins and web exist.

The parts are named here and loaded when they are asked for, so that a game at the terminal needs
neither numpy nor OpenCV.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from companion.ending import Ending
from companion.errors import ANTICIPATED, UsageError
from companion.places import state_folder

if TYPE_CHECKING:
    from companion.config import Settings
    from companion.record import RecordLog
    from companion.record.on_table import OnTable
    from companion.referee.snapshot import Snapshot
    from companion.referee.table import Table
    from companion.sessions.eyes import Reader
    from companion.sessions.recording import SessionRecorder

COMMANDS: Mapping[str, str] = MappingProxyType(
    {
        "serve": "companion.commands.serve:serve",
        "play": "companion.commands.play:play",
        "games": "companion.commands.records:games",
        "replay": "companion.commands.records:replay",
        "export": "companion.commands.records:export",
        "rules": "companion.commands.rules:rules",
        "camera": "vision.sources.commands:camera",
        "board": "vision.commands_board:board",
        "lens": "calibration.commands_lens:lens",
        "profile": "vision.commands:profile",
        "read": "vision.commands:read",
        "roll": "vision.commands:roll",
        "watch": "vision.commands_watch:watch",
        "conformance": "companion.commands.check:conformance",
        "perft": "companion.commands.check:perft",
        "replay-session": "companion.commands.session:replay_session_command",
        "config": "companion.commands.config:config",
        "pins": "hardware.commands:pins",
        "doctor": "hardware.commands:doctor",
    }
)
"""Subcommand -> where it is, those for players first."""

END_S = 1.2
"""So long is waited for all parts together: a program that is stopped is to be gone within 2 s."""
PING_S = 2.0
"""A table that doesn't answer a question for so long is not well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """Everything that runs: the table with its eyes, its panel, its buttons and lights.

    ``urls`` are where the panel is, the one for phones first; ``troubles`` what could not be
    opened and why, each a line for people.
    """

    table: Table
    urls: tuple[str, ...]
    troubles: tuple[str, ...]
    _ending: Ending

    def close(self) -> bool:
        """End all; whether all has ended. A game on the table stays recorded. May be called twice.

        Who still reads a photograph, or hangs, is left behind: what was told is saved.
        """
        return self._ending.end()

    def is_well(self) -> bool:
        """Whether the table still answers; for a watchdog."""
        from companion.referee.commands import Dismiss

        try:
            self.table.do(Dismiss(), version=-1, timeout_s=PING_S)  # too old to be done
        except TimeoutError:
            return False
        return True


def open_house(
    settings: Settings,
    *,
    record: Path,
    folder: Path | None = None,
    by_hand: bool = False,
    tell: Callable[[str], None] = lambda _line: None,
) -> House:
    """Open everything as it is set. What can't be opened is a trouble; the game goes on without.

    ``by_hand``: no camera. ``tell`` hears of troubles as they come. Raises what keeps a table from
    being one: a `RecordProblem`, also where another program has the table already, or a
    `UsageError` where the panel's port is taken.
    """
    import webui.app  # noqa: F401 - first: a table that is learned in the meantime slows every import down
    from companion.record import RecordLog
    from companion.record.claim import claim_table
    from companion.record.on_table import OnTable

    folder = folder or state_folder()
    troubles: list[str] = []

    def trouble(line: str) -> None:
        troubles.append(line)
        tell(line)

    with Ending(wait_s=END_S) as ending:
        log = RecordLog.open(record)
        ending.last(log.close)
        ending.last(claim_table(record))
        eyes = None if by_hand else _eyes(settings, folder, trouble)
        recorder = _recorder(settings, folder, eyes, trouble)
        kept = OnTable(record)
        table = _table(log, settings, eyes, recorder, kept)
        ending.add(lambda: _shut(table, recorder))
        if eyes is not None:
            ending.add(eyes.close)
        _lay_again(table, log, kept, trouble)
        _lay_the_desk(table, eyes)
        _follow(ending, table, settings, trouble)
        urls = _panel(ending, table, log, settings, folder, eyes)
    return House(table=table, urls=urls, troubles=tuple(troubles), _ending=ending)


def _shut(table: Table, recorder: SessionRecorder | None) -> None:
    """Shut the table, and then what writes down what it does."""
    table.close(wait_s=END_S)
    if recorder is not None:
        recorder.close()


def _eyes(settings: Settings, folder: Path, trouble: Callable[[str], None]) -> Any:
    """The camera as it is set, or None where there is none that can be used."""
    from vision.opening import open_eyes

    try:
        return open_eyes(settings.camera, folder)
    except ANTICIPATED as problem:
        trouble(f"{problem} The game is played by hand.")
        return None


def _recorder(
    settings: Settings,
    folder: Path,
    eyes: Any,
    trouble: Callable[[str], None],
) -> SessionRecorder | None:
    """What writes sessions down with their photographs, where the settings want it."""
    if not settings.table.record_sessions or eyes is None:
        return None
    from companion.sessions.recording import SessionRecorder

    begun = datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S")
    try:
        return SessionRecorder(folder / "sessions" / begun, photo=eyes.gallery.jpeg, tell=trouble)
    except OSError as error:
        trouble(f"The session is not recorded ({error}).")
        return None


def _table(
    log: RecordLog,
    settings: Settings,
    eyes: Any,
    recorder: SessionRecorder | None,
    kept: OnTable,
) -> Table:
    from companion.referee.bench import TableSettings
    from companion.referee.table import Table

    chosen = TableSettings(
        automatic=settings.table.automatic,
        side_s=settings.clock.side_s,
        bonus_s=settings.clock.bonus_s,
    )
    tap = None if recorder is None else recorder.hear
    return Table(
        log,
        eyes=eyes,
        settings=chosen,
        tap=tap,
        kept=kept,
    )


def _lay_the_desk(table: Table, eyes: Any) -> None:
    """A virtual table forgets what lay on it when the program ends; a wooden one would not.

    So what hands owed is still owed there, too.
    """
    from random import Random

    from companion.referee.snapshot import TablePhase

    snapshot = table.snapshot
    if eyes is None or eyes.desk is None or snapshot.timeline is None:
        return
    if not eyes.reads(snapshot.timeline.game.spec.id):
        return
    if snapshot.phase in (TablePhase.TURNS, TablePhase.BONUS):
        from vision.desk.lay import laid

        with suppress(*ANTICIPATED):  # a board with other columns: people lay it by hand
            eyes.desk.change(laid(snapshot.lying, seed=Random().randrange(1 << 30)))


def _lay_again(table: Table, log: RecordLog, kept: OnTable, trouble: Callable[[str], None]) -> None:
    """Go on with the game that was on the table when the program ended, however it ended."""
    from companion.referee.again import lay_again

    missed = lay_again(table, log, kept)
    if missed is not None:
        trouble(f"Game {missed.game_id} was on the table and is not resumed. {missed.refusal}")


def _follow(
    ending: Ending,
    table: Table,
    settings: Settings,
    trouble: Callable[[str], None],
) -> None:
    """Buttons ask, lights and voice follow."""
    from hardware.buttons import Pressed
    from hardware.from_table import asked_by, table_view
    from hardware.opening import open_hardware

    def pressed(press: Pressed) -> None:
        table.post(asked_by(press.press, table.snapshot), by="button")

    hardware = open_hardware(
        settings, pressed, tell=trouble, tell_health=lambda health: trouble(str(health))
    )
    ending.add(hardware.close)
    listener = table.listen()  # shut with the table

    def run() -> None:
        said = 0
        while not listener.closed:
            snapshot = listener.get(timeout_s=60.0)
            if snapshot is None:
                continue
            hardware.outputs.show(table_view(snapshot))
            if snapshot.answer is not None and snapshot.answer.number != said:
                said = snapshot.answer.number
                hardware.outputs.say(spoken(snapshot, settings.table.language))

    threading.Thread(target=run, name="lights", daemon=True).start()


def spoken(snapshot: Snapshot, language: str) -> str:
    """The last answer as everybody at the table may hear it."""
    from webui.roles import Viewer
    from webui.telling import Teller

    answer = Teller().tell(snapshot, Viewer(language=language))["answer"]
    return str(answer["speak"]) if answer else ""


def _panel(
    ending: Ending,
    table: Table,
    log: RecordLog,
    settings: Settings,
    folder: Path,
    eyes: Any,
) -> tuple[str, ...]:
    """Serve the panel; its URLs."""
    from webui.addresses import panel_urls
    from webui.app import close_app, create_app
    from webui.parts import Parts
    from webui.serving import open_server

    panel = settings.panel
    urls = panel_urls(panel, port=panel.port)
    app = create_app(
        Parts(
            table=table,
            log=log,
            settings=settings,
            folder=folder,
            gallery=None if eyes is None else eyes.gallery,
            blueprints=_rooms(eyes, folder),
            addresses=urls,
        )
    )
    server = open_server(app, panel)
    ending.add(lambda: server.close(before=lambda: close_app(app), wait_s=END_S / 2))
    server.start()
    return urls


def _rooms(eyes: Any, folder: Path) -> tuple[Any, ...]:
    """What the panel serves of eyes: what they see, their set-up, the virtual table."""
    if eyes is None:
        return ()
    from webui.camera import camera_area
    from webui.desk import desk_area
    from webui.wizard import wizard_area

    desk = () if eyes.desk is None else (desk_area(eyes.desk),)
    return (camera_area(eyes), wizard_area(eyes, folder), *desk)


def photographs(profile: Path) -> Reader:
    """A reader of photographs of the table that a profile describes.

    Raises a `MoontableError` for a profile that can't be used.
    """
    from calibration.profile import ProfileProblem, load_profile
    from vision.photographs import Photographs

    try:
        return Photographs(load_profile(profile).table())
    except ProfileProblem as problem:
        raise UsageError(str(problem), "Make a new one: moontable profile build") from problem
