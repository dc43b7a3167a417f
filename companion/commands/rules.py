"""`moontable rules`: what each ruling is about, and the switches of a game."""

from __future__ import annotations

import click

from companion.commands.options import language_option
from companion.errors import UsageError
from companion.games.registry import game_by_id
from companion.language.catalogue import Catalogue, load


@click.command()
@click.argument("game", default="moons-and-stars", required=False)
@click.argument("ruling", required=False)
@language_option
def rules(game: str, ruling: str | None, language: str) -> None:
    """List the rulings and switches of a game, or say what one ruling is about."""
    chosen = game_by_id(game)
    say = load(language, chosen.spec.id)
    titles = say.tables.get("rulings", {})
    if ruling is not None:
        if ruling.upper() not in {name.upper() for name in titles}:
            advice = f"List them by: moontable rules {game}"
            raise UsageError(f"{chosen.spec.title} has no ruling {ruling[:20]}.", advice)
        name = next(name for name in titles if name.upper() == ruling.upper())
        click.echo(f"{name}: {say.ruling_title(name)}")
        return
    click.echo(f"{chosen.spec.title}: the rulings")
    for name in titles:
        click.echo(f"  {name.ljust(7)} {say.ruling_title(name)}")
    _say_switches(say, game)


def _say_switches(say: Catalogue, game: str) -> None:
    switches = game_by_id(game).spec.switches
    if switches:
        click.echo("\nSwitches (--rule NAME=VALUE)")
    for switch in switches:
        numbers = "as JSON" if switch.reading else f"{switch.least} to {switch.most or '…'}"
        values = switch.values or (numbers,)
        listed = ", ".join(str(value) for value in values)
        click.echo(f"  {switch.name} = {switch.default} [{listed}] ({switch.ruling})")
        click.echo(f"      {say.switch_text(switch.name)}")
