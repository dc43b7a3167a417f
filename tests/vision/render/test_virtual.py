"""The virtual table: dragging, stacking, lifting and photographing."""

from __future__ import annotations

import pytest

from vision.render.tables import random_table
from vision.render.virtual import VirtualTable


@pytest.fixture(scope="module")
def table() -> VirtualTable:
    bare = VirtualTable(random_table(5, size_px=(160, 120)))
    return bare.laid({"a1": ["brown moon"], "c3": ["blue star", "blue pit"]}, seed=1)


def test_a_piece_dropped_on_another_lies_on_top(table: VirtualTable) -> None:
    x, y = table.setup.look.layout.site_mm("c3")
    stacked = table.dragged(0, x, y, 0.0)
    assert stacked.photograph(seed=0).truth["points"] == {
        "c3": ["blue star", "blue pit", "brown moon"]
    }


def test_what_lay_on_a_lifted_piece_comes_down(table: VirtualTable) -> None:
    lower = next(k for k, p in enumerate(table.pieces) if p.name == "blue star")
    (pit,) = (p for p in table.lifted(lower).pieces if p.name == "blue pit")
    assert (pit.level, pit.base_mm) == (0, 0.0)


def test_a_piece_off_the_grid_counts_nowhere(table: VirtualTable) -> None:
    away = table.dragged(0, -60.0, -60.0, 0.0)
    assert "a1" not in away.photograph(seed=0).truth["points"]


def test_notches_are_shown(table: VirtualTable) -> None:
    truth = table.with_notches({"brown": 3, "blue": 2}).photograph(seed=0).truth
    assert truth["notches"] == {"brown": 3, "blue": 2}


def test_only_what_changed_is_touched(table: VirtualTable) -> None:
    moved = table.relaid({"b2": ["brown moon"], "c3": ["blue star", "blue pit"]}, seed=9)
    before, after = ({p.name: p for p in t.pieces} for t in (table, moved))
    assert after["blue star"] is before["blue star"]
    assert after["blue pit"] is before["blue pit"]
    assert after["brown moon"].site == "b2"
    assert after["brown moon"].copy == before["brown moon"].copy


def test_a_piece_whose_support_changed_is_laid_anew(table: VirtualTable) -> None:
    changed = table.relaid({"c3": ["blue moon", "blue pit"]}, seed=9)
    before, after = ({p.name: p for p in t.pieces} for t in (table, changed))
    assert after["blue pit"] is not before["blue pit"]
    assert len({p.copy for p in changed.pieces}) == len(changed.pieces)
