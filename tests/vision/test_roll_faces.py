"""Which faces of a roll may be other ones: by how sure each is, and the roll's others are."""

from __future__ import annotations

import numpy as np
import pytest

from vision.roll_weighing import Faces

CLEAR, FAIR, VAGUE = 0.9999, 0.97, 0.8


def doubted(sure: list[float]) -> list[bool]:
    """Return which faces are doubted that are as sure as this."""
    faces = Faces(("moon",), np.ones((len(sure), 1)), np.array(sure))
    return [bool(doubt) for doubt in faces.doubtful]


@pytest.mark.parametrize(
    ("others", "face", "doubt"),
    [
        (CLEAR, 0.9, False),
        (CLEAR, 0.85, False),
        (CLEAR, 0.79, True),
        (FAIR, 0.9, False),
        (FAIR, 0.85, True),
        (VAGUE, 0.9, True),
        (VAGUE, 0.97, False),
    ],
)
def test_a_face_needs_to_be_the_surer_the_less_sure_the_others_are(
    others: float, face: float, doubt: bool
) -> None:
    """On clear sets a face that is somewhat less sure is told, on vague ones it is doubted."""
    assert doubted([others] * 15 + [face])[-1] is doubt


def test_a_vague_roll_is_doubted_as_a_whole() -> None:
    """Where no face is clear, none is told, however few squares there are."""
    assert doubted([VAGUE] * 16) == [True] * 16
    assert doubted([VAGUE]) == [True]
    assert doubted([]) == []


def test_certainty_is_no_error() -> None:
    """Faces that are wholly sure, or not at all, have a finite weight."""
    assert doubted([1.0] * 15 + [0.0]) == [False] * 15 + [True]
