"""Which cards may be laid where: fast, for play and search."""

from __future__ import annotations

from companion.games.moonlight.actions import Cell, Lay
from companion.games.moonlight.cards import SIDES, Card
from companion.games.moonlight.hidden import in_hand, unseen
from companion.games.moonlight.rectangle import free_cells
from companion.games.moonlight.rules import Rules
from companion.games.moonlight.state import Phase, State, visible


def strength(rules: Rules, known: Card) -> int | None:
    """The value with which a card covers and is covered; None for an unknown Lone Wolf (ML-01)."""
    return rules.wolf_value if known.value is None else known.value


def covers(rules: Rules, upper: Card, lower: Card) -> bool:
    """Whether a card may cover another: the other side's, and exactly one lower (ML-05)."""
    above, below = strength(rules, upper), strength(rules, lower)
    return (
        upper.owner != lower.owner
        and above is not None
        and below is not None
        and above == below + 1
    )


def playable(state: State, side: int) -> tuple[Card, ...]:
    """The distinct cards that a side may lay, in the order of its hand.

    An unknown card may be anything that is left of the side's deck (ML-18).
    """
    hand = state.hands[side]
    cards = [one for one in hand if one is not None]
    if None in hand:
        cards += sorted(unseen(state, side), key=str)
    return tuple(dict.fromkeys(cards))


def legal_lays(state: State) -> list[Lay]:
    """Every card that the side to move may lay, by card, then free cells, then covered ones."""
    side = state.to_move
    if state.phase is not Phase.PLAY or side is None:
        return []
    free = free_cells(tuple(cell for cell, _stack in state.grid))
    targets = _targets(state, side)
    found: list[Lay] = []
    for one in playable(state, side):
        found += [Lay(one, cell) for cell in free]
        if targets:
            rules = state.rules
            found += [Lay(one, cell) for cell, top in targets if covers(rules, one, top)]
    return found


def _targets(state: State, side: int) -> list[tuple[Cell, Card]]:
    """The other side's visible cards, unless there is only one: that one is safe (ML-06)."""
    owner = SIDES[1 - side]
    tops = [(cell, stack[-1]) for cell, stack in state.grid if stack[-1].owner == owner]
    return tops if len(tops) > 1 else []


def is_legal_lay(state: State, action: Lay) -> bool:
    """Whether the side to move may lay that card there."""
    side = state.to_move
    if state.phase is not Phase.PLAY or side is None or action.card.owner != SIDES[side]:
        return False
    if not in_hand(state, side, action.card):
        return False
    stack = state.stack(action.cell)
    if stack:
        return covers(state.rules, action.card, stack[-1]) and visible(state.grid, 1 - side) > 1
    return action.cell in free_cells(tuple(cell for cell, _stack in state.grid))
