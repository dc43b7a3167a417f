"""From what a camera's chip delivers to BGR: one function for all layouts.

YUV 4:2:0 is full-range BT.601 (JPEG's, ITU-T T.871) or limited-range BT.601 or BT.709. OpenCV's
own conversions assume limited range; on full-range pictures, which Pi cameras make unless told
otherwise, they are wrong by up to 18 levels. So we do the arithmetic here.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sources.api import Pixels


class Layout(Enum):
    """How the bytes lie; the names are picamera2's."""

    NV12 = "NV12"
    """Y, then U and V by turns at half the size."""
    NV21 = "NV21"
    """Y, then V and U by turns."""
    YUV420 = "YUV420"
    """Y, then U, then V."""
    YVU420 = "YVU420"
    """Y, then V, then U."""
    RGB888 = "RGB888"
    """Three bytes: blue, green, red in memory, whatever the name says."""
    BGR888 = "BGR888"
    """Three bytes: red, green, blue in memory."""
    XRGB8888 = "XRGB8888"
    """Four bytes: blue, green, red, nothing."""
    XBGR8888 = "XBGR8888"
    """Four bytes: red, green, blue, nothing."""


_PLANAR = (Layout.NV12, Layout.NV21, Layout.YUV420, Layout.YVU420)


@dataclass(frozen=True, slots=True)
class Coding:
    """What the numbers of YUV mean: full range (0 to 255) or limited (16 to 235), and the matrix.

    red, blue: the weights of both in Y (Kr, Kb).
    """

    full_range: bool = True
    red: float = 0.299
    blue: float = 0.114


BT601_FULL = Coding()
BT601_LIMITED = Coding(full_range=False)
BT709_LIMITED = Coding(full_range=False, red=0.2126, blue=0.0722)
BT709_FULL = Coding(red=0.2126, blue=0.0722)


def to_bgr(
    data: NDArray[np.uint8],
    layout: Layout,
    size_px: tuple[int, int],
    *,
    stride_bytes: int = 0,
    coding: Coding = BT601_FULL,
) -> Pixels:
    """Return BGR pixels (H, W, 3) from a buffer of bytes, in rows of ``stride_bytes`` each.

    size_px: (width, height); both are even in the layouts of half-sized colour. stride_bytes: 0
    when rows have no padding. In `YUV420` and `YVU420` the rows of U and V have half of it.
    Raises ValueError when there are fewer bytes than that takes.
    """
    width, height = size_px
    flat = np.ascontiguousarray(data).reshape(-1)
    per_pixel = {Layout.XRGB8888: 4, Layout.XBGR8888: 4, Layout.RGB888: 3, Layout.BGR888: 3}
    row = stride_bytes or width * per_pixel.get(layout, 1)
    rows = height * 3 // 2 if layout in _PLANAR else height
    if row < width * per_pixel.get(layout, 1):
        raise ValueError(f"rows of {row} bytes are too short for {width} pixels of {layout.value}")
    if layout in _PLANAR and (width % 2 or height % 2):
        raise ValueError(f"{layout.value} has no odd size, such as {width} x {height}")
    # The last row may come without its padding.
    if flat.size < rows * row:
        if flat.size < (rows - 1) * row + width:
            raise ValueError(f"{flat.size} bytes are too few for {width} x {height} {layout.value}")
        flat = np.pad(flat, (0, rows * row - flat.size))
    flat = flat[: rows * row]
    if layout in _PLANAR:
        return _from_yuv(flat, layout, (width, height), row, coding)
    pixels = flat.reshape(height, row)[:, : width * per_pixel[layout]]
    pixels = pixels.reshape(height, width, per_pixel[layout])[:, :, :3]
    if layout in (Layout.BGR888, Layout.XBGR8888):
        pixels = pixels[:, :, ::-1]
    return np.ascontiguousarray(pixels)


def _from_yuv(
    flat: NDArray[np.uint8], layout: Layout, size_px: tuple[int, int], row: int, coding: Coding
) -> Pixels:
    width, height = size_px
    luma = flat[: height * row].reshape(height, row)[:, :width]
    colour = flat[height * row :]
    if layout in (Layout.NV12, Layout.NV21):
        pairs = colour.reshape(height // 2, row)[:, :width].reshape(height // 2, width // 2, 2)
        first, second = pairs[:, :, 0], pairs[:, :, 1]
    else:
        planes = colour.reshape(2, height // 2, row // 2)[:, :, : width // 2]
        first, second = planes[0], planes[1]
    if layout in (Layout.NV21, Layout.YVU420):
        first, second = second, first
    return _combined(luma, first, second, coding)


def _combined(
    luma: NDArray[np.uint8], u: NDArray[np.uint8], v: NDArray[np.uint8], coding: Coding
) -> Pixels:
    """Apply the inverse matrix (ITU-R BT.601 and BT.709, section 3).

    The differences of colour are worked out at half size and then enlarged, which is exact since
    they are linear, and cheaper. OpenCV enlarges about pixel centres, as JPEG's chroma lies.
    """
    green = 1 - coding.red - coding.blue
    y_gain, c_gain = (1.0, 1.0) if coding.full_range else (255 / 219, 255 / 224)
    y_offset = 0.0 if coding.full_range else 16.0
    cb = (u.astype(np.float32) - 128) * c_gain
    cr = (v.astype(np.float32) - 128) * c_gain
    to_blue = 2 * (1 - coding.blue) * cb
    to_red = 2 * (1 - coding.red) * cr
    to_green = -(coding.blue * to_blue + coding.red * to_red) / green
    height, width = luma.shape
    lightness = (luma.astype(np.float32) - y_offset) * y_gain
    channels = [
        cv2.add(lightness, cv2.resize(part, (width, height), interpolation=cv2.INTER_LINEAR))
        for part in (to_blue, to_green, to_red)
    ]
    # Adding to an empty picture rounds and stays within 0 to 255.
    whole = cv2.merge(channels)
    return np.asarray(cv2.convertScaleAbs(np.maximum(whole, 0)), dtype=np.uint8)
