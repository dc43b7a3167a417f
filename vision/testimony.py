"""A reading as the referee takes it: the evidence of one photo, site by site."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.referee.evidence import NOTHING, Look, Sight
from vision.evidence import Reading, Status

_SIGHT = {
    Status.OK: Sight.CLEAR,
    Status.HAND: Sight.HAND,
    Status.UNREADABLE: Sight.UNREADABLE,
    Status.BOARD_MOVED: Sight.MOVED,
}


@dataclass(frozen=True, slots=True)
class Testimony:
    """What a `Reading` tells the referee; see `companion.referee.evidence.Evidence`."""

    reading: Reading

    @property
    def sight(self) -> Sight:
        """Whether the photo can be used."""
        return _SIGHT[self.reading.status]

    @property
    def reason(self) -> str:
        """Why it can't be used; empty if it can."""
        return self.reading.reason

    @property
    def sites(self) -> tuple[str, ...]:
        """The sites of the board."""
        return self.reading.sites

    @property
    def notches(self) -> Mapping[str, int]:
        """Seat -> the notch of its figure."""
        return self.reading.notches

    def best(self, site: str) -> Look:
        """The likeliest look of a site."""
        pile = self.reading.at(site).best()
        return NOTHING if pile is None else Look(pile.piece, pile.level)

    def log_p(self, site: str, look: Look) -> float:
        """The natural logarithm of how likely a look is."""
        return self.reading.at(site).log_p(look.piece or None, look.level or 1)
