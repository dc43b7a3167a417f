"""Which function does which command; the small ones are here.

Each works on the table's bench, in the table's thread; where it can't be done it raises `Refused`,
or an error that a person can mend.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from companion.language.notices import notice
from companion.referee import judging, lying, mending, opening, playing
from companion.referee.bench import Bench
from companion.referee.commands import (
    Abandon,
    AcceptTable,
    Choose,
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
from companion.referee.refusing import not_now


def _pause(bench: Bench, command: Pause, _by: str) -> None:
    bench.require_game()
    on = not bench.snapshot.paused if command.on is None else command.on
    if on != bench.snapshot.paused:
        bench.forget_looks()
        bench.change(paused=on)


def _why(bench: Bench, _command: Why, _by: str) -> None:
    """Say the last answer again, with its reasons."""
    answer = bench.snapshot.answer
    if answer is None:
        raise not_now(notice("referee.silent"), notice("referee.play-first"))
    bench.answers += 1
    bench.change(answer=replace(answer, number=bench.answers, again=True))


def _dismiss(bench: Bench, _command: Dismiss, _by: str) -> None:
    bench.retry = None
    bench.change(answer=None, proposal=None, troubles=())


def _automatic(bench: Bench, command: SetAutomatic, _by: str) -> None:
    bench.forget_looks()
    bench.change(automatic=command.on)


def _use_camera(bench: Bench, command: UseCamera, _by: str) -> None:
    bench.camera_wanted = command.on
    bench.forget_looks()
    if bench.sitting is not None:
        bench.lies()


def _correct_sites(bench: Bench, command: CorrectSites, _by: str) -> None:
    pending = lying.correct_sites(bench, command)
    if pending is not None:
        assert bench.evidence is not None
        judging.judge_again(bench, pending, bench.evidence)


_Handler = Callable[[Bench, Any, str], None]

HANDLERS: Mapping[type, _Handler] = MappingProxyType(
    {
        NewGame: lambda bench, command, _by: opening.new_game(bench, command),
        ResumeGame: lambda bench, command, _by: opening.resume(bench, command),
        Leave: lambda bench, command, _by: opening.leave(bench, command),
        Abandon: lambda bench, command, _by: opening.abandon(bench, command),
        Play: lambda bench, command, _by: playing.play(bench, command),
        Draw: lambda bench, command, _by: playing.draw(bench, command),
        Settled: lambda bench, command, _by: playing.settled(bench, command),
        Choose: lambda bench, command, _by: playing.choose(bench, command),
        Done: lambda bench, command, _by: judging.done(bench, command),
        TakeBack: lambda bench, command, _by: mending.take_back(bench, command),
        CorrectAction: lambda bench, command, _by: mending.correct_action(bench, command),
        Overrule: lambda bench, command, by: mending.overrule(bench, command, by=by),
        CorrectRuling: lambda bench, command, by: mending.correct_ruling(bench, command, by=by),
        Remark: lambda bench, command, by: mending.remark(bench, command, by=by),
        Resynchronise: lambda bench, command, _by: lying.resynchronise(bench, command),
        AcceptTable: lambda bench, command, _by: lying.accept_table(bench, command),
        CorrectSites: _correct_sites,
        Pause: _pause,
        Why: _why,
        Dismiss: _dismiss,
        SetAutomatic: _automatic,
        UseCamera: _use_camera,
    }
)
"""The function of every command: it gets the bench, the command, and who asks."""
