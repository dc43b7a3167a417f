"""Shadows that nothing on the board casts, laid over photos: deep, with more or less hard edges.

A window's bars, a person beside the table, a lamp's arm, and the edge of something large. They keep
0.2 to 0.55 of the light and are up to 8 % bluer than what is lit.
"""

from __future__ import annotations

from enum import StrEnum

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.light import Image

F32 = NDArray[np.float32]
_USUAL_PX = 1280
"""Width of a photo in which blur is stated."""


class Shadow(StrEnum):
    """What casts the shadow."""

    BARS = "bars"
    PERSON = "person"
    ARM = "arm"
    EDGE = "edge"


def shadowed(photo: Image, kind: Shadow, seed: int) -> Image:
    """Return a photo with a shadow over it, always the same for a seed."""
    rng = np.random.default_rng([seed, list(Shadow).index(kind), 5])
    height, width = photo.shape[:2]
    share, left, blur = _DRAWN[kind](rng, width, height)
    share = np.asarray(cv2.GaussianBlur(share, (0, 0), blur * width / _USUAL_PX), dtype=np.float32)
    kept = np.exp(rng.uniform(0, 0.08) * np.array([1, 0.3, -0.6])) * left
    light = (photo / 255.0) ** 2.2 * (1 - (1 - kept) * share[..., None])
    return np.asarray(np.clip(np.rint(255 * light ** (1 / 2.2)), 0, 255), dtype=np.uint8)


def _bars(rng: Generator, width: int, height: int) -> tuple[F32, float, float]:
    """Return the share of the shadow (h, w), the light it keeps, and its blur in pixels."""
    share = np.zeros((height, width), np.float32)
    angle = rng.uniform(0, np.pi)
    way = np.array([np.cos(angle), np.sin(angle)])
    wide = width * rng.uniform(0.03, 0.07)
    y, x = np.mgrid[:height, :width].astype(np.float32)
    for u, v in ((way[0], way[1]), (-way[1], way[0])):
        apart = width * rng.uniform(0.28, 0.45)
        off = rng.uniform(0, apart)
        share = np.maximum(share, ((x * u + y * v - off) % apart < wide).astype(np.float32))
    return share, float(rng.uniform(0.25, 0.5)), float(rng.uniform(1.5, 8))


def _person(rng: Generator, width: int, height: int) -> tuple[F32, float, float]:
    """Return what `_bars` does, of a person."""
    share = np.zeros((height, width), np.float32)
    side = int(rng.integers(4))
    x, y = [
        (0.0, height * rng.uniform(0.2, 0.8)),
        (width, height * rng.uniform(0.2, 0.8)),
        (width * rng.uniform(0.2, 0.8), 0.0),
        (width * rng.uniform(0.2, 0.8), height),
    ][side]
    angle = np.linspace(0, 2 * np.pi, 14, endpoint=False)
    radius = width * rng.uniform(0.28, 0.42) * (1 + 0.25 * rng.standard_normal(14))
    outline = np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle)], axis=1)
    cv2.fillPoly(share, [outline.astype(np.int32)], 1.0)
    return share, float(rng.uniform(0.3, 0.55)), float(rng.uniform(6, 25))


def _arm(rng: Generator, width: int, height: int) -> tuple[F32, float, float]:
    """Return what `_bars` does, of a lamp's arm with a joint."""
    share = np.zeros((height, width), np.float32)
    first, _, second = rng.uniform(0, (width, height, width))
    ends = np.array([[first, 0], [second, height]])
    if rng.random() < 0.5:
        ends = np.array([[0, rng.uniform(0, height)], [width, rng.uniform(0, height)]])
    thick = int(width * rng.uniform(0.02, 0.06))
    joint = ends.mean(axis=0) + rng.uniform(-0.1, 0.1, 2) * (width, height)
    line = np.array([ends[0], joint, ends[1]]).astype(np.int32)
    cv2.polylines(share, [line], False, 1.0, thick)
    cv2.circle(share, line[1].tolist(), int(thick * 1.5), 1.0, -1)
    return share, float(rng.uniform(0.2, 0.45)), float(rng.uniform(1.5, 6))


def _edge(rng: Generator, width: int, height: int) -> tuple[F32, float, float]:
    """Return what `_bars` does, of something large that covers about half the picture."""
    angle = rng.uniform(0, 2 * np.pi)
    y, x = np.mgrid[:height, :width].astype(np.float32)
    x -= width / 2 + rng.uniform(-0.2, 0.2) * width
    y -= height / 2 + rng.uniform(-0.2, 0.2) * height
    share = (x * np.cos(angle) + y * np.sin(angle) > 0).astype(np.float32)
    return share, float(rng.uniform(0.25, 0.5)), float(rng.uniform(1.5, 12))


_DRAWN = {Shadow.BARS: _bars, Shadow.PERSON: _person, Shadow.ARM: _arm, Shadow.EDGE: _edge}
