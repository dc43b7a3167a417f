"""Made tables that differ in all at once: light, lens, pose, size in pixels, tidiness.

    python -m benchmarks.varied 62601 62613 --out TABLES

writes TABLES/varied-62601 to varied-62613, each with an empty photo, two teaching photos and five
boards (one with a hand), for `benchmarks.reader`. Photos have 800 to 1920 pixels across, the camera
is tilted by up to 25 degrees, pieces stand up to 4 mm off each way and are turned by up to 20
degrees; light and flaws are of easy, usual and hard tables.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click
import cv2
import numpy as np

from vision.render.rig import write_table
from vision.render.scene import Spread
from vision.render.tables import (
    Difficulty,
    TableSetup,
    random_camera,
    random_light,
    random_sensor,
    random_table,
)

SIZES_PX = (
    (1280, 960),
    (1280, 960),
    (960, 720),
    (1600, 1200),
    (1920, 1080),
    (1920, 1440),
    (800, 600),
)
_TILTED = 0.6
"""Share of tables whose camera stands as on hard ones, tilted by 8 to 25 degrees."""


def varied_table(seed: int) -> TableSetup:
    """Return the table of a seed."""
    rng = np.random.default_rng([seed, 77])
    flaws = Difficulty(str(rng.choice(["usual", "usual", "hard"])))
    size_px = SIZES_PX[int(rng.integers(len(SIZES_PX)))]
    setup = random_table(seed, flaws, size_px=size_px)
    pose = Difficulty.HARD if rng.random() < _TILTED else Difficulty.USUAL
    camera, hfov_deg, brown_at = random_camera(rng, pose, setup.look, size_px=size_px)
    shade = Difficulty(str(rng.choice(["easy", "usual", "hard"])))
    light = random_light(rng, shade, setup.look.layout)
    return replace(
        setup,
        light=light,
        camera=camera,
        hfov_deg=hfov_deg,
        brown_at=brown_at,
        sensor=random_sensor(rng, flaws, setup.look, light),
        spread=Spread(float(rng.uniform(2.5, 4)), float(rng.uniform(8, 20))),
    )


@click.command()
@click.argument("first", type=int)
@click.argument("last", type=int)
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), required=True)
def main(first: int, last: int, out: Path) -> None:
    """Write the tables of the seeds FIRST to LAST."""
    cv2.setNumThreads(1)
    for seed in range(first, last + 1):
        write_table(out / f"varied-{seed}", varied_table(seed), seed, boards=5, rolls=0, bumps=0)


if __name__ == "__main__":
    main()
