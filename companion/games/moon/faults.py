"""Everything wrong with a table: what cannot lie there, and what does not belong to this game."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.api import Fault, Piece, Pile, Placement, Reason, reason
from companion.games.moon.cards import BREAKABLE, BUG, CARD_OF, DOWN, SOLVED, is_goal, piece_of
from companion.games.moon.layout import (
    DECK,
    MARKER,
    OFF,
    ON,
    bugs_site,
    columns,
    energy_site,
    error_site,
    goal_site,
    hacker_site,
    ram_row,
    slot_site,
    solved_site,
)
from companion.games.moon.operations import HACKERS, REGISTERS
from companion.games.moon.state import State

_BUG = piece_of(BUG)


def faults_of(placement: Placement, state: State) -> tuple[Fault, ...]:
    """Every independent fault of a table in a game that stands at `state`."""
    found: dict[Reason, None] = {}
    kinds = _sites(state)
    for site, pile in sorted(placement.piles.items()):
        kind = kinds.get(site)
        if kind is None:
            found[reason("MN-08", "no-such-site", site)] = None
        found.update(dict.fromkeys(_pile_faults(site, pile, kind)))
    found.update(dict.fromkeys(_bit_faults(placement, kinds)))
    found.update(dict.fromkeys(_card_faults(placement, state)))
    found.update(dict.fromkeys(_energy_faults(placement)))
    return tuple(Fault(why) for why in found)


def _sites(state: State) -> dict[str, str]:
    """Every site of a game, and what kind of thing lies there."""
    bits = columns(state.rules.bits)
    kinds = {f"{name}{column}": "bit" for name in REGISTERS for column in bits}
    most = max(state.refill, state.energy)
    kinds |= {energy_site(halves): "energy" for halves in range(most + 1)}
    kinds |= {error_site(part): "error" for part in sorted(BREAKABLE)}
    kinds[DECK] = "deck"
    kinds |= {slot_site(place): "slot" for place in range(len(state.slots))}
    for place in range(len(state.players)):
        kinds |= {f"{ram_row(place)}{column}": "bit" for column in bits}
        kinds |= {goal_site(place): "goal", bugs_site(place): "bugs"}
        kinds |= {solved_site(place): "solved", hacker_site(place): "hacker"}
    return kinds


def _fits(piece: Piece, kind: str, site: str) -> bool:
    """Whether a piece may lie on a site of a kind."""
    match kind:
        case "bit":
            return piece in (ON, OFF)
        case "energy":
            return piece == MARKER
        case "error":
            return piece == Piece("", "error", site.removeprefix("error "))
        case "deck":
            return piece == DOWN or piece in CARD_OF
        case "slot":
            return piece == DOWN or piece in CARD_OF
        case "goal":
            return piece == DOWN or (piece in CARD_OF and is_goal(CARD_OF[piece]))
        case "bugs":
            return piece == _BUG
        case "solved":
            return piece == SOLVED or (piece in CARD_OF and is_goal(CARD_OF[piece]))
        case _:
            return piece.kind == "hacker" and piece.owner in HACKERS


def _pile_faults(site: str, pile: Pile, kind: str | None) -> Iterator[Reason]:
    """What is wrong on one site, whatever the rest holds."""
    for piece in pile:
        if kind is not None and not _fits(piece, kind, site):
            yield reason("MN-08", "wrong-piece", site, piece=piece)
    if kind in ("bit", "error", "hacker") and len(pile) > 1:
        yield reason("MN-08", "two-on-a-site", site, count=len(pile))


def _bit_faults(placement: Placement, kinds: dict[str, str]) -> Iterator[Reason]:
    """Every place of a register or RAM module needs its bit."""
    for site, kind in kinds.items():
        if kind == "bit" and not placement.at(site):
            yield reason("MN-08", "bit-missing", site)


def _card_faults(placement: Placement, state: State) -> Iterator[Reason]:
    """Goals twice, too many bugs, too many face-up goals, a card in the losing place."""
    where: dict[Piece, list[str]] = {}
    for site, pile in sorted(placement.piles.items()):
        for piece in pile:
            if piece in CARD_OF:
                where.setdefault(piece, []).append(site)
    for piece, sites in where.items():
        if is_goal(CARD_OF[piece]) and len(sites) > 1:
            yield reason("MN-08", "goal-card-twice", *sites, piece=piece)
    bugs = where.get(_BUG, [])
    if len(bugs) > 2:
        yield reason("MN-02", "too-many-bugs", *bugs, count=len(bugs), due=2)
    slots = [slot_site(place) for place in range(len(state.slots))]
    up = [
        site for site in slots for piece in placement.at(site) if piece in CARD_OF and piece != _BUG
    ]
    due = state.rules.cards_in_goal
    if len(up) > due:
        yield reason("MN-03", "too-many-face-up", *up, count=len(up), due=due)
    if slots and placement.at(slots[-1]) and state.outcome is None:
        yield reason("MN-01", "in-losing-place", slots[-1])


def _energy_faults(placement: Placement) -> Iterator[Reason]:
    """One marker, on one field of the energy track."""
    sites = [
        site for site in sorted(placement.piles) for _ in placement.at(site)
        if site.startswith("energy ")
    ]  # fmt: skip
    if not sites:
        yield reason("MN-20", "no-marker")
    elif len(sites) > 1:
        yield reason("MN-20", "two-markers", *sites, count=len(sites))
