"""The textures that are kept show what they were made from, in a byte a value."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.desk.setting import desk_setup
from vision.desk.textures import KeptTexture
from vision.render.ground import Flat, board_flat, board_rim, table_flat

LOOK = desk_setup().look
WEST, SOUTH, EAST, NORTH = board_rim(LOOK)
AREA = WEST - 20.0, SOUTH - 20.0, EAST + 20.0, NORTH + 20.0


def places(margin_mm: float) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """A grid of places of the board, and so far around it."""
    x, y = np.meshgrid(
        np.arange(WEST - margin_mm, EAST + margin_mm, 0.7, dtype=np.float32),
        np.arange(SOUTH - margin_mm, NORTH + margin_mm, 0.7, dtype=np.float32),
    )
    return x, y


@pytest.mark.parametrize(
    ("flat", "margin_mm"),
    [(board_flat(LOOK), -2.0), (table_flat(LOOK), 15.0)],
    ids=["board", "table"],
)
def test_what_is_kept_shows_the_same(flat: Flat, margin_mm: float) -> None:
    kept = KeptTexture.of(flat, AREA)
    x, y = places(margin_mm)
    albedo, slope = flat.seen(x, y)
    again, bent = kept.seen(x, y)
    step = np.array(kept.most).reshape(3, 1, 1) / 255
    assert np.abs(again - albedo).max() <= 1.01 * step.max()
    assert np.abs((again - albedo) / step).mean() < 0.4
    assert kept.shares.held is None
    assert kept.engraved == flat.engraved == (slope is not None)
    if slope is not None and bent is not None:
        assert np.abs(bent - slope).max() <= 1.5 * kept.step


def test_beside_the_board_nothing_is_engraved() -> None:
    _, slope = KeptTexture.of(board_flat(LOOK), AREA).seen(
        np.full((2, 2), EAST + 40.0, np.float32), np.full((2, 2), NORTH / 2, np.float32)
    )
    assert slope is not None
    assert not slope.any()
