"""Cocked or flat: how much better a leaning pose explains a rolled cube than a flat one.

For each cube the best flat and the best leaning pose are looked for. What both gain, how well the
square, the face and the edges fit, and whether anything is near that a cube could lean on, are
measures that `vision.lying` weighs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera
from vision.cubes import Tops
from vision.faces import CROP, GRID, likenesses
from vision.gauge import find_edges
from vision.kit import Kit
from vision.light import PhotoLog, sample
from vision.look import Look
from vision.piles import silhouettes
from vision.pixels import Surface
from vision.tilt import (
    Poses,
    Scene,
    Slopes,
    edge_fits,
    middles,
    rotations,
    slopes_of,
    surface_fits,
    top_samples,
)
from vision.view import View, px_per_mm

Floats = NDArray[np.float64]

NAMES = (
    *("fit", "surface_gain", "edge_gain", "flat_surface", "flat_edges", "lean"),
    *("face", "face_gain", "narrowest", "brightness", "near", "outside"),
)
"""The measures, in the order of `measure`'s columns."""

_LEANS_DEG = (8.0, 48.0)
_FLAT_DEG = (0.0, 0.0)
_EDGE_WEIGHT = 2.0
_ROUNDS = 6
_ASIDE = 0.3
"""So much of an edge a flat cube is first looked for beside its square, either way."""
_BESIDE_MM = 1.4
SPAN = 0.94
"""The samples of a face cover this much of the edge, as in `vision.faces`."""
_HOLDS = 1.9
"""Only a cube nearer than so many edges (middle to middle) can hold one that leans."""
_TOUCHING_MM = 2.5
"""Cubes that seem farther apart don't touch."""
_ASKEW_DEG = 52.0
"""So much may a cube's lean differ from straight away from what holds it."""
_RIM_FROM = 0.35
"""Farther outside the grid than this part of a pitch the board's rim may be near."""
_REACH = 1.9
"""No pose of a cube that is tried reaches so many edges away from where its top was found."""
_USUAL = 10
"""Usual is the median of so many of a roll's best cubes."""
_ANYTHING = 0.1
"""How much of what is around may be top, rim or side of other cubes of that colour, each."""


def settled(scene: Scene, tops: Tops) -> Tops:
    """Return squares moved and turned to where a flat cube explains most of what is near.

    Where sides and shadows have a top's colour, squares of colour lie up to half an edge aside.
    Flat cubes are put right by their edges and sides; those that lean fit nowhere.
    """
    flat = _best(scene, tops, _settling_steps(scene.edge_mm), None)
    return Tops(flat.top_mm, flat.turn_deg, tops.size, tops.fit)


def measure(
    view: View,
    kit: Kit,
    seen: Look,
    fine: PhotoLog,
    scene: Scene,
    tops: Tops,
    likeness: Floats,
    colour: int,
) -> Floats:
    """Return the measures (N, len(NAMES)) of a roll's settled squares.

    fine: the photo's logarithms of light. likeness: (N,) of the best face over the typical.
    """
    edge = view.layout.piece_mm
    slopes = _slopes(view, fine, _middles_px(view, tops))
    scene = replace(scene, owner=_owner(view, tops), slopes=slopes)
    contacts = find_contacts(view, tops)
    flat = _best(scene, tops, np.zeros((1, 5)), None)
    leaning = _best(scene, tops, _leaning_steps(), contacts)
    surfaces = [surface_fits(scene, poses) for poses in (flat, leaning)]
    edges = [edge_fits(scene, poses) for poses in (flat, leaning)]
    faces = [_likeness(view, kit, fine, poses, colour) for poses in (flat, leaning)]
    found = find_edges(view, fine, tops.centre_mm, tops.turn_deg)
    usual = kit.gauge.mean[colour][found.seen.astype(int)]
    widths = (found.place - usual).reshape(-1, 2, 2).sum(axis=2)
    light = _brightness(view, seen, tops)
    held = np.isfinite(worth_of(scene, leaning, contacts))
    table = np.column_stack(
        [
            tops.fit / _usual(tops.fit),
            (surfaces[1] - surfaces[0]) / _usual(surfaces[0]) * held,
            (edges[1] - edges[0]) * held,
            surfaces[0] / _usual(surfaces[0]),
            edges[0],
            leaning.lean_deg / 30.0 * held,
            likeness,
            (faces[1] - faces[0]) * held,
            widths.min(axis=1),
            np.abs(light - np.median(light)),
            np.clip(contacts.nearest_mm / edge, 1.0, 2.0),
            contacts.outside,
        ]
    )
    return np.asarray(table, dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Contacts:
    """What N cubes could lean on.

    tops: the cubes as they lie if they are flat. near: (N, N) whether the second may be near
    enough to hold the first. nearest_mm: (N,) distance of the nearest. outside: (N,) 1 where the
    board's rim may hold it, 0 on the board. camera: of the photo.
    """

    tops: Tops
    near: NDArray[np.bool_]
    nearest_mm: Floats
    outside: Floats
    camera: Camera
    edge_mm: float

    def allow(self, poses: Poses) -> NDArray[np.bool_]:
        """Return which poses (N,) lean away from something that they touch."""
        turned = rotations(poses)
        middle = middles(poses, turned, self.camera, self.edge_mm)[:, :2]
        allowed = self.outside[poses.cube] > 0
        pose, other = np.nonzero(self.near[poses.cube])
        apart = middle[pose] - self.tops.centre_mm[other]
        way = np.degrees(np.arctan2(apart[:, 1], apart[:, 0]))
        lean = (poses.turn_deg + poses.toward_deg)[pose]
        away = np.abs((lean - way + 180.0) % 360.0 - 180.0) <= _ASKEW_DEG
        gap = self._gaps_mm(turned[pose], apart, self.tops.turn_deg[other])
        allowed[pose[away & (gap <= _TOUCHING_MM)]] = True
        return np.asarray(allowed, dtype=np.bool_)

    def _gaps_mm(self, turned: Floats, apart: Floats, turn_deg: Floats) -> Floats:
        """Return how far boxes are from flat cubes (N,), by the axis that separates them best."""
        angle = np.radians(turn_deg)
        holder = np.stack(
            [
                np.column_stack([np.cos(angle), np.sin(angle)]),
                np.column_stack([-np.sin(angle), np.cos(angle)]),
            ],
            axis=1,
        )
        edges = turned[:, :2].transpose(0, 2, 1)
        across = np.stack([-edges[..., 1], edges[..., 0]], axis=2)
        axes = np.concatenate([holder, across, apart[:, None]], axis=1)
        axes = axes / np.maximum(np.linalg.norm(axes, axis=2, keepdims=True), 1e-6)
        mine = np.abs(np.einsum("nai,nei->nae", axes, edges)).sum(axis=2)
        theirs = np.abs(np.einsum("nai,nei->nae", axes, holder)).sum(axis=2)
        between = np.abs(np.einsum("nai,ni->na", axes, apart))
        return np.asarray((between - (mine + theirs) * self.edge_mm / 2).max(axis=1, initial=-99.0))


def find_contacts(view: View, tops: Tops) -> Contacts:
    """Return what each cube could lean on: its neighbours, or the board's rim outside the grid."""
    apart = tops.centre_mm[:, None] - tops.centre_mm[None]
    distance = np.hypot(apart[..., 0], apart[..., 1])
    np.fill_diagonal(distance, np.inf)
    far = view.layout.corners_mm[2]
    beyond = np.maximum(-tops.centre_mm, tops.centre_mm - far).max(axis=1) / view.layout.pitch_mm
    return Contacts(
        tops,
        distance < _HOLDS * view.layout.piece_mm,
        distance.min(axis=1, initial=np.inf),
        (beyond > _RIM_FROM).astype(np.float64),
        view.camera,
        view.layout.piece_mm,
    )


def _likeness(view: View, kit: Kit, fine: PhotoLog, poses: Poses, colour: int) -> Floats:
    """Return how like the tops of poses are to the likest face (N,), over the typical likeness."""
    at = top_samples(
        poses, view.camera, edge_mm=view.layout.piece_mm, across=CROP, span=SPAN * CROP / GRID
    )
    cut = fine.at(at.reshape(len(poses), -1, 2)).reshape(len(poses), 1, CROP, CROP, 3)
    like = likenesses(kit.faces, cut, colour).max(axis=1).astype(np.float64)
    return np.asarray(like / kit.faces.typical, dtype=np.float64)


def _usual(values: Floats) -> float:
    """Return what is usual for the flat cubes of a roll; they are most of them."""
    return max(float(np.median(np.sort(values)[-_USUAL:])), 0.1)


def _settling_steps(edge_mm: float) -> Floats:
    """Return the steps (K, 5) that flat poses are looked for in."""
    aside = np.array([-_ASIDE, 0.0, _ASIDE]) * edge_mm
    return np.array(
        [(x, y, turn, 0.0, 0.0) for x in aside for y in aside for turn in (-6.0, 0.0, 6.0)]
    )


def _leaning_steps() -> Floats:
    """Return the steps (K, 5) that leaning poses are looked for in, from a flat one."""
    return np.array(
        [
            (x, y, 0.0, lean, toward)
            for x, y in _cross()
            for lean in (14.0, 26.0, 38.0)
            for toward in np.arange(0.0, 360.0, 45.0)
        ],
        dtype=float,
    )


def _cross() -> tuple[tuple[float, float], ...]:
    """Return where a top's middle may be instead, in mm."""
    return ((0.0, 0.0), (1.8, 0.0), (-1.8, 0.0), (0.0, 1.8), (0.0, -1.8))


def _best(scene: Scene, tops: Tops, steps: Floats, contacts: Contacts | None) -> Poses:
    """Return the best pose of each cube: the best of some, then step by step better ones.

    contacts: what they may lean on; None looks for flat poses.
    """
    count = len(tops.fit)
    leans_deg = _FLAT_DEG if contacts is None else _LEANS_DEG
    nothing = np.zeros(count)
    here = Poses(np.arange(count), tops.centre_mm, tops.turn_deg, nothing, nothing)
    poses = here.varied(steps, leans_deg=leans_deg)
    return refined(scene, poses.chosen(_argmax(worth_of(scene, poses, contacts), count)), contacts)


def refined(scene: Scene, best: Poses, contacts: Contacts | None = None) -> Poses:
    """Return poses made better step by step.

    contacts: what they may lean on; None for flat poses.
    """
    count = len(best)
    leans_deg = _FLAT_DEG if contacts is None else _LEANS_DEG
    fine: list[tuple[float, ...]] = [(0.0,) * 5]
    sizes = (0.8, 0.8, 4.0) if contacts is None else (0.8, 0.8, 4.0, 4.0, 15.0)
    for k, size in enumerate(sizes):
        for way in (-size, size):
            fine.append(tuple(way if j == k else 0.0 for j in range(5)))
    scale = np.ones(count)
    moves = np.array(fine)
    for _ in range(_ROUNDS):
        each = [
            best.chosen(np.array([k])).varied(moves * scale[k], leans_deg=leans_deg)
            for k in range(count)
        ]
        poses = _joined(each)
        at = _argmax(worth_of(scene, poses, contacts), count)
        scale = np.where(at % len(moves) == 0, scale / 2, scale)
        best = poses.chosen(at)
    return best


def _joined(parts: list[Poses]) -> Poses:
    """Return several poses as one."""
    return Poses(
        np.concatenate([part.cube for part in parts]),
        np.concatenate([part.top_mm for part in parts]),
        np.concatenate([part.turn_deg for part in parts]),
        np.concatenate([part.lean_deg for part in parts]),
        np.concatenate([part.toward_deg for part in parts]),
    )


def _argmax(worth: Floats, count: int) -> NDArray[np.int64]:
    """Return the number of the worthiest of each cube's poses, which follow one another."""
    each = len(worth) // count
    best = worth.reshape(count, each).argmax(axis=1)
    return np.asarray(best + each * np.arange(count), dtype=np.int64)


def worth_of(scene: Scene, poses: Poses, contacts: Contacts | None = None) -> Floats:
    """Return what poses are worth (N,); those that nothing could hold are worth nothing.

    contacts: what they may lean on; None for flat poses.
    """
    may = np.arange(len(poses)) if contacts is None else np.flatnonzero(contacts.allow(poses))
    worth = np.full(len(poses), -np.inf)
    if len(may):
        chosen = poses.chosen(may)
        worth[may] = surface_fits(scene, chosen) + _EDGE_WEIGHT * edge_fits(scene, chosen)
    return worth


def scene_of(view: View, seen: Look, fine: PhotoLog, tops: Tops, colour: int) -> Scene:
    """Return what the poses of a roll's cubes are compared with, each as if it were alone."""
    kinds = (Surface.BROWN_TOP, Surface.BROWN_RIM, Surface.BROWN_SIDE)
    maps = np.stack([seen.ratio(Surface(kind + colour)) for kind in kinds], axis=-1)
    for y in range(len(maps)):
        any_part = np.exp(maps[y]).sum(axis=1, keepdims=True)
        maps[y] -= np.log(1 - 3 * _ANYTHING + _ANYTHING * any_part)
    scale = px_per_mm(view.camera, view.layout)
    middles_px = _middles_px(view, tops)
    slopes = _slopes(view, fine, middles_px)
    strong = _strong(slopes, middles_px, reach_px=0.8 * view.layout.piece_mm * scale)
    owner = np.full(maps.shape[:2], -1, dtype=np.int16)
    return Scene(
        *(maps, owner, view.work, slopes, view.camera, strong),
        *(_BESIDE_MM * scale, view.layout.piece_mm),
    )


def _middles_px(view: View, tops: Tops) -> Floats:
    """Return where the middles of tops (N, 2) are seen."""
    heights = np.full(len(tops.fit), view.layout.piece_mm)
    return view.camera.project(np.column_stack([tops.centre_mm, heights]))


def _slopes(view: View, fine: PhotoLog, middles_px: Floats) -> Slopes:
    """Return the photo's slopes around cubes, as far as any pose that is tried reaches."""
    reach_px = _REACH * view.layout.piece_mm * px_per_mm(view.camera, view.layout)
    return slopes_of(fine, middles_px, reach_px)


def _strong(slopes: Slopes, middles_px: Floats, *, reach_px: float) -> float:
    """Return how much the lightness changes at the edges of a usual cube of a roll."""
    middles = np.nan_to_num(middles_px).astype(int)
    low = np.maximum((middles - reach_px).astype(int), 0) - slopes.corners_px
    high = np.maximum((middles + reach_px).astype(int), 0) - slopes.corners_px
    told = []
    for window, first, last in zip(slopes.windows, np.maximum(low, 0), high, strict=True):
        part = window[first[1] : max(last[1], 0), first[0] : max(last[0], 0)]
        if part.size:
            told.append(np.percentile(np.hypot(part[..., 0], part[..., 1]), 93))
    return max(float(np.median(told)), 1e-3) if told else 1.0


def _owner(view: View, tops: Tops) -> NDArray[np.int16]:
    """Return which cube each pixel belongs to if all lie flat, -1 for none; tops above sides."""
    width, height = view.work.size_px
    owner = np.full((height, width), -1, dtype=np.int16)
    edges = view.layout.piece_mm * tops.size
    heights = np.full(len(tops.fit), view.layout.piece_mm)
    drawn = silhouettes(view.work, tops.centre_mm, tops.turn_deg, edge_mm=edges, height_mm=heights)
    for sides in (True, False):
        for k, pile in enumerate(drawn):
            part = pile.side if sides else pile.middle + pile.rim
            high, wide = part.shape
            window = owner[pile.top : pile.top + high, pile.left : pile.left + wide]
            window[part[: window.shape[0], : window.shape[1]] > 0.5] = k
    return owner


def _brightness(view: View, seen: Look, tops: Tops) -> Floats:
    """Return how bright the tops are (N,), in logs of reflectance."""
    line = np.linspace(-0.3, 0.3, 7) * view.layout.piece_mm
    around = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    at = (tops.centre_mm[:, None] + around).reshape(-1, 2)
    values = sample(seen.bright, view.work, at, height_mm=view.layout.piece_mm)
    return np.asarray(np.median(values.reshape(len(tops.fit), -1), axis=1), float)
