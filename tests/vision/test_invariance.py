"""What is read does not hang on the light's strength, the white balance or the compression."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.made import Made
from vision.read import read_board
from vision.roll import read_roll

Image = NDArray[np.uint8]


def scaled(*factors: float) -> Callable[[Image], Image]:
    """Return a change that multiplies linear light, channel by channel or all alike."""

    def change(photo: Image) -> Image:
        linear = (photo / 255.0) ** 2.2 * np.array(factors)
        return np.asarray(np.clip(linear, 0, 1) ** (1 / 2.2) * 255, dtype=np.uint8)

    return change


def coded(quality: int) -> Callable[[Image], Image]:
    """Return a change that compresses a photo as JPEG."""

    def change(photo: Image) -> Image:
        data = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)

    return change


def toned(exponent: float) -> Callable[[Image], Image]:
    """Return a change of contrast, as a camera makes it that bends its tone curve."""

    def change(photo: Image) -> Image:
        return np.asarray((photo / 255.0) ** exponent * 255, dtype=np.uint8)

    return change


def noisy(photo: Image) -> Image:
    """Add the noise of another moment."""
    noise = np.random.default_rng(3).normal(0, 2.0, photo.shape)
    return np.asarray(np.clip(photo + noise, 0, 255), dtype=np.uint8)


CHANGES = {
    "a third brighter": scaled(1.33, 1.33, 1.33),
    "a third darker": scaled(0.67, 0.67, 0.67),
    "half the light": scaled(0.5, 0.5, 0.5),
    "cooler": scaled(1.2, 1.0, 0.85),
    "warmer": scaled(0.85, 1.0, 1.2),
    "greener": scaled(1.0, 1.1, 1.0),
    "softer": toned(0.75),
    "harder": toned(1.3),
    "strongly compressed": coded(60),
    "noisier": noisy,
}


@pytest.mark.parametrize("how", CHANGES)
def test_a_board_is_read_alike(made: Made, how: str) -> None:
    """Pieces, levels and notches stay, and no doubt comes up."""
    photo = made.photo("board-02")
    before, after = (read_board(p, made.table) for p in (photo, CHANGES[how](photo)))
    old, new = before.seen(), after.seen()
    assert {s: (p.piece, p.level) for s, p in new.items()} == {
        s: (p.piece, p.level) for s, p in old.items()
    }
    assert dict(after.notches) == dict(before.notches)
    assert all(new[site].p > old[site].p - 0.3 for site in old)


@pytest.mark.parametrize(
    "how", ["a third darker", "cooler", "warmer", "softer", "harder", "strongly compressed"]
)
def test_a_roll_is_read_alike(made: Made, how: str) -> None:
    """Each face is counted as before."""
    photo = made.photo("roll-01")
    before, after = (
        read_roll(p, made.table.view, made.table.kit) for p in (photo, CHANGES[how](photo))
    )
    assert (after.colour, after.faces) == (before.colour, before.faces)
    assert after.sure
