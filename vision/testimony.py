"""What was read, as the referee takes it: the evidence of one photo site by site, or a roll."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from companion.referee.evidence import NOTHING, Look, Sight
from companion.referee.eyes import RolledCube, RollSeen
from vision.evidence import Reading, Status
from vision.roll import Roll, Unread

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


def seen_roll(roll: Roll) -> RollSeen:
    """A roll as the referee takes it; its reason counts what can't be read, and why."""
    missing = roll.expected - len(roll.cubes)
    whys = Counter(cube.why.value for cube in roll.unread if cube.why is not Unread.OTHER)
    listed = ", ".join(f"{count} {why}" for why, count in sorted(whys.items()))
    reason = f"{missing} of {roll.expected} cubes can't be read" if missing > 0 else ""
    reason = " ".join(part for part in (reason, f"({listed})" if listed else "") if part)
    reason = " ".join(part for part in (f"{reason}." if reason else "", roll.reason) if part)
    cubes = tuple(RolledCube(cube.face, cube.px, cube.p) for cube in roll.cubes)
    unread = tuple(cube.px for cube in roll.unread)
    return RollSeen(roll.colour, cubes, unread, roll.sure, reason)
