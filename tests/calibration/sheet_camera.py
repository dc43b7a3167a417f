"""A virtual camera of a known lens before the printed calibration sheet.

The sheet is drawn from the PDF that `moontable lens print` writes, so the print is tried as well.
"""

from __future__ import annotations

import re
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.sheet import sheet_pdf

Pixels = NDArray[np.uint8]

SIZE = (960, 720)
MATRIX = np.array([[800.0, 0, 487], [0, 798.0, 356], [0, 0, 1]])
DISTORTION = np.array([-0.14, 0.05, 0.0006, -0.0004, 0.0])
_PER_MM = 3
_PAGE_MM = (210, 297)


@cache
def printed_sheet() -> Pixels:
    """Return the printed page, _PER_MM pixels for a millimetre."""
    page = np.full((_PAGE_MM[1] * _PER_MM, _PAGE_MM[0] * _PER_MM), 255, np.uint8)
    for box in re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re", sheet_pdf()):
        x, y, width, height = (float(value) * _PER_MM for value in box)
        low = page.shape[0] - y
        page[round(low - height) : round(low), round(x) : round(x + width)] = 0
    return page


def another_sheet(dictionary: int = cv2.aruco.DICT_5X5_50) -> Pixels:
    """Return a page with a ChArUco board of another program: fewer, larger squares."""
    page = np.full_like(printed_sheet(), 255)
    markers = cv2.aruco.getPredefinedDictionary(dictionary)
    board = cv2.aruco.CharucoBoard((5, 7), 34.0, 25.0, markers)
    drawn = board.generateImage((170 * _PER_MM, 238 * _PER_MM))
    page[60 : 60 + drawn.shape[0], 60 : 60 + drawn.shape[1]] = drawn
    return page


def sheet_photo(
    seed: int,
    *,
    tilt_deg: tuple[float, float] = (10.0, 38.0),
    blur_px: float = 0.7,
    page: Pixels | None = None,
) -> Pixels:
    """Return a photo of the sheet from somewhere, tilted by an angle between two."""
    rng = np.random.default_rng(seed)
    tilt, way = np.radians(rng.uniform(*tilt_deg)), rng.uniform(0, 2 * np.pi)
    lean = cv2.Rodrigues(np.array([np.cos(way), np.sin(way), 0.0]) * tilt)[0]
    rotation = lean @ cv2.Rodrigues(np.array([0.0, 0.0, rng.uniform(-3, 3)]))[0]
    away = np.array([rng.uniform(-60, 60), rng.uniform(-40, 40), rng.uniform(340, 520)])
    shift = away - rotation @ np.array([_PAGE_MM[0] / 2, _PAGE_MM[1] / 2, 0.0])
    v, u = np.mgrid[0 : SIZE[1], 0 : SIZE[0]].astype(np.float64)
    points = np.column_stack([u.ravel(), v.ravel()]).reshape(-1, 1, 2)
    rays = cv2.undistortPoints(points, MATRIX, DISTORTION).reshape(-1, 2)
    to_sheet = np.linalg.inv(np.column_stack([rotation[:, :2], shift]))
    flat = np.column_stack([rays, np.ones(len(rays))]) @ to_sheet.T
    place = (flat[:, :2] / flat[:, 2:] * _PER_MM - 0.5).astype(np.float32)
    x, y = (place[:, i].reshape(SIZE[::-1]).copy() for i in (0, 1))
    printed = cv2.GaussianBlur(printed_sheet() if page is None else page, (0, 0), 1.0)
    photo = cv2.remap(printed, x, y, cv2.INTER_LINEAR, borderValue=(95,)).astype(np.float64)
    soft = cv2.GaussianBlur(photo * 0.85 + 12, (0, 0), blur_px)
    noisy = soft + rng.normal(0, 2.5, soft.shape)
    return np.asarray(np.clip(noisy, 0, 255), dtype=np.uint8)
