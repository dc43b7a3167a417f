"""Reading boards: what is on the table is read, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.made import Made, tops_of
from vision.evidence import Pile, Reading, Status
from vision.overlay import draw_reading
from vision.read import read_board

Image = NDArray[np.uint8]

SURE = 0.85
"""A piece that is held for less likely counts as one in doubt."""


def seen(reading: Reading) -> dict[str, tuple[str, int]]:
    """Return the pieces and levels that were read."""
    return {site: (pile.piece, pile.level) for site, pile in reading.seen().items()}


@pytest.mark.parametrize("name", ["board-01", "board-02", "board-03", "teach-1"])
def test_a_board_is_read_as_it_is(made: Made, name: str) -> None:
    """Every pile of an easy table is read, with its level, and nothing is invented."""
    truth = made.truth(name)
    reading = read_board(made.photo(name), made.table)
    assert (reading.status, seen(reading)) == (Status.OK, tops_of(truth["points"]))
    assert dict(reading.notches) == truth["notches"]


def test_the_empty_board_is_empty(made: Made) -> None:
    """Nothing is seen on an empty board."""
    assert seen(read_board(made.photo("empty"), made.table)) == {}


def test_a_hand_is_noticed(made: Made) -> None:
    """With a hand over the board nothing is claimed."""
    assert made.truth("board-05")["hand"]
    reading = read_board(made.photo("board-05"), made.table)
    assert reading.status is Status.HAND
    assert np.unique(reading.piles).size == 1


def changed(photo: Image, how: str) -> Image:
    """Return a photo as other light, another balance or stronger compression would give it."""
    if how == "brighter":
        return np.asarray(np.clip(photo.astype(float) * 1.15, 0, 255), dtype=np.uint8)
    if how == "darker":
        return np.asarray(photo * 0.8, dtype=np.uint8)
    if how == "bluer":
        return np.asarray(np.clip(photo * np.array([1.1, 1.0, 0.93]), 0, 255), dtype=np.uint8)
    coded = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, 70])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), dtype=np.uint8)


@pytest.mark.parametrize("how", ["brighter", "darker", "bluer", "compressed"])
def test_a_reading_survives_small_changes(made: Made, how: str) -> None:
    """Brightness, white balance and JPEG quality change nothing that was read without doubt.

    What is in doubt (here one pile's level) may come out otherwise, and is still in doubt then.
    """
    before = read_board(made.photo("board-01"), made.table).seen()
    after = read_board(changed(made.photo("board-01"), how), made.table).seen()
    other = {site for site in before | after if _told(before, site) != _told(after, site)}
    assert len(other) <= 1
    assert all(site in before and before[site].p < SURE for site in other)
    assert all(site in after and after[site].p < SURE for site in other)


def _told(seen: Mapping[str, Pile], site: str) -> tuple[str, int] | None:
    return (seen[site].piece, seen[site].level) if site in seen else None


@pytest.mark.parametrize(
    ("spoilt", "word"),
    [
        (lambda photo: (photo * 0.01).astype(np.uint8), "dark"),
        (lambda photo: cv2.GaussianBlur(photo, (0, 0), 9), "blurred"),
        (lambda photo: photo[:200, :300], "pixels"),
    ],
    ids=["dark", "blurred", "another size"],
)
def test_a_bad_photo_is_refused_with_its_reason(made: Made, spoilt: object, word: str) -> None:
    """Dark, blurred and foreign photos give no reading but a reason."""
    assert callable(spoilt)
    reading = read_board(spoilt(made.photo("board-01")), made.table)
    assert reading.status in (Status.UNREADABLE, Status.BOARD_MOVED)
    assert word in reading.reason or reading.status is Status.BOARD_MOVED
    assert reading.seen() == {} or reading.piles.std() == 0


def test_probabilities_sum_to_one(made: Made) -> None:
    """At each site the probabilities of all piles and of nothing sum to one."""
    reading = read_board(made.photo("board-02"), made.table)
    total = np.exp(reading.nothing) + np.exp(reading.piles).sum(axis=(1, 2))
    assert total == pytest.approx(np.ones(len(total)), abs=1e-4)


def test_evidence_names_what_it_knows(made: Made) -> None:
    """A site's evidence gives the best pile the highest log probability."""
    reading = read_board(made.photo("board-01"), made.table)
    site, pile = next(iter(reading.seen().items()))
    evidence = reading.at(site)
    assert evidence.log_p(pile.piece, pile.level) == pytest.approx(np.log(pile.p), abs=1e-3)
    assert evidence.log_p("brown unicorn") == evidence.log_p(pile.piece, 3) == -30
    assert evidence.log_p(None) <= evidence.log_p(pile.piece, pile.level)


def test_an_overlay_changes_the_picture_only(made: Made) -> None:
    """The overlay is drawn on a copy."""
    photo = made.photo("board-01")
    before = photo.copy()
    drawn = draw_reading(photo, made.table.view, read_board(photo, made.table))
    assert (photo == before).all()
    assert (drawn != photo).any()
