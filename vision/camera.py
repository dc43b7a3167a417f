"""The camera model: pinhole, lens distortion and the pose of the board in front of it.

World frame: the board is the plane z = 0, its origin the grid point a1; x runs east (files a to i),
y runs north (rank 1 to 9), z up from the board towards the camera; all in millimetres. Pixels
follow OpenCV: x right, y down, pixel centres at whole numbers. Distortion is OpenCV's
(k1, k2, p1, p2, k3) (Brown 1966; Zhang 2000).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Planes = NDArray[np.float32]

NOWHERE_PX = -9.0
"""Column and row of what isn't seen: outside any picture."""

_UNDISTORT_ROUNDS = 60
_BEHIND_MM = 1e-9
_BLOCK = 8192
"""So many points are worked on at once."""
_STANDS_STILL = 1e-10  # in focal lengths: far below a thousandth of a pixel


def _frozen(values: ArrayLike, shape: tuple[int, ...], name: str) -> Floats:
    """Return `values` as a read-only float64 array of `shape`; ValueError otherwise."""
    array = np.array(values, dtype=np.float64)
    if array.size != int(np.prod(shape)):
        raise ValueError(f"{name} must have shape {shape}, not {array.shape}")
    array = array.reshape(shape)
    if not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite numbers")
    array.flags.writeable = False
    return array


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A full camera: intrinsics, distortion and the pose of the board.

    size_px: (width, height) of the pictures this camera was fitted on.
    matrix: (3, 3) intrinsics. distortion: (5,) k1, k2, p1, p2, k3.
    rotation: (3, 3) world to camera. translation_mm: (3,) world origin in the camera's frame.
    """

    size_px: tuple[int, int]
    matrix: Floats
    distortion: Floats
    rotation: Floats
    translation_mm: Floats

    def __post_init__(self) -> None:
        """Check the shapes and make the arrays read-only."""
        size = (int(self.size_px[0]), int(self.size_px[1]))
        if min(size) < 1:
            raise ValueError(f"size_px must be positive, not {size}")
        object.__setattr__(self, "size_px", size)
        object.__setattr__(self, "matrix", _frozen(self.matrix, (3, 3), "matrix"))
        object.__setattr__(self, "distortion", _frozen(self.distortion, (5,), "distortion"))
        object.__setattr__(self, "rotation", _frozen(self.rotation, (3, 3), "rotation"))
        shift = _frozen(self.translation_mm, (3,), "translation_mm")
        object.__setattr__(self, "translation_mm", shift)

    @property
    def position_mm(self) -> Floats:
        """Where the camera stands, (3,) in the world's frame; z is its height above the board."""
        return np.asarray(-self.rotation.T @ self.translation_mm, dtype=np.float64)

    @property
    def tilt_deg(self) -> float:
        """Angle between the optical axis and straight down onto the board, in degrees."""
        return float(np.degrees(np.arccos(np.clip(-self.rotation[2, 2], -1.0, 1.0))))

    def project(self, points_mm: ArrayLike) -> Floats:
        """Return where world points (N, 3) appear in the picture, (N, 2) pixels.

        Points behind the camera give NaN.
        """
        points = np.asarray(points_mm, dtype=np.float64).reshape(-1, 3)
        seen = np.empty((len(points), 2))
        for start in range(0, len(points), _BLOCK):
            seen[start : start + _BLOCK] = self._project(points[start : start + _BLOCK])
        return seen

    def _project(self, points: Floats) -> Floats:
        """Project so few points (N, 3) that all steps on them stay in the processor's cache."""
        turn, shift = self.rotation, self.translation_mm
        east, north, up = np.ascontiguousarray(points.T)
        x = turn[0, 0] * east + turn[0, 1] * north + turn[0, 2] * up + shift[0]
        y = turn[1, 0] * east + turn[1, 1] * north + turn[1, 2] * up + shift[1]
        depth = turn[2, 0] * east + turn[2, 1] * north + turn[2, 2] * up + shift[2]
        depth[depth <= _BEHIND_MM] = np.nan
        return self._to_pixels(x / depth, y / depth)

    def project_grids(
        self, centre_mm: ArrayLike, height_mm: ArrayLike, axes: ArrayLike, grid: ArrayLike
    ) -> tuple[Planes, Planes]:
        """Return the columns and the rows of pixels (N, P) where level grids of points appear.

        centre_mm: (N, 2), height_mm: (N,) or one for all, of the grids' middles. Point p of grid n
        is `grid[p] @ axes[n]` beside its middle; axes: (N, 2, 2) or one for all, grid: (P, 2). The
        pixels are in float32, right to a thousandth. Points behind the camera are at `NOWHERE_PX`.
        """
        centre, way = np.asarray(centre_mm, np.float64), np.asarray(axes, np.float64)
        high = np.broadcast_to(np.asarray(height_mm, np.float64), len(centre))
        middles = np.column_stack([centre, high]) @ self.rotation.T + self.translation_mm
        ways = np.broadcast_to(way @ self.rotation[:, :2].T, (len(centre), 2, 3))
        # Of each grid what takes (u, v, 1) to the camera's frame: (3 coordinates, N, 3).
        bases = np.concatenate([ways, middles[:, None]], axis=1).transpose(2, 0, 1)
        bases = np.ascontiguousarray(bases, dtype=np.float32)
        points = np.asarray(grid, np.float32)
        points = np.vstack([points.T, np.ones(len(points), np.float32)])
        seen = np.empty((2, len(centre), points.shape[1]), dtype=np.float32)
        step = max(1, _BLOCK // points.shape[1])
        for start in range(0, len(centre), step):
            some = slice(start, start + step)
            seen[0, some], seen[1, some] = self._see(*(base @ points for base in bases[:, some]))
        return seen[0], seen[1]

    def _see(self, x: Planes, y: Planes, depth: Planes) -> tuple[Planes, Planes]:
        """Return columns and rows of points in the camera's frame, which are written over."""
        k1, k2, p1, p2, k3 = self.distortion.astype(np.float32)
        matrix = self.matrix.astype(np.float32)
        behind = depth <= _BEHIND_MM
        depth[behind] = np.nan
        x /= depth
        y /= depth
        r2, yy = x * x, y * y
        r2 += yy
        radial = k3 * r2
        for k in (k2, k1):
            radial += k
            radial *= r2
        radial += np.float32(1)
        if p1 or p2:
            xy = x * y
            aside = 2 * p1 * xy + p2 * (3 * r2 - 2 * yy)
            down = 2 * p2 * xy + p1 * (r2 + 2 * yy)
            x, y = x * radial + aside, y * radial + down
        else:
            x *= radial
            y *= radial
        x *= matrix[0, 0]
        if matrix[0, 1]:
            x += matrix[0, 1] * y
        x += matrix[0, 2]
        y *= matrix[1, 1]
        y += matrix[1, 2]
        x[behind] = y[behind] = NOWHERE_PX
        return x, y

    def unproject(self, points_px: ArrayLike, *, height_mm: float | ArrayLike = 0.0) -> Floats:
        """Return the points (N, 2) in mm on the plane z = `height_mm` seen at pixels (N, 2).

        `height_mm` is one height for all or (N,) heights. Rays that miss the plane give NaN.
        """
        points = np.asarray(points_px, dtype=np.float64).reshape(-1, 2)
        heights = np.broadcast_to(np.asarray(height_mm, dtype=np.float64), (len(points),))
        rays = np.column_stack([self.to_plane(points), np.ones(len(points))]) @ self.rotation
        centre = self.position_mm
        with np.errstate(divide="ignore", invalid="ignore"):
            reach = (heights - centre[2]) / rays[:, 2]
        reach = np.where(reach > 0, reach, np.nan)
        return np.asarray(centre[:2] + rays[:, :2] * reach[:, None], dtype=np.float64)

    def _to_pixels(self, x: Floats, y: Floats) -> Floats:
        """Distort points of the ideal image plane, x and y (N,), and map them to pixels (N, 2)."""
        k1, k2, p1, p2, k3 = self.distortion
        k = self.matrix
        xx, yy, xy = x * x, y * y, x * y
        r2 = xx + yy
        radial = 1.0 + r2 * (k1 + r2 * (k2 + r2 * k3))
        xd = x * radial + 2.0 * p1 * xy + p2 * (r2 + 2.0 * xx)
        yd = y * radial + p1 * (r2 + 2.0 * yy) + 2.0 * p2 * xy
        pixels = np.empty((len(x), 2))
        pixels[:, 0] = k[0, 0] * xd + k[0, 1] * yd + k[0, 2]
        pixels[:, 1] = k[1, 1] * yd + k[1, 2]
        return pixels

    def to_plane(self, points_px: Floats) -> Floats:
        """Take the distortion off pixels (N, 2): the ideal image plane (N, 2).

        Fixed-point iteration as in OpenCV's undistortPoints, but until it stands still.
        """
        k1, k2, p1, p2, k3 = self.distortion
        k = self.matrix
        y0 = (points_px[:, 1] - k[1, 2]) / k[1, 1]
        x0 = (points_px[:, 0] - k[0, 2] - k[0, 1] * y0) / k[0, 0]
        x, y = x0, y0
        for _ in range(_UNDISTORT_ROUNDS):
            r2 = x * x + y * y
            radial = 1.0 + r2 * (k1 + r2 * (k2 + r2 * k3))
            dx = 2.0 * p1 * x * y + p2 * (r2 + 2.0 * x * x)
            dy = p1 * (r2 + 2.0 * y * y) + 2.0 * p2 * x * y
            last, x, y = x, (x0 - dx) / radial, (y0 - dy) / radial
            if x.size and np.abs(x - last).max() < _STANDS_STILL:
                break
        return np.column_stack([x, y])

    def scaled(self, size_px: tuple[int, int]) -> Camera:
        """Return the same camera for pictures resized to `size_px` (same aspect ratio)."""
        sx = size_px[0] / self.size_px[0]
        sy = size_px[1] / self.size_px[1]
        matrix = np.array(self.matrix)
        matrix[0, :2] *= sx
        matrix[1, 1] *= sy
        matrix[0, 2] = (matrix[0, 2] + 0.5) * sx - 0.5
        matrix[1, 2] = (matrix[1, 2] + 0.5) * sy - 0.5
        return Camera(size_px, matrix, self.distortion, self.rotation, self.translation_mm)

    def to_json(self) -> dict[str, Any]:
        """Return plain numbers and lists, fit for JSON."""
        return {
            "size_px": list(self.size_px),
            "matrix": self.matrix.tolist(),
            "distortion": self.distortion.tolist(),
            "rotation": self.rotation.tolist(),
            "translation_mm": self.translation_mm.tolist(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Camera:
        """Return the camera written by `to_json`; ValueError when something is missing or wrong."""
        try:
            width, height = data["size_px"]
            return cls(
                (int(width), int(height)),
                data["matrix"],
                data["distortion"],
                data["rotation"],
                data["translation_mm"],
            )
        except (KeyError, TypeError, IndexError) as error:
            raise ValueError(f"this is not a camera description: {error!r}") from error
