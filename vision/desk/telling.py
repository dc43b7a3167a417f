"""The virtual table in pixels of its picture, for a page to lay handles over what is drawn."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.desk.pieces import COLOURS, STONE, face_of, piece_id
from vision.desk.playing import PlayTable
from vision.render.bodies import cube_box
from vision.render.scene import Placed

Json = dict[str, Any]

_ROUND = 16


def desk_marks(table: PlayTable) -> Json:
    """Return where everything is that hands can take, and where it can be put.

    pieces: those on the table, the lowest first, with the middle of their top (px) and their
    outline (hull). points: the points of the board; tops: where the top of a cube on each appears.
    """
    layout, camera = table.setup.look.layout, table.camera
    flat = layout.points_mm
    low = camera.project(np.column_stack([flat, np.zeros(len(flat))]))
    high = camera.project(np.column_stack([flat, np.full(len(flat), layout.piece_mm)]))
    return {
        "size_px": list(camera.size_px),
        "columns": layout.columns,
        "rows": layout.rows,
        "points": {site: _px(at) for site, at in zip(layout.sites, low, strict=True)},
        "tops": {site: _px(at) for site, at in zip(layout.sites, high, strict=True)},
        "pieces": [_lying(table, p) for p in sorted(table.on, key=lambda p: (p.level, -p.y_mm))],
        "tray": [_aside(p) for p in sorted(table.off, key=_tray_order)],
        "figures": {colour: _figure(table, colour) for colour in table.notches},
        "hand": table.hand is not None,
        "pushed": table.push is not None,
        "light": table.light,
    }


def _aside(piece: Placed) -> Json:
    """Return what a piece is, wherever it is."""
    told = {
        "id": piece_id(piece),
        "colour": piece.colour,
        "face": piece.thing,
        "name": piece.name,
    }
    words = piece.name.split()
    return told | ({"facing": words[2]} if len(words) > 2 else {})


def _tray_order(piece: Placed) -> tuple[int, str, int]:
    return COLOURS.index(piece.colour), face_of(piece.name), piece.copy


def _lying(table: PlayTable, piece: Placed) -> Json:
    """Return a piece on the table with its outline in pixels."""
    look = table.setup.look
    if piece.thing == STONE:
        size, tall = look.pieces.stone_mm
        angle = np.linspace(0, 2 * np.pi, _ROUND, endpoint=False)
        ring = np.column_stack([np.cos(angle), np.sin(angle)]) * size / 2
        ring += np.array([piece.x_mm, piece.y_mm])
        foot = np.column_stack([ring, np.full(_ROUND, piece.base_mm)])
        head = np.column_stack([ring, np.full(_ROUND, piece.base_mm + tall)])
    else:
        corners = cube_box(look, piece).corners()
        head, foot = corners[:4], corners[4:]
    top = table.camera.project(head)
    both = np.concatenate([top, table.camera.project(foot)]).astype(np.float32)
    hull = cv2.convexHull(both.reshape(-1, 1, 2)).reshape(-1, 2)
    return _aside(piece) | {
        "site": piece.site,
        "level": piece.level + 1,
        "px": _px(top.mean(axis=0)),
        "hull": [_px(corner) for corner in hull],
    }


def _figure(table: PlayTable, colour: str) -> Json:
    """Return on which notch a figure stands, and where all its notches are."""
    look = table.setup.look
    count = look.layout.notches
    places = [(*look.notch_mm(colour, number), 0.0) for number in range(1, count + 1)]
    tall = look.pieces.figure_mm[0]
    notch = table.notches[colour]
    ends = [places[notch - 1], (*places[notch - 1][:2], tall)]
    return {
        "notch": notch,
        "places": [_px(at) for at in table.camera.project(places)],
        "ends": [_px(at) for at in table.camera.project(ends)],
    }


def _px(place: ArrayLike) -> list[float]:
    """Return a place as two numbers, fit for JSON."""
    at: NDArray[np.float64] = np.nan_to_num(np.asarray(place, dtype=np.float64))
    return [round(float(at[0]), 1), round(float(at[1]), 1)]
