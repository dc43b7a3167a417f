"""The table: actions entered by hand, with a camera that watches, is away, or isn't used."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.api import Carried
from companion.referee.commands import (
    Done,
    Play,
    UseCamera,
)
from companion.referee.eyes import Watch
from companion.referee.refusing import RefusalCode
from companion.referee.snapshot import Said
from tests.companion.referee.sitting_at import MOON, kinds, seated


def test_an_entered_move_is_owed_by_hands_while_a_camera_watches(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        at.do(Play(text="h4-h6", seat="brown"))
        assert [type(step) for step in at.snapshot.todo] == [Carried]
        at.lay(h4=(), h6=(MOON,))
        at.eyes.changed = True
        at.said(Said.SETTLED)


def test_an_entered_move_is_owed_by_nobody_without_a_camera(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        at.do(UseCamera(on=False))
        at.do(Play(text="h4-h6", seat="brown"))
        assert not at.snapshot.waiting
        assert at.snapshot.by_hand


def test_entering_for_the_other_side_is_refused_by_the_rules(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        reply = at.do(Play(text="h4-h6", seat="blue"))
        assert reply.accepted
        assert at.answer.said is Said.ILLEGAL
        assert at.answer.ruling is not None
        assert [why.ruling for why in at.answer.ruling.reasons] == ["MS-15"]


@pytest.mark.parametrize("text", ["", "h4", "zebra", "h4-" + "h6" * 5000])
def test_what_cannot_be_read_is_refused_and_changes_nothing(tmp_path: Path, text: str) -> None:
    with seated(tmp_path) as at:
        refusal = at.do(Play(text=text)).refusal
        assert refusal is not None
        assert refusal.code is RefusalCode.BAD
        assert refusal.advice
        assert kinds(at) == []


def test_a_camera_that_goes_leaves_the_game_to_be_played_by_hand(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        at.play("h4-h6")
        at.eyes.watch = Watch.AWAY
        at.wait(lambda snapshot: snapshot.by_hand)
        refusal = at.do(Done("blue")).refusal
        assert refusal is not None
        assert refusal.code is RefusalCode.NOT_NOW
        assert at.do(Play(text="f7-f6", seat="blue")).accepted
        at.eyes.watch = Watch.LIVE
        at.wait(lambda snapshot: not snapshot.by_hand)
        at.show(at.placement())
        assert at.play("d4-d5").said is Said.LEGAL


def test_a_camera_that_fails_at_the_press_is_told(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        at.eyes.sees = None
        assert at.press("brown").said is Said.CAMERA_AWAY
