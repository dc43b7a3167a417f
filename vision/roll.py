"""Rolls: cubes lying anywhere at any angle, their faces counted.

All cubes lie on the table or the board, so their tops are in one plane. The colours of tops are
drawn in that plane; squares are looked for at all places and angles and taken one after the other,
the clearest first, where no other cube is. Cubes that are there but whose top is not seen (cocked,
hidden) are counted as unread, never guessed.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cubes import RIM, Tops, edge_distance, refine_tops, squares
from vision.faces import all_turns, cut_tops, likenesses, log_likelihoods
from vision.kit import COLOURS, Kit
from vision.light import Image, photo_log, sample
from vision.look import Look, look
from vision.view import View

Floats = NDArray[np.float64]
F32 = NDArray[np.float32]

CUBES = 16
_ANGLES = np.arange(-45.0, 45.0, 7.5)
_CELL_MM = 1.25
_RING = 0.16
_APART = 0.82
"""Tops nearer than this share of an edge are the same cube."""
_LEAST = 0.35
"""A square must fit at least this well in comparison with the roll's typical square."""
_PLAIN = 0.45
"""A face must be at least this like one that was taught, else it is called unread."""


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
    seen = look(photo, view, kit.pixels)
    found = [find_squares(view, seen, colour) for colour in (0, 1)]
    strength = [np.sort(tops.fit)[-expected:].clip(0).sum() for tops in found]
    colour = int(np.argmax(strength))
    tops = found[colour]
    if not len(tops.fit) or strength[colour] <= 0:
        return Roll("", (), (), expected)
    return _named(photo, view, kit, tops, colour, expected)


def find_squares(view: View, seen: Look, colour: int) -> Tops:
    """Return squares of a colour anywhere in the picture, the clearest first, none overlapping."""
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
    fine = refine_tops(seen.tops[colour], view.work, rough, edge_mm=edge, height_mm=edge)
    return _apart(fine, _APART * edge)


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


def _apart(tops: Tops, least_mm: float) -> Tops:
    """Return the clearest tops of which no two are nearer than `least_mm`."""
    kept: list[int] = []
    for k in np.argsort(-tops.fit):
        near = [np.hypot(*(tops.centre_mm[k] - tops.centre_mm[j])) < least_mm for j in kept]
        if not any(near):
            kept.append(int(k))
    return Tops(tops.centre_mm[kept], tops.turn_deg[kept], tops.size[kept], tops.fit[kept])


def _named(
    photo: Image, view: View, kit: Kit, tops: Tops, colour: int, expected: int
) -> Roll:
    """Name the faces of the squares of one colour."""
    edge = view.layout.piece_mm
    cut = cut_tops(
        photo_log(photo),
        view.camera,
        tops.centre_mm,
        tops.turn_deg,
        edge_mm=edge * tops.size,
        height_mm=np.asarray(edge),
        turns=all_turns(),
    )
    like = likenesses(kit.faces, cut, colour)
    chances = np.exp(log_likelihoods(kit.faces, like))
    labels = kit.faces.labels
    faces = sorted({label.partition(" ")[0] for label in labels}, key=str)
    member = np.array([[label.partition(" ")[0] == face for label in labels] for face in faces])
    shares = chances @ member.T
    quality = np.maximum(tops.fit, 0) * np.maximum(like.max(axis=1), 0)
    order = np.argsort(-quality)
    typical = float(np.median(quality[order][: max(1, expected)]))
    heights = np.full((len(tops.fit), 1), edge)
    middles = view.camera.project(np.hstack([tops.centre_mm, heights]))
    cubes: list[RolledCube] = []
    unread: list[tuple[float, float]] = []
    for k in order[:expected]:
        px = (float(middles[k, 0]), float(middles[k, 1]))
        if quality[k] < _LEAST * typical:
            continue
        if like[k].max() < _PLAIN:
            unread.append(px)
            continue
        face = faces[int(shares[k].argmax())]
        cubes.append(RolledCube(face, px, float(shares[k].max()), _corners(view, tops, int(k))))
    return Roll(COLOURS[colour], tuple(cubes), tuple(unread), expected)


def _corners(view: View, tops: Tops, k: int) -> tuple[tuple[float, float], ...]:
    """Return the corners of a top in pixels."""
    edge = view.layout.piece_mm
    flat = squares(tops.centre_mm[k : k + 1], tops.turn_deg[k : k + 1], edge * tops.size[k : k + 1])
    world = np.column_stack([flat[0], np.full(4, edge)])
    return tuple((float(x), float(y)) for x, y in view.camera.project(world))
