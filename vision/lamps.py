"""Lamps: where a table's light comes from, and how dark piles make the board around them.

The light on the board is a sum: a rest that nothing shades, the sky (light from all around), and a
lamp. A lamp is known by where shadows fall: what is `h` mm above the board, `x` mm from the board's
middle, darkens the board `(slant + bend x) h / (1 - bend h)` mm further on. `bend` is one over the
lamp's height, 0 for the sun; the lamp's radius over its height makes shadows soft. The camera is
such a lamp, too: what it can't see of the board is what piles shade from it.

Shadows are drawn on the ground, cells of an eighth of a cube's edge in the board's plane, row 0
south, and looked at in windows around the piles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera
from vision.cubes import squares
from vision.layout import Layout
from vision.light import warp_planes

Floats = NDArray[np.float64]
F32 = NDArray[np.float32]
Places = NDArray[np.int64]

REACH = 24
"""A window reaches so many cells from the pile's middle: three edges."""
WINDOW = 2 * REACH + 1
_CELLS_AN_EDGE = 8
_SHIFT = 4
"""Bits of parts of cells in which corners are given to the drawing."""
_DARKEST, _BRIGHTEST = -3.0, 0.3
"""Logs of light against the empty board beyond which is no shadow: dirt, glints."""
_PIECE = 1.5
"""Pixels that are pieces rather than board by this log likelihood ratio show no shadow."""
_WIDE = 1.12
"""Tops are found to within a twentieth of an edge; what may be cube is not counted as ground."""
_LEAST_LIGHT = 0.03
_SAYS = 3.0
"""Difference of the two shadows (summed squares of logs) below which they say little."""
_HIGH, _PLAIN = 0.6, 1.0
"""A share of a stack's shadow, and its weight, from which a pile counts as one for the others."""
_NEAR = 0.05
_GAP = 0.6


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The cells of a board's plane, a window wider than its grid on all sides.

    origin_mm, middle_mm: (2,) the middles of cell (0, 0) and of the board. shape: (H, W). inside:
    (H, W) 1 where the board is, its outer lines and nearly half a pitch around, else 0.
    """

    origin_mm: Floats
    middle_mm: Floats
    cell_mm: float
    shape: tuple[int, int]
    inside: F32

    def places(self) -> Floats:
        """Return the middles of all cells (H * W, 2) in mm."""
        y, x = np.mgrid[: self.shape[0], : self.shape[1]]
        return np.column_stack([x.ravel(), y.ravel()]) * self.cell_mm + self.origin_mm

    def corner(self, centre_mm: Floats) -> Places:
        """Return the cells (N, 2), column and row, of the first corners of windows around."""
        middle = np.rint((centre_mm - self.origin_mm) / self.cell_mm).astype(np.int64) - REACH
        return np.clip(middle, 0, np.array(self.shape[::-1]) - WINDOW)


@lru_cache(maxsize=4)
def ground_of(layout: Layout) -> Ground:
    """Return the ground of a board."""
    low, high = layout.corners_mm.min(axis=0), layout.corners_mm.max(axis=0)
    cell = layout.piece_mm / _CELLS_AN_EDGE
    margin = (REACH + 4) * cell
    width, height = np.ceil((high - low + 2 * margin) / cell).astype(int) + 1
    shape = (int(height), int(width))
    ground = Ground(low - margin, (low + high) / 2, cell, shape, np.ones(shape, np.float32))
    places, near = ground.places(), 0.45 * layout.pitch_mm
    inside = ((places > low - near) & (places < high + near)).all(axis=1)
    return replace(ground, inside=inside.reshape(shape).astype(np.float32))


@dataclass(frozen=True, slots=True, eq=False)
class Lit:
    """The ground of one photo: log light against the empty board, and where it shows (H, W)."""

    light: F32
    shown: F32


def lit(change: F32, surface: F32, camera: Camera, ground: Ground) -> Lit:
    """Return the ground of a photo.

    change: (h, w) of the lightness from the empty board, in logs. surface: (h, w) log likelihood
    ratio of the likeliest piece's surface against the board.
    """
    at = _ground_px(camera, ground)
    light = np.clip(warp_planes(change, *at), _DARKEST, _BRIGHTEST)
    return Lit(light, (warp_planes(surface, *at) < _PIECE) * ground.inside)


@lru_cache(maxsize=2)
def _ground_px(camera: Camera, ground: Ground) -> tuple[F32, F32]:
    """Return the columns and rows (H, W) of pixels where a ground's cells are seen."""
    at = camera.project_grids(np.zeros((1, 2)), 0.0, np.eye(2), ground.places())
    return at[0].reshape(ground.shape), at[1].reshape(ground.shape)


@dataclass(frozen=True, slots=True, eq=False)
class Lamps:
    """The light of a table. weights: (3,) of the rest, the sky and the lamp; they sum to about 1.

    slant: (2,) east and north, bend (1 / mm) and spread: of the lamp, as told above.
    """

    weights: Floats
    slant: Floats
    bend: float
    spread: float

    def rays(self) -> tuple[Floats, Floats]:
        """Return the rays (K, 3) of the sky and of the lamp: slant east and north, and bend."""
        return sky(), disc(self.slant, self.bend, self.spread)


def disc(slant: Floats, bend: float, spread: float) -> Floats:
    """Return the rays (7, 3) of a round lamp: its middle and six points around it."""
    angle = np.radians(np.arange(6) * 60.0 + 15.0)
    ring = np.column_stack([np.cos(angle), np.sin(angle)]) * spread * 0.75
    around = np.vstack([[0.0, 0.0], ring]) + slant
    return np.column_stack([around, np.full(len(around), bend)])


def sky() -> Floats:
    """Return the rays (12, 3) of light from all around: at 65 and at 35 degrees of height."""
    rings = []
    for tangent, count in ((0.47, 4), (1.43, 8)):
        angle = np.radians((np.arange(count) + 0.5) * 360 / count)
        rings.append(np.column_stack([np.cos(angle), np.sin(angle), 0 * angle]) * tangent)
    return np.vstack(rings)


def _eye(camera: Camera, ground: Ground) -> Floats:
    """Return the ray (1, 3) of a lamp where the camera stands."""
    x, y, high = camera.position_mm
    slant = (ground.middle_mm - (x, y)) / high
    return np.array([[*slant, 1 / high]])


def shades(
    rays: Floats,
    ground: Ground,
    corner: Places,
    centre_mm: Floats,
    turn_deg: Floats,
    *,
    edge_mm: float,
    height_mm: float,
) -> F32:
    """Return how much boxes hide of a lamp (N, WINDOW, WINDOW), 0 to 1, in windows of the ground.

    rays: (K, 3). corner: (N, 2) of the windows. centre_mm (N, 2), turn_deg (N,): of the boxes.
    """
    count = len(centre_mm)
    low = squares(centre_mm, turn_deg, np.full(count, edge_mm))
    slant, bend = rays[:, :2], rays[:, 2]
    way = slant + bend[:, None] * (low - ground.middle_mm)[:, :, None]
    cast = low[:, :, None] + way * (height_mm / (1 - bend * height_mm))[:, None]
    ends = np.concatenate([np.broadcast_to(low[:, :, None], cast.shape), cast], axis=1)
    cells = (ends - ground.origin_mm) / ground.cell_mm - corner[:, None, None]
    fixed = np.ascontiguousarray(np.rint(cells * (1 << _SHIFT)).astype(np.int32).swapaxes(1, 2))
    drawn = np.zeros((count, len(rays), WINDOW, WINDOW), dtype=np.uint8)
    for boxes, hulls in zip(drawn, fixed, strict=True):
        for canvas, hull in zip(boxes, hulls, strict=True):
            cv2.fillConvexPoly(canvas, cv2.convexHull(hull), 1, cv2.LINE_8, _SHIFT)
    return np.asarray(drawn.sum(axis=1, dtype=np.uint8) / np.float32(len(rays)), dtype=np.float32)


def bare(
    camera: Camera, ground: Ground, centre_mm: Floats, turn_deg: Floats, edge_mm: float
) -> F32:
    """Return 1 for the cells (H, W) that the camera sees beside cubes, 0 for the others."""
    corner = ground.corner(centre_mm)
    hidden = shades(
        *(_eye(camera, ground), ground, corner, centre_mm, turn_deg),
        edge_mm=_WIDE * edge_mm,
        height_mm=edge_mm,
    )
    return (total(hidden, corner, ground.shape) <= 0).astype(np.float32)


def windows(maps: F32, corner: Places) -> F32:
    """Return windows (N, WINDOW, WINDOW) of the ground."""
    parts = [maps[y : y + WINDOW, x : x + WINDOW] for x, y in corner.tolist()]
    return np.stack(parts) if parts else np.zeros((0, WINDOW, WINDOW), np.float32)


def total(parts: F32, corner: Places, shape: tuple[int, int]) -> F32:
    """Return the sum (H, W) of windows laid on the ground."""
    summed = np.zeros(shape, dtype=np.float32)
    for part, (x, y) in zip(parts, corner.tolist(), strict=True):
        summed[y : y + WINDOW, x : x + WINDOW] += part
    return summed


@dataclass(frozen=True, slots=True, eq=False)
class Shadows:
    """What shadows say of N piles; all (N,).

    share: 0 a single cube's shadow to 1 a stack's. power: how much the two differ where the ground
    shows. single, stacked: mean differences of logs from either shadow.
    """

    share: Floats
    power: Floats
    single: Floats
    stacked: Floats

    @property
    def leaning(self) -> Floats:
        """Return -0.5 (a single cube's shadow) to 0.5 (a stack's), 0 unsure."""
        sure = self.power / (self.power + _SAYS)
        return np.asarray((np.clip(self.share, -0.5, 1.5) - 0.5) * sure, dtype=np.float64)


def shadows(
    lamps: Lamps,
    seen: Lit,
    ground: Ground,
    camera: Camera,
    tops: Sequence[tuple[Floats, Floats]],
    edge_mm: float,
) -> Shadows:
    """Return what shadows say of piles.

    tops: centres (N, 2) and turns (N,) of the piles' tops, as single cubes and as stacks. At first
    all others are taken for single cubes, then those for stacks whose shadows plainly are.
    """
    corner = ground.corner(tops[0][0])
    count = len(corner)

    def drawn(rays: Floats, wide: float) -> F32:
        return np.stack(
            [
                shades(
                    *(rays, ground, corner, centre, turn),
                    edge_mm=wide * edge_mm,
                    height_mm=level * edge_mm,
                )
                for level, (centre, turn) in enumerate(tops, start=1)
            ]
        )

    dark = np.stack([drawn(rays, 1.0) for rays in lamps.rays()])
    hidden = drawn(_eye(camera, ground), _WIDE)
    light = windows(seen.light, corner)
    high = np.zeros(count, dtype=np.int64)
    rows = np.arange(count)
    own_hidden = hidden.max(axis=0)
    found = Shadows(*np.zeros((4, count)))
    for _ in range(2):
        covered = total(hidden[high, rows], corner, ground.shape)
        free = windows(np.where(covered > 0, 0, seen.shown), corner) * (own_hidden <= 0)
        levels = np.full((2, *light.shape), lamps.weights[0], dtype=np.float32)
        for weight, shade in zip(lamps.weights[1:], dark, strict=True):
            mine = shade[high, rows]
            others = windows(total(mine, corner, ground.shape), corner) - mine
            others = np.clip(1 - others, 0, 1)
            levels += np.float32(weight) * np.minimum(others, 1 - shade)
        single, stacked = np.log(np.maximum(levels, _LEAST_LIGHT))
        found = _compared(light, single, stacked, free)
        high = ((found.share > _HIGH) & (found.power > _PLAIN)).astype(np.int64)
    return found


def _compared(light: F32, single: F32, stacked: F32, free: F32) -> Shadows:
    """Return what windows (N, WINDOW, WINDOW) of log light say for the one or the other."""
    more = (stacked - single) * free
    gap = light - single
    power = np.einsum("nij,nij->n", more, more)
    share = np.einsum("nij,nij->n", more, gap) / np.maximum(power, 1e-6)
    near = free * (more < -_NEAR)
    area = np.maximum(near.sum(axis=(1, 2)), 1)
    off = [
        (np.minimum(np.abs(part), _GAP) * near).sum(axis=(1, 2)) / area
        for part in (gap, light - stacked)
    ]
    return Shadows(*(np.asarray(v, dtype=np.float64) for v in (share, power, *off)))
