"""Families of random marks that a maker might put on a face of a cube.

A `Mark` is a stroke or a filled polygon in face units: the face is the square [-1, 1] x [-1, 1],
x to the east and y to the north of the face as it lies unturned. Each family takes a random
generator and returns a drawing: a tuple of marks that roughly fills the unit disc.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """One stroke or area: points (N, 2) in face units.

    stroke: width as a multiple of the set's pen (0 = a filled polygon). closed: the stroke returns
    to its first point. ink: False takes ink away (a hole) instead of laying it on.
    """

    points: Floats
    stroke: float = 1.0
    closed: bool = False
    ink: bool = True


Drawing = tuple[Mark, ...]
Family = Callable[[Generator], Drawing]


def _line(points: ArrayLike, stroke: float = 1.0, *, closed: bool = False) -> Mark:
    return Mark(np.asarray(points, dtype=np.float64), stroke, closed)


def _area(points: ArrayLike, *, ink: bool = True) -> Mark:
    return Mark(np.asarray(points, dtype=np.float64), 0.0, True, ink)


def _arc(
    radius: float, start_deg: float, end_deg: float, centre: tuple[float, float] = (0.0, 0.0)
) -> Floats:
    turns = np.radians(np.linspace(start_deg, end_deg, max(6, int(abs(end_deg - start_deg) / 8))))
    return np.column_stack([centre[0] + radius * np.cos(turns), centre[1] + radius * np.sin(turns)])


def _ring(radius: float, centre: tuple[float, float] = (0.0, 0.0)) -> Floats:
    return _arc(radius, 0.0, 352.0, centre)


def _regular(sides: int, radius: float, start_deg: float = 90.0) -> Floats:
    turns = np.radians(start_deg + 360.0 * np.arange(sides) / sides)
    return np.column_stack([radius * np.cos(turns), radius * np.sin(turns)])


def _choose(rng: Generator, *options: Mark) -> Mark:
    return options[int(rng.integers(len(options)))]


def turned(drawing: Drawing, degrees: float) -> Drawing:
    """Return the drawing turned counter-clockwise about the middle of the face."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    spin = np.array([[c, s], [-s, c]])
    return tuple(Mark(m.points @ spin, m.stroke, m.closed, m.ink) for m in drawing)


def scaled(drawing: Drawing, factor: float | tuple[float, float]) -> Drawing:
    """Return the drawing scaled about the middle, by one factor or by (x, y)."""
    by = np.asarray(factor, dtype=np.float64)
    return tuple(Mark(m.points * by, m.stroke, m.closed, m.ink) for m in drawing)


# --- families of any symmetry ------------------------------------------------------------------


def crescent(rng: Generator) -> Drawing:
    """A moon's sickle, filled or in outline."""
    half = rng.uniform(95, 140)
    outer = _arc(0.9, -half, half)
    tip = outer[-1]
    reach = rng.uniform(0.15, 0.6)
    centre = tip[0] - reach
    radius = float(np.hypot(reach, tip[1]))
    edge = np.degrees(np.arctan2(tip[1], reach))
    inner = _arc(radius, edge, -edge, (centre, 0.0))
    points = np.vstack([outer, inner])
    return (_choose(rng, _area(points), _area(points), _line(points, closed=True)),)


def disc(rng: Generator) -> Drawing:
    """A filled disc, sometimes with a dark heart."""
    radius = rng.uniform(0.45, 0.85)
    marks = [_area(_ring(radius))]
    if rng.random() < 0.25:
        marks.append(_area(_ring(radius * rng.uniform(0.3, 0.5)), ink=False))
    return tuple(marks)


def rings(rng: Generator) -> Drawing:
    """One to three concentric rings, sometimes with a dot."""
    count = int(rng.integers(1, 4))
    marks = [_line(_ring(0.9 * (k + 1) / count), closed=True) for k in range(count)]
    if rng.random() < 0.5:
        marks.append(_area(_ring(rng.uniform(0.12, 0.25))))
    return tuple(marks)


def star(rng: Generator) -> Drawing:
    """A star of four to eight points, filled or in outline."""
    tips = int(rng.integers(4, 9))
    ratio = rng.uniform(0.35, 0.6)
    points = _regular(2 * tips, 1.0)
    points[1::2] *= ratio
    return (_choose(rng, _area(points), _area(points), _line(points, closed=True)),)


def rays(rng: Generator) -> Drawing:
    """Strokes through the middle, as an asterisk."""
    count = int(rng.integers(2, 5))
    tips = _regular(2 * count, 0.95, rng.choice([0.0, 90.0, 90.0 / count]))
    return tuple(_line([tips[k], tips[k + count]]) for k in range(count))


def sun(rng: Generator) -> Drawing:
    """A disc or ring with rays around it."""
    count = int(rng.integers(5, 11))
    radius = rng.uniform(0.3, 0.5)
    heart = _choose(rng, _area(_ring(radius)), _line(_ring(radius), closed=True))
    inner, outer = _regular(count, radius + 0.2), _regular(count, 1.0)
    return (heart, *(_line([a, b]) for a, b in zip(inner, outer, strict=True)))


def polygon(rng: Generator) -> Drawing:
    """A regular polygon of three to six sides, filled, in outline or doubled."""
    sides = int(rng.integers(3, 7))
    start = rng.choice([90.0, 90.0 + 180.0 / sides])
    outline = _line(_regular(sides, 1.0, start), closed=True)
    kind = rng.random()
    if kind < 0.3:
        return (_area(outline.points),)
    if kind < 0.55:
        return (outline, _line(outline.points * rng.uniform(0.35, 0.55), closed=True))
    return (outline,)


def marked_polygon(rng: Generator) -> Drawing:
    """A polygon with a dot, a cross or a stroke inside."""
    sides = int(rng.integers(3, 6))
    start = 90.0 + (180.0 / sides) * int(rng.integers(2))
    size = rng.uniform(0.15, 0.28)
    inside: tuple[Mark, ...] = (_area(_ring(size)),)
    if rng.random() < 0.5:
        inside = (_line([(-size, 0), (size, 0)]), _line([(0, -size), (0, size)]))
    return (_line(_regular(sides, 1.0, start), closed=True), *inside)


def cross(rng: Generator) -> Drawing:
    """A cross, upright or leaning, plain or with bars at its ends."""
    reach = 0.95
    marks = [_line([(-reach, 0), (reach, 0)]), _line([(0, -reach), (0, reach)])]
    if rng.random() < 0.4:
        bar = rng.uniform(0.2, 0.4)
        for k in range(4):
            marks += turned((_line([(-bar, reach), (bar, reach)]),), 90.0 * k)
    return turned(tuple(marks), rng.choice([0.0, 45.0]))


def dots(rng: Generator) -> Drawing:
    """Two to six dots in a ring, sometimes one in the middle."""
    count = int(rng.integers(3, 7))
    size = rng.uniform(0.2, 0.3)
    places = _regular(count, 0.72, rng.choice([90.0, 45.0]))
    marks = [_area(_ring(size, (float(x), float(y)))) for x, y in places]
    if rng.random() < 0.4:
        marks.append(_area(_ring(size)))
    return tuple(marks)


def spiral(rng: Generator) -> Drawing:
    """A spiral of one and a half to three turns, either way round."""
    rounds = rng.uniform(1.4, 2.8)
    t = np.linspace(0.04, 1.0, 60)
    angle = rng.choice([-1.0, 1.0]) * 2 * np.pi * rounds * t
    return (_line(np.column_stack([t * np.cos(angle), t * np.sin(angle)]) * 0.95),)


def blob(rng: Generator) -> Drawing:
    """A soft random shape, filled or in outline."""
    angle = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    radius = np.ones_like(angle) * 0.7
    for k in range(2, 5):
        radius += rng.uniform(-0.22, 0.22) * np.cos(k * angle + rng.uniform(0, 2 * np.pi))
    points = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
    return (_choose(rng, _area(points), _line(points, closed=True)),)


def eye(rng: Generator) -> Drawing:
    """A lens of two arcs with a pupil."""
    height = rng.uniform(0.4, 0.6)
    x = np.linspace(-1, 1, 15)
    lid = height * (1 - x * x)
    outline = np.vstack([np.column_stack([x, lid]), np.column_stack([x, -lid])[::-1]])
    return (_line(outline, closed=True), _area(_ring(rng.uniform(0.15, 0.25))))


def rune(rng: Generator) -> Drawing:
    """A staff with slanting twigs."""
    marks = [_line([(0, -1), (0, 1)])]
    for _ in range(int(rng.integers(1, 4))):
        y = rng.uniform(-0.7, 0.7)
        x, rise = rng.choice([-1.0, 1.0]) * rng.uniform(0.4, 0.7), rng.uniform(-0.5, 0.5)
        marks.append(_line([(0, y), (x, np.clip(y + rise, -1, 1))]))
    return tuple(marks)


def scribble(rng: Generator) -> Drawing:
    """A random broken line through four to six places."""
    count = int(rng.integers(4, 7))
    angle = rng.uniform(0, 2 * np.pi) + np.cumsum(rng.uniform(1.2, 3.2, count))
    radius = rng.uniform(0.4, 1.0, count)
    points = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
    return (_line(points, closed=bool(rng.random() < 0.3)),)


def letter(rng: Generator) -> Drawing:
    """A character of one of OpenCV's fonts, as areas and holes."""
    text = str(rng.choice(list("ABCDEFGHJKLMPQRSTUVYZ2345679&?#@%")))
    fonts = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_SCRIPT_COMPLEX)
    sheet = np.zeros((160, 160), np.uint8)
    font = fonts[int(rng.integers(len(fonts)))]
    cv2.putText(sheet, text, (30, 120), font, 4.0, 255, int(rng.integers(9, 17)))
    contours, tree = cv2.findContours(sheet, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_TC89_L1)
    x, y, width, height = cv2.boundingRect(sheet)
    middle, size = np.array([x + width / 2, y + height / 2]), max(width, height) / 2
    marks = []
    for contour, branch in zip(contours, tree[0], strict=True):
        if len(contour) > 2:
            points = (contour[:, 0].astype(np.float64) - middle) / size * (1, -1)
            marks.append(_area(points, ink=bool(branch[3] < 0)))
    return tuple(marks)


# --- families with a direction (towards the north) -----------------------------------------------


def arrow(rng: Generator) -> Drawing:
    """An arrow to the north."""
    head = rng.uniform(0.35, 0.65)
    tip = _line([(-head, 0.95 - head), (0, 0.95), (head, 0.95 - head)])
    if rng.random() < 0.3:
        tip = _area([(-head, 0.95 - head), (0, 1.0), (head, 0.95 - head)])
    return (_line([(0, -0.95), (0, 0.8)]), tip)


def chevrons(rng: Generator) -> Drawing:
    """One to three angles above each other."""
    count = int(rng.integers(1, 4))
    rise = rng.uniform(0.4, 1.1) / count**0.5
    step = 1.3 / count
    return tuple(
        _line([(-0.8, -0.7 + k * step), (0, -0.7 + k * step + rise), (0.8, -0.7 + k * step)])
        for k in range(count)
    )


def wedge(rng: Generator) -> Drawing:
    """A pointed triangle, filled or in outline, or with an inner stroke."""
    width = rng.uniform(0.5, 0.8)
    points = [(-width, -0.85), (0, 0.95), (width, -0.85)]
    kind = rng.random()
    if kind < 0.4:
        return (_area(points),)
    if kind < 0.7:
        return (_line(points),)
    return (_line(points), _line([(0, 0.9), (0, -0.6)]))


def cup(rng: Generator) -> Drawing:
    """A vessel open to the north: a V, a U or a box without a lid."""
    kind = int(rng.integers(3))
    if kind == 0:
        return (_line([(-0.7, 0.9), (-0.6, -0.2), (0, -0.9), (0.6, -0.2), (0.7, 0.9)]),)
    if kind == 1:
        return (_line([(-0.75, 0.9), *_arc(0.75, 180, 360, (0, -0.15)), (0.75, 0.9)]),)
    return (_line([(-0.7, 0.85), (-0.7, -0.8), (0.7, -0.8), (0.7, 0.85)]),)


def fork(rng: Generator) -> Drawing:
    """A fork of two or three prongs."""
    top = rng.uniform(0.5, 0.75)
    marks = [
        _line([(0, -0.95), (0, 0.0 if rng.random() < 0.5 else 0.95)]),
        _line([(-top, 0.95), (-top, 0.3), (0, -0.1), (top, 0.3), (top, 0.95)]),
    ]
    return tuple(marks)


def drop(rng: Generator) -> Drawing:
    """A drop with its tip to the north."""
    radius = rng.uniform(0.5, 0.65)
    points = np.vstack([_arc(radius, 160, 380, (0, -0.35)), [(0, 1.0)]])
    return (_choose(rng, _area(points), _line(points, closed=True)),)


def mushroom(rng: Generator) -> Drawing:
    """A cap on a stem, or a T."""
    if rng.random() < 0.5:
        return (_line([(-0.8, 0.8), (0.8, 0.8)]), _line([(0, 0.8), (0, -0.95)]))
    cap = _arc(0.85, 0, 180, (0, 0.05))
    return (_choose(rng, _area(cap), _line(cap, closed=True)), _line([(0, 0), (0, -0.95)], 1.4))


def weighted(rng: Generator) -> Drawing:
    """A mark of any symmetry with a dot or a bar at its north."""
    inner = scaled((rings, polygon, cross, disc)[int(rng.integers(4))](rng), 0.6)
    low = tuple(Mark(m.points - np.array([0, 0.4]), m.stroke, m.closed, m.ink) for m in inner)
    width = rng.uniform(0.3, 0.8)
    top = _choose(rng, _area(_ring(0.2, (0, 0.72))), _line([(-width, 0.8), (width, 0.8)], 1.3))
    return (*low, top)


# --- families that are the same after half a turn, not after a quarter ---------------------------


def bars(rng: Generator) -> Drawing:
    """Two or three upright strokes."""
    places = np.linspace(-0.55, 0.55, int(rng.integers(2, 4))) * rng.uniform(0.6, 1.0)
    reach = rng.uniform(0.75, 0.95)
    return tuple(_line([(x, -reach), (x, reach)]) for x in places)


def staff(rng: Generator) -> Drawing:
    """One upright stroke, thick or with equal ends: dots, cross bars or arrow heads."""
    kind = int(rng.integers(4))
    stem = _line([(0, -0.9), (0, 0.9)], 1.8 if kind == 0 else 1.0)
    size = rng.uniform(0.25, 0.5)
    if kind == 1:
        end: Drawing = (_area(_ring(size * 0.6, (0, 0.75))),)
    elif kind == 2:
        end = (_line([(-size, 0.9), (size, 0.9)]),)
    else:
        end = (_line([(-size, 0.9 - size), (0, 0.9), (size, 0.9 - size)]),) if kind == 3 else ()
    return (stem, *end, *turned(end, 180.0))


def wave(rng: Generator) -> Drawing:
    """One or two waves running north and south."""
    y = np.linspace(-0.95, 0.95, 30)
    x = rng.choice([-1.0, 1.0]) * rng.uniform(0.2, 0.4) * np.sin(y / 0.95 * np.pi)
    gap = rng.uniform(0.3, 0.45)
    if rng.random() < 0.5:
        return (_line(np.column_stack([x * 1.5, y])),)
    return tuple(_line(np.column_stack([x + side, y])) for side in (-gap, gap))


def zigzag(rng: Generator) -> Drawing:
    """A Z, S or N of straight strokes."""
    width = rng.uniform(0.4, 0.65) * rng.choice([-1.0, 1.0])
    return (_line([(-width, 0.9), (width, 0.9), (-width, -0.9), (width, -0.9)]),)


def hourglass(rng: Generator) -> Drawing:
    """Two triangles tip to tip."""
    width = rng.uniform(0.5, 0.7)
    top = [(-width, 0.9), (width, 0.9), (0, 0)]
    if rng.random() < 0.5:
        return (_area(top), _area(-np.asarray(top)))
    return (_line([(-width, 0.9), (width, 0.9), (-width, -0.9), (width, -0.9)], closed=True),)


def slab(rng: Generator) -> Drawing:
    """An upright oblong or lens, filled or in outline, sometimes with a stroke along it."""
    width = rng.uniform(0.25, 0.45)
    points = np.array([(-width, -0.9), (width, -0.9), (width, 0.9), (-width, 0.9)])
    if rng.random() < 0.4:
        y = np.linspace(-0.95, 0.95, 15)
        side = width * (1 - (y / 0.95) ** 2)
        points = np.vstack([np.column_stack([side, y]), np.column_stack([-side, y])[::-1]])
    if rng.random() < 0.3:
        return (_area(points),)
    inner = (_line([(0, -0.6), (0, 0.6)]),) if rng.random() < 0.3 else ()
    return (_line(points, closed=True), *inner)


def ladder(rng: Generator) -> Drawing:
    """Two upright strokes with rungs."""
    width = rng.uniform(0.4, 0.55)
    rungs = np.linspace(-0.5, 0.5, int(rng.integers(1, 4))) if rng.random() < 0.9 else [0.0]
    sides = tuple(_line([(s * width, -0.9), (s * width, 0.9)]) for s in (-1, 1))
    return (*sides, *(_line([(-width, y), (width, y)]) for y in rungs))


def twins(rng: Generator) -> Drawing:
    """A small mark at the north and the same, turned, at the south."""
    inner = (disc, arrow, cup, wedge, crescent)[int(rng.integers(5))](rng)
    small = scaled(turned(inner, float(rng.choice([0.0, 180.0]))), rng.uniform(0.36, 0.44))
    north = tuple(Mark(m.points + np.array([0, 0.52]), m.stroke, m.closed, m.ink) for m in small)
    return (*north, *turned(north, 180.0))


ANY: dict[str, Family] = {
    f.__name__: f
    for f in (
        *(crescent, disc, rings, star, rays, sun, polygon, marked_polygon, cross, dots, spiral),
        *(blob, eye, rune, scribble, letter),
    )
}
DIRECTED: dict[str, Family] = {
    f.__name__: f for f in (arrow, chevrons, wedge, cup, fork, drop, mushroom, weighted)
}
TWO_WAY: dict[str, Family] = {
    f.__name__: f for f in (bars, staff, wave, zigzag, hourglass, slab, ladder, twins)
}
