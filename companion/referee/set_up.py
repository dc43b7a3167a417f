"""The set-up, read site by site from a photo and judged as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from companion.games.api import Placed
from companion.referee.bench import Bench, Pending
from companion.referee.candidates import seen_placement
from companion.referee.evidence import NOTHING, Evidence, Look
from companion.referee.playing import after_action
from companion.referee.snapshot import Said

SURE = 0.85
"""A piece that is held for less likely is asked about: a trap's direction is in no count."""


def judge_set_up(bench: Bench, pending: Pending, evidence: Evidence) -> bool:
    """Judge what a side (None: each) has put on its home ranks; False: look again first.

    The counts must be those of the roll, so that a face that was read wrong is found. Both sides
    may set up at once; whoever presses has only its own pieces judged.
    """
    game, state = bench.game, bench.state
    seen = seen_placement(evidence, bench.followed.lying)
    photo = bench.snapshot.latest
    actions = [
        action
        for action in game.plausible(state, seen)
        if pending.seat in (None, game.actor(state, action))
    ]
    rulings = [(action, game.rule_on(state, action)) for action in actions]
    mine = [
        site
        for site, pile in seen.piles.items()
        if pending.seat is None or any(piece.owner == pending.seat for piece in pile)
    ]
    doubts = _doubts(evidence, mine)
    good = bool(rulings) and all(ruling.legal for _, ruling in rulings) and not doubts
    if not good and not pending.again:
        return False
    if not rulings:
        bench.say(Said.UNCHANGED, seat=pending.seat, photo=photo)
        return True
    for action, ruling in rulings:
        if not ruling.legal:
            bench.say_refused(action, ruling, photo=photo)
            return True
    if doubts:
        bench.say(Said.DOUBT, strange=doubts, photo=photo)
        return True
    for action, ruling in rulings:
        _stand(bench, action)
        bench.say(
            Said.LEGAL,
            seat=game.actor(state, action),
            action=action,
            notation=game.format(state, action),
            ruling=ruling,
            todo=bench.followed.todo,
            photo=photo,
        )
    after_action(bench)
    return True


def _stand(bench: Bench, action: object) -> None:
    """Record a set-up; its pieces lie there already, and hands owe only what follows from it."""
    before = bench.game.placement(bench.state)
    bench.sat.play(action)
    effects = bench.sat.timeline.steps[-1].effects
    for effect in effects:
        if isinstance(effect, Placed):
            before = before.after(effect)
    todo = tuple(effect for effect in effects if not isinstance(effect, Placed))
    bench.lies(before if todo else None, begun=bench.game.phase(bench.state) != "set-up")
    bench.owe(todo)


def _doubts(evidence: Evidence, sites: Sequence[str]) -> tuple[tuple[str, Look], ...]:
    """The sites of pieces whose look is in doubt."""
    doubts = []
    for site in sites:
        if site in evidence.sites:
            look = evidence.best(site)
            if look != NOTHING and exp(evidence.log_p(site, look)) < SURE:
                doubts.append((site, look))
    return tuple(doubts)
