"""Fit a camera to observed grid lines: robust least squares with what is known of the lens.

Unknowns: the pose (6), and as far as the lens is not certain its focal length, k1, k2 and axis,
and for boards that need not have square cells the ratio of the pitches. Each observation says "this
pixel lies on that line of the grid"; residuals are parts of the pitch. Levenberg-Marquardt with a
numeric Jacobian and Tukey weights (Huber & Ronchetti 2009; Zhang 2000 for the camera).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera
from vision.lens import Lens

Floats = NDArray[np.float64]

_ROUNDS = 12
_LOOSE = 0.03  # parts of the pitch; how well a homography from line segments is known
# Part of a lens's uncertainty that is left while only a homography is known.
_TRUST = 0.4
# Parts of the pitch: what neighbours share (warped wood) doesn't average out.
_COMMON_NOISE = 0.012
_NUDGE = 1e-5  # of a parameter, for forward differences
_OF_LENS = [6, 7, 8, 10, 11]  # parameters that change the rays
_LEAST_NOISE = 0.004  # parts of the pitch; lines are never drawn better than this


@dataclass(frozen=True, slots=True)
class Sightings:
    """Pixels seen on grid lines: pixels (N, 2); axis (N,) 0 = u, 1 = v; line (N,); weight (N,).

    raised: how high above the board each is seen, in pitches. loose: how many times less sure than
    a line's its place is. One number for all, or (N,).
    """

    pixels: Floats
    axis: NDArray[np.int64]
    line: Floats
    weight: Floats
    raised: Floats | float = 0.0
    loose: Floats | float = 1.0


def both(one: Sightings, other: Sightings) -> Sightings:
    """Return all sightings, in this order."""

    def joined(name: str) -> Floats:
        return np.concatenate(
            [np.broadcast_to(getattr(each, name), each.line.shape) for each in (one, other)]
        )

    return Sightings(
        np.concatenate([one.pixels, other.pixels]),
        np.concatenate([one.axis, other.axis]),
        joined("line"),
        joined("weight"),
        joined("raised"),
        joined("loose"),
    )


@dataclass(frozen=True, slots=True)
class GridView:
    """A camera over a grid: pitch_mm along x, ratio = pitch along y / pitch along x, rows."""

    camera: Camera
    rows: int
    pitch_mm: float
    ratio: float = 1.0

    def to_px(self, grid: Floats) -> Floats:
        """Map grid units (N, 2) = (column from west, row from north) to pixels (N, 2)."""
        world = np.zeros((len(grid), 3))
        world[:, 0] = grid[:, 0] * self.pitch_mm
        world[:, 1] = (self.rows - 1 - grid[:, 1]) * self.pitch_mm * self.ratio
        return self.camera.project(world)

    def to_grid(self, pixels: Floats) -> Floats:
        """Map pixels (N, 2) to grid units (N, 2)."""
        world = self.camera.unproject(pixels)
        return np.column_stack(
            [
                world[:, 0] / self.pitch_mm,
                self.rows - 1 - world[:, 1] / (self.pitch_mm * self.ratio),
            ]
        )


def view_from_homography(
    to_px: Floats,
    lens: Lens,
    columns: int,
    rows: int,
    *,
    pitch_mm: float,
    ratio_spread: float,
) -> tuple[GridView, float]:
    """Return the view nearest to a homography (3, 3) grid -> pixels and its misfit in pitches.

    Corners that are a little off say little of the focal length: a board seen from straight above
    would end far away with a wrong tilt. So here the lens is trusted more than it deserves; the
    lines tell later.
    """
    lens = replace(lens, focal_spread=_TRUST * lens.focal_spread)
    u, v = np.meshgrid(np.linspace(0, columns - 1, 5), np.linspace(0, rows - 1, 5))
    grid = np.column_stack([u.ravel(), v.ravel()])
    mapped = np.column_stack([grid, np.ones(len(grid))]) @ to_px.T
    pixels = mapped[:, :2] / mapped[:, 2:]
    sightings = Sightings(
        np.concatenate([pixels, pixels]),
        np.repeat(np.array([0, 1]), len(grid)),
        np.concatenate([grid[:, 0], grid[:, 1]]),
        np.ones(2 * len(grid)),
    )
    start = _start_pose(pixels, grid, lens, rows, pitch_mm, ratio_spread)
    view, residual = fit_view(start, lens, sightings, ratio_spread=ratio_spread, noise=_LOOSE)
    return view, float(np.sqrt(np.mean(residual**2)))


def _start_pose(
    pixels: Floats, grid: Floats, lens: Lens, rows: int, pitch_mm: float, ratio_spread: float
) -> GridView:
    """Return the likeliest of a few focal lengths and ratios by planar pose estimation.

    Infinitesimal plane-based pose estimation: Collins & Bartoli 2014.
    """
    best: tuple[float, GridView] | None = None
    scale = pitch_mm / max(_span(pixels), 1e-9) * max(1.0, _span(grid))
    for f, r, x, y in _starts(lens, ratio_spread):
        ratio = float(np.exp(r * ratio_spread))
        matrix = np.array(lens.matrix)
        matrix[[0, 1], [0, 1]] *= np.exp(f * lens.focal_spread)
        matrix[:2, 2] += np.array([x, y]) * lens.centre_spread * max(lens.size_px)
        north = (rows - 1 - grid[:, 1]) * pitch_mm * ratio
        world = np.column_stack([grid[:, 0] * pitch_mm, north, np.zeros(len(grid))])
        found, turns, shifts, _ = cv2.solvePnPGeneric(
            world, pixels, matrix, np.array(lens.distortion), flags=cv2.SOLVEPNP_IPPE
        )
        for turn, shift in zip(turns, shifts, strict=True) if found else ():
            rotation = np.asarray(cv2.Rodrigues(turn)[0], dtype=np.float64)
            if not np.isfinite(rotation).all() or rotation[2, 2] > 0:
                continue
            camera = Camera(lens.size_px, matrix, lens.distortion, rotation, np.ravel(shift))
            error = float(np.mean(np.square(camera.project(world) - pixels)))
            cost = error * (scale / pitch_mm / _LOOSE) ** 2 * len(grid)
            cost += f * f + r * r + x * x + y * y
            if np.isfinite(cost) and (best is None or cost < best[0]):
                best = (cost, GridView(camera, rows, pitch_mm, ratio))
    if best is None:
        raise ValueError("No camera sees a flat board like this.")
    return best[1]


def _starts(lens: Lens, ratio_spread: float) -> Iterator[tuple[float, float, float, float]]:
    """Yield focal lengths, ratios and axes (x, y) to start from, in their standard errors."""
    if lens.centre_spread > 0:
        wide = (0.0, -1.0, 1.0)
        yield from (
            (f, 0.0, x, y) for f in wide for x in (*wide, -2.0, 2.0) for y in (*wide, -2.0, 2.0)
        )
        return
    wider = (0.0, -1.0, 1.0, -2.0, 2.0)
    for f in wider if lens.focal_spread > 0 else (0.0,):
        for r in wider if ratio_spread > 0 else (0.0,):
            yield f, r, 0.0, 0.0


def _span(points: Floats) -> float:
    """Return the diagonal of the points' bounding box."""
    return float(np.linalg.norm(np.ptp(points, axis=0)))


def fit_view(
    start: GridView,
    lens: Lens,
    sightings: Sightings,
    *,
    ratio_spread: float = 0.0,
    noise: float | None = None,
    rounds: int = _ROUNDS,
) -> tuple[GridView, Floats]:
    """Return the fitted view and the residuals (N,) in pitches, after at most `rounds` steps.

    A residual is divided by how loose its sighting is.
    noise: the sightings' standard error in pitches; None = estimate it robustly while fitting.
    """
    spreads = np.array(
        [
            lens.focal_spread,
            lens.distortion_spread,
            lens.distortion_spread / 2,
            ratio_spread,
            lens.centre_spread,
            lens.centre_spread,
        ]
    )
    free = np.concatenate([np.ones(6, dtype=bool), spreads > 0])
    prior = np.concatenate([np.full(6, np.inf), spreads])
    at = np.zeros(12)
    at[6] = np.log(start.camera.matrix[0, 0] / lens.focal_px)
    at[7:9] = start.camera.distortion[:2] - lens.distortion[:2]
    at[9] = np.log(start.ratio)
    at[10:] = (start.camera.matrix[:2, 2] - lens.matrix[:2, 2]) / max(lens.size_px)
    fitting = _Fitting(start, lens, sightings)
    residual = fitting.residuals(at)
    damping = 1e-3
    for _ in range(rounds):
        sigma = noise or max(_LEAST_NOISE, 1.4826 * float(np.median(np.abs(residual))))
        weight = sightings.weight / max(sigma, _COMMON_NOISE) ** 2
        if noise is None:
            weight = weight * np.square(np.clip(1 - np.square(residual / (4.7 * sigma)), 0, 1))
        jacobian = fitting.jacobian(at, residual, free)
        lhs = (jacobian.T * weight) @ jacobian + np.diag(1.0 / prior[free] ** 2)
        rhs = jacobian.T @ (weight * residual) + at[free] / prior[free] ** 2
        cost = _cost(weight, residual, at, prior)
        better: tuple[Floats, Floats] | None = None
        for _ in range(4):
            step = np.linalg.solve(lhs + damping * np.diag(np.diag(lhs) + 1e-12), rhs)
            trial = at.copy()
            trial[free] -= step
            moved = fitting.residuals(trial)
            if np.isfinite(moved).all() and _cost(weight, moved, trial, prior) < cost:
                better = trial, moved
                break
            damping *= 10
        if better is None:
            break
        at, residual = better
        gain = cost - _cost(weight, residual, at, prior)
        damping /= 10
        if gain < 1e-4 * cost:
            break
    return fitting.view(at), residual


def _cost(weight: Floats, residual: Floats, at: Floats, prior: Floats) -> float:
    """Weighted squares of the residuals plus the distance from what is known of the lens."""
    known = (prior > 0) & np.isfinite(prior)
    return float(weight @ residual**2 + np.sum((at[known] / prior[known]) ** 2))


class _Fitting:
    """Residuals of sightings for parameters (12,).

    They are turn, shift, log focal, k1, k2, log ratio, axis (in parts of the longer side). The lens
    is taken off the pixels anew only where a parameter of the lens has changed.
    """

    def __init__(self, start: GridView, lens: Lens, sightings: Sightings) -> None:
        self._start = start
        self._lens = lens
        self._sightings = sightings
        self._reach = float(np.linalg.norm(start.camera.translation_mm))
        self._rays: tuple[Floats, Floats] | None = None
        self._heights = np.unique(sightings.raised)

    def view(self, at: Floats) -> GridView:
        """Return the start moved by the parameters."""
        matrix = np.array(self._lens.matrix)
        matrix[0, 0] *= np.exp(at[6])
        matrix[1, 1] *= np.exp(at[6])
        matrix[:2, 2] += at[10:] * max(self._lens.size_px)
        distortion = np.array(self._lens.distortion)
        distortion[:2] += at[7:9]
        rotation, shift = self._pose(at)
        camera = Camera(self._start.camera.size_px, matrix, distortion, rotation, shift)
        return replace(self._start, camera=camera, ratio=float(np.exp(at[9])))

    def residuals(self, at: Floats) -> Floats:
        """Return the distance of each sighting from its line, in pitches (N,)."""
        return self._residuals(at, self._rays_of(at))

    def jacobian(self, at: Floats, residual: Floats, free: NDArray[np.bool_]) -> Floats:
        """Return forward differences of the residuals by the free parameters (N, P)."""
        rays = self._rays_of(at)
        bent = self._bends(at, rays) if free[_OF_LENS].any() else {}
        columns = []
        for index in map(int, np.flatnonzero(free)):
            nudged = at.copy()
            nudged[index] += _NUDGE
            seen = rays + _NUDGE * bent[index] if index in bent else rays
            columns.append((self._residuals(nudged, seen) - residual) / _NUDGE)
        return np.column_stack(columns)

    def _bends(self, at: Floats, rays: Floats) -> dict[int, Floats]:
        """Return how the rays (N, 3) change with log focal length, k1, k2 and the axis.

        The ideal point p obeys p (1 + k1 r^2 + k2 r^4 + k3 r^6) = q with q as seen, so its change
        is that of the other terms through the inverse of the left side's derivative (2, 2).
        """
        k1, k2 = self._lens.distortion[:2] + at[7:9]
        k3 = self._lens.distortion[4]
        x, y = rays[:, 0], rays[:, 1]
        r2 = x * x + y * y
        radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
        slope = 2 * (k1 + r2 * (2 * k2 + 3 * r2 * k3))
        xx, xy, yy = radial + slope * x * x, slope * x * y, radial + slope * y * y
        with np.errstate(divide="ignore", invalid="ignore"):
            whole = np.nan_to_num(1 / (xx * yy - xy * xy))
        side = max(self._lens.size_px) / (self._lens.focal_px * np.exp(at[6]))
        one, none = np.full(len(x), -side), np.zeros(len(x))
        bent = {}
        for index, across, down in (
            (6, -radial * x, -radial * y),
            (7, -r2 * x, -r2 * y),
            (8, -r2 * r2 * x, -r2 * r2 * y),
            (10, one, none),
            (11, none, one),
        ):
            change = whole * (yy * across - xy * down), whole * (xx * down - xy * across)
            bent[index] = np.column_stack([*change, none])
        return bent

    def _pose(self, at: Floats) -> tuple[Floats, Floats]:
        """Return the rotation (3, 3) and the shift (3,) in mm."""
        camera = self._start.camera
        turn = np.asarray(cv2.Rodrigues(at[:3].reshape(3, 1))[0], dtype=np.float64)
        return turn @ camera.rotation, turn @ camera.translation_mm + at[3:6] * self._reach

    def _rays_of(self, at: Floats) -> Floats:
        """Return the sightings' rays (N, 3) under the lens of the parameters."""
        if self._rays is None or not np.array_equal(self._rays[0], at[_OF_LENS]):
            self._rays = at[_OF_LENS].copy(), self._seen_by(at)
        return self._rays[1]

    def _seen_by(self, at: Floats) -> Floats:
        """Take the lens of the parameters off the sightings' pixels: rays (N, 3)."""
        plane = self.view(at).camera.to_plane(self._sightings.pixels)
        return np.column_stack([plane, np.ones(len(plane))])

    def _residuals(self, at: Floats, rays: Floats) -> Floats:
        """Meet the rays (N, 3) with the board's plane; NaN where they miss it."""
        rotation, shift = self._pose(at)
        pitch = self._start.pitch_mm
        raised = np.broadcast_to(self._sightings.raised, len(rays))
        # Grid units from the south-west corner -> rays; rays that meet the plane have a third > 0.
        north = rotation[:, 1] * pitch * np.exp(at[9])
        place = np.empty_like(rays)
        for height in self._heights:
            origin = shift + rotation[:, 2] * pitch * height
            to_ray = np.column_stack([rotation[:, 0] * pitch, north, origin])
            these = raised == height
            try:
                place[these] = rays[these] @ np.linalg.inv(to_ray).T
            except np.linalg.LinAlgError:
                return np.full(len(rays), np.nan)
        axis = self._sightings.axis
        along = np.where(axis == 0, place[:, 0], place[:, 1])
        with np.errstate(divide="ignore", invalid="ignore"):
            along = np.where(place[:, 2] > 0, along / place[:, 2], np.nan)
        along = np.where(axis == 0, along, self._start.rows - 1 - along)
        return np.asarray((along - self._sightings.line) / self._sightings.loose)
