"""The table: changes that are judged without a press."""

from __future__ import annotations

from pathlib import Path

from companion.record import Refused
from companion.referee.commands import (
    SetAutomatic,
)
from companion.referee.snapshot import Said
from tests.companion.referee.sitting_at import MOON, kinds, seated


def test_a_settled_change_is_judged_without_a_press(tmp_path: Path) -> None:
    with seated(tmp_path, automatic=True) as at:
        at.lay(h4=(), h6=(MOON,))
        at.eyes.changed = True
        answer = at.said(Said.LEGAL)
        assert answer.notation == "Mh4-h6"
        assert at.eyes.looks == 2, "what nobody pressed for counts when it was seen twice"


def test_a_wrong_move_without_a_press_is_told_later_than_a_legal_one(tmp_path: Path) -> None:
    with seated(tmp_path, automatic=True) as at:
        at.lay(h4=(), h5=(MOON,))
        at.eyes.changed = True
        assert at.said(Said.ILLEGAL).ruling is not None
        assert at.eyes.looks == 4
        assert kinds(at) == [Refused]


def test_automatic_judging_can_be_switched_during_the_game(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        at.do(SetAutomatic(on=True))
        at.lay(h4=(), h6=(MOON,))
        at.eyes.changed = True
        assert at.said(Said.LEGAL).notation == "Mh4-h6"
