"""The table: pauses, games left and resumed, remarks, ends."""

from __future__ import annotations

from pathlib import Path

from companion.record import Played, RecordLog
from companion.referee.commands import (
    Abandon,
    Dismiss,
    Done,
    Draw,
    Leave,
    NewGame,
    Pause,
    Play,
    Remark,
    ResumeGame,
    Why,
)
from companion.referee.refusing import RefusalCode
from companion.referee.snapshot import Said, TablePhase
from tests.companion.referee.sitting_at import seated


def test_a_pause_stops_the_judging(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        at.do(Pause())
        assert at.snapshot.paused
        refusal = at.do(Done("brown")).refusal
        assert refusal is not None
        assert refusal.code is RefusalCode.NOT_NOW
        at.do(Pause(on=False))
        assert at.play("h4-h6").said is Said.LEGAL


def test_why_says_the_last_ruling_again(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        first = at.play("h4-h6")
        at.do(Why())
        assert at.answer.again
        assert (at.answer.ruling, at.answer.number) == (first.ruling, first.number + 1)


def test_a_game_that_is_left_can_be_resumed(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        at.play("h4-h6")
        number, state = at.snapshot.game_id, at.state
        at.do(Leave())
        assert at.snapshot.phase is TablePhase.IDLE
        refusal = at.do(Draw()).refusal
        assert refusal is not None
        assert refusal.code is RefusalCode.NO_GAME
        assert number is not None
        at.do(ResumeGame(number))
        assert at.state == state


def test_an_abandoned_game_leaves_the_table_free(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        at.do(Abandon("rain"))
        assert (at.snapshot.phase, at.answer.said) == (TablePhase.IDLE, Said.ABANDONED)


def test_a_remark_goes_into_the_record_and_an_empty_one_does_not(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        assert at.do(Remark("a fine move"), by="Ada").accepted
        assert not at.do(Remark("  ")).accepted
        at.do(Dismiss())
        assert at.snapshot.answer is None


def test_an_unknown_game_is_refused(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        before = at.snapshot.game_id
        refusal = at.do(NewGame("chess")).refusal
        assert refusal is not None
        assert refusal.code is RefusalCode.BAD
        assert at.snapshot.game_id == before


def test_the_end_of_a_game_is_recorded(tmp_path: Path) -> None:
    with seated(tmp_path, line="8o/9/2m6/9/9/9/2M4S1/9/O8 brown cadbeth:1,lamban:1 -,-") as at:
        at.do(Play(text="resign"))
        assert at.snapshot.phase is TablePhase.OVER
        assert at.snapshot.timeline is not None
        assert at.snapshot.timeline.result is not None


def test_everything_said_to_be_done_is_in_the_record(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        at.play("h4-h6")
        number = at.snapshot.game_id
        assert number is not None
        with RecordLog.open(tmp_path / "games.sqlite", write=False) as log:
            assert [type(event.data) for event in log.events(number)[1:]] == [Played]
