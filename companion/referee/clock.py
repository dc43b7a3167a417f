"""Time for thinking: a pure chess clock on monotonic seconds.

>>> clock = ClockState.of(("brown", "blue"), side_s=300, bonus_s=2)
>>> clock = clock.turned("brown", now_s=100.0)
>>> clock.turned("blue", now_s=110.0).left_s["brown"]
292.0
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from companion.games.api import Seat


@dataclass(frozen=True, slots=True)
class ClockState:
    """What each side has left. ``limited`` False: time is only counted, upwards, in ``used_s``.

    ``running`` is the side whose time runs since ``since_s``; what ran until then is in ``left_s``
    and ``used_s`` already.
    """

    limited: bool = False
    bonus_s: float = 0.0
    left_s: Mapping[Seat, float] = field(default_factory=dict)
    used_s: Mapping[Seat, float] = field(default_factory=dict)
    running: Seat | None = None
    since_s: float = 0.0

    @staticmethod
    def of(seats: Iterable[Seat], *, side_s: float = 0.0, bonus_s: float = 0.0) -> ClockState:
        """A clock that stands; ``side_s`` 0: no limit."""
        names = tuple(seats)
        left = dict.fromkeys(names, side_s) if side_s else {}
        return ClockState(bool(side_s), bonus_s, left, dict.fromkeys(names, 0.0))

    def left_at(self, seat: Seat, now_s: float) -> float:
        """The seconds a side has left; below 0 when its time is up. Only where it is limited."""
        left = self.left_s[seat]
        return left - (now_s - self.since_s) if seat == self.running else left

    def used_at(self, seat: Seat, now_s: float) -> float:
        """The seconds a side has used."""
        used = self.used_s.get(seat, 0.0)
        return used + (now_s - self.since_s) if seat == self.running else used

    def stopped(self, *, now_s: float) -> ClockState:
        """Nobody's time runs."""
        if self.running is None:
            return self
        ran, seat = now_s - self.since_s, self.running
        left = {**self.left_s, seat: self.left_s[seat] - ran} if self.limited else self.left_s
        used = {**self.used_s, seat: self.used_s.get(seat, 0.0) + ran}
        return replace(self, left_s=left, used_s=used, running=None, since_s=now_s)

    def turned(self, seat: Seat | None, *, now_s: float) -> ClockState:
        """It is `seat`'s turn now: whoever was to move has ended a turn and gets the bonus."""
        if seat == self.running:
            return self
        ended, after = self.running, self.stopped(now_s=now_s)
        if ended is not None and self.limited and self.bonus_s:
            after = replace(
                after, left_s={**after.left_s, ended: after.left_s[ended] + self.bonus_s}
            )
        return replace(after, running=seat, since_s=now_s)

    def fallen(self, *, now_s: float) -> Seat | None:
        """The side whose time is up."""
        if not self.limited:
            return None
        return next((seat for seat in self.left_s if self.left_at(seat, now_s) <= 0), None)

    def due_s(self, *, now_s: float) -> float | None:
        """In how many seconds the running side's time will be up; None: never."""
        if not self.limited or self.running is None:
            return None
        return max(0.0, self.left_at(self.running, now_s))
