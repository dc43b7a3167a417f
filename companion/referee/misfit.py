"""How badly a table fits what was seen: a sum over sites, worked out from what changes.

A site's misfit is the logarithm of how much likelier its best look is than the one in question:
0 where the table is what the eyes hold for likeliest, and never more than `MOST`.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.api import Effect, Pile, Placement
from companion.referee.evidence import Evidence, Look, looks_of

MOST = 12.0
"""What a single site can weigh at most."""


class Misfit:
    """The misfits of tables that are near one table, `base`."""

    def __init__(self, evidence: Evidence, base: Placement) -> None:
        self._evidence = evidence
        self._sites = frozenset(evidence.sites)
        self._best = {site: evidence.log_p(site, evidence.best(site)) for site in self._sites}
        self.base = base
        self.by_site = {site: self.of_pile(site, base.at(site)) for site in self._sites}
        self.total = sum(self.by_site.values())

    def at(self, site: str, look: Look) -> float:
        """The misfit of one site if it looked so; 0 for a site that was not seen."""
        if site not in self._sites:
            return 0.0
        return min(MOST, max(0.0, self._best[site] - self._evidence.log_p(site, look)))

    def of_pile(self, site: str, pile: Pile) -> float:
        """The misfit of one site if this pile lay there; the least of the looks it may have."""
        return min(self.at(site, look) for look in looks_of(pile))

    def of(self, placement: Placement, changed: Iterable[str]) -> float:
        """The misfit of a table that differs from the base on the `changed` sites at most."""
        total = self.total
        for site in set(changed):
            if site in self._sites:
                total += self.of_pile(site, placement.at(site)) - self.by_site[site]
        return total

    def strange(self, *, over: float) -> tuple[str, ...]:
        """The sites of the base whose misfit is over a bound, worst first."""
        found = [site for site, misfit in self.by_site.items() if misfit > over]
        return tuple(sorted(found, key=lambda site: (-self.by_site[site], site)))


def touched(effects: Iterable[Effect]) -> set[str]:
    """The sites that some steps change."""
    sites: set[str] = set()
    for effect in effects:
        sites.update(
            getattr(effect, name) for name in ("site", "origin", "target") if hasattr(effect, name)
        )
    return sites
