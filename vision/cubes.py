"""Cubes: which squares of colour are tops of cubes, where exactly, how turned and how large.

A stencil is a cube's top at one offset and turn, laid over samples around a site: the middle must
look like the tops that were taught, the rim like their bare rim, and the ring outside must not.
All stencils of all sites are weighed at once by a matrix product, first coarsely around the site,
then finely around the best. Whether the square is a top or something else is decided later, by
the whole silhouette (vision.piles).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera
from vision.light import Maps, warp_planes

Floats = NDArray[np.float64]
F32 = NDArray[np.float32]

RIM = 0.13
"""Width of a top's rim as a share of its edge."""
_RING = 0.16
COARSE_TURNS = (-20.0, -15.0, -10.0, -5.0, 0.0, 5.0, 10.0, 15.0, 20.0)
_COARSE_MM = 1.5
_STEPS = 32
"""Steps of a pixel."""
_AT_ONCE = 81
"""So many stencils are laid on at once."""
_LARGEST = 2.0
"""No sample counts more in a stencil than so many shares of the square's samples."""
_SPREAD_MM = 4.0
"""How strongly a place off the site is doubted: a pull of one half at this distance."""


@dataclass(frozen=True, slots=True, eq=False)
class Stencils:
    """Masks of a cube's top for all offsets, turns and sizes, over a square patch of samples.

    points_mm: (P, 2) samples around the centre. masks: (H, 2 P) in `unit`s, for each sample's top
    and rim: half as large as their float32. offsets_mm: (H, 2), turns_deg: (H,), sizes: (H,)
    factors of the edge.
    """

    points_mm: Floats
    masks: NDArray[np.int16]
    unit: float
    offsets_mm: Floats
    turns_deg: Floats
    sizes: Floats

    def scores(self, samples: F32) -> F32:
        """Return how well each stencil fits N rows of samples (N, 2 P): (H, N)."""
        found = np.empty((len(self.masks), len(samples)), dtype=np.float32)
        for start in range(0, len(found), _AT_ONCE):
            some = slice(start, start + _AT_ONCE)
            np.matmul(self.masks[some].astype(np.float32), samples.T, out=found[some])
        found *= np.float32(self.unit)
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Tops:
    """Squares that were found, N of them.

    centre_mm: (N, 2) in the plane of the tops. turn_deg: (N,). size: (N,) factor of the edge that
    was looked for. fit: (N,) mean log likelihood ratio.
    """

    centre_mm: Floats
    turn_deg: Floats
    size: Floats
    fit: Floats


@lru_cache(maxsize=16)
def make_stencils(
    edge_mm: float,
    reach_mm: float,
    step_mm: float,
    sample_mm: float,
    turns_deg: tuple[float, ...] = COARSE_TURNS,
    sizes: tuple[float, ...] = (1.0,),
) -> Stencils:
    """Return the stencils of a cube of `edge_mm` that may lie `reach_mm` off in x and y."""
    lean = np.radians(min(45.0, max(abs(turn) for turn in turns_deg)))
    half = reach_mm + edge_mm * (0.5 + _RING) * (np.cos(lean) + np.sin(lean)) * max(sizes)
    count = int(np.ceil(2 * half / sample_mm))
    line = (np.arange(count) - (count - 1) / 2) * sample_mm
    x, y = np.meshgrid(line, line)
    points = np.column_stack([x.ravel(), y.ravel()])
    reach = int(np.floor(reach_mm / step_mm + 1e-9))
    steps = np.arange(-reach, reach + 1) * step_mm
    offsets = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    ways = np.array([(turn, size) for size in sizes for turn in turns_deg])
    unit = _LARGEST / (edge_mm * min(sizes) / sample_mm) ** 2 / np.iinfo(np.int16).max
    masks = np.empty((len(ways), len(offsets), 2 * len(points)), dtype=np.int16)
    for some, (turn, size) in zip(masks, ways, strict=True):
        away = edge_distance(points - offsets[:, None], np.zeros(2), turn, edge_mm * size)
        some[:] = np.rint(_masks(away, edge_mm * size, sample_mm) / unit)
    turns, factors = np.repeat(ways, len(offsets), axis=0).T
    return Stencils(
        points,
        masks.reshape(len(turns), -1),
        unit,
        np.tile(offsets, (len(ways), 1)),
        turns,
        factors,
    )


def _masks(away: Floats, edge: float, sample_mm: float) -> Floats:
    """Return stencils (H, 2 P) from the samples' distances (H, P) outside their squares."""
    square = np.clip(0.5 - away / sample_mm, 0, 1)
    middle = np.clip(0.5 - (away + RIM * edge) / sample_mm, 0, 1)
    ring = np.clip(0.5 - (away - _RING * edge) / sample_mm, 0, 1) - square
    share, around = (part.sum(axis=1)[:, None] for part in (square, ring))
    rims = (square - middle) / share - 0.8 * ring / around
    return np.stack([middle / share, rims], axis=2).reshape(len(away), -1)


def edge_distance(points: Floats, centre: Floats, turn_deg: float, edge_mm: float) -> Floats:
    """Return how far points (..., 2) lie outside a turned square; negative inside (...)."""
    angle = np.radians(turn_deg)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    local = np.abs((points - centre) @ turn) - edge_mm / 2
    return np.asarray(np.maximum(local[..., 0], local[..., 1]), dtype=np.float64)


def turned(turn_deg: Floats, scale_mm: Floats | float) -> Floats:
    """Return the axes (N, 2, 2) of turned tops, east and north of the unturned, `scale_mm` long."""
    angle = np.radians(turn_deg)
    cos, sin = np.cos(angle) * scale_mm, np.sin(angle) * scale_mm
    return np.stack([np.stack([cos, sin], axis=-1), np.stack([-sin, cos], axis=-1)], axis=-2)


def squares(centre: Floats, turn_deg: Floats, edge_mm: Floats) -> Floats:
    """Return corners (N, 4, 2) of turned squares: NW, NE, SE, SW of the unturned ones."""
    angle = np.radians(turn_deg)
    cos, sin = np.cos(angle), np.sin(angle)
    corners = np.array([[-0.5, 0.5], [0.5, 0.5], [0.5, -0.5], [-0.5, -0.5]])
    x = cos[:, None] * corners[:, 0] - sin[:, None] * corners[:, 1]
    y = sin[:, None] * corners[:, 0] + cos[:, None] * corners[:, 1]
    size = np.broadcast_to(edge_mm, angle.shape)[:, None]
    return np.stack([centre[:, :1] + size * x, centre[:, 1:] + size * y], axis=-1)


def find_tops(
    maps: Maps,
    camera: Camera,
    places_mm: Floats,
    *,
    edge_mm: float,
    height_mm: float,
    reach_mm: float,
    some: NDArray[np.intp] | None = None,
) -> Tops:
    """Return the best square near each place (N, 2), or near some of them only (indices).

    maps: (h, w, 2 C) log likelihood ratios of a top and its rim against everything else, for C
    colours: the N best squares of the first come first. camera: of those maps. height_mm: of the
    tops above the board.
    """
    coarse = make_stencils(edge_mm, reach_mm, _COARSE_MM, 1.25)
    pull = 0.5 * (coarse.offsets_mm**2).sum(axis=1) / _SPREAD_MM**2
    at = _coarse_px(camera, np.asarray(places_mm, dtype=np.float64).tobytes(), coarse, height_mm)
    if some is not None:
        places_mm, at = places_mm[some], (at[0][some], at[1][some])
    pairs = maps.shape[2] // 2
    values = warp_planes(maps, *at)
    scores = coarse.scores(_samples([values] * pairs))
    scores -= pull[:, None].astype(np.float32)
    best = scores.argmax(axis=0)
    rough = Tops(
        np.tile(places_mm, (pairs, 1)) + coarse.offsets_mm[best],
        coarse.turns_deg[best],
        np.ones(len(best)),
        scores.max(axis=0),
    )
    return refine_tops(maps, camera, rough, edge_mm=edge_mm, height_mm=height_mm)


def refine_tops(
    maps: Maps, camera: Camera, tops: Tops, *, edge_mm: float, height_mm: float
) -> Tops:
    """Return the tops moved, turned and resized a little to where they fit best.

    maps, tops: of C colours, as in `find_tops`.
    """
    fine = make_stencils(edge_mm, 1.0, 0.5, 1.0, (-5.0, -2.5, 0.0, 2.5, 5.0), (0.96, 1.0, 1.04))
    ways = turned(tops.turn_deg, 1.0)
    at = camera.project_grids(tops.centre_mm, height_mm, ways, fine.points_mm)
    values = np.split(warp_planes(maps, *_on_steps(*at)), maps.shape[2] // 2)
    scores = fine.scores(_samples(values))
    best = scores.argmax(axis=0)
    moved = np.einsum("ni,nij->nj", fine.offsets_mm[best], ways)
    return Tops(
        tops.centre_mm + moved,
        tops.turn_deg + fine.turns_deg[best],
        fine.sizes[best],
        scores.max(axis=0),
    )


def _samples(values: Sequence[Maps]) -> F32:
    """Return samples (N, P, 2 C) of C colours one below the other, each colour's own (C N, 2 P)."""
    own = [part[..., 2 * k : 2 * k + 2] for k, part in enumerate(values)]
    return np.concatenate([part.reshape(len(part), 2 * part.shape[1]) for part in own])


@lru_cache(maxsize=4)
def _coarse_px(
    camera: Camera, places: bytes, stencils: Stencils, height_mm: float
) -> tuple[F32, F32]:
    """Return columns and rows (N, P) of all samples around places; the same photo after photo."""
    centres = np.frombuffer(places, dtype=np.float64).reshape(-1, 2)
    return _on_steps(*camera.project_grids(centres, height_mm, np.eye(2), stencils.points_mm))


def _on_steps(columns: F32, rows: F32) -> tuple[F32, F32]:
    """Return pixels to a thirty-second, to which OpenCV 4 rounds: all releases find the same."""
    steps = np.float32(_STEPS)
    return np.rint(columns * steps) / steps, np.rint(rows * steps) / steps
