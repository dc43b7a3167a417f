"""Rolls: every face is counted, and what can't be seen is said."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.made import SEED, Made
from vision.cocked import NAMES, find_contacts, log_odds
from vision.cubes import Tops
from vision.render.cocked import throw_cocked
from vision.render.render import Rendered, render
from vision.render.scene import Scene
from vision.render.symbols import FACES
from vision.render.tables import Difficulty, random_table
from vision.roll import Roll, Unread, read_roll


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


@cache
def thrown(seed: int, lean_deg: tuple[float, float]) -> Rendered:
    """Return a photo of a roll of the made table in which four cubes lean."""
    setup = random_table(SEED, Difficulty.EASY)
    rng = np.random.default_rng(seed)
    faces = [str(face) for face in rng.choice(FACES, 16)]
    pieces = throw_cocked(setup.look, "blue", faces, rng, cocked=4, lean_deg=lean_deg)
    scene = Scene(setup.look, setup.camera, setup.light, setup.sensor, pieces)
    return render(scene, rng=rng)


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


def test_the_odds_rise_with_what_speaks_for_leaning() -> None:
    """Each measure weighs as one would expect."""
    usual = dict.fromkeys(NAMES, 0.0) | {"fit": 1.0, "flat_surface": 1.0, "face": 1.0, "near": 1.2}
    before = log_odds(np.array([list(usual.values())]))[0]
    for name, value in (("surface_gain", 0.5), ("edge_gain", 0.2), ("fit", 0.5), ("face", 0.6)):
        after = log_odds(np.array([list((usual | {name: value}).values())]))[0]
        assert after > before, name


def test_a_photo_without_colours_gives_its_reason(made: Made) -> None:
    """A roll is not read from a photo that can't be read."""
    grey = cv2.cvtColor(made.photo("roll-01"), cv2.COLOR_BGR2GRAY)
    photo = np.asarray(cv2.merge([grey] * 3), dtype=np.uint8)
    roll = read_roll(photo, made.table.view, made.table.kit)
    assert (roll.cubes, roll.unread) == ((), ())
    assert "colour" in roll.reason


def test_the_reasons_are_words() -> None:
    """What is told of a cube that was not read."""
    assert [why.value for why in Unread] == ["cocked", "hidden", "unclear"]
