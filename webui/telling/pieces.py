"""Pieces, piles and steps of a hand as JSON, with their names in the viewer's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.games.api import (
    Carried,
    Changed,
    Effect,
    Json,
    Piece,
    Pile,
    Placed,
    Placement,
    Reason,
    Removed,
)
from companion.language.catalogue import Catalogue


def piece_json(piece: Piece, say: Catalogue) -> dict[str, Json]:
    """One piece and its full name."""
    return {
        "owner": piece.owner,
        "kind": piece.kind,
        "facing": piece.facing,
        "name": say.name(piece, "full"),
    }


def pile_json(pile: Pile, say: Catalogue) -> list[Json]:
    """A pile, bottom first."""
    return [piece_json(piece, say) for piece in pile]


def sites_json(placement: Placement, say: Catalogue) -> dict[str, Json]:
    """Site -> pile, bottom first, for every site on which something lies."""
    return {site: pile_json(pile, say) for site, pile in placement.piles.items() if pile}


def differing(known: Placement, lying: Placement, say: Catalogue) -> dict[str, Json]:
    """The sites where the wood differs from the state, with what lies there (maybe nothing)."""
    sites = sorted({*known.piles, *lying.piles})
    return {
        site: pile_json(lying.at(site), say) for site in sites if known.at(site) != lying.at(site)
    }


def effect_sites(effect: Effect) -> list[str]:
    """The sites that a step is about, in the order of doing."""
    match effect:
        case Carried(_ruling, _pieces, origin, target, _manner, via):
            return list(dict.fromkeys((origin, *via, target)))
        case Removed(_ruling, _pieces, site, _index, _manner, via):
            return list(dict.fromkeys((site, *via)))
        case Placed() | Changed():
            return [effect.site]
    return []


def step_text(effect: Effect, say: Catalogue) -> str:
    """A step for a hand as a sentence of its own."""
    return say.steps_sentence((effect,))


def todo_json(effects: Iterable[Effect], say: Catalogue) -> list[Json]:
    """What hands owe, step by step."""
    return [
        {"text": step_text(one, say), "sites": effect_sites(one), "ruling": one.ruling}
        for one in effects
    ]


def sites_of(effects: Iterable[Effect]) -> list[str]:
    """All sites of several steps, each once."""
    return list(dict.fromkeys(site for one in effects for site in effect_sites(one)))


def reason_json(reason: Reason, say: Catalogue) -> dict[str, Json]:
    """A reason with the ruling that it rests on."""
    return {
        "ruling": reason.ruling,
        "title": say.ruling_title(reason.ruling),
        "text": say.sentence(reason),
        "sites": list(reason.sites),
    }


def reasons_json(reasons: Iterable[Reason], say: Catalogue) -> list[Json]:
    """Reasons in order, none told twice in the same words."""
    told: dict[str, Json] = {}
    for one in reasons:
        found = reason_json(one, say)
        told.setdefault(str(found["text"]), found)
    return list(told.values())


def seat_numbers(values: Mapping[Any, float]) -> dict[str, float]:
    """Seconds by seat, to a tenth."""
    return {str(seat): round(value, 1) for seat, value in values.items()}
