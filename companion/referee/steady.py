"""Several photos of one table: what they say together, and when it is said often enough.

A piece that lies still is sometimes read as this and sometimes as that. Two remedies: the evidence
of several frames is put together before it is judged, and a judgement counts only when it has been
given several times in a row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.referee.evidence import Evidence, Look, Sight
from companion.referee.findings import Finding, Judgement


@dataclass(frozen=True, slots=True)
class Together:
    """The evidence of several clear frames of one table, as one: log probabilities are averaged.

    Averaging (and not adding) keeps frames of one and the same view from counting as independent
    witnesses: ten frames with one fault are one fault.
    """

    frames: tuple[Evidence, ...]

    def __post_init__(self) -> None:
        """At least one frame, all of them clear."""
        if not self.frames or any(frame.sight is not Sight.CLEAR for frame in self.frames):
            raise ValueError("only clear frames can be put together, and at least one")

    @property
    def sight(self) -> Sight:
        """Clear, as every frame is."""
        return Sight.CLEAR

    @property
    def reason(self) -> str:
        """Nothing speaks against the frames."""
        return ""

    @property
    def sites(self) -> tuple[str, ...]:
        """The sites that every frame shows."""
        others = [frozenset(frame.sites) for frame in self.frames[1:]]
        return tuple(site for site in self.frames[0].sites if all(site in seen for seen in others))

    @property
    def notches(self) -> Mapping[str, int]:
        """Seat -> the notch that most frames show."""
        counts: dict[str, Counter[int]] = {}
        for frame in self.frames:
            for seat, notch in frame.notches.items():
                counts.setdefault(seat, Counter())[notch] += 1
        return {seat: count.most_common(1)[0][0] for seat, count in counts.items()}

    def best(self, site: str) -> Look:
        """The look that the frames together hold for likeliest, of those that one of them does."""
        looks = dict.fromkeys(frame.best(site) for frame in self.frames)
        return max(looks, key=lambda look: self.log_p(site, look))

    def log_p(self, site: str, look: Look) -> float:
        """The mean of the frames' log probabilities."""
        return sum(frame.log_p(site, look) for frame in self.frames) / len(self.frames)


@dataclass(frozen=True, slots=True)
class Steady:
    """Lets a judgement through when it has been given `needed` times in a row.

    What changes nothing (`Finding.UNCHANGED`) and what says that nothing can be said (a hand, a
    photo that can't be read) goes through at once.
    """

    needed: int = 2
    last: tuple[Any, ...] | None = None
    times: int = 0

    def after(self, judgement: Judgement) -> tuple[Steady, Judgement | None]:
        """The filter after one more judgement, and that judgement if it counts now."""
        if judgement.finding in _AT_ONCE:
            return Steady(self.needed), judgement
        said = (judgement.finding, judgement.action, judgement.todo, judgement.options)
        times = self.times + 1 if said == self.last else 1
        if times >= self.needed:
            return Steady(self.needed), judgement
        return replace(self, last=said, times=times), None


_AT_ONCE = frozenset({Finding.UNCHANGED, Finding.HAND, Finding.UNREADABLE, Finding.MOVED})
