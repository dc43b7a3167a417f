"""Two bots over the virtual table, for a few turns: the soak in short."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.bots import soak
from benchmarks.wood import Photographed, Told
from tests.vision.desk.made import desk_eyes


@pytest.mark.slow
def test_bots_play_and_every_turn_is_told_as_it_was_played(tmp_path: Path) -> None:
    report = soak(8, seed=4, folder=tmp_path, wood=Photographed(desk_eyes()))
    assert report.turns == 8
    assert report.wrong == []
    assert report.lost == 0
    assert report.right + sum(report.asked.values()) == 8
    assert report.right >= 6
    assert report.refused == report.illegal


def test_told_what_lies_there_the_referee_asks_only_what_the_board_can_not_tell(
    tmp_path: Path,
) -> None:
    report = soak(40, seed=2, folder=tmp_path, wood=Told())
    assert (report.right, report.questions, report.wrong, report.lost) == (40, [], [], 0)
    assert report.refused == report.illegal
    assert report.press_ms == []
