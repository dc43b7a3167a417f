"""A board that was pushed: to the camera above it, it is the camera that has moved."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from vision.camera import Camera
from vision.render.rig import pushed


@dataclass(frozen=True, slots=True)
class Push:
    """Where the board was pushed to: mm to the east and north, degrees counter-clockwise."""

    east_mm: float = 0.0
    north_mm: float = 0.0
    turn_deg: float = 0.0


@lru_cache(maxsize=4)
def camera_at(camera: Camera, push: Push, middle_mm: tuple[float, float]) -> Camera:
    """Return the camera as it stands to a board that was pushed, the same for the same push."""
    return pushed(camera, (push.east_mm, push.north_mm), push.turn_deg, middle_mm)
