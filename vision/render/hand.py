"""A hand and forearm of capsules, reaching over the table."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from vision.render.light import Solid
from vision.render.scene import Reach
from vision.render.solids import Field, capsules

Image = NDArray[np.float32]
Floats = NDArray[np.float64]

_BLEND_MM = 2.2
_WRIST_MM = 150.0
"""Distance from the finger tips at which a sleeve begins."""


def _bones(reach: Reach) -> tuple[Floats, Floats]:
    """Return capsules (N, 2, 3) and radii (N, 2) in mm in the world's frame."""
    bones: list[tuple[tuple[float, float, float], tuple[float, float, float], float, float]] = []
    splay = 4.0 + 14.0 * reach.spread
    for k, (length, tip) in enumerate([(60, 0), (70, -6), (66, -3), (52, 8)]):
        across = (k - 1.5) * 17.0
        out = (k - 1.5) * splay * 0.5
        knuckle = (78.0, across, 34.0)
        joint = (78.0 - length * 0.55 + tip * 0.3, across + out * 0.4, 32.0)
        bones.append((knuckle, joint, 9.5, 8.5))
        bones.append((joint, (tip + 2.0 + abs(out) * 0.2, across * 0.7 + out, 6.0), 8.5, 7.0))
    bones.append(((120.0, -34.0, 30.0), (78.0, -48.0 - splay * 0.5, 20.0), 12.0, 9.5))
    bones.append(((78.0, -48.0 - splay * 0.5, 20.0), (46.0, -30.0, 8.0), 9.5, 7.5))
    for across in (-24.0, -8.0, 8.0, 24.0):
        bones.append(((80.0, across, 34.0), (135.0, across * 0.75, 38.0), 12.5, 16.0))
    bones.append(((135.0, 0.0, 38.0), (170.0, 0.0, 42.0), 24.0, 23.0))
    bones.append(((165.0, 0.0, 42.0), (430.0, 0.0, 85.0), 24.0, 38.0))
    ends = np.array([[a, b] for a, b, _, _ in bones]) * reach.scale
    radii = np.array([[a, b] for _, _, a, b in bones]) * reach.scale
    c, s = np.cos(np.radians(reach.from_deg)), np.sin(np.radians(reach.from_deg))
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    return ends @ turn.T + np.asarray(reach.at_mm), radii


def hand_field(reach: Reach) -> tuple[Field, Floats, Callable[[Image], Image]]:
    """Return (distance field, places that bound it (N, 3), colour of points (3, M))."""
    ends, radii = _bones(reach)
    bounds = np.concatenate(
        [ends.reshape(-1, 3) + step * radii.reshape(-1, 1) for step in _around()]
    )
    c, s = (np.float32(f(np.radians(reach.from_deg))) for f in (np.cos, np.sin))
    skin = np.asarray(reach.skin, np.float32)[:, None]
    sleeve = None if reach.sleeve is None else np.asarray(reach.sleeve, np.float32)[:, None]

    def colour(points: Image) -> Image:
        x, y = (points[k] - np.float32(reach.at_mm[k]) for k in range(2))
        along = x * c + y * s
        out = np.broadcast_to(skin, points.shape)
        if sleeve is not None:
            covered = along > np.float32(_WRIST_MM * reach.scale * 1.2)
            fold = 1 + 0.12 * np.sin(along * 0.22 + 0.1 * points[1])
            out = np.where(covered, sleeve * fold, out)
        return np.asarray(out, np.float32)

    return capsules(ends, radii, _BLEND_MM), bounds, colour


def hand_blocks(reach: Reach) -> Floats:
    """Return corners (N, 16, 3) whose convex hulls hold the hand, one a bone."""
    ends, radii = _bones(reach)
    signs = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    reaches = (radii + _BLEND_MM)[:, :, None, None] * signs
    return np.asarray((ends[:, :, None] + reaches).reshape(len(ends), -1, 3))


def hand_solids(reach: Reach) -> list[Solid]:
    """Return the hand as slices for the shadows: one body a capsule."""
    ends, radii = _bones(reach)
    angle = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    ring = np.column_stack([np.cos(angle), np.sin(angle)])
    solids = []
    for (a, b), (ra, rb) in zip(ends, radii, strict=True):
        low, high = ((a, ra), (b, rb)) if a[2] <= b[2] else ((b, rb), (a, ra))
        rings = np.stack([low[0][:2] + ring * low[1], high[0][:2] + ring * high[1]])
        solids.append(Solid(rings, np.array([low[0][2], max(high[0][2], low[0][2] + 3.0)])))
    return solids


def _around() -> list[Floats]:
    return [np.array(step, dtype=np.float64) for step in
            ((1, 1, 1), (-1, -1, -1), (1, -1, 0), (-1, 1, 0))]  # fmt: skip
