"""Small drawn pictures of boards for the tests: a grid seen by a known camera."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]
PITCH_MM = 32.0


def camera(
    *,
    tilt_deg: float = 12.0,
    turn_deg: float = 4.0,
    height_mm: float = 430.0,
    focal_px: float = 700.0,
    size_px: tuple[int, int] = (840, 640),
    k1: float = -0.05,
    columns: int = 9,
) -> Camera:
    """Return a camera that looks at the middle of a board from the south, tilted."""
    turn = cv2.Rodrigues(np.array([0.0, 0.0, np.radians(turn_deg)]))[0]
    tilt = cv2.Rodrigues(np.array([np.radians(180.0 - tilt_deg), 0.0, 0.0]))[0]
    rotation = np.asarray(tilt @ turn, dtype=np.float64)
    middle = np.array([1.0, 1.0, 0.0]) * (columns - 1) * PITCH_MM / 2
    shift = np.array([0.0, 0.0, height_mm]) - rotation @ middle
    centre = ((size_px[0] - 1) / 2, (size_px[1] - 1) / 2)
    matrix = np.array([[focal_px, 0, centre[0]], [0, focal_px, centre[1]], [0, 0, 1.0]])
    return Camera(size_px, matrix, np.array([k1, 0, 0, 0, 0]), rotation, shift)


def draw_board(
    seen_by: Camera,
    *,
    columns: int = 9,
    light_lines: bool = False,
    pieces: int = 0,
    noise: float = 2.0,
    seed: int = 3,
    push_mm: tuple[float, float] = (0.0, 0.0),
    stones: bool = False,
) -> Pixels:
    """Return a BGR picture of a wooden board with dark (or light) lines and flat pieces on it.

    stones: the pieces are round, black and white, and nearly as wide as the pitch.
    """
    rng = np.random.default_rng(seed)
    per_mm, margin = 3.0, 26.0
    side = round(((columns - 1) * PITCH_MM + 2 * margin) * per_mm)
    wood, line = ((40, 60, 85), (150, 175, 190)) if light_lines else ((110, 160, 200), (45, 55, 70))
    grain = cv2.resize(rng.normal(0, 6, (side, 12)).astype(np.float32), (side, side))
    board = np.clip(np.array(wood, np.float32) + grain[..., None], 0, 255)
    for i in range(columns):
        at = round((margin + i * PITCH_MM) * per_mm)
        ends = (round(margin * per_mm), round((margin + (columns - 1) * PITCH_MM) * per_mm))
        cv2.line(board, (at, ends[0]), (at, ends[1]), line, 4, cv2.LINE_AA)
        cv2.line(board, (ends[0], at), (ends[1], at), line, 4, cv2.LINE_AA)
    for site in rng.permutation(columns * columns)[:pieces]:
        place = margin + np.array(divmod(int(site), columns)) * PITCH_MM + rng.normal(0, 1.5, 2)
        if stones:
            across, down = (int(value) for value in np.rint(place * per_mm))
            shade = (235.0,) * 3 if rng.random() < 0.5 else (30.0,) * 3
            cv2.circle(
                board, (across, down), round(0.46 * PITCH_MM * per_mm), shade, -1, cv2.LINE_AA
            )
            continue
        x, y = (int(value) for value in np.rint((place - 8.0) * per_mm))
        colour = (150, 60, 40) if site % 2 else (30, 50, 90)
        cv2.rectangle(board, (x, y), (x + 48, y + 48), colour, -1)
    return _photographed(board, seen_by, columns, per_mm, margin, noise, rng, push_mm)


def _photographed(
    board: NDArray[np.float32],
    seen_by: Camera,
    columns: int,
    per_mm: float,
    margin: float,
    noise: float,
    rng: np.random.Generator,
    push_mm: tuple[float, float],
) -> Pixels:
    """Project the board's texture through the camera onto a green cloth."""
    width, height = seen_by.size_px
    v, u = np.mgrid[0:height, 0:width]
    world = seen_by.unproject(np.column_stack([u.ravel(), v.ravel()])) - np.array(push_mm)
    x = (world[:, 0] + margin) * per_mm - 0.5
    y = ((columns - 1) * PITCH_MM - world[:, 1] + margin) * per_mm - 0.5
    maps = [m.reshape(height, width).astype(np.float32) for m in (x, y)]
    soft = cv2.GaussianBlur(board, (0, 0), 1.2)
    picture = cv2.remap(
        soft,
        maps[0],
        maps[1],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(60, 80, 50),
    )
    picture = cv2.GaussianBlur(picture, (0, 0), 0.6) + rng.normal(0, noise, picture.shape)
    return np.asarray(np.clip(picture, 0, 255), dtype=np.uint8)


def corners_px(seen_by: Camera, columns: int = 9) -> Floats:
    """Return where the outermost points appear: a1, south-east, north-east, north-west."""
    far = (columns - 1) * PITCH_MM
    return seen_by.project(np.array([[0, 0, 0], [far, 0, 0], [far, far, 0], [0, far, 0.0]]))
