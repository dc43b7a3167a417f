"""What can go wrong between a camera and a photograph.

MoontableError
└── CameraProblem
    ├── CameraMissing    there is nothing to open: no library, no device, no such folder
    ├── CameraAway       it should be there, and no photograph came from it in time
    └── PictureRefused   what was sent is no photograph that can be used
"""

from companion.errors import MoontableError
from companion.language.notices import Notice

__all__ = ["CameraAway", "CameraMissing", "CameraProblem", "PictureRefused"]


class CameraProblem(MoontableError):
    """No photograph can be had; the game goes on by hand."""

    message: Notice
    advice: Notice

    def __init__(self, message: Notice, advice: Notice) -> None:
        super().__init__(message, advice)


class CameraMissing(CameraProblem):
    """There is nothing to open: no library, no device, no such folder."""


class CameraAway(CameraProblem):
    """The camera should be there, and no photograph came from it in time."""


class PictureRefused(CameraProblem):
    """What was sent is no photograph that can be used."""
