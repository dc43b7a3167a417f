"""Rays against the things that stand on a table: rounded cubes, stones, figures, a hand.

Points and directions are planar: (3, N).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.render.light import Solid, dot

Image = NDArray[np.float32]
Floats = NDArray[np.float64]
Field = Callable[[Image], Image]
"""Signed distance (N,) in mm of points (3, N)."""

_ROUND_STEPS = 5
_CLOSE_MM = 0.12


@dataclass(frozen=True, slots=True, eq=False)
class Hits:
    """Where rays meet a solid.

    mask: (N,) which rays do. For these M rays: points, normals (3, M) in the world's frame, local
    (3, M) the place in the solid's own frame.
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


def norm(vectors: Image) -> Image:
    """Return the lengths (N,) of vectors (3, N)."""
    return np.asarray(np.sqrt(dot(vectors, vectors)), np.float32)


def trace_box(origin: Floats, rays: Image, box: Box) -> Hits:
    """Return where rays (3, N) from `origin` meet a rounded box (slabs, then sphere tracing)."""
    axes = box.axes().astype(np.float32)
    start = ((origin - box.middle) @ box.axes()).astype(np.float32)[:, None]
    half = box.half.astype(np.float32)[:, None]
    way = axes.T @ rays
    with np.errstate(divide="ignore", invalid="ignore"):
        inverse = 1.0 / way
    far = np.copysign(half, way)
    near = (-far - start) * inverse
    far -= start
    far *= inverse
    enter = np.maximum(np.maximum(near[0], near[1]), near[2])
    leave = np.minimum(np.minimum(far[0], far[1]), far[2])
    hit = np.flatnonzero((enter < leave) & (enter > 0))
    way = way.take(hit, axis=1)  # much quicker than by an index of two dimensions
    local = way * enter.take(hit)
    local += start
    core, radius = half - np.float32(box.round_mm), np.float32(box.round_mm)
    beyond = np.abs(local) > core
    normal = np.copysign(beyond.astype(np.float32), local)
    axes_beyond = beyond.view(np.uint8)
    edge = np.flatnonzero(axes_beyond[0] + axes_beyond[1] + axes_beyond[2] > 1)
    good = np.ones(len(hit), bool)  # elsewhere a face is its own surface
    local[:, edge], normal[:, edge], good[edge] = _rounded(
        local.take(edge, axis=1), way.take(edge, axis=1), core, radius
    )
    if not good.all():
        on_it = np.flatnonzero(good)
        hit = hit.take(on_it)
        local, normal = local.take(on_it, axis=1), normal.take(on_it, axis=1)
    mask = np.zeros(rays.shape[1], bool)
    mask[hit] = True
    points = axes @ local
    points += box.middle.astype(np.float32)[:, None]
    return Hits(mask, points, axes @ normal, local)


def _rounded(
    local: Image, way: Image, core: Image, radius: np.float32
) -> tuple[Image, Image, NDArray[np.bool_]]:
    """Return (places (3, N), normals (3, N), whether they are on it) from places on the slabs."""
    per_step = 1.0 / norm(way)
    for _ in range(_ROUND_STEPS):
        gap = norm(np.maximum(np.abs(local) - core, 0)) - radius
        local = local + way * (gap * per_step)
    outward = np.maximum(np.abs(local) - core, 0)
    reach = norm(outward)
    good = (reach - radius < _CLOSE_MM) & (reach > 1e-4)
    normal = outward * np.sign(local) / np.maximum(reach, np.float32(1e-6))
    return local, np.asarray(normal, np.float32), good


def trace_field(
    origin: Floats,
    rays: Image,
    field: Field,
    reach_mm: tuple[float, float],
    *,
    within: tuple[float, float, float] | None = None,
    steps: int = 28,
) -> Hits:
    """Return where rays (3, N), any length, meet the surface of a distance field.

    reach_mm: heights (low, high) between which the surface lies. within: (x, y, radius) in mm of an
    upright cylinder in which it lies, if that is known.
    """
    start = origin.astype(np.float32)[:, None]
    unit = rays / norm(rays)
    way = unit
    t = (np.float32(reach_mm[1]) - start[2]) / way[2]
    last = (np.float32(reach_mm[0]) - start[2]) / way[2]
    alive = np.arange(rays.shape[1])
    at = np.full(rays.shape[1], np.nan, np.float32)
    if within is not None:
        alive = np.flatnonzero(_near_axis(start + way * t, start + way * last, within))
        t, last, way = t.take(alive), last.take(alive), way.take(alive, axis=1)
    for _ in range(steps):
        gap = field(start + way * t)
        done = gap < 0.05
        if done.any():
            at[alive[done]] = t[done] + np.maximum(gap[done], 0)
        t += np.maximum(gap, 0)
        going = np.flatnonzero(~done & (t < last))
        if not len(going):
            break
        alive, t, last = alive.take(going), t.take(going), last.take(going)
        way = way.take(going, axis=1)
    found = ~np.isnan(at)
    points = start + unit.take(np.flatnonzero(found), axis=1) * at[found]
    step = np.float32(0.15)
    here = field(points)
    slope = np.empty(points.shape, np.float32)
    for axis in range(3):
        beside = points.copy()
        beside[axis] += step
        slope[axis] = field(beside) - here
    normal = slope / np.maximum(norm(slope), np.float32(1e-3) * step)
    return Hits(found, points, np.asarray(normal, np.float32), points)


def _near_axis(begin: Image, end: Image, within: tuple[float, float, float]) -> NDArray[np.bool_]:
    """Return which ways (N,) between points (3, N) come into an upright cylinder."""
    x, y, radius = (np.float32(v) for v in within)
    beside_x, beside_y = x - begin[0], y - begin[1]
    along_x, along_y = end[0] - begin[0], end[1] - begin[1]
    square = along_x * along_x + along_y * along_y
    share = (beside_x * along_x + beside_y * along_y) / np.maximum(square, np.float32(1e-6))
    share = np.clip(share, 0, 1)
    return _length(beside_x - share * along_x, beside_y - share * along_y) <= radius


def _length(x: Image, y: Image) -> Image:
    """Return the lengths of vectors in the plane; much quicker than `np.hypot`, which is exact."""
    return np.asarray(np.sqrt(x * x + y * y), np.float32)


def ellipsoid(middle: Sequence[float], half: Sequence[float], turn_deg: float) -> Field:
    """Return the (approximate) distance field of an ellipsoid turned about z."""
    c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]], np.float32)
    centre, axes = np.asarray([middle], np.float32).T, np.asarray([half], np.float32).T

    def field(points: Image) -> Image:
        local = turn.T @ (points - centre)
        local /= axes
        k0 = norm(local)
        local /= axes
        k1 = norm(local)
        return np.asarray(k0 * (k0 - 1.0) / np.maximum(k1, 1e-6), np.float32)

    return field


def drum(middle: Sequence[float], radius: float, half_height: float, round_mm: float) -> Field:
    """Return the distance field of an upright cylinder with rounded rims."""
    x, y, z = (np.float32(at) for at in middle)

    def field(points: Image) -> Image:
        out = _length(points[0] - x, points[1] - y) - (radius - round_mm)
        up = np.abs(points[2] - z) - (half_height - round_mm)
        outside = _length(np.maximum(out, 0), np.maximum(up, 0))
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
        up = points[2] - np.float32(z)
        out = _length(points[0] - np.float32(x), points[1] - np.float32(y))
        body = (out - (foot * 0.85 - slope * up)) * shrink
        body = np.maximum(np.maximum(body, up - (height - head)), -up)
        joined = np.minimum(np.minimum(body, base(points)), np.minimum(ball(points), neck(points)))
        return np.asarray(joined, np.float32)

    return field


def capsules(ends: Floats, radii: Floats, blend_mm: float) -> Field:
    """Return the field of capsules (N, 2, 3) with radii (N, 2) at their ends, smoothly joined."""
    a, b = ends[:, 0].astype(np.float32), ends[:, 1].astype(np.float32)
    along, thick = b - a, radii.astype(np.float32)
    square = np.maximum((along * along).sum(axis=1), 1e-6)
    soft = np.float32(max(blend_mm, 0.1))

    def field(points: Image) -> Image:
        total = np.zeros(points.shape[1], np.float32)
        for k in range(len(a)):
            from_a = points - a[k][:, None]
            share = np.clip(along[k] @ from_a / square[k], 0, 1)
            gap = norm(from_a - along[k][:, None] * share)
            gap -= thick[k, 0] * (1 - share) + thick[k, 1] * share
            total += np.exp(-np.clip(gap / soft, -20, 20))
        return np.asarray(-soft * np.log(np.maximum(total, 1e-9)), np.float32)

    return field


def disc_solid(place: Sequence[float], radii: Sequence[float], heights: Sequence[float]) -> Solid:
    """Return a solid of revolution as slices of `radii` at `heights` above `place`."""
    angle = np.linspace(0, 2 * np.pi, 14, endpoint=False)
    ring = np.column_stack([np.cos(angle), np.sin(angle)])
    rings = np.stack([ring * radius + np.asarray(place[:2]) for radius in radii])
    return Solid(rings, np.asarray(heights, dtype=np.float64) + place[2])
