"""Actions that people enter, and what the referee does for them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.errors import UsageError
from companion.games.api import CHANCE, Json, Ruling, Seat
from companion.language.notices import notice
from companion.record import refused
from companion.referee.bench import Bench
from companion.referee.commands import Choose, Draw, Play, Settled
from companion.referee.findings import Finding
from companion.referee.mending import take_back_actions
from companion.referee.reconcile import judge
from companion.referee.refusing import not_now
from companion.referee.snapshot import Said

BY_REFEREE = frozenset({"deities", "set-up"})
"""Phases whose choices players may leave to chance, besides those of chance."""


def play(bench: Bench, command: Play) -> None:
    """Rule on an action and record it, legal or not."""
    bench.require_going()
    action = read_action(bench, bench.state, command.action, command.text)
    ruling = bench.game.rule_on(bench.state, action, seat=command.seat)
    if ruling.legal:
        do(bench, action, ruling=ruling)
    else:
        refuse(bench, action, ruling, **_over(bench))


def _over(bench: Bench) -> dict[str, Any]:
    """What an entered try leaves as it was: nothing happened on the table, right or not."""
    answer = bench.snapshot.answer
    if answer is None or not answer.puts_right:
        return {"puts_right": False}
    return {"todo": answer.todo}


def read_action(bench: Bench, state: Any, data: Json, text: str) -> Any:
    """An action from JSON or from notation. Raises `UsageError`, `BadNotation`."""
    game = bench.game
    if text:
        return game.complete(state, game.parse(state, text))
    if data is None:
        raise UsageError(notice("referee.no-action"), notice("referee.json-or-notation"))
    return game.complete(state, game.decode_action(state, data))


def refuse(bench: Bench, action: Any, ruling: Ruling, **fields: Any) -> None:
    """Answer an illegal try, and record it unless it is the same one that still stands there."""
    answer = bench.snapshot.answer
    stands = answer is not None and answer.said is Said.ILLEGAL and answer.action == action
    if not (stands and fields.get("photo") is not None):
        bench.record(refused(bench.sat.timeline, action, ruling=ruling))
    bench.say_refused(action, ruling, **fields)


def do(bench: Bench, action: Any, *, ruling: Ruling | None = None, said: Said = Said.LEGAL) -> None:
    """Do a legal action that was entered; hands still owe its steps where a camera watches."""
    game, before = bench.game, bench.state
    ruling = ruling or game.rule_on(before, action)
    notation, seat = game.format(before, action), game.actor(before, action)
    bench.sat.play(action)
    bench.forget_looks()
    bench.went_on(bench.sat.timeline.steps[-1].effects, before)
    bench.change(proposal=None)
    bench.say(
        said,
        seat=seat,
        action=action,
        notation=notation,
        ruling=ruling,
        todo=bench.followed.todo,
        photo=bench.snapshot.latest if said is Said.ROLL else None,
    )
    after_action(bench)


def after_action(bench: Bench) -> None:
    """What follows every action: the end of the game if this is it, and the clock."""
    timeline = bench.sat.timeline
    if timeline.outcome is not None and timeline.result is None:
        bench.sat.finish()
    bench.refresh()
    bench.save_clock()


def draw(bench: Bench, _command: Draw) -> None:
    """Do by chance what is due, where that is nobody's choice or a choice nobody wants to make."""
    bench.require_going()
    game, state = bench.game, bench.state
    if CHANCE not in game.to_act(state) and game.phase(state) not in BY_REFEREE:
        raise not_now(notice("referee.no-chance"), notice("referee.players-turn"))
    do(bench, game.sample(state, bench.rng))


def choose(bench: Bench, command: Choose) -> None:
    """One of the explanations that were offered is what happened."""
    bench.require_going()
    answer = bench.snapshot.answer
    if answer is None or answer.said is not Said.AMBIGUOUS:
        raise not_now(notice("referee.nothing-asked"), notice("referee.look-what-said"))
    if not 0 <= command.option < len(answer.options):
        raise UsageError(
            notice("referee.no-option", option=command.option),
            notice("referee.options", most=len(answer.options) - 1),
        )
    option = answer.options[command.option]
    if option.back:
        take_back_actions(bench, option.back)
    elif not option.notations:
        bench.change(answer=None)
    for notation in option.notations:
        do(bench, read_action(bench, bench.state, None, notation))
    settle(bench)


def settle(bench: Bench) -> None:
    """Take off what hands owe the steps that the last photo shows done."""
    if bench.following is None or bench.evidence is None or not bench.following.todo:
        return
    judgement = judge(replace(bench.following, begun=True), bench.evidence)
    if judgement.finding in (Finding.UNCHANGED, Finding.SETTLED):
        bench.following = judgement.following
        answer = bench.snapshot.answer
        if answer is not None:
            bench.change(answer=replace(answer, todo=judgement.following.todo))


def settled(bench: Bench, _command: Settled) -> None:
    """A person says that the table is as it should be; a camera that comes back sees for itself."""
    bench.require_game()
    answer = bench.snapshot.answer
    wrong = answer is not None and answer.puts_right
    bench.forget_looks()
    bench.lies(begun=bench.sees)
    bench.say(Said.PUT_BACK if wrong else Said.SETTLED)


def seat_pressed(bench: Bench, seat: Seat | None) -> bool:
    """Whether a press of that side's button means something now."""
    to_act = bench.game.to_act(bench.state)
    return seat is None or seat in to_act or CHANCE in to_act or bool(bench.followed.todo)
