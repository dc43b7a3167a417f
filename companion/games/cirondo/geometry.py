"""The board: eight rings of 32 aligned spaces around the void (CI-01, CI-02).

A space's number is ring * 32 + sector, both from 0: rings from the outer edge inwards, sectors
clockwise. Its name is the ring's letter and the sector counted from 1: A1 … H32.
"""

from __future__ import annotations

from enum import IntEnum

RINGS = 8
SECTORS = 32
SPACES = RINGS * SECTORS
INNER = SPACES - SECTORS
"""The first number of the inner ring; all from here on lie beside the void."""
RING_LETTERS = "ABCDEFGH"

NAMES = tuple(f"{letter}{sector + 1}" for letter in RING_LETTERS for sector in range(SECTORS))
NUMBERS = {name: number for number, name in enumerate(NAMES)}


class Way(IntEnum):
    """The eight directions; arcs are those that change ring and sector together (CI-03)."""

    IN = 0
    OUT = 1
    IN_CLOCKWISE = 2
    IN_ANTICLOCKWISE = 3
    OUT_CLOCKWISE = 4
    OUT_ANTICLOCKWISE = 5
    CLOCKWISE = 6
    ANTICLOCKWISE = 7


STEPS = ((1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1), (0, 1), (0, -1))
"""Way -> (rings inwards, sectors clockwise)."""
ARCS = slice(Way.IN_CLOCKWISE, Way.CLOCKWISE)
"""Where the four arcs stand among the ways."""

Ray = tuple[int, ...]


def _ray(origin: int, way: int) -> Ray:
    """The spaces one meets in one direction; an orbit ends before its own beginning (CI-12)."""
    ring, sector = divmod(origin, SECTORS)
    inwards, clockwise = STEPS[way]
    spaces = []
    for step in range(1, SECTORS):
        at = ring + step * inwards
        if not 0 <= at < RINGS:
            break
        spaces.append(at * SECTORS + (sector + step * clockwise) % SECTORS)
    return tuple(spaces)


RAYS: tuple[tuple[Ray, ...], ...] = tuple(
    tuple(_ray(origin, way) for way in Way) for origin in range(SPACES)
)
"""origin -> way -> the spaces on it, nearest first."""


def offset(origin: int, target: int) -> tuple[int, int]:
    """(rings inwards, sectors clockwise from -15 to 16) from one space to another.

    >>> offset(NUMBERS["B31"], NUMBERS["E2"])
    (3, 3)
    """
    ring, sector = divmod(origin, SECTORS)
    to_ring, to_sector = divmod(target, SECTORS)
    turn = (to_sector - sector) % SECTORS
    return to_ring - ring, turn if turn <= SECTORS // 2 else turn - SECTORS


def ways_to(origin: int, target: int) -> tuple[Way, ...]:
    """The directions in which `target` lies: one, two round an orbit, or none."""
    inwards, clockwise = offset(origin, target)
    if inwards == 0:
        return (Way.CLOCKWISE, Way.ANTICLOCKWISE) if clockwise else ()
    if clockwise == 0:
        return (Way.IN if inwards > 0 else Way.OUT,)
    if abs(inwards) != abs(clockwise):
        return ()
    way = Way.IN_CLOCKWISE if inwards > 0 else Way.OUT_CLOCKWISE
    return (way if clockwise > 0 else Way(way + 1),)


def path(origin: int, target: int, way: Way) -> Ray:
    """The spaces from `origin` to `target` in a direction of `ways_to`, the last included."""
    ray = RAYS[origin][way]
    return ray[: ray.index(target) + 1]


def apart(origin: int, target: int) -> int:
    """How far two spaces lie from each other, in rings and sectors together."""
    inwards, clockwise = offset(origin, target)
    return abs(inwards) + abs(clockwise)
