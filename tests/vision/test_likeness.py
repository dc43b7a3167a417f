"""Likeness: names and facings from a few examples, on made photos."""

from __future__ import annotations

import numpy as np
import pytest

from vision.embedding import CROP_PX, available
from vision.likeness import face_crops, learn_likeness, likeness
from vision.render.looks import Difficulty
from vision.render.rig import teaching
from vision.render.tables import random_table
from vision.render.virtual import VirtualTable

pytestmark = pytest.mark.skipif(not available(), reason="no trained model installed")


def tops_and_names(table: VirtualTable, colour: str) -> tuple[np.ndarray, list[str]]:
    edge = table.setup.look.layout.piece_mm
    cubes = [p for p in table.pieces if p.colour == colour and p.thing != "stone"]
    tops = [(p.x_mm, p.y_mm, p.base_mm + edge, p.turn_deg) for p in cubes]
    return np.array(tops), [p.name.split(maxsplit=1)[1] for p in cubes]


@pytest.mark.parametrize("seed", [50, 51, 52])
def test_faces_and_facings_are_named_from_two_teaching_photos(seed: int) -> None:
    setup = random_table(seed, Difficulty.EASY)
    edge, bare = setup.look.layout.piece_mm, VirtualTable(setup)
    crops, names = [], []
    for number in (1, 2):
        table = bare.laid(teaching(9, quarter=number == 2), seed=number)
        tops, said = tops_and_names(table, "blue")
        photo = table.photograph(seed=number).image
        crops.append(face_crops(photo, setup.camera, tops, edge))
        names += said
    bank = learn_likeness(np.concatenate(crops), names)
    assert sorted(bank.labels) == sorted(
        [
            *("moon", "star", "pit", "safe", "path north-south", "path east-west"),
            *("trap north", "trap west", "trap south", "trap east"),
        ]
    )
    asked = {"c3": ["blue trap south"], "e5": ["blue trap west"], "g7": ["blue path east-west"]}
    table = bare.laid(asked | {"d2": ["blue star"], "a4": ["blue moon", "blue safe"]}, seed=3)
    tops, said = tops_and_names(table, "blue")
    scores = likeness(bank, face_crops(table.photograph(seed=3).image, setup.camera, tops, edge))
    visible = [k for k, name in enumerate(said) if name != "moon"]
    assert [bank.labels[k] for k in scores.argmax(axis=1)[visible]] == [said[k] for k in visible]
    assert np.abs(scores).max() <= 1 + 1e-5


def test_examples_without_names_are_refused() -> None:
    with pytest.raises(ValueError, match="one name an example"):
        learn_likeness(np.zeros((2, CROP_PX, CROP_PX), np.float32), ["moon"])


def test_tops_behind_the_camera_give_empty_crops() -> None:
    camera = random_table(1, size_px=(160, 120)).camera
    photo = np.full((120, 160, 3), 200, np.uint8)
    high = np.array([(0.0, 0.0, camera.position_mm[2] + 50, 0.0)])
    assert not face_crops(photo, camera, high, 16.0).any()
