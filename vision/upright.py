"""Which way a grid lies in a picture: its columns to the east, its rows to the south."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.flatmap import homography

Floats = NDArray[np.float64]


def turned(to_px: Floats, columns: int, rows: int, toward: Floats) -> Floats:
    """Return the homography with u to the east and v to the south, seen from above.

    The turn is chosen so that the board's south lies most `toward` that way in the picture.
    """
    u, v = columns - 1.0, rows - 1.0
    turns = [np.eye(3), np.array([[-1.0, 0, u], [0, -1.0, v], [0, 0, 1]])]
    if columns == rows:
        turns += [np.array([[0.0, -1, u], [1, 0, 0], [0, 0, 1]])]
        turns += [np.array([[0.0, 1, 0], [-1, 0, v], [0, 0, 1]])]
    mirror = np.array([[-1.0, 0, u], [0, 1, 0], [0, 0, 1]])
    grid = np.array([[u / 2, 0], [u / 2, v], [0, v / 2], [u, v / 2]])
    best, best_score = to_px, -np.inf
    for turn in turns:
        for flip in (np.eye(3), mirror):
            trial = to_px @ flip @ turn
            north, south, west, east = homography(trial)(grid)
            down, right = south - north, east - west
            if right[0] * down[1] - right[1] * down[0] <= 0:
                continue
            score = float(down @ toward / np.linalg.norm(down))
            if score > best_score:
                best, best_score = trial, score
    return best
