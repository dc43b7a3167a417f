"""Squares of a roll looked for once more, where no face is plain to see.

A square that settled aside shows a face that is like none, or less like its own. The cube is looked
for again from many more places and turns around where its square was found, and each of the best
few is made better. Now the face counts beside surfaces and edges: where it is plain, the cube lies.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from vision.cocked import refined, worth_of
from vision.cubes import Tops
from vision.roll_squares import Judged
from vision.tilt import Poses, Scene

Floats = NDArray[np.float64]

_DULL = 0.95
"""Squares whose face is less like than this share of what is typical are looked for again."""
_NOTHING = -1.0
"""Squares that surfaces and edges fit less well than this have no cube near."""
_MOST = 8
"""The dullest so many, at most: on sets whose faces are hardly seen all are dull."""
_ASIDE = (-0.36, -0.18, 0.0, 0.18, 0.36)
"""Where they are looked for, in edges along and across."""
_TURNS_DEG = (-37.5, -22.5, -7.5, 7.5, 22.5, 37.5)
_KEPT = 3
"""So many of the best places of each are made better."""
_NEAR, _NEAR_DEG = 0.2, 16.0
"""Places nearer than so many edges, and turned less, are the same."""
_FACE = 2.0
"""What a face as like as is typical is worth, beside surfaces and edges."""
_BETTER = 0.1
"""A square only moves where it is worth so much more."""


@dataclass(frozen=True, slots=True, eq=False)
class Again:
    """Where N squares may lie instead: M places.

    which: (M,) the number of the square. tops, worth: (M,) the places and how well surfaces and
    edges fit. now: (N,) how well they fit where the squares are.
    """

    which: NDArray[np.intp]
    tops: Tops
    worth: Floats
    now: Floats


def looked_for_again(
    scene: Scene,
    found: Tops,
    moved: Judged,
    origin: NDArray[np.intp],
    typical: float,
    least_mm: float,
) -> Again:
    """Return where else the dull ones of settled squares may lie, none of them on another square.

    origin: their numbers among the squares found, of which the scene is. typical: likeness of a
    taught face. least_mm: squares nearer than this are of one cube.
    """
    now = worth_of(scene, _poses(moved.tops, origin))
    like = moved.like.max(axis=1, initial=0.0)
    dull = np.flatnonzero((like < _DULL * typical) & (now > _NOTHING))
    dull = dull[np.argsort(like[dull])][:_MOST]
    if not len(dull):
        return Again(dull, _taken(moved.tops, dull), np.zeros(0), now)
    here = _poses(_taken(found, origin[dull]), origin[dull])
    places = refined(scene, _starts(scene, here))
    which = np.repeat(dull, _KEPT)
    away = np.hypot(*(places.top_mm[:, None] - moved.tops.centre_mm[None]).transpose(2, 0, 1))
    away[np.arange(len(which)), which] = np.inf
    free = np.flatnonzero(away.min(axis=1) >= least_mm)
    places, which = places.chosen(free), which[free]
    tops = Tops(places.top_mm, places.turn_deg, moved.tops.size[which], moved.tops.fit[which])
    return Again(which, tops, worth_of(scene, places), now)


def better_ones(moved: Judged, again: Again, seen: Judged, typical: float) -> Judged:
    """Return settled squares, each at the best of its places; seen: faces at those of `again`."""
    best = again.now + _FACE * _plain(moved, typical) + _BETTER
    told = again.worth + _FACE * _plain(seen, typical)
    tops = Tops(*(getattr(moved.tops, field.name).copy() for field in fields(Tops)))
    like, worth = moved.like.copy(), moved.worth.copy()
    for m, k in enumerate(again.which):
        if told[m] > best[k]:
            best[k] = told[m]
            for field in fields(Tops):
                getattr(tops, field.name)[k] = getattr(seen.tops, field.name)[m]
            like[k], worth[k] = seen.like[m], seen.worth[m]
    return Judged(tops, like, worth)


def _starts(scene: Scene, here: Poses) -> Poses:
    """Return the worthiest `_KEPT` places around each of some poses, a pose's own in a row."""
    steps = np.array(
        [
            (x * scene.edge_mm, y * scene.edge_mm, turn, 0.0, 0.0)
            for x in _ASIDE
            for y in _ASIDE
            for turn in _TURNS_DEG
        ]
    )
    poses = here.varied(steps, leans_deg=(0.0, 0.0))
    worth = worth_of(scene, poses).reshape(len(here), len(steps))
    apart = np.abs(steps[:, None, :2] - steps[None, :, :2]).max(axis=2) / scene.edge_mm
    turned = np.abs((steps[:, None, 2] - steps[None, :, 2] + 45.0) % 90.0 - 45.0)
    same = (apart < _NEAR) & (turned < _NEAR_DEG)
    kept = []
    for k, row in enumerate(worth):
        left = row.copy()
        for _ in range(_KEPT):
            at = int(left.argmax())
            kept.append(k * len(steps) + at)
            left[same[at]] = -np.inf
    return poses.chosen(np.array(kept))


def _plain(squares: Judged, typical: float) -> Floats:
    """Return how plain the faces of squares (N,) are: 1 as like as is typical, or more."""
    like = squares.like.max(axis=1, initial=0.0).astype(np.float64)
    return np.asarray(np.minimum(like / typical, 1.0), dtype=np.float64)


def _poses(tops: Tops, origin: NDArray[np.intp]) -> Poses:
    """Return squares as flat poses; origin: their numbers among the scene's squares."""
    flat = np.zeros(len(origin))
    return Poses(origin.astype(np.int64), tops.centre_mm, tops.turn_deg, flat, flat)


def _taken(tops: Tops, which: NDArray[np.intp]) -> Tops:
    """Return some of the squares."""
    return Tops(*(getattr(tops, field.name)[which] for field in fields(Tops)))
