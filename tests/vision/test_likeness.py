"""Likeness: names and facings from a few examples, on made photos."""

from __future__ import annotations

import numpy as np
import pytest

from vision.embedding import CROP_PX, LENGTH, available, embed, quarter_turns
from vision.likeness import (
    Likeness,
    face_crops,
    group_prototypes,
    learn_likeness,
    likeness,
    likeness_of,
)
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


def bank_of(vectors: list[list[float]], names: list[str]) -> Likeness:
    """Return what examples teach that look the same in all four quarters."""
    flat = np.zeros((len(vectors), LENGTH), np.float32)
    flat[:, :3] = vectors
    flat /= np.linalg.norm(flat, axis=1, keepdims=True)
    return group_prototypes(np.stack([flat] * 4), names)


@pytest.mark.parametrize("beside", [False, True])
def test_one_example_that_is_very_like_counts_more_than_many_that_are_a_little(
    beside: bool,
) -> None:
    asked = np.zeros((1, 1, LENGTH), np.float32)
    asked[0, 0, 0] = 1
    own = bank_of([[1, 0, 0], [0, 1, 0], [1, 1.6, 0], [1, 1.6, 0]], ["moon", "moon", "pit", "pit"])
    other = bank_of([[0, 0, 1], [1, 0, 0.1]], ["moon", "pit"])
    moon, pit = likeness_of(own, asked, beside=other if beside else None)[0]
    assert (moon > pit) is not beside


def test_faces_that_the_other_colour_does_not_bear_stay_as_they_are() -> None:
    asked = np.eye(1, LENGTH, dtype=np.float32)[None]
    own, other = bank_of([[1, 1, 0]], ["moon"]), bank_of([[1, 0, 0]], ["star"])
    assert likeness_of(own, asked, beside=other) == pytest.approx(likeness_of(own, asked))


@pytest.mark.parametrize("looks", [1, 2, 4])
def test_each_look_is_compared_with_examples_that_are_turned_as_far(looks: int) -> None:
    four = np.eye(4, LENGTH, dtype=np.float32)
    bank = group_prototypes(four[:, None], ["trap north"])
    lies_west = np.roll(four, -1, axis=0)[:looks, None]
    scores = likeness_of(bank, lies_west)[0]
    assert dict(zip(bank.labels, scores, strict=True)) == pytest.approx(
        {"trap north": 0, "trap west": 1, "trap south": 0, "trap east": 0}, abs=1e-5
    )


def test_only_crops_that_leave_a_doubt_are_looked_at_in_all_turns() -> None:
    bar, ring = np.full((2, CROP_PX, CROP_PX), 100, np.float32)
    bar[8:32, 17:22] = 30
    away = np.hypot(*(np.mgrid[:CROP_PX, :CROP_PX] - (CROP_PX - 1) / 2))
    ring[np.abs(away - 8) < 2] = 30
    bank = learn_likeness(np.stack([bar, ring]), ["moon", "pit"])
    asked = np.stack([bar, 0.75 * bar + 0.25 * ring])
    four = embed(quarter_turns(asked).reshape(-1, CROP_PX, CROP_PX)).reshape(4, 2, LENGTH)
    once, often = likeness_of(bank, four[:1]), likeness_of(bank, four)
    scores = likeness(bank, asked)
    assert scores == pytest.approx(np.stack([once[0], often[1]]), abs=1e-5)
    assert np.abs(once - often).max() > 1e-3


def test_a_face_without_others_to_doubt_is_looked_at_once() -> None:
    crop = np.zeros((1, CROP_PX, CROP_PX), np.float32)
    crop[0, 10:20, 15:25] = 1
    bank = learn_likeness(crop, ["moon"])
    assert likeness(bank, crop) == pytest.approx(np.ones((1, 1)), abs=1e-5)


def test_examples_without_names_are_refused() -> None:
    with pytest.raises(ValueError, match="one name an example"):
        learn_likeness(np.zeros((2, CROP_PX, CROP_PX), np.float32), ["moon"])


def test_tops_behind_the_camera_give_empty_crops() -> None:
    camera = random_table(1, size_px=(160, 120)).camera
    photo = np.full((120, 160, 3), 200, np.uint8)
    high = np.array([(0.0, 0.0, camera.position_mm[2] + 50, 0.0)])
    assert not face_crops(photo, camera, high, 16.0).any()
