"""The legal placements most like one that was tried."""

from __future__ import annotations

from companion.games.moonlight.actions import Lay
from companion.games.moonlight.moves import legal_lays
from companion.games.moonlight.state import State

MOST = 3


def nearest_lays(state: State, tried: Lay, *, most: int = MOST) -> tuple[Lay, ...]:
    """At most `most` legal placements: the same card near by, or another one on the same cell."""
    covering = bool(state.stack(tried.cell))

    def unlike(action: Lay) -> tuple[int, int, int]:
        steps = sum(abs(one - two) for one, two in zip(action.cell, tried.cell, strict=True))
        other = (action.card != tried.card) + (bool(state.stack(action.cell)) is not covering)
        values = abs((action.card.value or 0) - (tried.card.value or 0))
        return other + min(steps, 4), steps, values

    return tuple(sorted(legal_lays(state), key=unlike)[:most])
