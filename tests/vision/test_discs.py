"""Discs, the lattice that they stand on, and boards found by it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.drawn import camera, corners_px, draw_board
from vision.board import BoardNotFound, find_board
from vision.discs import Discs, apart, find_discs
from vision.flatmap import homography
from vision.stonegrid import StoneGrid, lattices_of

Floats = NDArray[np.float64]
LEANING = np.array([[30.0, 4, 200], [-3, 26, 150], [0.001, 0.008, 1]])


def stones_at(places: NDArray[np.int64], *, loose: float = 0.05, seed: int = 1) -> Discs:
    """Return discs on points of a leaning grid, give or take `loose` pitches."""
    rng = np.random.default_rng(seed)
    shaken = places + rng.normal(0, loose, places.shape)
    middles = homography(LEANING)(shaken)
    beside = homography(LEANING)(shaken + np.array([0.47, 0]))
    count = len(places)
    radius = np.linalg.norm(beside - middles, axis=1)
    return Discs(middles, radius, np.full(count, 0.9), np.arange(count) % 2 == 0)


def game(covered: float, *, lines: int = 19, seed: int = 1) -> NDArray[np.int64]:
    """Return so many of the points of a board, at random."""
    points = np.stack(np.meshgrid(range(lines), range(lines)), axis=-1).reshape(-1, 2)
    rng = np.random.default_rng(seed)
    return points[rng.random(len(points)) < covered]


def agrees(grid: StoneGrid, discs: Discs) -> bool:
    """Tell whether a lattice is the leaning grid, in any turn and from any start."""
    corners = np.array([[0, 0], [1, 0], [0, 1.0], [10, 10]])
    seen = homography(np.linalg.inv(LEANING) * 1.0)(homography(grid.to_px)(corners))
    steps = np.sort(np.abs(np.rint(seen[1:3] - seen[0])).sum(axis=1))
    return bool(np.abs(seen - np.rint(seen)).max() < 0.25 and (steps == 1).all())


@pytest.mark.parametrize("shade", [30, 230])
@pytest.mark.parametrize("radius", [9, 16, 30])
def test_discs_of_any_size_and_shade_are_found(shade: int, radius: int) -> None:
    picture = np.full((960, 1280), 130, np.uint8)
    middles = np.array([[300, 200], [700, 420], [1010, 805]])
    for middle in middles:
        cv2.circle(picture, tuple(map(int, middle)), radius, (shade,), -1, cv2.LINE_AA)
    discs = apart(find_discs(picture))
    for middle in middles:
        near = np.linalg.norm(discs.middles_px - middle, axis=1) < 0.2 * radius
        assert near.sum() == 1
        assert discs.radius_px[near] == pytest.approx(radius, rel=0.25)
        assert bool(discs.dark[near][0]) == (shade < 130)


@pytest.mark.parametrize("covered", [0.3, 0.5, 0.75])
def test_the_lattice_of_stones_is_found(covered: float) -> None:
    places = game(covered)
    discs = stones_at(places)
    grid = lattices_of(discs)[0]
    assert len(grid.places) > 0.9 * len(places)
    assert agrees(grid, discs)


def test_gaps_between_stones_do_not_halve_the_lattice() -> None:
    places = game(0.9)
    gaps = (places + 0.5)[::2]
    stones, round_gaps = stones_at(places), stones_at(gaps, seed=2)  # type: ignore[arg-type]
    discs = Discs(
        np.concatenate([stones.middles_px, round_gaps.middles_px]),
        np.concatenate([stones.radius_px, 0.6 * round_gaps.radius_px]),
        np.concatenate([stones.rim, 0.6 * round_gaps.rim]),
        np.concatenate([stones.dark, round_gaps.dark]),
    )
    assert agrees(lattices_of(discs)[0], discs)


def test_scattered_discs_are_no_lattice() -> None:
    rng = np.random.default_rng(3)
    count = 150
    middles = rng.uniform(0, 900, (count, 2))
    discs = Discs(middles, rng.uniform(10, 16, count), np.full(count, 0.8), middles[:, 0] > 450)
    assert all(len(grid.places) < 40 for grid in lattices_of(discs))


def test_discs_of_one_colour_are_no_stones() -> None:
    discs = stones_at(game(0.6))
    one = Discs(discs.middles_px, discs.radius_px, discs.rim, np.ones(len(discs.rim), np.bool_))
    assert lattices_of(one) == []


@pytest.mark.parametrize("pieces", [200, 250])
@pytest.mark.parametrize("lines_seen", [True, False], ids=["lines", "blurred lines"])
def test_a_board_full_of_stones_is_found(pieces: int, lines_seen: bool) -> None:
    seen_by = camera(columns=19, height_mm=760.0)
    photo = draw_board(seen_by, columns=19, pieces=pieces, stones=True)
    if not lines_seen:
        photo = np.asarray(cv2.GaussianBlur(photo, (0, 0), 3.0), np.uint8)
    fit = find_board(photo, 19, 19)
    pitch_px = np.linalg.norm(np.diff(corners_px(seen_by, 19)[:2], axis=0)) / 18
    off = np.linalg.norm(fit.corners_px - corners_px(seen_by, 19), axis=1).max()
    assert off < 0.2 * pitch_px


def test_stones_that_reach_no_edge_do_not_say_where_the_board_ends() -> None:
    seen_by = camera(columns=19, height_mm=760.0)
    photo = draw_board(seen_by, columns=15, pieces=170, stones=True)
    photo = np.asarray(cv2.GaussianBlur(photo, (0, 0), 4.0), np.uint8)
    with pytest.raises(BoardNotFound):
        find_board(photo, 19, 19)


def test_stones_beside_a_smaller_board_refuse_it() -> None:
    seen_by = camera(columns=19, height_mm=760.0)
    photo = draw_board(seen_by, columns=19, pieces=230, stones=True)
    with pytest.raises(BoardNotFound):
        find_board(photo, 17, 17)
