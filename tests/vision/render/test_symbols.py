"""Symbols: distinct, and of the symmetry that their face needs."""

from __future__ import annotations

import numpy as np
import pytest

from vision.render.shapes import ANY, DIRECTED, TWO_WAY
from vision.render.symbols import FACES, Hand, draw, draw_copy, random_symbols, unlikeness

SEEDS = range(12)


@pytest.mark.parametrize("name", sorted({*ANY, *DIRECTED, *TWO_WAY}))
def test_every_family_leaves_ink_on_the_face_and_none_outside(name: str) -> None:
    family = {**ANY, **DIRECTED, **TWO_WAY}[name]
    for seed in range(20):
        drawing = family(np.random.default_rng(seed))
        assert all(np.abs(mark.points).max() < 1.35 for mark in drawing)
        ink = draw(drawing, 48, 0.16)
        assert ink.shape == (48, 48)
        assert 0.015 < ink.mean() < 0.8


@pytest.mark.parametrize("seed", SEEDS)
def test_a_trap_shows_a_direction(seed: int) -> None:
    trap = random_symbols(np.random.default_rng(seed))["trap"]
    same, quarter, half, three = unlikeness(trap, trap)
    assert same < 1e-3
    assert min(quarter, half, three) > 0.25


@pytest.mark.parametrize("seed", SEEDS)
def test_a_path_is_the_same_after_half_a_turn_and_not_after_a_quarter(seed: int) -> None:
    path = random_symbols(np.random.default_rng(seed))["path"]
    _, quarter, half, three = unlikeness(path, path)
    assert half < 0.06
    assert min(quarter, three) > 0.35


@pytest.mark.parametrize("seed", SEEDS)
def test_no_two_symbols_of_a_set_are_alike_however_turned(seed: int) -> None:
    symbols = random_symbols(np.random.default_rng(seed))
    assert list(symbols) == list(FACES)
    for a in FACES:
        for b in FACES[: FACES.index(a)]:
            assert min(unlikeness(symbols[a], symbols[b])) > 0.15, (a, b)


def test_copies_by_a_steady_hand_are_alike_and_by_an_unsteady_one_not() -> None:
    symbols = random_symbols(np.random.default_rng(3))
    steady, unsteady = Hand(), Hand(wobble=0.04, shift=0.05, turn_deg=4, chips=0.05, edge=0.6)
    rng = np.random.default_rng(0)
    first, second = (draw_copy(symbols["moon"], 48, steady, rng) for _ in range(2))
    assert np.array_equal(first, second)
    first, second = (draw_copy(symbols["moon"], 48, unsteady, rng) for _ in range(2))
    assert np.abs(first - second).mean() > 0.005


def test_too_few_families_are_refused() -> None:
    with pytest.raises(ValueError, match="family"):
        random_symbols(np.random.default_rng(0), families={"disc"})
