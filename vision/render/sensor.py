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
REACH_PX = 8
"""So far the lens' blur and the camera's sharpening carry, for blurs of up to a pixel."""
_STRIP_PX = 64
"""Noise is worked out so many rows at a time, an even number."""


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
    """Return the picture (H, W, 3) BGR uint8 of linear light (3, H, W); `light` may be changed."""
    tone = expose(light, sensor, (0, 0), (light.shape[2], light.shape[1]))
    picture = noisy(tone, sensor, rng)
    if sensor.jpeg > 0:
        done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, sensor.jpeg])
        if done:
            picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return picture


def expose(light: Image, sensor: Sensor, at: tuple[int, int], size_px: tuple[int, int]) -> Image:
    """Return the grey levels (3, h, w), 0..255, of light (3, h, w), without noise; in its place.

    It is the part of a picture of `size_px` whose left upper pixel is `at` (x, y). What lies
    within `REACH_PX` of an edge that is not the picture's own lacks what is beyond.
    """
    loss = _vignette(at, (light.shape[2], light.shape[1]), size_px, sensor.vignette)
    curve = _tone_curve(round(sensor.contrast, 3))
    steps = np.empty(light.shape[1:], np.uint16)
    for plane, gain in zip(light, sensor.balance, strict=True):
        np.multiply(plane, loss, out=plane)
        if sensor.blur_px > 0.05:
            cv2.GaussianBlur(plane, (0, 0), sensor.blur_px, dst=plane)
        np.multiply(plane, np.float32(gain * sensor.exposure * (_STEPS - 1)), out=plane)
        np.clip(plane, 0, _STEPS - 1, out=plane)
        np.copyto(steps, plane, casting="unsafe")
        np.take(curve, steps, out=plane, mode="clip")
        if sensor.sharpen > 0:
            soft = cv2.GaussianBlur(plane, (0, 0), 1.2)
            cv2.addWeighted(plane, 1 + sensor.sharpen, soft, -sensor.sharpen, 0, dst=plane)
    return light


def noisy(tone: NDArray[np.float32] | Picture, sensor: Sensor, rng: Generator) -> Picture:
    """Return the picture (H, W, 3) of grey levels (3, H, W), with the sensor's noise.

    It is fine in brightness, blotchy in colour, and stronger in the dark, as cameras leave it.
    """
    _, height, width = tone.shape
    if sensor.noise <= 0:
        return np.asarray(cv2.merge([rounded(plane) for plane in tone]), np.uint8)
    rows, columns = (height + 1) // 2, (width + 1) // 2
    blots = rng.standard_normal((rows, columns, 3), dtype=np.float32)
    picture: Picture = np.empty((height, width, 3), np.uint8)
    for first in range(0, height, _STRIP_PX):
        last = min(first + _STRIP_PX, height)
        above, below = max(first // 2 - 1, 0), min(-(-last // 2) + 1, rows)
        fine = rng.standard_normal((last - first, width), dtype=np.float32)
        planes = []
        for part, level in zip(cv2.split(blots[above:below]), tone[:, first:last], strict=True):
            size = (width, (below - above) * 2 if below < rows else height - above * 2)
            noise = cv2.resize(part, size, interpolation=cv2.INTER_LINEAR)
            noise = noise[first - above * 2 : last - above * 2] * np.float32(0.6)
            noise += fine
            noise *= level * np.float32(-0.7 / 255 * sensor.noise) + np.float32(1.35 * sensor.noise)
            planes.append(cv2.add(noise, level, dtype=cv2.CV_8U))
        cv2.merge(planes, dst=picture[first:last])
    return picture


def rounded(tone: NDArray[np.float32] | Picture) -> Picture:
    """Return grey levels (h, w) as whole numbers, 0 to 255."""
    return np.asarray(cv2.addWeighted(tone, 1.0, tone, 0.0, 0.0, dtype=cv2.CV_8U), np.uint8)


def _vignette(
    at: tuple[int, int], part_px: tuple[int, int], size_px: tuple[int, int], loss: float
) -> Image:
    """Return the share of light (h, w) that arrives, falling with the 4th power of the cosine.

    Of the part (width, height) of a picture of `size_px` that begins `at` (x, y).
    """
    width, height = size_px
    k = 1 / np.sqrt(1 - min(loss, 0.9)) - 1
    far = k / ((height / 2) ** 2 + (width / 2) ** 2)
    x = (at[0] + np.arange(part_px[0]) - width / 2) ** 2 * far
    y = (at[1] + np.arange(part_px[1]) - height / 2) ** 2 * far
    share = (1 + y[:, None]).astype(np.float32) + x.astype(np.float32)
    share *= share
    return np.asarray(np.divide(np.float32(1), share, out=share), np.float32)


@lru_cache(maxsize=16)
def _tone_curve(contrast: float) -> Image:
    """Return 0..255 for each step of linear light: sRGB's gamma, then contrast about mid grey."""
    v = np.linspace(0, 1, _STEPS)
    v = np.where(v < 0.0031308, 12.92 * v, 1.055 * np.maximum(v, 1e-9) ** (1 / 2.4) - 0.055)
    v = np.clip(0.5 + (v - 0.5) * contrast + 0.06 * (contrast - 1), 0, 1)
    return (v * 255).astype(np.float32)
