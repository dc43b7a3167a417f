"""Fit a camera to observed grid lines: robust least squares with what is known of the lens.

Unknowns: the pose (6), and as far as the lens is not certain its focal length, k1 and k2, and for
boards that need not have square cells the ratio of the pitches. Each observation says "this pixel
lies on that line of the grid"; residuals are parts of the pitch. Levenberg-Marquardt with a
numeric Jacobian and Tukey weights (Huber & Ronchetti 2009; Zhang 2000 for the camera).
"""

from __future__ import annotations

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
_LEAST_NOISE = 0.004  # parts of the pitch; lines are never drawn better than this


@dataclass(frozen=True, slots=True)
class Sightings:
    """Pixels seen on grid lines: pixels (N, 2); axis (N,) 0 = u, 1 = v; line (N,); weight (N,)."""

    pixels: Floats
    axis: NDArray[np.int64]
    line: Floats
    weight: Floats


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
    focal_steps = (0.0, -1.0, 1.0, -2.0, 2.0) if lens.focal_spread > 0 else (0.0,)
    ratio_steps = (0.0, -1.0, 1.0, -2.0, 2.0) if ratio_spread > 0 else (0.0,)
    scale = pitch_mm / max(_span(pixels), 1e-9) * max(1.0, _span(grid))
    for f, r in [(f, r) for f in focal_steps for r in ratio_steps]:
        ratio = float(np.exp(r * ratio_spread))
        matrix = np.array(lens.matrix)
        matrix[[0, 1], [0, 1]] *= np.exp(f * lens.focal_spread)
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
            cost = error * (scale / pitch_mm / _LOOSE) ** 2 * len(grid) + f * f + r * r
            if np.isfinite(cost) and (best is None or cost < best[0]):
                best = (cost, GridView(camera, rows, pitch_mm, ratio))
    if best is None:
        raise ValueError("No camera sees a flat board like this.")
    return best[1]


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

    noise: the sightings' standard error in pitches; None = estimate it robustly while fitting.
    """
    spreads = np.array(
        [
            lens.focal_spread,
            lens.distortion_spread,
            lens.distortion_spread / 2,
            ratio_spread,
        ]
    )
    free = np.concatenate([np.ones(6, dtype=bool), spreads > 0])
    prior = np.concatenate([np.full(6, np.inf), spreads])
    at = np.zeros(10)
    at[6] = np.log(start.camera.matrix[0, 0] / lens.focal_px)
    at[7:9] = start.camera.distortion[:2] - lens.distortion[:2]
    at[9] = np.log(start.ratio)
    residual = _residuals(_moved(start, lens, at), sightings)
    damping = 1e-3
    for _ in range(rounds):
        sigma = noise or max(_LEAST_NOISE, 1.4826 * float(np.median(np.abs(residual))))
        weight = sightings.weight / max(sigma, _COMMON_NOISE) ** 2
        if noise is None:
            weight = weight * np.square(np.clip(1 - np.square(residual / (4.7 * sigma)), 0, 1))
        jacobian = _jacobian(start, lens, at, sightings, residual, free)
        lhs = (jacobian.T * weight) @ jacobian + np.diag(1.0 / prior[free] ** 2)
        rhs = jacobian.T @ (weight * residual) + at[free] / prior[free] ** 2
        cost = _cost(weight, residual, at, prior)
        better: tuple[Floats, Floats] | None = None
        for _ in range(4):
            step = np.linalg.solve(lhs + damping * np.diag(np.diag(lhs) + 1e-12), rhs)
            trial = at.copy()
            trial[free] -= step
            moved = _residuals(_moved(start, lens, trial), sightings)
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
    return _moved(start, lens, at), residual


def _cost(weight: Floats, residual: Floats, at: Floats, prior: Floats) -> float:
    """Weighted squares of the residuals plus the distance from what is known of the lens."""
    known = (prior > 0) & np.isfinite(prior)
    return float(weight @ residual**2 + np.sum((at[known] / prior[known]) ** 2))


def _moved(start: GridView, lens: Lens, at: Floats) -> GridView:
    """Return `start` with the pose moved and the lens set to the parameters (10,)."""
    camera = start.camera
    reach = float(np.linalg.norm(camera.translation_mm))
    matrix = np.array(lens.matrix)
    matrix[0, 0] *= np.exp(at[6])
    matrix[1, 1] *= np.exp(at[6])
    distortion = np.array(lens.distortion)
    distortion[:2] += at[7:9]
    turn = cv2.Rodrigues(at[:3].reshape(3, 1))[0]
    moved = Camera(
        camera.size_px,
        matrix,
        distortion,
        turn @ camera.rotation,
        turn @ camera.translation_mm + at[3:6] * reach,
    )
    return replace(start, camera=moved, ratio=float(np.exp(at[9])))


def _residuals(view: GridView, sightings: Sightings) -> Floats:
    """Distance of each sighting from its line, in pitches (N,)."""
    place = view.to_grid(sightings.pixels)
    along = np.where(sightings.axis == 0, place[:, 0], place[:, 1])
    return np.asarray(along - sightings.line)


def _jacobian(
    start: GridView,
    lens: Lens,
    at: Floats,
    sightings: Sightings,
    residual: Floats,
    free: NDArray[np.bool_],
) -> Floats:
    """Forward differences of the residuals by the free parameters (N, P)."""
    columns = []
    for index in np.flatnonzero(free):
        nudged = at.copy()
        nudged[index] += 1e-5
        columns.append((_residuals(_moved(start, lens, nudged), sightings) - residual) / 1e-5)
    return np.column_stack(columns)
