"""Two bots over the virtual table, for a few turns: the soak in short."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.bots import soak
from tests.vision.desk.made import desk_eyes


@pytest.mark.slow
def test_bots_play_and_every_turn_is_told_as_it_was_played(tmp_path: Path) -> None:
    report = soak(8, seed=4, folder=tmp_path, eyes=desk_eyes())
    assert report.turns == 8
    assert report.wrong == []
    assert report.lost == 0
    assert report.right + sum(report.asked.values()) == 8
    assert report.right >= 6
    assert report.refused == report.illegal
