"""Photographs of a set-up, kept as their files and decoded when somebody looks at them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np

from vision.light import Image

_QUALITY = 95


class Picture(Protocol):
    """A photograph whose pixels can be had; see `Shot` and `vision.photo.Photo`."""

    @property
    def pixels(self) -> Image:
        """The pixels (H, W, 3), BGR."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """A photograph as its file holds it: a tenth of its pixels. size_px: (width, height)."""

    jpeg: bytes
    size_px: tuple[int, int]

    @classmethod
    def of(cls, pixels: Image) -> Shot:
        """Return the shot of a photograph. Raises ValueError when it can't be encoded."""
        done, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        if not done:
            raise ValueError("the photograph can't be encoded")
        return cls(data.tobytes(), (pixels.shape[1], pixels.shape[0]))

    @property
    def pixels(self) -> Image:
        """The pixels of the file (H, W, 3), decoded anew each time."""
        data = np.frombuffer(self.jpeg, dtype=np.uint8)
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)
