"""Levels: cubes and stacks are told apart where they are hard to tell, and doubt is said."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.made import Made
from vision.levels import KINDS, beside_usual, kind_log_p, usual_of
from vision.patches import CHANNELS, SIZE
from vision.read import Table, read_board
from vision.render.render import render
from vision.render.scene import Placed, Scene
from vision.render.tables import TableSetup
from vision.sites import FEATURES


def test_usual_is_median_and_scatter() -> None:
    """One odd cube among many changes neither."""
    features = np.array([[1.0], [2.0], [3.0], [2.0], [500.0]])
    assert usual_of(features)[:, 0] == pytest.approx([2.0, 1.4826])


def test_measures_are_told_by_their_distance_from_the_usual_too() -> None:
    """The distance is in scatters, and no distance counts for more than twelve."""
    usual = np.array([[1.0, 0.0], [0.5, 0.0]])
    told = beside_usual(np.array([[2.0, 99.0]]), usual, np.array([0.5, 1.0]))
    assert told.tolist() == [[2.0, 99.0, 1.0, 12.0]]


def test_kinds_are_probabilities_whatever_the_batch() -> None:
    """Each site's kinds sum to one and don't depend on the other sites asked with it."""
    rng = np.random.default_rng(1)
    features = rng.normal(0, 1, (19, len(FEATURES)))
    patches = rng.uniform(-1, 1, (19, CHANNELS, SIZE, SIZE)).astype(np.float32)
    usual = np.stack([np.zeros(len(FEATURES)), np.ones(len(FEATURES))])
    together = kind_log_p(features, patches, usual)
    assert np.exp(together).sum(axis=1) == pytest.approx(np.ones(19))
    alone = kind_log_p(features[7:8], patches[7:8], usual)
    assert alone[0] == pytest.approx(together[7], abs=1e-4)
    assert kind_log_p(features[:0], patches[:0], usual).shape == (0, len(KINDS))


def near_foot(table: Table) -> str:
    """Return the point nearest to the camera's foot, where levels are hardest to tell."""
    away = table.layout.points_mm - table.view.work.position_mm[:2]
    return table.layout.sites[int(np.hypot(*away.T).argmin())]


def pile(
    setup: TableSetup, site: str, pieces: list[tuple[str, float, float, float, int]]
) -> tuple[Placed, ...]:
    """Return a pile from below: name, offsets in mm, turn in degrees and copy of each piece."""
    x, y = setup.look.layout.site_mm(site)
    edge = setup.look.layout.piece_mm
    return tuple(
        Placed(name, x + dx, y + dy, turn, k * edge, copy, site, k)
        for k, (name, dx, dy, turn, copy) in enumerate(pieces)
    )


CASES = {
    "a stack put up carelessly": [
        ("brown moon", 1.5, -1.0, 4.0, 1),
        ("blue star", -1.5, 1.5, -12.0, 2),
    ],
    "a stack of one colour, turned": [
        ("blue safe", -1.0, 0.5, -9.0, 3),
        ("blue moon", 1.0, 1.5, 14.0, 4),
    ],
    "a cube right on its point": [("blue star", 0.0, 0.0, 0.0, 5)],
    "a cube far off its point, turned": [("brown star", 2.8, -2.8, 18.0, 6)],
}


@pytest.mark.parametrize("case", list(CASES))
def test_levels_are_told_under_the_camera(made: Made, case: str) -> None:
    """At the camera's foot, where a stack hides its lower cube, both are read as they are."""
    table, setup = made.table, made.setup
    site = near_foot(table)
    pieces = pile(setup, site, CASES[case])
    reading = read_board(shot(setup, pieces), table)
    seen = {place: (pile.piece, pile.level) for place, pile in reading.seen().items()}
    assert seen == {site: (pieces[-1].name, len(pieces))}


def shot(setup: TableSetup, pieces: tuple[Placed, ...]) -> NDArray[np.uint8]:
    """Return a photo of a table with some pieces."""
    scene = Scene(setup.look, setup.camera, setup.light, setup.sensor, pieces, ())
    return np.asarray(render(scene, rng=np.random.default_rng(3)).image, dtype=np.uint8)
