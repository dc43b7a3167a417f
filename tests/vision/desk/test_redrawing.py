"""A picture that is drawn anew only where the table has changed is the picture drawn in full."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.desk.made import play_table
from vision.desk.pieces import piece_id
from vision.desk.playing import PlayTable
from vision.desk.redrawing import Drawing, redrawn
from vision.render.render import light_of
from vision.render.sensor import develop

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
    """A table, and its light."""
    table = play_table().laid(LAID, seed=7)
    scene = table.scene()
    return table, Drawing(scene, light_of(scene).astype(np.float16))


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_what_is_redrawn_is_as_if_all_of_it_were(
    before: tuple[PlayTable, Drawing], change: Callable[[PlayTable], PlayTable]
) -> None:
    table, drawing = before
    scene = change(table).scene()
    light = redrawn(scene, drawing)
    assert light is not None
    full = light_of(scene).astype(np.float16)
    off = np.abs(light.astype(np.float32) - full.astype(np.float32)).max(axis=2)
    assert not np.array_equal(light, drawing.light)
    assert off.max() < 0.02
    assert off.mean() < 1e-5


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
    assert redrawn(change(table).scene(), drawing) is None


@pytest.mark.parametrize("down", [True, False])
def test_with_the_first_stack_and_the_last_shadows_are_nearly_as_soft(
    before: tuple[PlayTable, Drawing], down: bool
) -> None:
    high, drawing = before
    low = high.lifted(_at(high, "e4")).lifted(_at(high, "c3"))
    scene = low.scene() if down else high.scene()
    if not down:
        drawing = Drawing(low.scene(), light_of(low.scene()).astype(np.float16))
    light = redrawn(scene, drawing)
    assert light is not None
    sensor = replace(scene.sensor, noise=0.0)
    part, full = (
        develop(each.astype(np.float32), sensor, np.random.default_rng(1)).astype(int)
        for each in (light, light_of(scene))
    )
    off = np.abs(part - full).max(axis=2)
    assert off.max() <= 6
    assert np.mean(off > 1) < 0.005


def test_a_table_after_several_changes_is_redrawn_from_the_last_that_was_photographed() -> None:
    first = play_table().laid(LAID, seed=7)
    first.photograph(seed=1)
    after = first.put_on(_at(first, "e5"), "e6", seed=1).lifted(_at(first, "i9"))
    seen = after.photograph(seed=2).image
    alone = play_table().laid(LAID, seed=7)
    alone = alone.put_on(_at(alone, "e5"), "e6", seed=1).lifted(_at(alone, "i9"))
    full = alone.photograph(seed=2).image
    assert np.abs(seen.astype(int) - full.astype(int)).max() <= 1
