"""Lying: how cubes lie is told from all sides alike, and doubt grows in a roll that isn't sure."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.cocked import NAMES
from vision.lying import judged_odds, log_odds, untouched, weighed
from vision.roll_patches import CHANNELS, SIZE

Floats = NDArray[np.float64]
F32 = NDArray[np.float32]
MEASURES = 14


def some_squares(count: int) -> tuple[Floats, F32]:
    """Return made-up measures and patches of a roll."""
    rng = np.random.default_rng(count)
    patches = rng.uniform(-1, 1, (count, CHANNELS, SIZE, SIZE)).astype(np.float32)
    return rng.normal(0, 1, (count, MEASURES)), patches


def test_whichever_side_a_cube_leans_to_it_is_told_alike() -> None:
    """Patches turned by a quarter get the same odds."""
    measures, patches = some_squares(5)
    turned = np.ascontiguousarray(np.rot90(patches, 1, (2, 3)))
    assert log_odds(measures, turned) == pytest.approx(log_odds(measures, patches), abs=1e-3)


def test_odds_do_not_depend_on_the_order_of_squares() -> None:
    """A roll of more squares than are looked at together is told the same from its other end."""
    measures, patches = some_squares(19)
    backwards = np.ascontiguousarray(patches[::-1])
    found = log_odds(measures[::-1], backwards)[::-1]
    assert found == pytest.approx(log_odds(measures, patches), abs=1e-3)


def test_no_squares_have_no_odds() -> None:
    """A roll without squares is weighed, too."""
    measures, patches = some_squares(0)
    assert log_odds(measures, patches).shape == (0, 2)
    assert weighed(log_odds(measures, patches), short=True).leans.tolist() == []


@pytest.mark.parametrize("many", [2.0, 30.0, -30.0])
def test_odds_stay_within_reason_whatever_is_measured(many: float) -> None:
    """Measures that are far off are believed only so much."""
    _, patches = some_squares(4)
    odds = log_odds(np.full((4, MEASURES), many), patches)
    assert np.isfinite(odds).all()
    assert np.abs(odds).max() < 40


@pytest.mark.parametrize(
    ("odds", "leans", "doubtful"),
    [
        ([(-4.0, -6.0), (-3.0, -5.0)], [False, False], [False, False]),
        ([(6.0, -6.0), (-3.0, -5.0)], [True, False], [False, False]),
        ([(-6.0, 6.0), (-3.0, -5.0)], [False, False], [True, False]),
    ],
    ids=["all flat", "one leans", "one lies on another"],
)
def test_plain_odds_are_told(
    odds: list[tuple[float, float]], leans: list[bool], doubtful: list[bool]
) -> None:
    """What plainly leans is said to; what lies on another one is doubted; what is flat counts."""
    lying = weighed(np.array(odds), short=True)
    assert (lying.leans.tolist(), lying.doubtful.tolist()) == (leans, doubtful)


@pytest.mark.parametrize(
    ("near", "outside", "alone"),
    [(1.2, 0.0, False), (1.9, 0.0, True), (1.9, 1.0, False)],
    ids=["a cube beside it", "nothing near", "at the rim"],
)
def test_what_nothing_holds_does_not_lean(near: float, outside: float, alone: bool) -> None:
    """A cube that touches neither another one nor the rim is never said to lean."""
    measures, patches = some_squares(3)
    measures[:, NAMES.index("near")] = near
    measures[:, NAMES.index("outside")] = outside
    assert untouched(measures).tolist() == 3 * [alone]
    if alone:
        odds = judged_odds(measures, patches)
        assert not weighed(odds, short=True).leans.any()
