"""A state of Moonlight: the grid, hands and decks, and how the match stands."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from companion.games.api import Outcome, Placement
from companion.games.moonlight.actions import Cell
from companion.games.moonlight.cards import SIDES, Card, Hand, piece_of
from companion.games.moonlight.rules import Rules

Stack = tuple[Card, ...]
"""Cards on one cell, bottom first; the last one is visible."""
Grid = tuple[tuple[Cell, Stack], ...]
"""The occupied cells in order of x, then y, each with its stack."""
Names = tuple[str, ...]
TO_WIN = 2
"""How many rounds win the match (ML-17)."""


class Phase(Enum):
    """Where a match stands, in the words of the exchange format."""

    DEAL = "deal"
    """Both decks are shuffled and dealt; before that, in the first round, the lot (ML-09)."""
    PLAY = "play"
    """The sides lay cards in turn."""
    SCORE = "score"
    """The round is over and to be counted."""
    POWER = "power"
    """The loser of the round takes a power (ML-16)."""
    OVER = "over"
    """Somebody has won two rounds."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a round was counted; sides by number, None for nobody.

    ``rows`` are those of the bounding box from the top: (y, winner, points).
    """

    moons: int | None
    rows: tuple[tuple[int, int | None, int], ...]
    points: tuple[int, int]
    winner: int | None


@dataclass(frozen=True, slots=True)
class State:
    """Everything that decides how a match can go on. Pairs are of green, then blue.

    ``starter`` is of this round, after scoring of the next one; None before the lot. ``to_move``
    is the side whose turn it is, in POWER the one that chooses, and None when neither acts.
    ``turns`` counts turns of this round; ``used`` are the powers ticked in it, sorted.
    """

    rules: Rules
    phase: Phase = Phase.DEAL
    grid: Grid = ()
    hands: tuple[Hand, Hand] = ((), ())
    decks: tuple[Hand, Hand] = ((), ())
    turns: tuple[int, int] = (0, 0)
    starter: int | None = None
    to_move: int | None = None
    rounds_won: tuple[int, int] = (0, 0)
    lone_wolf: tuple[bool, bool] = (False, False)
    powers: tuple[Names, Names] = ((), ())
    used: tuple[Names, Names] = ((), ())
    last_round: Result | None = None

    @property
    def lot_due(self) -> bool:
        """Whether the lot has to say who starts (ML-09)."""
        return self.phase is Phase.DEAL and self.starter is None

    def stack(self, cell: Cell) -> Stack:
        """The cards on a cell, bottom first; empty if none lies there."""
        return dict(self.grid).get(cell, ())


def outcome_of(state: State) -> Outcome | None:
    """Who has won the match (ML-17); None while it goes on."""
    if state.phase is not Phase.OVER:
        return None
    winner = SIDES[0] if state.rounds_won[0] >= TO_WIN else SIDES[1]
    return Outcome(winner, "ML-17", "match-won")


def visible(grid: Grid, side: int) -> int:
    """How many cards of a side are visible."""
    owner = SIDES[side]
    return sum(stack[-1].owner == owner for _cell, stack in grid)


@lru_cache(maxsize=1024)
def site_of(cell: Cell) -> str:
    """A cell's name on the table: "1,-2"."""
    return f"{cell[0]},{cell[1]}"


def cell_of(site: str) -> Cell | None:
    """The cell of that name, written just so; None if there is none."""
    x, _, y = site.partition(",")
    try:
        cell = int(x), int(y)
    except ValueError:
        return None
    return cell if site_of(cell) == site else None


def placement_of(grid: Grid) -> Placement:
    """What lies on the table: a site for each occupied cell. Hands and decks lie beside it."""
    return Placement(
        {site_of(cell): tuple(piece_of(card) for card in stack) for cell, stack in grid}
    )


def put(values: tuple[Hand, Hand], side: int, value: Hand) -> tuple[Hand, Hand]:
    """A pair with one side's hand or deck replaced."""
    return (value, values[1]) if side == 0 else (values[0], value)


def put_number(values: tuple[int, int], side: int, value: int) -> tuple[int, int]:
    """A pair of numbers with one side's replaced."""
    return (value, values[1]) if side == 0 else (values[0], value)


def put_names(values: tuple[Names, Names], side: int, value: Names) -> tuple[Names, Names]:
    """A pair of lists of powers with one side's replaced."""
    return (value, values[1]) if side == 0 else (values[0], value)
