"""`moontable pins` and `moontable doctor`: is what is wired, and where it runs, as it should be?"""

from __future__ import annotations

from pathlib import Path

import click

from companion.config import Settings, config_path, load_config
from companion.errors import MoontableError
from companion.files import write_text
from hardware.diagram import header_text, parts_text
from hardware.doctor import State, ThisMachine, examine
from hardware.doctor.check import bad, ok
from hardware.drawing import wiring_svg
from hardware.pins import faults


@click.command()
@click.option(
    "--svg",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Draw the wiring as a picture, too.",
)
@click.pass_context
def pins(ctx: click.Context, svg: Path | None) -> None:
    """Draw what is wired where, and check it for clashes."""
    settings = load_config()
    click.echo(header_text(settings))
    click.echo(f"\n{parts_text(settings)}\n")
    found = faults(settings)
    for fault in found:
        click.echo(f"{'wrong' if fault.serious else 'note'}: {fault}")
    if not found:
        click.echo("No two parts share a pin.")
    click.echo(f"Change it in [pins] of {config_path()}.")
    if svg is not None:
        write_text(svg, wiring_svg(settings))
        click.echo(f"The picture is in {svg}.")
    ctx.exit(1 if any(fault.serious for fault in found) else 0)


@click.command()
@click.pass_context
def doctor(ctx: click.Context) -> None:
    """Look at machine, libraries, camera, pins, clock, disk and heat; say what to do."""
    settings = Settings()
    found = []
    try:
        settings = load_config()
        file = config_path()
        found.append(ok("settings", f"{file}{'' if file.exists() else ' (not there: defaults)'}"))
    except MoontableError as problem:  # the rest is looked at all the same
        found.append(bad("settings", problem.message, problem.advice))
    click.echo(str(found[0]))
    for check in examine(ThisMachine(), settings):
        click.echo(str(check))
        found.append(check)
    wrong = sum(check.state is State.BAD for check in found)
    click.echo(f"\n{wrong} of {len(found)} to mend." if wrong else "\nAll that is needed is well.")
    ctx.exit(1 if wrong else 0)
