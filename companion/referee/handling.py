"""The table of all commands: their words, and which function does them; the small ones are here.

Each function works on the table's bench, in the table's thread; where it can't be done it raises
`Refused`, or an error that a person can mend.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from companion.language.notices import notice
from companion.referee import judging, lying, mending, opening, playing, watching
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


def _pause(bench: Bench, command: Pause) -> None:
    bench.require_game()
    on = not bench.snapshot.paused if command.on is None else command.on
    if on != bench.snapshot.paused:
        bench.forget_looks()
        bench.change(paused=on)
        watching.look_around(bench)


def _why(bench: Bench, _command: Why) -> None:
    """Say the last answer again, with its reasons."""
    answer = bench.snapshot.answer
    if answer is None:
        raise not_now(notice("referee.silent"), notice("referee.play-first"))
    bench.answers += 1
    bench.change(answer=replace(answer, number=bench.answers, again=True))


def _dismiss(bench: Bench, _command: Dismiss) -> None:
    bench.retry = None
    bench.change(answer=None, proposal=None, troubles=())


def _automatic(bench: Bench, command: SetAutomatic) -> None:
    bench.forget_looks()
    bench.change(automatic=command.on)


def _correct_sites(bench: Bench, command: CorrectSites) -> None:
    pending = lying.correct_sites(bench, command)
    if pending is not None:
        assert bench.evidence is not None
        judging.judge_again(bench, pending, bench.evidence)


Handler = Callable[[Bench, Any, str], None]
"""It gets the bench, the command, and who asks."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A type of command: its word in JSON, its type, what it asks for, and what does it."""

    word: str
    of: type[Any]
    about: str
    handle: Handler


def _alone(handle: Callable[[Bench, Any], None]) -> Handler:
    """A handler that doesn't mind who asks."""
    return lambda bench, command, _by: handle(bench, command)


KINDS: tuple[Kind, ...] = (
    Kind(
        *("play", Play),
        "An action, in the exchange format or in notation; it is ruled on and recorded.",
        _alone(playing.play),
    ),
    Kind("draw", Draw, "Do by chance what is due now.", _alone(playing.draw)),
    Kind("done", Done, "A side's button: look and judge.", _alone(judging.done)),
    Kind("settled", Settled, "What hands owed is done, or put back.", _alone(playing.settled)),
    Kind(
        *("choose", Choose),
        "Which of the options of an ambiguous table it is, from 0.",
        _alone(playing.choose),
    ),
    Kind("take-back", TakeBack, "The last actions are taken back.", _alone(mending.take_back)),
    Kind(
        *("pause", Pause),
        "Stop the clock and the judging, or go on; null: the other of the two.",
        _alone(_pause),
    ),
    Kind("why", Why, "Say the last ruling again.", _alone(_why)),
    Kind("dismiss", Dismiss, "Put the last answer away.", _alone(_dismiss)),
    Kind(
        "remark",
        Remark,
        "Words for the record.",
        lambda b, asked, by: mending.remark(b, asked, by=by),
    ),
    Kind(
        *("correct-action", CorrectAction),
        "The last action was read wrong: this was played.",
        _alone(mending.correct_action),
    ),
    Kind(
        *("correct-sites", CorrectSites),
        "The camera misread these sites of the last photo.",
        _alone(_correct_sites),
    ),
    Kind(
        *("overrule", Overrule),
        "The try that was refused last stands: both sides agree.",
        lambda b, asked, by: mending.overrule(b, asked, by=by),
    ),
    Kind(
        *("correct-ruling", CorrectRuling),
        "A ruling of the referee was false.",
        lambda b, asked, by: mending.correct_ruling(b, asked, by=by),
    ),
    Kind(
        *("resynchronise", Resynchronise),
        "Propose to take the table as it lies.",
        _alone(lying.resynchronise),
    ),
    Kind(
        *("accept-table", AcceptTable),
        "The proposal is right, with these sites; the seat is to move.",
        _alone(lying.accept_table),
    ),
    Kind(
        *("automatic", SetAutomatic),
        "Judge settled changes without a press, or no longer.",
        _alone(_automatic),
    ),
    Kind(
        "camera", UseCamera, "Watch with the camera, or play by hand.", _alone(watching.use_camera)
    ),
    Kind("abandon", Abandon, "The players leave the game for good.", _alone(opening.abandon)),
    Kind("leave", Leave, "Put the game away; it can be resumed.", _alone(opening.leave)),
    Kind("new-game", NewGame, "Begin a game.", _alone(opening.new_game)),
    Kind("resume-game", ResumeGame, "Go on with a recorded game.", _alone(opening.resume)),
)
"""Every type of command there is. Buttons, panel and recorded sessions know them from here."""

OF_TYPE: Mapping[type[Any], Kind] = MappingProxyType({kind.of: kind for kind in KINDS})
OF_WORD: Mapping[str, Kind] = MappingProxyType({kind.word: kind for kind in KINDS})
