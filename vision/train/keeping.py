"""What is measured of made tables, a file each: a run that was stopped goes on where it was."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np
from numpy.typing import NDArray

Arrays = Mapping[str, NDArray[Any]]


def keeping_command(measured: Callable[[Path], Arrays], *, counted: str, of: str) -> click.Command:
    """Return a command `--out FOLDER RIGDIR...` that keeps `FOLDER/NAME.npz` of each table.

    measured: gives a table's arrays. counted: the array that has a row for each thing; of: what
    these things are, for people.
    """

    @click.command()
    @click.option("--out", type=click.Path(path_type=Path), required=True)
    @click.argument("rigs", nargs=-1, type=click.Path(path_type=Path, exists=True))
    def main(out: Path, rigs: tuple[Path, ...]) -> None:
        """Measure made tables that are not kept yet."""
        cv2.setNumThreads(1)
        out.mkdir(parents=True, exist_ok=True)
        for rig in rigs:
            path = out / f"{rig.name}.npz"
            if path.exists():
                continue
            arrays: dict[str, Any] = dict(measured(rig))
            np.savez_compressed(path, **arrays)
            click.echo(f"{rig.name}: {len(arrays[counted])} {of}")

    return main
