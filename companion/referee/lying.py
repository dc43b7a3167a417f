"""The table as it lies: what people say of a photo, and going on from the table itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

from companion.errors import UsageError
from companion.games.api import Pile, Placement, Seat
from companion.language.notices import notice
from companion.record import misread_table
from companion.referee.bench import Bench, Pending
from companion.referee.candidates import piece_of, seen_placement
from companion.referee.commands import AcceptTable, CorrectSites, Resynchronise
from companion.referee.evidence import FLOOR, Evidence, Look, Sight, look_of
from companion.referee.looking import Purpose
from companion.referee.refusing import not_now
from companion.referee.snapshot import Proposal, Said

MOST_SITES = 200
"""Sites that can be corrected at once; no board has more."""


@dataclass(frozen=True, slots=True)
class Told:
    """Evidence of a photo, with what a person says of some sites taken for certain."""

    evidence: Evidence
    told: Mapping[str, Look]

    @property
    def sight(self) -> Sight:
        """As the photo's."""
        return self.evidence.sight

    @property
    def reason(self) -> str:
        """As the photo's."""
        return self.evidence.reason

    @property
    def sites(self) -> Sequence[str]:
        """As the photo's."""
        return self.evidence.sites

    @property
    def notches(self) -> Mapping[str, int]:
        """As the photo's."""
        return self.evidence.notches

    def best(self, site: str) -> Look:
        """What was said, else what is seen."""
        return self.told.get(site) or self.evidence.best(site)

    def log_p(self, site: str, look: Look) -> float:
        """Certain for what was said, next to nothing against it."""
        said = self.told.get(site)
        if said is None:
            return self.evidence.log_p(site, look)
        return 0.0 if said == look else log(FLOOR)


def pile_of(words: Sequence[str]) -> Pile:
    """A pile from its pieces in words, bottom first."""
    return tuple(piece_of(piece) for piece in words)


def correct_sites(bench: Bench, command: CorrectSites) -> Pending | None:
    """Take what a person says of the last photo for certain; the look to judge it as.

    Raises `Refused` where no photo was read.
    """
    bench.require_going()
    if bench.evidence is None:
        raise not_now(notice("referee.no-photo"), notice("referee.press-first"))
    _check(command.sites, bench.evidence)
    said = {**bench.snapshot.corrections, **command.sites}
    looks = {site: look_of(pile_of(words)) for site, words in said.items()}
    below = bench.evidence.evidence if isinstance(bench.evidence, Told) else bench.evidence
    bench.evidence = Told(below, looks)
    bench.change(corrections=said)
    if bench.snapshot.proposal is not None:
        propose(bench, bench.evidence)
        return None
    return Pending(0, Purpose.PRESS, again=True)


def _check(sites: Mapping[str, Sequence[str]], evidence: Evidence) -> None:
    if not sites or len(sites) > MOST_SITES:
        raise UsageError(notice("referee.nothing-corrected"), notice("referee.say-what-lies"))
    for site in sites:
        if site not in evidence.sites:
            raise UsageError(notice("referee.no-site", site=site[:20]), notice("referee.name-site"))


def resynchronise(bench: Bench, _command: Resynchronise) -> None:
    """Propose to go on from the table: from a new photo, or from memory without a camera."""
    bench.require_going()
    if bench.pending is not None and bench.pending.purpose is Purpose.TABLE:
        return  # it is on its way
    if bench.sees:
        bench.look(Purpose.TABLE)
    else:
        _propose(bench, bench.game.placement(bench.state), levels={})


def propose(bench: Bench, evidence: Evidence) -> None:
    """Propose the table that a photo shows."""
    seen = seen_placement(evidence, bench.followed.lying)
    piles = dict(seen.piles)
    for site, pile in bench.followed.lying.piles.items():
        seat, _, notch = site.partition(" notch ")
        if notch:
            stands = evidence.notches.get(seat, int(notch))
            piles[f"{seat} notch {stands}"] = pile
    levels = {site: evidence.best(site).level for site in evidence.sites}
    _propose(bench, Placement(piles), levels=levels)


def _propose(bench: Bench, placement: Placement, *, levels: Mapping[str, int]) -> None:
    """Ask for every piece that lies under another; memory's guess goes with the question."""
    asked, guesses = [], dict[str, tuple[str, ...]]()
    for site, pile in placement.piles.items():
        if " notch " in site or max(levels.get(site, len(pile)), len(pile)) < 2:
            continue
        asked.append(site)
        if len(pile) >= levels.get(site, 0):
            guesses[site] = tuple(map(str, pile))
    to_act = bench.game.to_act(bench.state)
    seat = next(iter(to_act)) if len(to_act) == 1 else None
    photo = bench.snapshot.latest
    bench.change(proposal=Proposal(placement, tuple(sorted(asked)), guesses, seat, photo))
    bench.say(Said.PROPOSAL, photo=photo)


def accept_table(bench: Bench, command: AcceptTable) -> None:
    """Go on from the proposed table. Raises `UsageError` while a hidden piece isn't told."""
    bench.require_going()
    proposal = bench.snapshot.proposal
    if proposal is None:
        raise not_now(notice("referee.no-proposal"), notice("referee.ask-first"))
    missing = [site for site in proposal.asked if site not in {*command.sites, *proposal.guesses}]
    if missing:
        raise UsageError(
            notice("referee.hidden", sites=tuple(missing)), notice("referee.whole-pile")
        )
    piles = dict(proposal.placement.piles)
    for site, words in command.sites.items():
        piles[site] = pile_of(words)
    placement = Placement({site: pile for site, pile in piles.items() if pile})
    _go_on_from(bench, placement, command.seat or proposal.seat)


def _go_on_from(bench: Bench, placement: Placement, seat: Seat | None) -> None:
    game, state = bench.game, bench.state
    if seat is None or seat not in game.seats(state):
        raise UsageError(notice("referee.whose-turn"), notice("referee.name-side"))
    faults = game.faults(placement, state)
    if faults:
        bench.say(Said.FAULTS, faults=faults, photo=bench.snapshot.latest)
        return
    after = game.resynchronised(state, placement, seat)
    bench.record(misread_table(bench.sat.timeline, after, note="taken from the table as it lay"))
    bench.forget_looks()
    bench.lies(begun=True)
    bench.change(proposal=None)
    bench.say(Said.RESYNCHRONISED, seat=seat)
