"""Faces on the board looked at once more beside the top that was found, where none is plain.

Where a cube's sides have its top's colour the square is found up to a fifth of an edge aside. What
is then cut from the photo is like no face, and the second witness may be sure of a wrong one. If
the face that is likeliest there is plain to see close by, there the top is. Another face than that
may seem plain where faces are faint: it is no reason to look elsewhere.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.kit import Kit
from vision.light import PhotoLog
from vision.sites import Measures, like_faces
from vision.view import View

Floats = NDArray[np.float64]

_DULL = 0.8
"""Faces less like than this share of what is typical are looked at again."""
_MOST = 6
"""The dullest so many, at most: on sets whose faces are hardly seen all are dull."""
_PLAIN, _PLAINER = 0.85, 0.2
"""A face is there if it is as like as this share of what is typical, and so much likelier."""
_ASIDE = (-0.16, 0.0, 0.16)
"""Where it is looked for, in edges along and across the board."""


def looked_again(view: View, kit: Kit, fine: PhotoLog, found: Measures, kinds: Floats) -> Measures:
    """Return the measures with tops where faces are plain to see.

    fine: the photo's logarithms of light. kinds: (N, 4) log probabilities of nothing, stone, cube
    and stack.
    """
    typical, edge = kit.faces.typical, view.layout.piece_mm
    like = found.likeness.max(axis=1, initial=0.0)
    cube = np.logaddexp(kinds[:, 2], kinds[:, 3]) > np.log(0.5)
    dull = np.flatnonzero(cube & (like < _DULL * typical))
    dull = dull[np.argsort(like[dull])][:_MOST]
    if not len(dull):
        return found
    level = (kinds[dull, 3] > kinds[dull, 2]).astype(np.int64)
    shifts = np.stack(np.meshgrid(_ASIDE, _ASIDE), axis=-1).reshape(-1, 2) * edge
    count = len(shifts)
    places = found.centre_mm[dull, level][:, None] + shifts
    each, their = np.repeat(dull, count), np.repeat(level, count)
    seen = like_faces(
        *(view, kit, fine, found.colour[each], places.reshape(-1, 2)),
        *(found.turn_deg[each, their], found.size[each, their], their + 1),
    ).reshape(len(dull), count, -1)
    best = seen.max(axis=2).argmax(axis=1)
    shown = seen[np.arange(len(dull)), best]
    now = shown.max(axis=1)
    same = shown.argmax(axis=1) == found.likeness[dull].argmax(axis=1)
    plainer = (now >= _PLAIN * typical) & (now >= like[dull] + _PLAINER * typical)
    plain = np.flatnonzero(same & plainer)
    likeness, centre = found.likeness.copy(), found.centre_mm.copy()
    likeness[dull[plain]] = shown[plain]
    centre[dull[plain], level[plain]] = places[plain, best[plain]]
    return replace(found, likeness=likeness, centre_mm=centre)
