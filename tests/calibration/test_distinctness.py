"""Distinctness: the wizard hears which faces are clear and which are alike."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from calibration.distinctness import Clearness, distinctness
from tests.vision.made import made_table


def test_the_faces_of_an_easy_set_are_clear() -> None:
    told = distinctness(made_table().learned.kit.faces)
    assert len(told) == 12
    assert all(one.clearness is not Clearness.ALIKE for one in told)
    assert {one.face for one in told if one.facing_lead is not None} == {"trap", "path"}
    assert [one.lead > 0 for one in told] == [True] * 12


def test_two_faces_with_one_mark_are_alike() -> None:
    bank = made_table().learned.kit.faces
    crops = np.array(bank.crops)
    moons = [k for k, name in enumerate(bank.names) if name == "moon"]
    pits = [k for k, name in enumerate(bank.names) if name == "pit"]
    crops[pits] = crops[moons]
    told = distinctness(replace(bank, crops=crops))
    alike = {(one.colour, one.face) for one in told if one.clearness is Clearness.ALIKE}
    assert alike >= {(c, f) for c in ("brown", "blue") for f in ("moon", "pit")}
    worst = told[0]
    assert worst.face in ("moon", "pit")
    assert "mark one of them" in worst.words


def test_a_trap_that_looks_the_same_when_turned_is_told() -> None:
    bank = made_table().learned.kit.faces
    crops = np.array(bank.crops)
    for k, name in enumerate(bank.names):
        if name.startswith("trap"):
            turned = [np.rot90(crops[k], quarter) for quarter in range(4)]
            crops[k] = np.mean(turned, axis=0)
    told = distinctness(replace(bank, crops=crops))
    traps = [one for one in told if one.face == "trap"]
    assert len(traps) == 2
    assert all(one.clearness is Clearness.ALIKE for one in traps)


def test_a_face_taught_once_is_left_out() -> None:
    bank = made_table().learned.kit.faces
    first: dict[tuple[str, int], int] = {}
    for k, (name, colour) in enumerate(zip(bank.names, bank.colours, strict=True)):
        first.setdefault((name.partition(" ")[0], int(colour)), k)
    rows = np.array(sorted(first.values()))
    once = replace(
        bank,
        crops=bank.crops[rows],
        names=tuple(bank.names[k] for k in rows),
        colours=bank.colours[rows],
    )
    assert distinctness(once) == ()
