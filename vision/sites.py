"""Sites: what is measured around each site before it is decided what lies there."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera
from vision.cubes import Tops, find_tops
from vision.faces import faces_like
from vision.gauge import Edges, find_edges, magnification, sizes
from vision.kit import Kit
from vision.lamps import ground_of, lit, shadows
from vision.layout import Layout
from vision.light import PhotoLog, warp_planes
from vision.look import Look
from vision.owner import blue_lead
from vision.patches import axes, cut_patches
from vision.piles import Silhouette, outlines, silhouettes
from vision.pixels import Surface, mix
from vision.stones import stones
from vision.view import View

Floats = NDArray[np.float64]
F32 = NDArray[np.float32]

REACH_MM = 6.0
_LEAST_FIT = -0.3
"""Sites where no square and no stone fits better than this show the bare board."""
_LEAST_STRANGE = 0.02
"""Sites around which less than this is strange to the board are bare, whatever fits."""
_PLAINLY_STRANGE = 0.06
"""From here on something lies there, though it fits nothing that was taught."""
_FIT_SAYS = 2.0
"""How much a better fit of blue's squares speaks for blue."""


@dataclass(frozen=True, slots=True, eq=False)
class Measures:
    """What was measured at N sites where something may lie.

    site: (N,) index in the layout's sites. colour: (N,) of the best cube, 0 brown, 1 blue.
    centre_mm (N, 2, 2), turn_deg, size, fit (N, 2): the best top of level 1 and 2.
    lead: (N,) log odds that the better top is blue's, not brown's.
    likeness: (N, labels) of the faces at the better level, face_level (N,).
    stone: (N, 2) mean log likelihood ratio of brown and blue stones against the board.
    of_stone: (N,) that of the likelier stone against the likeliest surface of any cube.
    stone_lead: (N,) log odds that a stone there is blue's, not brown's.
    features: (N, F) and patches: (N, C, H, W) for `vision.levels`.
    """

    site: NDArray[np.int64]
    colour: NDArray[np.int64]
    centre_mm: Floats
    turn_deg: Floats
    size: Floats
    fit: Floats
    lead: Floats
    likeness: F32
    face_level: NDArray[np.int64]
    stone: Floats
    features: Floats
    patches: F32
    of_stone: Floats
    stone_lead: Floats

    def __len__(self) -> int:
        """Return the number of sites."""
        return len(self.site)


def measure(
    view: View,
    kit: Kit,
    seen: Look,
    photo_log: PhotoLog,
    *,
    hidden: NDArray[np.bool_] | None = None,
) -> Measures:
    """Measure the sites of a board where something seems to lie.

    hidden: (S,) the sites that are to be measured in any case, for their lines don't show.
    """
    edge = view.layout.piece_mm
    points = view.layout.points_mm
    if hidden is None:
        hidden = np.zeros(len(points), dtype=bool)
    strange = _strangeness(view, seen)
    some = np.flatnonzero((strange > _LEAST_STRANGE) | hidden)
    maps = seen.top(0, 1)
    found = [
        find_tops(
            *(maps, view.work, points),
            edge_mm=edge,
            height_mm=level * edge,
            reach_mm=REACH_MM,
            some=some,
        )
        for level in (1, 2)
    ]
    del maps
    fits = np.array([tops.fit.reshape(2, -1) for tops in found]).swapaxes(0, 1)
    stone, of_stone, stone_lead = stones(view, seen, some)
    likely = (fits.max(axis=(0, 1)) > _LEAST_FIT) | (stone.max(axis=1) > _LEAST_FIT)
    likely |= hidden[some] | (strange[some] > _PLAINLY_STRANGE)
    some, stone, fits = some[likely], stone[likely], fits[..., likely]
    found = [_picked(tops, np.tile(likely, 2)) for tops in found]
    ahead = fits[1].max(axis=0) - fits[0].max(axis=0)
    tops = _of_colour(found, (ahead > 0).astype(np.int64))
    better = np.stack([part.fit for part in tops]).argmax(axis=0)
    lead = _FIT_SAYS * ahead + blue_lead(
        seen.colours,
        kit.pixels,
        view.work,
        *_at_level(tops, better)[:2],
        edge_mm=edge,
        height_mm=(better + 1) * edge,
    )
    colour = (lead > 0).astype(np.int64)
    tops = _of_colour(found, colour)
    fit = np.stack([part.fit for part in tops], axis=1)
    better = fit.argmax(axis=1)
    likeness = like_faces(view, kit, photo_log, colour, *_at_level(tops, better), better + 1)
    edges = find_edges(view, photo_log, tops[0].centre_mm, tops[0].turn_deg)
    gauged = _gauged(view, kit, colour, edges)
    features = _features(view, kit, seen, some, colour, tops, likeness, stone)
    features = np.column_stack([features, gauged])
    return Measures(
        some,
        colour,
        np.stack([part.centre_mm for part in tops], axis=1),
        np.stack([part.turn_deg for part in tops], axis=1),
        np.stack([part.size for part in tops], axis=1),
        fit,
        lead,
        likeness,
        better + 1,
        stone,
        features,
        cut_patches(view, seen, colour, tops, points[some]),
        of_stone[likely],
        stone_lead[likely],
    )


def _of_colour(found: list[Tops], colour: NDArray[np.int64]) -> list[Tops]:
    """Return the tops of level 1 and 2, each pile's of its own colour; found: brown's, blue's."""
    count = len(colour)
    return [_picked(tops, colour * count + np.arange(count)) for tops in found]


def _picked(tops: Tops, which: NDArray[np.generic]) -> Tops:
    """Return some of the tops."""
    return Tops(*(getattr(tops, field.name)[which] for field in fields(Tops)))


def _at_level(tops: list[Tops], which: NDArray[np.int64]) -> tuple[Floats, Floats, Floats]:
    """Return centres (N, 2), turns and sizes (N,) of the tops of level 1 (0) or 2 (1) each."""
    rows = np.arange(len(which))
    centre = np.stack([part.centre_mm for part in tops])[which, rows]
    turn = np.stack([part.turn_deg for part in tops])[which, rows]
    return centre, turn, np.stack([part.size for part in tops])[which, rows]


def like_faces(
    view: View,
    kit: Kit,
    photo_log: PhotoLog,
    colour: NDArray[np.int64],
    centre_mm: Floats,
    turn_deg: Floats,
    size: Floats,
    level: NDArray[np.int64],
) -> F32:
    """Return the likenesses (N, labels) of the faces on tops, each of its colour and level."""
    edge = view.layout.piece_mm
    like = np.zeros((len(turn_deg), len(kit.faces.labels)), dtype=np.float32)
    for k in (0, 1):
        mine = np.flatnonzero(colour == k)
        if len(mine):
            like[mine] = faces_like(
                *(kit.faces, photo_log, view.camera, k, centre_mm[mine], turn_deg[mine]),
                edge_mm=edge * size[mine],
                height_mm=(level[mine] * edge).astype(np.float64),
            )
    return like


def _strangeness(view: View, seen: Look) -> Floats:
    """Return how much around each site is surely not the bare board (S,), 0 to 1."""
    values = warp_planes(seen.strange, *_patch_px(view.work, view.layout))
    return np.asarray(values.mean(axis=1), dtype=np.float64)


@lru_cache(maxsize=4)
def _patch_px(work: Camera, layout: Layout) -> tuple[F32, F32]:
    """Return columns and rows (S, P) of a patch around each site, a little above the board."""
    line = np.linspace(-0.65, 0.65, 11) * layout.piece_mm
    patch = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    return work.project_grids(layout.points_mm, 0.7 * layout.piece_mm, np.eye(2), patch)


_MEASURES = """
fit1 fit2 fit21 top1 top2 top21 side1 side2 side21 strip21 strip21_sum strip12_sum total21
out1 out2 across size1 size2 stone stone_top like parallax shadow shade any
dark1 dark2 dark21 beside1 beside2 tops1 tops2 gauge1 gauge2 gauge21
"""
FEATURES = tuple(_MEASURES.split())
"""What is measured: ...1 as a single cube, ...2 as a stack, ...21 the second less the first.

out: how far off its point the top stands away from the camera's foot, in mm; across: beside that.
shadow, dark: what its shadow says (`vision.lamps`); shade: how much it can say.
"""


_GAUGES = 3
"""The last features come from `_gauged`."""


def _features(
    view: View,
    kit: Kit,
    seen: Look,
    some: NDArray[np.int64],
    colour: NDArray[np.int64],
    tops: list[Tops],
    likeness: F32,
    stone: Floats,
) -> Floats:
    """Return the features (N, F) in the order of FEATURES."""
    edge = view.layout.piece_mm
    points = view.layout.points_mm[some]
    sides = mix(seen.ratio(Surface.BROWN_SIDE), seen.ratio(Surface.BLUE_SIDE))
    surface = seen.ratio(*Surface)
    drawn = [
        silhouettes(
            view.work,
            part.centre_mm,
            part.turn_deg,
            edge_mm=np.asarray(edge),
            height_mm=np.asarray(level * edge),
        )
        for level, part in ((1, tops[0]), (2, tops[1]))
    ]
    ground = ground_of(view.layout)
    shadow = shadows(
        kit.lamps,
        lit(seen.change, surface, view.work, ground),
        ground,
        view.work,
        [(part.centre_mm, part.turn_deg) for part in tops],
        edge,
    )
    leaning, weight = shadow.leaning, np.log1p(shadow.power)
    shown = _shown(seen)
    beside = [
        _beside(view, shown, part, height)
        for part, height in ((tops[0], edge), (tops[1], 2 * edge))
    ]
    camera = view.work.position_mm
    away = np.hypot(*(points - camera[:2]).T) * edge / (camera[2] - edge)
    ways = np.stack(axes(view, points), axis=2)
    off = [np.einsum("ni,nij->nj", part.centre_mm - points, ways) for part in tops]
    rows = np.zeros((len(some), len(FEATURES) - _GAUGES))
    for n in range(len(some)):
        one, two = drawn[0][n], drawn[1][n]
        mean1, side1, total1 = _means(one, seen, sides, int(colour[n]))
        mean2, side2, total2 = _means(two, seen, sides, int(colour[n]))
        strip21, area21, strip12 = _strips(one, two, sides)
        fit1, fit2 = tops[0].fit[n], tops[1].fit[n]
        low = np.sort(stone[n])
        rows[n] = (
            *(fit1, fit2, fit2 - fit1, mean1, mean2, mean2 - mean1, side1, side2, side2 - side1),
            *(strip21 / (area21 + 5), strip21 / 100, strip12 / 100, (total2 - total1) / 100),
            *(off[0][n, 0], off[1][n, 0], abs(off[0][n, 1]), tops[0].size[n], tops[1].size[n]),
            *(low[1], low[1] - max(fit1, fit2), likeness[n].max()),
            *(away[n], leaning[n], weight[n], float(one.window(surface)[one.middle > 0.5].mean())),
            *(10 * shadow.single[n], 10 * shadow.stacked[n]),
            10 * (shadow.stacked[n] - shadow.single[n]),
            *(beside[0][n, 0], beside[1][n, 0], beside[0][n, 1], beside[1][n, 1]),
        )
    return rows


def _gauged(view: View, kit: Kit, colour: NDArray[np.int64], edges: Edges) -> Floats:
    """Return how far sizes are from a single cube's and from a stack's, in errors (N, 3)."""
    size, error = sizes(edges, kit.gauge, colour)
    one = np.clip(np.abs(size - 1) / error, 0, 6)
    two = np.clip(np.abs(size - magnification(view)) / error, 0, 6)
    return np.column_stack([one, two, one - two])


def _shown(seen: Look) -> tuple[F32, F32]:
    """Return how likely each pixel (h, w) is any part of a cube, and any part of a top."""
    tops = (Surface.BROWN_RIM, Surface.BLUE_RIM, Surface.BROWN_TOP, Surface.BLUE_TOP)
    return seen.ratio(*tops, Surface.BROWN_SIDE, Surface.BLUE_SIDE), seen.ratio(*tops)


def _beside(view: View, shown: tuple[F32, F32], tops: Tops, height_mm: float) -> Floats:
    """Return how much of pieces, and of tops alone, shows beside the silhouettes of piles (N, 2).

    The lower cube of a stack hardly ever lies quite under the upper one, and then its top shows;
    beside a single cube there is the board. Sums of positive ratios, in hundreds.
    """
    edge = view.layout.piece_mm
    own = np.zeros_like(shown[0])
    centre, turn = tops.centre_mm, tops.turn_deg
    drawn = outlines(view.work, centre, turn, edge_mm=1.06 * edge, height_mm=height_mm)
    wide = outlines(view.work, centre, turn, edge_mm=1.45 * edge, height_mm=edge)
    sums = np.zeros((len(drawn), 2))
    for n, (inner, outer) in enumerate(zip(drawn, wide, strict=True)):
        cover = inner.window(own)
        cover[:] = inner.side
        free = np.clip(outer.side - outer.window(own), 0, 1)
        for k, surface in enumerate(shown):
            sums[n, k] = (free * np.clip(outer.window(surface) - k, 0, None)).sum() / 100
        cover[:] = 0
    return sums


def _means(pile: Silhouette, seen: Look, sides: F32, colour: int) -> tuple[float, float, float]:
    """Return the mean ratio of a pile's top, of its sides and the sum over both."""
    top = (pile.middle * seen.ratio_within(pile, Surface(Surface.BROWN_TOP + colour))).sum()
    top += (pile.rim * seen.ratio_within(pile, Surface(Surface.BROWN_RIM + colour))).sum()
    side = (pile.side * pile.window(sides)).sum()
    area = (pile.middle + pile.rim).sum()
    return float(top / max(area, 1)), float(side / (pile.side.sum() + 5)), float(top + side)


def _strips(one: Silhouette, two: Silhouette, sides: F32) -> tuple[float, float, float]:
    """Return sum and area of side ratios where only the second is, the sum where only the first."""
    left, top = min(one.left, two.left), min(one.top, two.top)
    right = max(pile.left + pile.middle.shape[1] for pile in (one, two))
    bottom = max(pile.top + pile.middle.shape[0] for pile in (one, two))
    covers = []
    for pile in (one, two):
        cover = np.zeros((bottom - top, right - left), dtype=np.float32)
        height, width = pile.middle.shape
        y, x = pile.top - top, pile.left - left
        cover[y : y + height, x : x + width] = pile.middle + pile.rim + pile.side
        covers.append(cover)
    part = sides[top:bottom, left:right]
    only2 = np.clip(covers[1] - covers[0], 0, 1)
    only1 = np.clip(covers[0] - covers[1], 0, 1)
    return float((only2 * part).sum()), float(only2.sum()), float((only1 * part).sum())
