"""A stone is flatter than a cube: what stands on one is seen lower, and is recognised."""

from __future__ import annotations

import pytest

from companion.games.api import Piece, Placement
from companion.referee.evidence import Look, SeenTable, looks_of
from companion.referee.misfit import Misfit

STAR = Piece("brown", "star")
SITES = ("e5", "e6")


@pytest.mark.parametrize("level", [1, 2])
def test_a_star_on_a_stone_fits_whether_it_is_seen_high_or_low(level: int) -> None:
    seen = SeenTable({"e5": {Look("", 0): 0.99}, "e6": {Look("brown star", level): 0.99}})
    won = Placement({"e6": (Piece("blue", "stone"), STAR)})
    assert Misfit(seen, won).total == 0


def test_a_star_on_a_safe_is_seen_high_only() -> None:
    seen = SeenTable({"e5": {Look("", 0): 0.99}, "e6": {Look("brown star", 1): 0.99}})
    resting = Placement({"e6": (Piece("blue", "safe"), STAR)})
    assert Misfit(seen, resting).total > 5


def test_what_lies_alone_has_one_look() -> None:
    assert looks_of((STAR,)) == (Look("brown star", 1),)
    assert looks_of(()) == (Look("", 0),)
