"""Families of marks that are the same after half a turn, not after a quarter."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.render.shapes_any import crescent, disc
from vision.render.shapes_directed import arrow, cup, wedge
from vision.render.strokes import Drawing, Mark, area, line, ring, scaled, turned


def bars(rng: Generator) -> Drawing:
    """Two or three upright strokes."""
    places = np.linspace(-0.55, 0.55, int(rng.integers(2, 4))) * rng.uniform(0.6, 1.0)
    reach = rng.uniform(0.75, 0.95)
    return tuple(line([(x, -reach), (x, reach)]) for x in places)


def staff(rng: Generator) -> Drawing:
    """One upright stroke, thick or with equal ends: dots, cross bars or arrow heads."""
    kind = int(rng.integers(4))
    stem = line([(0, -0.9), (0, 0.9)], 1.8 if kind == 0 else 1.0)
    size = rng.uniform(0.25, 0.5)
    if kind == 1:
        end: Drawing = (area(ring(size * 0.6, (0, 0.75))),)
    elif kind == 2:
        end = (line([(-size, 0.9), (size, 0.9)]),)
    else:
        end = (line([(-size, 0.9 - size), (0, 0.9), (size, 0.9 - size)]),) if kind == 3 else ()
    return (stem, *end, *turned(end, 180.0))


def wave(rng: Generator) -> Drawing:
    """One or two waves running north and south."""
    y = np.linspace(-0.95, 0.95, 30)
    x = rng.choice([-1.0, 1.0]) * rng.uniform(0.2, 0.4) * np.sin(y / 0.95 * np.pi)
    gap = rng.uniform(0.3, 0.45)
    if rng.random() < 0.5:
        return (line(np.column_stack([x * 1.5, y])),)
    return tuple(line(np.column_stack([x + side, y])) for side in (-gap, gap))


def zigzag(rng: Generator) -> Drawing:
    """A Z, S or N of straight strokes."""
    width = rng.uniform(0.4, 0.65) * rng.choice([-1.0, 1.0])
    return (line([(-width, 0.9), (width, 0.9), (-width, -0.9), (width, -0.9)]),)


def hourglass(rng: Generator) -> Drawing:
    """Two triangles tip to tip."""
    width = rng.uniform(0.5, 0.7)
    top = [(-width, 0.9), (width, 0.9), (0, 0)]
    if rng.random() < 0.5:
        return (area(top), area(-np.asarray(top)))
    return (line([(-width, 0.9), (width, 0.9), (-width, -0.9), (width, -0.9)], closed=True),)


def slab(rng: Generator) -> Drawing:
    """An upright oblong or lens, filled or in outline, sometimes with a stroke along it."""
    width = rng.uniform(0.25, 0.45)
    points = np.array([(-width, -0.9), (width, -0.9), (width, 0.9), (-width, 0.9)])
    if rng.random() < 0.4:
        y = np.linspace(-0.95, 0.95, 15)
        side = width * (1 - (y / 0.95) ** 2)
        points = np.vstack([np.column_stack([side, y]), np.column_stack([-side, y])[::-1]])
    if rng.random() < 0.3:
        return (area(points),)
    inner = (line([(0, -0.6), (0, 0.6)]),) if rng.random() < 0.3 else ()
    return (line(points, closed=True), *inner)


def ladder(rng: Generator) -> Drawing:
    """Two upright strokes with rungs."""
    width = rng.uniform(0.4, 0.55)
    rungs = np.linspace(-0.5, 0.5, int(rng.integers(1, 4))) if rng.random() < 0.9 else [0.0]
    sides = tuple(line([(s * width, -0.9), (s * width, 0.9)]) for s in (-1, 1))
    return (*sides, *(line([(-width, y), (width, y)]) for y in rungs))


def twins(rng: Generator) -> Drawing:
    """A small mark at the north and the same, turned, at the south."""
    inner = (disc, arrow, cup, wedge, crescent)[int(rng.integers(5))](rng)
    small = scaled(turned(inner, float(rng.choice([0.0, 180.0]))), rng.uniform(0.36, 0.44))
    north = tuple(Mark(m.points + np.array([0, 0.52]), m.stroke, m.closed, m.ink) for m in small)
    return (*north, *turned(north, 180.0))
