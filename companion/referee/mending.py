"""What people correct: takebacks, misread actions, rulings that were false or are overruled."""

from __future__ import annotations

from dataclasses import replace

from companion.errors import UsageError
from companion.games.api import Effect, Placement
from companion.language.notices import notice
from companion.record import (
    Comment,
    Refused,
    Remedy,
    misread_action,
    overruled,
    referee_wrong,
    takeback,
)
from companion.referee.bench import Bench
from companion.referee.candidates import TAKEBACKS
from companion.referee.commands import CorrectAction, CorrectRuling, Overrule, Remark, TakeBack
from companion.referee.figures import figures_back, on_board
from companion.referee.findings import Following
from companion.referee.looking import Purpose
from companion.referee.refusing import not_now
from companion.referee.snapshot import Said
from companion.referee.undoing import BACK, reaches, undone
from companion.referee.watching import look_around

LONGEST_REMARK = 2000
"""Signs of a remark at most."""


def take_back(bench: Bench, command: TakeBack) -> None:
    """Take actions back; hands then put the table back."""
    bench.require_going()
    take_back_actions(bench, command.actions, by=command.seat or "")


def take_back_actions(bench: Bench, actions: int, *, by: str = "") -> None:
    """Take actions back. Raises `UsageError` where there are fewer."""
    timeline = bench.sat.timeline
    steps = timeline.steps[-actions:] if actions > 0 else ()
    lying, back = bench.refused_wood()
    bench.record(takeback(timeline, actions=actions, by=by))
    bench.forget_looks()
    effects = tuple(effect for step in steps for effect in step.effects)
    bench.following = _taken_back(bench, effects, lying, back) if bench.sees else None
    if bench.following is None:
        bench.lies()
    bench.change(roll=None, proposal=None)
    bench.say(Said.TAKEN_BACK, todo=bench.followed.todo)
    if bench.sees:
        bench.look(Purpose.SETTLE)


def _taken_back(
    bench: Bench, effects: tuple[Effect, ...], lying: Placement, back: tuple[Effect, ...]
) -> Following | None:
    """Hands owe the way back, a refused move first; None where no steps lead there."""
    following, right = bench.followed, bench.game.placement(bench.state)
    done, owed = on_board(effects), on_board(following.todo)
    if owed and done[len(done) - len(owed) :] != owed:
        return None
    figures = figures_back(following.lying, right, (*following.todo, *effects), manner=BACK)
    steps = (*back, *figures, *undone(done[: len(done) - len(owed)]))
    if not reaches(lying, steps, right):
        return None
    earlier = tuple(step.state for step in bench.sat.timeline.steps[-TAKEBACKS - 1 : -1])
    return replace(following, state=bench.state, lying=lying, earlier=earlier, todo=steps)


def correct_action(bench: Bench, command: CorrectAction) -> None:
    """Another action was played than the one that was recorded last."""
    bench.require_game()
    timeline = bench.sat.timeline
    if not timeline.steps:
        raise not_now(notice("referee.not-played"), notice("referee.nothing-to-correct"))
    game, before = timeline.game, timeline.state_at(len(timeline.steps) - 1)
    if command.text:
        action = game.complete(before, game.parse(before, command.text))
    elif command.action is not None:
        action = game.complete(before, game.decode_action(before, command.action))
    else:
        raise UsageError(notice("referee.no-action"), notice("referee.really-played"))
    ruling = game.rule_on(before, action)
    if not ruling.legal:
        bench.say(
            Said.ILLEGAL,
            seat=game.actor(before, action),
            action=None,
            notation=game.format(before, action),
            ruling=ruling,
            puts_right=False,
        )
        return
    bench.record(misread_action(timeline, action))
    bench.forget_looks()
    bench.lies()
    bench.change(proposal=None)
    bench.say(Said.CORRECTED, notation=game.format(before, action), ruling=ruling)
    look_around(bench)


def overrule(bench: Bench, command: Overrule, *, by: str = "") -> None:
    """Let the try that was refused last stand. Raises `BadPosition` where no table comes of it."""
    bench.require_going()
    answer = bench.snapshot.answer
    if answer is None or answer.said is not Said.ILLEGAL or answer.action is None:
        raise not_now(notice("referee.not-refused"), notice("referee.try-first"))
    game, timeline = bench.game, bench.sat.timeline
    goes_on = game.forced(bench.state, answer.action)
    who = " ".join(word for word in (by or "the players", command.note) if word)
    owed = bench.followed.todo
    bench.record(overruled(timeline, answer.action, goes_on=goes_on, by=who))
    bench.forget_looks()
    bench.lies()
    bench.change(proposal=None)
    if bench.sees:
        bench.still_owe(owed)
    bench.say(Said.OVERRULED, notation=answer.notation, seat=answer.seat, todo=bench.followed.todo)


def correct_ruling(bench: Bench, command: CorrectRuling, *, by: str = "") -> None:
    """A ruling of the referee was false; the game stands, goes on, or goes back, as is asked."""
    timeline = bench.sat.timeline
    goes_on = None
    if command.remedy is Remedy.DONE_AFTER_ALL:
        events = timeline.events
        ruled = events[command.event - 1].data if 0 < command.event <= len(events) else None
        if isinstance(ruled, Refused) and ruled.action is not None:
            action = timeline.game.decode_action(bench.state, ruled.action)
            if not timeline.game.is_legal(bench.state, action):
                goes_on = timeline.game.forced(bench.state, action)
    event = referee_wrong(
        timeline, command.event, command.remedy, goes_on=goes_on, by=by, note=command.note
    )
    bench.record(event)
    if command.remedy is not Remedy.RULING_ONLY:
        bench.forget_looks()
        bench.lies()
        bench.change(proposal=None)
    bench.say(Said.CORRECTED)
    look_around(bench)


def remark(bench: Bench, command: Remark, *, by: str = "") -> None:
    """Put somebody's words into the record."""
    text = " ".join(command.text.split())
    if not text or len(text) > LONGEST_REMARK:
        raise UsageError(
            notice("referee.bad-remark"), notice("referee.most-signs", most=LONGEST_REMARK)
        )
    bench.record(Comment(text, by))
