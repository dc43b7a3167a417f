"""Rolls: every face is counted, and what can't be seen is said."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.made import Made
from tests.vision.thrown import TABLE, flat_roll, photographed, thrown
from vision.cocked import find_contacts
from vision.cubes import Tops
from vision.render.cocked import throw_piled
from vision.render.symbols import FACES
from vision.roll import Roll, Unread, read_roll
from vision.testimony import unread_of


def test_a_roll_is_counted(made: Made) -> None:
    """All sixteen faces of an easy table's roll are right."""
    truth = made.truth("roll-01")["roll"]
    roll = read_roll(made.photo("roll-01"), made.table.view, made.table.kit)
    assert roll.colour == truth["colour"]
    assert roll.faces == {face: count for face, count in truth["faces"].items() if count}
    assert roll.sure


def test_a_hidden_cube_is_not_guessed(made: Made) -> None:
    """With one cube painted over fifteen are read and the roll is not sure."""
    photo = made.photo("roll-01")
    corners = np.array(made.truth("roll-01")["cubes"][0]["top_px"])
    x, y = np.round(corners.mean(axis=0)).astype(int)
    radius = int(np.ptp(corners[:, 0]) * 0.9)
    empty = made.photo("empty")
    mask = np.zeros(photo.shape[:2], dtype=np.uint8)
    cv2.circle(mask, (int(x), int(y)), radius, 1, -1)
    photo[mask > 0] = empty[mask > 0]
    roll = read_roll(photo, made.table.view, made.table.kit)
    assert len(roll.cubes) < 16
    assert not roll.sure


def test_an_empty_board_shows_no_roll(made: Made) -> None:
    """Nothing is counted where nothing lies."""
    roll = read_roll(made.photo("empty"), made.table.view, made.table.kit)
    assert roll.cubes == ()


def whys(roll: Roll) -> Counter[str]:
    """Return how many cubes were not read for which reason."""
    return Counter(cube.why.value for cube in roll.unread)


def told_of(roll: Roll, place: NDArray[np.float64], reach_px: float) -> str:
    """Return the face read at a place, why none was, or "nothing"."""
    told = [(cube.px, cube.face) for cube in roll.cubes]
    told += [(cube.px, cube.why.value) for cube in roll.unread]
    away = [float(np.hypot(*(np.array(px) - place))) for px, _ in told]
    nearest = int(np.argmin(away))
    return told[nearest][1] if away[nearest] < reach_px else "nothing"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_cocked_cubes_are_said_and_flat_ones_are_read(made: Made, seed: int) -> None:
    """Cubes that lean by 25 degrees and more are said to be cocked; none has a made-up face."""
    shot = thrown(seed, (25.0, 44.0))
    roll = read_roll(shot.image, made.table.view, made.table.kit)
    flat_right, cocked_said, guessed = 0, 0, 0
    for cube in shot.truth["cubes"]:
        corners = np.array(cube["top_px"])
        edge = float(np.linalg.norm(corners[0] - corners[1]))
        told = told_of(roll, corners.mean(axis=0), 0.8 * edge)
        if "lean" not in cube:
            flat_right += told == cube["face"]
        else:
            cocked_said += told == "cocked"
            guessed += told in FACES
    assert flat_right >= 11
    assert cocked_said >= 3
    assert guessed <= 1
    assert not roll.sure


def test_small_leans_may_count(made: Made) -> None:
    """A cube that leans by a few degrees still shows its face."""
    shot = thrown(4, (3.0, 6.0))
    roll = read_roll(shot.image, made.table.view, made.table.kit)
    assert len(roll.cubes) >= 15


def test_a_cube_alone_can_lean_on_nothing(made: Made) -> None:
    """Without a neighbour that it touches, no cube is looked at for leaning."""
    centres = np.array([[40.0, 40.0], [90.0, 40.0], [108.0, 40.0]])
    one = np.ones(3)
    contacts = find_contacts(made.table.view, Tops(centres, np.zeros(3), one, one))
    assert contacts.near.any(axis=1).tolist() == [False, True, True]
    assert contacts.outside.tolist() == [0, 0, 0]


def test_a_photo_without_colours_gives_its_reason(made: Made) -> None:
    """A roll is not read from a photo that can't be read."""
    grey = cv2.cvtColor(made.photo("roll-01"), cv2.COLOR_BGR2GRAY)
    photo = np.asarray(cv2.merge([grey] * 3), dtype=np.uint8)
    roll = read_roll(photo, made.table.view, made.table.kit)
    assert (roll.cubes, roll.unread) == ((), ())
    assert "colour" in roll.reason


def test_fewer_cubes_than_sixteen_are_not_sure(made: Made) -> None:
    """Fourteen cubes are fourteen; nothing is invented."""
    roll = read_roll(photographed(flat_roll(14)).image, made.table.view, made.table.kit)
    assert (len(roll.cubes), roll.unread, roll.sure) == (14, (), False)


def test_more_cubes_than_sixteen_are_said(made: Made) -> None:
    """Eighteen cubes are counted, and the roll says that two are too many."""
    roll = read_roll(photographed(flat_roll(18)).image, made.table.view, made.table.kit)
    assert (len(roll.cubes), roll.sure) == (18, False)
    assert unread_of(roll)


def test_cubes_of_the_other_colour_do_not_count(made: Made) -> None:
    """Two brown cubes among sixteen blue ones are told with their places."""
    pieces = flat_roll(18)
    brown = [replace(p, name=p.name.replace("blue", "brown")) for p in pieces[16:]]
    shot = photographed([*pieces[:16], *brown])
    roll = read_roll(shot.image, made.table.view, made.table.kit)
    assert (roll.colour, len(roll.cubes), roll.sure) == ("blue", 16, False)
    assert whys(roll) == {"other colour": 2}
    assert all(cube.near for cube in roll.unread)
    assert unread_of(roll)


def test_half_a_roll_of_the_other_colour_does_not_count(made: Made) -> None:
    """Eight cubes of each colour are no roll of sixteen of one."""
    pieces = flat_roll(16)
    half = [replace(p, name=p.name.replace("blue", "brown")) for p in pieces[:8]]
    shot = photographed([*half, *pieces[8:]])
    roll = read_roll(shot.image, made.table.view, made.table.kit)
    assert (len(roll.cubes), roll.sure) == (8, False)
    assert whys(roll)["other colour"] >= 6


def test_a_cube_on_the_bare_wood_is_counted(made: Made) -> None:
    """Outside the grid a cube counts as well."""
    beside = replace(flat_roll(16)[15], x_mm=-24.0, y_mm=60.0)
    roll = read_roll(photographed([*flat_roll(15), beside]).image, made.table.view, made.table.kit)
    assert len(roll.cubes) == 16


def test_a_cube_on_another_is_never_counted_silently(made: Made) -> None:
    """Two cubes lie on others: the roll is not sure, whatever is read of them."""
    rng = np.random.default_rng(3)
    faces = [str(face) for face in rng.choice(FACES, 16)]
    shot = photographed(throw_piled(TABLE.look, "blue", faces, rng, piled=2))
    roll = read_roll(shot.image, made.table.view, made.table.kit)
    assert len(roll.cubes) <= 14
    assert not roll.sure


def test_the_reasons_are_words() -> None:
    """What is told of a cube that was not read."""
    told = [why.value for why in Unread]
    assert told == ["cocked", "on one another", "hidden", "cut off", "unclear", "other colour"]
