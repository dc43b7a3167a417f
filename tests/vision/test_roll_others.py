"""What else lies about a roll: told with its place, and nothing made up."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.made import Made
from tests.vision.thrown import flat_roll, photographed
from vision.cubes import Tops
from vision.light import PhotoLog
from vision.look import look
from vision.roll_others import cut_off, further, leftovers, nearest_point
from vision.roll_squares import Judged, chosen, search


def tops_at(*places: tuple[float, float]) -> Tops:
    """Return squares at places in mm."""
    ones = np.ones(len(places))
    return Tops(np.array(places, dtype=float), 0 * ones, ones, ones)


@pytest.mark.parametrize(
    ("from_edge_px", "cut"),
    [(60.0, False), (30.0, False), (4.0, True), (-8.0, True)],
)
def test_the_pictures_edge_cuts_cubes_off(made: Made, from_edge_px: float, cut: bool) -> None:
    """A cube of which the picture shows a part is cut off."""
    view = made.table.view
    height = view.camera.size_px[1]
    at = view.camera.unproject(
        np.array([[from_edge_px, height / 2]]), height_mm=view.layout.piece_mm
    )[0]
    assert cut_off(view, tops_at((float(at[0]), float(at[1])))).tolist() == [cut]


@pytest.mark.parametrize(
    ("pitches", "near"), [((0.0, 0.0), "a1"), ((1.2, 1.9), "b3"), ((-2.5, 0.5), "")]
)
def test_places_have_names(made: Made, pitches: tuple[float, float], near: str) -> None:
    """A place is told by the nearest point of the board, one outside the grid by none."""
    place = np.array(pitches) * made.table.layout.pitch_mm
    assert nearest_point(made.table.view, place) == near


def test_squares_beyond_sixteen_need_to_be_plain() -> None:
    """The seventeenth square counts when it is as good as the others, a poor one doesn't."""
    tops = Tops(np.zeros((4, 2)), np.zeros(4), np.ones(4), np.array([1.0, 1.0, 0.9, 0.4]))
    found = Judged(tops, np.full((4, 1), 0.9, dtype=np.float32), np.array([1.0, 1.0, 0.9, 0.4]))
    assert len(further(found, 2, typical=1.0).worth) == 3


def test_a_cube_that_was_not_found_is_left_over(made: Made) -> None:
    """Take one cube out of those that were found: its place is told. With all, nothing is."""
    view, kit = made.table.view, made.table.kit
    photo = photographed(flat_roll(16)).image
    seen = look(photo, view, kit.pixels)
    colour = 1
    found = search(view, kit, seen, PhotoLog(photo), colour)
    found = chosen(found, np.arange(16))
    assert leftovers(view, seen, found, colour) == []
    middle = found.tops.centre_mm
    away = np.hypot(*(middle[:, None] - middle[None]).transpose(2, 0, 1)) + 999 * np.eye(16)
    alone = int(away.min(axis=1).argmax())
    rest = chosen(found, np.array([k for k in range(16) if k != alone]))
    (place, cut), *more = leftovers(view, seen, rest, colour)
    assert not more
    assert not cut
    assert np.hypot(*(place - middle[alone])) < view.layout.piece_mm / 2
