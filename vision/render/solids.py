"""Rays against the things that stand on a table: rounded cubes, stones, figures, a hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.render.light import Solid

Image = NDArray[np.float32]
Floats = NDArray[np.float64]
Field = Callable[[Image], Image]
"""Signed distance (N,) in mm of points (N, 3)."""

_ROUND_STEPS = 5
_CLOSE_MM = 0.12


@dataclass(frozen=True, slots=True, eq=False)
class Hits:
    """Where rays meet a solid.

    mask: (N,) which rays do. For these M rays: points, normals (M, 3) in the world's frame, local
    (M, 3) the place in the solid's own frame.
    """

    mask: NDArray[np.bool_]
    points: Image
    normals: Image
    local: Image


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """A box with rounded edges: middle (3,), half edges (3,) in mm, turn about z in degrees.

    lean: (3, 3) further small rotation, e.g. of a crooked or cocked cube.
    """

    middle: Floats
    half: Floats
    turn_deg: float
    round_mm: float
    lean: Floats | None = None

    def axes(self) -> Floats:
        """Return the box's axes as the columns of a rotation (3, 3), box to world."""
        c, s = np.cos(np.radians(self.turn_deg)), np.sin(np.radians(self.turn_deg))
        turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
        return turn if self.lean is None else turn @ self.lean

    def corners(self) -> Floats:
        """Return the eight corners (8, 3), the four of the top first: NW, NE, SE, SW."""
        signs = [(-1, 1, 1), (1, 1, 1), (1, -1, 1), (-1, -1, 1)]
        signs += [(x, y, -1) for x, y, _ in signs]
        return np.asarray(self.middle + (np.array(signs) * self.half) @ self.axes().T)

    def solid(self) -> Solid:
        """Return the box as slices for the shadows."""
        corners = self.corners()
        if self.lean is not None:
            return _slices(corners)
        top, bottom = corners[:4], corners[4:]
        return Solid(
            np.stack([bottom[:, :2], top[:, :2]]),
            np.array([bottom[:, 2].mean(), top[:, 2].mean()]),
        )


_EDGES = np.array(
    [(k, (k + 1) % 4) for k in range(4)]
    + [(k + 4, (k + 1) % 4 + 4) for k in range(4)]
    + [(k, k + 4) for k in range(4)]
)
"""The twelve edges of a box by the numbers of its corners."""


def _slices(corners: Floats) -> Solid:
    """Return a tilted box (8, 3) as slices at the heights of its corners.

    A slice is where the edges cross that height; its points are repeated to fill the ring.
    """
    heights = np.unique(np.round(corners[:, 2], 3))
    start, end = corners[_EDGES[:, 0]], corners[_EDGES[:, 1]]
    rise = end[:, 2] - start[:, 2]
    rings = []
    for height in heights:
        share = (height - start[:, 2]) / np.where(np.abs(rise) > 1e-6, rise, np.inf)
        meets = (share > 0) & (share < 1) & (np.abs(rise) > 1e-6)
        crossings = start[meets, :2] + share[meets, None] * (end - start)[meets, :2]
        level = np.abs(corners[:, 2] - height) < 0.01
        ring = np.concatenate([crossings, corners[level, :2]])
        rings.append(ring[np.arange(len(_EDGES) + 8) % len(ring)])
    return Solid(np.stack(rings), heights)


def _norm(vectors: Image) -> Image:
    """Return the lengths (N,) of vectors (N, 3)."""
    return np.asarray(np.sqrt(np.einsum("ij,ij->i", vectors, vectors)), np.float32)


def trace_box(origin: Floats, rays: Image, box: Box) -> Hits:
    """Return where rays (N, 3) from `origin` meet a rounded box (slabs, then sphere tracing)."""
    axes = box.axes().astype(np.float32)
    start = ((origin - box.middle) @ box.axes()).astype(np.float32)
    way = rays @ axes
    half = box.half.astype(np.float32)
    with np.errstate(divide="ignore", invalid="ignore"):
        inverse = 1.0 / way
        a, b = (-half - start) * inverse, (half - start) * inverse
    near, far = np.minimum(a, b), np.maximum(a, b)
    enter = np.maximum(np.maximum(near[:, 0], near[:, 1]), near[:, 2])
    leave = np.minimum(np.minimum(far[:, 0], far[:, 1]), far[:, 2])
    mask = (enter < leave) & (enter > 0)
    way, t = way[mask], enter[mask]
    core, radius = half - np.float32(box.round_mm), np.float32(box.round_mm)
    local = start + way * t[:, None]
    length = _norm(way)
    for _ in range(_ROUND_STEPS):
        gap = _norm(np.maximum(np.abs(local) - core, 0)) - radius
        t = t + gap / length
        local = start + way * t[:, None]
    outward = np.maximum(np.abs(local) - core, 0)
    reach = _norm(outward)
    good = (reach - radius < _CLOSE_MM) & (reach > 1e-4)
    mask[np.flatnonzero(mask)[~good]] = False
    local, outward, reach = local[good], outward[good], reach[good]
    normal = outward * np.sign(local) / reach[:, None]
    points = (local @ axes.T + box.middle.astype(np.float32)).astype(np.float32)
    return Hits(mask, points, (normal @ axes.T).astype(np.float32), local)


def trace_field(
    origin: Floats, rays: Image, field: Field, reach_mm: tuple[float, float], *, steps: int = 28
) -> Hits:
    """Return where rays (N, 3), any length, meet the surface of a distance field.

    reach_mm: heights (low, high) between which the surface lies.
    """
    unit = rays / _norm(rays)[:, None]
    start = origin.astype(np.float32)
    t = (np.float32(reach_mm[1]) - start[2]) / unit[:, 2]
    last = (np.float32(reach_mm[0]) - start[2]) / unit[:, 2]
    alive = np.arange(len(rays))
    found = np.zeros(len(rays), bool)
    for _ in range(steps):
        gap = field(start + unit[alive] * t[alive, None])
        done = gap < 0.05
        found[alive[done]] = True
        t[alive] += np.maximum(gap, 0)
        alive = alive[~done & (t[alive] < last[alive])]
        if not len(alive):
            break
    points = (start + unit[found] * t[found, None]).astype(np.float32)
    step = np.float32(0.15)
    here = field(points)
    slopes = [field(points + np.eye(3, dtype=np.float32)[axis] * step) - here for axis in range(3)]
    slope = np.asarray(np.stack(slopes, axis=1) / step, np.float32)
    normal = slope / np.maximum(_norm(slope), 1e-3)[:, None]
    return Hits(found, points, normal.astype(np.float32), points)


def ellipsoid(middle: Sequence[float], half: Sequence[float], turn_deg: float) -> Field:
    """Return the (approximate) distance field of an ellipsoid turned about z."""
    c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]], np.float32)
    centre, axes = np.asarray(middle, np.float32), np.asarray(half, np.float32)

    def field(points: Image) -> Image:
        local = np.asarray((points - centre) @ turn, np.float32)
        k0 = _norm(local / axes)
        k1 = _norm(local / (axes * axes))
        return np.asarray(k0 * (k0 - 1.0) / np.maximum(k1, 1e-6), np.float32)

    return field


def drum(middle: Sequence[float], radius: float, half_height: float, round_mm: float) -> Field:
    """Return the distance field of an upright cylinder with rounded rims."""
    centre = np.asarray(middle, np.float32)

    def field(points: Image) -> Image:
        local = points - centre
        out = np.hypot(local[:, 0], local[:, 1]) - (radius - round_mm)
        up = np.abs(local[:, 2]) - (half_height - round_mm)
        outside = np.hypot(np.maximum(out, 0), np.maximum(up, 0))
        return np.asarray(outside + np.minimum(np.maximum(out, up), 0) - round_mm, np.float32)

    return field


def pawn(place: Sequence[float], height: float, foot: float) -> Field:
    """Return the distance field of a pawn: a foot, a tapering body and a round head."""
    x, y, z = place
    head = foot * 0.72
    base = drum((x, y, z + 1.5), foot, 1.5, 1.0)
    neck = drum((x, y, z + height - 2.2 * head), head * 0.95, 0.9, 0.8)
    ball = ellipsoid((x, y, z + height - head), (head, head, head), 0)
    slope = (foot * 0.85 - head * 0.45) / (height - head)
    shrink = np.float32(1.0 / np.sqrt(1 + slope * slope))

    def field(points: Image) -> Image:
        up = points[:, 2] - np.float32(z)
        out = np.hypot(points[:, 0] - np.float32(x), points[:, 1] - np.float32(y))
        body = (out - (foot * 0.85 - slope * up)) * shrink
        body = np.maximum(np.maximum(body, up - (height - head)), -up)
        joined = np.minimum(np.minimum(body, base(points)), np.minimum(ball(points), neck(points)))
        return np.asarray(joined, np.float32)

    return field


def capsules(ends: Floats, radii: Floats, blend_mm: float) -> Field:
    """Return the field of capsules (N, 2, 3) with radii (N, 2) at their ends, smoothly joined."""
    a, b = ends[:, 0].astype(np.float32), ends[:, 1].astype(np.float32)
    along = b - a
    square = np.maximum((along * along).sum(axis=1), 1e-6)
    soft = np.float32(max(blend_mm, 0.1))

    def field(points: Image) -> Image:
        total = np.zeros(len(points), np.float32)
        for k in range(len(a)):
            from_a = points - a[k]
            share = np.clip(from_a @ along[k] / square[k], 0, 1)
            gap = _norm(from_a - share[:, None] * along[k])
            gap = gap - (radii[k, 0] * (1 - share) + radii[k, 1] * share)
            total += np.exp(-np.clip(gap / soft, -20, 20)).astype(np.float32)
        return np.asarray(-soft * np.log(np.maximum(total, 1e-9)), np.float32)

    return field


def disc_solid(place: Sequence[float], radii: Sequence[float], heights: Sequence[float]) -> Solid:
    """Return a solid of revolution as slices of `radii` at `heights` above `place`."""
    angle = np.linspace(0, 2 * np.pi, 14, endpoint=False)
    ring = np.column_stack([np.cos(angle), np.sin(angle)])
    rings = np.stack([ring * radius + np.asarray(place[:2]) for radius in radii])
    return Solid(rings, np.asarray(heights, dtype=np.float64) + place[2])
