"""From a press, or a change on the table, to what the referee says of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.api import CHANCE, Seat, TakesRolls
from companion.language.notices import notice
from companion.referee import lying, rolling, set_up
from companion.referee.bench import PREPARING, Bench, Pending
from companion.referee.candidates import seen_placement
from companion.referee.commands import Done, Draw, Settled
from companion.referee.evidence import Evidence, Sight
from companion.referee.eyes import Watch
from companion.referee.figures import on_board
from companion.referee.findings import Finding, Judgement, Option
from companion.referee.looking import ASKED, Looked, Purpose
from companion.referee.playing import (
    after_action,
    do,
    draw,
    refuse,
    seat_pressed,
    settled,
)
from companion.referee.refusing import not_now
from companion.referee.snapshot import Said
from companion.referee.steady import Steady, Together
from companion.referee.unseen import judge_table

LEGAL_TIMES = 2
"""Without a press, a legal action counts when it was seen so often in a row."""
WRONG_TIMES = 4
"""Without a press, what is not legal is told later: the hand may come back to finish."""

_SAID = {
    Finding.HAND: Said.HAND,
    Finding.UNREADABLE: Said.UNREADABLE,
    Finding.MOVED: Said.MOVED,
    Finding.OUT_OF_STEP: Said.OUT_OF_STEP,
}
_LOOK_AGAIN = frozenset(
    {
        Finding.UNCHANGED,
        Finding.ILLEGAL,
        Finding.AMBIGUOUS,
        Finding.OUT_OF_STEP,
        Finding.UNREADABLE,
    }
)
"""What is told to somebody who pressed only when the photo leaves no doubt, or two say it."""


def done(bench: Bench, command: Done) -> None:
    """A side's button: ask for the look that the phase calls for."""
    bench.require_going()
    game, state = bench.game, bench.state
    if game.outcome(state) is not None:
        raise not_now(notice("referee.over"), notice("referee.take-back"))
    if not bench.sees:
        _unseen_press(bench)
        return
    if _pressed_meanwhile(bench, command.seat):
        return
    if not seat_pressed(bench, command.seat):
        bench.say(Said.NOT_YOUR_TURN, seat=command.seat)
        return
    phase = game.phase(state)
    bench.retry = None
    if phase in ("rolls", "reroll") and isinstance(game, TakesRolls):
        bench.look(Purpose.ROLL, command.seat)
    elif CHANCE in game.to_act(state):
        draw(bench, Draw())
    elif phase == "deities":
        bench.say(Said.CHOOSE, seat=command.seat)
    else:
        bench.look(Purpose.PRESS, command.seat)


def _unseen_press(bench: Bench) -> None:
    """A press that no camera can look at: hands say that they have done what they owed.

    Not while a camera is being opened: it will soon see for itself.
    """
    answer = bench.snapshot.answer
    wrong = answer is not None and answer.puts_right and bool(answer.todo)
    opening = bench.camera_wanted and bench.snapshot.camera.watch is Watch.OPENING
    if opening or not (wrong or bench.followed.todo):
        raise not_now(notice("referee.no-camera"), notice("referee.enter-move"))
    settled(bench, Settled())


def _pressed_meanwhile(bench: Bench, seat: Seat | None) -> bool:
    """A press while the photo of one before it is read: whether it waits for that.

    Whoever presses again must not lose the answer that is on its way; if that is no legal action,
    the table is looked at anew. And the other side, which answers quickly, must not press in vain.
    """
    pending = bench.pending
    if pending is None or pending.purpose not in ASKED:
        return False
    if pending.purpose is not Purpose.PRESS or None in (seat, pending.seat) or seat == pending.seat:
        bench.pending = replace(pending, pressed=True)
    else:
        bench.pending = replace(pending, then=seat)
    return True


def looked(bench: Bench, told: Looked) -> None:
    """A look is back."""
    pending = bench.pending
    if pending is None or pending.number != told.number or bench.sitting is None:
        return
    bench.pending, before = None, bench.state
    bench.change(looking=False)
    asked = pending.purpose in ASKED
    if told.moving:
        if asked:
            bench.say(Said.MOVING)
    elif told.away:
        if asked:
            bench.say(Said.CAMERA_AWAY, reason=told.away)
    elif told.roll is not None:
        bench.change(latest=told.roll.photo, corrections={})
        if rolling.is_taken(bench, told.roll) or not _once_more(bench, pending):
            rolling.rolled(bench, told.roll)
    elif told.sighting is not None:
        bench.change(latest=told.sighting.photo, corrections={})
        saw(bench, pending, told.sighting.evidence)
    _pressed_since(bench, pending, before)
    _then(bench, pending.then)


def _once_more(bench: Bench, pending: Pending) -> bool:
    """Somebody has pressed since: what is no legal action is looked at anew before it is told.

    That is done once, or an impatient child, who presses and presses, never heard what is wrong.
    """
    if pending.pressed and not pending.anew:
        bench.look_anew(pending)
        return True
    return False


def _pressed_since(bench: Bench, pending: Pending, before: Any) -> None:
    """An answer was told that is none to the press that came since, over the table of now."""
    waits = bench.pending is not None or bench.retry is not None
    if pending.pressed and pending.anew and not waits and bench.state is before and bench.sees:
        bench.look_anew(pending)


def _then(bench: Bench, seat: Seat | None) -> None:
    """The other side has pressed already, and now it may act."""
    phase = bench.game.phase(bench.state)
    looks = phase == "set-up" or phase not in PREPARING
    if seat in bench.game.to_act(bench.state) and looks and bench.pending is None:
        done(bench, Done(seat))


def judge_again(bench: Bench, pending: Pending, evidence: Evidence) -> None:
    """Judge a photo anew after people have said what lies on it."""
    if bench.game.phase(bench.state) == "set-up":
        set_up.tell(bench, pending, set_up.found(bench, pending, evidence))
        return
    pressed = pending.purpose is Purpose.PRESS
    tell(bench, judge_table(bench, evidence, pressed=pressed), pending)


def saw(bench: Bench, pending: Pending, evidence: Evidence) -> None:
    """Judge what a photo tells, as the look was meant."""
    if evidence.sight is Sight.CLEAR:
        if pending.evidence:
            evidence = Together((*pending.evidence, evidence))
        bench.evidence = evidence
        if pending.purpose is Purpose.TABLE:
            lying.propose(bench, evidence)
            return
        if pending.purpose is Purpose.PRESS and bench.game.phase(bench.state) == "set-up":
            _set_up(bench, pending, evidence)
            return
    elif pending.purpose is Purpose.TABLE:
        bench.say(Said.UNREADABLE, reason=evidence.reason, photo=bench.snapshot.latest)
        return
    pressed = pending.purpose is Purpose.PRESS
    judgement = judge_table(bench, evidence, pressed=pressed)
    if pressed:
        _pressed(bench, pending, judgement, evidence)
    elif pending.purpose is Purpose.AUTOMATIC:
        _watched(bench, judgement)
    else:
        _settled(bench, judgement)


def _set_up(bench: Bench, pending: Pending, evidence: Evidence) -> None:
    """A side's set-up: what is not good is looked at twice."""
    found = set_up.found(bench, pending, evidence)
    if not found.good and not pending.again:
        bench.look_again(pending, (evidence,))
    elif found.good or not _once_more(bench, pending):
        set_up.tell(bench, pending, found)


def _pressed(bench: Bench, pending: Pending, judgement: Judgement, evidence: Evidence) -> None:
    """Somebody waits for an answer: what is neither legal nor plain is looked at twice."""
    if judgement.finding in _LOOK_AGAIN and not pending.again and not judgement.sure:
        bench.look_again(pending, (evidence,) if evidence.sight is Sight.CLEAR else ())
        return
    if judgement.finding in _LOOK_AGAIN and _once_more(bench, pending):
        return
    bench.retry = pending if judgement.finding is Finding.HAND else None
    tell(bench, judgement, pending)


def _watched(bench: Bench, judgement: Judgement) -> None:
    """Nobody pressed: a judgement counts once it was given often enough in a row."""
    if judgement.finding in (Finding.HAND, Finding.UNREADABLE):
        bench.steady = Steady()
        return
    if judgement.finding in (Finding.UNCHANGED, Finding.SETTLED, Finding.MOVED):
        bench.steady = Steady()
        _settled(bench, judgement)
        return
    needed = LEGAL_TIMES if judgement.finding is Finding.LEGAL else WRONG_TIMES
    bench.steady, counts = replace(bench.steady, needed=needed).after(judgement)
    if counts is None:
        bench.look(Purpose.AUTOMATIC)
    elif not _said_already(bench, judgement):
        tell(bench, judgement, Pending(0, Purpose.AUTOMATIC))


def _said_already(bench: Bench, judgement: Judgement) -> bool:
    """Whether the last answer says just this; it needn't be said again of a table at rest."""
    answer = bench.snapshot.answer
    if answer is None or answer.said.value != judgement.finding.value:
        return False
    return (answer.action, answer.options) == (judgement.action, judgement.options)


def _settled(bench: Bench, judgement: Judgement) -> None:
    """Nothing but the steps that were owed is looked for."""
    if judgement.finding is Finding.MOVED:
        answer = bench.snapshot.answer
        if answer is None or answer.said is not Said.MOVED:
            bench.say(Said.MOVED, reason=judgement.reason, photo=bench.snapshot.latest)
        return
    if judgement.finding not in (Finding.UNCHANGED, Finding.SETTLED):
        return
    owed, bench.following = bench.followed.todo, judgement.following
    answer = bench.snapshot.answer
    if answer is not None and answer.puts_right:
        bench.say(Said.PUT_BACK, todo=judgement.todo)
    elif owed and not judgement.todo:
        bench.say(Said.SETTLED)
    elif judgement.todo and not owed:
        bench.say(Said.WAIT, todo=judgement.todo)
    elif owed != judgement.todo and answer is not None:
        bench.change(answer=replace(answer, todo=judgement.todo))


def tell(bench: Bench, judgement: Judgement, pending: Pending) -> None:
    """Say a judgement, and let it take effect."""
    photo, finding = bench.snapshot.latest, judgement.finding
    if finding is Finding.LEGAL:
        accept(bench, judgement, pending)
    elif finding is Finding.ILLEGAL:
        assert judgement.ruling is not None
        refuse(bench, judgement.action, judgement.ruling, todo=judgement.todo, photo=photo)
    elif finding is Finding.AMBIGUOUS:
        bench.say(Said.AMBIGUOUS, options=judgement.options, photo=photo)
    elif finding is Finding.SETTLED:
        bench.following = judgement.following
        bench.say(Said.SETTLED, photo=photo)
    elif finding is Finding.UNCHANGED:
        _unchanged(bench, judgement)
    else:
        said = _SAID[finding]
        bench.say(said, reason=judgement.reason, strange=judgement.strange, photo=photo)


def accept(bench: Bench, judgement: Judgement, pending: Pending) -> None:
    """A legal action was seen: it is recorded, and hands may still owe some of its steps."""
    game, before, action = bench.game, bench.state, judgement.action
    seat, notation = game.actor(before, action), game.format(before, action)
    if pending.seat is not None and pending.seat != seat:
        bench.say(Said.NOT_YOUR_TURN, seat=pending.seat, photo=bench.snapshot.latest)
        return
    bench.sat.play(action)
    bench.following = judgement.following
    bench.change(proposal=None)
    bench.say(
        Said.LEGAL,
        seat=seat,
        action=action,
        notation=notation,
        ruling=judgement.ruling,
        todo=judgement.todo,
        photo=bench.snapshot.latest,
    )
    after_action(bench)


def _unchanged(bench: Bench, judgement: Judgement) -> None:
    """Somebody pressed, and the table is as it was."""
    begun, photo = bench.followed.begun, bench.snapshot.latest
    bench.following = judgement.following
    answer = bench.snapshot.answer
    if judgement.todo:
        bench.say(Said.WAIT, todo=judgement.todo, photo=photo)
    elif answer is not None and answer.puts_right:
        if not _silent(bench, asks=False):
            bench.say(Said.PUT_BACK, photo=photo)
    elif not begun:
        bench.say(Said.TABLE_READY, photo=photo)
    elif not _silent(bench):
        bench.say(Said.UNCHANGED, photo=photo)


def _silent(bench: Bench, *, asks: bool = True) -> bool:
    """An action that changes nothing (a pass): done if it is all there is, else asked about.

    Not where something was put back: then a press says that it is, and no more.
    """
    game, state = bench.game, bench.state
    assert bench.evidence is not None
    seen = seen_placement(bench.evidence, bench.followed.lying)
    silent = []
    for action in game.plausible(state, seen):
        if game.is_legal(state, action) and not on_board(game.apply(state, action).effects):
            silent.append(action)
    if not silent:
        return False
    if len(list(zip(game.legal(state), range(2), strict=False))) == 1:
        do(bench, silent[0])
        return True
    if not asks:
        return False
    options = tuple(Option((game.format(state, action),)) for action in silent)
    bench.say(Said.AMBIGUOUS, options=(*options, Option(())), photo=bench.snapshot.latest)
    return True
