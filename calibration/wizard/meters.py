"""Meters for a live picture: is it sharp, bright enough, free of glare? Each from 0 to 1."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]

_WIDTH_PX = 640
"""Pictures are judged at this width, so that a photo and a running picture read about alike."""
_FLAT, _CRISP = 0.17, 0.34
"""Steepness of the strongest edges, from blurred to sharp: see `sharpness`."""
_DARK, _BRIGHT = 45.0, 215.0
"""Mean level of 255 below which details drown in noise, and above which they burn out."""
_BLOWN = 250
_MOST_BLOWN, _BURNT = 0.03, 0.25
"""So much of a picture may be blown out; a lamp that mirrors itself on a glossy board is more.
Where it is a quarter of the picture, no lamp is mirrored: the light is too strong."""


@dataclass(frozen=True, slots=True)
class Meters:
    """What a picture is like.

    sharp, bright, clear: 0 bad to 1 good. level: mean brightness of 255. glare: part that is blown
    out. hints: keys of what to do, the most pressing first.
    """

    sharp: float
    bright: float
    clear: float
    level: float
    glare: float
    hints: tuple[str, ...]

    @property
    def good(self) -> bool:
        """Whether a photo like this can be used."""
        return not self.hints


def measure(pixels: Pixels) -> Meters:
    """Return the meters of a picture (H, W, 3) BGR."""
    gray = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    width = gray.shape[1]
    if width > _WIDTH_PX:
        size = (_WIDTH_PX, round(gray.shape[0] * _WIDTH_PX / width))
        gray = cv2.resize(gray, size, interpolation=cv2.INTER_AREA)
    level = float(gray.mean())
    glare = float((gray >= _BLOWN).mean())
    sharp = float(np.clip((sharpness(gray) - _FLAT) / (_CRISP - _FLAT), 0, 1))
    bright = float(np.clip(min(level / (2 * _DARK), (255 - level) / (2 * (255 - _BRIGHT))), 0, 1))
    clear = float(np.clip(1 - glare / (2 * _MOST_BLOWN), 0, 1))
    hints = []
    if level < _DARK:
        hints.append("dark")
    elif level > _BRIGHT or glare > _BURNT:
        hints.append("bright")
    elif glare > _MOST_BLOWN:
        hints.append("glare")
    if sharp < 0.25 and level >= _DARK:
        hints.append("blurred")
    return Meters(sharp, bright, clear, level, glare, tuple(hints))


def sharpness(gray: NDArray[np.generic]) -> float:
    """Return how steep the strongest edges of a grey picture are, 0 to about 1.

    The steepest step between neighbours beside the whole height of the edge around it (9 pixels):
    0.35 where an edge is as sharp as a lens makes it, 0.2 where it is smeared over ten pixels of a
    photo 1280 wide. Contrast cancels, so that a dim picture can be sharp.
    """
    picture = cv2.GaussianBlur(np.asarray(gray, dtype=np.float32), (3, 3), 0)
    step = np.maximum(
        np.abs(cv2.Sobel(picture, cv2.CV_32F, 1, 0, ksize=1)),
        np.abs(cv2.Sobel(picture, cv2.CV_32F, 0, 1, ksize=1)),
    ) / np.float32(2)
    kernel = np.ones((9, 9), np.uint8)
    height = cv2.dilate(picture, kernel) - cv2.erode(picture, kernel)
    strong = height > max(float(np.quantile(height, 0.9)), 12.0)
    if strong.sum() < 50:
        return 0.0
    best = cv2.dilate(step, kernel)
    return float(np.median(best[strong] / height[strong]))
