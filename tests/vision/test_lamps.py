"""What shadows say: made from known lamps, found again, and compared pile by pile."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.lamps import Shone, learn_lamps
from vision.camera import Camera
from vision.lamps import Lamps, Lit, bare, disc, ground_of, shades, shadows, sky, total
from vision.layout import Layout

Floats = NDArray[np.float64]

LAYOUT = Layout(9, 9, 32.0, 16.0)
GROUND = ground_of(LAYOUT)
EDGE = LAYOUT.piece_mm
CAMERA = Camera(
    (900, 900),
    np.array([[1000.0, 0, 450], [0, 1000.0, 450], [0, 0, 1]]),
    np.zeros(5),
    np.diag([1.0, -1.0, -1.0]),
    np.array([-128.0, 128.0, 420.0]),
)
LOW_SUN = Lamps(np.array([0.2, 0.1, 0.7]), np.array([-0.8, 0.5]), 0.0, 0.05)
NEAR_LAMP = Lamps(np.array([0.15, 0.15, 0.7]), np.array([0.5, -0.6]), 1 / 500, 0.06)
WINDOW = Lamps(np.array([0.35, 0.2, 0.45]), np.array([0.6, 0.2]), 1 / 2000, 0.3)


def some_cubes(seed: int, count: int = 22) -> tuple[Floats, Floats]:
    """Return centres (N, 2) and turns (N,) of cubes on random points, put down carelessly."""
    rng = np.random.default_rng(seed)
    points = LAYOUT.points_mm[rng.permutation(81)[:count]]
    return points + rng.uniform(-2, 2, (count, 2)), rng.uniform(-10, 10, count)


def pictured(lamps: Lamps, centre: Floats, turn: Floats, levels: Floats, seed: int = 0) -> Lit:
    """Return the ground as a camera would show it: lit by lamps, with grain."""
    corner = GROUND.corner(centre)
    light = np.full(GROUND.shape, lamps.weights[0])
    for weight, rays in zip(lamps.weights[1:], lamps.rays(), strict=True):
        dark = np.stack(
            [
                shades(
                    *(rays, GROUND, corner[k : k + 1], centre[k : k + 1], turn[k : k + 1]),
                    edge_mm=EDGE,
                    height_mm=EDGE * level,
                )[0]
                for k, level in enumerate(levels)
            ]
        )
        light += weight * np.maximum(1 - total(dark, corner, GROUND.shape), 0)
    noise = np.random.default_rng(seed).normal(0, 0.05, GROUND.shape)
    shown = GROUND.inside * bare(CAMERA, GROUND, centre, turn, EDGE)
    return Lit((np.log(light) + noise).astype(np.float32), shown)


@pytest.mark.parametrize("lamps", [LOW_SUN, NEAR_LAMP, WINDOW], ids=["sun", "lamp", "window"])
def test_the_light_is_found_again_from_the_shadows_of_two_photos(lamps: Lamps) -> None:
    lessons = []
    for seed in (1, 2):
        centre, turn = some_cubes(seed)
        lessons.append(Shone(pictured(lamps, centre, turn, np.ones(len(turn))), centre, turn))
    found = learn_lamps(GROUND, lessons, EDGE)
    assert found.slant == pytest.approx(lamps.slant, abs=0.06)
    assert found.bend == pytest.approx(lamps.bend, abs=5e-4)
    assert found.weights == pytest.approx(lamps.weights, abs=0.1)


@pytest.mark.parametrize("lamps", [LOW_SUN, NEAR_LAMP, WINDOW], ids=["sun", "lamp", "window"])
def test_stacks_are_told_by_their_longer_shadows(lamps: Lamps) -> None:
    centre, turn = some_cubes(3)
    levels = np.ones(len(turn))
    levels[::4] = 2
    seen = pictured(lamps, centre, turn, levels)
    said = shadows(lamps, seen, GROUND, CAMERA, [(centre, turn), (centre, turn)], EDGE)
    told = said.leaning
    clear = said.power > 2
    assert clear.sum() > len(turn) / 2
    assert (told[(levels == 2) & clear] > 0).all()
    assert (told[(levels == 1) & clear] < 0).all()
    assert (said.stacked < said.single)[(levels == 2) & clear].all()


def test_without_a_lamp_shadows_say_nothing() -> None:
    centre, turn = some_cubes(4)
    lamps = Lamps(np.array([1.0, 0.0, 0.0]), np.array([0.5, 0.5]), 0.0, 0.1)
    seen = pictured(lamps, centre, turn, np.ones(len(turn)))
    said = shadows(lamps, seen, GROUND, CAMERA, [(centre, turn), (centre, turn)], EDGE)
    assert np.abs(said.leaning).max() == 0
    assert said.power.max() == 0


def test_a_board_without_piles_has_no_shadows_to_compare() -> None:
    seen = pictured(LOW_SUN, *some_cubes(5), np.ones(22))
    none = (np.zeros((0, 2)), np.zeros(0))
    assert len(shadows(LOW_SUN, seen, GROUND, CAMERA, [none, none], EDGE).share) == 0


def test_a_lone_box_shades_what_lies_behind_it() -> None:
    middle = GROUND.middle_mm[None]
    corner = GROUND.corner(middle)
    rays = disc(np.array([1.0, 0.0]), 0.0, 0.01)
    dark = shades(rays, GROUND, corner, middle, np.zeros(1), edge_mm=EDGE, height_mm=EDGE)[0]
    across = dark[dark.shape[0] // 2]
    cells = EDGE / GROUND.cell_mm
    assert across.sum() == pytest.approx(2 * cells, abs=1.5)
    assert across[: across.size // 2 - int(cells / 2) - 1].max() == 0
    twice = shades(rays, GROUND, corner, middle, np.zeros(1), edge_mm=EDGE, height_mm=2 * EDGE)[0]
    assert twice[dark.shape[0] // 2].sum() == pytest.approx(3 * cells, abs=1.5)


def test_the_sky_shades_alike_on_all_sides() -> None:
    middle = GROUND.middle_mm[None]
    corner = GROUND.corner(middle)
    dark = shades(sky(), GROUND, corner, middle, np.zeros(1), edge_mm=EDGE, height_mm=EDGE)[0]
    assert dark == pytest.approx(np.rot90(dark), abs=0.18)
