"""What is hidden, and what can be told all the same: each deck is known in full (ML-18)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from random import Random

from companion.games.moonlight.actions import Action, Deal
from companion.games.moonlight.cards import COPIES, HAND, SIDES, WOLVES, Card, Hand, card
from companion.games.moonlight.rules import Rules
from companion.games.moonlight.state import Grid, State, put


def own_deck(state: State, side: int) -> tuple[Card, ...]:
    """All cards that a side plays this round with, its Lone Wolf if it has won one (ML-16)."""
    return _deck(state.rules, side, state.lone_wolf[side])


@lru_cache(maxsize=64)
def _deck(rules: Rules, side: int, lone_wolf: bool) -> tuple[Card, ...]:
    """All cards of a side, sorted; with their moons where the switch tells them."""
    owner = SIDES[side]
    cards = [
        card(owner, value, moons)
        for value, copies in COPIES.items()
        for moons in rules.moons_on(value) or (None,) * copies
    ]
    return (*cards, card(owner, None)) if lone_wolf else tuple(cards)


def size_of(state: State, side: int) -> int:
    """How many cards a side's deck has (ML-10)."""
    return WOLVES + state.lone_wolf[side]


def as_counted(rules: Rules, known: Card) -> Card:
    """What a card counts as in the composition: without moons, unless its value's are told."""
    return known.plain if tells_moons(rules, known) else as_printed(rules, known)


def as_printed(rules: Rules, known: Card) -> Card:
    """A card as its deck has it: a Lone Wolf without the moons that a switch tells of it."""
    told = known.lone and known.moons is not None and known.moons == rules.wolf_moons
    return known.plain if told else known


def as_seen(rules: Rules, known: Card) -> Card:
    """A card that was only seen, with its moons where all cards of its value have the same."""
    moons = rules.moons_on(known.value)
    if known.moons is not None or moons is None or len(set(moons)) > 1:
        return known
    return card(known.owner, known.value, moons[0])


def tells_moons(rules: Rules, known: Card) -> bool:
    """Whether a card's moons are read off the card when it is laid, since no switch has them."""
    if known.lone:
        return rules.wolf_moons is None
    return rules.moons_on(known.value) is None


def laid(grid: Grid, side: int) -> list[Card]:
    """A side's cards on the table, covered ones too."""
    owner = SIDES[side]
    return [one for _cell, stack in grid for one in stack if one.owner == owner]


def unseen(state: State, side: int) -> Counter[Card]:
    """The cards that a side's unknown ones can be: its deck without all that is known.

    Of a card on the table whose moons the deck tells but nobody has read, only the value is gone:
    it may be any card of that value until none is left.
    """
    known = [*laid(state.grid, side), *state.hands[side], *state.decks[side]]
    deck = Counter(own_deck(state, side))
    gone = Counter(as_counted(state.rules, one) for one in known if one is not None)
    left = deck - gone
    for vague in (one for one in gone if one not in deck and one.moons is None):
        alike = [one for one in left if one.plain == vague]
        if sum(left[one] for one in alike) <= gone[vague]:
            for one in alike:
                del left[one]
    return left


def in_hand(state: State, side: int, tried: Card) -> bool:
    """Whether a card is in a hand, or may be one of the unknown ones there."""
    hand = state.hands[side]
    if tried in hand or (tells_moons(state.rules, tried) and tried.plain in hand):
        return True
    return None in hand and unseen(state, side)[as_counted(state.rules, tried)] > 0


def without(hand: Hand, gone: Card) -> Hand:
    """A hand without the first copy of a card.

    Without a copy it is the first one whose moons were not known, else the first unknown card.
    """
    choices = (gone, gone.plain, None)
    place = next(hand.index(one) for one in choices if one in hand)
    return hand[:place] + hand[place + 1 :]


def masked(state: State, seat: str | None) -> State:
    """The state as a seat (None: the table) knows it: unknown cards are None (ML-18)."""

    def blind(cards: Hand) -> Hand:
        return (None,) * len(cards)

    hands = tuple(
        hand if SIDES[side] == seat else blind(hand) for side, hand in enumerate(state.hands)
    )
    return replace(
        state,
        hands=(hands[0], hands[1]),
        decks=(blind(state.decks[0]), blind(state.decks[1])),
    )


def shown(action: Action) -> Action:
    """An action as everybody may see it: of a deal, only how many cards there are."""
    if isinstance(action, Deal):
        return Deal((None,) * len(action.green), (None,) * len(action.blue))
    return action


def redetermined(state: State, seat: str | None, rng: Random) -> State:
    """A state that could as well be, for all that a seat knows: hidden cards change places."""
    for side, name in enumerate(SIDES):
        hand, deck = state.hands[side], state.decks[side]
        if name == seat:
            state = replace(state, decks=put(state.decks, side, _shuffled(deck, rng)))
            continue
        cards = _shuffled((*hand, *deck), rng)
        state = replace(
            state,
            hands=put(state.hands, side, cards[: len(hand)]),
            decks=put(state.decks, side, cards[len(hand) :]),
        )
    return state


def _shuffled(cards: Hand, rng: Random) -> Hand:
    """The known cards in another order; the unknown ones stay where they are."""
    known = [one for one in cards if one is not None]
    rng.shuffle(known)
    rest = iter(known)
    return tuple(None if one is None else next(rest) for one in cards)


def dealt(deck: Hand) -> tuple[Hand, Hand]:
    """A shuffled deck as hand and deck (ML-07)."""
    return deck[:HAND], deck[HAND:]
