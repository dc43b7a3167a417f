"""A session played again: the same commands and photographs, through the same table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.record import RecordLog
from companion.record.events import FIRST
from companion.referee.bench import TableSettings
from companion.referee.commands import Command, Leave, ResumeGame
from companion.referee.eyes import Watch
from companion.referee.snapshot import Snapshot
from companion.referee.table import Table
from companion.sessions.eyes import Reader, SessionEyes
from companion.sessions.form import Line, Session, told
from companion.sessions.wire import command_from_json

LONGEST_S = 60.0
"""A step that takes longer has failed."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A ``said`` line of a session beside what was said now; ``wrong`` are the keys that differ."""

    line: Line
    now: Mapping[str, Any]
    wrong: tuple[str, ...]
    refused: str = ""


def replay_session(
    session: Session,
    reader: Reader,
    log: RecordLog,
    *,
    lights: Callable[[Snapshot], Mapping[str, Any]] | None = None,
) -> Iterator[Compared]:
    """Play a session again in a record of its own; yields every line that says something.

    ``lights`` tells what lamps a snapshot lights, where a session has recorded them. Raises
    `BadExchangeFile` for a command that is none.
    """
    eyes = SessionEyes(reader)
    settings = TableSettings(automatic=bool(session.head.get("automatic", False)))
    memory = _Memory()
    with Table(log, eyes=eyes, settings=settings, kept=memory) as table:
        _wait_for(table, Watch.LIVE)
        refused = ""
        for at, line in enumerate(session.lines):
            if line.kind == "said":
                yield _compared(line, table.snapshot, lights, refused)
                refused = ""
                continue
            if line.kind == "look":
                continue  # fed before the command or the movement that it follows
            looks = _looks(session.folder, session.lines[at + 1 :])
            if line.kind == "do":
                if "stood" in line.data:
                    memory.stood = _resumed_from(table, line)
                    command: Command = ResumeGame(memory.stood["game_id"])
                else:
                    command = command_from_json(line.data["do"])
                eyes.feed(*looks)
                reply = table.do(command, by=line.data.get("by", ""))
                refused = "" if reply.refusal is None else str(reply.refusal)
            elif line.kind == "camera":
                eyes.feed(*looks)
                watch = Watch(line.data["camera"])
                eyes.set_watch(watch)
                _wait_for(table, watch)
            elif looks:
                eyes.feed(*looks)
                wanted = eyes.looks + 1
                eyes.stir()
                eyes.wait_looked(wanted, LONGEST_S)
            table.rest(LONGEST_S)


@dataclass(slots=True)
class _Memory:
    """What the table is told of how it stood; it keeps nothing itself."""

    stood: Any = None

    def keep_game(self, game_id: int | None) -> None:
        """Nothing outlives a replay."""

    def standing(self) -> Any:
        """As the session tells it."""
        return self.stood

    def keep_standing(self, standing: Any) -> None:
        """As above."""


def _resumed_from(table: Table, line: Line) -> dict[str, Any]:
    """Begin the game of a line and put it away again; how it is to stand when it is resumed."""
    table.do(command_from_json(line.data["do"]))
    number = table.snapshot.game_id
    table.do(Leave())
    table.rest(LONGEST_S)
    return {**line.data["stood"], "game_id": number, "moved": FIRST, "events": FIRST}


def _wait_for(table: Table, watch: Watch) -> None:
    """Wait until the table knows how its camera is."""
    with table.listen() as listener:
        while (snapshot := listener.get(LONGEST_S)) is not None:
            if snapshot.camera.watch is watch:
                return


def _looks(folder: Path, lines: Sequence[Line]) -> list[Path | str]:
    """The looks that follow, up to the next thing that somebody does."""
    looks: list[Path | str] = []
    for line in lines:
        if line.kind in ("do", "stirred", "camera"):
            break
        if line.kind == "look":
            photo = line.data.get("photo")
            looks.append(folder / photo if photo else str(line.data.get("trouble", "")))
    return looks


def _compared(
    line: Line,
    snapshot: Snapshot,
    lights: Callable[[Snapshot], Mapping[str, Any]] | None,
    refused: str,
) -> Compared:
    now = told(snapshot)
    if lights is not None:
        now["lights"] = dict(lights(snapshot))
    wanted = {key: value for key, value in line.data.items() if key != "at_s"}
    if lights is None:
        wanted.pop("lights", None)
    wrong = tuple(key for key, value in wanted.items() if now.get(key) != value)
    return Compared(line, now, wrong, refused)
