"""Tops cut from whole tables: where the reader sees them, called what they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from tests.vision.made import Made
from vision.likeness import HALVES, QUARTERS
from vision.train.keeping import keeping_command
from vision.train.tops import WIDE_PX, Top, cut_table, tops_of_roll, tops_on_board


@pytest.mark.parametrize(
    ("found_deg", "true_deg", "quarters"),
    [(0, 0, 0), (2, 92, 1), (88, -2, 0), (-3, 177, 2), (4, 274, 3), (137, 137, 2), (47, 137, 2)],
)
def test_quarters_are_counted_from_the_cut_not_from_the_board(
    found_deg: float, true_deg: float, quarters: int
) -> None:
    assert Top((0, 0, 16, found_deg), 0, "star", true_deg).quarter == quarters


def test_the_uppermost_cubes_of_a_board_are_named_with_their_facings(made: Made) -> None:
    truth = made.truth("board-01")
    tops = list(tops_on_board(made.photo("board-01"), made.table.view, made.table.kit, truth))
    upper = [pile[-1] for pile in truth["points"].values() if not pile[-1].endswith("stone")]
    named = []
    for top in tops:
        facing = {"trap": QUARTERS[top.quarter], "path": HALVES[top.quarter % 2]}.get(top.face, "")
        named.append(f"{('brown', 'blue')[top.colour]} {top.face} {facing}".strip())
    assert sorted(named) == sorted(upper)


def test_rolled_cubes_are_named_by_the_nearest_square(made: Made) -> None:
    truth = made.truth("roll-01")
    tops = list(tops_of_roll(made.photo("roll-01"), made.table.view, made.table.kit, truth))
    assert sorted(top.face for top in tops) == sorted(cube["face"] for cube in truth["cubes"])


def test_a_table_gives_its_cubes_but_none_under_a_hand(made: Made) -> None:
    cut = cut_table(made.folder)
    count = len(cut["faces"])
    assert cut["crops"].shape == (count, WIDE_PX, WIDE_PX)
    assert count > 48 + 16
    assert set(cut["colours"]) == {0, 1}
    assert set(cut["faces"]) == set(range(6))


def test_what_is_kept_already_is_not_measured_again(tmp_path: Path) -> None:
    """A run that was stopped goes on with the tables that have no file yet."""
    asked: list[str] = []

    def measured(rig: Path) -> dict[str, Any]:
        asked.append(rig.name)
        return {"things": np.arange(3)}

    rigs = [tmp_path / name for name in ("one", "two")]
    for rig in rigs:
        rig.mkdir()
    command = keeping_command(measured, counted="things", of="things")
    out = tmp_path / "kept"
    first = CliRunner().invoke(command, ["--out", str(out), str(rigs[0])])
    both = CliRunner().invoke(command, ["--out", str(out), *map(str, rigs)])
    assert (first.output, both.output) == ("one: 3 things\n", "two: 3 things\n")
    assert asked == ["one", "two"]
    with np.load(out / "two.npz") as kept:
        assert kept["things"].tolist() == [0, 1, 2]
