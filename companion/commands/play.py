"""`moontable play`: a game at the terminal, recorded as it is played."""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
from pathlib import Path
from random import Random
from typing import Any

import click

from companion.commands.options import language_option, record_option
from companion.errors import UsageError
from companion.games.api import Json
from companion.games.registry import AnyGame, game_by_id
from companion.language.catalogue import load
from companion.record.compose import started
from companion.record.log import RecordLog
from companion.record.sitting import Sitting, begin_game, resume_game
from companion.terminal.console import Console
from companion.terminal.paint import painted
from companion.vectors import read_position, read_switches


@click.command()
@click.argument("game", default="moons-and-stars", required=False)
@click.option(
    "--resume",
    is_flag=False,
    flag_value="",
    metavar="[NUMBER]",
    help="Go on with the newest unfinished game, or with the one of that number.",
)
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="SEAT=NAME",
    help="Who plays, for example --player brown=Ada. May be repeated.",
)
@click.option(
    "--rule",
    "rules",
    multiple=True,
    metavar="SWITCH=VALUE",
    help="A switch of the rules, for example --rule notches=3, or a JSON file of switches, "
    "--rule @deck.json. May be repeated.",
)
@click.option(
    "--position",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Begin from a position: one line of text, or JSON.",
)
@click.option("--seed", type=int, help="Make chance repeatable.")
@record_option
@language_option
def play(
    game: str,
    resume: str | None,
    players: tuple[str, ...],
    rules: tuple[str, ...],
    position: Path | None,
    seed: int | None,
    record: Path,
    language: str,
) -> None:
    """Play a game at the terminal: people type, the referee rules and records."""
    chosen = game_by_id(game)
    with RecordLog.open(record) as log:
        if resume is not None:
            sitting = resume_game(log, _number(log, resume, chosen))
        else:
            sitting = _new(log, chosen, players, _switches(rules), position)
            _tell_of_unfinished(log, sitting)
        say = load(language, sitting.timeline.game.spec.id, "terminal")
        converse(Console(sitting, say, Random(seed)))


def converse(console: Console) -> None:
    """Read lines and say answers until the players leave or the input ends."""
    colour = sys.stdout.isatty()
    click.echo(painted(_wrapped(console.banner()), colour=colour))
    while True:
        try:
            line = input("\n" + console.prompt())
        except EOFError:
            line = "quit"
        except KeyboardInterrupt:
            line = "quit"
        answer = console.answer(line)
        text = answer.text if answer.verbatim else _wrapped(answer.text)
        click.echo(painted(text, colour=colour))
        if answer.done:
            return


_HANGING = re.compile(r" *\S.*?  +(?=\S)| +")
"""What a broken line is indented by: up to its second column, or as the line itself."""


def _wrapped(text: str) -> str:
    """Long lines broken at the width of the terminal, at most 100 signs; boards are narrower."""
    width = min(shutil.get_terminal_size().columns, 100)
    lines = []
    for line in text.split("\n"):
        hanging = _HANGING.match(line) if line.startswith(" ") else None
        indent = " " * (hanging.end() if hanging else 0)
        lines += textwrap.wrap(line, width, subsequent_indent=indent) or [""]
    return "\n".join(lines) if width >= 40 else text


def _pairs(given: tuple[str, ...], what: str) -> dict[str, str]:
    """Options of the form NAME=VALUE."""
    pairs = {}
    for word in given:
        name, equals, value = word.partition("=")
        if not equals or not name or not value:
            raise UsageError(f"'{word}' is no {what}.", "Write it as NAME=VALUE.")
        pairs[name.strip()] = value.strip()
    return pairs


def _switches(given: tuple[str, ...]) -> dict[str, Json]:
    """Switches by name; what looks like a whole number or a truth value is one.

    "@FILE" stands for the switches in a file; what is given by name goes before it.
    """
    truth = {"true": True, "false": False}
    files = [word for word in given if word.startswith("@")]
    switches: dict[str, Json] = {}
    for word in files:
        switches |= read_switches(word.removeprefix("@"))
    named = _pairs(tuple(word for word in given if word not in files), "switch")
    return switches | {
        name: int(value) if value.isdecimal() and len(value) < 9 else truth.get(value, value)
        for name, value in named.items()
    }


def _new(
    log: RecordLog,
    game: AnyGame,
    players: tuple[str, ...],
    switches: dict[str, Json],
    position: Path | None,
) -> Sitting:
    start: Any = None
    if position is not None:
        start = read_position(game, position)
        if switches:
            start = game.position_from_json(
                game.position_to_json(start), {**game.encode(start)["rules"], **switches}
            )
    begun = started(game, rules=switches, players=_pairs(players, "player"), start=start)
    return begin_game(log, begun)


def _number(log: RecordLog, resume: str, game: AnyGame) -> int:
    """The number of the game to go on with."""
    if resume:
        if not (resume.isascii() and resume.isdecimal() and len(resume) < 12):
            raise UsageError(f"'{resume}' is no number of a game.", "List them: moontable games")
        return int(resume)
    found = log.unfinished(game=game.spec.id)
    if found is None:
        raise UsageError("There is no unfinished game.", "Begin one: moontable play")
    return found.id


def _tell_of_unfinished(log: RecordLog, sitting: Sitting) -> None:
    """Say that an earlier game waits, so that nobody begins anew by mistake."""
    waiting = [
        entry
        for entry in log.games()
        if entry.id < sitting.game_id and entry.status.value == "open" and entry.events > 1
    ]
    if waiting:
        number = waiting[-1].id
        click.echo(f"Game {number} is not finished. Go on with it by: moontable play --resume")
