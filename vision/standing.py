"""Stones on a board: which points they stand on, which lines they hide, what they say of the board.

A stone's middle lies above the board, so it is seen away from its point; and it hides the lines
around. A line that a stone hides says nothing of the board, the stone says all the more.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera
from vision.posefit import GridView, Sightings
from vision.profiles import Mapping, Stretches
from vision.stonegrid import StoneGrid

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

HEIGHT = 0.18  # of a stone's middle above the board, in pitches
LOOSE = 5.0  # times that a stone lies further off its point than a line off its place
_ON_POINT = 0.35  # pitches
_WIDER = 1.1  # than a stone's radius is what it hides, with its shadow
_MASK_SCALE = 0.5
_BESIDE_BOARD = 0.03  # chance of a stone on a point of the lattice outside of the board
_USUAL = 0.6  # part of the stones elsewhere that are usual on the outermost lines
_LEAST, _MOST = 0.04, 0.9


@dataclass(frozen=True, slots=True, eq=False)
class Stones:
    """Stones in a picture: middles (N, 2) in pixels, and where they are (H, W), half as large."""

    middles_px: Floats
    mask: NDArray[np.uint8]

    @classmethod
    def of(cls, grid: StoneGrid, size_px: tuple[int, int]) -> Stones:
        """Return the stones of a lattice in a picture of some width and height."""
        mask = np.zeros((size_px[1] // 2 + 1, size_px[0] // 2 + 1), np.uint8)
        for middle, radius in zip(grid.discs.middles_px, grid.discs.radius_px, strict=True):
            at = np.rint(middle * _MASK_SCALE).astype(int)
            wide = round(float(radius) * _WIDER * _MASK_SCALE)
            cv2.circle(mask, (int(at[0]), int(at[1])), wide, (255,), -1)
        return cls(grid.discs.middles_px, mask)

    def hide(self, mapping: Mapping, stretches: Stretches) -> Flags:
        """Tell which stretches (N,) a stone hides."""
        at = np.rint(mapping(stretches.points.reshape(-1, 2)) * _MASK_SCALE)
        at = np.clip(np.nan_to_num(at, nan=-1), -1, max(self.mask.shape)).astype(np.int64)
        height, width = self.mask.shape
        inside = (at >= 0).all(axis=1) & (at[:, 0] < width) & (at[:, 1] < height)
        hidden = np.zeros(len(at), dtype=np.bool_)
        hidden[inside] = self.mask[at[inside, 1], at[inside, 0]] > 0
        return np.asarray(hidden.reshape(len(stretches.axis), -1).any(axis=1))

    def places(self, view: GridView) -> tuple[Floats, NDArray[np.int64]]:
        """Return the nearest point of the grid (M, 2) of stones on points, and the stones (M,)."""
        plane = view.camera.unproject(self.middles_px, height_mm=HEIGHT * view.pitch_mm)
        north = plane[:, 1] / (view.pitch_mm * view.ratio)
        seen = np.column_stack([plane[:, 0] / view.pitch_mm, view.rows - 1 - north])
        near = np.rint(np.nan_to_num(seen, nan=1e6))
        on = np.linalg.norm(seen - near, axis=1) < _ON_POINT
        return near[on], np.flatnonzero(on)

    def sightings(self, view: GridView, columns: int) -> Sightings:
        """Return what the stones that stand on points of the board say of its lines."""
        place, which = self.places(view)
        on = ((place >= 0) & (place < [columns, view.rows])).all(axis=1)
        place, pixels = place[on], self.middles_px[which[on]]
        count = len(place)
        return Sightings(
            np.concatenate([pixels, pixels]),
            np.repeat(np.array([0, 1]), count),
            np.concatenate([place[:, 0], place[:, 1]]),
            np.ones(2 * count),
            np.full(2 * count, HEIGHT),
            np.full(2 * count, LOOSE),
        )

    def counts(self, view: GridView, first: tuple[int, int], shape: tuple[int, int]) -> Floats:
        """Return where a stone stands, 0 or 1 by (column, row), on the points from `first` on."""
        place = self.places(view)[0].astype(np.int64) - first
        place = place[((place >= 0) & (place < shape)).all(axis=1)]
        counts = np.zeros(shape)
        counts[place[:, 0], place[:, 1]] = 1.0
        return counts


def point_ratios(counts: Floats, first: tuple[int, int], columns: int, rows: int) -> Floats:
    """Return the log likelihood ratios of points with and without a stone, board against none.

    counts: by (column, row), from `first` on. The board is taken to be the `columns` by `rows`
    points from (0, 0); stones are as usual on a point as in the lines around it.
    """
    board = np.zeros_like(counts)
    board[-first[0] : columns - first[0], -first[1] : rows - first[1]] = 1.0
    around = cv2.GaussianBlur(counts * board, (0, 0), 2.0, borderType=cv2.BORDER_CONSTANT)
    weight = cv2.GaussianBlur(board, (0, 0), 2.0, borderType=cv2.BORDER_CONSTANT)
    chance = np.clip(_USUAL * around / np.maximum(weight, 1e-3), _LEAST, _MOST)
    seen = np.log(chance / _BESIDE_BOARD)
    unseen = np.log((1 - chance) / (1 - _BESIDE_BOARD))
    return np.asarray(np.where(counts > 0, seen, unseen), dtype=np.float64)


def lowered(camera: Camera, pitch_mm: float) -> Camera:
    """Return the camera over the board from that over the plane of the stones' middles."""
    down = camera.rotation[:, 2] * HEIGHT * pitch_mm
    return replace(camera, translation_mm=camera.translation_mm - down)
