"""Faces: art is told from art, and turns from turns."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.faces import (
    CROP,
    FaceBank,
    art_axis,
    directions,
    likenesses,
    log_likelihoods,
)

F32 = NDArray[np.float32]


def drawn(kind: str) -> F32:
    """Return a top (CROP, CROP, 3) with a light mark on a dark ground."""
    top = np.full((CROP, CROP), -2.0, dtype=np.float32)
    middle = slice(CROP // 2 - 2, CROP // 2 + 2)
    if kind == "bar":
        top[middle, 8:-8] = 0.0
    elif kind == "hook":
        top[8:-8, middle] = 0.0
        top[8:11, CROP // 2 : -8] = 0.0
    else:
        y, x = np.mgrid[:CROP, :CROP] - (CROP - 1) / 2
        top[np.hypot(x, y) < 5] = 0.0
    return np.repeat(top[..., None], 3, axis=2)


def bank() -> FaceBank:
    """Return a bank of a path, a trap and a pit in both colours."""
    tops = np.stack([drawn(kind) for kind in ("bar", "hook", "dot")] * 2)
    return FaceBank(
        tops,
        ("path east-west", "trap north", "pit") * 2,
        np.array([0, 0, 0, 1, 1, 1]),
        np.stack([art_axis(tops[:3]), art_axis(tops[3:])]),
        1,
        0.05,
        0.9,
    )


@pytest.mark.parametrize(
    ("kind", "quarters", "label"),
    [
        ("bar", 0, "path east-west"),
        ("bar", 1, "path north-south"),
        ("bar", 2, "path east-west"),
        ("hook", 0, "trap north"),
        ("hook", 1, "trap west"),
        ("hook", 2, "trap south"),
        ("hook", 3, "trap east"),
        ("dot", 1, "pit"),
    ],
)
def test_a_turned_face_is_named_with_its_direction(kind: str, quarters: int, label: str) -> None:
    """Quarter turns to the left change a trap's direction four ways and a path's two."""
    top = np.rot90(drawn(kind), quarters).astype(np.float32)
    like = likenesses(bank(), top[None, None], 0)
    assert bank().labels[int(like[0].argmax())] == label


def test_light_from_one_side_changes_nothing() -> None:
    """A slope of brightness over the face is not art."""
    slope = np.linspace(-0.5, 0.5, CROP, dtype=np.float32)[:, None, None]
    plain, lit = (
        likenesses(bank(), (drawn("hook") + add)[None, None].astype(np.float32), 1)
        for add in (np.zeros_like(slope), slope)
    )
    assert int(plain.argmax()) == int(lit.argmax())
    assert np.abs(plain - lit).max() < 0.1


def test_log_likelihoods_are_normed() -> None:
    """Their exponentials sum to one."""
    like = np.array([[0.9, 0.4, 0.1]], dtype=np.float32)
    assert np.exp(log_likelihoods(bank(), like)).sum() == pytest.approx(1.0, abs=1e-5)


def test_directions_go_round_to_the_left() -> None:
    """A quarter turn to the left takes north to west."""
    assert directions("trap north")[1] == "trap west"
    assert directions("star") == ("star",)
