"""A live session written down as it happens, by a thread of its own; private and bounded."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.referee.looking import EyesTold, Looked, Purpose, Stirred
from companion.referee.snapshot import Snapshot
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
            line = {"do": command_to_json(what)}
            self._write({**line, "by": happening.by} if happening.by else line)
        answer = happening.snapshot.answer
        if answer is not None and answer.number != self._said:
            self._said = answer.number
            said = told(happening.snapshot)
            if self._lights is not None:
                said["lights"] = dict(self._lights(happening.snapshot))
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
