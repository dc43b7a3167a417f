"""The form of a recorded session: a folder with `session.jsonl` and its photographs.

The first line is the head, {"format": "moontable-session", "version": 1, …}; every other is one of

    {"do": {"type": "done", "seat": "brown"}, "by": "Ada"}        a command
    {"do": {"type": "new-game", …}, "stood": {…}}                 one that was resumed
    {"look": "press", "photo": "photos/0007.jpg"}                 a look at the board
    {"look": "roll", "photo": "photos/0008.jpg"}                  a look at a roll
    {"look": "press", "trouble": "moving"}                        a look that brought nothing
    {"stirred": true}                                             something moved and came to rest
    {"camera": "away"}                                            the camera went, or came ("live")
    {"said": "legal", "seat": "brown", "notation": "Mh4-h6", …}   what the referee then says

A press that came while a photograph was read stands behind that look, and a game that was resumed
is one that begins from its position, with what hands owed then (see `companion.referee.standing`):
the session holds all that it needs.

What is not in a ``said`` line is not compared: a line written by hand may hold the verdict alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.errors import BadExchangeFile, FileProblem
from companion.referee.snapshot import Snapshot

FORMAT = "moontable-session"
VERSION = 1
LINES = "session.jsonl"
PHOTOS = "photos"
_MOST_BYTES = 64_000_000


@dataclass(frozen=True, slots=True)
class Line:
    """One line after the head: its number in the file, and what it says."""

    number: int
    data: Mapping[str, Any]

    @property
    def kind(self) -> str:
        """Which of `KINDS` it is."""
        return next((kind for kind in KINDS if kind in self.data), "")


KINDS = ("do", "look", "stirred", "camera", "said")


@dataclass(frozen=True, slots=True)
class Session:
    """A session that was read: its folder, its head and its lines."""

    folder: Path
    head: Mapping[str, Any]
    lines: tuple[Line, ...]

    @property
    def profile(self) -> Path | None:
        """The profile of the table that it was recorded at, if it is kept with it."""
        named = self.head.get("profile")
        return self.folder / named if isinstance(named, str) and named else None


def read_session(folder: Path) -> Session:
    """Read a session. Raises `FileProblem`, `BadExchangeFile`."""
    path = folder / LINES
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise BadExchangeFile(f"{path} is too large for a session.", "Choose another folder.")
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FileProblem(
            f"{path} can't be read ({error}).", "Name the folder of a recorded session.", path
        ) from error
    rows = [_row(path, n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not rows or rows[0].data.get("format") != FORMAT:
        raise BadExchangeFile(f"{path} is no recorded session.", "Its first line is its head.")
    if rows[0].data.get("version") != VERSION:
        raise BadExchangeFile(
            f"{path} has version {rows[0].data.get('version')!r} of the form, not {VERSION}.",
            "Use the moontable that recorded it, or a newer one.",
        )
    for row in rows[1:]:
        if not row.kind:
            raise BadExchangeFile(
                f"Line {row.number} of {path} says nothing known.",
                f"A line has one of: {', '.join(KINDS)}.",
            )
    return Session(folder, rows[0].data, tuple(rows[1:]))


def _row(path: Path, number: int, line: str) -> Line:
    try:
        data = json.loads(line)
    except ValueError as error:
        raise BadExchangeFile(
            f"Line {number} of {path} is no JSON ({error}).",
            "A session that was cut off can be mended by removing its last line.",
        ) from error
    if not isinstance(data, dict):
        raise BadExchangeFile(f"Line {number} of {path} is no JSON object.", "See the form.")
    return Line(number, data)


def head(**facts: Any) -> dict[str, Any]:
    """The first line of a session."""
    return {"format": FORMAT, "version": VERSION, **facts}


def dumped(data: Mapping[str, Any]) -> str:
    """One line of a session."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def write_session(folder: Path, lines: Iterable[Mapping[str, Any]], **facts: Any) -> None:
    """Write a session by its lines. Raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    text = "".join(f"{dumped(line)}\n" for line in (head(**facts), *lines))
    (folder / LINES).write_text(text, "utf-8")


def told(snapshot: Snapshot) -> dict[str, Any]:
    """What the referee says in a snapshot, as a ``said`` line has it; empty if it says nothing."""
    answer = snapshot.answer
    if answer is None:
        return {}
    reasons = () if answer.ruling is None else answer.ruling.reasons
    line: dict[str, Any] = {
        "said": answer.said.value,
        "seat": answer.seat,
        "notation": answer.notation,
        "reasons": list(dict.fromkeys(reason.ruling for reason in reasons)),
        "owed": len(answer.todo),
        "phase": snapshot.phase.value,
        "to_act": sorted(snapshot.to_act),
    }
    return line
