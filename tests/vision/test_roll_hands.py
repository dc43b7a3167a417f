"""Hands over a roll: said, whatever lies under them, and none invented."""

from __future__ import annotations

import numpy as np
import pytest

from companion.language.notices import notice
from tests.vision.made import Made
from tests.vision.thrown import TABLE, flat_roll, photographed, thrown
from vision.render.tables import random_hand
from vision.roll import read_roll


@pytest.mark.parametrize(("seed", "count"), [(1, 16), (2, 16), (3, 0)])
def test_a_hand_is_said(made: Made, seed: int, count: int) -> None:
    """With a hand over the board no cube is counted, neither one under it nor one made of it."""
    hand = random_hand(np.random.default_rng(seed), TABLE.look.layout)
    shot = photographed(flat_roll(count), hand=hand)
    roll = read_roll(shot.image, made.table.view, made.table.kit)
    assert (roll.cubes, roll.unread) == ((), ())
    assert roll.reason == notice("eyes.hand")


@pytest.mark.parametrize("count", [1, 15, 16])
def test_cubes_are_no_hand(made: Made, count: int) -> None:
    """However many cubes lie on the board, they are read."""
    roll = read_roll(photographed(flat_roll(count)).image, made.table.view, made.table.kit)
    assert len(roll.cubes) == count


def test_leaning_cubes_are_no_hand(made: Made) -> None:
    """Cubes without a clear face are smaller than hands."""
    roll = read_roll(thrown(2, (30.0, 44.0)).image, made.table.view, made.table.kit)
    assert roll.cubes
