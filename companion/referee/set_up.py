"""The set-up, read site by site from a photo and judged as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Any

from companion.games.api import Placed, Ruling
from companion.referee.bench import Bench, Pending
from companion.referee.candidates import seen_placement
from companion.referee.evidence import NOTHING, Evidence, Look
from companion.referee.playing import after_action
from companion.referee.snapshot import Said

SURE = 0.85
"""A piece that is held for less likely is asked about: a trap's direction is in no count."""


@dataclass(frozen=True, slots=True)
class Found:
    """The set-ups that a photo shows, each with its ruling, and the pieces that are in doubt."""

    rulings: tuple[tuple[Any, Ruling], ...]
    doubts: tuple[tuple[str, Look], ...]

    @property
    def good(self) -> bool:
        """Whether all that was set up is as it should be, and plainly seen."""
        return bool(self.rulings) and not self.doubts and all(r.legal for _, r in self.rulings)


def found(bench: Bench, pending: Pending, evidence: Evidence) -> Found:
    """Judge what a side (None: each) has put on its home ranks.

    The counts must be those of the roll, so that a face that was read wrong is found. Both sides
    may set up at once; whoever presses has only its own pieces judged.
    """
    game, state = bench.game, bench.state
    seen = seen_placement(evidence, bench.followed.lying)
    actions = [
        action
        for action in game.plausible(state, seen)
        if pending.seat in (None, game.actor(state, action))
    ]
    mine = [
        site
        for site, pile in seen.piles.items()
        if pending.seat is None or any(piece.owner == pending.seat for piece in pile)
    ]
    rulings = tuple((action, game.rule_on(state, action)) for action in actions)
    return Found(rulings, _doubts(evidence, mine))


def tell(bench: Bench, pending: Pending, found: Found) -> None:
    """Say what was found, and let good set-ups stand."""
    game, state = bench.game, bench.state
    photo = bench.snapshot.latest
    if not found.rulings:
        bench.say(Said.UNCHANGED, seat=pending.seat, photo=photo)
        return
    for action, ruling in found.rulings:
        if not ruling.legal:
            bench.say_refused(action, ruling, photo=photo)
            return
    if found.doubts:
        bench.say(Said.DOUBT, strange=found.doubts, photo=photo)
        return
    for action, ruling in found.rulings:
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
