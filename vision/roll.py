"""Rolls: cubes lying anywhere at any angle, their faces counted.

Squares of colour are found (`vision.roll_squares`) and each is asked how its cube lies
(`vision.lying`) and which face it shows. Cubes that lean, lie on another one, are cut off by the
picture's edge or whose top is not seen are told as unread, with their place and the reason, and
never guessed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.language.notices import SILENCE, Notice, notice
from vision.cubes import Tops, squares
from vision.kit import COLOURS, Kit
from vision.light import Image, PhotoLog
from vision.look import look
from vision.lying import Lying, judged_odds, not_alone, upper_ones, weighed
from vision.quality import complaint
from vision.roll_hands import is_hand_over
from vision.roll_others import cut_off, foreign, leftovers, nearest_point, strangers
from vision.roll_squares import looked_around, search
from vision.roll_weighing import CUBES, Squares, settled_squares, weigh_squares
from vision.tone import evened_and_small
from vision.view import View, as_taken

Floats = NDArray[np.float64]

_LEAST = 0.5
"""Squares without a clear face are cubes when they fit this well beside the roll's typical one."""
_PLAIN = 0.65
"""Faces less like than this share of what is typical are called unread."""
_THERE = 0.1
"""Squares that fit less well than this beside the typical one are none, whatever they show."""
_COVERED = 0.12
"""A square that shares so much of its area with worthier ones is hidden in part."""


@dataclass(frozen=True, slots=True)
class RolledCube:
    """One cube: its face (without direction), its top's middle in pixels, the probability."""

    face: str
    px: tuple[float, float]
    p: float
    corners_px: tuple[tuple[float, float], ...]


class Unread(Enum):
    """Why a cube was not read."""

    COCKED = "cocked"
    """It leans on another cube or on the rim."""
    PILED = "on one another"
    """It lies on another cube, or under one: both are told, at the same place."""
    HIDDEN = "hidden"
    """Something covers part of it."""
    CUT = "cut off"
    """The picture's edge cuts it off."""
    UNCLEAR = "unclear"
    """There seems to be a cube, but its face is like none that was taught or like two, or it may
    lean."""
    OTHER = "other colour"
    """It is a cube of the other colour, which does not belong to this roll."""


@dataclass(frozen=True, slots=True)
class UnreadCube:
    """A cube that was not read: its place in pixels, why, and the nearest point ("" for none)."""

    px: tuple[float, float]
    why: Unread
    near: str = ""


@dataclass(frozen=True, slots=True)
class Roll:
    """What a photo of a roll shows.

    colour: "brown", "blue" or "" when nothing was found. cubes: those that were read.
    unread: those that are there and were not. reason: why the whole photo can't be read, for
    people, or nothing.
    """

    colour: str
    cubes: tuple[RolledCube, ...]
    unread: tuple[UnreadCube, ...]
    expected: int
    reason: Notice = SILENCE

    @property
    def sure(self) -> bool:
        """Whether every cube was read."""
        return len(self.cubes) == self.expected and not self.unread

    @property
    def faces(self) -> dict[str, int]:
        """How often each face lies on top."""
        counts: dict[str, int] = {}
        for cube in self.cubes:
            counts[cube.face] = counts.get(cube.face, 0) + 1
        return counts


def read_roll(photo: Image, view: View, kit: Kit, *, expected: int = CUBES) -> Roll:
    """Read a roll from a photo of the view's camera; a photo of something else gives a reason."""
    taken = as_taken(photo, view.camera)
    if taken is None:
        return Roll("", (), (), expected, notice("eyes.roll.other-shape"))
    photo, small = evened_and_small(taken, view)
    seen = look(photo, view, kit.pixels, small=small)
    reason = complaint(photo, view, seen.change)
    if reason is not None:
        return Roll("", (), (), expected, reason)
    fine = PhotoLog(photo)
    first = [search(view, kit, seen, fine, k) for k in (0, 1)]
    strength = [(part.worth * part.tops.fit)[:expected].sum() for part in first]
    colour = int(np.argmax(strength))
    if strength[colour] <= 0:
        return Roll("", (), (), expected, notice("eyes.roll.nothing"))
    around = looked_around(view, kit, fine, first[colour], colour, expected)
    typical = kit.faces.typical
    found, scene = settled_squares(view, kit, (seen, fine), around, colour, expected)
    if is_hand_over(view, seen, (found, first[1 - colour]), typical=typical):
        return Roll("", (), (), expected, notice("eyes.hand"))
    squares = weigh_squares(photo, view, kit, (seen, fine), scene, found, colour)
    odds = judged_odds(squares.measures, squares.patches)
    other = foreign(view, kit, seen, found.tops, colour)
    told, unread = _named(view, squares, weighed(odds, short=False), other, typical=typical)
    if len(told) + len(unread) < expected:
        told, unread = _named(view, squares, weighed(odds, short=True), other, typical=typical)
    if not told:
        return Roll(COLOURS[colour], (), unread, expected, notice("eyes.roll.nothing"))
    apart = strangers(first[1 - colour], found, view, typical=typical)
    unread += _unread_at(view, apart, Unread.OTHER)
    others = sum(cube.why is Unread.OTHER for cube in unread)
    missing = expected - (len(told) + len(unread) - others)
    if missing > 0:
        left = leftovers(view, seen, found, colour)[:missing]
        for at, cut in left:
            unread += _unread_at(view, at[None], Unread.CUT if cut else Unread.HIDDEN)
        for k in upper_ones(squares.gains, list(told))[: missing - len(left)]:
            del told[k]
            unread += 2 * _unread_at(view, found.tops.centre_mm[k : k + 1], Unread.PILED)
    if len(told) == expected and not unread:
        for k in not_alone(squares.gains):
            if told.pop(k, None):
                unread += _unread_at(view, found.tops.centre_mm[k : k + 1], Unread.UNCLEAR)
    return Roll(COLOURS[colour], tuple(told.values()), unread, expected)


def _named(
    view: View, squares: Squares, lying: Lying, other: NDArray[np.bool_], *, typical: float
) -> tuple[dict[int, RolledCube], tuple[UnreadCube, ...]]:
    """Name the faces of squares of one colour by their number, or why they have none.

    other: which are of the other colour. typical: likeness of a taught face.
    """
    found, tops, faces = squares.found, squares.tops, squares.faces
    best = faces.shares.argmax(axis=1)
    either = faces.doubtful
    covered = _covered(tops, view.layout.piece_mm)
    cut = cut_off(view, tops)
    cubes: dict[int, RolledCube] = {}
    unread: list[UnreadCube] = []
    usual_fit = float(np.median(tops.fit))
    for k in range(len(tops.fit)):
        clear = found.like[k].max() >= _PLAIN * typical
        if tops.fit[k] <= (_THERE if clear else _LEAST) * usual_fit:
            continue
        at = tops.centre_mm[k : k + 1]
        if other[k]:
            unread += _unread_at(view, at, Unread.OTHER)
        elif cut[k]:
            unread += _unread_at(view, at, Unread.CUT)
        elif lying.leans[k]:
            unread += _unread_at(view, at, Unread.COCKED)
        elif not clear:
            unread += _unread_at(view, at, Unread.HIDDEN if covered[k] else Unread.UNCLEAR)
        elif lying.doubtful[k] or either[k]:
            unread += _unread_at(view, at, Unread.UNCLEAR)
        else:
            p = float(faces.shares[k, best[k]] * lying.flat_p[k])
            corners = _corners(view, tops, k)
            cubes[k] = RolledCube(faces.names[int(best[k])], _px(view, at)[0], p, corners)
    return cubes, tuple(unread)


def _unread_at(view: View, centre_mm: Floats, why: Unread) -> tuple[UnreadCube, ...]:
    """Return cubes with middles (N, 2) as not read."""
    places = zip(_px(view, centre_mm), centre_mm, strict=True)
    return tuple(UnreadCube(px, why, nearest_point(view, at)) for px, at in places)


def _px(view: View, centre_mm: Floats) -> list[tuple[float, float]]:
    """Return where tops (N, 2) are seen."""
    heights = np.full(len(centre_mm), view.layout.piece_mm)
    px = view.camera.project(np.column_stack([centre_mm, heights]))
    return [(float(x), float(y)) for x, y in px]


def _covered(tops: Tops, edge_mm: float) -> NDArray[np.bool_]:
    """Return whether a worthier square lies on part of each (N,)."""
    flat = squares(tops.centre_mm, tops.turn_deg, edge_mm * tops.size).astype(np.float32)
    hidden = np.zeros(len(flat), dtype=bool)
    for k in range(len(flat)):
        for other in range(k):
            shared, _ = cv2.intersectConvexConvex(flat[k], flat[other])
            hidden[k] |= shared > _COVERED * edge_mm**2
    return hidden


def _corners(view: View, tops: Tops, k: int) -> tuple[tuple[float, float], ...]:
    """Return the corners of a top in pixels."""
    edge = view.layout.piece_mm
    flat = squares(tops.centre_mm[k : k + 1], tops.turn_deg[k : k + 1], edge * tops.size[k : k + 1])
    world = np.column_stack([flat[0], np.full(4, edge)])
    return tuple((float(x), float(y)) for x, y in view.camera.project(world))
