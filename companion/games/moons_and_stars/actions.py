"""What a player can do in Moons and Stars: one small type for each kind of action.

Points are named as on the board ("e4"). Mappings are sorted tuples of pairs, so that actions are
hashable and equal when they say the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

LOST = "lost"
"""The rest of a unit that leaves the board."""


@dataclass(frozen=True, slots=True)
class Move:
    """A mover or stack moves: from, part, landing point, and where it comes to rest.

    ``part`` is "all" or "top" (the rider of a stack). ``rest`` is a point, "lost", or None where
    the player did not say (`Game.complete` fills it in if only one is possible).
    """

    origin: str
    part: str
    target: str
    rest: str | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """The side to move has no legal move (MS-24)."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Chance: the sixteen faces one side rolled, counted as (moon, star, pit, trap, safe, path).

    ``unreadable`` cubes lie cocked or hidden; they alone are rolled again (MS-04).
    """

    side: str
    faces: tuple[int, int, int, int, int, int]
    unreadable: int = 0


@dataclass(frozen=True, slots=True)
class Decide:
    """A side keeps its first roll or rolls all sixteen again (MS-03)."""

    side: str
    reroll: bool


@dataclass(frozen=True, slots=True)
class Lot:
    """Chance: who starts where the rolls cannot decide it (MS-12)."""

    first: str


@dataclass(frozen=True, slots=True)
class Choose:
    """A side picks its deity (MS-13)."""

    side: str
    deity: str


@dataclass(frozen=True, slots=True)
class SetUp:
    """A side's whole set-up: point -> "moon", "trap north", "path east-west", "stone" (MS-06)."""

    side: str
    pieces: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Cadbeth:
    """Remove enemy movers (MS-62): points of the lowest mover, or "e5 top" for a rider."""

    deity: ClassVar[str] = "cadbeth"
    remove: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lamban:
    """Turn enemy paths (MS-63): point -> axis (or direction of a one-way path)."""

    deity: ClassVar[str] = "lamban"
    turn: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Yinnok:
    """Enemy paths and traps change places (MS-64): point of each new trap -> its facing.

    ``order`` names the mouths in the order of pulling: "e5", or "e5 north" where two new traps
    share the mouth; empty where the order makes no difference (MS-66).
    """

    deity: ClassVar[str] = "yinnok"
    face: tuple[tuple[str, str], ...] = ()
    order: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Agbert:
    """Bring back own lost pieces (MS-70): point -> "moon", "star" or "pit"."""

    deity: ClassVar[str] = "agbert"
    place: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Jothi:
    """Remove all enemy pits (MS-71)."""

    deity: ClassVar[str] = "jothi"


@dataclass(frozen=True, slots=True)
class Keddep:
    """All own safes become moons, or all become stars (MS-69)."""

    deity: ClassVar[str] = "keddep"
    into: str


@dataclass(frozen=True, slots=True)
class Dirlydwurg:
    """Walk a stone (MS-72): whose, and where its walk ends."""

    deity: ClassVar[str] = "dirlydwurg"
    stone: str
    target: str


@dataclass(frozen=True, slots=True)
class Resign:
    """A side gives up (MS-25)."""

    side: str


@dataclass(frozen=True, slots=True)
class OfferDraw:
    """A side offers a draw; it stands until the other side moves (MS-25)."""

    side: str


@dataclass(frozen=True, slots=True)
class AgreeDraw:
    """A side agrees to the draw that the other side offered (MS-25)."""

    side: str


@dataclass(frozen=True, slots=True)
class ClaimDraw:
    """A side claims the draw by threefold repetition (MS-25)."""

    side: str


Bonus = Cadbeth | Lamban | Yinnok | Agbert | Jothi | Keddep | Dirlydwurg
"""What a deity's owner does when the deity reaches the last notch."""

Claim = Resign | OfferDraw | AgreeDraw | ClaimDraw
"""What may be declared besides moving."""

Preparation = Roll | Decide | Lot | Choose | SetUp
"""What comes before the first turn."""

Action = Move | Pass | Preparation | Bonus | Claim
"""Everything one can do."""

BONUSES: dict[str, type[Bonus]] = {
    kind.deity: kind for kind in (Cadbeth, Lamban, Yinnok, Agbert, Jothi, Keddep, Dirlydwurg)
}
"""Deity -> the type of its bonus."""

DEITIES = tuple(BONUSES)
"""The seven deities, in the rulebook's order."""
