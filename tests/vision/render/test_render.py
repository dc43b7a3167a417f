"""Pictures: the same for the same seed, true to their truth, sound in every difficulty."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.render.looks import Difficulty
from vision.render.rays import Sight
from vision.render.render import render, truth_of
from vision.render.scene import Placed, Reach, Scene, Spread, lay_out, overlaps, throw
from vision.render.sensor import Sensor
from vision.render.symbols import FACES
from vision.render.tables import TableSetup, legibility, random_hand, random_table

SIZE = (320, 240)
PLACEMENT = {
    "a1": ["brown trap north"],
    "e5": ["brown path east-west", "blue moon"],
    "i9": ["blue stone"],
}


def made(seed: int = 3, difficulty: Difficulty = Difficulty.USUAL) -> tuple[TableSetup, Scene]:
    setup = random_table(seed, difficulty, size_px=SIZE)
    rng = np.random.default_rng(seed)
    pieces = lay_out(setup.look, PLACEMENT, setup.spread, rng)
    notches = (("brown", 2), ("blue", 1))
    return setup, Scene(setup.look, setup.camera, setup.light, setup.sensor, pieces, notches)


def test_the_same_seed_gives_the_same_picture() -> None:
    first, second = (render(made()[1], rng=np.random.default_rng(5)).image for _ in range(2))
    assert np.array_equal(first, second)


@pytest.mark.parametrize("difficulty", list(Difficulty))
@pytest.mark.parametrize("seed", [1, 2])
def test_every_difficulty_renders_a_sound_picture(difficulty: Difficulty, seed: int) -> None:
    image = render(made(seed, difficulty)[1], rng=np.random.default_rng(0)).image
    assert image.shape == (SIZE[1], SIZE[0], 3)
    assert image.dtype == np.uint8
    assert 8 < image.mean() < 235
    assert image.std() > 4


def test_truth_names_the_pieces_and_projects_their_tops() -> None:
    setup, scene = made()
    truth = truth_of(scene)
    assert truth["points"] == {site: list(pile) for site, pile in PLACEMENT.items()}
    assert truth["notches"] == {"brown": 2, "blue": 1}
    assert not truth["hand"]
    corners = setup.camera.project(np.column_stack([setup.look.layout.corners_mm, np.zeros(4)]))
    assert np.allclose(truth["grid_corners_px"], corners, atol=0.06)
    cube = next(c for c in truth["cubes"] if c["point"] == "e5" and c["level"] == 1)
    assert (cube["colour"], cube["face"]) == ("blue", "moon")
    piece = next(p for p in scene.pieces if p.level == 1)
    top = setup.camera.unproject(cube["top_px"], height_mm=2 * setup.look.layout.piece_mm)
    assert np.allclose(top.mean(axis=0), (piece.x_mm, piece.y_mm), atol=1.5)


def test_a_cube_appears_where_its_truth_says() -> None:
    _, scene = made(4, Difficulty.EASY)
    quiet = replace(scene.sensor, noise=0.0, jpeg=0)
    bare = replace(scene, pieces=(), notches=(), sensor=quiet)
    cube = Placed("blue star", 96.0, 128.0, 15.0, site="d5")
    with_cube = replace(bare, pieces=(cube,))
    shots = [render(s, rng=np.random.default_rng(0)) for s in (bare, with_cube)]
    change = np.abs(shots[0].image.astype(int) - shots[1].image).max(axis=2)
    inside = np.zeros(change.shape, np.uint8)
    top = np.round(shots[1].truth["cubes"][0]["top_px"]).astype(np.int32)
    cv2.fillConvexPoly(inside, top, 1)
    assert (change[inside > 0] > 6).mean() > 0.6
    far = cv2.dilate(inside, np.ones((95, 95), np.uint8)) == 0
    assert change[far].max() <= 3


def test_rays_agree_with_the_camera() -> None:
    camera = made()[0].camera
    sight = Sight.of(camera)
    rays = sight.rays(sight.whole)
    origin = camera.position_mm
    for x, y in [(0, 0), (319, 239), (100, 77), (250, 13)]:
        ray = rays[:, y, x].astype(float)
        place = origin - ray * (origin[2] / ray[2])
        assert np.allclose(camera.project(place[None])[0], (x, y), atol=0.03)


def test_a_hand_changes_much_of_the_picture() -> None:
    setup, scene = made(6)
    hand = random_hand(np.random.default_rng(1), setup.look.layout)
    assert isinstance(hand, Reach)
    bare, reached = (
        render(s, rng=np.random.default_rng(0)) for s in (scene, replace(scene, hand=hand))
    )
    change = np.abs(bare.image.astype(int) - reached.image).max(axis=2)
    assert (change > 12).mean() > 0.04
    assert reached.truth["hand"] is True


def test_pieces_stay_within_the_spread() -> None:
    setup, _ = made()
    spread = Spread(4.0, 20.0)
    full = {site: ["brown trap north", "blue trap west"] for site in setup.look.layout.sites[:8]}
    for piece in lay_out(setup.look, full, spread, np.random.default_rng(2)):
        assert piece.site is not None
        x, y = setup.look.layout.site_mm(piece.site)
        assert np.hypot(piece.x_mm - x, piece.y_mm - y) <= 4.0 + 1e-9
        meant = {"north": 0.0, "west": 90.0}[piece.name.split()[-1]]
        assert abs(piece.turn_deg - meant) <= 20.0


def test_thrown_cubes_do_not_overlap() -> None:
    setup, _ = made()
    cubes = throw(setup.look, "blue", [*FACES] * 2, np.random.default_rng(9), touching=0.6)
    assert len(cubes) == 12
    edge = setup.look.layout.piece_mm
    assert not any(overlaps(a, b, edge) for i, a in enumerate(cubes) for b in cubes[:i])


def test_exposure_brightens_and_noise_is_as_asked() -> None:
    scene = replace(made()[1], sensor=Sensor(exposure=0.4, noise=0.0, jpeg=0))
    brighter = replace(scene, sensor=replace(scene.sensor, exposure=0.8))
    noisy = replace(scene, sensor=replace(scene.sensor, noise=4.0))
    plain, bright, rough = (
        render(s, rng=np.random.default_rng(0)).image.astype(float)
        for s in (scene, brighter, noisy)
    )
    assert bright.mean() > plain.mean() + 10
    assert 2.0 < (rough - plain)[plain > 20].std() < 7.0


@pytest.mark.parametrize("seed", range(12))
def test_even_a_hard_table_can_be_read_by_a_person(seed: int) -> None:
    assert legibility(random_table(seed, Difficulty.HARD, size_px=SIZE)) > 1


def test_ink_like_its_ground_is_not_legible() -> None:
    setup = random_table(3, Difficulty.EASY, size_px=SIZE)
    pieces = replace(setup.look.pieces, ink=setup.look.pieces.body)
    faint = replace(setup, look=replace(setup.look, pieces=pieces))
    assert legibility(faint) == pytest.approx(0, abs=1e-6)
