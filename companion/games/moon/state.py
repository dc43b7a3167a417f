"""A state of MOON: registers, energy, cards, and what each player has."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.games.api import Outcome
from companion.games.moon.cards import UNKNOWN, Card, is_goal
from companion.games.moon.operations import FREE, FREE_USES
from companion.games.moon.rules import Rules


class Phase(Enum):
    """Where a game stands."""

    SET_UP = "set-up"
    """The cards are shuffled and dealt."""
    TURNS = "turns"
    """Operations are done, a round or turn is ended."""
    REPAIR = "repair"
    """An OK card was turned over: something has to be repaired first (MN-25)."""
    CARD = "reveal"
    """A card was turned over, or drawn, that the referee has to be told."""
    OVER = "over"
    """The mission succeeded or failed, or somebody won."""


@dataclass(frozen=True, slots=True)
class Player:
    """What a player of the competitive game has.

    ``goal`` is (left, right) with long words; a card that its owner has not told is UNKNOWN.
    """

    ram: int = 0
    goal: tuple[Card, ...] = ()
    solved: int = 0
    bugs: int = 0
    hacker: str | None = None
    free_left: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """Everything that decides how a game can go on.

    ``deck`` is top first; ``unknown`` (sorted) is what the UNKNOWN cards of deck and slots are.
    In a competitive game it is empty where the referee knows every card; else it also lists what
    the goals of all players can be, told or not: a goal is known to all when it is solved.
    Cooperative: ``slots`` holds the cards of each place, oldest first, the losing place last;
    ``broken`` the places, from 1, with a bug; ``current`` the face-up goal cards; ``solved`` counts
    goals. Competitive: ``to_move`` is a place in ``players``; ``looks`` the players whose goals
    the one to move was shown in this turn; ``made`` tells, while goals are unknown, that an
    operation of theirs in this turn has put into A what it holds (MN-31).
    """

    rules: Rules
    refill: int
    energy: int
    registers: tuple[int, ...] = (0, 0, 0, 0)
    disabled: tuple[str, ...] = ()
    deck: tuple[Card, ...] = ()
    phase: Phase = Phase.TURNS
    outcome: Outcome | None = None
    slots: tuple[tuple[Card, ...], ...] = ()
    broken: tuple[int, ...] = ()
    current: tuple[Card, ...] = ()
    solved: int = 0
    to_move: int = 0
    players: tuple[Player, ...] = ()
    looks: tuple[int, ...] = ()
    unknown: tuple[Card, ...] = ()
    made: bool = False

    @property
    def mover(self) -> Player | None:
        """The player whose turn it is; None in a cooperative game."""
        return self.players[self.to_move] if self.players else None

    @property
    def seat(self) -> str:
        """The seat whose turn, or round, it is."""
        return self.rules.seats[self.to_move]


def combined(goal: tuple[Card, ...], bits: int) -> int:
    """The value that two goal cards ask for: the left one's rightmost bits in front (MN-37).

    >>> f"{combined((0b1101, 0b0001), 6):06b}"
    '010001'
    """
    left, right = goal
    return (left & ((1 << (bits - 4)) - 1)) << 4 | right


def goals_left(
    deck: tuple[Card, ...], slots: tuple[tuple[Card, ...], ...], unknown: tuple[Card, ...]
) -> int:
    """How many unsolved goal cards there are in the deck and in the places (MN-12)."""
    found = sum(map(is_goal, deck)) + sum(map(is_goal, unknown))
    return found + sum(is_goal(card) for cards in slots for card in cards)


def goal_of(
    rules: Rules,
    cards: tuple[Card, ...],
    *,
    deck: tuple[Card, ...],
    slots: tuple[tuple[Card, ...], ...] = (),
    unknown: tuple[Card, ...] = (),
) -> int | None:
    """The value that goal cards ask for; None while a part of the goal is missing, or not told.

    An odd last card is a whole goal: in a cooperative game when there is no other goal, in a
    competitive one when the deck is empty (MN-40).
    """
    if UNKNOWN in cards:
        return None
    if len(cards) == rules.cards_in_goal:
        return cards[0] if len(cards) == 1 else combined(cards, rules.bits)
    if not cards:
        return None
    last = not deck if rules.competitive else goals_left(deck, slots, unknown) == 1
    return cards[0] if last else None


def value_of(state: State, cards: tuple[Card, ...]) -> int | None:
    """The value that some goal cards ask for now (see `goal_of`)."""
    return goal_of(state.rules, cards, deck=state.deck, slots=state.slots, unknown=state.unknown)


def goal_value(state: State) -> int | None:
    """The value that A has to take now; None where no goal, or only a part, is up."""
    mover = state.mover
    return value_of(state, state.current if mover is None else mover.goal)


def held_goals(state: State) -> int:
    """How many goal cards the players of a competitive game hold, told or not."""
    return sum(len(player.goal) for player in state.players)


def free_at_start(hacker: str | None) -> int:
    """How many free operations a turn begins with (MN-35)."""
    return FREE_USES if hacker in FREE else 0


def down_cards(state: State) -> list[tuple[int, int]]:
    """(place, index) of every face-down card of the queue, oldest first."""
    return [
        (place, index)
        for place in range(len(state.slots) - 1, -1, -1)
        for index, card in enumerate(state.slots[place])
        if card == UNKNOWN or card not in state.current
    ]
