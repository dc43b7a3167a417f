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
from companion.referee import commands as ask
from companion.referee.figures import figure_steps
from companion.referee.refusing import RefusalCode
from companion.referee.snapshot import Said, Snapshot
from tests.companion.referee.moments import cut, moment
from tests.companion.referee.sitting_at import MOON, WAIT_S, seated

COMMANDS: dict[str, tuple[ask.Command, ...]] = {
    "brown presses": (ask.Done("brown"),),
    "blue presses": (ask.Done("blue"),),
    "both press at once": (ask.Done("brown"), ask.Done("blue")),
    "both press twice": (ask.Done("blue"), ask.Done("brown"), ask.Done("blue"), ask.Done("brown")),
    "taken back": (ask.TakeBack(),),
    "taken back while it looks": (ask.Done("brown"), ask.TakeBack(seat="brown")),
    "taken back twice": (ask.TakeBack(), ask.TakeBack()),
    "paused while it looks": (ask.Done("brown"), ask.Pause(), ask.Pause()),
    "paused": (ask.Pause(),),
    "why": (ask.Why(),),
    "overruled": (ask.Overrule(),),
    "overruled while it looks": (ask.Done("brown"), ask.Overrule()),
    "settled": (ask.Settled(),),
    "settled while it looks": (ask.Done("brown"), ask.Settled()),
    "drawn": (ask.Draw(),),
    "dismissed": (ask.Dismiss(),),
    "chosen": (ask.Choose(0),),
    "an action corrected": (ask.CorrectAction(text="h4-h2"),),
    "a site corrected": (ask.Done("brown"), ask.CorrectSites({"e5": ("brown moon",)})),
    "a ruling corrected": (ask.CorrectRuling(2, Remedy.STRUCK),),
    "a refused try done after all": (ask.CorrectRuling(2, Remedy.DONE_AFTER_ALL),),
    "resynchronised": (ask.Resynchronise(), ask.AcceptTable(seat="blue")),
    "a proposal accepted": (ask.AcceptTable({"d6": ("brown moon", "brown star")}, seat="blue"),),
    "played by hand": (ask.Play(text="h4-h6"),),
    "a wrong move by hand": (ask.Play(text="h4-h5"),),
    "nonsense by hand": (ask.Play(text="zebra"),),
    "a remark": (ask.Remark("a word"),),
    "automatic": (ask.SetAutomatic(on=True),),
    "by hand": (ask.UseCamera(on=False), ask.Done("brown")),
    "by hand and back": (ask.UseCamera(on=False), ask.UseCamera(on=True)),
    "left": (ask.Leave(),),
    "left and resumed": (ask.Leave(), ask.ResumeGame(1)),
    "resumed while it lies there": (ask.ResumeGame(1),),
    "abandoned": (ask.Abandon("rain"),),
    "abandoned while it looks": (ask.Done("brown"), ask.Abandon()),
    "another game": (ask.NewGame("cirondo"), ask.ResumeGame(1)),
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
        (ask.Done("blue"), [("h5", "h4")]),
        (ask.Play(text="zebra"), [("h5", "h4")]),
        (ask.Play(text="c3-c4"), [("h5", "h4")]),
    ],
    ids=str,
)
def test_a_refused_move_is_to_be_put_back_whatever_is_asked_in_between(
    tmp_path: Path, command: ask.Command, todo: list[tuple[str, str]]
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
        (ask.TakeBack(seat="blue"), [("f2", "f7"), ("h6", "h4")]),
        (ask.Play(text="f7-f6"), [("f2", "f7"), ("f7", "f6")]),
    ],
    ids=["a takeback", "a move that is entered"],
)
def test_a_refused_move_is_put_back_before_what_comes_over_it(
    tmp_path: Path, command: ask.Command, todo: list[tuple[str, str]]
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
        assert at.do(ask.Overrule()).accepted
        at.table.rest(WAIT_S)
        assert at.snapshot.todo == owed
        at.hands(*owed)
        at.eyes.changed = True
        at.wait(lambda snapshot: not snapshot.waiting)


@pytest.mark.parametrize(
    "command",
    [
        ask.CorrectAction(text="h4-h2"),
        ask.TakeBack(),
        ask.CorrectRuling(2, Remedy.STRUCK),
        ask.Play(text="f7-f6"),
    ],
    ids=str,
)
def test_a_proposal_is_over_when_the_game_goes_on(tmp_path: Path, command: ask.Command) -> None:
    with seated(tmp_path) as at:
        at.play("h4-h6")
        at.do(ask.Resynchronise())
        at.said(Said.PROPOSAL)
        assert at.do(command).accepted
        assert at.snapshot.proposal is None
        assert not at.do(ask.AcceptTable(seat="brown")).accepted


def test_two_actions_entered_at_once_owe_each_figure_one_step(tmp_path: Path) -> None:
    line = "8o/9/7s1/9/3s1s3/3S1S1M1/2M6/9/O8 brown cadbeth:1,lamban:1 -,- notches=9"
    with seated(tmp_path, line=line) as at:
        for text, seat in (("d4-d5", "brown"), ("h7-h6", "blue"), ("f4-f5", "brown")):
            at.do(ask.Play(text=text, seat=seat))
            assert at.answer.said is Said.LEGAL
        figures = figure_steps(at.snapshot.todo)
        assert ways(figures) == [("brown notch 1", "brown notch 3")]
        at.show(at.placement())
        at.eyes.changed = True
        at.said(Said.SETTLED)


def ways(steps: Iterable[Effect]) -> list[tuple[str, str]]:
    """From where to where pieces are carried."""
    return [(step.origin, step.target) for step in steps if isinstance(step, Carried)]
