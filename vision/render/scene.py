"""What lies on a table, seen from where, in which light: everything that one picture needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.camera import Camera
from vision.layout import Layout
from vision.render.light import Light
from vision.render.look import TableLook
from vision.render.materials import Colour
from vision.render.sensor import Sensor

Placement = Mapping[str, Sequence[str]]
"""Site -> pile of exchange names, bottom first, e.g. {"e4": ["brown trap north"]}."""

_TURNS = {"north": 0.0, "west": 90.0, "south": 180.0, "east": 270.0}
_WAYS = {"north-south": 0.0, "east-west": 90.0}
COPIES = 16
"""Cubes in one colour's set."""


@dataclass(frozen=True, slots=True)
class Placed:
    """One piece on the table.

    name: exchange name ("brown trap north", "blue star", "brown stone"). x_mm, y_mm: its middle.
    base_mm: height of its foot. turn_deg: how far its top face is turned counter-clockwise.
    copy: which of the set's cubes it is. site, level: where it counts (None = off the points),
    level from 0. lean_deg: (angle, towards) of a cocked cube.
    """

    name: str
    x_mm: float
    y_mm: float
    turn_deg: float
    base_mm: float = 0.0
    copy: int = 0
    site: str | None = None
    level: int = 0
    lean_deg: tuple[float, float] = (0.0, 0.0)

    @property
    def colour(self) -> str:
        """Return "brown" or "blue"."""
        return self.name.split()[0]

    @property
    def thing(self) -> str:
        """Return the face shown, or "stone"."""
        return self.name.split()[1]


@dataclass(frozen=True, slots=True)
class Reach:
    """A hand over the table: where its finger tips are and from where the arm comes.

    at_mm: (x, y, z) of the finger tips. from_deg: direction from the tips to the elbow, in the
    world's frame (270 = from the south). spread: 0 fingers together, 1 wide. scale: 1 = adult.
    """

    at_mm: tuple[float, float, float]
    from_deg: float
    spread: float
    scale: float
    skin: Colour
    sleeve: Colour | None


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that one picture shows.

    notches: player -> number of the notch on which the figure stands. figure_offsets: (x, y) mm.
    """

    look: TableLook
    camera: Camera
    light: Light
    sensor: Sensor
    pieces: tuple[Placed, ...] = ()
    notches: tuple[tuple[str, int], ...] = ()
    hand: Reach | None = None


@dataclass(frozen=True, slots=True)
class Spread:
    """How untidily people put pieces: largest offset in mm and largest turn in degrees."""

    offset_mm: float = 2.0
    turn_deg: float = 6.0


def facing_deg(name: str, rng: Generator) -> float:
    """Return the turn of a piece's top face that its exchange name means.

    Half a turn is free for paths, each quarter for faces without a facing; stones lie anyhow.
    """
    words = name.split()
    if words[1] == "stone":
        return float(rng.uniform(0, 360))
    if words[-1] in _TURNS:
        return _TURNS[words[-1]]
    if words[-1] in _WAYS:
        return _WAYS[words[-1]] + 180.0 * int(rng.integers(2))
    return 90.0 * int(rng.integers(4))


def lay_out(
    look: TableLook, placement: Placement, spread: Spread, rng: Generator
) -> tuple[Placed, ...]:
    """Return the pieces of a placement laid on their points as hands do it."""
    order = {c: [int(k) for k in rng.permutation(COPIES)] for c in ("brown", "blue")}
    edge = look.layout.piece_mm
    placed = []
    for site, pile in placement.items():
        x, y = look.layout.site_mm(site)
        shift = _offset(spread.offset_mm, rng)
        for level, name in enumerate(pile):
            colour = name.split()[0]
            queue = order[colour]
            copy = queue.pop() if queue and "stone" not in name else int(rng.integers(COPIES))
            skew = float(rng.uniform(-1, 1)) * spread.turn_deg
            if level:
                shift = shift + _offset(min(1.2, spread.offset_mm), rng)
                length = float(np.hypot(*shift))
                shift = shift * min(1.0, 4.0 / max(length, 1e-6))
            placed.append(
                Placed(
                    *(name, float(x + shift[0]), float(y + shift[1])),
                    turn_deg=facing_deg(name, rng) + skew,
                    base_mm=level * edge,
                    copy=copy,
                    site=site,
                    level=level,
                )
            )
    return tuple(placed)


def _offset(limit_mm: float, rng: Generator) -> NDArray[np.float64]:
    angle, reach = rng.uniform(0, 2 * np.pi), limit_mm * np.sqrt(rng.uniform())
    return np.asarray(np.array([np.cos(angle), np.sin(angle)]) * reach, np.float64)


def throw(
    look: TableLook, colour: str, faces: Sequence[str], rng: Generator, *, touching: float = 0.3
) -> tuple[Placed, ...]:
    """Return rolled cubes of one colour lying anywhere on the board, some of them touching."""
    edge = look.layout.piece_mm
    east, north = (float(v) for v in look.layout.corners_mm[2])
    copies = rng.permutation(max(COPIES, len(faces)))
    middle = np.array([east, north]) * rng.uniform(0.35, 0.65, 2)
    reach = np.array([east, north]) * rng.uniform(0.25, 0.45)
    placed: list[Placed] = []
    for face, copy in zip(faces, copies, strict=False):
        for _ in range(300):
            turn = float(rng.uniform(0, 360))
            if placed and rng.random() < touching:
                other = placed[int(rng.integers(len(placed)))]
                angle = rng.uniform(0, 2 * np.pi)
                gap = edge * rng.uniform(1.0, 1.35)
                x, y = other.x_mm + gap * np.cos(angle), other.y_mm + gap * np.sin(angle)
            else:
                x, y = middle + rng.uniform(-1, 1, 2) * reach
            inside = -8 <= x <= east + 8 and -8 <= y <= north + 8
            cube = Placed(f"{colour} {face}", float(x), float(y), turn, copy=int(copy))
            if inside and not any(overlaps(cube, other, edge) for other in placed):
                placed.append(cube)
                break
    return tuple(placed)


def overlaps(a: Placed, b: Placed, edge_mm: float) -> bool:
    """Return whether two squares of the given edge overlap (separating axes)."""
    apart = np.array([b.x_mm - a.x_mm, b.y_mm - a.y_mm])
    if np.hypot(*apart) > edge_mm * 1.42:
        return False
    half = edge_mm / 2 * 1.02
    for first, second in ((a, b), (b, a)):
        turn = np.radians(first.turn_deg)
        other = np.radians(second.turn_deg) - turn
        reach = half + half * (abs(np.cos(other)) + abs(np.sin(other)))
        for axis in ((np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))):
            if abs(apart @ np.array(axis)) > reach:
                return False
    return True


def tidy(layout: Layout, placement: Placement) -> dict[str, list[str]]:
    """Return the placement in the order of the layout's sites, empty piles left out."""
    return {site: list(placement[site]) for site in layout.sites if placement.get(site)}
