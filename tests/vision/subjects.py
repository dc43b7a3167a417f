"""Drawn photographs of things that are no table: for what must be refused with a reason.

Each is drawn flat, seen a little from the side, and blurred and noisy like a photograph.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
SIZE = (1280, 960)
"""Width and height that the pictures are drawn for; they can be scaled afterwards."""


def _plain(colour: tuple[int, int, int]) -> Pixels:
    return np.full((SIZE[1], SIZE[0], 3), colour, np.uint8)


def face() -> Pixels:
    """Return a face before a curtain."""
    picture = _plain((120, 90, 70))
    for x in range(0, SIZE[0], 80):
        cv2.line(picture, (x, 0), (x + 30, SIZE[1]), (105, 78, 60), 24, cv2.LINE_AA)
    cv2.ellipse(picture, (640, 1050), (420, 320), 0, 0, 360, (60, 50, 130), -1, cv2.LINE_AA)
    cv2.ellipse(picture, (640, 430), (260, 340), 0, 0, 360, (140, 170, 215), -1, cv2.LINE_AA)
    cv2.ellipse(picture, (640, 240), (280, 190), 0, 180, 360, (30, 40, 60), -1, cv2.LINE_AA)
    for x in (540, 740):
        cv2.ellipse(picture, (x, 400), (48, 24), 0, 0, 360, (245, 245, 245), -1, cv2.LINE_AA)
        cv2.circle(picture, (x, 400), 18, (70, 60, 30), -1, cv2.LINE_AA)
        cv2.line(picture, (x - 55, 345), (x + 55, 340), (40, 50, 70), 12, cv2.LINE_AA)
    cv2.line(picture, (640, 420), (625, 530), (110, 140, 190), 8, cv2.LINE_AA)
    cv2.ellipse(picture, (640, 620), (90, 34), 0, 0, 180, (80, 80, 180), -1, cv2.LINE_AA)
    return picture


def page() -> Pixels:
    """Return a printed page."""
    picture = _plain((225, 232, 236))
    words = ("the", "moons", "lie", "on", "points", "of", "the", "board", "a", "trap", "looks")
    rng = np.random.default_rng(4)
    for y in range(60, SIZE[1], 34):
        line = " ".join(words[i] for i in rng.integers(0, len(words), 16))
        cv2.putText(picture, line, (40, y), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (45, 40, 40), 2)
    return picture


def keyboard() -> Pixels:
    """Return a keyboard of nine by nine square keys: nearly a board of lines."""
    picture = _plain((52, 48, 46))
    for row in range(9):
        for column in range(9):
            x, y = 220 + column * 94, 60 + row * 94
            cv2.rectangle(picture, (x, y), (x + 78, y + 78), (88, 84, 82), -1)
            cv2.putText(
                picture, chr(65 + (row * 9 + column) % 26), (x + 10, y + 36), 0, 1, (230,) * 3, 2
            )
    return picture


def window() -> Pixels:
    """Return a window of three by four panes, brighter than the wall."""
    picture = _plain((95, 105, 112))
    rng = np.random.default_rng(2)
    sky = cv2.resize(rng.normal(0, 14, (6, 8, 3)).astype(np.float32), (640, 800))
    picture[80:880, 320:960] = np.clip(np.array((245, 235, 220)) + sky, 0, 255).astype(np.uint8)
    for x in range(320, 961, 160):
        cv2.line(picture, (x, 80), (x, 880), (60, 66, 70), 20)
    for y in range(80, 881, 266):
        cv2.line(picture, (320, y), (960, y), (60, 66, 70), 20)
    return picture


def tiles() -> Pixels:
    """Return a floor of tiles that goes on to every side."""
    picture = _plain((150, 165, 172))
    for at in range(20, SIZE[0], 110):
        cv2.line(picture, (at, 0), (at, SIZE[1]), (95, 100, 104), 6)
        cv2.line(picture, (0, at), (SIZE[0], at), (95, 100, 104), 6)
    return picture


def chessboard() -> Pixels:
    """Return a chessboard with its men as discs."""
    picture = _plain((40, 70, 60))
    for row in range(8):
        for column in range(8):
            x, y = 280 + column * 90, 120 + row * 90
            colour = (190, 215, 230) if (row + column) % 2 == 0 else (60, 90, 130)
            cv2.rectangle(picture, (x, y), (x + 89, y + 89), colour, -1)
            if row in (0, 1, 6, 7):
                shade = (235, 235, 235) if row > 4 else (35, 35, 40)
                cv2.circle(picture, (x + 45, y + 45), 26, shade, -1, cv2.LINE_AA)
    return picture


SUBJECTS: dict[str, Callable[[], Pixels]] = {
    one.__name__: one for one in (face, page, keyboard, window, tiles, chessboard)
}


def photographed(drawn: Pixels, size_px: tuple[int, int] = SIZE, *, tilt: float = 0.12) -> Pixels:
    """Return a drawing as a photo of it: from the side, with blur, uneven light and noise."""
    width, height = size_px
    corners = np.array([[0, 0], [SIZE[0], 0], [SIZE[0], SIZE[1]], [0, SIZE[1]]], np.float32)
    inset = tilt * width / 2
    seen = np.array(
        [[-inset / 4, -9], [width + inset / 3, -5], [width + inset, height + 9], [-inset, height]],
        np.float32,
    )
    warp = cv2.getPerspectiveTransform(corners, seen)
    photo = cv2.warpPerspective(drawn, warp, size_px, borderMode=cv2.BORDER_REPLICATE)
    light = np.linspace(1.05, 0.85, width)[None, :, None]
    noise = np.random.default_rng(8).normal(0, 3, (height, width, 3))
    lit = cv2.GaussianBlur(photo, (0, 0), 0.8) * light + noise
    return np.asarray(np.clip(lit, 0, 255), dtype=np.uint8)
