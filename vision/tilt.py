"""Poses of rolled cubes, flat or leaning, and how well each explains the picture.

A cube is a box that stands on the board on its lowest corner, edge or face. Its outer faces are
sampled in a pose: does each sample look like a top, a rim or a side of its colour rather than
anything else? And its visible edges: does the picture change across them, and less beside them?
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera
from vision.cubes import RIM
from vision.light import Maps, PhotoLog, sample_px

Floats = NDArray[np.float64]
F32 = NDArray[np.float32]

_SAMPLES = 6
"""Samples along an edge of each face."""
_ALONG = 8
"""Samples along each edge."""
_BESIDE_MM = 1.4
"""How far beside an edge the picture must be calmer."""
_MARGIN_PX = 4
"""So far around a window its slopes depend on the photo."""
_TAKEN = 0.3
"""What a sample loses that lies on another cube."""

_TOP = ((-1, 1), (1, 1), (1, -1), (-1, -1))
_CORNERS = np.array([(*corner, z) for z in (1, -1) for corner in _TOP], dtype=np.float64) / 2
_NORMALS = np.array(
    [(0, 0, 1), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, -1)], dtype=np.float64
)
_EDGES = np.array(
    [(0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (1, 5), (2, 6), (3, 7), (4, 5), (5, 6), (6, 7), (7, 4)]
)
_EDGE_FACES = np.array(
    [(0, 3), (0, 1), (0, 4), (0, 2), (2, 3), (1, 3), (1, 4), (2, 4), (3, 5), (1, 5), (4, 5), (2, 5)]
)
"""The faces (numbers in `_NORMALS`) that meet in each edge."""


@dataclass(frozen=True, slots=True, eq=False)
class Poses:
    """N poses of cubes that stand on the board.

    cube: (N,) which cube each pose is of. top_mm: (N, 2) where the top's middle would lie in the
    plane z = one edge, as the camera sees it. turn_deg: (N,). lean_deg: (N,) and toward_deg: (N,)
    whither, in the cube's own frame.
    """

    cube: NDArray[np.int64]
    top_mm: Floats
    turn_deg: Floats
    lean_deg: Floats
    toward_deg: Floats

    def __len__(self) -> int:
        """How many there are."""
        return len(self.turn_deg)

    def chosen(self, which: NDArray[np.int64]) -> Poses:
        """Return some of them."""
        return Poses(
            self.cube[which],
            self.top_mm[which],
            self.turn_deg[which],
            self.lean_deg[which],
            self.toward_deg[which],
        )

    def varied(self, steps: Floats, *, leans_deg: tuple[float, float]) -> Poses:
        """Return each pose with each of K steps added, (N K), a pose's own in a row.

        steps: (K, 5) along and across the cube in mm, turn, lean, toward in degrees. leans_deg:
        the least and the greatest lean.
        """
        count = len(steps)
        turn = np.radians(np.repeat(self.turn_deg, count))
        each = np.tile(steps, (len(self), 1))
        cos, sin = np.cos(turn), np.sin(turn)
        shift = np.column_stack(
            [cos * each[:, 0] - sin * each[:, 1], sin * each[:, 0] + cos * each[:, 1]]
        )
        return Poses(
            np.repeat(self.cube, count),
            np.repeat(self.top_mm, count, axis=0) + shift,
            np.repeat(self.turn_deg, count) + each[:, 2],
            np.clip(np.repeat(self.lean_deg, count) + each[:, 3], *leans_deg),
            np.repeat(self.toward_deg, count) + each[:, 4],
        )


@dataclass(frozen=True, slots=True, eq=False)
class Slopes:
    """How lightness and hue change to the right and down, in windows of the photo around N cubes.

    windows: (N, H, W, 4). corners_px: (N, 2) where they begin in the photo.
    """

    windows: F32
    corners_px: NDArray[np.int64]

    def at(self, points_px: Floats, cube: NDArray[np.int64]) -> F32:
        """Return the slopes (M, 4) at pixels (M, 2), each in a cube's window (M,)."""
        count, height, width = self.windows.shape[:3]
        local = np.nan_to_num(points_px - self.corners_px[cube], nan=-9.0)
        np.clip(local, 0, (width - 1, height - 1), out=local)
        local[:, 1] += height * cube
        return sample_px(self.windows.reshape(count * height, width, 4), local)


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """What poses are compared with.

    maps: (h, w, 3) log ratios of top, rim and side of the cubes' colour against anything else, of
    the camera `work`. owner: (h, w) which cube, lying flat, a pixel belongs to, -1 none. slopes:
    of the photo's `camera`. strong: a change as at the edges of a usual top. beside_px:
    `_BESIDE_MM` in the photo.
    """

    maps: Maps
    owner: NDArray[np.int16]
    work: Camera
    slopes: Slopes
    camera: Camera
    strong: float
    beside_px: float
    edge_mm: float

    def without_slopes(self) -> Scene:
        """Return the scene without its slopes, 10 MB of a photo's, for who brings others."""
        none = Slopes(self.slopes.windows[:0].copy(), self.slopes.corners_px[:0].copy())
        return replace(self, slopes=none)


def slopes_of(photo_log: PhotoLog, middles_px: Floats, reach_px: float) -> Slopes:
    """Return the slopes in windows that reach so far to all sides of cubes' middles (N, 2)."""
    across = np.array(photo_log.photo.shape[1::-1])
    size = np.minimum(2 * int(np.ceil(reach_px)) + 1, across)
    first = np.floor(np.nan_to_num(middles_px) - reach_px)
    corners = np.clip(first, 0, across - size).astype(np.int64)
    windows = np.empty((len(corners), size[1], size[0], 4), dtype=np.float32)
    for slopes, corner in zip(windows, corners, strict=True):
        low = np.maximum(corner - _MARGIN_PX, 0)
        high = np.minimum(corner + size + _MARGIN_PX, across)
        light = photo_log.window(*low.tolist(), *high.tolist())
        x, y = (corner - low).tolist()
        inside = (slice(y, y + size[1]), slice(x, x + size[0]))
        hue = (light[..., 0] - light[..., 2]) * np.float32(0.5)
        for first_k, part in ((0, light.mean(axis=2)), (2, hue)):
            cv2.GaussianBlur(part, (0, 0), 0.8, dst=part)
            for k, way in enumerate(((1, 0), (0, 1)), first_k):
                slopes[..., k] = cv2.Sobel(part, cv2.CV_32F, *way, ksize=3, scale=0.125)[inside]
    return Slopes(windows, corners)


def rotations(poses: Poses) -> Floats:
    """Return the rotations (N, 3, 3) from the cubes' frames to the world's (Rodrigues)."""
    toward, lean = np.radians(poses.toward_deg), np.radians(poses.lean_deg)
    cross = np.zeros((len(poses), 3, 3))
    cross[:, 0, 2], cross[:, 1, 2] = np.cos(toward), np.sin(toward)
    cross[:, 2, 0], cross[:, 2, 1] = -np.cos(toward), -np.sin(toward)
    sine, cosine = np.sin(lean)[:, None, None], np.cos(lean)[:, None, None]
    leaned = np.eye(3) + sine * cross + (1 - cosine) * (cross @ cross)
    cos, sin = np.cos(np.radians(poses.turn_deg)), np.sin(np.radians(poses.turn_deg))
    turned = np.zeros((len(poses), 3, 3))
    turned[:, 0, 0], turned[:, 0, 1], turned[:, 1, 0], turned[:, 1, 1] = cos, -sin, sin, cos
    turned[:, 2, 2] = 1.0
    return np.asarray(turned @ leaned, dtype=np.float64)


def middles(poses: Poses, turned: Floats, camera: Camera, edge_mm: float) -> Floats:
    """Return the middles (N, 3) in mm of cubes whose lowest corner is on the board."""
    lift = np.abs(turned[:, 2]).sum(axis=1) * edge_mm / 2
    up = turned[:, :, 2] * edge_mm / 2
    eye = camera.position_mm
    share = (eye[2] - lift - up[:, 2]) / (eye[2] - edge_mm)
    top = eye[:2] + (poses.top_mm - eye[:2]) * share[:, None]
    return np.column_stack([top - up[:, :2], lift])


@lru_cache(maxsize=1)
def _samples() -> tuple[Floats, NDArray[np.bool_]]:
    """Return samples (5, S, 3) on a unit cube's upper faces and which are on a rim (S,)."""
    line = (np.arange(_SAMPLES) + 0.5) / _SAMPLES - 0.5
    u, v = (part.ravel() for part in np.meshgrid(line, line))
    half = np.full(u.shape, 0.5)
    faces = [(u, v, half), (half, u, v), (-half, u, v), (u, half, v), (u, -half, v)]
    rim = np.maximum(np.abs(u), np.abs(v)) > 0.5 - RIM
    return np.stack([np.column_stack(face) for face in faces]), rim


def surface_fits(scene: Scene, poses: Poses) -> Floats:
    """Return how well the faces of each pose fit (N,): mean log ratio, over an upright top."""
    samples, rim = _samples()
    turned = rotations(poses)
    middle = middles(poses, turned, scene.work, scene.edge_mm)
    world = np.einsum("nij,fsj->nfsi", turned, samples * scene.edge_mm) + middle[:, None, None]
    outward = np.einsum("nij,fj->nfi", turned, _NORMALS[:5])
    sight = scene.work.position_mm - world.mean(axis=2)
    sight /= np.linalg.norm(sight, axis=2, keepdims=True)
    seen = np.clip(np.einsum("nfi,nfi->nf", outward, sight), 0, None)
    on = np.argwhere(seen > 0.02)
    px = scene.work.project(world[on[:, 0], on[:, 1]].reshape(-1, 3))
    values = sample_px(scene.maps, px).reshape(len(on), -1, 3)
    taken = _owners(scene.owner, px).reshape(len(on), -1)
    strange = (taken >= 0) & (taken != poses.cube[on[:, 0], None])
    values = np.where(strange[..., None], np.minimum(values, 0) - np.float32(_TAKEN), values)
    told = values[..., 2].mean(axis=1)
    tops = on[:, 1] == 0
    told[tops] = np.where(rim, values[tops, :, 1], values[tops, :, 0]).mean(axis=1)
    weighed = told * seen[on[:, 0], on[:, 1]]
    return np.bincount(on[:, 0], weighed, minlength=len(poses)).astype(np.float64)


def _owners(owner: NDArray[np.int16], px: Floats) -> NDArray[np.int16]:
    """Return the owner of the pixel nearest to each place (N,)."""
    high, wide = owner.shape
    at = np.rint(np.nan_to_num(px, nan=-1.0)).astype(int)
    return np.asarray(owner[np.clip(at[:, 1], 0, high - 1), np.clip(at[:, 0], 0, wide - 1)])


def top_samples(
    poses: Poses, camera: Camera, *, edge_mm: float, across: int, span: float
) -> Floats:
    """Return the pixels (N, across, across, 2) of samples over the poses' tops, row 0 north.

    span: the part of the edge that the samples cover.
    """
    line = (np.arange(across) - (across - 1) / 2) * (span / across)
    x, y = np.meshgrid(line, -line)
    flat = np.stack([x, y, np.full(x.shape, 0.5)], axis=-1).reshape(-1, 3) * edge_mm
    turned = rotations(poses)
    middle = middles(poses, turned, camera, edge_mm)
    world = np.einsum("nij,kj->nki", turned, flat) + middle[:, None]
    return camera.project(world.reshape(-1, 3)).reshape(len(poses), across, across, 2)


def edge_fits(scene: Scene, poses: Poses) -> Floats:
    """Return how much more the picture changes across the visible edges than beside them (N,)."""
    turned = rotations(poses)
    middle = middles(poses, turned, scene.camera, scene.edge_mm)
    corners = np.einsum("nij,kj->nki", turned, _CORNERS * scene.edge_mm) + middle[:, None]
    px = scene.camera.project(corners.reshape(-1, 3)).reshape(len(poses), 8, 2)
    outward = np.einsum("nij,fj->nfi", turned, _NORMALS)
    sight = scene.camera.position_mm - middle[:, None] - outward * scene.edge_mm / 2
    seen = np.einsum("nfi,nfi->nf", outward, sight) > 0
    on = np.argwhere(seen[:, _EDGE_FACES].any(axis=2))
    start = px[on[:, 0], _EDGES[on[:, 1], 0]]
    along = px[on[:, 0], _EDGES[on[:, 1], 1]] - start
    length = np.hypot(along[:, 0], along[:, 1])
    across = np.column_stack([-along[:, 1], along[:, 0]]) / np.maximum(length, 1e-6)[:, None]
    share = np.linspace(0.08, 0.92, _ALONG)
    places = start[:, None] + share[:, None] * along[:, None]
    cube = np.repeat(poses.cube[on[:, 0]], _ALONG)
    told = []
    for aside in (0.0, scene.beside_px, -scene.beside_px):
        at = (places + aside * across[:, None]).reshape(-1, 2)
        slope = scene.slopes.at(at, cube).reshape(len(on), _ALONG, 4)
        change = slope[..., 0::2] * across[:, None, :1] + slope[..., 1::2] * across[:, None, 1:]
        told.append(np.minimum(np.sqrt((change**2).sum(axis=2)) / scene.strong, 1.0).mean(axis=1))
    clear = (told[0] - (told[1] + told[2]) / 2) * length
    total = np.bincount(on[:, 0], clear, minlength=len(poses))
    return np.asarray(total / np.bincount(on[:, 0], length, minlength=len(poses)), dtype=np.float64)
