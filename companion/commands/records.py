"""`moontable games`, `replay` and `export`: games that were played."""

from __future__ import annotations

from pathlib import Path

import click

from companion.commands.options import language_option, record_option
from companion.errors import UsageError
from companion.files import write_text
from companion.language.catalogue import Catalogue, load
from companion.record.events import Problem
from companion.record.export import export_json, export_text, read_json, summary
from companion.record.log import RecordLog
from companion.record.reading import read_file, read_text
from companion.record.replay import Timeline
from companion.record.sitting import load_game
from companion.terminal.telling import told_step


@click.command()
@record_option
def games(record: Path) -> None:
    """List the recorded games, the oldest first."""
    if not record.exists():
        click.echo("No game is recorded yet. Begin one by: moontable play")
        return
    with RecordLog.open(record, write=False) as log:
        entries = log.games()
    for entry in entries:
        click.echo(summary(entry))
    if not entries:
        click.echo("No game is recorded yet. Begin one by: moontable play")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--boards", is_flag=True, help="Show the table after every action.")
@language_option
@click.pass_context
def replay(ctx: click.Context, file: Path, *, boards: bool, language: str) -> None:
    """Replay a game from a text or JSON record, and judge every action again."""
    text = read_file(file)
    reading = read_json(text) if text.lstrip().startswith("{") else read_text(text)
    if reading.timeline is not None:
        say = load(language, reading.timeline.game.spec.id, "terminal")
        _tell(reading.timeline, say, boards=boards)
    if reading.problem is not None:
        click.echo(f"moontable: {file}: {_problem(reading.problem, reading.timeline)}", err=True)
        ctx.exit(2)


def _problem(problem: Problem, timeline: Timeline | None) -> str:
    """What is wrong with a record, and how much of it is good."""
    if timeline is None:
        return f"{problem} Nothing of it can be replayed."
    return f"{problem} What comes before it ({len(timeline.steps)} actions) is good."


def _tell(timeline: Timeline, say: Catalogue, *, boards: bool) -> None:
    """Each action with its steps, then the table at the end."""
    for index, step in enumerate(timeline.steps, 1):
        click.echo(told_step(timeline, index, step, say))
        if boards:
            click.echo(timeline.game.board_text(step.state) + "\n")
    if not boards or not timeline.steps:
        click.echo("\n" + timeline.game.board_text(timeline.state))
    click.echo("\n" + timeline.game.position_line(timeline.state))
    outcome = timeline.outcome
    if outcome is not None:
        click.echo(f"{say.outcome_sentence(outcome)} [{outcome.ruling}]")


@click.command()
@click.argument("number", type=int, metavar="ID")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write to a file instead of the terminal.",
)
@record_option
@click.pass_context
def export(ctx: click.Context, number: int, form: str, out: Path | None, record: Path) -> None:
    """Write a recorded game as text for people or as JSON for programs."""
    if not record.exists():
        raise UsageError("No game is recorded yet.", "Begin one by: moontable play")
    with RecordLog.open(record, write=False) as log:
        found = load_game(log, number)
    if found.timeline is None:
        click.echo(f"moontable: game {number}: {found.problem}", err=True)
        ctx.exit(2)
    text = (
        export_text(found.timeline)
        if form == "text"
        else export_json(found.timeline, problem=found.problem)
    )
    if out is None:
        click.echo(text, nl=False)
    else:
        write_text(out, text)
        click.echo(f"Game {number} is in {out}.")
    if found.problem is not None:
        click.echo(f"moontable: {_problem(found.problem, found.timeline)}", err=True)
        ctx.exit(2)
