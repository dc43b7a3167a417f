"""Random tables: a look, the light, the camera and its flaws, the habits of the players."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.camera import Camera
from vision.layout import Layout
from vision.render.light import Light
from vision.render.look import Finish, TableLook
from vision.render.looks import (
    Difficulty,
    grey_of,
    mixed,
    random_board,
    random_colour,
    random_set,
)
from vision.render.materials import linear
from vision.render.scene import Reach, Spread
from vision.render.sensor import Sensor

__all__ = [
    "Difficulty",
    "TableSetup",
    "legibility",
    "look_at",
    "random_camera",
    "random_hand",
    "random_light",
    "random_sensor",
    "random_table",
]

Floats = NDArray[np.float64]

_LEGIBLE = 1.1
_ATTEMPTS = 50


@dataclass(frozen=True, slots=True)
class TableSetup:
    """A table with its light, camera and habits; `brown_at` is brown's edge of the picture."""

    look: TableLook
    light: Light
    sensor: Sensor
    camera: Camera
    hfov_deg: float
    brown_at: str
    spread: Spread


def random_light(rng: Generator, difficulty: Difficulty, layout: Layout) -> Light:
    """Return a window, a lamp or a ceiling light; its strength at the board's middle is about 1."""
    middle = layout.corners_mm.mean(axis=0)
    hardness = {Difficulty.EASY: 0.0, Difficulty.USUAL: 0.45, Difficulty.HARD: 0.75}[difficulty]
    from_deg, high = rng.uniform(0, 360), rng.uniform(35, 75)
    if rng.random() < hardness:  # a near lamp
        distance = rng.uniform(450, 900)
        radius, share = distance * rng.uniform(0.01, 0.1), rng.uniform(0.55, 0.88)
        warm = rng.uniform(0.1, 0.55)
        spot = float(rng.choice([0.0, rng.uniform(180, 380)]))
    else:  # a window or a far ceiling lamp
        distance = rng.uniform(1500, 4000)
        radius, share = distance * rng.uniform(0.08, 0.3), rng.uniform(0.3, 0.65)
        warm, spot = rng.uniform(-0.15, 0.25), 0.0
    up = np.sin(np.radians(high))
    flat = np.cos(np.radians(high))
    lamp_at = (
        float(middle[0] + distance * flat * np.cos(np.radians(from_deg))),
        float(middle[1] + distance * flat * np.sin(np.radians(from_deg))),
        float(distance * up),
    )
    tone = np.array([1 - warm, 1.0 - 0.25 * warm, 1 + 0.4 * warm])
    cool = rng.uniform(-0.1, 0.15)
    return Light(
        lamp_mm=lamp_at,
        radius_mm=float(radius),
        lamp=tuple(float(v) for v in tone * share / up),  # type: ignore[arg-type]
        ambient=tuple(  # type: ignore[arg-type]
            float(v) for v in np.array([1 + cool, 1.0, 1 - cool]) * (1 - share)
        ),
        spot_mm=spot,
        samples=14,
        aim_mm=(float(middle[0]), float(middle[1])),
    )


def random_sensor(rng: Generator, difficulty: Difficulty, look: TableLook, light: Light) -> Sensor:
    """Return exposure, white balance and flaws that suit the table and the difficulty."""
    dim = {Difficulty.EASY: 0.0, Difficulty.USUAL: 0.15, Difficulty.HARD: 0.4}[difficulty]
    is_dim = rng.random() < dim
    target = rng.uniform(0.06, 0.13) if is_dim else rng.uniform(0.18, 0.36)
    board, table = grey_of(look.board.wood), grey_of(look.board.table)
    exposure = min(target / (0.6 * board + 0.4 * table), 1.3)
    lamp = np.asarray(light.lamp) + np.asarray(light.ambient)
    cast = lamp[1] / lamp
    balance = cast ** rng.uniform(0.5, 1.0) * rng.uniform(0.92, 1.08, 3)
    blur = {Difficulty.EASY: (0.5, 0.8), Difficulty.USUAL: (0.5, 1.0), Difficulty.HARD: (0.6, 1.35)}
    noise = {Difficulty.EASY: (0.5, 2), Difficulty.USUAL: (0.8, 3.5), Difficulty.HARD: (1.5, 6.0)}
    return Sensor(
        exposure=float(exposure),
        balance=tuple(float(v) for v in balance / balance[1]),  # type: ignore[arg-type]
        blur_px=float(rng.uniform(*blur[difficulty])),
        sharpen=float(rng.choice([0.0, rng.uniform(0.1, 0.7)])),
        noise=float(rng.uniform(*noise[difficulty])) * (1.4 if is_dim else 1.0),
        vignette=float(rng.uniform(0.0, 0.4)),
        contrast=float(rng.uniform(0.92, 1.15)),
        jpeg=int(rng.integers(82, 97)),
    )


_UP = {"bottom": (0.0, 1.0), "top": (0.0, -1.0), "left": (-1.0, 0.0), "right": (1.0, 0.0)}


def look_at(
    aim_mm: tuple[float, float],
    place_mm: tuple[float, float, float],
    up: tuple[float, float],
    *,
    size_px: tuple[int, int],
    hfov_deg: float,
    distortion: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0),
    principal_px: tuple[float, float] = (0.0, 0.0),
) -> Camera:
    """Return the camera at a place that looks at a point of the board, `up` (x, y) upwards.

    principal_px: shift of the principal point from the middle of the picture.
    """
    place = np.asarray(place_mm, dtype=np.float64)
    ahead = np.array([aim_mm[0], aim_mm[1], 0.0]) - place
    ahead /= np.linalg.norm(ahead)
    right = np.cross(ahead, [up[0], up[1], 0.0])
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(ahead, right), ahead])
    focal = size_px[0] / 2 / np.tan(np.radians(hfov_deg / 2))
    matrix = np.array(
        [
            [focal, 0, (size_px[0] - 1) / 2 + principal_px[0]],
            [0, focal, (size_px[1] - 1) / 2 + principal_px[1]],
            [0, 0, 1],
        ]
    )
    return Camera(size_px, matrix, np.asarray(distortion), rotation, -rotation @ place)


def random_camera(
    rng: Generator,
    difficulty: Difficulty,
    look: TableLook,
    *,
    size_px: tuple[int, int] = (1280, 960),
) -> tuple[Camera, float, str]:
    """Return (camera, horizontal field of view in degrees, brown's edge); the board in view."""
    tilts = {Difficulty.EASY: (0, 8), Difficulty.USUAL: (0, 18), Difficulty.HARD: (8, 25)}
    layout = look.layout
    middle = layout.corners_mm.mean(axis=0)
    edges = list(_UP)
    chances = [0.6, 0.2, 0.1, 0.1]
    out = layout.pitch_mm * 0.9
    grown = layout.corners_mm + np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * out * (1.2, 0.55)
    must_see = np.vstack([np.column_stack([grown, np.full(4, h)]) for h in (0.0, 36.0)])
    for attempt in range(500):
        brown_at = edges[int(rng.choice(4, p=chances))]
        height = rng.uniform(350, 550) + min(attempt, 100) * 1.0
        tilt, side = np.radians(rng.uniform(*tilts[difficulty])), rng.uniform(0, 2 * np.pi)
        hfov = float(rng.choice([53.5, 62.2, 66.0, rng.uniform(50, 80)]))
        aim = middle + rng.uniform(-18, 18, 2)
        place = np.array([*aim, 0.0]) + height * np.array(
            [np.tan(tilt) * np.cos(side), np.tan(tilt) * np.sin(side), 1.0]
        )
        roll = np.radians(rng.uniform(-5, 5))
        ux, uy = _UP[brown_at]
        up = (ux * np.cos(roll) - uy * np.sin(roll), ux * np.sin(roll) + uy * np.cos(roll))
        camera = look_at(
            (float(aim[0]), float(aim[1])),
            (float(place[0]), float(place[1]), float(place[2])),
            (float(up[0]), float(up[1])),
            size_px=size_px,
            hfov_deg=hfov,
            distortion=(
                float(rng.uniform(-0.14, 0.06)),
                float(rng.uniform(-0.03, 0.05)),
                float(rng.normal(0, 4e-4)),
                float(rng.normal(0, 4e-4)),
                0.0,
            ),
            principal_px=(
                float(rng.normal(0, 6)) * size_px[0] / 1280,
                float(rng.normal(0, 6)) * size_px[0] / 1280,
            ),
        )
        seen = camera.project(must_see)
        edge = 0.01 * size_px[0]
        inside = (seen > edge).all() and (seen < np.array(size_px) - edge).all()
        spans = camera.project(np.column_stack([layout.corners_mm, np.zeros(4)]))
        step = np.linalg.norm(spans - np.roll(spans, 1, axis=0), axis=1).min()
        cube_px = step / (layout.columns - 1) * layout.piece_mm / layout.pitch_mm
        if inside and cube_px > 0.024 * size_px[0]:
            return camera, hfov, brown_at
    raise ValueError("no camera pose shows the whole board: is it too large for 55 cm?")


def random_hand(rng: Generator, layout: Layout) -> Reach:
    """Return a hand that reaches over the grid from some side, mostly a player's."""
    east, north = (float(v) for v in layout.corners_mm[2])
    side = float(rng.choice([270.0, 90.0, 0.0, 180.0], p=[0.4, 0.4, 0.1, 0.1]))
    skin = mixed(
        linear((0.55, 0.66, 0.9)), linear((0.12, 0.18, 0.3)), float(rng.uniform(0, 1) ** 1.3)
    )
    sleeve = None if rng.random() < 0.25 else random_colour(rng, (0, 360), (0.0, 0.9), (0.05, 0.9))
    return Reach(
        at_mm=(
            float(rng.uniform(0.15, 0.85) * east),
            float(rng.uniform(0.15, 0.85) * north),
            float(rng.uniform(12, 45)),
        ),
        from_deg=side + float(rng.uniform(-25, 25)),
        spread=float(rng.uniform(0, 1)),
        scale=float(rng.uniform(0.8, 1.1)),
        skin=skin,
        sleeve=sleeve,
    )


def legibility(setup: TableSetup) -> float:
    """Return how far ink and ground differ in the picture, in deviations of its noise.

    Worked out for a face in the board's middle, the fainter of the two players' inks; reliefs are
    not counted. Below about 1 a person cannot read the set in a photo.
    """
    light, sensor, pieces = setup.light, setup.sensor, setup.look.pieces
    way = np.array([*light.lamp_mm]) - np.array([*light.aim_mm, 0.0])
    falling = np.asarray(light.lamp) * way[2] / np.linalg.norm(way) + np.asarray(light.ambient)
    gain = falling * np.asarray(sensor.balance) * sensor.exposure

    def seen(colour: Floats) -> float:
        blue, green, red = np.clip(colour * gain, 0, 1)
        return float(grey_of((blue, green, red)) ** (1 / 2.2)) * 255 * sensor.contrast

    apart = []
    for body, ink, label in zip(pieces.body, pieces.ink, pieces.ground, strict=True):
        ground = np.asarray(label if pieces.finish is Finish.STICKER else body)
        mark = ground * (1 - pieces.cover) + np.asarray(ink) * pieces.cover
        apart.append(abs(seen(ground) - seen(mark)))
    return min(apart) / max(sensor.noise, 2.0)


def random_table(
    seed: int,
    difficulty: Difficulty = Difficulty.USUAL,
    *,
    columns: int = 9,
    size_px: tuple[int, int] = (1280, 960),
    families: Collection[str] | None = None,
) -> TableSetup:
    """Return the table of a seed: its look, light, camera and its players' tidiness.

    A table that a person could not read is thrown away for another of the same seed.
    """
    for attempt in range(_ATTEMPTS):
        rng = np.random.default_rng([seed, 1, attempt] if attempt else [seed, 1])
        setup = _any_table(rng, seed, difficulty, columns, size_px, families)
        if legibility(setup) >= _LEGIBLE:
            return setup
    raise ValueError(f"no legible table found for seed {seed}")


def _any_table(
    rng: Generator,
    seed: int,
    difficulty: Difficulty,
    columns: int,
    size_px: tuple[int, int],
    families: Collection[str] | None,
) -> TableSetup:
    pitch = 32.0 if rng.random() < 0.6 else float(np.round(rng.uniform(29, 34), 1))
    piece = 16.0 if rng.random() < 0.7 else float(np.round(rng.uniform(14.5, 17), 1))
    layout = Layout(columns, 9, pitch, piece, 5 if rng.random() < 0.8 else int(rng.integers(4, 7)))
    look = TableLook(
        seed,
        layout,
        random_set(rng, difficulty, piece_mm=piece, families=families),
        random_board(rng, difficulty, layout),
        f"{difficulty.value}-{seed}",
    )
    light = random_light(rng, difficulty, layout)
    camera, hfov, brown_at = random_camera(rng, difficulty, look, size_px=size_px)
    spreads = {
        Difficulty.EASY: Spread(1.5, 4.0),
        Difficulty.USUAL: Spread(float(rng.uniform(1.5, 3.5)), float(rng.uniform(4, 14))),
        Difficulty.HARD: Spread(float(rng.uniform(2.5, 4.0)), float(rng.uniform(8, 20))),
    }
    sensor = random_sensor(rng, difficulty, look, light)
    return TableSetup(look, light, sensor, camera, hfov, brown_at, spreads[difficulty])
