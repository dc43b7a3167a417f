"""What a seat may know: its own hand, and all that lies face up (SG-14)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from companion.games.api import Seat
from companion.games.stargazers.actions import Action, Card, NewGame, Reshuffle, SetUp
from companion.games.stargazers.cards import DECK, UNKNOWN
from companion.games.stargazers.rules import SEATS
from companion.games.stargazers.state import State


def hidden_from(state: State, seat: Seat | None) -> State:
    """The state with every card unseen that `seat` (None: a bystander) may not see."""
    hands = tuple(
        hand if SEATS[number] == seat else _unseen(hand) for number, hand in enumerate(state.hands)
    )
    return replace(state, hands=hands, deck=_unseen(state.deck))


def shown(action: Action) -> Action:
    """An action as everybody may see it: nobody sees the order of a pile."""
    nobody: Card = None
    match action:
        case SetUp() | NewGame():
            return replace(action, deck=(nobody,) * len(action.deck))
        case Reshuffle():
            return replace(action, order=(nobody,) * len(action.order))
    return action


def _unseen(cards: bytes) -> bytes:
    return bytes((UNKNOWN,)) * len(cards)


def redetermined(state: State, seat: Seat | None, rng: Random) -> State:
    """The hidden cards dealt anew to where hidden cards are, unseen ones from all that are left."""
    hidden = [number for number in range(len(state.hands)) if SEATS[number] != seat]
    cards = b"".join(state.hands[number] for number in hidden) + state.deck
    mixed = bytes(rng.sample(_possible(state, seat, cards), len(cards)))
    hands, place = list(state.hands), 0
    for number in hidden:
        hands[number] = mixed[place : place + len(hands[number])]
        place += len(hands[number])
    return replace(state, hands=tuple(hands), deck=mixed[place:])


def _possible(state: State, seat: Seat | None, hidden: bytes) -> list[int]:
    """The cards that may be where hidden ones are: these, or all that a seat does not see."""
    if UNKNOWN not in hidden:
        return list(hidden)
    left = Counter(DECK)
    left.subtract(state.discard)
    if seat in SEATS[: len(state.hands)]:
        left.subtract(state.hands[SEATS.index(seat)])
    return list(left.elements())
