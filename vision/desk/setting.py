"""The virtual table's own look and the camera above it: one table that everybody starts with."""

from __future__ import annotations

import numpy as np

from vision.camera import Camera
from vision.desk.look import desk_light, desk_look, desk_sensor
from vision.layout import Layout
from vision.render.look import BoardLook
from vision.render.scene import Spread
from vision.render.tables import TableSetup, look_at

HEIGHT_MM = 480.0
_ASIDE_MM = 45.0
"""How far south of the board's middle the camera hangs: stacks show a side then."""
_AROUND_MM = 14.0
_HIGHEST_MM = 36.0


def desk_setup(
    columns: int = 9, notches: int = 5, *, size_px: tuple[int, int] = (1280, 960)
) -> TableSetup:
    """Return the virtual table for a board of so many columns and notches (0 = none).

    Raises ValueError where no camera can see such a board.
    """
    layout = Layout(columns, 9, 32.0, 16.0, notches)
    look = desk_look(layout)
    camera, field = _camera(layout, look.board, size_px)
    return TableSetup(
        *(look, desk_light(layout), desk_sensor(), camera, field),
        brown_at="bottom",
        spread=Spread(1.6, 5.0),
    )


def _camera(layout: Layout, board: BoardLook, size_px: tuple[int, int]) -> tuple[Camera, float]:
    """Return (camera, field of view): the whole board with its rim, and a little of the cloth."""
    middle = layout.corners_mm.mean(axis=0)
    width, height = size_px
    reach = HEIGHT_MM - _HIGHEST_MM
    across = (middle[0] + board.margin_mm[0] + _AROUND_MM) / reach
    along = (middle[1] + board.margin_mm[1] + _AROUND_MM) / reach
    half = max(across, along * width / height)
    field = float(np.degrees(2 * np.arctan(half)))
    aim = (float(middle[0]), float(middle[1]) - 2.0)
    place = (float(middle[0]), float(middle[1]) - _ASIDE_MM, HEIGHT_MM)
    return look_at(aim, place, (0.0, 1.0), size_px=size_px, hfov_deg=field), field
