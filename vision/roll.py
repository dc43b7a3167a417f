"""Rolls: cubes lying anywhere at any angle, their faces counted.

All cubes lie on the table or the board, so their tops are in one plane. The colours of tops are
drawn in that plane; squares are looked for at all places and angles and taken one after the other,
the clearest first, where no other cube is. Cubes that lean (`vision.cocked`) or whose top is not
seen are told as unread, with the reason, and never guessed.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.language.notices import SILENCE, Notice, notice
from vision.cocked import SAID, log_odds, measure
from vision.cubes import RIM, Tops, edge_distance, refine_tops, squares
from vision.faces import all_turns, cut_tops, likenesses, log_likelihoods
from vision.kit import COLOURS, Kit
from vision.light import Image, Maps, photo_log, sample
from vision.look import Look, normalise, weigh
from vision.quality import complaint
from vision.view import View, as_taken
from vision.witness import cut_faces, normed, second_opinion

Floats = NDArray[np.float64]
F32 = NDArray[np.float32]

CUBES = 16
_ANGLES = np.arange(-45.0, 45.0, 7.5)
_CELL_MM = 1.25
_RING = 0.16
_APART = 0.82
"""Tops nearer than this share of an edge are the same cube."""
_LEAST = 0.5
"""Squares without a clear face are cubes when they fit this well beside the roll's typical one."""
_CLEAR = 0.8
"""Faces less like than this share of what is typical are looked for again nearby."""
_PLAIN = 0.65
"""Faces less like than this share of what is typical are called unread."""
_FULL_FIT = 1.5
"""A better fit makes a square no worthier."""
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
    HIDDEN = "hidden"
    """Something covers part of it."""
    UNCLEAR = "unclear"
    """There seems to be a cube, but its face is like none that was taught."""


@dataclass(frozen=True, slots=True)
class UnreadCube:
    """A cube that was not read: its place in pixels, and why."""

    px: tuple[float, float]
    why: Unread


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
    photo = taken
    normal = normalise(photo, view)
    reason = complaint(photo, view, normal[2])
    if reason is not None:
        return Roll("", (), (), expected, reason)
    seen = weigh(*normal, kit.pixels)
    fine = photo_log(photo)
    tops = [find_squares(view, seen, k) for k in (0, 1)]
    first = [_kept(_faced(view, kit, fine, tops[k], k), _apart_mm(view)) for k in (0, 1)]
    strength = [(part.worth * part.tops.fit)[:expected].sum() for part in first]
    colour = int(np.argmax(strength))
    if strength[colour] <= 0:
        return Roll("", (), (), expected, notice("eyes.roll.nothing"))
    found = _likeliest(_looked_around(view, kit, fine, first[colour], colour, expected), expected)
    cocked = _cocked_odds(view, kit, (seen, fine), found, colour)
    roll = _named(photo, view, kit, found, cocked, colour)
    return Roll(
        COLOURS[colour], *roll, expected, SILENCE if roll[0] else notice("eyes.roll.nothing")
    )


def rolled_squares(photo: Image, view: View, kit: Kit, colour: int) -> tuple[Tops, Floats]:
    """Return the squares of a roll of a known colour, and the measures of `vision.cocked` of each.

    For training: `read_roll` weighs the same measures.
    """
    seen, fine = weigh(*normalise(photo, view), kit.pixels), photo_log(photo)
    first = _kept(
        _faced(view, kit, fine, find_squares(view, seen, colour), colour), _apart_mm(view)
    )
    found = _likeliest(_looked_around(view, kit, fine, first, colour, CUBES), CUBES)
    return found.tops, _measured(view, kit, (seen, fine), found, colour)


def find_squares(view: View, seen: Look, colour: int) -> Tops:
    """Return squares of a colour anywhere around the board; several may be of one cube."""
    layout = view.layout
    edge = layout.piece_mm
    margin = 2.0 * layout.pitch_mm
    xs = np.arange(-margin, layout.corners_mm[2][0] + margin, _CELL_MM)
    ys = np.arange(-margin, layout.corners_mm[2][1] + margin, _CELL_MM)
    grid = np.stack(np.meshgrid(xs, ys), axis=-1)
    plane = sample(seen.tops[colour], view.work, grid.reshape(-1, 2), height_mm=edge)
    plane = _inside_picture(plane, view, grid, edge).reshape(*grid.shape[:2], 2)
    scores = np.stack([_match(plane, edge, float(angle)) for angle in _ANGLES])
    best = scores.max(axis=0)
    turn = _ANGLES[scores.argmax(axis=0)]
    peaks = (best == cv2.dilate(best, np.ones((5, 5)))) & (best > 0.5)
    at = np.argwhere(peaks)
    at = at[np.argsort(-best[peaks])][: 6 * CUBES]
    rough = Tops(
        np.column_stack([xs[at[:, 1]], ys[at[:, 0]]]),
        turn[at[:, 0], at[:, 1]],
        np.ones(len(at)),
        best[at[:, 0], at[:, 1]],
    )
    if not len(at):
        return rough
    return refine_tops(seen.tops[colour], view.work, rough, edge_mm=edge, height_mm=edge)


def _inside_picture(plane: F32, view: View, grid: Floats, edge: float) -> F32:
    """Blank the places that the picture does not show."""
    flat = grid.reshape(-1, 2)
    px = view.work.project(np.column_stack([flat, np.full(len(flat), edge)]))
    width, height = view.work.size_px
    shown = (px[:, 0] > 0) & (px[:, 1] > 0) & (px[:, 0] < width - 1) & (px[:, 1] < height - 1)
    return np.where(shown[:, None], plane, np.float32(-2))


def _match(plane: F32, edge: float, angle: float) -> F32:
    """Return how well a square at one angle fits at each place (h, w)."""
    half = int(np.ceil(edge * (0.5 + _RING) * 1.42 / _CELL_MM))
    line = np.arange(-half, half + 1) * _CELL_MM
    points = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    away = edge_distance(points, np.zeros(2), angle, edge).reshape(len(line), len(line))
    square = np.clip(0.5 - away / _CELL_MM, 0, 1)
    middle = np.clip(0.5 - (away + RIM * edge) / _CELL_MM, 0, 1)
    ring = np.clip(0.5 - (away - _RING * edge) / _CELL_MM, 0, 1) - square
    inner = (middle / square.sum()).astype(np.float32)
    outer = ((square - middle) / square.sum() - 0.8 * ring / ring.sum()).astype(np.float32)
    top = cv2.filter2D(np.ascontiguousarray(plane[..., 0]), cv2.CV_32F, inner)
    rim = cv2.filter2D(np.ascontiguousarray(plane[..., 1]), cv2.CV_32F, outer)
    return np.asarray(top + rim, dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class _Judged:
    """Squares with the likenesses of their faces (N, labels) and what they are worth (N,)."""

    tops: Tops
    like: F32
    worth: Floats


def _likeliest(found: _Judged, count: int) -> _Judged:
    """Return the worthiest squares, at most `count`."""
    tops = Tops(*(getattr(found.tops, field.name)[:count] for field in fields(Tops)))
    return _Judged(tops, found.like[:count], found.worth[:count])


def _measured(view: View, kit: Kit, seen: tuple[Look, Maps], found: _Judged, colour: int) -> Floats:
    """Return what is measured to tell whether squares are tops of cocked cubes."""
    likeness = found.like.max(axis=1, initial=0.0).astype(np.float64) / kit.faces.typical
    return measure(view, kit, *seen, found.tops, likeness, colour)


def _cocked_odds(
    view: View, kit: Kit, seen: tuple[Look, Maps], found: _Judged, colour: int
) -> Floats:
    """Return the log odds (N,) that each square is of a cocked cube."""
    return log_odds(_measured(view, kit, seen, found, colour))


def _apart_mm(view: View) -> float:
    """Return the distance below which two squares are the same cube."""
    return _APART * view.layout.piece_mm


def _looked_around(
    view: View, kit: Kit, fine: Maps, first: _Judged, colour: int, expected: int
) -> _Judged:
    """Return the squares, those without a clear face moved to where one is clear nearby."""
    edge = view.layout.piece_mm
    clear = first.like.max(axis=1, initial=0.0) >= _CLEAR * kit.faces.typical
    missing = expected - int(clear.sum())
    dull = np.flatnonzero(~clear)[: 2 * missing + 4 if missing > 0 else 0]
    if not len(dull):
        return first
    steps = np.array([-0.32, -0.16, 0.0, 0.16, 0.32]) * edge
    shifts = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    count = len(shifts)
    around = Tops(
        (first.tops.centre_mm[dull][:, None] + shifts).reshape(-1, 2),
        np.repeat(first.tops.turn_deg[dull], count),
        np.repeat(first.tops.size[dull], count),
        np.repeat(first.tops.fit[dull], count) * 0.9,
    )
    second = _faced(view, kit, fine, around, colour)
    both = _Judged(
        Tops(
            *(
                np.concatenate([getattr(part.tops, f.name) for part in (first, second)])
                for f in fields(Tops)
            )
        ),
        np.concatenate([first.like, second.like]),
        np.concatenate([first.worth, second.worth]),
    )
    return _kept(both, _apart_mm(view))


def _faced(view: View, kit: Kit, fine: Maps, tops: Tops, colour: int) -> _Judged:
    """Return squares with their faces looked at."""
    edge = view.layout.piece_mm
    cut = cut_tops(
        fine,
        view.camera,
        tops.centre_mm,
        tops.turn_deg,
        edge_mm=edge * tops.size,
        height_mm=np.asarray(edge),
        turns=all_turns(),
    )
    like = likenesses(kit.faces, cut, colour)
    clearness = np.clip(like.max(axis=1, initial=0.0) / kit.faces.typical, 0.0, 1.1)
    worth = np.clip(tops.fit, 0.0, _FULL_FIT) * clearness**3
    return _Judged(tops, like, worth.astype(np.float64))


def _kept(found: _Judged, least_mm: float) -> _Judged:
    """Return the worthiest squares of which no two are nearer than `least_mm`, worthiest first."""
    kept: list[int] = []
    centres = found.tops.centre_mm
    for k in np.argsort(-found.worth):
        if not kept or np.hypot(*(centres[k] - centres[kept]).T).min() >= least_mm:
            kept.append(int(k))
    tops = Tops(*(getattr(found.tops, field.name)[kept] for field in fields(Tops)))
    return _Judged(tops, found.like[kept], found.worth[kept])


def _named(
    photo: Image, view: View, kit: Kit, found: _Judged, cocked: Floats, colour: int
) -> tuple[tuple[RolledCube, ...], tuple[UnreadCube, ...]]:
    """Name the faces of squares of one colour, or why they have none."""
    tops = found.tops
    heights = np.full(len(tops.fit), view.layout.piece_mm)
    crops = cut_faces(photo, view, tops.centre_mm, tops.turn_deg, heights)
    opinion = second_opinion(kit, crops, np.full(len(crops), colour))
    chances = np.exp(normed(log_likelihoods(kit.faces, found.like) + opinion))
    owners = [label.partition(" ")[0] for label in kit.faces.labels]
    faces = list(dict.fromkeys(owners))
    shares = chances @ np.array([[owner == face for face in faces] for owner in owners])
    middles = view.camera.project(np.column_stack([tops.centre_mm, heights]))
    flat = 1.0 / (1.0 + np.exp(cocked))
    covered = _covered(tops, view.layout.piece_mm)
    cubes: list[RolledCube] = []
    unread: list[UnreadCube] = []
    least_fit = _LEAST * float(np.median(tops.fit))
    for k in range(len(tops.fit)):
        px = (float(middles[k, 0]), float(middles[k, 1]))
        clear = found.like[k].max() >= _PLAIN * kit.faces.typical
        if not clear and tops.fit[k] <= least_fit:
            continue
        if cocked[k] > SAID:
            unread.append(UnreadCube(px, Unread.COCKED))
        elif not clear:
            unread.append(UnreadCube(px, Unread.HIDDEN if covered[k] else Unread.UNCLEAR))
        else:
            p = float(shares[k].max() * flat[k])
            face = faces[int(shares[k].argmax())]
            cubes.append(RolledCube(face, px, p, _corners(view, tops, k)))
    return tuple(cubes), tuple(unread)


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
