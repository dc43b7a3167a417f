"""Squares settle where cubes are, and never two on one."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.made import Made
from tests.vision.thrown import flat_roll, photographed
from vision.cocked import scene_of, settled
from vision.cubes import Tops
from vision.light import PhotoLog
from vision.look import look
from vision.roll_settle import no_two_on_one, standing, within_a_quarter
from vision.roll_squares import faced
from vision.witness import cut_faces, second_opinion


def tops_at(*places: tuple[float, float]) -> Tops:
    """Return squares at places in mm, each with its own fit."""
    ones = np.ones(len(places))
    fits = np.arange(len(places), dtype=np.float64)
    return Tops(np.array(places, dtype=float), 0 * ones, ones, fits)


def test_squares_that_lie_aside_come_back(made: Made) -> None:
    """Squares a third of an edge aside and turned by 5 degrees settle on their cubes."""
    view, kit = made.table.view, made.table.kit
    edge = view.layout.piece_mm
    pieces = flat_roll(16)
    photo = photographed(pieces).image
    seen, fine = look(photo, view, kit.pixels), PhotoLog(photo)
    places = np.array([(piece.x_mm, piece.y_mm) for piece in pieces])
    rng = np.random.default_rng(2)
    ways = rng.uniform(0, 2 * np.pi, len(places))
    aside = edge / 3 * np.column_stack([np.cos(ways), np.sin(ways)])
    turns = np.array([piece.turn_deg for piece in pieces]) + rng.choice([-5.0, 5.0], len(places))
    ones = np.ones(len(places))
    tops = Tops(places + aside, turns, ones, ones)
    found = settled(scene_of(view, seen, fine, tops, 1), tops)
    away = np.hypot(*(found.centre_mm - places).T) / edge
    assert (away < 0.12).sum() >= 15


def test_squares_of_bare_wood_stand_less_than_cubes(made: Made) -> None:
    """No edges and sides are seen where there is no cube, whatever a square's colour is."""
    view, kit = made.table.view, made.table.kit
    pieces = flat_roll(16)
    photo = photographed(pieces).image
    cubes = np.array([(piece.x_mm, piece.y_mm) for piece in pieces])
    turns = np.array([piece.turn_deg for piece in pieces])
    around = np.stack(np.meshgrid(*2 * [np.arange(0.0, 150.0, 10.0)]), axis=-1).reshape(-1, 2)
    away = np.hypot(*(around[:, None] - cubes[None]).transpose(2, 0, 1)).min(axis=1)
    bare = around[away > 2.5 * view.layout.piece_mm][:6]
    assert len(bare) > 0
    places = np.vstack([cubes, bare])
    ones = np.ones(len(places))
    tops = Tops(places, np.append(turns, 0 * ones[len(cubes) :]), ones, ones)
    scene = scene_of(view, look(photo, view, kit.pixels), PhotoLog(photo), tops, 1)
    stands = standing(scene, tops, np.arange(len(places)))
    assert stands[: len(cubes)].min() > 0.6 > stands[len(cubes) :].max()


@pytest.mark.parametrize("quarters", [-1, 1, 2])
def test_both_witnesses_see_the_same_side_up(made: Made, quarters: int) -> None:
    """A square that settled beyond a quarter turn shows both the same face the same way."""
    view, kit = made.table.view, made.table.kit
    pieces = flat_roll(16)
    photo = photographed(pieces).image
    places = np.array([(piece.x_mm, piece.y_mm) for piece in pieces])
    turns = np.array([piece.turn_deg for piece in pieces]) + 90.0 * quarters
    tops = within_a_quarter(Tops(places, turns, np.ones(16), np.ones(16)))
    assert np.abs(tops.turn_deg).max() <= 45.0
    heights = np.full(16, view.layout.piece_mm)
    crops = cut_faces(photo, view, tops.centre_mm, tops.turn_deg, heights)
    told = second_opinion(kit, crops, np.ones(16, dtype=np.int64)).argmax(axis=1)
    seen = faced(view, kit, PhotoLog(photo), tops, 1).like.argmax(axis=1)
    assert seen.tolist() == told.tolist()
    named = [kit.faces.labels[k].partition(" ")[0] for k in told]
    assert named == [piece.name.split()[1] for piece in pieces]


@pytest.mark.parametrize(
    ("found", "moved", "places"),
    [
        (((0, 0), (20, 0)), ((1, 0), (19, 0)), ((1, 0), (19, 0))),
        (((0, 0), (20, 0)), ((0, 0), (3, 0)), ((0, 0), (20, 0))),
        (((0, 0), (12, 0)), ((2, 0), (3, 0)), ((2, 0),)),
    ],
)
def test_no_two_squares_settle_on_one_cube(
    found: tuple[tuple[float, float], ...],
    moved: tuple[tuple[float, float], ...],
    places: tuple[tuple[float, float], ...],
) -> None:
    """The one that moved less stays; the other goes back to where it was found, or is left out."""
    kept, which = no_two_on_one(tops_at(*found), tops_at(*moved), 13.0)
    assert kept.centre_mm.tolist() == [list(place) for place in places]
    assert kept.fit.tolist() == which.tolist()
