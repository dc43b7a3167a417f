"""The textures that lie flat: the board with its lines, notches and markers, and the table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.render.look import TableLook
from vision.render.materials import coloured, covered, grain, noise

Image = NDArray[np.float32]
Floats = NDArray[np.float64]

PX_PER_MM = 3.0
TABLE_PX_PER_MM = 2.0
TABLE_REACH_MM = 200.0
"""So far around the board the table is drawn; beyond it its pattern is mirrored."""
WHITE = 65535
_STRIP_PX = 64
"""So many rows of the table are coloured at a time."""


@dataclass(frozen=True, slots=True, eq=False)
class Flat:
    """A flat texture: albedo (H, W, 3) linear BGR in 1/`WHITE`, slope (H, W, 2) of the height.

    A slope (1, 1, 2) is of a surface without any.

    Pixel (column, row) shows x = west + (column + 0.5) / px_per_mm, y = north - (row + 0.5) / ...
    """

    albedo: NDArray[np.uint16]
    slope: Image
    west_mm: float
    north_mm: float
    px_per_mm: float

    @property
    def engraved(self) -> bool:
        """Whether it has slopes."""
        return len(self.slope) > 1

    def brightest(self) -> float:
        """Return the highest albedo."""
        return float(self.albedo.max()) / WHITE

    def seen(self, x_mm: Image, y_mm: Image) -> tuple[Image, Image | None]:
        """Return albedo (3, h, w), and slope (2, h, w) if it is engraved, at places (h, w)."""
        column, row = pixels_at((self.west_mm, self.north_mm), self.px_per_mm, x_mm, y_mm)
        found = cv2.remap(
            self.albedo, column, row, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
        )
        albedo = np.empty((3, *x_mm.shape), np.float32)
        for plane, part in zip(albedo, cv2.split(found), strict=True):
            np.multiply(part, np.float32(1 / WHITE), out=plane)
        if not self.engraved:
            return albedo, None
        slope = cv2.split(cv2.remap(self.slope, column, row, cv2.INTER_LINEAR))
        return albedo, np.asarray(slope, np.float32)


def pixels_at(
    corner_mm: tuple[float, float], px_per_mm: float, x_mm: Image, y_mm: Image
) -> tuple[Image, Image]:
    """Return (column, row) in a texture, for `cv2.remap`, of places on its plane.

    corner_mm: the texture's west and north.
    """
    column = (x_mm - np.float32(corner_mm[0])) * np.float32(px_per_mm) - np.float32(0.5)
    row = (np.float32(corner_mm[1]) - y_mm) * np.float32(px_per_mm) - np.float32(0.5)
    return column, row


def board_rim(look: TableLook) -> tuple[float, float, float, float]:
    """Return the board's west, south, east and north rim in mm."""
    east, north = look.layout.corners_mm[2]
    mx, my = look.board.margin_mm
    return -mx, -my, float(east) + mx, float(north) + my


@lru_cache(maxsize=4)
def flats(look: TableLook) -> tuple[Flat, Flat]:
    """Return the textures of the board and of the table; those of the last tables are kept."""
    return board_flat(look), table_flat(look)


def board_flat(look: TableLook) -> Flat:
    """Return the board's texture, always the same for the same table."""
    rng = np.random.default_rng([look.seed, 11])
    board = look.board
    west, south, east, north = board_rim(look)
    shape = (round((north - south) * PX_PER_MM), round((east - west) * PX_PER_MM))
    lying = shape if board.grain_turn % 2 == 0 else shape[::-1]
    shade, tint = grain(rng, board.surface, lying, PX_PER_MM, board.grain_depth)
    if board.grain_turn % 2:
        shade, tint = np.rot90(shade).copy(), np.rot90(tint).copy()
    albedo = coloured(board.wood, shade, tint)
    lines = _lines(look, shape, (west, north))
    height = np.zeros(shape, np.float32)
    if board.engraved:
        height -= cv2.GaussianBlur(lines, (0, 0), 1.0) * 0.5
    wear = np.clip(1.0 + 0.12 * noise(rng, shape, (25, 25)), 0.6, 1.1)
    covered(albedo, board.line, lines * board.line_cover * wear)
    covered(albedo, board.notch, _notches(look, shape, (west, north)))
    if board.marker_mm > 0:
        _paste_markers(albedo, look, (west, north))
    slope = np.dstack(_gradient(height)) if board.engraved else np.zeros((1, 1, 2), np.float32)
    return Flat(packed(albedo), slope, west, north, PX_PER_MM)


def table_flat(look: TableLook) -> Flat:
    """Return the texture of the table around the board."""
    rng = np.random.default_rng([look.seed, 12])
    west, south, east, north = board_rim(look)
    west, south = west - TABLE_REACH_MM, south - TABLE_REACH_MM
    east, north = east + TABLE_REACH_MM, north + TABLE_REACH_MM
    shape = (round((north - south) * TABLE_PX_PER_MM), round((east - west) * TABLE_PX_PER_MM))
    shade, tint = grain(rng, look.board.table_surface, shape, TABLE_PX_PER_MM, 1.0)
    depth = np.float32(look.board.table_depth)
    sheet = np.empty((*shape, 3), np.uint16)
    for rows in range(0, shape[0], _STRIP_PX):  # it is large: no second one of floats beside it
        strip = slice(rows, rows + _STRIP_PX)
        plain = 1.0 + (shade[strip] - 1.0) * depth
        sheet[strip] = packed(coloured(look.board.table, plain, tint[strip] * depth))
    return Flat(sheet, np.zeros((1, 1, 2), np.float32), west, north, TABLE_PX_PER_MM)


def packed(albedo: Image) -> NDArray[np.uint16]:
    """Return an albedo in 1/65535, less than 0 and more than 1 cut off; it is used up.

    Large textures are kept, and half as large so.
    """
    np.clip(albedo, 0, 1, out=albedo)
    albedo *= np.float32(WHITE)
    albedo += np.float32(0.5)
    return albedo.astype(np.uint16)


def _gradient(height: Image) -> tuple[Image, Image]:
    """Return the slopes to east and north of a height map, in pixels per pixel."""
    gx = cv2.Sobel(height, cv2.CV_32F, 1, 0, scale=1 / 8)
    gy = cv2.Sobel(height, cv2.CV_32F, 0, 1, scale=-1 / 8)
    return np.asarray(gx, np.float32), np.asarray(gy, np.float32)


def _to_px(points: Floats, corner: tuple[float, float]) -> Floats:
    """Return places in mm as sub-pixels of the board's texture, for OpenCV's drawing (x 16)."""
    x = (points[:, 0] - corner[0]) * PX_PER_MM - 0.5
    y = (corner[1] - points[:, 1]) * PX_PER_MM - 0.5
    return np.column_stack([x, y]) * 16


def _lines(look: TableLook, shape: tuple[int, int], corner: tuple[float, float]) -> Image:
    """Return the ink of the grid's lines, 0..1."""
    layout, board = look.layout, look.board
    sheet = np.zeros(shape, np.uint8)
    east, north = layout.corners_mm[2]
    half = board.line_mm / 2
    places = [(x * layout.pitch_mm, True) for x in range(layout.columns)]
    places += [(y * layout.pitch_mm, False) for y in range(layout.rows)]
    for at, upright in places:
        if upright:
            box = (at - half, -half, at + half, float(north) + half)
        else:
            box = (-half, at - half, float(east) + half, at + half)
        corners = np.array([(box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3])])
        pixels = np.round(_to_px(corners, corner)).astype(np.int32)
        cv2.fillConvexPoly(sheet, pixels, 255, cv2.LINE_AA, 4)
    if board.star_points:
        for column in {2, layout.columns // 2, layout.columns - 3}:
            for row in {2, layout.rows // 2, layout.rows - 3}:
                place = np.array([(column * layout.pitch_mm, row * layout.pitch_mm)])
                _dot(sheet, place, corner, max(1.6, 2 * board.line_mm), 255)
    return sheet.astype(np.float32) / np.float32(255)


def _dot(
    sheet: NDArray[np.uint8],
    place: Floats,
    corner: tuple[float, float],
    radius_mm: float,
    value: int,
) -> None:
    x, y = np.round(_to_px(place, corner)[0]).astype(int)
    radius = round(radius_mm * PX_PER_MM * 16)
    cv2.circle(sheet, (int(x), int(y)), radius, value, -1, cv2.LINE_AA, 4)


def _notches(look: TableLook, shape: tuple[int, int], corner: tuple[float, float]) -> Image:
    """Return the cover of the notches' marks, 0..1."""
    sheet = np.zeros(shape, np.uint8)
    for colour in ("brown", "blue"):
        for number in range(1, look.layout.notches + 1):
            place = np.array([look.notch_mm(colour, number)])
            _dot(sheet, place, corner, look.board.notch_mm / 2, 240)
            if look.board.notch_ring:
                _dot(sheet, place, corner, look.board.notch_mm / 2 - 0.9, 0)
    return sheet.astype(np.float32) / np.float32(255)


def _paste_markers(albedo: Image, look: TableLook, corner: tuple[float, float]) -> None:
    """Lay the four ArUco markers (4x4_50, ids 0..3 clockwise from the north-west) on the board."""
    west, south, east, north = board_rim(look)
    edge = look.board.marker_mm
    quiet = edge * 1.3
    inset = min(look.board.margin_mm) / 2 + 0.0
    inset = max(inset, quiet / 2 + 1.0)
    centres = [
        (west + inset, north - inset),
        (east - inset, north - inset),
        (east - inset, south + inset),
        (west + inset, south + inset),
    ]
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, (x, y) in enumerate(centres):
        side = round(quiet * PX_PER_MM)
        inner = round(edge * PX_PER_MM)
        sheet = np.full((side, side), 255, np.uint8)
        at = (side - inner) // 2
        sheet[at : at + inner, at : at + inner] = cv2.aruco.generateImageMarker(
            dictionary, number, inner
        )
        tone = 0.02 + 0.75 * (sheet.astype(np.float32) / 255)
        column = round((x - corner[0]) * PX_PER_MM - side / 2)
        row = round((corner[1] - y) * PX_PER_MM - side / 2)
        albedo[row : row + side, column : column + side] = tone[..., None]


def shuffled(rng: Generator, count: int) -> list[int]:
    """Return 0..count-1 in random order."""
    return [int(k) for k in rng.permutation(count)]
