"""Tables whose rolls show leaning cubes, on engraved and hard sets as well as on usual ones.

    python -m benchmarks.leans FIRST LAST --out DIR [--engraved] [--rolls 1] [--cocked 6]
                               [--leaning 1 3] [--leans 10 40]

Each seed gives a table: odd ones are engraved with hardly any ink (`benchmarks.reliefs`), of the
even ones every second is hard and the others usual. With --engraved all are engraved. Tables that
are in DIR are passed over. `vision.train.cocked_lessons` learns from them, `benchmarks.rolls` reads
them.
"""

from __future__ import annotations

from pathlib import Path

import click

from benchmarks.reliefs import relief_table
from vision.render.rig import write_table
from vision.render.tables import Difficulty, TableSetup, random_table

_HARD = 2
"""Seeds that leave this when divided by four are hard."""


def table_of(seed: int, *, engraved: bool) -> TableSetup:
    """Return the table of a seed."""
    if engraved or seed % 2:
        return relief_table(seed)
    return random_table(seed, Difficulty.HARD if seed % 4 == _HARD else Difficulty.USUAL)


@click.command()
@click.argument("first", type=int)
@click.argument("last", type=int)
@click.option("--out", required=True, type=click.Path(path_type=Path, file_okay=False))
@click.option("--engraved", is_flag=True)
@click.option("--rolls", default=1, help="in which all lie flat")
@click.option("--cocked", default=6, help="in which some lean")
@click.option(
    "--leaning", nargs=2, default=(1, 3), help="so many of the sixteen, at least, at most"
)
@click.option("--leans", nargs=2, type=float, default=(10.0, 40.0), help="degrees")
def main(
    first: int,
    last: int,
    out: Path,
    *,
    engraved: bool,
    rolls: int,
    cocked: int,
    leaning: tuple[int, int],
    leans: tuple[float, float],
) -> None:
    """Make the tables of the seeds FIRST to LAST."""
    for seed in range(first, last + 1):
        folder = out / str(seed)
        if not (folder / "rig.json").exists():
            setup = table_of(seed, engraved=engraved)
            write_table(
                *(folder, setup, seed),
                boards=0,
                rolls=rolls,
                cocked=cocked,
                leaning=leaning,
                leans_deg=leans,
            )
            click.echo(folder.name)


if __name__ == "__main__":
    main()
