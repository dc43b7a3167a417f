"""What a player may do in a turn: which cards can be in the hand, which can be on the pile."""

from __future__ import annotations

from companion.games.stargazers.actions import Flip, Play
from companion.games.stargazers.cards import COPIES, KINDS, NAMES, UNKNOWN
from companion.games.stargazers.state import Phase, State, seen

_PLAYS = tuple(Play(name) for name in NAMES)
_FLIPS = tuple(Flip(name) for name in NAMES)
_FLIP = Flip()


def can_hold(state: State, seat: int, card: int) -> bool:
    """Whether a card is in a hand, or may be, for all that the referee has seen (SG-14)."""
    hand = state.hands[seat]
    return card in hand or (UNKNOWN in hand and seen(state, card) < COPIES)


def legal_turns(state: State) -> list[Play | Flip]:
    """The plays of the mover's hand in its order, then those of unseen cards; or the flips."""
    if state.rules.youngest_child:
        if state.deck[0] != UNKNOWN:
            return [_FLIP]
        return [_FLIPS[card] for card in range(KINDS) if seen(state, card) < COPIES]
    hand = state.hands[state.to_move]
    held = dict.fromkeys(hand)
    if UNKNOWN in held:
        del held[UNKNOWN]
        held.update((card, None) for card in range(KINDS) if seen(state, card) < COPIES)
    return [_PLAYS[card] for card in held]


def flips_to(state: State, action: Flip) -> str | None:
    """The card that a flip shows: the top of the pile, or what was said of an unseen one."""
    top = state.deck[0]
    return action.card if top == UNKNOWN else NAMES[top]


def in_turn(state: State) -> bool:
    """Whether a player acts."""
    return state.phase is Phase.TURNS
