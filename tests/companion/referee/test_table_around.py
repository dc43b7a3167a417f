"""The table: pauses, games left and resumed, remarks, ends."""

from __future__ import annotations

from pathlib import Path

from companion.games.registry import game_by_id
from companion.language.notices import worded
from companion.record import Played, RecordLog, begin_game, started
from companion.record.on_table import OnTable
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
    TakeBack,
    Why,
)
from companion.referee.refusing import RefusalCode
from companion.referee.snapshot import Said, TablePhase
from companion.referee.table import Table
from tests.companion.referee.sitting_at import ENDING, seated


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


def test_a_game_with_a_clock_comes_back_paused(tmp_path: Path) -> None:
    with seated(tmp_path, side_s=600.0) as at:
        number = at.snapshot.game_id
        at.do(Leave())
        assert number is not None
        at.do(ResumeGame(number))
        assert at.snapshot.paused
        assert at.snapshot.clock.running is None
        at.do(Pause(on=False))
        assert at.snapshot.clock.running == "brown"


def test_a_game_that_has_ended_lies_there_again_and_can_be_taken_back(tmp_path: Path) -> None:
    with seated(tmp_path, line=ENDING) as at:
        number = at.snapshot.game_id
        at.do(Play(text="h8-i9"))
        events = at.snapshot.timeline and at.snapshot.timeline.events
        at.do(NewGame("moons-and-stars"))
        assert number is not None
        assert at.do(ResumeGame(number)).accepted
        assert at.snapshot.phase is TablePhase.OVER
        assert at.snapshot.timeline is not None
        assert at.snapshot.timeline.events == events, "nothing goes on, so nothing is written"
        assert at.do(TakeBack()).snapshot.phase is TablePhase.TURNS


def test_a_result_that_could_not_be_saved_any_more_is_saved_when_the_game_is_resumed(
    tmp_path: Path,
) -> None:
    game = game_by_id("moons-and-stars")
    with RecordLog.open(tmp_path / "games.sqlite") as log:
        sitting = begin_game(log, started(game, start=game.position_from_line(ENDING)))
        sitting.play(game.parse(sitting.state, "h8-i9"))
    with seated(tmp_path, line=None) as at:
        at.do(ResumeGame(1))
        assert at.snapshot.phase is TablePhase.OVER
        assert at.snapshot.timeline is not None
        assert at.snapshot.timeline.result is not None


def test_a_note_of_the_game_on_the_table_that_can_not_be_written_is_told_and_tried_again(
    tmp_path: Path,
) -> None:
    class Full(OnTable):
        """A folder on a disk without room."""

        def keep_game(self, game_id: int | None) -> None:
            raise OSError(28, "No space left on device")

    kept = OnTable(tmp_path / "games.sqlite")
    full = Full(tmp_path / "games.sqlite")
    with RecordLog.open(tmp_path / "games.sqlite") as log, Table(log, kept=full) as table:
        assert table.do(NewGame("cirondo")).accepted
        (trouble,) = table.snapshot.troubles
        assert "No space left" in worded(trouble, "en")
        full.keep_game = kept.keep_game  # type: ignore[method-assign] # there is room again
        table.do(Remark("there is room again"))
        assert kept.game() == 1


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
