"""Rolls: cubes lying anywhere at any angle, their faces counted.

All cubes lie on the table or the board, so their tops are in one plane. The colours of tops are
drawn in that plane; squares are looked for at all places and angles and taken one after the other,
the clearest first, where no other cube is. Cubes that are there but whose top is not seen (cocked,
hidden) are counted as unread, never guessed.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cubes import RIM, Tops, edge_distance, refine_tops, squares
from vision.faces import all_turns, cut_tops, likenesses, log_likelihoods
from vision.kit import COLOURS, Kit
from vision.light import Image, Maps, photo_log, sample
from vision.look import Look, look
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


@dataclass(frozen=True, slots=True)
class RolledCube:
    """One cube: its face (without direction), its top's middle in pixels, the probability."""

    face: str
    px: tuple[float, float]
    p: float
    corners_px: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Roll:
    """What a photo of a roll shows.

    colour: "brown", "blue" or "" when nothing was found. cubes: those that were read.
    unread: places in pixels where a cube seems to be cocked or hidden. sure: all of the
    expected cubes were read.
    """

    colour: str
    cubes: tuple[RolledCube, ...]
    unread: tuple[tuple[float, float], ...]
    expected: int

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
    """Read a roll from a photo of the view's camera."""
    taken = as_taken(photo, view.camera)
    if taken is None:
        return Roll("", (), (), expected)
    photo = taken
    seen = look(photo, view, kit.pixels)
    fine = photo_log(photo)
    tops = [find_squares(view, seen, k) for k in (0, 1)]
    first = [_kept(_faced(view, kit, fine, tops[k], k), _apart_mm(view)) for k in (0, 1)]
    strength = [(part.worth * part.tops.fit)[:expected].sum() for part in first]
    colour = int(np.argmax(strength))
    if strength[colour] <= 0:
        return Roll("", (), (), expected)
    found = _looked_around(view, kit, fine, first[colour], colour, expected)
    return _named(photo, view, kit, found, colour, expected)


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


def _named(photo: Image, view: View, kit: Kit, found: _Judged, colour: int, expected: int) -> Roll:
    """Name the faces of the worthiest squares of one colour."""
    tops = found.tops
    heights = np.full(len(tops.fit), view.layout.piece_mm)
    crops = cut_faces(photo, view, tops.centre_mm, tops.turn_deg, heights)
    opinion = second_opinion(kit, crops, np.full(len(crops), colour))
    chances = np.exp(normed(log_likelihoods(kit.faces, found.like) + opinion))
    owners = [label.partition(" ")[0] for label in kit.faces.labels]
    faces = list(dict.fromkeys(owners))
    shares = chances @ np.array([[owner == face for face in faces] for owner in owners])
    middles = view.camera.project(np.column_stack([tops.centre_mm, heights]))
    cubes: list[RolledCube] = []
    unread: list[tuple[float, float]] = []
    least_fit = _LEAST * float(np.median(tops.fit[:expected]))
    for k in range(min(expected, len(tops.fit))):
        px = (float(middles[k, 0]), float(middles[k, 1]))
        if found.like[k].max() >= _PLAIN * kit.faces.typical:
            face = faces[int(shares[k].argmax())]
            corners = _corners(view, tops, k)
            cubes.append(RolledCube(face, px, float(shares[k].max()), corners))
        elif tops.fit[k] > least_fit:
            unread.append(px)
    return Roll(COLOURS[colour], tuple(cubes), tuple(unread), expected)


def _corners(view: View, tops: Tops, k: int) -> tuple[tuple[float, float], ...]:
    """Return the corners of a top in pixels."""
    edge = view.layout.piece_mm
    flat = squares(tops.centre_mm[k : k + 1], tops.turn_deg[k : k + 1], edge * tops.size[k : k + 1])
    world = np.column_stack([flat[0], np.full(4, edge)])
    return tuple((float(x), float(y)) for x, y in view.camera.project(world))
