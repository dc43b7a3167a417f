"""Cubes whose face is not plain are looked for again, and found where their face is plain."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.made import Made, made_table
from tests.vision.thrown import flat_roll, photographed
from vision.cocked import scene_of
from vision.cubes import Tops
from vision.kit import Kit
from vision.light import PhotoLog
from vision.look import look
from vision.roll_again import Again, better_ones, looked_for_again
from vision.roll_settle import within_a_quarter
from vision.roll_squares import Judged, faced
from vision.tilt import Scene
from vision.view import View

COUNT = 16


@dataclass(frozen=True, slots=True, eq=False)
class Thrown:
    """A roll of cubes that lie flat: where they lie, and what squares are compared with."""

    truth: Tops
    fine: PhotoLog
    scene: Scene

    @property
    def view(self) -> View:
        """The table's view."""
        return made_table().table.view

    @property
    def kit(self) -> Kit:
        """What was learned of the set."""
        return made_table().table.kit

    def faced(self, tops: Tops) -> Judged:
        """Return squares with their faces looked at."""
        return faced(self.view, self.kit, self.fine, within_a_quarter(tops), 1)

    def again(self, moved: Judged, *, least_mm: float = 13.0) -> Again:
        """Return where squares may lie instead."""
        typical = self.kit.faces.typical
        which = np.arange(COUNT, dtype=np.intp)
        return looked_for_again(self.scene, moved.tops, moved, which, typical, least_mm)


@cache
def thrown() -> Thrown:
    """Return a roll of the made table."""
    view, kit = made_table().table.view, made_table().table.kit
    pieces = flat_roll(COUNT)
    photo = photographed(pieces).image
    seen, fine = look(photo, view, kit.pixels), PhotoLog(photo)
    places = np.array([(piece.x_mm, piece.y_mm) for piece in pieces])
    turns = np.array([piece.turn_deg for piece in pieces])
    truth = within_a_quarter(Tops(places, turns, np.ones(COUNT), np.ones(COUNT)))
    return Thrown(truth, fine, scene_of(view, seen, fine, truth, 1))


def shifted(tops: Tops, edge_mm: float, *, turn_deg: float) -> Tops:
    """Return squares a fifth of an edge aside, the first eight of them, and turned."""
    aside = np.zeros((COUNT, 2))
    aside[:8] = 0.2 * edge_mm * np.array([0.6, -0.8])
    turn = np.where(np.arange(COUNT) < 8, turn_deg, 0.0)
    return replace(tops, centre_mm=tops.centre_mm + aside, turn_deg=tops.turn_deg + turn)


@pytest.mark.parametrize("turn_deg", [0.0, 25.0])
def test_a_square_that_settled_aside_goes_where_its_face_is_plain(
    made: Made, turn_deg: float
) -> None:
    """Squares a fifth of an edge aside, and turned as well, are put right; the others stay."""
    roll = thrown()
    edge, typical = roll.view.layout.piece_mm, made.table.kit.faces.typical
    moved = roll.faced(shifted(roll.truth, edge, turn_deg=turn_deg))
    again = roll.again(moved)
    asked = np.unique(again.which)
    assert len(asked) >= 6
    assert set(asked.tolist()) <= set(range(8))
    put_right = better_ones(moved, again, roll.faced(again.tops), typical)
    away = np.hypot(*(put_right.tops.centre_mm - roll.truth.centre_mm).T) / edge
    assert away[asked].max() < 0.1
    assert away[8:].max() == 0.0
    turned = (put_right.tops.turn_deg - roll.truth.turn_deg + 45.0) % 90.0 - 45.0
    assert np.abs(turned[asked]).max() < 6.0
    assert put_right.like.max(axis=1).min() > 0.9 * typical


def test_plain_faces_are_not_looked_for_again(made: Made) -> None:
    """Squares whose faces are plain stay where they are, without a look."""
    roll = thrown()
    plain = np.ones((COUNT, len(made.table.kit.faces.labels)), dtype=np.float32)
    again = roll.again(Judged(roll.truth, plain, np.ones(COUNT)))
    assert again.which.tolist() == []


def test_no_square_goes_onto_another_one() -> None:
    """Places that are on another square are none."""
    roll = thrown()
    moved = roll.faced(shifted(roll.truth, roll.view.layout.piece_mm, turn_deg=0.0))
    assert roll.again(moved, least_mm=1000.0).which.tolist() == []


@pytest.mark.parametrize(
    ("worth", "like", "at"),
    [
        ((1.0,), (1.0,), 1.0),
        ((1.0,), (0.5,), 1.0),
        ((0.2,), (1.0,), 1.0),
        ((0.72,), (0.52,), 0.0),
        ((0.2,), (0.7,), 0.0),
        ((1.2,), (0.2,), 0.0),
        ((1.0, 1.5), (1.0, 1.0), 2.0),
        ((1.5, 1.0), (1.0, 1.0), 1.0),
    ],
)
def test_a_square_moves_where_face_and_fit_are_worth_more_together(
    worth: tuple[float, ...], like: tuple[float, ...], at: float
) -> None:
    """A place is better by face, by fit, or by both; hardly better is not better."""
    count = len(worth)
    places = Tops(np.arange(1.0, count + 1)[:, None] * (1, 0), *np.zeros((3, count)))
    again = Again(np.zeros(count, dtype=np.intp), places, np.array(worth), np.array([0.7]))
    moved = Judged(Tops(np.zeros((1, 2)), *np.zeros((3, 1))), likes(0.5), np.zeros(1))
    put_right = better_ones(moved, again, Judged(places, likes(*like), np.ones(count)), 1.0)
    assert put_right.tops.centre_mm[0, 0] == at
    assert put_right.worth[0] == float(at > 0)
    assert len({len(getattr(put_right.tops, field.name)) for field in fields(Tops)}) == 1


def likes(*values: float) -> NDArray[np.float32]:
    """Return likenesses (N, 1) of faces."""
    return np.array(values, dtype=np.float32)[:, None]
