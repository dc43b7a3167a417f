"""Grid hypotheses from line segments: vanishing points, then a comb of evenly spaced lines.

A projective grid is two pencils of lines. Two vanishing points fix the plane up to an affine map
whose axes are those of the board, so in the rectified plane each pencil is an arithmetic
progression: its spacing and phase are found by a one-dimensional vote (Hartley & Zisserman 2004,
sections 2.7 and 8.6). Everything here only proposes; `vision.profiles` judges on the picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.combs import combs
from vision.segments import Segments
from vision.vanishing import vanishing_points

Floats = NDArray[np.float64]

_MOST_SEGMENTS = 1500
_TILES = 10  # parts of the picture's longer side of which each has its share of these
_ANGLE_TOLERANCE = 0.02  # sine; a bowed line turns by this much over its length
_END_ERROR_PX = 1.0  # how well a segment's ends are known across its direction


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A proposed grid: to_px (3, 3) maps grid units (u, v, 1) to pixels; `score` ranks it."""

    to_px: Floats
    score: float


@dataclass(frozen=True, slots=True, eq=False)
class _Rough:
    """A proposal from combs alone: to_image (3, 3) maps grid units to scaled pixels.

    members: the segments (N,) that run to each vanishing point. good: those before the camera.
    """

    to_image: Floats
    score: float
    members: tuple[NDArray[np.bool_], NDArray[np.bool_]]
    good: NDArray[np.bool_]


def propose_grids(
    segments: Segments, columns: int, rows: int, size_px: tuple[int, int], *, most: int
) -> Iterator[list[Hypothesis]]:
    """Yield proposals for a grid of `columns` by `rows`, likely pairs of directions first.

    Each list is one pair of vanishing points, at most `most`, best first; pairs that lie in one
    direction, as along planks, have none. The window of the lines may be off by whole lines, the
    axes may be swapped or mirrored.
    """
    if len(segments.length_px) < 8:
        return
    scale = max(size_px)
    centre = np.array([size_px[0] / 2, size_px[1] / 2])
    few = _from_everywhere(segments, scale)
    ends = (segments.ends_px[few] - centre) / scale
    length = segments.weight_px[few] / scale
    tolerance = _ANGLE_TOLERANCE + _END_ERROR_PX / segments.length_px[few]
    points, members = vanishing_points(ends, length, tolerance)
    back = np.array([[scale, 0, centre[0]], [0, scale, centre[1]], [0, 0, 1.0]])
    votes = [float(length[inside].sum()) for inside in members]
    pairs = [(a, b) for a in range(len(points)) for b in range(a)]
    pairs.sort(key=lambda pair: -votes[pair[0]] * votes[pair[1]])
    for a, b in pairs:
        both = [(a, b)] if columns == rows else [(a, b), (b, a)]
        rough: list[_Rough] = []
        for i, j in both:
            rough += _grids_of_pair(
                ends, length, (points[i], points[j]), (members[i], members[j]), columns, rows, scale
            )
        if not rough:
            continue
        rough.sort(key=lambda grid: -grid.score)
        yield [
            Hypothesis(back @ _fit_lines(grid, ends, length), grid.score) for grid in rough[:most]
        ]


def _from_everywhere(segments: Segments, side_px: float) -> NDArray[np.int64]:
    """Return the indices of the weightiest segments of each part of the picture, in turn.

    The grain of a floor has more and longer ones than a worn board: over the whole picture the
    weightiest would leave none of the board's.
    """
    count = len(segments.weight_px)
    tile = np.floor(segments.ends_px.mean(axis=1) / side_px * _TILES).astype(np.int64)
    place = tile[:, 1] * (_TILES + 1) + tile[:, 0]
    order = np.argsort(place, kind="stable")  # weightiest first in each tile
    new = np.flatnonzero(np.diff(place[order], prepend=-1))
    rank = np.empty(count, dtype=np.int64)
    rank[order] = np.arange(count) - np.repeat(new, np.diff(new, append=count))
    return np.sort(np.argsort(rank, kind="stable")[:_MOST_SEGMENTS])


def _grids_of_pair(
    ends: Floats,
    length: Floats,
    points: tuple[Floats, Floats],
    members: tuple[NDArray[np.bool_], NDArray[np.bool_]],
    columns: int,
    rows: int,
    scale: float,
) -> list[_Rough]:
    """Propose grids whose rows run to points[0] and whose columns run to points[1]."""
    use = members[0] | members[1]
    middles = ends.mean(axis=1)
    centre = np.append(np.median(middles[use], axis=0), 1.0)
    rays = [p[:2] - p[2] * centre[:2] for p in points]
    angle = abs(float(rays[0][0] * rays[1][1] - rays[0][1] * rays[1][0]))
    if angle < 0.3 * float(np.linalg.norm(rays[0]) * np.linalg.norm(rays[1])):
        return []
    # Columns of `frame`: both vanishing points and the centre, scaled to unit speed there.
    frame = np.column_stack(
        [p / np.linalg.norm(ray) for p, ray in zip(points, rays, strict=True)] + [centre]
    )
    flat = np.linalg.inv(frame)
    mapped = np.concatenate([ends, np.ones((*ends.shape[:2], 1))], axis=2) @ flat.T
    good = np.asarray((mapped[:, :, 2] > 0.2).all(axis=1), dtype=np.bool_)
    with np.errstate(divide="ignore", invalid="ignore"):
        plane = mapped[:, :, :2] / mapped[:, :, 2:]
    families = []
    for axis, count in ((1, rows), (0, columns)):
        inside = members[1 - axis] & good
        place = plane[inside, :, axis].mean(axis=1)
        families.append(combs(place, length[inside], count, 1.0 / scale))
    found = []
    for row_score, row_start, row_step in families[0]:
        for column_score, column_start, column_step in families[1]:
            units = np.array(
                [[column_step, 0, column_start], [0, row_step, row_start], [0, 0, 1.0]]
            )
            score = float(min(row_score / rows, column_score / columns))
            found.append(_Rough(frame @ units, score, members, good))
    return found


def _fit_lines(rough: _Rough, ends: Floats, length: Floats) -> Floats:
    """Refine grid -> image (3, 3) by linear least squares on the segments near whole lines.

    A segment end p on the line u = k obeys (row_u - k row_w) . p = 0 for image -> grid.
    """
    families = []
    for axis in (0, 1):
        mine = rough.members[1 - axis] & rough.good
        points = np.concatenate([ends[mine], np.ones((int(mine.sum()), 2, 1))], axis=2)
        families.append((axis, points, length[mine]))
    best = rough.to_image
    for _ in range(2):
        to_grid = np.linalg.inv(best)
        squares, count = np.zeros((9, 9)), 0
        for axis, points, weight in families:
            mapped = points @ to_grid.T
            with np.errstate(divide="ignore", invalid="ignore"):
                place = mapped[:, :, axis] / mapped[:, :, 2]
            place = np.nan_to_num(place, nan=1e9, posinf=1e9, neginf=-1e9)
            line = np.rint(place.mean(axis=1))
            near = np.abs(place - line[:, None]).max(axis=1) < 0.2
            near &= (line > -30) & (line < 60)
            count += 2 * int(near.sum())
            pull = weight[near, None] / np.maximum(np.square(mapped[near, :, 2]), 1e-18)
            _add_squares(squares, axis, points[near], line[near], pull)
        if count < 16:
            return best
        _, vectors = np.linalg.eigh(squares)
        candidate = vectors[:, 0].reshape(3, 3)
        if abs(np.linalg.det(candidate)) < 1e-12:
            return best
        image = np.linalg.inv(candidate)
        centre = best @ np.array([4.0, 4.0, 1.0])
        back = candidate @ (centre / centre[2])
        best = image * np.sign(back[2])
    return best


def _add_squares(squares: Floats, axis: int, points: Floats, line: Floats, pull: Floats) -> None:
    """Add the equations of segment ends (N, 2, 3) on lines (N,) to the normal matrix (9, 9)."""
    flat = points.reshape(-1, 3)
    each = np.repeat(line, 2)
    mine, last = slice(3 * axis, 3 * axis + 3), slice(6, 9)
    for rows, columns, factor in (
        (mine, mine, np.ones(len(each))),
        (mine, last, -each),
        (last, mine, -each),
        (last, last, each * each),
    ):
        squares[rows, columns] += (flat * (pull.ravel() * factor)[:, None]).T @ flat
