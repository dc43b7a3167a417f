"""A picture that is drawn anew only where the table has changed is the picture drawn in full."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.desk.made import play_table
from vision.desk.pieces import piece_id
from vision.desk.playing import PlayTable
from vision.desk.redrawing import Drawing, changed

LAID = {
    "a1": ["brown star"],
    "e4": ["brown trap north", "blue moon"],
    "c3": ["blue trap west", "brown moon"],
    "e5": ["blue moon"],
    "f5": ["blue safe"],
    "i9": ["blue star"],
    "d8": ["brown stone"],
}
CHANGES: dict[str, Callable[[PlayTable], PlayTable]] = {
    "a piece carried to a neighbour": lambda t: t.put_on(_at(t, "e5"), "e6", seed=1),
    "a piece carried over the whole board": lambda t: t.put_on(_at(t, "a1"), "i8", seed=2),
    "a piece put on another": lambda t: t.put_on(_at(t, "e5"), "f5", seed=3),
    "a piece taken off another": lambda t: t.put_on(_at(t, "e4"), "d4", seed=4),
    "a piece taken off the board": lambda t: t.lifted(_at(t, "i9")),
    "a face turned": lambda t: t.shown(_at(t, "f5"), "path").turned(_at(t, "a1")),
    "a stone": lambda t: t.put_on(_at(t, "d8"), "b2", seed=5),
    "a figure on another notch": lambda t: t.with_notch("blue", 3),
    "several in a row": lambda t: t.lifted(_at(t, "e5")).put_on(_at(t, "i9"), "e5", seed=6),
}


def _at(table: PlayTable, site: str) -> str:
    """The topmost piece of a site."""
    return piece_id(table.pile(site)[-1])


@pytest.fixture(scope="module")
def before() -> tuple[PlayTable, Drawing]:
    """A table, and its picture."""
    table = play_table().laid(LAID, seed=7)
    return table, Drawing(table.scene(), table.levels())


def off(table: PlayTable, drawing: Drawing) -> NDArray[np.int64]:
    """By how many grey levels a table drawn from another's picture is off that drawn alone, (H, W).

    It must have been possible, and must have changed something.
    """
    assert changed(table.scene(), drawing.scene) is not None
    levels = table.drawn_from(drawing).levels()
    assert not np.array_equal(levels, drawing.levels)
    full = table.put_away().levels()
    return np.asarray(np.abs(levels.astype(np.int64) - full).max(axis=0))


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_what_is_redrawn_is_as_if_all_of_it_were(
    before: tuple[PlayTable, Drawing], change: Callable[[PlayTable], PlayTable]
) -> None:
    table, drawing = before
    levels = off(change(table), drawing)
    assert levels.max() <= 3
    assert levels.mean() < 5e-4


def test_under_a_hand_that_stays_it_is_redrawn_too(before: tuple[PlayTable, Drawing]) -> None:
    table = before[0].reached(1)
    moved = table.put_on(_at(table, "e5"), "e6", seed=1)
    assert off(moved, Drawing(table.scene(), table.levels())).max() <= 3


def test_on_a_board_that_was_pushed_it_is_redrawn_too(before: tuple[PlayTable, Drawing]) -> None:
    table = before[0].bumped(1)
    moved = table.put_on(_at(table, "e5"), "e6", seed=1)
    assert off(moved, Drawing(table.scene(), table.levels())).max() <= 3


TOO_DIFFERENT: dict[str, Callable[[PlayTable], PlayTable]] = {
    "a hand": lambda t: t.reached(1),
    "a pushed board": lambda t: t.bumped(1),
    "less light": lambda t: t.dimmed(0.5),
    "a pile of three, so that all shadows are softer": lambda t: t.put_on(
        _at(t, "a1"), "e4", seed=1
    ),
    "another table altogether": lambda t: t.rolled("brown", seed=3),
}


@pytest.mark.parametrize("change", TOO_DIFFERENT.values(), ids=TOO_DIFFERENT.keys())
def test_what_changes_the_whole_picture_is_drawn_in_full(
    before: tuple[PlayTable, Drawing], change: Callable[[PlayTable], PlayTable]
) -> None:
    table, drawing = before
    assert changed(change(table).scene(), drawing.scene) is None


@pytest.mark.parametrize("down", [True, False])
def test_with_the_first_stack_and_the_last_shadows_are_nearly_as_soft(
    before: tuple[PlayTable, Drawing], down: bool
) -> None:
    high, drawing = before
    low = high.lifted(_at(high, "e4")).lifted(_at(high, "c3"))
    table, drawing = (low, drawing) if down else (high, Drawing(low.scene(), low.levels()))
    levels = off(table, drawing)
    assert levels.max() <= 6
    assert np.mean(levels > 1) < 0.005


def test_a_table_after_several_changes_is_redrawn_from_the_last_that_was_photographed() -> None:
    first = play_table().laid(LAID, seed=7)
    first.photograph(seed=1)
    after = first.put_on(_at(first, "e5"), "e6", seed=1).lifted(_at(first, "i9"))
    seen = after.photograph(seed=2).image
    alone = play_table().laid(LAID, seed=7)
    alone = alone.put_on(_at(alone, "e5"), "e6", seed=1).lifted(_at(alone, "i9"))
    full = alone.photograph(seed=2).image
    assert np.abs(seen.astype(int) - full.astype(int)).max() <= 1
