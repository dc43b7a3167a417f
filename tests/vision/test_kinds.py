"""Second thoughts: stones by their colours and missing faces, hidden lines, known shadows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.made import Made
from vision.crossings import Arms, lines_left, look_at_arms
from vision.kinds import (
    in_doubt,
    lines_gone,
    something_there,
    stones_or_cubes,
    unseen,
    within_reach,
)
from vision.lamps import Lamps
from vision.light import PhotoLog
from vision.look import Look, look
from vision.shade import in_shade
from vision.sites import Measures, measure

NOTHING, STONE, CUBE, STACK = range(4)


def test_corrections_stay_probabilities(scene: tuple[Made, Look, Measures]) -> None:
    """Whatever is corrected, the four kinds' probabilities sum to one."""
    made, _, found = scene
    rng = np.random.default_rng(3)
    kinds = np.log(rng.dirichlet([1, 1, 1, 1], len(found)))
    points = made.table.layout.points_mm[found.site]
    for changed in (
        within_reach(kinds, found, points),
        stones_or_cubes(kinds, found, made.table.kit.faces.typical),
        something_there(kinds, rng.uniform(0, 1, len(found))),
    ):
        assert np.exp(changed).sum(axis=1) == pytest.approx(1.0)


def test_a_stones_colours_and_a_missing_face_make_a_stone(
    scene: tuple[Made, Look, Measures],
) -> None:
    """What is thought a cube is a stone where it looks like one; nothing stays as likely."""
    made, _, found = scene
    kinds = np.log(np.tile([0.2, 0.05, 0.7, 0.05], (len(found), 1)))
    typical = made.table.kit.faces.typical
    stone = replace(
        found,
        of_stone=np.full(len(found), 2.0),
        likeness=np.full_like(found.likeness, 0.4 * typical),
    )
    cube = replace(
        found, of_stone=np.full(len(found), -4.0), likeness=np.full_like(found.likeness, typical)
    )
    told = np.exp(stones_or_cubes(kinds, stone, typical))
    assert (told.argmax(axis=1) == STONE).all()
    assert told[:, NOTHING] == pytest.approx(0.2)
    assert (np.exp(stones_or_cubes(kinds, cube, typical)).argmax(axis=1) == CUBE).all()


def test_a_face_that_shines_makes_no_stone_of_a_cubes_colours(
    scene: tuple[Made, Look, Measures],
) -> None:
    """Where a cube has a stone's colours, a face that is badly seen adds nothing to the doubt."""
    made, _, found = scene
    kinds = np.log(np.tile([0.01, 0.59, 0.4, 0.0001], (len(found), 1)))
    typical = made.table.kit.faces.typical
    shining = replace(
        found,
        of_stone=np.full(len(found), 0.3),
        likeness=np.full_like(found.likeness, 0.6 * typical),
    )
    assert np.exp(stones_or_cubes(kinds, shining, typical))[:, STONE].max() < 0.6
    clear = replace(shining, likeness=np.full_like(found.likeness, typical))
    assert (np.exp(stones_or_cubes(kinds, clear, typical)).argmax(axis=1) == CUBE).all()


def test_unsteady_light_leaves_doubt() -> None:
    """Where no other light was taken off all stays as it was; at an edge nothing is sure."""
    kinds = np.log(np.array([[0.001, 0.001, 0.001, 0.997]] * 3))
    told = in_doubt(kinds, np.array([0.0, 0.5, 1.0]))
    assert np.exp(told).sum(axis=1) == pytest.approx(1.0)
    assert (told[0] == kinds[0]).all()
    assert np.exp(told[1:, STACK]) == pytest.approx([0.87, 0.68], abs=0.02)


def test_stones_have_their_own_colours(scene: tuple[Made, Look, Measures]) -> None:
    """On stones their colours are likelier against cubes' than on any cube, on average."""
    made, _, found = scene
    points = made.truth("board-01")["points"]
    sites = [made.table.layout.sites[k] for k in found.site]
    top = [points[site][-1] if points.get(site) else "" for site in sites]
    stones = np.array(["stone" in name for name in top])
    cubes = np.array([bool(name) and "stone" not in name for name in top])
    assert found.of_stone[stones].mean() > found.of_stone[cubes].max()


def test_where_lines_are_gone_something_lies(scene: tuple[Made, Look, Measures]) -> None:
    """Hidden lines on a bright board are believed, but where a known pile covers them."""
    made, seen, found = scene
    view, kit = made.table.view, made.table.kit
    bright = replace(seen, change=np.zeros_like(seen.change))
    arms = look_at_arms(view, seen)
    hidden = Arms(arms.line, np.zeros_like(arms.kept), arms.banks_mm)
    kinds = np.log(np.tile([0.97, 0.01, 0.01, 0.01], (len(found), 1)))
    bare = np.zeros(len(found))
    told = lines_gone(view, kit, bright, hidden, found, kinds, bare)
    assert told == pytest.approx(1.0)
    assert unseen(kinds, told) == len(found)
    assert np.exp(something_there(kinds, told))[:, NOTHING].max() < 0.5
    assert lines_gone(view, kit, bright, hidden, found, kinds, bare + 1) == pytest.approx(0.0)


@pytest.mark.parametrize(
    ("east_mm", "change", "level", "shaded"),
    [(32, -1.5, 2, True), (32, 0.0, 2, False), (32, -1.5, 1, False), (-32, -1.5, 2, False)],
    ids=["stack", "bright", "single", "towards the lamp"],
)
def test_a_known_shadow_is_where_the_lamp_casts_it_and_the_board_is_dark(
    scene: tuple[Made, Look, Measures], east_mm: float, change: float, level: int, shaded: bool
) -> None:
    """A stack's shadow under a lamp in the west reaches a point where a single cube's doesn't."""
    made, seen, _ = scene
    view = made.table.view
    lamps = Lamps(np.array([0.2, 0.0, 0.8]), np.array([1.0, 0.0]), 0.0, 0.02)
    middle = view.layout.corners_mm.mean(axis=0)[None]
    pile, none = (middle, np.zeros(1)), (np.zeros((0, 2)), np.zeros(0))
    dark = replace(seen, change=np.full_like(seen.change, change))
    piles = [pile, none] if level == 1 else [none, pile]
    place = middle + np.array([east_mm, 0.0])
    assert in_shade(view, dark, lamps, piles, place).tolist() == [shaded]


def test_an_edge_that_looks_like_a_stronger_line_is_no_line() -> None:
    """Arms count as they are told to; where none counts nothing is known."""
    arms = Arms(np.ones((2, 4)), np.array([[1.0, 1, 1, 1], [1, 0, 0, 0]]), np.zeros((2, 4, 1, 2)))
    assert lines_left(arms) == pytest.approx([1.0, 0.25])
    first = np.array([[1.0, 0, 0, 0]] * 2)
    assert lines_left(arms, first) == pytest.approx([1.0, 1.0])
    assert np.isnan(lines_left(arms, 0 * first)).all()


@pytest.fixture(scope="module")
def scene(made: Made) -> tuple[Made, Look, Measures]:
    """Return a made table, a look at a photo of it, and what was measured."""
    photo = made.photo("board-01")
    view, kit = made.table.view, made.table.kit
    seen = look(photo, view, kit.pixels)
    return made, seen, measure(view, kit, seen, PhotoLog(photo))
