"""A state of Stargazers: the sky, the cards, the scores, and what is due."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.games.api import Outcome, Pile, Placement
from companion.games.stargazers.cards import CARDS, DARK, LIT, UNKNOWN
from companion.games.stargazers.rules import SEATS, Rules
from companion.games.stargazers.sky import DISCARD, SITES

BEADS = 30
"""How many beads there are (SG-09)."""


class Phase(Enum):
    """Where a game stands."""

    SET_UP = "set-up"
    """The tiles are not laid yet."""
    TURNS = "turns"
    """A player's turn."""
    RESHUFFLE = "reshuffle"
    """The pile is empty and a card is due: the discards are shuffled (SG-08)."""
    NEW_GAME = "new-game"
    """It is known who plays; the tiles and cards of the first or next game are due (SG-11)."""
    OVER = "over"
    """Somebody has won."""


DUE = {Phase.SET_UP: "set_up", Phase.RESHUFFLE: "reshuffle", Phase.NEW_GAME: "new_game"}
"""Phase -> how the exchange format says what is due."""


@dataclass(frozen=True, slots=True)
class State:
    """Everything that decides how a game can go on.

    ``layout`` holds the tile of each cell, ``beads`` one bit a cell; ``scores``, ``hands`` and
    ``games`` go by seat; ``deck`` has its top first, ``discard`` its top last. ``again`` tells,
    while a reshuffle is due, that the turn has scored and is followed by another. Seats are
    numbers here. Before the set-up there are no seats, and before the first lay-out no tiles.
    """

    rules: Rules
    phase: Phase = Phase.SET_UP
    layout: bytes = b""
    beads: int = 0
    scores: tuple[int, ...] = ()
    hands: tuple[bytes, ...] = ()
    deck: bytes = b""
    discard: bytes = b""
    to_move: int = 0
    pool: int = BEADS
    starter: int = 0
    again: bool = False
    games: tuple[int, ...] = ()


def following(state: State) -> int:
    """The next seat clockwise (SG-10)."""
    return (state.to_move + 1) % len(state.scores)


def seen(state: State, card: int) -> int:
    """How many copies of a card the referee has seen, wherever they are now (SG-14)."""
    return (
        state.discard.count(card)
        + state.deck.count(card)
        + sum(hand.count(card) for hand in state.hands)
    )


def sees_all(state: State) -> bool:
    """Whether the referee knows every card."""
    return UNKNOWN not in state.deck and not any(UNKNOWN in hand for hand in state.hands)


def total(state: State) -> int:
    """How many cards there are in hands, pile and discards."""
    return len(state.deck) + len(state.discard) + sum(map(len, state.hands))


def outcome_of(state: State) -> Outcome | None:
    """Who has won: the seat whose turn it was (SG-07), which won enough games (SG-11)."""
    if state.phase is not Phase.OVER:
        return None
    winner = SEATS[state.to_move]
    if state.rules.match > 1:
        return Outcome(winner, "SG-11", "match-won")
    return Outcome(winner, "SG-07", "target-reached")


def placement_of(state: State) -> Placement:
    """What lies on the table in sight: tiles with beads, and the discards, face up."""
    piles: dict[str, Pile] = {
        SITES[cell]: (LIT if state.beads >> cell & 1 else DARK)[tile]
        for cell, tile in enumerate(state.layout)
    }
    if state.discard:
        piles[DISCARD] = tuple(CARDS[card] for card in state.discard)
    return Placement(piles)
