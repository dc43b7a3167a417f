"""A state of Moons and Stars: the table, whose turn it is, and what only memory tells."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache

from companion.games.api import Outcome, Piece, Pile, Placement
from companion.games.moons_and_stars.geometry import ROWS, Geometry, geometry
from companion.games.moons_and_stars.piles import (
    KINDS,
    LOSABLE,
    NO_MOVERS,
    PILES,
    SIDES,
    movers_in,
)
from companion.games.moons_and_stars.rules import Rules
from companion.games.moons_and_stars.terrain import Terrain, terrain_of

Pair = tuple[int, int]
Faces = tuple[int, int, int, int, int, int]
Lost = tuple[int, int, int, int, int, int]


class Phase(Enum):
    """Where a game stands."""

    ROLLS = "rolls"
    """Sixteen cubes a side are rolled (MS-03 … MS-05)."""
    REROLL = "reroll"
    """Each side keeps its roll or rolls again (MS-03)."""
    LOT = "lot"
    """The rolls do not decide who starts (MS-12)."""
    DEITIES = "deities"
    """The second mover picks first (MS-13)."""
    SET_UP = "set-up"
    """Both sides place their cubes and stone (MS-06 … MS-11)."""
    TURNS = "turns"
    """Moves, and bonuses that are owed."""
    OVER = "over"
    """Somebody won, or it is a draw."""


@dataclass(frozen=True, slots=True)
class Start:
    """What happened before the first turn, by side.

    ``rolls`` are face counts (None: not rolled), ``kept`` whether a side may no longer reroll
    (None: not decided), ``first`` the side that moves first once it is known.
    """

    rolls: tuple[Faces | None, Faces | None] = (None, None)
    kept: tuple[bool | None, bool | None] = (None, None)
    first: int | None = None
    placed: tuple[bool, bool] = (False, False)


@dataclass(frozen=True, slots=True)
class State:
    """Everything that decides how a game can go on.

    ``board`` holds a pile code for each point. ``notches`` count from 1 and may lie past the last
    while a bonus is owed (MS-58). ``lost`` counts moons, stars, pits of each side. ``history``
    holds the key of every position at the beginning of a turn, for MS-25.
    """

    rules: Rules
    board: bytes
    phase: Phase = Phase.TURNS
    to_move: int = 0
    deities: tuple[str | None, str | None] = (None, None)
    notches: Pair = (1, 1)
    lost: Lost = (0, 0, 0, 0, 0, 0)
    owed: int | None = None
    passed: bool = False
    offer: int | None = None
    outcome: Outcome | None = None
    start: Start = field(default_factory=Start)
    history: tuple[bytes, ...] = ()

    @property
    def geometry(self) -> Geometry:
        """The board's points."""
        return geometry(self.rules.columns)

    @property
    def terrain(self) -> Terrain:
        """What follows from the fixtures."""
        return terrain_of(self.rules.columns, self.board)

    def remembering(self, key: bytes) -> State:
        """This state with one more position in its history; the hot path of `replace`."""
        return State(
            self.rules,
            self.board,
            self.phase,
            self.to_move,
            self.deities,
            self.notches,
            self.lost,
            self.owed,
            self.passed,
            self.offer,
            self.outcome,
            self.start,
            (*self.history, key),
        )

    @property
    def at_turn(self) -> bool:
        """Whether a move (not a bonus) is due."""
        return self.phase is Phase.TURNS and self.owed is None


def empty_board(rules: Rules) -> bytes:
    """A board with nothing on it."""
    return bytes(ROWS * rules.columns)


def has_movers(board: bytes | bytearray, side: int) -> bool:
    """Whether a side has a mover left on the board."""
    return bool(board.translate(None, NO_MOVERS[side]))


def count_movers(board: bytes | bytearray, side: int) -> int:
    """How many movers a side has on the board."""
    return sum(movers_in(code) for code in board.translate(None, NO_MOVERS[side]))


_DEITY_NUMBERS = ("cadbeth", "lamban", "yinnok", "agbert", "jothi", "keddep", "dirlydwurg")


def position_key(state: State) -> bytes:
    """Board, side to move, deities and notches (MS-25), as bytes."""
    first, second = state.deities
    tail = (
        state.to_move,
        0 if first is None else 1 + _DEITY_NUMBERS.index(first),
        0 if second is None else 1 + _DEITY_NUMBERS.index(second),
        *state.notches,
    )
    return state.board + bytes(tail)


TIMES = 3
"""How often a position has to stand before it draws (MS-25)."""


def occurrences(state: State) -> int:
    """How often the position at hand has stood at the beginning of a turn."""
    return state.history.count(state.history[-1]) if state.history and state.at_turn else 0


def lost_count(state: State, side: int, kind: str) -> int:
    """How many of a kind a side has lost."""
    return state.lost[side * 3 + LOSABLE.index(kind)]


def count_lost(lost: list[int], side: int, kind: str, by: int = 1) -> None:
    """Count pieces of one kind as lost (or, `by` below 0, as come back)."""
    lost[side * 3 + LOSABLE.index(kind)] += by


def notch_site(side: int, notch: int) -> str:
    """The site of a notch beside the board.

    >>> notch_site(0, 3)
    'brown notch 3'
    """
    return f"{SIDES[side]} notch {notch}"


@lru_cache(maxsize=512)
def notch_pile(side: int, deity: str) -> Pile:
    """A deity's figure."""
    return (Piece(SIDES[side], deity),)


def standing_notch(state: State, side: int) -> int:
    """The notch on which a figure stands: never past the last (MS-58)."""
    return min(state.notches[side], state.rules.notches)


def placement_of(state: State) -> Placement:
    """What lies on the table: piles on points, deities on their notches."""
    names = state.geometry.names
    piles = {names[point]: PILES[code] for point, code in enumerate(state.board) if code}
    for side in (0, 1):
        deity = state.deities[side]
        if deity is not None:
            piles[notch_site(side, standing_notch(state, side))] = notch_pile(side, deity)
    return Placement(piles)


def face_count(faces: Faces, kind: str) -> int:
    """How many cubes of a roll show `kind`."""
    return faces[KINDS.index(kind)]
