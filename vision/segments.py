"""Grid hypotheses from line segments: vanishing points, then a comb of evenly spaced lines.

A projective grid is two pencils of lines. Two vanishing points fix the plane up to an affine map
whose axes are those of the board, so in the rectified plane each pencil is an arithmetic
progression: its spacing and phase are found by a one-dimensional vote (Hartley & Zisserman 2004,
sections 2.7 and 8.6). Everything here only proposes; `vision.profiles` judges on the picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
F32 = NDArray[np.float32]

_MOST_SEGMENTS = 1500
_VP_TRIES = 1200
_VP_KEPT = 7
_ANGLE_TOLERANCE = 0.02  # sine; a bowed line turns by this much over its length
_END_ERROR_PX = 1.0  # how well a segment's ends are known across its direction
_LEAST_PITCH_PX = 5.0
_LINE_WIDTH = 0.008  # a line is thinner than this part of the picture's longer side
_EDGE_WEIGHT = 0.25
_COMBS_KEPT = 3
_LIKELY_COMBS = 400


@dataclass(frozen=True, slots=True)
class Segments:
    """Line segments, weightiest first.

    ends_px: (N, 2, 2). length_px: (N,). weight_px: (N,) the length as far as it speaks for a line:
    the two sides of a thin line count in full, other edges (of a table, of stripes) a quarter.
    """

    ends_px: Floats
    length_px: Floats
    weight_px: Floats

    @property
    def thin_lines(self) -> int:
        """How many of the segments are a side of a thin line."""
        return int((self.weight_px == self.length_px).sum())

    def inside(self, low_px: tuple[float, float], high_px: tuple[float, float]) -> Segments:
        """Return the segments whose middles lie in a box."""
        middles = self.ends_px.mean(axis=1)
        keep = ((middles >= low_px) & (middles <= high_px)).all(axis=1)
        return Segments(self.ends_px[keep], self.length_px[keep], self.weight_px[keep])


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


def find_segments(gray: NDArray[np.uint8], *, least_px: float = 8.0) -> Segments:
    """Return the straight segments of a grey picture (LSD; Grompone von Gioi et al. 2010)."""
    detected: tuple[Any, ...] = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD).detect(gray)
    found = detected[0]  # None where there is none, whatever its stub says
    if found is None:
        return Segments(np.zeros((0, 2, 2)), np.zeros(0), np.zeros(0))
    ends = np.asarray(found, dtype=np.float64).reshape(-1, 2, 2)
    length = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    ends, length = ends[length >= least_px], length[length >= least_px]
    weight = length * np.where(_beside_line(gray, ends), 1.0, _EDGE_WEIGHT)
    order = np.argsort(-weight, kind="stable")
    return Segments(ends[order], length[order], weight[order])


def _beside_line(gray: NDArray[np.uint8], ends: Floats) -> NDArray[np.bool_]:
    """Tell which segments (N, 2, 2) are a side of a thin line, by the brightness across them.

    Beside a line the brightness comes back after the line's width; behind an edge it doesn't.
    """
    if not len(ends):
        return np.zeros(0, dtype=np.bool_)
    width = max(4.0, _LINE_WIDTH * max(gray.shape))
    across = np.column_stack([ends[:, 0, 1] - ends[:, 1, 1], ends[:, 1, 0] - ends[:, 0, 0]])
    across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-9)
    steps = np.arange(-np.ceil(width), np.ceil(width) + 1)
    along = np.array([0.25, 0.5, 0.75])
    middles = ends[:, :1] * (1 - along)[None, :, None] + ends[:, 1:] * along[None, :, None]
    places = middles[:, :, None] + across[:, None, None] * steps[None, None, :, None]
    places = places.reshape(len(ends), -1, 2).astype(np.float32)
    x, y = np.ascontiguousarray(places[..., 0]), np.ascontiguousarray(places[..., 1])
    levels = cv2.remap(gray, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    profile = np.asarray(levels, dtype=np.float64).reshape(len(ends), 3, -1).mean(axis=1)
    half = len(steps) // 2
    near = slice(1, 4)
    left, right = profile[:, :half][:, ::-1], profile[:, half + 1 :]
    step = right[:, near].mean(axis=1) - left[:, near].mean(axis=1)
    middle = (right[:, near].mean(axis=1) + left[:, near].mean(axis=1)) / 2
    # On the darker side it gets light again (dark line), or on the lighter side dark again.
    dark_side = np.where((step > 0)[:, None], left, right)
    light_side = np.where((step > 0)[:, None], right, left)
    again = (dark_side.max(axis=1) > middle) | (light_side.min(axis=1) < middle)
    return np.asarray(again, dtype=np.bool_)


def propose_grids(
    segments: Segments, columns: int, rows: int, size_px: tuple[int, int], *, most: int
) -> Iterator[list[Hypothesis]]:
    """Yield proposals for a grid of `columns` by `rows`, likely pairs of directions first.

    Each list is one pair of vanishing points, at most `most`, best first. The window of the lines
    may be off by whole lines, the axes may be swapped or mirrored.
    """
    if len(segments.length_px) < 8:
        return
    scale = max(size_px)
    centre = np.array([size_px[0] / 2, size_px[1] / 2])
    ends = (segments.ends_px[:_MOST_SEGMENTS] - centre) / scale
    length = segments.weight_px[:_MOST_SEGMENTS] / scale
    tolerance = _ANGLE_TOLERANCE + _END_ERROR_PX / segments.length_px[:_MOST_SEGMENTS]
    points, members = _vanishing_points(ends, length, tolerance)
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
        rough.sort(key=lambda grid: -grid.score)
        yield [
            Hypothesis(back @ _fit_lines(grid, ends, length), grid.score) for grid in rough[:most]
        ]


def _lines(ends: Floats) -> Floats:
    """Unit-normal lines (N, 3) through segment ends (N, 2, 2)."""
    first, second = ends[:, 0], ends[:, 1]
    normal = np.column_stack([first[:, 1] - second[:, 1], second[:, 0] - first[:, 0]])
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-12)
    return np.column_stack([normal, -(normal * first).sum(axis=1)])


def _misses(points: Floats, lines: Floats, middles: Floats) -> Floats:
    """Sine of the angle between each line and the ray from its middle to each point (M, N)."""
    across = points[:, :2] @ lines[:, :2].T - points[:, 2:] * (
        middles[:, 0] * lines[:, 0] + middles[:, 1] * lines[:, 1]
    )
    along_x = points[:, 0:1] - points[:, 2:3] * middles[:, 0]
    along_y = points[:, 1:2] - points[:, 2:3] * middles[:, 1]
    return np.asarray(np.abs(across) / np.maximum(np.hypot(along_x, along_y), 1e-9))


def _agreements(points: Floats, lines: Floats, middles: Floats, tolerance: Floats) -> F32:
    """Return 1 where a line runs to a point within its tolerance, else 0 (M, N).

    As `_misses`, without roots and in single precision: this is most of what many points cost.
    """
    through = (middles * lines[:, :2]).sum(axis=1)
    across, along_x, along_y = (
        (points @ form).astype(np.float32)
        for form in (
            np.vstack([lines[:, :2].T, -through]),
            np.vstack([np.ones(len(lines)), np.zeros(len(lines)), -middles[:, 0]]),
            np.vstack([np.zeros(len(lines)), np.ones(len(lines)), -middles[:, 1]]),
        )
    )
    for part in (across, along_x, along_y):
        np.square(part, out=part)
    along_x += along_y
    along_x *= np.square(tolerance).astype(np.float32)
    return (across < along_x).astype(np.float32)


def _vanishing_points(
    ends: Floats, length: Floats, tolerance: Floats
) -> tuple[list[Floats], list[NDArray[np.bool_]]]:
    """Return the strongest vanishing points (3,) with the segments (N,) that belong to each."""
    lines, middles = _lines(ends), ends.mean(axis=1)
    chance = np.random.default_rng(7)
    pick = chance.choice(len(length), size=(_VP_TRIES, 2), p=length / length.sum())
    tries = np.cross(lines[pick[:, 0]], lines[pick[:, 1]])
    norm = np.linalg.norm(tries, axis=1)
    tries = tries[norm > 1e-6] / norm[norm > 1e-6, None]
    agree = _agreements(tries, lines, middles, tolerance)
    left = length.astype(np.float32)
    points: list[Floats] = []
    members: list[NDArray[np.bool_]] = []
    for _ in range(_VP_KEPT):
        votes = agree @ left
        if not len(votes) or votes.max() <= 0:
            break
        most = int(votes.argmax())
        point, inside = _polish_point(tries[most], lines, middles, length, tolerance)
        points.append(point)
        members.append(inside)
        left[inside | (agree[most] > 0)] = 0.0
    return points, members


def _polish_point(
    point: Floats, lines: Floats, middles: Floats, length: Floats, tolerance: Floats
) -> tuple[Floats, NDArray[np.bool_]]:
    """Refine a vanishing point by least squares over the segments that agree with it."""
    inside = _misses(point[None], lines, middles)[0] < tolerance
    for _ in range(3):
        weight = np.where(inside, length, 0.0)
        weighted = lines * weight[:, None]
        _, vectors = np.linalg.eigh(weighted.T @ weighted)
        better = vectors[:, 0]
        now = _misses(better[None], lines, middles)[0] < tolerance
        if length[now].sum() < length[inside].sum():
            break
        point, inside = better, now
    return point, inside


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
        families.append(_combs(place, length[inside], count, 1.0 / scale))
    found = []
    for row_score, row_start, row_step in families[0]:
        for column_score, column_start, column_step in families[1]:
            units = np.array(
                [[column_step, 0, column_start], [0, row_step, row_start], [0, 0, 1.0]]
            )
            score = float(min(row_score / rows, column_score / columns))
            found.append(_Rough(frame @ units, score, members, good))
    return found


def _combs(
    place: Floats, weight: Floats, count: int, pixel: float
) -> list[tuple[float, float, float]]:
    """Return the best combs (score, start, step) of `count` evenly spaced lines in a 1-D vote."""
    if len(place) < 4:
        return []
    reach = 1.2
    keep = np.abs(place) < reach
    bins = int(2 * reach / pixel)
    vote, _ = np.histogram(place[keep], bins=bins, range=(-reach, reach), weights=weight[keep])
    vote = cv2.GaussianBlur(vote.reshape(1, -1), (0, 0), 1.5).ravel()
    peak = np.flatnonzero((vote[1:-1] >= vote[:-2]) & (vote[1:-1] > vote[2:])) + 1
    peak = peak[np.argsort(-vote[peak])[: 3 * count]]
    if len(peak) < 3:
        return []
    level = float(vote[peak[: min(len(peak), count)]].min())
    level = max(level, float(vote[peak[0]]) * 0.1)
    capped = (np.minimum(vote, level) / level).astype(np.float32)
    tries = _comb_tries(np.sort(peak).astype(np.float64), count)
    best = _best_combs(capped, tries, count)
    return [(s, (start + 0.5) * pixel - reach, step * pixel) for s, start, step in best]


def _comb_tries(peak: Floats, count: int) -> Floats:
    """Return (M, 2) start and step in bins from every pair of peaks some whole steps apart."""
    low, high = np.triu_indices(len(peak), 1)
    gap = peak[high] - peak[low]
    steps = np.arange(max(1, count // 3), count)
    step = gap[:, None] / steps
    start = np.broadcast_to(peak[low][:, None], step.shape)
    keep = step >= _LEAST_PITCH_PX
    return np.column_stack([start[keep], step[keep]])


def _best_combs(capped: F32, tries: Floats, count: int) -> list[tuple[float, float, float]]:
    """Score combs on a capped vote and return the best distinct (score, start, step) in bins."""
    # Nothing is voted outside: beyond both ends lies one empty bin.
    votes = np.pad(capped, 1)

    def lookup(tries: Floats, shift: float = 0.0) -> F32:
        """Return the votes at the teeth (2 count - 1, M), the start in the middle."""
        reach = np.arange(-(count - 1), count, dtype=np.float32)[:, None] + np.float32(shift)
        start, step = tries.T.astype(np.float32)
        teeth = reach * step
        teeth += start + np.float32(1.5)
        np.clip(teeth, 0, len(votes) - 1, out=teeth)
        return np.asarray(votes.take(teeth.astype(np.intp)), dtype=np.float32)

    if len(tries) > _LIKELY_COMBS:
        score = _windows(lookup(tries), count).max(axis=0)
        tries = tries[np.sort(np.argpartition(-score, _LIKELY_COMBS)[:_LIKELY_COMBS])]
    windows = _windows(lookup(tries) - 0.5 * lookup(tries, 0.5), count)
    first, score = windows.argmax(axis=0), windows.max(axis=0)
    chosen: list[tuple[float, float, float]] = []
    for index in np.argsort(-score, kind="stable"):
        step = float(tries[index, 1])
        start = float(tries[index, 0]) + (int(first[index]) - (count - 1)) * step
        if all(not _same_comb(start, step, s, d, count) for _, s, d in chosen):
            chosen.append((float(score[index]), start, step))
        if len(chosen) == _COMBS_KEPT or score[index] <= 0:
            break
    return chosen


def _windows(value: F32, count: int) -> F32:
    """Return the sum of each run of `count` in the columns of `value` (K, M): (K - count + 1, M).

    Row by row, because numpy's `cumsum` is slow over the first axis.
    """
    total = np.empty((len(value) - count + 1, value.shape[1]), dtype=np.float32)
    total[0] = value[:count].sum(axis=0)
    for row in range(1, len(total)):
        np.add(total[row - 1], value[row + count - 1], out=total[row])
        total[row] -= value[row - 1]
    return total


def _same_comb(start: float, step: float, other: float, other_step: float, count: int) -> bool:
    """Tell whether two combs hit the same lines, whatever their window."""
    if abs(step - other_step) * (count - 1) > 0.5 * step:
        return False
    middle = start + step * (count - 1) / 2
    phase = (middle - other) / other_step
    return abs(phase - round(phase)) < 0.3


def _fit_lines(rough: _Rough, ends: Floats, length: Floats) -> Floats:
    """Refine grid -> image (3, 3) by linear least squares on the segments near whole lines.

    A segment end p on the line u = k obeys (row_u - k row_w) . p = 0 for image -> grid.
    """
    families = []
    for axis in (0, 1):
        mine = rough.members[1 - axis] & rough.good
        points = np.concatenate([ends[mine], np.ones((int(mine.sum()), 2, 1))], axis=2)
        families.append((axis, points, np.sqrt(length[mine])))
    best = rough.to_image
    for _ in range(2):
        to_grid = np.linalg.inv(best)
        equations = []
        for axis, points, root in families:
            mapped = points @ to_grid.T
            with np.errstate(divide="ignore", invalid="ignore"):
                place = mapped[:, :, axis] / mapped[:, :, 2]
            place = np.nan_to_num(place, nan=1e9, posinf=1e9, neginf=-1e9)
            line = np.rint(place.mean(axis=1))
            near = np.abs(place - line[:, None]).max(axis=1) < 0.2
            near &= (line > -30) & (line < 60)
            row = np.zeros((int(near.sum()), 2, 9))
            row[:, :, 3 * axis : 3 * axis + 3] = points[near]
            row[:, :, 6:] = -line[near, None, None] * points[near]
            weight = root[near, None, None] / np.maximum(np.abs(mapped[near, :, 2:3]), 1e-9)
            equations.append((row * weight).reshape(-1, 9))
        system = np.concatenate(equations)
        if len(system) < 16:
            return best
        _, vectors = np.linalg.eigh(system.T @ system)
        candidate = vectors[:, 0].reshape(3, 3)
        if abs(np.linalg.det(candidate)) < 1e-12:
            return best
        image = np.linalg.inv(candidate)
        centre = best @ np.array([4.0, 4.0, 1.0])
        back = candidate @ (centre / centre[2])
        best = image * np.sign(back[2])
    return best
