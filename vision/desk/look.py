"""How the virtual table looks: its pieces, its board, its light and the camera's electronics.

It is written down, not made from a seed like other tables: what a seed makes changes with the
library that draws letters, and drawing a single one would keep a font of 6 MB in memory.
"""

from __future__ import annotations

import numpy as np

from vision.layout import Layout
from vision.render.light import Light
from vision.render.look import BoardLook, Finish, SetLook, Shape, TableLook
from vision.render.materials import Surface, linear
from vision.render.sensor import Sensor
from vision.render.strokes import Drawing, arc, area, line, ring, scaled
from vision.render.symbols import Hand

_GRAIN = 3
"""Seed of the wood's grain and of the copies of each face."""
_CLOTH = (0.20, 0.27, 0.25)
_MAPLE = (0.47, 0.71, 0.86)
_LINE = (0.16, 0.22, 0.30)
_BROWN_FIGURE, _BLUE_FIGURE = (0.20, 0.36, 0.78), (0.55, 0.30, 0.16)
_BROWN_STONE, _BLUE_STONE = (0.08, 0.52, 0.98), (0.62, 0.34, 0.10)


def desk_look(layout: Layout) -> TableLook:
    """Return the look of the virtual table with a board of some layout."""
    return TableLook(_GRAIN, layout, _pieces(), _board(layout), "virtual")


def desk_light(layout: Layout) -> Light:
    """Return a wide lamp from the north-east, high over the board's middle, and a bright room."""
    east, north = layout.corners_mm.mean(axis=0)
    return Light(
        lamp_mm=(1235.8, 2404.9, 2951.9),
        radius_mm=984.5,
        lamp=(0.4298, 0.4343, 0.4383),
        ambient=(0.7461, 0.6692, 0.5923),
        samples=14,
        aim_mm=(float(east), float(north)),
    )


def desk_sensor() -> Sensor:
    """Return the electronics of the camera above the table."""
    return Sensor(
        exposure=1.172,
        contrast=1.0607,
        vignette=0.1083,
        balance=(0.8836, 1.0, 1.0501),
        blur_px=0.7395,
        sharpen=0.1590,
        noise=1.052,
        jpeg=83,
    )


def _pieces() -> SetLook:
    """Return printed cubes; newcomers guess what their faces are."""
    return SetLook(
        symbols=(
            ("moon", _sickle()),
            ("star", _eight_points()),
            ("pit", (line(ring(0.5336), closed=True), area(ring(0.0936)))),
            ("trap", (line([(-0.4337, -0.3795), (0.0, -0.0941), (0.4337, -0.3795)]),)),
            ("safe", _crossed()),
            ("path", _lens()),
        ),
        hand=Hand(
            pen=0.1708,
            shift=0.0042,
            turn_deg=0.417,
            scale=0.0054,
            pen_spread=0.0167,
            wobble=0.0033,
            chips=0.0037,
        ),
        finish=Finish.PRINTED,
        surface=Surface.SMOOTH,
        body=((0.0260, 0.0840, 0.1970), (0.6404, 0.3092, 0.1177)),
        ink=((0.7252, 0.7959, 0.8479), (0.0123, 0.0125, 0.0086)),
        ground=((0.0142, 0.0459, 0.1077), (0.3501, 0.1690, 0.0643)),
        cover=1.0,
        depth_mm=0.0,
        round_mm=0.8056,
        size_spread=0.0012,
        gloss=0.0,
        grain_depth=0.7755,
        frame=False,
        sides=(0, 3, 4, 5, 2, 1),
        stone_shape=Shape.DISC,
        stone_mm=(13.4, 6.98),
        stone_colours=(linear(_BROWN_STONE), linear(_BLUE_STONE)),
        figure_mm=(22.15, 7.78),
        figure_colours=(linear(_BROWN_FIGURE), linear(_BLUE_FIGURE)),
    )


def _board(layout: Layout) -> BoardLook:
    """Return a maple board with marks for its notches, on a plain dark cloth."""
    room = (layout.rows - 1) * layout.pitch_mm
    step = min(32.0, room / max(layout.notches, 1))
    return BoardLook(
        wood=linear(_MAPLE),
        surface=Surface.WOOD,
        grain_depth=0.7799,
        grain_turn=1,
        gloss=0.1108,
        line=linear(_LINE),
        line_mm=1.747,
        line_cover=0.6626,
        engraved=True,
        star_points=False,
        margin_mm=(46.0, 35.0),
        thick_mm=7.066,
        notch=(0.0014, 0.0016, 0.0018),
        notch_mm=9.085,
        notch_ring=False,
        notch_x_mm=27.0,
        notch_step_mm=step,
        notch_start_mm=step,
        marker_mm=20.92,
        table=linear(_CLOTH),
        table_surface=Surface.CLOTH,
        table_depth=0.7299,
    )


def _sickle() -> Drawing:
    """Return a moon of some days, in outline."""
    outer = arc(0.6197, -108.36, 108.36)
    inner = arc(0.6034, 77.09, -77.09, (-0.33, 0.0))
    return (line(np.vstack([outer, inner]), closed=True),)


def _eight_points() -> Drawing:
    """Return a filled star of eight points."""
    angle = np.radians(90 + 22.5 * np.arange(16))
    radius = np.where(np.arange(16) % 2, 0.2274, 0.5165)
    return (area(np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])),)


def _crossed() -> Drawing:
    """Return two crossed lines, with a bar across three of their ends."""
    low, mid, high = 0.4315, 0.7158, 1.0
    marks = (
        line([(-mid, -mid), (mid, mid)]),
        line([(mid, -mid), (-mid, mid)]),
        line([(-high, low), (-low, high)]),
        line([(-low, -high), (-high, -low)]),
        line([(high, low), (low, high)]),
    )
    return scaled(marks, 0.6639)


def _lens() -> Drawing:
    """Return the outline of a lens from south to north."""
    along = np.linspace(-1, 1, 15)
    across = 0.2842 * (1 - along * along)
    east = np.column_stack([across, 0.6704 * along])
    return (line(np.vstack([east, -east]), closed=True),)
