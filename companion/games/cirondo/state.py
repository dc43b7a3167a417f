"""A state of Cirondo: the board, whose turn it is, and what only memory tells."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.games.api import Outcome, Placement
from companion.games.cirondo.geometry import NAMES, SECTORS, SPACES
from companion.games.cirondo.rules import Rules
from companion.games.cirondo.stellars import (
    MOON,
    NEXT,
    PILES,
    PLANET,
    SIDES,
    code_of,
    count_of,
)


class Phase(Enum):
    """Where a game stands."""

    LOT = "lot"
    """A lot decides who starts (CI-06)."""
    TURNS = "turns"
    """The sides move in turn."""
    OVER = "over"
    """Somebody won, or it is a draw."""


@dataclass(frozen=True, slots=True)
class State:
    """Everything that decides how a game can go on.

    ``board`` holds a code for each space. ``opened``, ``owed`` and ``offer`` are sets of sides,
    one bit each: who has made a first move (CI-05), who is owed a last one (CI-14), who agrees to
    a draw. ``passes`` counts the passes in a row just made. ``history`` holds the key of every
    position at the beginning of a turn since the last capture or moon move, for CI-19: what was
    before can't come again.
    """

    rules: Rules
    board: bytes
    phase: Phase = Phase.TURNS
    to_move: int = 0
    opened: int = 0
    owed: int = 0
    passes: int = 0
    offer: int = 0
    outcome: Outcome | None = None
    history: tuple[bytes, ...] = ()


def bits(sides: tuple[int, ...] | list[int]) -> int:
    """A set of sides, one bit each."""
    return sum(1 << side for side in set(sides))


def members(sides: int) -> tuple[int, ...]:
    """The sides of a set, in order."""
    return tuple(side for side in range(len(SIDES)) if sides >> side & 1)


def home(rules: Rules, side: int) -> range:
    """The sectors where a side starts, on the two outer rings (CI-20, CI-22)."""
    start = rules.each * rules.sides.index(side)
    return range(start, start + rules.each)


def start_board(rules: Rules) -> bytes:
    """All planets on the outer ring, all moons on the next (CI-22)."""
    board = bytearray(SPACES)
    for side in rules.sides:
        for sector in home(rules, side):
            board[sector] = code_of(side, PLANET)
            board[SECTORS + sector] = code_of(side, MOON)
    return bytes(board)


def in_play(state: State) -> tuple[int, ...]:
    """The sides that have a stellar on the board, clockwise; the others are out (CI-20)."""
    return tuple(side for side in state.rules.sides if count_of(state.board, side))


def following(rules: Rules, board: bytes, side: int) -> int:
    """The side whose turn comes after `side`'s: the next one clockwise that is in play."""
    after = NEXT[side]
    while after != side:
        if after in rules.sides and (rules.players == "two" or count_of(board, after)):
            return after
        after = NEXT[after]
    return side


def position_key(board: bytes, to_move: int, opened: int) -> bytes:
    """What CI-19 compares: the board, the side to move, and who has opened."""
    return board + bytes((to_move, opened))


TIMES = 3
"""How often a position has to stand before it draws (CI-19)."""
TURNS_EACH = 50
"""How many turns each without a capture or a moon move draw, if that is switched on (CI-19)."""


def occurrences(state: State) -> int:
    """How often the position at hand has stood at the beginning of a turn."""
    if state.phase is not Phase.TURNS or not state.history:
        return 0
    return state.history.count(state.history[-1])


def placement_of(state: State) -> Placement:
    """What lies on the table."""
    return Placement({NAMES[space]: PILES[code] for space, code in enumerate(state.board) if code})
