"""From light to a picture file: lens, exposure, noise, tone curve, JPEG."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Image = NDArray[np.float32]
Picture = NDArray[np.uint8]

_STEPS = 4096
_STRIP_PX = 64
"""So many rows are worked out at a time, where one pixel doesn't matter to another."""


@dataclass(frozen=True, slots=True)
class Sensor:
    """The camera's electronics and lens, without its geometry.

    exposure: factor on the light. balance: factors on blue, green, red. blur_px: the lens' blur
    (standard deviation). sharpen: the camera's own sharpening, 0..1. noise: standard deviation in
    grey levels of 255 at mid grey. vignette: loss of light in the corners, 0..1. contrast:
    steepness of the tone curve (1 = plain). jpeg: quality, 0 = no compression.
    """

    exposure: float = 1.0
    balance: tuple[float, float, float] = (1.0, 1.0, 1.0)
    blur_px: float = 0.7
    sharpen: float = 0.0
    noise: float = 1.5
    vignette: float = 0.2
    contrast: float = 1.0
    jpeg: int = 90


def develop(light: Image, sensor: Sensor, rng: Generator) -> Picture:
    """Return the picture (H, W, 3) BGR uint8 of linear light (H, W, 3); `light` may be changed."""
    height, width = light.shape[:2]
    gains = np.asarray(sensor.balance, np.float32) * np.float32(sensor.exposure)
    loss = _vignette((height, width), sensor.vignette)
    for channel, gain in enumerate(gains):
        light[..., channel] *= loss * gain
    if sensor.blur_px > 0.05:
        cv2.GaussianBlur(light, (0, 0), sensor.blur_px, dst=light)
    tone, strips = light, [slice(at, at + _STRIP_PX) for at in range(0, height, _STRIP_PX)]
    curve = _tone_curve(round(sensor.contrast, 3))
    for rows in strips:
        steps = np.clip(light[rows] * np.float32(_STEPS - 1), 0, _STEPS - 1).astype(np.int32)
        tone[rows] = np.take(curve, steps)
    if sensor.sharpen > 0:
        soft = cv2.GaussianBlur(tone, (0, 0), 1.2)
        cv2.addWeighted(tone, 1 + sensor.sharpen, soft, -sensor.sharpen, 0, dst=tone)
        del soft
    noise = _noise((height, width), sensor.noise, rng) if sensor.noise > 0 else None
    picture: Picture = np.empty((height, width, 3), np.uint8)
    for rows in strips:
        if noise is not None:
            tone[rows] += noise[rows] * _unrest(tone[rows])
        picture[rows] = np.clip(tone[rows] + 0.5, 0, 255).astype(np.uint8)
    if sensor.jpeg > 0:
        done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, sensor.jpeg])
        if done:
            picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return picture


@lru_cache(maxsize=8)
def _vignette(shape: tuple[int, int], loss: float) -> Image:
    """Return the share of light that arrives, falling with the fourth power of the cosine."""
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    square = (x - shape[1] / 2) ** 2 + (y - shape[0] / 2) ** 2
    square /= (shape[0] / 2) ** 2 + (shape[1] / 2) ** 2
    k = 1 / np.sqrt(1 - min(loss, 0.9)) - 1
    return np.asarray(1 / (1 + k * square) ** 2, np.float32)


@lru_cache(maxsize=16)
def _tone_curve(contrast: float) -> Image:
    """Return 0..255 for each step of linear light: sRGB's gamma, then contrast about mid grey."""
    v = np.linspace(0, 1, _STEPS)
    v = np.where(v < 0.0031308, 12.92 * v, 1.055 * np.maximum(v, 1e-9) ** (1 / 2.4) - 0.055)
    v = np.clip(0.5 + (v - 0.5) * contrast + 0.06 * (contrast - 1), 0, 1)
    return (v * 255).astype(np.float32)


def _unrest(tone: Image) -> Image:
    """Return the relative strength of noise: more in the dark (after the tone curve)."""
    return np.asarray(1.35 - tone * np.float32(0.7 / 255.0), np.float32)


def _noise(shape: tuple[int, int], strength: float, rng: Generator) -> Image:
    """Return noise (H, W, 3): fine in brightness, blotchy in colour, as cameras leave it."""
    fine = rng.standard_normal(shape, dtype=np.float32) * np.float32(strength)
    half = ((shape[0] + 1) // 2, (shape[1] + 1) // 2)
    blots = rng.standard_normal((*half, 3), dtype=np.float32) * np.float32(0.6 * strength)
    colour = cv2.resize(blots, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR)
    noise = np.asarray(colour, np.float32)
    noise += fine[..., None]
    return noise
