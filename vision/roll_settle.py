"""Squares of a roll settled: each where a flat cube would explain most, and its face seen there.

Squares are found by colour. On tables where sides and shadows have a top's colour that leaves them
up to half an edge aside: then another face seems to be seen, and something seems to stand out
beside the cube. Edges and sides together tell the place well (`vision.cocked.settled`).
"""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
from numpy.typing import NDArray

from vision.cocked import settled
from vision.cubes import Tops
from vision.kit import Kit
from vision.light import PhotoLog
from vision.roll_again import better_ones, looked_for_again
from vision.roll_squares import Judged, apart_mm, chosen, faced
from vision.tilt import Scene
from vision.view import View


def settle(
    view: View, kit: Kit, fine: PhotoLog, scene: Scene, found: Judged, colour: int
) -> Judged:
    """Return the squares settled, worthiest first.

    fine: the photo's logarithms of light.
    """
    if not len(found.worth):
        return found
    tops, which = no_two_on_one(found.tops, settled(scene, found.tops), apart_mm(view))
    moved = faced(view, kit, fine, within_a_quarter(tops), colour)
    again = looked_for_again(scene, found.tops, moved, which, kit.faces.typical, apart_mm(view))
    if len(again.which):
        seen = faced(view, kit, fine, within_a_quarter(again.tops), colour)
        moved = better_ones(moved, again, seen, kit.faces.typical)
    return chosen(moved, np.argsort(-moved.worth))


def within_a_quarter(tops: Tops) -> Tops:
    """Return squares with turns of -45 to 45 degrees, by which both witnesses see the same way up.

    A square that settles beyond has no other place, but its face another side up.
    """
    return replace(tops, turn_deg=(tops.turn_deg + 45.0) % 90.0 - 45.0)


def no_two_on_one(found: Tops, moved: Tops, least_mm: float) -> tuple[Tops, NDArray[np.intp]]:
    """Return squares (N) where they were moved to, or were found where another one is there now.

    Those that moved least go first. Squares that are on another one either way are left out. Beside
    them their numbers among those found.
    """
    way = np.hypot(*(moved.centre_mm - found.centre_mm).T)
    places: list[tuple[Tops, int]] = []
    taken = np.zeros((0, 2))
    for k in np.argsort(way):
        for tops in (moved, found):
            apart = np.hypot(*(taken - tops.centre_mm[k]).T)
            if apart.min(initial=np.inf) >= least_mm:
                places.append((tops, int(k)))
                taken = np.vstack([taken, tops.centre_mm[k]])
                break
    columns = [np.array([getattr(tops, f.name)[k] for tops, k in places]) for f in fields(Tops)]
    return Tops(*columns), np.array([k for _, k in places], dtype=np.intp)
