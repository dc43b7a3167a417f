"""`moontable replay-session`: a recorded session played again, and compared with what was said."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from companion import app
from companion.errors import UsageError
from companion.record import Durability, RecordLog
from companion.sessions.form import Session, read_session
from companion.sessions.replaying import Compared, replay_session


@click.command("replay-session")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--profile",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The table's profile, where the session has none of its own.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON line for everything that was said.")
def replay_session_command(folder: Path, profile: Path | None, *, as_json: bool) -> None:
    """Play the session in FOLDER again: its commands and photographs, through the same referee.

    Ends with code 1 if the referee now says something else than it did.
    """
    session = read_session(folder)
    reader = app.photographs(_profile(session, profile))
    wrong = count = 0
    with TemporaryDirectory() as scratch, _record(Path(scratch)) as log:
        for found in replay_session(session, reader, log):
            count += 1
            wrong += bool(found.wrong)
            click.echo(json.dumps(_facts(found)) if as_json else _sentence(found))
    if not as_json:
        same = "all as recorded" if not wrong else f"{wrong} not as recorded"
        click.echo(f"{count} things were said, {same}.")
    sys.exit(1 if wrong else 0)


def _record(folder: Path) -> RecordLog:
    """A record that is thrown away."""
    return RecordLog.open(folder / "games.sqlite", durability=Durability.KILL)


def _profile(session: Session, given: Path | None) -> Path:
    """The profile to read with. Raises `UsageError` where there is none."""
    path = given or session.profile
    if path is None:
        raise UsageError("This session has no profile of its table.", "Name one with --profile.")
    return path


def _facts(found: Compared) -> dict[str, Any]:
    return {
        "line": found.line.number,
        "recorded": dict(found.line.data),
        "now": dict(found.now),
        "wrong": list(found.wrong),
        "refused": found.refused,
    }


def _sentence(found: Compared) -> str:
    """One line for people."""
    now: Mapping[str, Any] = found.now
    about = " ".join(word for word in (now.get("said", "nothing"), now.get("notation", "")) if word)
    if not found.wrong:
        return f"line {found.line.number}: {about}"
    differs = ", ".join(
        f"{key} is {now.get(key)!r}, was {found.line.data[key]!r}" for key in found.wrong
    )
    refused = f" ({found.refused})" if found.refused else ""
    return f"line {found.line.number}: {about}. NOT AS RECORDED: {differs}{refused}"
