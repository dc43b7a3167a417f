"""Second thoughts on what lies at a site: what its place, colours, face and lines say.

`vision.levels` tells what a site looks like. Here its log probabilities of nothing, stone, cube and
stack are corrected: by how far off the point a pile would stand, by whether a stone's own colours
and no face are seen, and by whether the lines still show that whatever lies there would hide.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.crossings import Arms, lines_left
from vision.evidence import LEVELS
from vision.kit import Kit
from vision.look import Look
from vision.shade import in_shade
from vision.sites import Measures
from vision.view import View

Floats = NDArray[np.float64]

CERTAIN = -0.7
"""Log probability of a kind from which a cube counts as recognised."""
_SHOWN = 1.5
"""How much it speaks against a stone when lines show there or a neighbour's pile covers it."""
_LINES_LEFT = 0.6
LINES_SEEN = 0.7
_LINES_GONE = (LINES_SEEN, 0.5)
"""Shares of the lines' contrast at which they begin to seem hidden and surely are.

On 13 made tables and three path-traced ones no bare site had less than 0.7, whatever its shadows.
"""
_MOSTLY = 0.5
"""Less of a line's arm than this out of the shadows says nothing of the line."""
_GONE = 5.0
"""How much hidden lines speak against nothing (log odds)."""
_UNSEEN = np.log(np.array([1e-9, 0.1, 0.75, 0.15]))
"""What may lie where nothing was seen but the lines are hidden, in the order of KINDS."""
_UNSTEADY, _DOUBT = (0.3, 0.8), 0.45
"""Unsteadiness of light at which doubt of what was seen begins and is greatest, and that doubt."""
_ANY = np.log(np.array([0.25, 0.15, 0.3, 0.3]))
"""What may lie where what was seen is doubted, in the order of KINDS."""
_COVERED = 0.6
"""Share of a site from which known piles on and beside it explain why no lines show."""
_UNKNOWN = 0.5
"""From this probability on it is something that looks like the board that hides the lines."""
_FARTHEST_MM = 6.5
"""Players keep within 4 mm each way, so no top is further off its point but by this error."""
_STRAY_MM = 0.8
_STONE_FIRST, _STONE_COLOUR, _STONE_FACELESS = 2.7, 1.3, 3.0
"""How much speaks for a stone against a cube: at first, for each log ratio of its colours' mean
against cubes', and for each typical likeness that its face lacks. From 27 made tables."""
_STONE_FACED = 6.0
"""How much each typical likeness that a face has speaks against a stone."""
_OWN = (1.0, 2.0)
"""Log ratios of a stone's colours from which on all this begins to speak for it, and fully does."""
_FACED = 0.75
_LIKE = (0.3, 1.1)


def within_reach(kinds: Floats, found: Measures, points_mm: Floats) -> Floats:
    """Return log probabilities of kinds (N, 4), less for piles too far off their points (N, 2)."""
    changed = kinds.copy()
    for level in LEVELS:
        off = np.hypot(*(found.centre_mm[:, level - 1] - points_mm).T)
        beyond = np.maximum(off - _FARTHEST_MM, 0) / _STRAY_MM
        changed[:, level + 1] -= 0.5 * beyond**2
    norm = np.logaddexp.reduce(changed, axis=1)
    return np.asarray(changed - norm[:, None], dtype=np.float64)


def stones_or_cubes(kinds: Floats, found: Measures, typical: float) -> Floats:
    """Return log probabilities of kinds (N, 4), stones and cubes weighed anew, nothing as before.

    A stone's own colours speak for it where no cube has them, and so does a missing face: blocks
    have a cube's shape. Where cubes have those colours, too, nothing speaks for it: a face that
    shines or is found badly looks as if it were missing.

    typical: what the face of a cube that was taught is like.
    """
    faceless = _FACED - np.clip(found.likeness.max(axis=1) / typical, *_LIKE)
    odds = _STONE_FIRST + _STONE_COLOUR * found.of_stone
    odds += _STONE_FACELESS * np.maximum(faceless, 0)
    odds = np.where(odds > 0, odds * np.interp(found.of_stone, _OWN, (0.0, 1.0)), odds)
    odds += _STONE_FACED * np.minimum(faceless, 0)
    changed = kinds.copy()
    changed[:, 1] += odds
    some = np.logaddexp.reduce(kinds[:, 1:], axis=1)
    changed[:, 1:] += (some - np.logaddexp.reduce(changed[:, 1:], axis=1))[:, None]
    return changed


def real_stones(kinds: Floats, left: Floats, hidden: Floats) -> Floats:
    """Return log probabilities of kinds (N, 4), less for stones at doubtful sites.

    left: (N,) of the lines' contrast. hidden: (N,) the share of each site that known piles cover.
    A deep shadow has the colours of a dark stone, but the lines show through it; so has the side
    of a stack that leans over the site in the picture, but the stack explains it.
    """
    changed = kinds.copy()
    changed[:, 1] -= _SHOWN * ((left > _LINES_LEFT) | (hidden > _COVERED))
    norm = np.logaddexp.reduce(changed, axis=1)
    return np.asarray(changed - norm[:, None], dtype=np.float64)


def lines_gone(
    view: View, kit: Kit, seen: Look, arms: Arms, found: Measures, kinds: Floats, hidden: Floats
) -> Floats:
    """Return how surely something that isn't known hides the lines at measured sites (N,), 0 to 1.

    hidden: (N,) the share of each site that known piles cover. Where a known pile's shadow falls
    it isn't asked whether the lines show.
    """
    gone = _gone(lines_left(arms)[found.site]) * (hidden < _COVERED)
    asked = np.flatnonzero(gone > 0)
    if not len(asked):
        return gone
    piles = []
    for level in LEVELS:
        mine = np.flatnonzero(kinds[:, level + 1] > CERTAIN)
        piles.append((found.centre_mm[mine, level - 1], found.turn_deg[mine, level - 1]))
    places = arms.banks_mm[found.site[asked]]
    lit = 1 - in_shade(view, seen, kit.lamps, piles, places).mean(axis=2)
    told = np.ones_like(arms.line)
    told[found.site[asked]] = np.where(lit > _MOSTLY, lit, 0.0)
    gone[asked] = np.minimum(gone[asked], _gone(lines_left(arms, told)[found.site[asked]]))
    return gone


def _gone(left: Floats) -> Floats:
    """Return how surely lines are gone of whose contrast that is left; nothing known: not gone."""
    return np.interp(np.nan_to_num(left, nan=1.0), _LINES_GONE[::-1], (1.0, 0.0))


def something_there(kinds: Floats, gone: Floats) -> Floats:
    """Return log probabilities of kinds (N, 4), less for nothing where lines are gone (N,), 0 to 1.

    What seemed to be the bare board has its colours, so the more it seemed so, up to one half, the
    less is believed of what the eyes made of it otherwise.
    """
    changed = kinds.copy()
    changed[:, 0] -= _GONE * gone
    changed -= np.logaddexp.reduce(changed, axis=1, keepdims=True)
    blind = np.clip(np.exp(kinds[:, 0]) * gone, 1e-12, 0.5)[:, None]
    mixed = np.logaddexp(changed + np.log1p(-blind), _UNSEEN + np.log(blind))
    norm = np.logaddexp.reduce(mixed, axis=1)
    return np.asarray(mixed - norm[:, None], dtype=np.float64)


def in_doubt(kinds: Floats, unsteady: Floats) -> Floats:
    """Return log probabilities of kinds (N, 4), less sure where the light is unsteady (N,).

    unsteady: how much another light than the empty photo's differs around the site, in logarithms.
    """
    doubt = np.interp(unsteady, _UNSTEADY, (0.0, _DOUBT))[:, None]
    with np.errstate(divide="ignore"):
        mixed = np.logaddexp(kinds + np.log1p(-doubt), _ANY + np.log(doubt))
    return np.asarray(mixed, dtype=np.float64)


def unseen(kinds: Floats, gone: Floats) -> int:
    """Return at how many sites something hides the lines (N,) that looks like the board itself."""
    return int((np.exp(kinds[:, 0]) * gone > _UNKNOWN).sum())
