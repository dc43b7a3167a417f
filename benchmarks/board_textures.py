"""Flat textures for made board photos: boards with lines, stars and letters, and what is below.

Colours are BGR 0 to 255, float32. Everything comes from the generator that is passed in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.float32]
Rng = np.random.Generator

BOARD_PX_PER_MM = 3.2
FLOOR_PX_PER_MM = 1.0
FLOOR_MM = 1900.0

_WOODS = ((105, 165, 205), (130, 190, 225), (60, 110, 160), (85, 140, 190), (150, 195, 215))
_DARKS = ((35, 55, 80), (60, 45, 35), (50, 80, 45), (40, 40, 45), (95, 60, 40), (45, 45, 110))


@dataclass(frozen=True, slots=True)
class BoardLook:
    """A board: points, pitches and margin in mm, and how it is painted.

    frame_mm: a second line so far outside the outermost ones; 0 = none. seam: a fold in the middle.
    contrast: of the lines against the wood, as a part of its brightness. grain: likewise.
    """

    columns: int
    rows: int
    pitch_mm: float
    ratio: float
    margin_mm: float
    line_mm: float
    contrast: float
    light_lines: bool
    grain: float
    stars: bool
    letters: bool
    frame_mm: float
    seam: bool

    @property
    def far_mm(self) -> tuple[float, float]:
        """The last point's place, x and y."""
        return (self.columns - 1) * self.pitch_mm, (self.rows - 1) * self.pitch_mm * self.ratio


def soft_noise(rng: Rng, shape: tuple[int, int], grain_px: tuple[float, float]) -> Image:
    """Return noise of unit spread whose grains are so wide and high."""
    size = [
        max(2, round(side / max(grain, 1.0)))
        for side, grain in zip(shape, grain_px[::-1], strict=True)
    ]
    small = rng.normal(0, 1, size).astype(np.float32)
    return np.asarray(cv2.resize(small, shape[::-1], interpolation=cv2.INTER_CUBIC), np.float32)


def wood(rng: Rng, shape: tuple[int, int], per_mm: float) -> Image:
    """Return wood's relative brightness about 0: wavy rings, fibres and clouds."""
    x = np.arange(shape[1], dtype=np.float32)[None] / per_mm
    wave = soft_noise(rng, shape, (400 * per_mm, 60 * per_mm)) * rng.uniform(1, 8)
    rings = np.sin((x + wave) * 2 * np.pi / rng.uniform(3, 25))
    fibres = soft_noise(rng, shape, (0.7 * per_mm, 40 * per_mm))
    clouds = soft_noise(rng, shape, (90 * per_mm, 90 * per_mm))
    mixed = rng.uniform(0.1, 1) * rings + rng.uniform(0.2, 0.8) * fibres + 0.4 * clouds
    return np.asarray(mixed, np.float32)


def board_texture(rng: Rng, look: BoardLook) -> Image:
    """Return the board's top; its north-west rim is pixel (0, 0)."""
    far = np.array(look.far_mm)
    width, height = np.ceil((far + 2 * look.margin_mm) * BOARD_PX_PER_MM).astype(int)
    colours = _DARKS if look.light_lines else _WOODS
    base = np.array(colours[rng.integers(len(colours))], np.float32)
    along = rng.random() < 0.5
    shape = (int(height), int(width)) if along else (int(width), int(height))
    shade = wood(rng, shape, BOARD_PX_PER_MM)
    shade = shade if along else np.ascontiguousarray(shade.T)
    board = base * (1 + look.grain * shade[..., None])
    ink = _ink(look, (int(height), int(width)))
    if look.light_lines:
        line = np.minimum(base + look.contrast * 200, 250)
    else:
        line = base * (1 - look.contrast)
    worn = np.clip(1 + 0.25 * soft_noise(rng, ink.shape, (60.0, 60.0)), 0.3, 1)
    ink = (ink * worn)[..., None]
    return np.asarray(np.clip(board * (1 - ink) + line * ink, 0, 255), np.float32)


def _ink(look: BoardLook, shape: tuple[int, int]) -> Image:
    """Return where lines, stars and letters are printed, 0 to 1."""
    per, sheet = BOARD_PX_PER_MM, np.zeros(shape, np.uint8)
    far_x, far_y = look.far_mm
    thick = max(1, round(look.line_mm * per))

    def stroke(x0: float, y0: float, x1: float, y1: float, width: int) -> None:
        ends = [round((look.margin_mm + value) * per) for value in (x0, y0, x1, y1)]
        cv2.line(sheet, (ends[0], ends[1]), (ends[2], ends[3]), 255, width, cv2.LINE_AA)

    for column in range(look.columns):
        stroke(column * look.pitch_mm, 0, column * look.pitch_mm, far_y, thick)
    for row in range(look.rows):
        y = row * look.pitch_mm * look.ratio
        stroke(0, y, far_x, y, thick)
    if look.frame_mm:
        f = look.frame_mm
        for x in (-f, far_x + f):
            stroke(x, -f, x, far_y + f, thick)
        for y in (-f, far_y + f):
            stroke(-f, y, far_x + f, y, thick)
    if look.seam:
        y = (look.rows // 2 - 0.5) * look.pitch_mm * look.ratio
        stroke(-look.margin_mm, y, far_x + look.margin_mm, y, 2)
    if look.stars:
        _stars(look, sheet)
    if look.letters:
        _letters(look, sheet)
    return np.asarray(sheet, np.float32) / 255


def _stars(look: BoardLook, sheet: NDArray[np.uint8]) -> None:
    """Print the star points."""
    edge = 3 if look.columns > 11 else 2
    for column in (edge, look.columns // 2, look.columns - 1 - edge):
        for row in (edge, look.rows // 2, look.rows - 1 - edge):
            x = look.margin_mm + column * look.pitch_mm
            y = look.margin_mm + row * look.pitch_mm * look.ratio
            at = (round(x * BOARD_PX_PER_MM), round(y * BOARD_PX_PER_MM))
            cv2.circle(sheet, at, round(1.9 * BOARD_PX_PER_MM), 255, -1, cv2.LINE_AA)


def _letters(look: BoardLook, sheet: NDArray[np.uint8]) -> None:
    """Print coordinates in the margin."""
    scale = look.margin_mm / 26 * BOARD_PX_PER_MM / 4
    far_x, far_y = look.far_mm
    for column in range(look.columns):
        for y in (look.margin_mm * 0.5, far_y + look.margin_mm * 1.75):
            x = look.margin_mm + column * look.pitch_mm - look.margin_mm * 0.15
            at = (round(x * BOARD_PX_PER_MM), round(y * BOARD_PX_PER_MM))
            cv2.putText(sheet, chr(65 + column), at, 0, scale, 255, 2, cv2.LINE_AA)
    for row in range(look.rows):
        for x in (look.margin_mm * 0.1, far_x + look.margin_mm * 1.4):
            y = look.margin_mm * 1.15 + row * look.pitch_mm * look.ratio
            at = (round(x * BOARD_PX_PER_MM), round(y * BOARD_PX_PER_MM))
            cv2.putText(sheet, str(look.rows - row), at, 0, scale, 255, 2, cv2.LINE_AA)


def _plain(rng: Rng, side: int) -> Image:
    return 0.05 * soft_noise(rng, (side, side), (200, 200))


def _carpet(rng: Rng, side: int) -> Image:
    return 0.18 * soft_noise(rng, (side, side), (2, 2)) + 0.1 * soft_noise(
        rng, (side, side), (9, 9)
    )


def _planks(rng: Rng, side: int) -> Image:
    shade = 0.1 * wood(rng, (side, side), FLOOR_PX_PER_MM)
    for x in range(0, side, round(rng.uniform(60, 180) * FLOOR_PX_PER_MM)):
        shade[:, x:] += rng.normal(0, 0.05)
        shade[:, x : x + rng.integers(1, 5)] -= 0.4
    return shade


def _tatami(rng: Rng, side: int) -> Image:
    ribs = np.sin(np.arange(side) * 2 * np.pi / (rng.uniform(3, 8) * FLOOR_PX_PER_MM))
    shade = np.repeat(0.08 * ribs[:, None], side, axis=1) + 0.05 * soft_noise(
        rng, (side, side), (40, 3)
    )
    band = rng.integers(side // 4, 3 * side // 4)
    shade[:, band : band + round(30 * FLOOR_PX_PER_MM)] = -0.6
    return np.asarray(shade, np.float32)


def _tiles(rng: Rng, side: int) -> Image:
    shade = 0.04 * soft_noise(rng, (side, side), (30, 30))
    step, wide = round(rng.uniform(25, 200) * FLOOR_PX_PER_MM), int(rng.integers(1, 6))
    height = rng.choice([-0.35, 0.35])
    for at in range(0, side, step):
        shade[at : at + wide] = height
        shade[:, at : at + wide] = height
    return shade


def _checks(rng: Rng, side: int) -> Image:
    step = round(rng.uniform(12, 60) * FLOOR_PX_PER_MM)
    odd = (np.arange(side) // step) % 2
    checks = (odd[:, None] + odd[None]) if rng.random() < 0.5 else 2 * (odd[:, None] ^ odd[None])
    return np.asarray(0.3 * (checks - 1.0), np.float32) + 0.05 * soft_noise(
        rng, (side, side), (2, 2)
    )


def _stripes(rng: Rng, side: int) -> Image:
    step = rng.uniform(6, 40) * FLOOR_PX_PER_MM
    ribs = (np.arange(side) // step) % 2
    return np.asarray(np.repeat(0.4 * (ribs[None] - 0.5), side, axis=0), np.float32)


FLOORS: dict[str, Callable[[Rng, int], Image]] = {
    "plain": _plain,
    "carpet": _carpet,
    "planks": _planks,
    "tatami": _tatami,
    "tiles": _tiles,
    "checks": _checks,
    "stripes": _stripes,
}


def floor_texture(rng: Rng, kind: str, *, clutter: int) -> Image:
    """Return what the board lies on, its middle in the middle, with `clutter` things on it."""
    side = round(FLOOR_MM * FLOOR_PX_PER_MM)
    base = np.array(rng.uniform(50, 190) + rng.normal(0, 25, 3), np.float32)
    floor = np.clip(base * (1 + FLOORS[kind](rng, side)[..., None]), 5, 250).astype(np.float32)
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), float(rng.uniform(0, 360)), 1.0)
    if rng.random() < 0.7:  # often a table's pattern runs along the board
        turn = cv2.getRotationMatrix2D((side / 2, side / 2), float(rng.normal(0, 3)), 1.0)
    floor = np.asarray(
        cv2.warpAffine(floor, turn, (side, side), borderMode=cv2.BORDER_REFLECT), np.float32
    )
    for _ in range(clutter):
        _thing(rng, floor, side)
    return floor


def _thing(rng: Rng, floor: Image, side: int) -> None:
    """Lay a sheet of text, a book, a bowl, a cable or a keyboard down, mostly off the board."""
    angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.14, 0.42) * side
    middle = np.array([np.cos(angle), np.sin(angle)]) * far + side / 2
    colour = tuple(float(c) for c in rng.uniform(10, 245, 3))
    kind = rng.integers(5)
    if kind == 0:
        cv2.circle(floor, _point(middle), round(rng.uniform(30, 90)), colour, -1, cv2.LINE_AA)
        return
    if kind == 1:
        walk = middle + np.cumsum(rng.normal(0, 40, (12, 2)), axis=0)
        cv2.polylines(floor, [np.rint(walk).astype(np.int32)], False, colour, 5, cv2.LINE_AA)
        return
    size = rng.uniform(110, 330, 2)
    spin = cv2.getRotationMatrix2D((0, 0), float(rng.uniform(0, 360)), 1.0)[:, :2]
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * size / 2 @ spin.T + middle
    if kind == 2:
        cv2.fillPoly(floor, [np.rint(corners).astype(np.int32)], colour, cv2.LINE_AA)
        return
    sheet = np.full((200, 200, 3), 235 if kind == 3 else 40, np.float32)
    if kind == 3:
        for y in range(15, 190, 9):
            for x in range(12, 185, 7):
                if rng.random() < 0.8:
                    cv2.rectangle(sheet, (x, y), (x + 4, y + 4), (60, 60, 60), -1)
    else:
        for y in range(6, 190, 32):
            for x in range(6, 190, 16):
                cv2.rectangle(sheet, (x, y), (x + 12, y + 26), (90, 90, 90), -1)
    source = np.array([[0, 0], [200, 0], [200, 200], [0, 200]], np.float32)
    warp = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
    laid = cv2.warpPerspective(sheet, warp, (side, side))
    mask = cv2.warpPerspective(np.ones((200, 200), np.float32), warp, (side, side))
    floor[mask > 0.5] = laid[mask > 0.5]


def _point(place: NDArray[np.float64]) -> tuple[int, int]:
    return round(float(place[0])), round(float(place[1]))
