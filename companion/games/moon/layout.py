"""Where things lie on the table: sites and pieces.

Bits lie in the rows of the registers ("A8") and of the RAM modules ("p1 RAM 8"), switched on or
off. A marker stands on the energy track ("energy 5": five halves). Goal cards lie in their places
("slot 1") or beside their players ("p1 goal", the left one first), errors beside what they
disable ("error B"), and what is to come is in the "deck", whose top card is the last of its pile.
"""

from __future__ import annotations

from functools import lru_cache

from companion.games.api import Changed, Piece, Pile, Placement
from companion.games.moon.cards import BUG, DOWN, SOLVED, UNKNOWN, Card, piece_of
from companion.games.moon.operations import REGISTERS
from companion.games.moon.rules import SEATS
from companion.games.moon.state import Phase, State

ON, OFF = Piece("", "bit", "on"), Piece("", "bit", "off")
MARKER = Piece("", "marker")
DECK = "deck"


def columns(bits: int) -> tuple[int, ...]:
    """The columns of a word, the highest first.

    >>> columns(4)
    (8, 4, 2, 1)
    """
    return tuple(1 << place for place in range(bits - 1, -1, -1))


def ram_row(place: int) -> str:
    """The row of a player's RAM module, without its column."""
    return f"{SEATS[place]} RAM "


def energy_site(halves: int) -> str:
    """The field of the energy track."""
    return f"energy {halves}"


def slot_site(place: int) -> str:
    """A place of the goal cards, counted from 0."""
    return f"slot {place + 1}"


def error_site(part: str) -> str:
    """Where the card lies that disables a register or an operation."""
    return f"error {part}"


def goal_site(place: int) -> str:
    """Where a player's goal cards lie."""
    return f"{SEATS[place]} goal"


def bugs_site(place: int) -> str:
    """Where a player keeps bug cards."""
    return f"{SEATS[place]} bugs"


def solved_site(place: int) -> str:
    """Where a player keeps goals that are solved."""
    return f"{SEATS[place]} solved"


def hacker_site(place: int) -> str:
    """Where a player's hacker card lies."""
    return f"{SEATS[place]} hacker"


def error_piece(part: str) -> Piece:
    """The card that disables a register or an operation."""
    return Piece("", "error", part)


@lru_cache(maxsize=8192)
def switched(row: str, before: int, after: int, ruling: str) -> tuple[Changed, ...]:
    """The bits of a row that are switched when its value changes, the highest first."""
    return tuple(
        Changed(ruling, ON, OFF, f"{row}{column}", 0, "switched off")
        if before & column
        else Changed(ruling, OFF, ON, f"{row}{column}", 0, "switched on")
        for column in columns(max(before, after).bit_length())
        if (before ^ after) & column
    )


def placement_of(state: State) -> Placement:
    """What lies on the table; nothing before the set-up."""
    if state.phase is Phase.SET_UP:
        return Placement()
    piles: dict[str, Pile] = {}
    bits = state.rules.bits
    for name, value in zip(REGISTERS, state.registers, strict=True):
        _row(piles, name, value, bits)
    piles[energy_site(state.energy)] = (MARKER,)
    for part in state.disabled:
        piles[error_site(part)] = (error_piece(part),)
    if state.deck:
        piles[DECK] = (DOWN,) * len(state.deck)
    for place, cards in enumerate(state.slots):
        pile = tuple(_lies(state, card) for card in cards)
        if place + 1 in state.broken:
            pile = (piece_of(BUG), *pile)
        if pile:
            piles[slot_site(place)] = pile
    for place, player in enumerate(state.players):
        _row(piles, ram_row(place), player.ram, bits)
        if player.goal:
            piles[goal_site(place)] = (DOWN,) * len(player.goal)
        if player.bugs:
            piles[bugs_site(place)] = (piece_of(BUG),) * player.bugs
        if player.solved:
            piles[solved_site(place)] = (SOLVED,) * player.solved
        if player.hacker is not None:
            piles[hacker_site(place)] = (Piece(player.hacker, "hacker"),)
    return Placement(piles)


def _lies(state: State, card: Card) -> Piece:
    """How a card of the queue lies: a bug or event face-up is never there."""
    return piece_of(card) if card != UNKNOWN and card in state.current else DOWN


def _row(piles: dict[str, Pile], row: str, value: int, bits: int) -> None:
    for column in columns(bits):
        piles[f"{row}{column}"] = (ON,) if value & column else (OFF,)
