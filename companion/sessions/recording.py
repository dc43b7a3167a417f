"""A live session written down as it happens, by a thread of its own; private and bounded."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.referee.commands import Command, Done, NewGame, ResumeGame
from companion.referee.keeping import told_standing
from companion.referee.looking import EyesTold, Looked, Purpose, Stirred
from companion.referee.snapshot import Snapshot, TablePhase
from companion.referee.table import Happening
from companion.sessions.form import LINES, PHOTOS, dumped, head, told
from companion.sessions.wire import command_to_json

MOST_WAITING = 200
MOST_BYTES = 2_000_000_000
"""A session stops being recorded there; a long evening's photographs are less."""


class SessionRecorder:
    """Writes what a table tells it (`Table(tap=recorder.hear)`) into a folder, which it makes.

    ``photo`` gives a photograph by its number, as JPEG. What can't be written stops the recording
    and nothing else; ``tell`` hears of it. The folder can be read by its owner alone.
    """

    def __init__(
        self,
        folder: Path,
        *,
        photo: Callable[[int], bytes | None],
        lights: Callable[[Snapshot], Mapping[str, Any]] | None = None,
        tell: Callable[[str], None] = lambda _text: None,
        most_bytes: int = MOST_BYTES,
        **facts: Any,
    ) -> None:
        self._folder = folder
        self._photo = photo
        self._lights = lights
        self._tell = tell
        self._left = most_bytes
        self._said = 0
        self._looking = False
        self._held: list[dict[str, Any]] = []
        self._inbox: queue.Queue[Happening | None] = queue.Queue(MOST_WAITING)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        (folder / PHOTOS).mkdir(mode=0o700, exist_ok=True)
        self._file = (folder / LINES).open("a", encoding="utf-8")
        self._on = True
        self._write(head(**facts))
        self._thread = threading.Thread(target=self._run, name="session", daemon=True)
        self._thread.start()

    def hear(self, happening: Happening) -> None:
        """Take in what happened; never waits. What there is no room for is lost, and told."""
        if self._on:
            try:
                self._inbox.put_nowait(happening)
            except queue.Full:
                self._stop("The session is not recorded any more: the disk is too slow.")

    def close(self, *, wait_s: float = 5.0) -> None:
        """Write what is waiting, and close the file."""
        with suppress(queue.Full):
            self._inbox.put(None, timeout=wait_s)
        self._thread.join(wait_s)
        self._file.close()

    def _run(self) -> None:
        while (happening := self._inbox.get()) is not None:
            if self._on:
                try:
                    self._record(happening)
                except OSError as error:
                    self._stop(f"The session is not recorded any more ({error}).")

    def _record(self, happening: Happening) -> None:
        what = happening.what
        if isinstance(what, Looked):
            self._write(self._look(what))
        elif isinstance(what, Stirred):
            self._write({"stirred": True})
        elif isinstance(what, EyesTold):
            self._write({"camera": what.state.watch.value})
        else:
            begun = as_begun(what, happening.snapshot)
            line: dict[str, Any] = {"do": command_to_json(begun)}
            if begun is not what:
                line["stood"] = _stood(happening.snapshot)
            if happening.by:
                line["by"] = happening.by
            if isinstance(what, Done) and self._waits(happening.snapshot):
                self._held.append(line)
            else:
                self._write(line)
        self._said_now(happening.snapshot)
        if isinstance(what, Looked):
            while self._held:
                self._write(self._held.pop(0))
        self._looking = happening.snapshot.looking

    def _waits(self, snapshot: Snapshot) -> bool:
        """Whether a press waits for a look under way: when played again, it comes after that."""
        quiet = snapshot.answer is None or snapshot.answer.number == self._said
        turns = snapshot.phase in (TablePhase.TURNS, TablePhase.BONUS)
        return self._looking and snapshot.looking and quiet and turns

    def _said_now(self, snapshot: Snapshot) -> None:
        """Write what the referee says, if that is new."""
        answer = snapshot.answer
        if answer is not None and answer.number != self._said:
            self._said = answer.number
            said = told(snapshot)
            if self._lights is not None:
                said["lights"] = dict(self._lights(snapshot))
            self._write(said)

    def _look(self, looked: Looked) -> dict[str, Any]:
        line: dict[str, Any] = {"look": looked.purpose.value}
        if looked.moving:
            return {**line, "trouble": "moving"}
        if looked.away:
            return {**line, "trouble": looked.away}
        seen = looked.roll if looked.purpose is Purpose.ROLL else looked.sighting
        number = None if seen is None else seen.photo
        jpeg = None if number is None else self._photo(number)
        if number is None or jpeg is None:
            return {**line, "trouble": "The photograph was not kept."}
        name = f"{PHOTOS}/{number:05d}.jpg"
        (self._folder / name).write_bytes(jpeg)
        self._left -= len(jpeg)
        if self._left < 0:
            self._stop("The session is not recorded any more: it has become too long.")
        return {**line, "photo": name}

    def _write(self, line: Mapping[str, Any]) -> None:
        self._file.write(f"{dumped(line)}\n")
        self._file.flush()

    def _stop(self, why: str) -> None:
        if self._on:
            self._on = False
            self._tell(why)


def as_begun(command: Command, snapshot: Snapshot) -> Command:
    """A game that is resumed, as one that begins as it lies: the session has no record of it."""
    timeline = snapshot.timeline
    turns = snapshot.phase in (TablePhase.TURNS, TablePhase.BONUS, TablePhase.OVER)
    if not isinstance(command, ResumeGame) or timeline is None or not turns:
        return command
    game, begun = timeline.game, timeline.started
    position = game.position_to_json(timeline.state)
    return NewGame(game.spec.id, dict(begun.rules), dict(begun.players), position)


def _stood(snapshot: Snapshot) -> Any:
    """What hands owed when the game was resumed, and what had been told last."""
    assert snapshot.timeline is not None
    assert snapshot.game_id is not None
    return told_standing(snapshot.game_id, snapshot.timeline, snapshot).to_json()
