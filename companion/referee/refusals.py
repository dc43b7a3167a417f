"""What was done that the rules refuse: one piece carried somewhere, or a set-up that is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.api import Carried, Effect, Pile, Placed, Placement, Ruling
from companion.referee.candidates import seen_placement
from companion.referee.evidence import Evidence
from companion.referee.findings import Following
from companion.referee.misfit import Misfit

MOST_SITES = 6
"""Strange sites that are tried as the beginning or end of a piece's way."""

Refused = tuple[Any, Ruling, tuple[Effect, ...]]
"""What was tried, the ruling against it, and the steps that put it back."""


def refused_attempt(
    following: Following, evidence: Evidence, misfit: Misfit, *, accept: float, strange: float
) -> Refused | None:
    """The refused action that best explains the table; None if none does."""
    return _suggested(following, evidence) or _carried(
        following, misfit, accept=accept, strange=strange
    )


def _suggested(following: Following, evidence: Evidence) -> Refused | None:
    """A long action (a set-up, a bonus) that the table shows, and that is refused."""
    game, state = following.game, following.state
    seen = seen_placement(evidence, following.lying)
    for action in game.plausible(state, seen):
        ruling = game.rule_on(state, action)
        if not ruling.legal:
            return action, ruling, ()
    return None


def _carried(
    following: Following, misfit: Misfit, *, accept: float, strange: float
) -> Refused | None:
    """The single carrying of pieces that fits best, if the rules refuse it."""
    game, state = following.game, following.state
    found = sorted(
        _carries(following.lying, misfit.strange(over=strange)[:MOST_SITES]),
        key=lambda carry: misfit.of(carry[0], carry[1:3]),
    )
    for placement, origin, target, pieces, taken in found:
        if misfit.of(placement, (origin, target)) > accept:
            return None
        for action in game.attempts(state, origin, target, pieces):
            ruling = game.rule_on(state, action)
            if not ruling.legal:
                why = ruling.reasons[0].ruling
                back: list[Effect] = [Carried(why, pieces, target, origin, "put back")]
                back += [Placed(why, piece, target, "put back") for piece in taken]
                return action, ruling, tuple(back)
    return None


_Carry = tuple[Placement, str, str, Pile, Pile]
"""The table after it, from, to, what was carried, what it took."""


def _carries(lying: Placement, sites: tuple[str, ...]) -> Iterator[_Carry]:
    """Every way to carry the topmost pieces of one site to another, taking what lies on top."""
    for origin in sites:
        pile = lying.at(origin)
        for count in range(1, len(pile) + 1):
            pieces, left = pile[-count:], pile[:-count]
            for target in sites:
                if target == origin:
                    continue
                below = lying.at(target)
                for kept in range(len(below), -1, -1):
                    piles = {**lying.piles, target: below[:kept] + pieces}
                    piles[origin] = left
                    placement = Placement({s: p for s, p in piles.items() if p})
                    yield placement, origin, target, pieces, below[kept:]
