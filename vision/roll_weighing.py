"""What tells how the cubes of a roll lie: their squares settled, faces, surroundings, gains.

`vision.roll` reads with it and `vision.train.cocked_lessons` learns from it: so what was learned is
what is weighed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cocked import measure, scene_of
from vision.cubes import Tops
from vision.faces import log_likelihoods
from vision.kit import Kit
from vision.light import Image, PhotoLog
from vision.look import Look, look
from vision.roll_others import further
from vision.roll_patches import cut_surroundings
from vision.roll_piles import measure_gains
from vision.roll_settle import settle
from vision.roll_squares import Judged, likeliest, looked_around, search
from vision.tilt import Scene
from vision.view import View
from vision.witness import cut_faces, normed, second_opinion

Floats = NDArray[np.float64]
F32 = NDArray[np.float32]

CUBES = 16
_SPARE = 3
"""So many squares more than there are cubes are settled: two may turn out to be one cube."""
_HALF = 0.5
"""For doubt the second opinion counts half: where both witnesses err, it is too sure."""
_GAINS, _SURENESS = (-1.0, 2.0), (-3.0, 0.0)
"""Gains and logarithms of sureness beyond these are not believed to mean more."""


@dataclass(frozen=True, slots=True, eq=False)
class Faces:
    """The faces of N squares.

    names: the faces of the set. shares: (N, F) how likely each is. sure: (N,) how likely the
    likeliest is when both witnesses are believed less.
    """

    names: tuple[str, ...]
    shares: Floats
    sure: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Squares:
    """Squares of a roll, N of them, with what `vision.lying` weighs.

    gains: (N,) of `vision.roll_piles`. measures: (N, F) of `vision.cocked`, then gains and
    sureness. patches: of `vision.roll_patches`.
    """

    found: Judged
    faces: Faces
    gains: Floats
    measures: Floats
    patches: F32

    @property
    def tops(self) -> Tops:
        """The squares."""
        return self.found.tops


def settled_squares(
    view: View, kit: Kit, seen: tuple[Look, PhotoLog], around: Judged, colour: int, expected: int
) -> tuple[Judged, Scene]:
    """Return the squares that may be cubes, settled, and what their poses are compared with.

    Without the photo's slopes: they are looked at anew around the settled squares.
    """
    typical = kit.faces.typical
    some = further(around, expected + _SPARE, typical=typical)
    scene = scene_of(view, *seen, some.tops, colour)
    put_right = settle(view, kit, seen[1], scene, some, colour)
    return further(put_right, expected, typical=typical), scene.without_slopes()


def weigh_squares(
    photo: Image,
    view: View,
    kit: Kit,
    seen: tuple[Look, PhotoLog],
    scene: Scene,
    found: Judged,
    colour: int,
) -> Squares:
    """Return settled squares of one colour with what tells how their cubes lie."""
    faces = _faces(photo, view, kit, found, colour)
    gains = measure_gains(view, seen[0], found.tops, colour)
    likeness = found.like.max(axis=1, initial=0.0).astype(np.float64) / kit.faces.typical
    posed = measure(view, kit, *seen, scene, found.tops, likeness, colour)
    sure = np.log(np.maximum(faces.sure, 1e-9))
    measures = np.column_stack([posed, np.clip(gains, *_GAINS), np.clip(sure, *_SURENESS)])
    patches = cut_surroundings(view, *seen, found.tops, colour)
    return Squares(found, faces, gains, measures, patches)


def rolled_squares(photo: Image, view: View, kit: Kit, colour: int) -> Squares:
    """Return the squares of a roll of a known colour, for training."""
    seen, fine = look(photo, view, kit.pixels), PhotoLog(photo)
    first = search(view, kit, seen, fine, colour)
    around = looked_around(view, kit, fine, first, colour, CUBES)
    found, scene = settled_squares(view, kit, (seen, fine), around, colour, CUBES)
    some = likeliest(found, CUBES)
    return weigh_squares(photo, view, kit, (seen, fine), scene, some, colour)


def _faces(photo: Image, view: View, kit: Kit, found: Judged, colour: int) -> Faces:
    """Return which faces squares of one colour show."""
    tops = found.tops
    heights = np.full(len(tops.fit), view.layout.piece_mm)
    crops = cut_faces(photo, view, tops.centre_mm, tops.turn_deg, heights)
    opinion = second_opinion(kit, crops, np.full(len(crops), colour))
    alike = log_likelihoods(kit.faces, found.like)
    owners = [label.partition(" ")[0] for label in kit.faces.labels]
    names = tuple(dict.fromkeys(owners))
    whose = np.array([[owner == face for face in names] for owner in owners])
    shares = np.exp(normed(alike + opinion)) @ whose
    cautious = np.exp(normed(alike + _HALF * opinion)) @ whose
    best = cautious[np.arange(len(shares)), shares.argmax(axis=1)]
    return Faces(names, shares.astype(np.float64), best.astype(np.float64))
