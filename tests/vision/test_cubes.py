"""Cubes: tops are found where they are, sides and shadows are not."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.made import Made
from vision.cubes import COARSE_TURNS, edge_distance, find_tops, make_stencils, squares
from vision.look import look
from vision.piles import silhouettes


def test_edge_distance_is_negative_inside_only() -> None:
    """The middle of a square of 16 is 8 inside, a point beside it outside."""
    away = edge_distance(np.array([[0.0, 0.0], [10.0, 0.0]]), np.zeros(2), 0.0, 16.0)
    assert away.tolist() == [-8.0, 2.0]


@pytest.mark.parametrize("turn", [0.0, 20.0, -35.0])
def test_squares_have_their_corners_on_their_edges(turn: float) -> None:
    """Corners lie on the outline of the turned square."""
    centre = np.array([[3.0, -4.0]])
    corners = squares(centre, np.array([turn]), np.array([16.0]))[0]
    assert edge_distance(corners, centre[0], turn, 16.0) == pytest.approx(np.zeros(4), abs=1e-9)


def test_stencils_are_blind_to_even_surfaces() -> None:
    """Each stencil weighs the inside with one and the ring with four fifths."""
    stencils = make_stencils(16.0, 2.0, 1.0, 1.25)
    assert len(stencils.masks) == 25 * len(COARSE_TURNS)
    told = stencils.scores(np.ones((1, stencils.masks.shape[1]), dtype=np.float32))
    assert told == pytest.approx(np.full((len(stencils.masks), 1), 0.2), abs=1e-4)


def test_tops_are_found_within_a_millimetre(made: Made) -> None:
    """The tops of the teaching cubes are found where the truth has them."""
    truth = made.truth("teach-1")
    view, kit = made.learned.view, made.learned.kit
    seen = look(made.photo("teach-1"), view, kit.pixels)
    edge = view.layout.piece_mm
    errors = []
    for cube in truth["cubes"]:
        colour = ("brown", "blue").index(cube["colour"])
        place = np.array([view.layout.site_mm(cube["point"])])
        found = find_tops(
            seen.top(colour), view.work, place, edge_mm=edge, height_mm=edge, reach_mm=5.0
        )
        real = view.camera.unproject(np.array(cube["top_px"]), height_mm=edge).mean(axis=0)
        errors.append(float(np.hypot(*(found.centre_mm[0] - real))))
    assert np.median(errors) < 1.0
    assert max(errors) < 3.0


def test_a_stack_has_a_larger_silhouette(made: Made) -> None:
    """A stack covers more of the picture than a cube, and both have the same size of top."""
    view = made.table.view
    edge = view.layout.piece_mm
    place = np.array([view.layout.site_mm("a1")] * 2)
    one, two = silhouettes(
        view.work,
        place,
        np.zeros(2),
        edge_mm=np.full(2, edge),
        height_mm=np.array([edge, 2 * edge]),
    )
    assert two.side.sum() > 1.5 * one.side.sum()
    assert (two.middle + two.rim).sum() > (one.middle + one.rim).sum()
