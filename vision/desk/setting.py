"""The virtual table's own look and the camera above it: one table that everybody starts with."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.camera import Camera
from vision.layout import Layout
from vision.render.look import BoardLook
from vision.render.materials import Surface, linear
from vision.render.scene import Spread
from vision.render.strokes import turned
from vision.render.tables import Difficulty, TableSetup, look_at, random_table

SEED = 3
"""Its set has a crescent, a star and a dotted ring: newcomers guess what the faces are."""
HEIGHT_MM = 480.0
_ASIDE_MM = 45.0
"""How far south of the board's middle the camera hangs: stacks show a side then."""
_AROUND_MM = 14.0
_HIGHEST_MM = 36.0

_CLOTH = (0.20, 0.27, 0.25)
_MAPLE = (0.47, 0.71, 0.86)
_LINE = (0.16, 0.22, 0.30)
_BROWN_FIGURE, _BLUE_FIGURE = (0.20, 0.36, 0.78), (0.55, 0.30, 0.16)
_BROWN_STONE, _BLUE_STONE = (0.08, 0.52, 0.98), (0.62, 0.34, 0.10)


def desk_setup(
    columns: int = 9, notches: int = 5, *, size_px: tuple[int, int] = (1280, 960)
) -> TableSetup:
    """Return the virtual table for a board of so many columns and notches (0 = none).

    Raises ValueError where no camera can see such a board.
    """
    made = random_table(SEED, Difficulty.EASY, columns=9, size_px=size_px)
    layout = Layout(columns, 9, 32.0, 16.0, notches)
    pieces = replace(
        made.look.pieces,
        symbols=tuple(
            (face, turned(drawing, 90.0) if face == "path" else drawing)
            for face, drawing in made.look.pieces.symbols
        ),  # as it was drawn, a path would run across its own picture
        figure_colours=(linear(_BROWN_FIGURE), linear(_BLUE_FIGURE)),
        stone_colours=(linear(_BROWN_STONE), linear(_BLUE_STONE)),
    )
    board = _board(made.look.board, layout)
    look = replace(made.look, layout=layout, pieces=pieces, board=board, name="virtual")
    middle = layout.corners_mm.mean(axis=0)
    light = replace(made.light, aim_mm=(float(middle[0]), float(middle[1])))
    camera, field = _camera(layout, board, size_px)
    return replace(
        made,
        look=look,
        light=light,
        camera=camera,
        hfov_deg=field,
        brown_at="bottom",
        spread=Spread(1.6, 5.0),
    )


def _board(board: BoardLook, layout: Layout) -> BoardLook:
    """Return a maple board with marks for its notches, on a plain dark cloth."""
    room = (layout.rows - 1) * layout.pitch_mm
    step = min(32.0, room / max(layout.notches, 1))
    return replace(
        board,
        wood=linear(_MAPLE),
        line=linear(_LINE),
        table=linear(_CLOTH),
        table_surface=Surface.CLOTH,
        margin_mm=(46.0, 35.0),
        notch_x_mm=27.0,
        notch_step_mm=step,
        notch_start_mm=step,
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
