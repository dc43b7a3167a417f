"""Whatever is asked of the table at whatever moment, it stays one table.

Every command is given at every moment of `test_table_power_cut`: what it is told of hands leads
from the wood to the state, nothing is a fault of ours, and what was saved is what is shown.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path

import pytest

from companion.games.api import Carried, Effect, Piece, Placement
from companion.record import Remedy, replay
from companion.referee.commands import (
    Abandon,
    AcceptTable,
    Choose,
    Command,
    CorrectAction,
    CorrectRuling,
    CorrectSites,
    Dismiss,
    Done,
    Draw,
    Leave,
    NewGame,
    Overrule,
    Pause,
    Play,
    Remark,
    ResumeGame,
    Resynchronise,
    SetAutomatic,
    Settled,
    TakeBack,
    UseCamera,
    Why,
)
from companion.referee.figures import figure_steps
from companion.referee.refusing import RefusalCode
from companion.referee.snapshot import Said, Snapshot
from tests.companion.referee.moments import cut, moment
from tests.companion.referee.sitting_at import MOON, WAIT_S, seated

COMMANDS: dict[str, tuple[Command, ...]] = {
    "brown presses": (Done("brown"),),
    "blue presses": (Done("blue"),),
    "both press at once": (Done("brown"), Done("blue")),
    "both press twice": (Done("blue"), Done("brown"), Done("blue"), Done("brown")),
    "taken back": (TakeBack(),),
    "taken back while it looks": (Done("brown"), TakeBack(seat="brown")),
    "taken back twice": (TakeBack(), TakeBack()),
    "paused while it looks": (Done("brown"), Pause(), Pause()),
    "paused": (Pause(),),
    "why": (Why(),),
    "overruled": (Overrule(),),
    "overruled while it looks": (Done("brown"), Overrule()),
    "settled": (Settled(),),
    "settled while it looks": (Done("brown"), Settled()),
    "drawn": (Draw(),),
    "dismissed": (Dismiss(),),
    "chosen": (Choose(0),),
    "an action corrected": (CorrectAction(text="h4-h2"),),
    "a site corrected": (Done("brown"), CorrectSites({"e5": ("brown moon",)})),
    "a ruling corrected": (CorrectRuling(2, Remedy.STRUCK),),
    "a refused try done after all": (CorrectRuling(2, Remedy.DONE_AFTER_ALL),),
    "resynchronised": (Resynchronise(), AcceptTable(seat="blue")),
    "a proposal accepted": (AcceptTable({"d6": ("brown moon", "brown star")}, seat="blue"),),
    "played by hand": (Play(text="h4-h6"),),
    "a wrong move by hand": (Play(text="h4-h5"),),
    "nonsense by hand": (Play(text="zebra"),),
    "a remark": (Remark("a word"),),
    "automatic": (SetAutomatic(on=True),),
    "by hand": (UseCamera(on=False), Done("brown")),
    "by hand and back": (UseCamera(on=False), UseCamera(on=True)),
    "left": (Leave(),),
    "left and resumed": (Leave(), ResumeGame(1)),
    "resumed while it lies there": (ResumeGame(1),),
    "abandoned": (Abandon("rain"),),
    "abandoned while it looks": (Done("brown"), Abandon()),
    "another game": (NewGame("cirondo"), ResumeGame(1)),
}


def is_one_table(snapshot: Snapshot) -> None:
    """What holds of every table."""
    timeline = snapshot.timeline
    if timeline is None:
        assert not snapshot.todo
        assert snapshot.lying == Placement()
        return
    lying = snapshot.lying
    for step in snapshot.todo:
        lying = lying.after(step)
    assert dict(lying.piles) == dict(timeline.game.placement(timeline.state).piles)
    replayed = replay(timeline.events).timeline
    assert replayed is not None
    assert replayed.state == timeline.state


MOMENTS = (
    "nothing said yet",
    "a deity is to be advanced",
    "a piece is captured on a pull",
    "a refused move is to be put back",
    "a refused move, and a deity besides",
    "one of two explanations",
    "a hidden piece is asked for",
    "a hand is over the table",
    "a capture is taken back",
    "won",
    "keep or roll again",
    "a set-up with faults",
)


@pytest.mark.slow
@pytest.mark.parametrize("moment_of", MOMENTS)
def test_every_command_at_every_moment(
    tmp_path: Path, moment_of: str, caplog: pytest.LogCaptureFixture
) -> None:
    with moment(moment_of, tmp_path) as at:
        for name, commands in COMMANDS.items():
            with cut(at, tmp_path) as after:
                for command in commands:
                    refusal = after.do(command).refusal
                    assert refusal is None or refusal.code is not RefusalCode.BROKEN, name
                after.table.rest(WAIT_S)
                assert not after.snapshot.looking, name
                assert not [r for r in caplog.records if r.levelno >= logging.ERROR], name
                is_one_table(after.snapshot)


@pytest.mark.parametrize(
    ("command", "todo"),
    [
        (Done("blue"), [("h5", "h4")]),
        (Play(text="zebra"), [("h5", "h4")]),
        (Play(text="c3-c4"), [("h5", "h4")]),
    ],
    ids=str,
)
def test_a_refused_move_is_to_be_put_back_whatever_is_asked_in_between(
    tmp_path: Path, command: Command, todo: list[tuple[str, str]]
) -> None:
    with moment("a refused move is to be put back", tmp_path) as at:
        at.do(command)
        assert ways(at.answer.todo) == todo
        at.lay(h5=(), h4=(MOON,))
        at.eyes.changed = True
        at.said(Said.PUT_BACK)


@pytest.mark.parametrize(
    ("command", "todo"),
    [
        (TakeBack(seat="blue"), [("f2", "f7"), ("h6", "h4")]),
        (Play(text="f7-f6"), [("f2", "f7"), ("f7", "f6")]),
    ],
    ids=["a takeback", "a move that is entered"],
)
def test_a_refused_move_is_put_back_before_what_comes_over_it(
    tmp_path: Path, command: Command, todo: list[tuple[str, str]]
) -> None:
    with seated(tmp_path) as at:
        at.play("h4-h6")
        at.lay(f7=(), f2=(Piece("blue", "star"),))
        assert at.press("blue").said is Said.ILLEGAL
        at.do(command)
        assert ways(at.answer.todo) == todo
        at.hands(*at.answer.todo)
        at.eyes.changed = True
        at.said(Said.SETTLED)


def test_what_was_owed_is_owed_when_a_later_try_is_let_stand(tmp_path: Path) -> None:
    with moment("a refused move, and a deity besides", tmp_path) as at:
        owed = at.snapshot.todo
        assert at.do(Overrule()).accepted
        at.table.rest(WAIT_S)
        assert at.snapshot.todo == owed
        at.hands(*owed)
        at.eyes.changed = True
        at.wait(lambda snapshot: not snapshot.waiting)


@pytest.mark.parametrize(
    "command",
    [CorrectAction(text="h4-h2"), TakeBack(), CorrectRuling(2, Remedy.STRUCK), Play(text="f7-f6")],
    ids=str,
)
def test_a_proposal_is_over_when_the_game_goes_on(tmp_path: Path, command: Command) -> None:
    with seated(tmp_path) as at:
        at.play("h4-h6")
        at.do(Resynchronise())
        at.said(Said.PROPOSAL)
        assert at.do(command).accepted
        assert at.snapshot.proposal is None
        assert not at.do(AcceptTable(seat="brown")).accepted


def test_two_actions_entered_at_once_owe_each_figure_one_step(tmp_path: Path) -> None:
    line = "8o/9/7s1/9/3s1s3/3S1S1M1/2M6/9/O8 brown cadbeth:1,lamban:1 -,- notches=9"
    with seated(tmp_path, line=line) as at:
        for text, seat in (("d4-d5", "brown"), ("h7-h6", "blue"), ("f4-f5", "brown")):
            at.do(Play(text=text, seat=seat))
            assert at.answer.said is Said.LEGAL
        figures = figure_steps(at.snapshot.todo)
        assert ways(figures) == [("brown notch 1", "brown notch 3")]
        at.show(at.placement())
        at.eyes.changed = True
        at.said(Said.SETTLED)


def ways(steps: Iterable[Effect]) -> list[tuple[str, str]]:
    """From where to where pieces are carried."""
    return [(step.origin, step.target) for step in steps if isinstance(step, Carried)]
