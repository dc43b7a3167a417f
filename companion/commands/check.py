"""`moontable conformance` and `moontable perft`: are the rules what they should be?"""

from __future__ import annotations

from pathlib import Path

import click

from companion.games.registry import game_by_id
from companion.vectors import divide, read_position, run_file, summary


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_context
def conformance(ctx: click.Context, file: Path) -> None:
    """Play the cases, counts and games of an exchange file; name each that fails."""
    results = []
    for result in run_file(file):
        results.append(result)
        if not result.passed:
            click.echo(str(result))
    total = summary(results)
    click.echo(str(total))
    ctx.exit(1 if total.failed else 0)


@click.command()
@click.argument("game")
@click.option(
    "--position",
    type=click.Path(path_type=Path),
    required=True,
    metavar="FILE",
    help="The position: one line of text, or JSON.",
)
@click.option("--depth", type=click.IntRange(1), required=True, help="How many actions deep.")
def perft(game: str, position: Path, depth: int) -> None:
    """Count the sequences of so many legal actions, divided by the first action."""
    chosen = game_by_id(game)
    state = read_position(chosen, position)
    total = 0
    for action, count in divide(chosen, state, depth):
        total += count
        click.echo(f"{action}: {count}")
    click.echo(f"total {total}")
