"""The cubes' own surfaces: six faces of art on wood, clay or plastic, as one atlas a cube."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.aside import Aside
from vision.render.look import Finish, SetLook, TableLook
from vision.render.materials import coloured, grain, noise
from vision.render.symbols import FACES, draw_copy

Image = NDArray[np.float32]

TILE_PX = 72
COLOURS = ("brown", "blue")


@dataclass(frozen=True, slots=True, eq=False)
class Skin:
    """Six tiles side by side in the order of FACES, as bytes and laid aside: there are dozens.

    roots: (T, 6 T, 3) roots of the albedo in 1/255, so that its steps are as even as those of a
    picture. slopes: (T, 6 T, 2) in `step`, with a sign. The rows of a tile run from the art's
    north to its south. size: relative edge lengths (3,).
    """

    roots: Aside
    slopes: Aside
    step: float
    size: NDArray[np.float64]

    def albedo(self) -> Image:
        """Return the linear albedo (T, 6 T, 3)."""
        with self.roots.read() as roots:
            albedo = cv2.multiply(roots, roots, scale=1 / 255**2, dtype=cv2.CV_32F)
        return np.asarray(albedo, dtype=np.float32)

    def slope(self) -> Image:
        """Return the slope (T, 6 T, 2) of the height, to the art's east and north."""
        with self.slopes.read() as slopes:
            return slopes.view(np.int8) * np.float32(self.step)


@lru_cache(maxsize=256)
def cube_skin(look: TableLook, colour: str, copy: int) -> Skin:
    """Return the surface of one cube of the table's set, always the same for the same `copy`."""
    rng = np.random.default_rng([look.seed, 21, COLOURS.index(colour), copy])
    pieces = look.pieces
    tone = 1.0 + 0.05 * float(rng.normal())
    tiles = [
        face_tile(pieces, colour, face, rng, px_per_mm=TILE_PX / look.layout.piece_mm, tone=tone)
        for face in FACES
    ]
    size = 1.0 + np.clip(rng.normal(0, 1, 3), -2, 2) * pieces.size_spread
    albedo, slope = (np.hstack([tile[k] for tile in tiles]) for k in (0, 1))
    roots = np.round(np.sqrt(np.clip(albedo, 0, 1)) * 255).astype(np.uint8)
    step = max(float(np.abs(slope).max()), 1e-6) / 127
    slopes = np.round(slope / step).astype(np.int8).view(np.uint8)
    return Skin(Aside.of(roots), Aside.of(slopes), step, size)


def face_tile(
    pieces: SetLook, colour: str, face: str, rng: Generator, *, px_per_mm: float, tone: float
) -> tuple[Image, Image]:
    """Return one face: albedo (T, T, 3) and slope (T, T, 2) to the art's east and north."""
    which = COLOURS.index(colour)
    drawing = dict(pieces.symbols)[face]
    ink = draw_copy(drawing, TILE_PX, pieces.hand, rng)
    if pieces.frame:
        ink = np.maximum(ink, _frame(rng))
    shape = (TILE_PX, TILE_PX)
    shade, tint = grain(rng, pieces.surface, shape, px_per_mm, pieces.grain_depth)
    body = coloured(pieces.body[which], shade * np.float32(tone), tint)
    height = np.zeros(shape, np.float32)
    colour_of_ink = np.asarray(pieces.ink[which], np.float32)
    cover = ink * pieces.cover
    if pieces.finish is Finish.STICKER:
        label = _label(rng)
        ground = np.asarray(pieces.ground[which], np.float32)
        body = body * (1 - label) + ground * label
    elif pieces.finish is Finish.PAINTED:
        streaks = 0.85 + 0.15 * noise(rng, shape, (14, 3))
        cover = cover * np.clip(streaks, 0.45, 1.0)
        height += 0.03 * px_per_mm * cv2.GaussianBlur(ink, (0, 0), 1.0)
    elif pieces.finish is Finish.BURNT:
        scorch = cv2.GaussianBlur(ink, (0, 0), 0.35 * px_per_mm)
        body = body * (1 - 0.4 * scorch[..., None])
        cover = cover * np.clip(0.9 + 0.12 * noise(rng, shape, (6, 6)), 0.5, 1.0)
        height -= pieces.depth_mm * 0.4 * px_per_mm * cv2.GaussianBlur(ink, (0, 0), 1.5)
    elif pieces.finish is Finish.ENGRAVED:
        soft = cv2.GaussianBlur(ink, (0, 0), 0.18 * px_per_mm)
        rough = 1.0 + 0.12 * noise(rng, shape, (10, 10))
        height -= pieces.depth_mm * px_per_mm * soft * np.clip(rough, 0.5, 1.3)
    if pieces.grain_depth > 0:
        height += 0.05 * pieces.grain_depth * px_per_mm * noise(rng, shape, (9, 9))
    albedo = body * (1 - cover[..., None]) + colour_of_ink * cover[..., None]
    gx = cv2.Sobel(height, cv2.CV_32F, 1, 0, scale=1 / 8)
    gy = cv2.Sobel(height, cv2.CV_32F, 0, 1, scale=-1 / 8)
    return albedo.astype(np.float32), np.dstack([gx, gy]).astype(np.float32)


def _frame(rng: Generator) -> Image:
    """Return a thin frame near the rim of the face."""
    sheet = np.zeros((TILE_PX * 2, TILE_PX * 2), np.uint8)
    inset = round(TILE_PX * 2 * rng.uniform(0.07, 0.09))
    cv2.rectangle(
        sheet, (inset, inset), (TILE_PX * 2 - inset, TILE_PX * 2 - inset), 255, 4, cv2.LINE_8
    )
    small = cv2.resize(sheet, (TILE_PX, TILE_PX), interpolation=cv2.INTER_AREA)
    return small.astype(np.float32) / np.float32(255)


def _label(rng: Generator) -> Image:
    """Return the cover of a sticker, (T, T, 1): a square, a little askew."""
    sheet = np.zeros((TILE_PX, TILE_PX), np.uint8)
    half = TILE_PX * 0.4
    turn = np.radians(rng.normal(0, 1.5))
    corners = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    middle = TILE_PX / 2 + rng.normal(0, 0.8, 2)
    pixels = np.round((corners @ spin.T + middle) * 16).astype(np.int32)
    cv2.fillConvexPoly(sheet, pixels, 255, cv2.LINE_AA, 4)
    return sheet.astype(np.float32)[..., None] / np.float32(255)
