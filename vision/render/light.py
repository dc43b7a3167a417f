"""Light: one lamp or window of some size, ambient light, and the shadows of all solids.

Shadows are worked out as maps on a stack of level planes: each convex solid, seen from some places
on the lamp, throws a polygon on each plane. A point in between takes the two nearest planes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.materials import Colour, sample

Image = NDArray[np.float32]
Floats = NDArray[np.float64]

_PX_PER_MM = 1.5
_OWN_MM = 1.2
"""A solid that stands out of a plane by less throws no shadow on it (it would darken itself)."""


@dataclass(frozen=True, slots=True)
class Light:
    """One lamp and the ambient light.

    lamp_mm: the lamp's place in the world's frame (thousands of mm away = a window).
    radius_mm: its size: the larger, the softer the shadows. lamp, ambient: linear BGR light that
    arrives where the lamp faces the board's middle. spot_mm: radius in which a shaded lamp lights
    the board, 0 = no shade. samples: places on the lamp that are looked from (1 = hard shadows).
    aim_mm: the place on the board whose light `lamp` states, the spot's middle.
    """

    lamp_mm: tuple[float, float, float]
    radius_mm: float
    lamp: Colour
    ambient: Colour
    spot_mm: float = 0.0
    samples: int = 10
    aim_mm: tuple[float, float] = (0.0, 0.0)

    def falloff(self, points: Image) -> tuple[Image, Image]:
        """Return (unit way to the lamp (..., 3), strength (...)) at points (..., 3) mm."""
        lamp = np.asarray(self.lamp_mm, np.float32)
        aim = np.asarray((*self.aim_mm, 0.0), np.float32)
        toward = lamp - points
        square = np.einsum("...i,...i->...", toward, toward)
        fall = np.float32(((lamp - aim) ** 2).sum()) / square
        if self.spot_mm > 0:
            off = points[..., :2] - aim[:2]
            out = np.einsum("...i,...i->...", off, off) / np.float32(self.spot_mm**2)
            fall = fall / (1.0 + out * out)
        return (toward / np.sqrt(square)[..., None]).astype(np.float32), fall.astype(np.float32)

    def highlight(self, normals: Image, toward: Image, view: Image, gloss: float) -> Image:
        """Return the strength (...) of the lamp's mirror image (Blinn 1977)."""
        half = toward + view
        half = half / np.sqrt(np.einsum("...i,...i->...", half, half))[..., None]
        shine = np.clip(np.einsum("...i,...i->...", normals, half), 0, 1)
        lobe = shine ** np.float32(12.0 + 90.0 * gloss) * np.float32(0.05 + 0.5 * gloss * gloss)
        return np.asarray(lobe, np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """A convex body as slices: polygons (S, N, 2) in mm at rising heights (S,) in mm."""

    rings: Floats
    heights: Floats

    def above(self, height: float) -> tuple[Floats, Floats] | None:
        """Return the slices at and above a height, cut there, or None when nothing is left."""
        if self.heights[-1] <= height + _OWN_MM:
            return None
        first = int(np.searchsorted(self.heights, height, side="right"))
        rings, heights = self.rings[first:], self.heights[first:]
        if first > 0:
            low, high = self.heights[first - 1], self.heights[first]
            share = (height - low) / (high - low) if high > low else 0.0
            cut = self.rings[first - 1] * (1 - share) + self.rings[first] * share
            rings, heights = np.concatenate([cut[None], rings]), np.r_[height, heights]
        return rings, heights


@dataclass(frozen=True, slots=True, eq=False)
class Shadows:
    """Maps on level planes: visible share of the lamp and openness to the ambient light."""

    heights: tuple[float, ...]
    lamp: tuple[Image, ...]
    open: tuple[Image, ...]
    west_mm: float
    north_mm: float

    def at(self, points: Image, normals: Image) -> tuple[Image, Image]:
        """Return (lamp, open), each (...), 0..1, at points (..., 3) mm with their normals."""
        lit = points + normals * np.float32(1.5)
        near = points + normals * np.float32(2.5)
        return self._look(self.lamp, lit), self._look(self.open, near)

    def on_plane(self, index: int, x_mm: Image, y_mm: Image) -> tuple[Image, Image]:
        """Return (lamp, open) on the plane `index` at places (H, W)."""
        column, row = self._pixels(x_mm, y_mm)
        return _fetch(self.lamp[index], column, row), _fetch(self.open[index], column, row)

    def _pixels(self, x_mm: Image, y_mm: Image) -> tuple[Image, Image]:
        scale = np.float32(_PX_PER_MM)
        column = (x_mm - np.float32(self.west_mm)) * scale - np.float32(0.5)
        return column, (np.float32(self.north_mm) - y_mm) * scale - np.float32(0.5)

    def _look(self, maps: Sequence[Image], points: Image) -> Image:
        column, row = self._pixels(points[..., 0], points[..., 1])
        level = np.interp(points[..., 2], self.heights, np.arange(len(self.heights)))
        result = np.zeros(level.shape, np.float32)
        for k, sheet in enumerate(maps):
            weight = np.clip(1.0 - np.abs(level - k), 0.0, 1.0).astype(np.float32)
            if weight.max() > 0:
                result += weight * _fetch(sheet, column, row)
        return result


def _fetch(sheet: Image, column: Image, row: Image) -> Image:
    if column.ndim == 1:
        return sample(sheet, column, row, outside=1.0)
    found = cv2.remap(
        *(sheet, column, row, cv2.INTER_LINEAR),
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(1.0, 1.0, 1.0, 1.0),
    )
    return np.asarray(found, np.float32)


def lamp_places(light: Light) -> Floats:
    """Return places (N, 3) spread over the lamp, a disc that faces the board's middle."""
    centre = np.asarray(light.lamp_mm, dtype=np.float64)
    aim = np.asarray((*light.aim_mm, 0.0))
    count = max(1, light.samples)
    if count == 1 or light.radius_mm <= 0:
        return centre[None]
    toward = (centre - aim) / np.linalg.norm(centre - aim)
    side = np.cross(toward, [0.0, 0.0, 1.0])
    side = side / np.linalg.norm(side) if np.any(side) else np.array([1.0, 0.0, 0.0])
    other = np.cross(toward, side)
    k = np.arange(count)
    radius = light.radius_mm * np.sqrt((k + 0.5) / count)
    angle = k * 2.399963
    spread = np.cos(angle)[:, None] * side + np.sin(angle)[:, None] * other
    return np.asarray(centre + radius[:, None] * spread)


def cast(
    light: Light,
    solids: Sequence[Solid],
    heights: Sequence[float],
    area_mm: tuple[float, float, float, float],
    board: Solid,
) -> Shadows:
    """Return the shadow maps on the planes at `heights` over an area (west, south, east, north).

    `board` throws its shadow only on the first plane, the table's.
    """
    west, south, east, north = area_mm
    shape = (round((north - south) * _PX_PER_MM), round((east - west) * _PX_PER_MM))
    places = lamp_places(light)
    reach = float(np.linalg.norm(np.asarray(light.lamp_mm)))
    lamps, opens = [], []
    bare = np.ones(shape, np.float32)
    for number, height in enumerate(heights):
        bodies = [*solids, board] if number == 0 else solids
        cuts = [cut for body in bodies if (cut := body.above(height)) is not None]
        if not cuts:  # nothing is as high: one map for all such planes
            lamps.append(bare)
            opens.append(bare)
            continue
        dark = np.zeros(shape, np.uint16)
        outlines = [_outlines(cut, places, height, (west, north)) for cut in cuts]
        for k in range(len(places)):
            sheet = np.zeros(shape, np.uint8)
            for corners in outlines:
                cv2.fillConvexPoly(sheet, cv2.convexHull(corners[k]), 255, cv2.LINE_AA, 4)
            dark += sheet
        lit = 1.0 - dark.astype(np.float32) / np.float32(255 * len(places))
        if len(places) > 1:
            rise = max(float(c[1][-1]) for c in cuts) - height
            step = rise * light.radius_mm / reach / np.sqrt(len(places))
            soft = max(0.4, 0.5 * min(step, 8.0) * _PX_PER_MM)
            lit = np.asarray(cv2.GaussianBlur(lit, (0, 0), soft), np.float32)
        lamps.append(np.asarray(lit, np.float32))
        opens.append(_openness(cuts, height, shape, (west, north)))
    return Shadows(tuple(heights), tuple(lamps), tuple(opens), west, north)


def _outlines(
    cut: tuple[Floats, Floats], places: Floats, height: float, corner: tuple[float, float]
) -> NDArray[np.int32]:
    """Return a solid's corners thrown on a plane from each place, (P, N, 1, 2) sub-pixels."""
    rings, levels = cut
    stretch = (places[:, 2:] - height) / np.maximum(places[:, 2:] - levels, 1e-3)
    base = places[:, None, None, :2]
    moved = base + (rings - base) * stretch[:, :, None, None]
    pixels = np.stack([moved[..., 0] - corner[0], corner[1] - moved[..., 1]], axis=-1)
    fixed = np.round((pixels * _PX_PER_MM - 0.5) * 16)
    return np.clip(fixed, -200_000, 200_000).astype(np.int32).reshape(len(places), -1, 1, 2)


def _openness(
    cuts: Sequence[tuple[Floats, Floats]],
    height: float,
    shape: tuple[int, int],
    corner: tuple[float, float],
) -> Image:
    """Return how much of the ambient light reaches a plane between the solids that stand on it."""
    sheet = np.zeros(shape, np.uint8)
    for rings, levels in cuts:
        if levels[0] > height + 6.0:
            continue
        ring = rings[0]
        pixels = np.column_stack([ring[:, 0] - corner[0], corner[1] - ring[:, 1]]) * _PX_PER_MM
        hull = cv2.convexHull(np.round((pixels - 0.5) * 16).astype(np.int32).reshape(-1, 1, 2))
        cv2.fillConvexPoly(sheet, hull, 255, cv2.LINE_AA, 4)
    small = cv2.resize(sheet, (shape[1] // 4, shape[0] // 4), interpolation=cv2.INTER_AREA)
    wide = cv2.GaussianBlur(small, (0, 0), 7.0 * _PX_PER_MM / 4)
    wide = cv2.resize(wide, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR)
    close = cv2.blur(cv2.blur(sheet, (7, 7)), (7, 7))
    cover = cv2.addWeighted(wide, 0.55 / 255, close, 0.45 / 255, 0, dtype=cv2.CV_32F)
    return np.asarray(np.clip(1.0 - cover, 0.1, 1.0), np.float32)


def shade(
    light: Light,
    points: Image,
    normals: Image,
    albedo: Image,
    seen: tuple[Image, Image],
    view: Image,
    gloss: float,
) -> Image:
    """Return the linear BGR light (..., 3) that leaves points towards the camera.

    points, normals, view (unit, towards the camera): (..., 3); albedo (..., 3); seen: what
    `Shadows` tells; gloss 0..1 adds a highlight (Blinn 1977).
    """
    toward, fall = light.falloff(points)
    facing = np.clip(np.einsum("...i,...i->...", normals, toward), 0, None)
    direct = fall * seen[0]
    sky = (0.62 + 0.38 * normals[..., 2]) * seen[1]
    lamp = np.asarray(light.lamp, np.float32)
    out = albedo * (
        (facing * direct)[..., None] * lamp + sky[..., None] * np.asarray(light.ambient, np.float32)
    )
    if gloss > 0:
        lobe = light.highlight(normals, toward, view, gloss) * direct * (facing > 0)
        out = out + lobe[..., None] * lamp
    return np.asarray(out, np.float32)
