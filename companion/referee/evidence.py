"""What the eyes tell the referee: for each site, how likely each look of it is.

A *look* is what a camera above can see of a pile: its topmost piece and how high that lies. What is
below is not seen; only memory tells it (for Moons and Stars: MS-75).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from math import log
from typing import Protocol

from companion.games.api import Pile, Placement

FLOOR = 1e-6
"""Nothing is held for less likely than this: a reader is never as sure as it says."""


class Sight(Enum):
    """Whether a photo can be used, and if not, why."""

    CLEAR = "ok"
    """The whole table was seen."""
    HAND = "hand"
    """A hand or an arm is over the table."""
    UNREADABLE = "unreadable"
    """Too dark, blurred, glaring, or not this table."""
    MOVED = "board-moved"
    """The board or the camera was pushed, and could not be followed."""


@dataclass(frozen=True, slots=True)
class Look:
    """The topmost piece in words ("brown trap north"), its level from 1; see also `NOTHING`."""

    piece: str
    level: int


NOTHING = Look("", 0)
"""How a site looks on which nothing lies."""


def look_of(pile: Pile) -> Look:
    """How a pile looks from above.

    >>> from companion.games.api import Piece
    >>> look_of((Piece("blue", "safe"), Piece("brown", "star")))
    Look(piece='brown star', level=2)
    """
    return Look(str(pile[-1]), len(pile)) if pile else NOTHING


FLAT = frozenset({"stone"})
"""Kinds that are flatter than a cube: what stands on one is seen lower than on another cube."""


def looks_of(pile: Pile) -> tuple[Look, ...]:
    """All looks a pile may have, `look_of` first.

    What stands on something flat looks as if it were a level lower, or stands beside it: players
    who put a star onto a stone often push the stone away.

    >>> from companion.games.api import Piece
    >>> looks_of((Piece("blue", "stone"), Piece("brown", "star")))
    (Look(piece='brown star', level=2), Look(piece='brown star', level=1))
    """
    look = look_of(pile)
    if len(pile) > 1 and pile[-2].kind in FLAT:
        return (look, Look(look.piece, look.level - 1))
    return (look,)


class Evidence(Protocol):
    """What one photo says. ``reason`` says in words why ``sight`` is not CLEAR."""

    @property
    def sight(self) -> Sight:
        """Whether the photo can be used."""
        ...

    @property
    def reason(self) -> str:
        """Why it can't be used, and where; empty if it can."""
        ...

    @property
    def sites(self) -> Sequence[str]:
        """The sites that were seen."""
        ...

    @property
    def notches(self) -> Mapping[str, int]:
        """Seat -> the notch of its figure, for those that were seen."""
        ...

    def best(self, site: str) -> Look:
        """The likeliest look of a site."""
        ...

    def log_p(self, site: str, look: Look) -> float:
        """The natural logarithm of how likely a look is; at most 0."""
        ...


@dataclass(frozen=True, slots=True)
class SeenTable:
    """Evidence that is written down: site -> probabilities of looks. For tests and made-up tables.

    What is not in a site's probabilities has `FLOOR`.
    """

    looks: Mapping[str, Mapping[Look, float]]
    sight: Sight = Sight.CLEAR
    reason: str = ""
    notches: Mapping[str, int] = field(default_factory=dict)

    @property
    def sites(self) -> tuple[str, ...]:
        """The sites that were seen."""
        return tuple(self.looks)

    def best(self, site: str) -> Look:
        """The likeliest look of a site."""
        return max(self.looks[site].items(), key=lambda item: item[1])[0]

    def log_p(self, site: str, look: Look) -> float:
        """The logarithm of a look's probability."""
        return log(max(self.looks[site].get(look, 0.0), FLOOR))


def seen_table(
    placement: Placement, sites: Sequence[str], *, sure: float = 0.99, seats: Sequence[str] = ()
) -> SeenTable:
    """What a good reader would say of a table: every look right, with probability `sure`.

    ``seats`` are those whose figures stand on notches.
    """
    looks = {site: {look_of(placement.at(site)): sure} for site in sites}
    notches = {}
    for site, pile in placement.piles.items():
        seat, _, notch = site.partition(" notch ")
        if notch.isdecimal() and seat in seats and pile:
            notches[seat] = int(notch)
    return SeenTable(looks, notches=notches)
