"""A kit: all that was learned of a set of pieces from the teaching photos."""

from __future__ import annotations

from dataclasses import dataclass

from vision.faces import FaceBank
from vision.pixels import PixelModel
from vision.shadow import ShadowPrint

COLOURS = ("brown", "blue")


@dataclass(frozen=True, slots=True, eq=False)
class Kit:
    """A taught set of pieces on its table.

    pixels: colours of the surfaces. faces: the art. shadow: of a single cube. size_spread:
    standard deviation of the cubes' edges as a share of the edge.
    """

    pixels: PixelModel
    faces: FaceBank
    shadow: ShadowPrint
    size_spread: float

    @property
    def labels(self) -> tuple[str, ...]:
        """All pieces by name: brown faces, blue faces, the stones."""
        faces = [f"{colour} {label}" for colour in COLOURS for label in self.faces.labels]
        return (*faces, "brown stone", "blue stone")
