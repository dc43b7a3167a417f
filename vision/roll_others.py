"""What else lies about a roll: cubes too many, of the other colour, cut off or mostly hidden."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cubes import Tops, squares
from vision.kit import Kit
from vision.look import Look
from vision.owner import blue_lead
from vision.piles import silhouettes
from vision.pixels import Surface
from vision.roll_squares import CLEAR, Judged, apart_mm, chosen
from vision.view import View

Floats = NDArray[np.float64]

_AS_GOOD = 0.75
"""A square beyond those expected is a cube when it fits this well beside the typical one."""
_FOREIGN = 0.5
"""Log odds from which a square's pixels are said to have the other colour's."""
_PLAINLY, _PART_OWN = 3.0, 0.25
"""Where so many of a roll's squares have its colour by such log odds, any number may have the
other one as plainly."""
_INSIDE = 0.88
"""A cube of whose top the picture shows less than this is cut off by its edge."""
_BESIDE_MM = 3.5
"""So far beside a known cube its shadow, its edges and a small lean are seen."""
_LIKELY = 1.5
"""Log odds of a pixel that looks like a cube of the roll rather than the board."""
_PART = 0.3
"""What is left of a cube is a cube if it is larger than this share of a top."""
_NARROW = 0.22
"""Stripes narrower than this share of an edge are sides and shadows."""
_BORDER_PX = 3


def further(found: Judged, expected: int, *, typical: float) -> Judged:
    """Return the worthiest `expected` squares and those beyond that are as plainly cubes."""
    count = len(found.worth)
    usual = float(np.median(found.tops.fit[:expected])) if count else 0.0
    clear = found.like.max(axis=1, initial=0.0) >= CLEAR * typical
    plain = clear & (found.tops.fit >= _AS_GOOD * usual)
    return chosen(found, np.flatnonzero(plain | (np.arange(count) < expected)))


def strangers(other: Judged, found: Judged, view: View, *, typical: float) -> Floats:
    """Return the middles (N, 2) in mm of plain cubes of the other colour, away from the roll's."""
    clear = other.like.max(axis=1, initial=0.0) >= CLEAR * typical
    plain = clear & (other.tops.fit >= _AS_GOOD * float(np.median(found.tops.fit)))
    apart = other.tops.centre_mm[:, None] - found.tops.centre_mm[None]
    away = np.hypot(apart[..., 0], apart[..., 1]).min(axis=1, initial=np.inf)
    return np.asarray(other.tops.centre_mm[plain & (away > apart_mm(view))], dtype=np.float64)


def foreign(view: View, kit: Kit, seen: Look, tops: Tops, colour: int) -> NDArray[np.bool_]:
    """Return which squares (N,) of a roll rather have the other colour, unlike most of them.

    Half a roll and more may have it where colours differ plainly.
    """
    edge = view.layout.piece_mm
    heights = np.full(len(tops.fit), edge)
    places = (tops.centre_mm, tops.turn_deg)
    lead = blue_lead(seen.colours, kit.pixels, view.work, *places, edge_mm=edge, height_mm=heights)
    own = lead if colour == 1 else -lead
    if not len(own):
        return np.zeros(0, dtype=np.bool_)
    rather = (own < -_FOREIGN) & (np.median(own) > _FOREIGN)
    plainly = (own < -_PLAINLY) & (np.quantile(own, 1 - _PART_OWN) > _PLAINLY)
    return np.asarray(rather | plainly, dtype=np.bool_)


def cut_off(view: View, tops: Tops) -> NDArray[np.bool_]:
    """Return which tops (N,) the picture's edge cuts off."""
    edge = view.layout.piece_mm
    flat = squares(tops.centre_mm, tops.turn_deg, edge * tops.size)
    world = np.dstack([flat, np.full(flat.shape[:2], edge)]).reshape(-1, 3)
    px = view.camera.project(world).reshape(-1, 4, 2).astype(np.float32)
    width, height = view.camera.size_px
    picture = np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float32)
    cut = np.zeros(len(px), dtype=bool)
    for k, corners in enumerate(px):
        if np.isfinite(corners).all() and not _within(corners, width, height):
            shown, _ = cv2.intersectConvexConvex(corners, picture)
            cut[k] = shown < _INSIDE * cv2.contourArea(corners)
    return cut


def _within(corners: NDArray[np.float32], width: int, height: int) -> bool:
    """Return whether corners (4, 2) are all in the picture."""
    return bool((corners > 0).all() and (corners < (width, height)).all())


def leftovers(view: View, seen: Look, found: Judged, colour: int) -> list[tuple[Floats, bool]]:
    """Return places (2,) in mm of what looks like the roll's cubes and is none that was found.

    The largest first, each with whether the picture's edge cuts it off.
    """
    edge = view.layout.piece_mm
    kinds = (Surface.BROWN_TOP, Surface.BROWN_RIM, Surface.BROWN_SIDE)
    ratio = seen.ratio(*(Surface(kind + colour) for kind in kinds))
    left = ((ratio > _LIKELY) & (seen.strange > 0.5)).astype(np.uint8)
    scale = _px_per_mm(view)
    _take_away(left, view, found.tops, round(_BESIDE_MM * scale))
    width = max(round(_NARROW * edge * scale), 1)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * width + 1, 2 * width + 1))
    wider = cv2.copyMakeBorder(left, width, width, width, width, cv2.BORDER_REPLICATE)
    opened = cv2.morphologyEx(wider, cv2.MORPH_OPEN, disc)[width:-width, width:-width]
    count, _, stats, middles = cv2.connectedComponentsWithStats(np.ascontiguousarray(opened))
    told = []
    for k in range(1, count):
        x, y, wide, high, area = (int(value) for value in stats[k])
        if area > _PART * (edge * scale) ** 2:
            at = view.work.unproject(middles[k : k + 1], height_mm=edge / 2)[0]
            told.append((area, at, _at_photo_edge(view, x, y, x + wide, y + high)))
    told.sort(key=lambda part: -part[0])
    return [(at, cut) for _, at, cut in told]


def _take_away(left: NDArray[np.uint8], view: View, tops: Tops, beside_px: int) -> None:
    """Blank what known cubes explain, with what is close beside them."""
    edge = view.layout.piece_mm
    known = np.zeros_like(left)
    heights = np.full(len(tops.fit), edge)
    for pile in silhouettes(
        view.work, tops.centre_mm, tops.turn_deg, edge_mm=edge * tops.size, height_mm=heights
    ):
        high, wide = pile.middle.shape
        window = known[pile.top : pile.top + high, pile.left : pile.left + wide]
        window[(pile.middle + pile.rim + pile.side)[: window.shape[0], : window.shape[1]] > 0] = 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * beside_px + 1, 2 * beside_px + 1))
    left[cv2.dilate(known, disc) > 0] = 0


def _at_photo_edge(view: View, low_x: int, low_y: int, high_x: int, high_y: int) -> bool:
    """Return whether a box of the working picture touches the photo's edge."""
    left, top, right, bottom = view.crop_px
    width, height = view.camera.size_px
    wide, high = view.work.size_px
    return (
        (low_x <= _BORDER_PX and left == 0)
        or (low_y <= _BORDER_PX and top == 0)
        or (high_x >= wide - _BORDER_PX and right == width)
        or (high_y >= high - _BORDER_PX and bottom == height)
    )


def _px_per_mm(view: View) -> float:
    """Return the scale of the working picture in the board's middle."""
    x, y = view.layout.corners_mm[2] / 2
    ends = view.work.project(np.array([[x - 5, y, 0], [x + 5, y, 0.0]]))
    return float(np.linalg.norm(ends[0] - ends[1])) / 10


def nearest_point(view: View, at_mm: Floats) -> str:
    """Return the point of the board that a place is nearest to, "" outside the grid."""
    layout = view.layout
    away = [float(np.hypot(*(np.asarray(layout.site_mm(s)) - at_mm))) for s in layout.sites]
    nearest = int(np.argmin(away))
    return layout.sites[nearest] if away[nearest] < layout.pitch_mm else ""
