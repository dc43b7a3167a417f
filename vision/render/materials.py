"""Procedural surfaces: noise, wood, cloth, clay. All colours are linear BGR in 0..1."""

from __future__ import annotations

from enum import Enum
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Image = NDArray[np.float32]
Colour = tuple[float, float, float]

_REMAP_MOST = 16384
_LEAN = np.array([-0.10, 0.0, 0.10], np.float32)
"""What a tint does to blue, green and red."""


class Surface(Enum):
    """What a thing is made of."""

    WOOD = "wood"
    """Long grain with pores."""
    CLOTH = "cloth"
    """A fine weave."""
    CLAY = "clay"
    """Speckled and matt."""
    SMOOTH = "smooth"
    """Plastic, lacquer or felt: hardly any structure."""
    STONE = "stone"
    """Coarse flecks."""


def linear(bgr: Colour) -> Colour:
    """Return a colour given as it looks on a screen (sRGB, 0..1) as linear light."""
    blue, green, red = (float(max(v, 0.0) ** 2.2) for v in bgr)
    return blue, green, red


def noise(rng: Generator, shape: tuple[int, int], cell_px: tuple[float, float]) -> Image:
    """Return smooth noise of mean 0 and standard deviation 1 with cells of (x, y) pixels."""
    height, width = shape
    rows = max(4, int(np.ceil(height / max(cell_px[1], 1.0))) + 3)
    columns = max(4, int(np.ceil(width / max(cell_px[0], 1.0))) + 3)
    coarse = rng.standard_normal((rows, columns)).astype(np.float32)
    fine: Image = np.asarray(
        cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.float32
    )
    mean, spread = (float(v[0, 0]) for v in cv2.meanStdDev(fine))
    fine -= np.float32(mean)
    fine *= np.float32(1 / (spread + 1e-6))
    return fine


def grain(
    rng: Generator, surface: Surface, shape: tuple[int, int], px_per_mm: float, depth: float
) -> tuple[Image, Image]:
    """Return (shade, tint) of a surface, both `shape`.

    shade multiplies the colour (mean about 1); tint is -1..1 and leans it to warm (+) or cool (-).
    `depth` scales the contrast: 0 plain, 1 strong.
    """
    if surface is Surface.WOOD:
        shade, tint = _wood(rng, shape, px_per_mm)
    elif surface is Surface.CLOTH:
        shade, tint = _cloth(rng, shape, px_per_mm)
    elif surface is Surface.CLAY:
        shade = 0.55 * noise(rng, shape, (6 * px_per_mm, 6 * px_per_mm))
        shade += 0.45 * noise(rng, shape, (0.5 * px_per_mm, 0.5 * px_per_mm))
        tint = 0.5 * noise(rng, shape, (5 * px_per_mm, 5 * px_per_mm))
    elif surface is Surface.STONE:
        shade = 0.5 * noise(rng, shape, (3 * px_per_mm, 3 * px_per_mm))
        shade += 0.7 * noise(rng, shape, (0.8 * px_per_mm, 0.8 * px_per_mm))
        tint = 0.4 * noise(rng, shape, (2 * px_per_mm, 2 * px_per_mm))
    else:
        shade = 0.25 * noise(rng, shape, (20 * px_per_mm, 20 * px_per_mm))
        tint = np.zeros(shape, np.float32)
    shade *= np.float32(0.16 * depth)
    shade += 1.0
    tint *= np.float32(depth)
    return np.clip(shade, 0.35, 1.7, out=shade), np.clip(tint, -1, 1, out=tint)


def _wood(rng: Generator, shape: tuple[int, int], px_per_mm: float) -> tuple[Image, Image]:
    """Rings seen along the grain: stretched noise folded into bands, plus fine pores."""
    long, wide = rng.uniform(90, 260) * px_per_mm, rng.uniform(8, 22) * px_per_mm
    height = noise(rng, shape, (long, wide)) + 0.4 * noise(rng, shape, (long / 3, wide / 3))
    across = np.linspace(0, shape[0] / px_per_mm / rng.uniform(15, 60), shape[0])
    bands = np.sin(
        2 * np.pi * (rng.uniform(0.5, 1.6) * height + across[:, None].astype(np.float32))
    ).astype(np.float32)
    fibre = noise(rng, shape, (rng.uniform(12, 40) * px_per_mm, 0.45 * px_per_mm))
    pores = noise(rng, shape, (rng.uniform(3, 9) * px_per_mm, 0.35 * px_per_mm))
    pores = -np.clip(pores - 1.0, 0, 2)
    wide_tone = noise(rng, shape, (long * 2, wide * 4))
    shade = 0.55 * bands + 0.5 * fibre + 0.7 * pores + 0.6 * wide_tone
    return shade.astype(np.float32), (0.3 * bands + 0.4 * wide_tone).astype(np.float32)


def _cloth(rng: Generator, shape: tuple[int, int], px_per_mm: float) -> tuple[Image, Image]:
    """A weave of threads with uneven thickness."""
    pitch = rng.uniform(0.5, 1.4) * px_per_mm
    down, across = (
        np.sin(2 * np.pi * np.arange(count, dtype=np.float32) / pitch) for count in shape
    )
    shade = noise(rng, shape, (30 * px_per_mm, 1.2 * px_per_mm))
    shade += noise(rng, shape, (1.2 * px_per_mm, 30 * px_per_mm))
    shade += noise(rng, shape, (120 * px_per_mm, 80 * px_per_mm))
    shade *= np.float32(0.3)
    for row, at in enumerate(down):  # it is large: no second one beside it
        shade[row] += across * np.float32(0.5 * at)
    return shade, np.zeros(shape, np.float32)


def coloured(colour: Colour, shade: Image, tint: Image) -> Image:
    """Return (H, W, 3) linear colour of a surface from its `shade` and `tint`."""
    mixed = np.empty((*shade.shape, 3), np.float32)
    for channel, lean in enumerate(_LEAN):
        mixed[..., channel] = np.float32(colour[channel]) * shade * (1.0 + lean * tint)
    return np.clip(mixed, 0.0, 1.0, out=mixed)


def covered(sheet: Image, colour: Colour, cover: Image) -> None:
    """Lay a colour over a sheet (H, W, 3), in its place, as far as `cover` (H, W) says, 0..1."""
    for channel, value in enumerate(colour):
        plane = sheet[..., channel]
        plane += (np.float32(value) - plane) * cover


def sample(
    sheet: NDArray[Any], column: Image, row: Image, *, outside: float | None = None
) -> NDArray[Any]:
    """Return a texture (H, W) or (H, W, C) at sub-pixels of any shape, linear in between.

    Outside the texture its edge goes on, or the value `outside` when given. What is found is of
    the texture's own kind of numbers.
    """
    shape = column.shape
    count = int(np.prod(shape))
    x, y = column.reshape(1, -1), row.reshape(1, -1)
    if count > _REMAP_MOST:  # OpenCV takes at most 32767 columns
        extra = -count % _REMAP_MOST
        x = np.pad(x, ((0, 0), (0, extra))).reshape(-1, _REMAP_MOST)
        y = np.pad(y, ((0, 0), (0, extra))).reshape(-1, _REMAP_MOST)
    border = cv2.BORDER_REPLICATE if outside is None else cv2.BORDER_CONSTANT
    value = (outside or 0.0,) * 4
    found = cv2.remap(
        sheet,
        np.ascontiguousarray(x, np.float32),
        np.ascontiguousarray(y, np.float32),
        cv2.INTER_LINEAR,
        borderMode=border,
        borderValue=value,
    )
    found = found.reshape(-1, *sheet.shape[2:])[:count]
    return np.asarray(found.reshape(*shape, *sheet.shape[2:]))
