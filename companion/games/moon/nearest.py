"""The legal actions most like one that was tried."""

from __future__ import annotations

from companion.games.moon.actions import Action, Look, Operate, Repair
from companion.games.moon.legal import legal_looks, legal_operates
from companion.games.moon.operations import OPERATIONS
from companion.games.moon.state import Phase, State

MOST = 3


def nearest_actions(state: State, tried: Action, *, most: int = MOST) -> tuple[Action, ...]:
    """At most `most` legal actions: what differs least from what was tried first."""
    if state.phase is Phase.REPAIR:
        return tuple(Repair(part) for part in state.disabled)[:most]
    if state.phase is not Phase.TURNS:
        return ()
    if isinstance(tried, Look):
        return legal_looks(state)[:most]
    if not isinstance(tried, Operate):
        return ()
    known = OPERATIONS.get(tried.name)

    def unlike(action: Operate) -> tuple[int, int]:
        other = OPERATIONS[action.name]
        differs = (action.name != tried.name) * 2
        differs += (action.target != tried.target) + (action.source != tried.source)
        kind = known is not None and (known.registers, known.cost) != (other.registers, other.cost)
        return differs, int(kind)

    return tuple(sorted(legal_operates(state), key=unlike)[:most])
