"""A kit: all that was learned of a set of pieces from the teaching photos."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.faces import FaceBank
from vision.gauge import Gauge
from vision.lamps import Lamps
from vision.likeness import Likeness
from vision.pixels import PixelModel

COLOURS = ("brown", "blue")


@dataclass(frozen=True, slots=True, eq=False)
class Kit:
    """A taught set of pieces on its table.

    pixels: colours of the surfaces. faces: the art. lamps: the light. gauge: how large
    tops of single cubes look. lone_stones: whether there is just one stone of each colour.
    usual: (2, F) median and scatter of the measures of single cubes on the teaching photos.
    witness: what the embedding knows of brown's and of blue's faces.
    """

    pixels: PixelModel
    faces: FaceBank
    lamps: Lamps
    gauge: Gauge
    lone_stones: bool
    usual: NDArray[np.float64]
    witness: tuple[Likeness | None, Likeness | None] = (None, None)

    @property
    def labels(self) -> tuple[str, ...]:
        """All pieces by name: brown faces, blue faces, the stones."""
        faces = [f"{colour} {label}" for colour in COLOURS for label in self.faces.labels]
        return (*faces, "brown stone", "blue stone")
