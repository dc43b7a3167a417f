"""The lattice that stones stand on: rows of discs of one size, a pitch apart.

Stones touch or nearly touch, so the pitch is little more than their width. A few neighbouring discs
propose the two steps of the lattice, the discs around them vote, and from the best start the
lattice grows from disc to disc, its homography fitted anew each time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.discs import Discs, apart
from vision.flatmap import homography

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_SAME_SIZE = 1.35  # times that a neighbouring stone may seem larger
_LEAST_STEP, _MOST_STEP = 1.3, 2.9  # distance of neighbours, in radii; less across a tilted board
_LEAST_TURN = 0.6  # sine of the angle between both steps
_NEAR = 9.0  # radii around a start in which discs vote
_STARTS, _GROWN = 30, 4  # discs that are tried as start, the best that are grown
_BANDS_PX, _BAND = (6.5, 10.0, 14.0, 20.0, 28.0), 2.0
_TOLD = 3
_PLAIN_RIM = 0.55
_LEAST_COLOUR = 0.06  # part of the stones that are black, or white, at least
_OTHER_COLOUR = 0.33  # part of the rims seen that are on one colour of a chessboard at least
_OTHER_SIZE = 1.3  # times that a stone may seem larger or smaller than usual where it is
_LEAST_PITCH, _MOST_PITCH = 1.7, 2.8  # in radii
_ON_POINT = 0.24  # pitches
_FIRST_REACH, _IDLE = 2, 3  # lines at first; rounds without a new disc that end it
_FEWEST, _BESIDE = 5, 2  # discs at least; near one more
_NEXT, _FURTHER, _MANY = 2, 4, 16  # how near, in lines; with so many discs
_LOOSE, _LEAN = 0.1, 0.04  # usual distance of a disc from its point; perspective, in 1 / pitches
_MOST = 30  # lines from the start
LEAST_STONES = 24
_PLENTY, _SURE_SHARE = 60, 0.85  # a lattice like this is that of all its discs
_LEAST_SHARE = 0.6  # of the discs of a stone's size among the lattice's stones that stand on it


@dataclass(frozen=True, slots=True)
class StoneGrid:
    """Stones on a lattice: grid -> pixels (3, 3) through their middles, their points, their discs.

    places: (N, 2) whole grid coordinates, from any start, in any turn, perhaps mirrored. share:
    part of the discs of their size among them that stand on its points.
    """

    to_px: Floats
    places: Ints
    discs: Discs
    share: float

    def holds(self, middle_px: Floats) -> bool:
        """Tell whether this is surely the lattice of the disc at a place."""
        far = np.abs(self.discs.middles_px - middle_px).max(axis=1)
        on = bool((far < 0.5 * self.discs.radius_px).any())
        return on and len(self.places) > _PLENTY and self.share > _SURE_SHARE

    @property
    def weight_px(self) -> float:
        """How much speaks for it: rims seen, of large discs more than of small ones."""
        return float((np.square(self.discs.rim) * self.discs.radius_px).sum())

    def squeezed(self, times: float) -> StoneGrid:
        """Return the grid of the picture that was stretched upwards so many times."""
        flat = np.diag([1.0, 1 / times, 1.0])
        flat[1, 2] = 0.5 / times - 0.5
        discs = self.discs
        middles = discs.middles_px * [1, 1 / times] + [0, flat[1, 2]]
        radius = discs.radius_px / times**0.5
        discs = replace(discs, middles_px=middles, radius_px=radius)
        return replace(self, to_px=flat @ self.to_px, discs=discs)


def lattices_of(discs: Discs) -> list[StoneGrid]:
    """Return the lattices that most of the discs speak for, the largest first, few at most."""
    found: list[StoneGrid] = []
    plain = discs.those(discs.rim > _PLAIN_RIM)
    for least in _BANDS_PX:
        band = (discs.radius_px >= least) & (discs.radius_px < _BAND * least)
        if int(band.sum()) < LEAST_STONES:
            continue
        alike = apart(discs.those(band))
        for start, steps in _starts(alike):
            if any(grid.holds(alike.middles_px[start]) for grid in found):
                continue
            grid = _grown(plain, alike.those(np.array([start])), steps)
            if grid is not None:
                found.append(grid)
    found.sort(key=lambda grid: -grid.weight_px)
    kept: list[StoneGrid] = []
    for grid in found:
        if len(kept) < _TOLD and all(_is_other(grid, one) for one in kept):
            kept.append(grid)
    return kept


def _is_other(grid: StoneGrid, one: StoneGrid) -> bool:
    """Tell whether most discs of a lattice aren't those of a larger one."""
    gap = np.abs(grid.discs.middles_px[:, None] - one.discs.middles_px[None]).max(axis=2)
    return bool((gap.min(axis=1) < 0.5 * grid.discs.radius_px).mean() < 0.5)


def _starts(discs: Discs) -> list[tuple[int, Floats]]:
    """Return discs with two steps (2, 2) each, one a row, that the discs around vote for most."""
    middles, radius = discs.middles_px, discs.radius_px
    apart = middles[None] - middles[:, None]
    far = np.hypot(apart[..., 0], apart[..., 1])
    size = np.sqrt(radius[:, None] * radius[None])
    alike = np.maximum(radius[:, None], radius[None]) < _SAME_SIZE * np.minimum(
        radius[:, None], radius[None]
    )
    linked = alike & (far > _LEAST_STEP * size) & (far < _MOST_STEP * size)
    order = np.argsort(-linked.sum(axis=1) * discs.rim, kind="stable")
    starts: list[tuple[float, int, Floats]] = []
    # The best linked ones may be a lump of texture: each third of so many is tried.
    for index in map(int, order[: 3 * _STARTS : 3]):
        links = apart[index][linked[index]]
        if len(links) < 2:
            continue
        near = alike[index] & (far[index] < _NEAR * radius[index]) & (far[index] > 0)
        score, steps = _voted(apart[index][near], links)
        starts.append((score, index, steps))
    starts.sort(key=lambda one: -one[0])
    return [one[1:] for one in starts[:_GROWN]]


def _voted(around: Floats, links: Floats) -> tuple[float, Floats]:
    """Return the best two of some links (N, 2) as steps for the discs around, and their votes."""
    one, other = np.triu_indices(len(links), 1)
    u, v = links[one], links[other]
    cross = u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]
    long = np.linalg.norm(u, axis=1) * np.linalg.norm(v, axis=1)
    good = np.abs(cross) > _LEAST_TURN * long
    if not good.any():
        return -1.0, np.eye(2)
    u, v, cross = u[good], v[good], cross[good]
    along = (around[None, :, 0] * v[:, 1:] - around[None, :, 1] * v[:, :1]) / cross[:, None]
    across = (u[:, :1] * around[None, :, 1] - u[:, 1:] * around[None, :, 0]) / cross[:, None]
    off = np.maximum(np.abs(along - np.rint(along)), np.abs(across - np.rint(across)))
    votes = (off < 0.2).sum(axis=1) - 0.7 * (off > 0.3).sum(axis=1)
    # The same lattice has other steps, less upright ones.
    votes = votes * (np.abs(cross) / long[good])
    top = int(votes.argmax())
    return float(votes[top]), _upright(u[top], v[top])


def _upright(u: Floats, v: Floats) -> Floats:
    """Return the shortest two steps (2, 2) of the lattice of two steps (Gauss's reduction)."""
    for _ in range(4):
        if u @ u > v @ v:
            u, v = v, u
        times = np.rint((u @ v) / (u @ u))
        if times == 0:
            break
        v = v - times * u
    return np.stack([u, v])


def _grown(discs: Discs, start: Discs, steps: Floats) -> StoneGrid | None:
    """Return the lattice grown from one disc and two steps (2, 2), or None where it stays small.

    It grows over discs of all sizes: far away stones seem smaller.
    """
    origin = start.middles_px[0]
    to_px = np.array([[*steps[:, 0], origin[0]], [*steps[:, 1], origin[1]], [0, 0, 1]])
    usual = float(start.radius_px[0] / _pitch_at(to_px, np.zeros((1, 2)))[0])
    places, chosen, idle = np.zeros((1, 2), np.int64), np.zeros(0, np.int64), 0
    for reach in range(_FIRST_REACH, _MOST):
        seen = _on_points(discs, to_px, places if reach > _FIRST_REACH + 1 else None, reach, usual)
        if seen is None or len(seen[1]) < _FEWEST:
            return None
        idle = idle + 1 if len(seen[1]) <= len(chosen) else 0
        places, chosen = seen
        to_px = _fitted(places, discs.middles_px[chosen], to_px)
        pitches = _pitch_at(to_px, places.astype(np.float64))
        usual = float(np.median(discs.radius_px[chosen] / np.maximum(pitches, 1e-9)))
        if idle == _IDLE or not _LEAST_PITCH < 1 / max(usual, 1e-9) < _MOST_PITCH:
            break
    to_px, places, chosen = _every_second(to_px, places, chosen, discs.rim[chosen])
    if len(chosen) < LEAST_STONES or not _LEAST_PITCH < 1 / max(usual, 1e-9) < _MOST_PITCH:
        return None
    share = _share(discs, to_px, places, chosen)
    if share < _LEAST_SHARE:
        return None
    stones = discs.those(chosen)
    if not _LEAST_COLOUR < stones.dark.mean() < 1 - _LEAST_COLOUR:
        return None
    return StoneGrid(to_px, places, stones, share)


def _every_second(
    to_px: Floats, places: Ints, chosen: Ints, rim: Floats
) -> tuple[Floats, Ints, Ints]:
    """Return a lattice of which mainly every second point is used, as of a chessboard, as it is.

    Between stones lie round gaps, and both together are a lattice, too, half as large a cell.
    """
    odd = places.sum(axis=1) % 2
    part = float(np.average(odd, weights=np.square(rim)))
    colour = int(part > 0.5)
    if _OTHER_COLOUR < part < 1 - _OTHER_COLOUR:
        return to_px, places, chosen
    places, chosen = places[odd == colour], chosen[odd == colour]
    u, v = places[:, 0] - colour, places[:, 1]
    turn = np.array([[1.0, 1, colour], [1, -1, 0], [0, 0, 1]])
    return to_px @ turn, np.column_stack([(u + v) // 2, (u - v) // 2]), chosen


def _on_grid(to_px: Floats, pixels: Floats) -> Floats:
    """Return where pixels (N, 2) lie on the grid; far away where the board's plane isn't seen."""
    inverse = np.linalg.inv(to_px)
    ahead = inverse @ to_px[:, 2]
    return np.nan_to_num(homography(inverse * np.sign(ahead[2]))(pixels), nan=1e6)


def _on_points(
    discs: Discs, to_px: Floats, before: Ints | None, reach: int, usual: float
) -> tuple[Ints, Ints] | None:
    """Return the points (N, 2) with a disc on them and the discs (N,), near those from before.

    usual: a stone's radius in pitches.
    """
    if not np.isfinite(to_px).all() or abs(np.linalg.det(to_px)) < 1e-9:
        return None
    seen = _on_grid(to_px, discs.middles_px)
    place = np.rint(seen)
    off = np.linalg.norm(seen - place, axis=1)
    near = (off < _ON_POINT) & (np.abs(place) <= reach).all(axis=1)
    if before is not None:
        taken = np.zeros((2 * _MOST + 1, 2 * _MOST + 1), np.float32)
        taken[tuple((before + _MOST).T)] = 1
        side = 2 * (_NEXT if len(before) < _MANY else _FURTHER) + 1
        around = cv2.boxFilter(taken, -1, (side, side), normalize=False)
        near[near] = around[tuple((place[near].astype(np.int64) + _MOST).T)] > _BESIDE - 0.5
    # Its size is that of a stone there.
    index = np.flatnonzero(near)
    ratio = discs.radius_px[index] / np.maximum(_pitch_at(to_px, place[index]), 1e-9)
    index = index[(ratio < usual * _OTHER_SIZE) & (ratio > usual / _OTHER_SIZE)]
    # Of two on a point the nearer one.
    index = index[np.argsort(off[index], kind="stable")]
    keys = (place[index, 0] + 100) * 1000 + place[index, 1] + 100
    _, first = np.unique(keys, return_index=True)
    index = index[first]
    return place[index].astype(np.int64), index


def _pitch_at(to_px: Floats, place: Floats) -> Floats:
    """Return the mean pitch in pixels (N,) at grid places (N, 2)."""
    half = np.array([[0.5, 0], [-0.5, 0], [0, 0.5], [0, -0.5]])
    right, left, down, up = homography(to_px)((half[:, None] + place).reshape(-1, 2)).reshape(
        4, -1, 2
    )
    across, along = np.hypot(*(right - left).T), np.hypot(*(down - up).T)
    return np.asarray(np.sqrt(across * along), dtype=np.float64)


def _fitted(places: Ints, pixels: Floats, before: Floats) -> Floats:
    """Return grid -> pixels (3, 3) by least squares, near to an affine map where points are few."""
    grid = places.astype(np.float64)
    origin = before[:2, 2] / before[2, 2]
    size = float(np.sqrt(abs(np.linalg.det(before[:2, :2] / before[2, 2]))))
    seen = (pixels - origin) / max(size, 1e-6)
    lean = before[2, :2] / before[2, 2]
    design = np.column_stack([grid, np.ones(len(grid))])
    none = np.zeros_like(design)
    rows = np.concatenate(
        [
            np.column_stack([design, none, -seen[:, :1] * grid]),
            np.column_stack([none, design, -seen[:, 1:] * grid]),
        ]
    )
    values = np.concatenate([seen[:, 0], seen[:, 1]])
    weight = 1.0 / np.tile(np.maximum(1 + grid @ lean, 0.2), 2)
    prior = np.zeros((2, 8))
    prior[[0, 1], [6, 7]] = _LOOSE / _LEAN
    rows = np.concatenate([rows * weight[:, None], prior])
    found = np.linalg.lstsq(rows, np.append(values * weight, [0.0, 0.0]), rcond=None)[0]
    flat = np.array([found[:3], found[3:6], [*found[6:], 1.0]])
    back = np.array([[size, 0, origin[0]], [0, size, origin[1]], [0, 0, 1.0]])
    return np.asarray(back @ flat)


def _share(discs: Discs, to_px: Floats, places: Ints, chosen: Ints) -> float:
    """Return which part of the discs of a stone's size within the lattice stand on its points."""
    seen = _on_grid(to_px, discs.middles_px)
    low, high = places.min(axis=0), places.max(axis=0)
    inside = ((seen > low - 0.5) & (seen < high + 0.5)).all(axis=1)
    ratio = discs.radius_px / np.maximum(np.nan_to_num(_pitch_at(to_px, seen), nan=1e9), 1e-9)
    usual = float(np.median(ratio[chosen]))
    inside &= (ratio < usual * 1.2) & (ratio > usual / 1.2)
    return len(chosen) / max(len(apart(discs.those(inside)).rim), len(chosen))
