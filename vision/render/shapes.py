"""Families of random marks that a maker might put on a face of a cube, by their symmetry.

Each takes a random generator and returns a drawing; see `vision.render.strokes`.
"""

from __future__ import annotations

from collections.abc import Callable

from numpy.random import Generator

from vision.render.shapes_any import (
    blob,
    crescent,
    cross,
    disc,
    dots,
    eye,
    letter,
    marked_polygon,
    polygon,
    rays,
    rings,
    rune,
    scribble,
    spiral,
    star,
    sun,
)
from vision.render.shapes_directed import (
    arrow,
    chevrons,
    cup,
    drop,
    fork,
    mushroom,
    wedge,
    weighted,
)
from vision.render.shapes_two_way import (
    bars,
    hourglass,
    ladder,
    slab,
    staff,
    twins,
    wave,
    zigzag,
)
from vision.render.strokes import Drawing

Family = Callable[[Generator], Drawing]

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
