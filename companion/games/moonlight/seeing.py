"""Which actions a table that looks so may come from: what the referee compares with a photo."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.api import Pile, Placement
from companion.games.moonlight.actions import Action, Deal, Lay
from companion.games.moonlight.cards import SIDES, Card, card_on_table, piece_of
from companion.games.moonlight.hidden import size_of
from companion.games.moonlight.moves import legal_lays, playable
from companion.games.moonlight.state import Phase, State, cell_of, placement_of


def plausible(state: State, seen: Placement) -> Sequence[Action]:
    """Every placement of the side to move, and what new cards on the table suggest, legal or not.

    Where a deal is due and the table is empty, that is one of cards that nobody has seen.
    """
    if state.phase is Phase.DEAL and state.starter is not None:
        green, blue = ((None,) * size_of(state, side) for side in range(2))
        return [] if seen.piles else [Deal(green, blue)]
    if state.phase is not Phase.PLAY or state.to_move is None:
        return []
    found: list[Action] = [*legal_lays(state), *_suggested(state, seen)]
    return list(dict.fromkeys(found))


def _suggested(state: State, seen: Placement) -> list[Lay]:
    """One more card on top of what lay there."""
    before = placement_of(state.grid)
    found = []
    for site, pile in seen.piles.items():
        cell, known = cell_of(site), card_on_table(pile[-1])
        if cell is not None and known is not None and pile[:-1] == before.at(site):
            found.append(Lay(_from_hand(state, known), cell))
    return found


def _from_hand(state: State, known: Card) -> Card:
    """A card seen on the table, as the hand has it: with the moons printed on it."""
    hand = playable(state, SIDES.index(known.owner))
    return next((one for one in hand if piece_of(one) == piece_of(known)), known)


def attempts(state: State, origin: str, target: str, pieces: Pile) -> tuple[Lay, ...]:
    """What a person may have tried who moved `pieces` about: nothing.

    Cards come from hands, which lie beside the table; no card that lies there moves again.
    """
    del state, origin, target, pieces
    return ()
