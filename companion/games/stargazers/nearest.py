"""The legal actions most like one that was tried."""

from __future__ import annotations

from companion.games.stargazers.actions import Action, Flip, Pass, Play
from companion.games.stargazers.cards import CODES
from companion.games.stargazers.plays import in_turn, legal_turns
from companion.games.stargazers.state import State

MOST = 3


def nearest_turns(state: State, tried: Action) -> tuple[Play | Flip, ...]:
    """At most three plays of the mover: of the same shape or colour first."""
    if not in_turn(state) or not isinstance(tried, Play | Flip | Pass):
        return ()
    name = None if isinstance(tried, Pass) else tried.card

    def unlike(action: Play | Flip) -> int:
        if name not in CODES or action.card not in CODES:
            return 0
        return sum(
            one != other for one, other in zip(name.split(), action.card.split(), strict=True)
        )

    return tuple(sorted(legal_turns(state), key=unlike)[:MOST])
