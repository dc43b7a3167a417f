"""Which window of a lattice is the board."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.lattice import best_window
from vision.profiles import Stretches, make_stretches

LATTICE = make_stretches((-3, -3), (11, 11))  # three lines more than a board of 9 x 9, all around


def seen(stretches: Stretches, first: tuple[int, int], count: int = 9) -> NDArray[np.bool_]:
    """Tell which stretches belong to a board that starts at `first`."""
    low = np.array(first)
    line = stretches.line - low[stretches.axis]
    cell = stretches.cell - low[1 - stretches.axis]
    inside = (line >= 0) & (line < count) & (cell >= 0) & (cell < count - 1)
    return np.asarray(inside, dtype=np.bool_)


def test_a_perfect_board_scores_one_and_leads_clearly() -> None:
    window = best_window(LATTICE, seen(LATTICE, (0, 0)).astype(float), 9, 9)
    assert window.first == (0, 0)
    assert window.score == pytest.approx(1.0)
    assert window.own == window.score
    assert window.lead > 1 / 9
    assert window.evenness == pytest.approx(1.0)


@pytest.mark.parametrize("first", [(1, 0), (-2, 3), (3, -3)])
def test_the_window_follows_the_lines(first: tuple[int, int]) -> None:
    window = best_window(LATTICE, seen(LATTICE, first).astype(float), 9, 9)
    assert window.first == first
    assert window.own < window.score


def test_half_of_the_lines_hidden_do_not_move_the_window() -> None:
    rng = np.random.default_rng(4)
    sure = seen(LATTICE, (0, 0)) * (rng.random(len(LATTICE.line)) < 0.5)
    window = best_window(LATTICE, sure.astype(float), 9, 9)
    assert window.first == (0, 0)
    assert window.score == pytest.approx(0.5, abs=0.1)


def test_a_grid_that_goes_on_has_no_clear_window() -> None:
    window = best_window(LATTICE, np.ones(len(LATTICE.line)), 9, 9)
    assert window.lead < 0.5 / 9


@pytest.mark.parametrize("every", [2, 3])
def test_a_grid_of_a_part_of_the_pitch_is_uneven(every: int) -> None:
    real = (LATTICE.axis == 0) | (LATTICE.line % every == 0)
    window = best_window(LATTICE, (seen(LATTICE, (0, 0)) & real).astype(float), 9, 9)
    assert window.evenness == 0.0


def test_one_side_in_glare_is_not_uneven() -> None:
    middles = LATTICE.points.mean(axis=1)
    sure = seen(LATTICE, (0, 0)) & (middles[:, 0] > 3.0)
    assert best_window(LATTICE, sure.astype(float), 9, 9).evenness > 0.4


@pytest.mark.parametrize(("part", "even"), [(0.0, False), (0.06, False), (0.5, True)])
def test_a_grid_without_lines_in_one_direction_is_uneven(part: float, *, even: bool) -> None:
    sure = seen(LATTICE, (0, 0)).astype(float) * np.where(LATTICE.axis == 0, 1.0, part)
    assert (best_window(LATTICE, sure, 9, 9).evenness > 0.25) is even
