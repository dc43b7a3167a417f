"""A made table for the tests of the reader: rendered once a session, learned once."""

from __future__ import annotations

import atexit
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.build import learn_table
from calibration.learning import Learned
from calibration.shot import Picture
from vision.photo import load_photo
from vision.read import Table
from vision.render.rig import write_rig
from vision.render.tables import Difficulty, TableSetup

SEED = 4242


@dataclass(frozen=True, slots=True, eq=False)
class Made:
    """A made table: its folder and look, what was learned of it, and the table to read with."""

    folder: Path
    setup: TableSetup
    learned: Learned
    table: Table

    def photo(self, name: str) -> NDArray[np.uint8]:
        """Return a photo of the folder."""
        image = cv2.imread(str(self.folder / f"{name}.jpg"))
        assert image is not None
        return np.asarray(image, dtype=np.uint8)

    def picture(self, name: str) -> Picture:
        """Return a photo of the folder for teaching."""
        return load_photo(self.folder / f"{name}.jpg")

    def truth(self, name: str) -> dict[str, Any]:
        """Return what really is on a photo."""
        loaded: dict[str, Any] = json.loads((self.folder / f"{name}.truth.json").read_text())
        return loaded


@cache
def made_table() -> Made:
    """Return the table; its fifth board has a hand over it."""
    folder = Path(mkdtemp(prefix="made-table-"))
    atexit.register(rmtree, folder, ignore_errors=True)
    setup = write_rig(
        folder, SEED, difficulty=Difficulty.EASY, boards=5, rolls=1, bumps=0, columns=9
    )
    learned = learn_table(folder)
    return Made(folder, setup, learned, learned.profile.table())


def tops_of(points: dict[str, list[str]]) -> dict[str, tuple[str, int]]:
    """Return the visible piece and level of each pile."""
    return {site: (pile[-1], len(pile)) for site, pile in points.items() if pile}
