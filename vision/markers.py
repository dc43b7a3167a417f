"""The four corner markers of a board: which way it lies.

ArUco 4x4_50, ids 0 to 3 clockwise from the north-west corner, printed beside the outermost points.
They tell the board's turn and roughly its directions; the grid itself is measured on its lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Markers:
    """Markers seen: centres_px (N, 2) and their ids (N,), each 0 (north-west) to 3 (south-west)."""

    centres_px: Floats
    ids: tuple[int, ...]

    @property
    def south_px(self) -> Floats | None:
        """The direction of the board's south in the picture (2,), or None if it can't be told."""
        place = {i: c for i, c in zip(self.ids, self.centres_px, strict=True)}
        ways = [place[s] - place[n] for n, s in ((0, 3), (1, 2)) if n in place and s in place]
        if not ways:
            # East seen from above is a quarter turn from south (pixels run down).
            easts = [place[e] - place[w] for w, e in ((0, 1), (3, 2)) if e in place and w in place]
            ways = [np.array([-east[1], east[0]]) for east in easts]
        if not ways:
            return None
        way = np.mean(ways, axis=0)
        return np.asarray(way / max(float(np.linalg.norm(way)), 1e-9))


def find_markers(gray: NDArray[np.uint8]) -> Markers:
    """Return the board's corner markers in a grey picture; a repeated id counts as unseen."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    found: tuple[Any, ...] = cv2.aruco.ArucoDetector(dictionary).detectMarkers(gray)
    corners, ids = found[:2]  # ids is None where there is none, whatever its stub says
    if ids is None:
        return Markers(np.zeros((0, 2)), ())
    numbers = [int(i) for i in np.ravel(ids)]
    keep = [k for k, i in enumerate(numbers) if i < 4 and numbers.count(i) == 1]
    centres = np.array([np.asarray(corners[k]).reshape(4, 2).mean(axis=0) for k in keep])
    return Markers(centres.reshape(-1, 2).astype(np.float64), tuple(numbers[k] for k in keep))
