"""Overlay: a reading drawn over its photo, for people who want to see what the reader saw.

Drawing is all that happens here: the grid in grey, the tops of the pieces as outlines in their
colour (a second, dashed ring where a stack is), names and probabilities beside them; doubtful
readings in red.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cubes import squares
from vision.evidence import Pile, Reading
from vision.light import Image
from vision.roll import Roll
from vision.view import View

_GREY = (170, 170, 170)
_RED = (40, 40, 230)
_INKS = {"brown": (60, 200, 255), "blue": (255, 200, 60)}
_SURE = 0.9
_ARROWS = {
    "north": "^",
    "south": "v",
    "east": ">",
    "west": "<",
    "north-south": "|",
    "east-west": "-",
}


def draw_reading(photo: Image, view: View, reading: Reading) -> Image:
    """Return a copy of a photo with what was read drawn over it."""
    canvas = photo.copy()
    _draw_grid(canvas, view)
    for site, pile in reading.seen().items():
        _draw_pile(canvas, view, reading, site, pile)
    text = reading.reason or ", ".join(f"{k} notch {v}" for k, v in reading.notches.items())
    _write(canvas, f"{reading.status.value}  {text}", (12, 28), (255, 255, 255), 0.7)
    return canvas


def draw_roll(photo: Image, roll: Roll) -> Image:
    """Return a copy of a photo with the cubes of a roll drawn over it."""
    canvas = photo.copy()
    ink = _INKS.get(roll.colour, _GREY)
    for cube in roll.cubes:
        colour = ink if cube.p >= _SURE else _RED
        _outline(canvas, np.array(cube.corners_px), colour)
        x, y = cube.px
        _write(canvas, f"{cube.face} {cube.p:.2f}", (int(x) - 24, int(y) + 4), colour, 0.4)
    for unread in roll.unread:
        x, y = (int(value) for value in unread.px)
        cv2.circle(canvas, (x, y), 24, _RED, 2, cv2.LINE_AA)
        _write(canvas, unread.why.value, (x - 24, y + 40), _RED, 0.4)
    _write(canvas, f"{roll.colour} {dict(sorted(roll.faces.items()))}", (12, 28), ink, 0.7)
    return canvas


def _draw_grid(canvas: Image, view: View) -> None:
    """Draw the lines of the grid and the sites' points."""
    layout = view.layout
    far = layout.corners_mm[2]
    share = np.linspace(0, 1, 17)
    for k in range(layout.columns):
        x = np.full(17, k * layout.pitch_mm)
        _line(canvas, view, np.column_stack([x, share * far[1], 0 * x]))
    for k in range(layout.rows):
        y = np.full(17, k * layout.pitch_mm)
        _line(canvas, view, np.column_stack([share * far[0], y, 0 * y]))


def _line(canvas: Image, view: View, points_mm: NDArray[np.float64]) -> None:
    """Draw a line of the board."""
    seen = np.round(view.camera.project(points_mm)).astype(np.int32)
    cv2.polylines(canvas, [seen], False, _GREY, 1, cv2.LINE_AA)


def _draw_pile(canvas: Image, view: View, reading: Reading, site: str, pile: Pile) -> None:
    """Draw the top of one pile and what it is taken for."""
    k = reading.sites.index(site)
    edge = view.layout.piece_mm
    centre = reading.centre_mm[k, pile.level - 1]
    turn = float(reading.turn_deg[k, pile.level - 1])
    stone = pile.piece.endswith("stone")
    if stone or not np.isfinite(centre).all():
        centre, turn = view.layout.points_mm[k], 0.0
    colour, _, face = pile.piece.partition(" ")
    ink = _INKS.get(colour, _GREY) if pile.p >= _SURE else _RED
    flat = squares(centre[None], np.array([turn]), np.array([edge]))[0]
    height = 0.4 * edge if stone else pile.level * edge
    world = np.column_stack([flat, np.full(4, height)])
    seen = view.camera.project(world)
    _outline(canvas, seen, ink)
    if pile.level == 2:
        wide = squares(centre[None], np.array([turn]), np.array([1.25 * edge]))[0]
        _outline(canvas, view.camera.project(np.column_stack([wide, np.full(4, height)])), ink)
    name, _, way = face.partition(" ")
    label = f"{name}{_ARROWS.get(way, '')} {pile.p:.2f}"
    x, y = seen.mean(axis=0)
    _write(canvas, label, (int(x) - 26, int(y) + 30), ink, 0.4)


def _outline(canvas: Image, corners_px: NDArray[np.float64], ink: tuple[int, int, int]) -> None:
    """Draw a closed outline."""
    points = np.round(corners_px * 16).astype(np.int32)
    cv2.polylines(canvas, [points], True, ink, 2, cv2.LINE_AA, 4)


def _write(
    canvas: Image, text: str, at: tuple[int, int], ink: tuple[int, int, int], size: float
) -> None:
    """Write a line of text on a dark plate.

    A rim (the same text, bolder, below) would not do: fonts set bold text wider since OpenCV 5.
    """
    font = cv2.FONT_HERSHEY_SIMPLEX
    (width, height), under = cv2.getTextSize(text, font, size, 1)
    left, base = at
    plate = (
        slice(max(base - height - 2, 0), base + under),
        slice(max(left - 2, 0), left + width + 2),
    )
    canvas[plate] = canvas[plate] // 4
    cv2.putText(canvas, text, at, font, size, ink, 1, cv2.LINE_AA)
