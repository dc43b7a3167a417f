"""Faces that are plain to see close beside a top that was found are read there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from tests.vision.made import made_table
from vision.face_again import looked_again
from vision.light import PhotoLog
from vision.look import look
from vision.sites import Measures, like_faces, measure

STONE, CUBE = 1, 2


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """Single cubes on the made table's board: what is measured, and what they show."""

    found: Measures
    fine: PhotoLog
    faces: tuple[str, ...]

    def aside(self, edges: float) -> Measures:
        """Return the measures with the tops of single cubes found so many edges aside."""
        view, kit = made_table().table.view, made_table().table.kit
        centre = self.found.centre_mm.copy()
        centre[:, 0, 0] += edges * view.layout.piece_mm
        moved = replace(self.found, centre_mm=centre)
        like = like_faces(
            *(view, kit, self.fine, moved.colour, moved.centre_mm[:, 0], moved.turn_deg[:, 0]),
            *(moved.size[:, 0], np.ones(len(moved), dtype=np.int64)),
        )
        return replace(moved, likeness=like)

    def again(self, found: Measures, kind: int) -> Measures:
        """Return what a second look makes of the measures where all sites bear a kind."""
        table = made_table().table
        kinds = np.full((len(found), 4), -30.0)
        kinds[:, kind] = 0.0
        return looked_again(table.view, table.kit, self.fine, found, kinds)


@cache
def laid() -> Laid:
    """Return the single cubes of a photo of the made table."""
    made = made_table()
    view, kit = made.table.view, made.table.kit
    photo = made.photo("board-01")
    seen, fine = look(photo, view, kit.pixels), PhotoLog(photo)
    points = made.truth("board-01")["points"]
    found = measure(view, kit, seen, fine)
    piles = [points.get(view.layout.sites[site]) or [] for site in found.site]
    single = [len(pile) == 1 and not pile[0].endswith("stone") for pile in piles]
    mine = np.flatnonzero(single)[:8]
    faces = tuple(piles[k][0].partition(" ")[2] for k in mine)
    names = Measures.__dataclass_fields__
    return Laid(Measures(**{name: getattr(found, name)[mine] for name in names}), fine, faces)


def labels(found: Measures) -> tuple[str, ...]:
    """Return the likeliest faces."""
    names = made_table().table.kit.faces.labels
    return tuple(names[k] for k in found.likeness.argmax(axis=1))


def dull(found: Measures) -> NDArray[np.intp]:
    """Return which faces are not plain."""
    typical = made_table().table.kit.faces.typical
    return np.flatnonzero(found.likeness.max(axis=1) < 0.8 * typical)


def test_a_top_that_was_found_aside_is_put_where_its_face_is_plain() -> None:
    """Tops 0.22 edges aside, whose face is likeliest but not plain, are put back to it."""
    cubes = laid()
    aside = cubes.aside(0.22)
    asked = [k for k in dull(aside) if labels(aside)[k] == cubes.faces[k]]
    assert asked
    again = cubes.again(aside, CUBE)
    edge = made_table().table.view.layout.piece_mm
    away = np.hypot(*(again.centre_mm[asked, 0] - cubes.found.centre_mm[asked, 0]).T) / edge
    assert away.max() < 0.1
    assert [labels(again)[k] for k in asked] == [cubes.faces[k] for k in asked]
    typical = made_table().table.kit.faces.typical
    assert again.likeness[asked].max(axis=1).min() > 0.85 * typical


def test_another_face_is_no_reason_to_look_elsewhere() -> None:
    """Where another face seems likeliest, a top stays, though its own face is plain close by."""
    cubes = laid()
    aside = cubes.aside(0.22)
    misled = aside.likeness.copy()
    for row, face in zip(misled, cubes.faces, strict=True):
        own = made_table().table.kit.faces.labels.index(face)
        row[:] = 0.1
        row[own - 1] = 0.2
    again = cubes.again(replace(aside, likeness=misled), CUBE)
    assert np.array_equal(again.likeness, misled)
    assert np.array_equal(again.centre_mm, aside.centre_mm)


def test_plain_faces_stay_where_they_are() -> None:
    """Tops with plain faces are not looked at again."""
    cubes = laid()
    found = cubes.aside(0.0)
    assert len(dull(found)) == 0
    assert cubes.again(found, CUBE) is found


def test_no_face_is_looked_for_on_a_stone() -> None:
    """What is no cube keeps its measures."""
    cubes = laid()
    aside = cubes.aside(0.22)
    assert cubes.again(aside, STONE) is aside


def test_a_face_that_is_nowhere_plain_stays_in_doubt() -> None:
    """Tops far from any face keep place and likeness."""
    cubes = laid()
    aside = cubes.aside(0.75)
    again = cubes.again(aside, CUBE)
    assert np.array_equal(again.centre_mm, aside.centre_mm)
    assert np.array_equal(again.likeness, aside.likeness)
