"""Rolls photographed on the made table, for the tests of the roll's reader."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from tests.vision.made import SEED
from vision.render.cocked import throw_cocked
from vision.render.render import Rendered, render
from vision.render.scene import Placed, Reach, Scene, throw
from vision.render.symbols import FACES
from vision.render.tables import Difficulty, random_table

TABLE = random_table(SEED, Difficulty.EASY)


@cache
def thrown(seed: int, lean_deg: tuple[float, float]) -> Rendered:
    """Return a photo of a roll of the made table in which four cubes lean."""
    rng = np.random.default_rng(seed)
    faces = [str(face) for face in rng.choice(FACES, 16)]
    return photographed(throw_cocked(TABLE.look, "blue", faces, rng, cocked=4, lean_deg=lean_deg))


def photographed(pieces: Sequence[Placed], *, hand: Reach | None = None) -> Rendered:
    """Return a photo of pieces on the made table, perhaps with a hand over it."""
    scene = Scene(TABLE.look, TABLE.camera, TABLE.light, TABLE.sensor, tuple(pieces), hand=hand)
    return render(scene, rng=np.random.default_rng(1))


def flat_roll(count: int) -> tuple[Placed, ...]:
    """Return rolled blue cubes that all lie flat."""
    rng = np.random.default_rng(5)
    faces = [str(face) for face in rng.choice(FACES, count)]
    return throw(TABLE.look, "blue", faces, rng)
