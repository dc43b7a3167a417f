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
Map = NDArray[np.uint16] | NDArray[np.uint8]

PX_PER_MM = 1.5
"""Of the maps of shadows."""
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
        """Return (unit way to the lamp (3, ...), strength (...)) at points (3, ...) mm."""
        aim = np.asarray((*self.aim_mm, 0.0))
        toward = np.stack(
            [np.float32(at) - axis for at, axis in zip(self.lamp_mm, points, strict=True)]
        )
        square = dot(toward, toward)
        fall = np.float32(((np.asarray(self.lamp_mm) - aim) ** 2).sum()) / square
        if self.spot_mm > 0:
            x, y = points[0] - np.float32(aim[0]), points[1] - np.float32(aim[1])
            out = (x * x + y * y) / np.float32(self.spot_mm**2)
            fall /= 1.0 + out * out
        toward /= np.sqrt(square)
        return toward, fall

    def highlight(self, normals: Image, toward: Image, view: Image, gloss: float) -> Image:
        """Return the strength (...) of the lamp's mirror image (Blinn 1977); all (3, ...)."""
        half = toward + view
        shine = dot(normals, half) / np.sqrt(dot(half, half))
        lobe = np.clip(shine, 0, 1) ** np.float32(12.0 + 90.0 * gloss)
        return np.asarray(lobe * np.float32(0.05 + 0.5 * gloss * gloss), np.float32)


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
    """Maps on level planes: visible share of the lamp and openness to the ambient light.

    A map is None where nothing stands out of its plane. It has whole numbers, `white` for all.
    """

    heights: tuple[float, ...]
    lamp: tuple[Map | None, ...]
    open: tuple[Map | None, ...]
    west_mm: float
    north_mm: float
    white: tuple[float, float]

    def at(self, points: Image, normals: Image) -> tuple[Image, Image]:
        """Return (lamp, open), each (N,), 0..1, at points (3, N) mm with their normals."""
        lit = points + normals * np.float32(1.5)
        near = points + normals * np.float32(2.5)
        return self._look(self.lamp, self.white[0], lit), self._look(self.open, self.white[1], near)

    def on_plane(self, index: int, x_mm: Image, y_mm: Image) -> tuple[Image, Image]:
        """Return (lamp, open) on the plane `index` at places (H, W)."""
        column, row = self._pixels(x_mm, y_mm)
        lamp, sky = np.empty((2, *column.shape), np.float32)
        maps = zip((self.lamp[index], self.open[index]), self.white, (lamp, sky), strict=True)
        for sheet, white, seen in maps:
            if sheet is None:
                seen.fill(1.0)
                continue
            found = cv2.remap(
                *(sheet, column, row, cv2.INTER_LINEAR),
                borderMode=cv2.BORDER_CONSTANT,
                borderValue=(white,) * 4,
            )
            np.multiply(found, np.float32(1 / white), out=seen)
        return lamp, sky

    def _pixels(self, x_mm: Image, y_mm: Image) -> tuple[Image, Image]:
        scale = np.float32(PX_PER_MM)
        column = (x_mm - np.float32(self.west_mm)) * scale - np.float32(0.5)
        return column, (np.float32(self.north_mm) - y_mm) * scale - np.float32(0.5)

    def _look(self, maps: Sequence[Map | None], white: float, points: Image) -> Image:
        column, row = self._pixels(points[0], points[1])
        level = np.interp(points[2], self.heights, np.arange(len(self.heights)))
        level = np.asarray(level, np.float32)
        result = np.ones(level.shape, np.float32)
        if not len(level):
            return result
        left, right, top, bottom = (
            int(np.clip(side(along), -2, 9e4))
            for along in (column, row)
            for side in (np.min, np.max)
        )
        around = slice(max(top - 1, 0), bottom + 3), slice(max(left - 1, 0), right + 3)
        planes = range(int(level.min()), min(int(level.max()) + 2, len(maps)))
        for k, sheet in zip(planes, maps[planes.start : planes.stop], strict=True):
            if sheet is None or (sheet[around] == white).all():
                continue
            weight = 1.0 - np.abs(level - np.float32(k))
            near = np.flatnonzero(weight > 0)
            if not len(near):
                continue
            seen = sample(sheet, column.take(near), row.take(near), outside=white)
            result[near] -= weight.take(near) * (1.0 - seen * np.float32(1 / white))
        return result


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
    shape = (round((north - south) * PX_PER_MM), round((east - west) * PX_PER_MM))
    places = lamp_places(light)
    white = 255.0 * len(places)
    reach = float(np.linalg.norm(np.asarray(light.lamp_mm)))
    lamps: list[Map | None] = []
    opens: list[Map | None] = []
    for number, height in enumerate(heights):
        bodies = [*solids, board] if number == 0 else solids
        cuts = [cut for body in bodies if (cut := body.above(height)) is not None]
        if not cuts:  # nothing is as high
            lamps.append(None)
            opens.append(None)
            continue
        lit = np.full(shape, round(white), np.uint16)
        outlines = [_outlines(cut, places, height, (west, north)) for cut in cuts]
        outlines = [corners for corners in outlines if _meets(corners, shape)]
        sheet = np.empty(shape, np.uint8)
        for k in range(len(places)):
            sheet[:] = 0
            for corners in outlines:
                cv2.fillConvexPoly(sheet, cv2.convexHull(corners[k]), 255, cv2.LINE_AA, 4)
            lit -= sheet
        if len(places) > 1:
            rise = max(float(c[1][-1]) for c in cuts) - height
            step = rise * light.radius_mm / reach / np.sqrt(len(places))
            soft = max(0.4, 0.5 * min(step, 8.0) * PX_PER_MM)
            blurred = cv2.GaussianBlur(lit.astype(np.float32), (0, 0), soft)  # of integers: slow
            lit = np.rint(blurred, out=blurred).astype(np.uint16)
        lamps.append(lit)
        opens.append(_openness(cuts, height, shape, (west, north)))
    return Shadows(tuple(heights), tuple(lamps), tuple(opens), west, north, (white, 255.0))


def _outlines(
    cut: tuple[Floats, Floats], places: Floats, height: float, corner: tuple[float, float]
) -> NDArray[np.int32]:
    """Return a solid's corners thrown on a plane from each place, (P, N, 1, 2) sub-pixels."""
    rings, levels = cut
    stretch = (places[:, 2:] - height) / np.maximum(places[:, 2:] - levels, 1e-3)
    base = places[:, None, None, :2]
    moved = base + (rings - base) * stretch[:, :, None, None]
    pixels = np.stack([moved[..., 0] - corner[0], corner[1] - moved[..., 1]], axis=-1)
    fixed = np.round((pixels * PX_PER_MM - 0.5) * 16)
    return np.clip(fixed, -200_000, 200_000).astype(np.int32).reshape(len(places), -1, 1, 2)


def _meets(corners: NDArray[np.int32], shape: tuple[int, int]) -> bool:
    """Whether any of outlines in sub-pixels may be seen on a map of a shape."""
    (left, top), (right, bottom) = corners.min(axis=(0, 1, 2)), corners.max(axis=(0, 1, 2))
    inside = right > -16 and bottom > -16
    return bool(inside and left < (shape[1] + 1) * 16 and top < (shape[0] + 1) * 16)


def _openness(
    cuts: Sequence[tuple[Floats, Floats]],
    height: float,
    shape: tuple[int, int],
    corner: tuple[float, float],
) -> Map:
    """Return how much of the ambient light, of 255, reaches a plane between the solids on it."""
    sheet = np.zeros(shape, np.uint8)
    for rings, levels in cuts:
        if levels[0] > height + 6.0:
            continue
        ring = rings[0]
        pixels = np.column_stack([ring[:, 0] - corner[0], corner[1] - ring[:, 1]]) * PX_PER_MM
        hull = cv2.convexHull(np.round((pixels - 0.5) * 16).astype(np.int32).reshape(-1, 1, 2))
        cv2.fillConvexPoly(sheet, hull, 255, cv2.LINE_AA, 4)
    small = cv2.resize(sheet, (shape[1] // 4, shape[0] // 4), interpolation=cv2.INTER_AREA)
    wide = cv2.GaussianBlur(small, (0, 0), 7.0 * PX_PER_MM / 4)
    wide = cv2.resize(wide, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR)
    close = cv2.blur(cv2.blur(sheet, (7, 7)), (7, 7))
    cv2.addWeighted(wide, -0.55, close, -0.45, 255, dst=close)
    return np.asarray(np.maximum(close, 26), np.uint8)


def shade(
    light: Light,
    points: Image,
    normals: Image,
    albedo: Image,
    seen: tuple[Image, Image],
    view: Image,
    gloss: float,
) -> Image:
    """Return the linear BGR light (3, N) that leaves points towards the camera.

    points, normals, view (unit, towards the camera), albedo: (3, N); seen: what `Shadows` tells;
    gloss 0..1 adds a highlight (Blinn 1977).
    """
    toward, fall = light.falloff(points)
    facing = np.maximum(dot(normals, toward), 0)
    direct = fall * seen[0]
    sky = (0.62 + np.float32(0.38) * normals[2]) * seen[1]
    faced = facing * direct
    lobe = None
    if gloss > 0:
        lobe = light.highlight(normals, toward, view, gloss) * direct * (facing > 0)
    out = np.empty(points.shape, np.float32)
    for k in range(3):
        np.multiply(faced, np.float32(light.lamp[k]), out=out[k])
        out[k] += sky * np.float32(light.ambient[k])
        out[k] *= albedo[k]
        if lobe is not None:
            out[k] += lobe * np.float32(light.lamp[k])
    return out


def dot(one: Image, other: Image) -> Image:
    """Return the sums of products (...) of vectors (3, ...)."""
    result = one[0] * other[0]
    result += one[1] * other[1]
    result += one[2] * other[2]
    return np.asarray(result, np.float32)
