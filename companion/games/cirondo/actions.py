"""What one can do in Cirondo: frozen values, in the words of the notation."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from companion.games.cirondo.geometry import NAMES, RAYS, SPACES


@dataclass(frozen=True, slots=True)
class Move:
    """A stellar goes from one space to another and takes what it lands on (CI-23)."""

    origin: str
    target: str


@dataclass(frozen=True, slots=True)
class Pass:
    """The side to move has no legal move (CI-18)."""


@dataclass(frozen=True, slots=True)
class Lot:
    """Chance: who starts (CI-06)."""

    first: str


@dataclass(frozen=True, slots=True)
class Resign:
    """A side concedes (CI-20)."""

    side: str


@dataclass(frozen=True, slots=True)
class OfferDraw:
    """A side offers a draw; it stands until a side that has not agreed moves (CI-19)."""

    side: str


@dataclass(frozen=True, slots=True)
class AgreeDraw:
    """A side agrees to the draw that is offered; when all have, the game is drawn (CI-19)."""

    side: str


@dataclass(frozen=True, slots=True)
class ClaimDraw:
    """A side claims the draw by threefold repetition (CI-19)."""

    side: str


Claim = Resign | OfferDraw | AgreeDraw | ClaimDraw
"""What may be declared besides moving."""

Action = Move | Pass | Lot | Claim
"""Everything one can do."""


Line = tuple[tuple[int, Move], ...]
"""The spaces in one direction, nearest first, each with the move that ends there."""


@lru_cache(maxsize=SPACES)
def lines_from(origin: int) -> tuple[Line, ...]:
    """Way -> its line from a space. Moves are values, so one of each will do."""
    name = NAMES[origin]
    return tuple(
        tuple((target, Move(name, NAMES[target])) for target in ray) for ray in RAYS[origin]
    )
