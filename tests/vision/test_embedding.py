"""The embedding: its contract, whatever model is installed."""

from __future__ import annotations

import numpy as np
import pytest

from vision.embedding import CROP_PX, LENGTH, available, embed, normalised, quarter_turns
from vision.render.crops import Slip, episode, random_setting
from vision.render.look import Finish
from vision.render.looks import Difficulty, random_set
from vision.train.episodes import FAMILIES, relief_set

needs_model = pytest.mark.skipif(not available(), reason="no trained model installed")


def crops_of(seed: int, copies: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    pieces = random_set(rng, Difficulty.EASY)
    setting = random_setting(rng, Difficulty.EASY, pieces)
    slip = Slip(1.0, 10.0, 0.05)
    return episode(pieces, "blue", setting, copies=copies, slip=slip, rng=rng)


@pytest.mark.parametrize("difficulty", list(Difficulty))
def test_sets_of_reliefs_are_engraved_and_hardly_inked(difficulty: Difficulty) -> None:
    rng = np.random.default_rng(7)
    sets = [relief_set(rng, difficulty, FAMILIES["all"]) for _ in range(8)]
    assert all(pieces.finish is Finish.ENGRAVED for pieces in sets)
    assert max(pieces.cover for pieces in sets) <= 0.2
    assert min(pieces.cover for pieces in sets) == 0


def test_crops_of_another_shape_are_refused() -> None:
    with pytest.raises(ValueError, match="crops must be"):
        embed(np.zeros((2, 32, 32), np.float32))


def test_no_crops_give_no_vectors() -> None:
    assert embed(np.zeros((0, CROP_PX, CROP_PX), np.float32)).shape == (0, LENGTH)


def test_normalised_crops_have_no_brightness() -> None:
    crops = np.random.default_rng(0).uniform(0, 255, (3, CROP_PX, CROP_PX)).astype(np.float32)
    assert np.allclose(normalised(crops), normalised(crops * 0.3 + 20), atol=1e-3)


def test_quarter_turns_are_counter_clockwise() -> None:
    crop = np.zeros((1, CROP_PX, CROP_PX), np.float32)
    crop[0, 0] = 1.0
    west = quarter_turns(crop)[1, 0]
    assert west[:, 0].all()
    assert not west[:, 1:].any()


@needs_model
def test_vectors_are_of_length_one_and_do_not_depend_on_brightness_or_batch() -> None:
    crops = crops_of(1, 2)[0].reshape(-1, CROP_PX, CROP_PX).astype(np.float32)
    vectors = embed(crops)
    assert vectors.shape == (12, LENGTH)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert np.allclose(embed(crops * 0.5 + 10), vectors, atol=2e-3)
    assert np.allclose(embed(crops[:5]), vectors[:5], atol=1e-4)


@needs_model
@pytest.mark.parametrize("seed", range(6))
def test_faces_of_new_sets_find_their_like(seed: int) -> None:
    crops, quarters = crops_of(100 + seed, 6)
    flat = crops.astype(np.float32)
    upright = np.stack(
        [
            [np.rot90(c, -int(q)) for c, q in zip(row, turns, strict=True)]
            for row, turns in zip(flat[:, :4], quarters[:, :4], strict=True)
        ]
    )
    shown = embed(quarter_turns(upright.reshape(-1, CROP_PX, CROP_PX)).reshape(-1, 40, 40))
    shown = shown.reshape(4, 6, 4, LENGTH).mean(axis=2)
    asked = embed(flat[:, 4:].reshape(-1, CROP_PX, CROP_PX)).reshape(6, 2, LENGTH)
    scores = np.einsum("fcd,qgd->fcqg", asked, shown).max(axis=2)
    right = scores.argmax(axis=2) == np.arange(6)[:, None]
    assert right.mean() >= 11 / 12
