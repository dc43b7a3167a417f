"""Stones: what discs of a stone's size say of stones around the sites of a board."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera
from vision.layout import Layout
from vision.light import warp_planes
from vision.look import Look
from vision.pixels import HUES, PixelModel, Surface
from vision.view import View

Floats = NDArray[np.float64]
F32 = NDArray[np.float32]

_STONES = (Surface.BROWN_STONE, Surface.BLUE_STONE)
_LOUDEST = 4.0
"""No pixel says more of stones against cubes: it may be a glint or a speck."""
_LIFT = 0.25
"""Height of a stone's middle as a share of a cube's edge."""


def stones(view: View, seen: Look, some: NDArray[np.intp]) -> tuple[Floats, Floats, Floats]:
    """Return what discs near some sites say of stones: (N, 2), (N,) and (N,), as in `vision.sites`.

    Against the board: the best mean of each stone's colours. Against cubes and the one stone
    against the other: what the likelier stone's best disc says.
    """
    disc = _disc(view.layout)
    shape = (len(some), *disc.shape[:2])
    columns, rows = (part[some] for part in _disc_px(view.work, view.layout))
    sites = np.arange(len(some))
    width, height = view.work.size_px
    against, leads, hues = _tables(seen.pixels)
    found, beside, lead = [], [], []
    for stone, table in zip(_STONES, against, strict=True):
        told = warp_planes(seen.ratio(stone), columns, rows).reshape(shape).mean(axis=2)
        best = told.argmax(axis=1)
        found.append(told[sites, best])
        column, row = (part.reshape(shape)[sites, best] for part in (columns, rows))
        column = np.clip(np.rint(column), 0, width - 1).astype(np.intp)
        row = np.clip(np.rint(row), 0, height - 1).astype(np.intp)
        colours = seen.colours[row, column]
        beside.append(table[colours].mean(axis=1))
        lead.append(leads[colours].mean(axis=1) + hues[colours % HUES].mean(axis=1))
    both = np.stack(found, axis=1).astype(np.float64)
    which = both.argmax(axis=1)
    cubes, others = (np.stack(part, axis=1)[sites, which] for part in (beside, lead))
    return both, cubes.astype(np.float64), others.astype(np.float64)


@lru_cache(maxsize=2)
def _tables(pixels: PixelModel) -> tuple[list[F32], F32, F32]:
    """Return log likelihood ratios of the colours of stones.

    Each stone's against all of cubes' (BINS,), blue's stone's against brown's (BINS,) and that by
    hue alone (HUES,).
    Hue counts beside the colour with its brightness, because stones are taught on two places only,
    where the board may be lighter or darker.
    """
    known = pixels.surfaces
    cubes = pixels.likeliest(*(kind for kind in Surface if kind not in _STONES))
    by_hue = np.logaddexp.reduce(known.reshape(-1, HUES, known.shape[1]), axis=0)
    brown, blue = _STONES
    return (
        [np.clip(known[:, stone] - cubes, -_LOUDEST, _LOUDEST) for stone in _STONES],
        np.clip(known[:, blue] - known[:, brown], -_LOUDEST, _LOUDEST),
        np.clip(by_hue[:, blue] - by_hue[:, brown], -_LOUDEST, _LOUDEST),
    )


@lru_cache(maxsize=2)
def _disc(layout: Layout) -> Floats:
    """Return places (shifts, P, 2) in mm of a disc of a stone's size, shifted around a site."""
    edge = layout.piece_mm
    line = np.arange(-0.35, 0.36, 0.07) * edge
    disc = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    disc = disc[np.hypot(*disc.T) <= 0.36 * edge]
    steps = np.arange(-4.0, 4.1, 2.0)
    shifts = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    return np.asarray(shifts[:, None] + disc, dtype=np.float64)


@lru_cache(maxsize=2)
def _disc_px(work: Camera, layout: Layout) -> tuple[F32, F32]:
    """Return the columns and rows (S, shifts * P) of the pixels of all sites' discs."""
    disc = _disc(layout).reshape(-1, 2)
    return work.project_grids(layout.points_mm, _LIFT * layout.piece_mm, np.eye(2), disc)
