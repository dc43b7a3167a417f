"""Shade: is what hides a crossing's lines only the shadow of piles that are known?

A deep shadow takes the lines with it: what is left of their contrast drowns in noise. But where the
light comes from is known (`vision.lamps`), and so are most piles. Where their shadows fall, and the
board is about as dark as they make it, hidden lines say nothing of a piece.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lamps import Ground, Lamps, ground_of, shades, total
from vision.light import sample
from vision.look import Look
from vision.view import View

Floats = NDArray[np.float64]
F32 = NDArray[np.float32]

_DEEP = -0.4
"""Log of light against the empty board from which on a shadow hides lines."""
_DARKEST = -3.0
_FIRST, _SECOND = 0.5, 0.25
"""How much brighter than foretold, in parts of it and in logs, still is that shadow."""


def in_shade(
    view: View,
    seen: Look,
    lamps: Lamps,
    piles: Sequence[tuple[Floats, Floats]],
    places_mm: Floats,
) -> NDArray[np.bool_]:
    """Return which places (..., 2) on the board lie in the shadows of known piles.

    piles: centres (M, 2) and turns (M,) of the tops of single cubes, then of stacks. Shadows may
    reach a cell further than foretold: their edges are where lines are mistaken most.
    """
    layout = view.layout
    places = places_mm.reshape(-1, 2)
    ground = ground_of(layout)
    column, row = np.rint((places - ground.origin_mm) / ground.cell_mm).astype(np.int64).T
    light = cv2.erode(light_left(lamps, ground, piles, layout.piece_mm), np.ones((3, 3), np.uint8))
    foretold = light[row, column]
    dark = sample(seen.change, view.work, places, height_mm=0.0).reshape(-1)
    found = (foretold < _DEEP) & (np.maximum(dark, _DARKEST) < _FIRST * foretold + _SECOND)
    return np.asarray(found.reshape(places_mm.shape[:-1]), dtype=np.bool_)


def light_left(
    lamps: Lamps, ground: Ground, piles: Sequence[tuple[Floats, Floats]], edge_mm: float
) -> F32:
    """Return the logs of light (H, W) against the empty board that piles leave of lamps."""
    light = np.full(ground.shape, lamps.weights[0], dtype=np.float64)
    for weight, rays in zip(lamps.weights[1:], lamps.rays(), strict=True):
        hidden = np.zeros(ground.shape, dtype=np.float32)
        for level, (centre, turn) in enumerate(piles, start=1):
            if not len(turn):
                continue
            corner = ground.corner(centre)
            cast = shades(
                *(rays, ground, corner, centre, turn), edge_mm=edge_mm, height_mm=level * edge_mm
            )
            hidden += total(cast, corner, ground.shape)
        light += weight * np.clip(1 - hidden, 0, 1)
    return np.asarray(np.log(np.maximum(light, np.exp(_DARKEST))), dtype=np.float32)
