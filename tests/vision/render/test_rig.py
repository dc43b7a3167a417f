"""Rig folders: the files of a real table's folder, the same for the same seed."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.render.looks import Difficulty
from vision.render.rig import Turn, pushed, read_turns, teaching, write_game, write_rig
from vision.render.tables import random_table

SIZE = (320, 240)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("rig")
    write_rig(out, 7, difficulty=Difficulty.EASY, boards=5, rolls=1, bumps=1, size_px=SIZE)
    return out


def test_a_rig_has_the_files_of_a_table(folder: Path) -> None:
    photos = {"empty", "teach-1", "teach-2", "roll-01", "bump-01"}
    photos |= {f"board-{n:02d}" for n in range(1, 6)}
    assert {p.stem for p in folder.glob("*.jpg")} == photos
    for name in photos:
        truth = json.loads((folder / f"{name}.truth.json").read_text())
        assert truth["image"] == f"{name}.jpg"
        assert len(truth["grid_corners_px"]) == 4
        image = cv2.imread(str(folder / f"{name}.jpg"))
        assert image is not None
        assert image.shape == (SIZE[1], SIZE[0], 3)


def test_rig_facts_are_what_an_owner_types(folder: Path) -> None:
    facts = json.loads((folder / "rig.json").read_text())
    assert set(facts) == {
        *("columns", "notches", "pitch_mm", "cube_mm", "camera", "markers"),
        *("brown_sits_at", "corners_px"),
    }
    truth = json.loads((folder / "empty.truth.json").read_text())["grid_corners_px"]
    dragged = [facts["corners_px"][site] for site in ("a1", "i1", "i9", "a9")]
    assert np.abs(np.array(dragged) - truth).max() <= 7


def test_the_fifth_board_has_a_hand(folder: Path) -> None:
    hands = [
        json.loads((folder / f"board-{n:02d}.truth.json").read_text())["hand"] for n in range(1, 6)
    ]
    assert hands == [False, False, False, False, True]


def test_a_roll_counts_its_faces(folder: Path) -> None:
    truth = json.loads((folder / "roll-01.truth.json").read_text())
    seen = Counter(cube["face"] for cube in truth["cubes"])
    assert truth["roll"]["faces"] == {face: seen[face] for face in truth["roll"]["faces"]}
    assert sum(seen.values()) == 16


def test_the_teaching_photos_show_each_face_twice_and_both_stones() -> None:
    for quarter in (False, True):
        names = Counter(pile[0] for pile in teaching(9, quarter=quarter).values())
        assert sorted(names.values()) == [1, 1] + [2] * 12
        assert names["brown trap east" if quarter else "brown trap north"] == 2
    with pytest.raises(ValueError, match="8 columns"):
        teaching(7, quarter=False)


def test_the_same_seed_writes_the_same_files(folder: Path, tmp_path: Path) -> None:
    write_rig(tmp_path, 7, difficulty=Difficulty.EASY, boards=0, rolls=0, bumps=0, size_px=SIZE)
    for name in ("empty.jpg", "teach-1.jpg", "rig.json"):
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes()


def test_a_pushed_board_moves_as_one() -> None:
    camera = random_table(1, size_px=SIZE).camera
    moved = pushed(camera, (10.0, -5.0), 3.0, (128.0, 128.0))
    before = camera.unproject(moved.project([(128.0, 128.0, 0.0)]))[0]
    assert np.allclose(before, (138.0, 123.0), atol=1e-6)


def test_a_game_is_a_row_of_photos_with_what_to_expect(tmp_path: Path) -> None:
    notches = {"brown": 1, "blue": 1}
    script = [
        {"points": {"e4": ["brown star"]}, "notches": notches, "expect": {"verdict": "start"}},
        {"points": {"e5": ["brown star"]}, "notches": notches, "expect": {"verdict": "legal"}},
        {
            **{"points": {"e5": ["brown star"]}, "notches": notches},
            **{"expect": {"verdict": "hand"}, "hand": True},
        },
    ]
    (tmp_path / "turns.json").write_text(json.dumps(script))
    turns = read_turns(tmp_path / "turns.json")
    assert turns[2] == Turn({"e5": ["brown star"]}, notches, {"verdict": "hand"}, hand=True)
    write_game(tmp_path, random_table(2, size_px=SIZE), 2, turns)
    truths = [json.loads((tmp_path / f"game-{n:02d}.truth.json").read_text()) for n in range(3)]
    assert [t["expect"]["verdict"] for t in truths] == ["start", "legal", "hand"]
    assert [t["hand"] for t in truths] == [False, False, True]
    assert truths[1]["points"] == {"e5": ["brown star"]}
    assert truths[1]["cubes"] == truths[2]["cubes"]
