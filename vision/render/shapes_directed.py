"""Families of marks with a direction, towards the north: each returns a random drawing."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.render.shapes_any import cross, disc, polygon, rings
from vision.render.strokes import Drawing, Mark, arc, area, choose, line, ring, scaled


def arrow(rng: Generator) -> Drawing:
    """An arrow to the north."""
    head = rng.uniform(0.35, 0.65)
    tip = line([(-head, 0.95 - head), (0, 0.95), (head, 0.95 - head)])
    if rng.random() < 0.3:
        tip = area([(-head, 0.95 - head), (0, 1.0), (head, 0.95 - head)])
    return (line([(0, -0.95), (0, 0.8)]), tip)


def chevrons(rng: Generator) -> Drawing:
    """One to three angles above each other."""
    count = int(rng.integers(1, 4))
    rise = rng.uniform(0.4, 1.1) / count**0.5
    step = 1.3 / count
    return tuple(
        line([(-0.8, -0.7 + k * step), (0, -0.7 + k * step + rise), (0.8, -0.7 + k * step)])
        for k in range(count)
    )


def wedge(rng: Generator) -> Drawing:
    """A pointed triangle, filled or in outline, or with an inner stroke."""
    width = rng.uniform(0.5, 0.8)
    points = [(-width, -0.85), (0, 0.95), (width, -0.85)]
    kind = rng.random()
    if kind < 0.4:
        return (area(points),)
    if kind < 0.7:
        return (line(points),)
    return (line(points), line([(0, 0.9), (0, -0.6)]))


def cup(rng: Generator) -> Drawing:
    """A vessel open to the north: a V, a U or a box without a lid."""
    kind = int(rng.integers(3))
    if kind == 0:
        return (line([(-0.7, 0.9), (-0.6, -0.2), (0, -0.9), (0.6, -0.2), (0.7, 0.9)]),)
    if kind == 1:
        return (line([(-0.75, 0.9), *arc(0.75, 180, 360, (0, -0.15)), (0.75, 0.9)]),)
    return (line([(-0.7, 0.85), (-0.7, -0.8), (0.7, -0.8), (0.7, 0.85)]),)


def fork(rng: Generator) -> Drawing:
    """A fork of two or three prongs."""
    top = rng.uniform(0.5, 0.75)
    marks = [
        line([(0, -0.95), (0, 0.0 if rng.random() < 0.5 else 0.95)]),
        line([(-top, 0.95), (-top, 0.3), (0, -0.1), (top, 0.3), (top, 0.95)]),
    ]
    return tuple(marks)


def drop(rng: Generator) -> Drawing:
    """A drop with its tip to the north."""
    radius = rng.uniform(0.5, 0.65)
    points = np.vstack([arc(radius, 160, 380, (0, -0.35)), [(0, 1.0)]])
    return (choose(rng, area(points), line(points, closed=True)),)


def mushroom(rng: Generator) -> Drawing:
    """A cap on a stem, or a T."""
    if rng.random() < 0.5:
        return (line([(-0.8, 0.8), (0.8, 0.8)]), line([(0, 0.8), (0, -0.95)]))
    cap = arc(0.85, 0, 180, (0, 0.05))
    return (choose(rng, area(cap), line(cap, closed=True)), line([(0, 0), (0, -0.95)], 1.4))


def weighted(rng: Generator) -> Drawing:
    """A mark of any symmetry with a dot or a bar at its north."""
    inner = scaled((rings, polygon, cross, disc)[int(rng.integers(4))](rng), 0.6)
    low = tuple(Mark(m.points - np.array([0, 0.4]), m.stroke, m.closed, m.ink) for m in inner)
    width = rng.uniform(0.3, 0.8)
    top = choose(rng, area(ring(0.2, (0, 0.72))), line([(-width, 0.8), (width, 0.8)], 1.3))
    return (*low, top)
