"""What drawings on the faces of cubes are made of: strokes and areas.

A `Mark` is a stroke or a filled polygon in face units: the face is the square [-1, 1] x [-1, 1],
x to the east and y to the north of the face as it lies unturned. A drawing is a tuple of marks that
roughly fills the unit disc.
"""

from __future__ import annotations

from dataclasses import dataclass

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


def line(points: ArrayLike, stroke: float = 1.0, *, closed: bool = False) -> Mark:
    """Return a stroke through points."""
    return Mark(np.asarray(points, dtype=np.float64), stroke, closed)


def area(points: ArrayLike, *, ink: bool = True) -> Mark:
    """Return a filled polygon, or with no ink a hole."""
    return Mark(np.asarray(points, dtype=np.float64), 0.0, True, ink)


def arc(
    radius: float, start_deg: float, end_deg: float, centre: tuple[float, float] = (0.0, 0.0)
) -> Floats:
    """Return points along a part of a circle, counter-clockwise from the east."""
    turns = np.radians(np.linspace(start_deg, end_deg, max(6, int(abs(end_deg - start_deg) / 8))))
    return np.column_stack([centre[0] + radius * np.cos(turns), centre[1] + radius * np.sin(turns)])


def ring(radius: float, centre: tuple[float, float] = (0.0, 0.0)) -> Floats:
    """Return points around a circle."""
    return arc(radius, 0.0, 352.0, centre)


def regular(sides: int, radius: float, start_deg: float = 90.0) -> Floats:
    """Return the corners of a regular polygon, the first one at an angle from the east."""
    turns = np.radians(start_deg + 360.0 * np.arange(sides) / sides)
    return np.column_stack([radius * np.cos(turns), radius * np.sin(turns)])


def choose(rng: Generator, *options: Mark) -> Mark:
    """Return one of several marks."""
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
