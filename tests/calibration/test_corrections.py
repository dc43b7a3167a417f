"""Corrections: a face misread before is read right after, and one slip does no harm."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.corrections import (
    MOST_EXAMPLES,
    CorrectionProblem,
    correct_profile,
    save_revision,
)
from calibration.profile import Profile, load_profile
from tests.vision.made import SEED, made_table
from vision.embedding import LENGTH
from vision.read import read_board
from vision.render.tables import Difficulty, random_table
from vision.render.virtual import VirtualTable

MOONS = ("c3", "d5", "f6", "h7")
OTHERS = {"a1": ["brown star"], "e4": ["blue star"], "i5": ["blue safe"], "e8": ["blue pit"]}
PLACED = {site: ["blue moon"] for site in MOONS} | OTHERS
PLAIN = {"c3": ["blue moon"], "d5": ["blue star"], "f6": ["blue pit"], "g3": ["blue safe"]}


@cache
def photo(seed: int, *, odd: bool = False) -> NDArray[np.uint8]:
    """Return a photo of the made table; odd: its moons bear a mark that was never taught."""
    setup = random_table(SEED, Difficulty.EASY)
    if odd:
        strange = dict(random_table(9, Difficulty.EASY).look.pieces.symbols)["star"]
        look = setup.look
        symbols = tuple((f, strange if f == "moon" else art) for f, art in look.pieces.symbols)
        look = replace(look, name="odd", pieces=replace(look.pieces, symbols=symbols))
        setup = replace(setup, look=look)
    table = VirtualTable(setup).laid(PLACED if odd else PLAIN, seed=seed)
    return table.photograph(seed=seed).image


def profile() -> Profile:
    return made_table().learned.profile


def misread(known: Profile, image: NDArray[np.uint8], placed: Mapping[str, list[str]]) -> set[str]:
    """Return the sites that a profile reads wrongly."""
    seen = read_board(image, known.table()).seen()
    return {s for s, pile in placed.items() if s not in seen or seen[s].piece != pile[-1]}


def test_a_face_misread_before_is_read_right_after_corrections() -> None:
    first, second = photo(1, odd=True), photo(2, odd=True)
    before = misread(profile(), first, PLACED)
    assert before >= set(MOONS)
    assert misread(profile(), second, PLACED) >= set(MOONS)
    learned = correct_profile(profile(), first, dict.fromkeys(MOONS[:2], "blue moon"))
    assert learned.sites == MOONS[:2]
    assert misread(learned.profile, first, PLACED) == set()
    assert misread(learned.profile, second, PLACED) == set()


def test_a_wrong_correction_is_asked_about_and_does_no_harm() -> None:
    wrong = {"c3": "blue star", "d5": "blue star", "f6": "blue pit", "g3": "blue safe"}
    learned = correct_profile(profile(), photo(5), wrong)
    assert [doubt for doubt in learned.doubts if "c3" in doubt and "moon" in doubt]
    assert len(learned.doubts) == 1
    for seed in (5, 6):
        assert misread(learned.profile, photo(seed), PLAIN) == set()


def test_both_witnesses_learn_the_same_examples() -> None:
    learned = correct_profile(profile(), photo(5), {"c3": "blue moon", "d5": "blue star"})
    before, after = profile().kit, learned.profile.kit
    added = len(after.faces.names) - len(before.faces.names)
    assert added >= 2
    old, new = before.witness[1], after.witness[1]
    assert old is not None
    assert new is not None
    assert len(new.prototypes) == len(old.prototypes) + 4 * added
    assert new.labels == old.labels
    assert np.allclose(np.linalg.norm(new.prototypes, axis=1), 1, atol=1e-3)
    blue = int((after.faces.colours == 1).sum())
    assert new.prototypes.reshape(4, blue, LENGTH).shape[1] == blue
    assert after.witness[0] is not None
    assert len(after.witness[0].prototypes) == 4 * int((after.faces.colours == 0).sum())


def test_old_corrections_make_room_and_the_taught_faces_stay() -> None:
    known = profile()
    taught = len(known.kit.faces.names)
    for _ in range(MOST_EXAMPLES // 2 + 2):
        known = correct_profile(known, photo(5), {"c3": "blue moon"}).profile
    moons = [
        name
        for name, colour in zip(known.kit.faces.names, known.kit.faces.colours, strict=True)
        if (name, colour) == ("moon", 1)
    ]
    assert len(moons) == MOST_EXAMPLES + 4
    assert known.kit.faces.names[:taught] == profile().kit.faces.names
    assert misread(known, photo(6), PLAIN) == set()


@pytest.mark.parametrize(
    ("corrections", "word"),
    [
        ({"z9": "blue moon"}, "no such point"),
        ({"c3": "brown unicorn"}, "taught"),
        ({"c3": "green moon"}, "taught"),
        ({"a9": "blue moon"}, "no cube was seen"),
    ],
)
def test_what_cannot_be_learned_is_told(corrections: dict[str, str], word: str) -> None:
    learned = correct_profile(profile(), photo(5), corrections)
    assert learned.sites == ()
    assert word in learned.doubts[0]
    assert learned.profile is not None
    assert learned.profile.revision == profile().revision


def test_nothing_is_learned_from_a_photo_that_cannot_be_read() -> None:
    with pytest.raises(CorrectionProblem, match="dark"):
        correct_profile(profile(), photo(5) // 60, {"c3": "blue moon"})


def test_a_corrected_profile_is_saved_and_the_one_before_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "table.profile"
    assert save_revision(profile(), path) is None
    known = profile()
    for number in range(1, 6):
        known = correct_profile(known, photo(5), {"c3": "blue moon"}).profile
        kept = save_revision(known, path)
        assert kept is not None
        assert load_profile(kept).revision == number - 1
    again = load_profile(path)
    assert (again.revision, again.taught) == (5, len(profile().kit.faces.names))
    assert again.kit.faces.names == known.kit.faces.names
    names = sorted(p.name for p in tmp_path.iterdir())
    assert names == ["table.profile", "table.profile.2", "table.profile.3", "table.profile.4"]
    assert misread(again, photo(6), PLAIN) == set()
