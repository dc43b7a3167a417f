"""Random tables: sets, boards, light and cameras, far more unlike than any one household's."""

from __future__ import annotations

import colorsys
from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.camera import Camera
from vision.layout import Layout
from vision.render.light import Light
from vision.render.look import BoardLook, Finish, SetLook, Shape, TableLook
from vision.render.materials import Colour, Surface, linear
from vision.render.scene import Reach, Spread
from vision.render.sensor import Sensor
from vision.render.symbols import FACES, Hand, random_symbols

Floats = NDArray[np.float64]


class Difficulty(Enum):
    """How kind a table is to its reader."""

    EASY = "easy"
    """Clear print, soft light, camera nearly overhead."""
    USUAL = "usual"
    """What a household has: any finish, a lamp or a window, some tilt."""
    HARD = "hard"
    """Faint engraving, hard or dim light, strong tilt, noise, untidy pieces."""


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


def _hsv(rng: Generator, hue: tuple[float, float], s: tuple[float, float],
         v: tuple[float, float]) -> Colour:  # fmt: skip
    """Return a random linear BGR colour; hue in degrees, saturation and value 0..1 as seen."""
    red, green, blue = colorsys.hsv_to_rgb(
        (rng.uniform(*hue) % 360) / 360, rng.uniform(*s), rng.uniform(*v)
    )
    return linear((blue, green, red))


def grey_of(colour: Colour) -> float:
    """Return the linear luminance of a linear BGR colour."""
    return 0.0722 * colour[0] + 0.7152 * colour[1] + 0.2126 * colour[2]


def _lightness(colour: Colour) -> float:
    return float(max(grey_of(colour), 0.0) ** (1 / 2.2))


def _mix(a: Colour, b: Colour, share: float) -> Colour:
    return tuple(x * (1 - share) + y * share for x, y in zip(a, b, strict=True))  # type: ignore


def random_set(
    rng: Generator,
    difficulty: Difficulty,
    *,
    piece_mm: float = 16.0,
    families: Collection[str] | None = None,
) -> SetLook:
    """Return a random set of pieces: its art (from the named `families`), finish, colours."""
    weights = {
        Difficulty.EASY: (0.55, 0.3, 0.15, 0.0, 0.0),
        Difficulty.USUAL: (0.3, 0.18, 0.2, 0.2, 0.12),
        Difficulty.HARD: (0.15, 0.1, 0.2, 0.38, 0.17),
    }[difficulty]
    finish = list(Finish)[int(rng.choice(5, p=weights))]
    pen = float(rng.uniform(0.13, 0.24) if finish is not Finish.ENGRAVED else rng.uniform(0.12, 0.2))
    surface = {
        Finish.PRINTED: (Surface.SMOOTH, Surface.WOOD),
        Finish.STICKER: (Surface.SMOOTH, Surface.WOOD),
        Finish.PAINTED: (Surface.WOOD, Surface.CLAY, Surface.SMOOTH, Surface.STONE),
        Finish.ENGRAVED: (Surface.CLAY, Surface.CLAY, Surface.WOOD, Surface.SMOOTH),
        Finish.BURNT: (Surface.WOOD,),
    }[finish]
    handmade = finish in (Finish.PAINTED, Finish.ENGRAVED, Finish.BURNT)
    rough = {Difficulty.EASY: 0.35, Difficulty.USUAL: 0.8, Difficulty.HARD: 1.2}[difficulty]
    rough *= float(rng.uniform(0.5, 1.2)) * (1.0 if handmade else 0.3)
    hand = Hand(
        pen=pen,
        shift=0.035 * rough,
        turn_deg=3.5 * rough,
        scale=0.045 * rough,
        pen_spread=0.14 * rough,
        wobble=0.028 * rough,
        chips=float(rng.uniform(0, 0.06)) * rough if rng.random() < 0.4 else 0.0,
        edge=float(rng.uniform(0.1, 0.7)) * rough if handmade else 0.0,
    )
    body, ink, ground, cover = _set_colours(rng, finish, difficulty)
    drawings = random_symbols(rng, pen=pen, families=families)
    edge = piece_mm / 16.0
    return SetLook(
        symbols=tuple((face, drawings[face]) for face in FACES),
        hand=hand,
        finish=finish,
        surface=surface[int(rng.integers(len(surface)))],
        body=body,
        ink=ink,
        ground=ground,
        cover=cover,
        depth_mm=float(rng.uniform(0.35, 0.9)) if finish is not Finish.PRINTED else 0.0,
        round_mm=float(rng.uniform(0.4, 2.2 if handmade else 1.3)) * edge,
        size_spread=float(rng.uniform(0.0, 0.03)) * (1.0 if handmade else 0.2),
        gloss=float(rng.choice([0.0, rng.uniform(0.05, 0.7)])),
        grain_depth=float(rng.uniform(0.15, 0.8)),
        frame=bool(rng.random() < 0.12 and finish in (Finish.PRINTED, Finish.PAINTED)),
        sides=tuple(int(k) for k in rng.permutation(6)),
        stone_shape=list(Shape)[int(rng.integers(4))],
        stone_mm=(float(rng.uniform(13, 20)) * edge, float(rng.uniform(6, 14)) * edge),
        stone_colours=_stone_colours(rng),
        figure_mm=(float(rng.uniform(18, 34)), float(rng.uniform(6, 9))),
        figure_colours=(
            _hsv(rng, (0, 360), (0.2, 0.9), (0.25, 0.95)),
            _hsv(rng, (0, 360), (0.2, 0.9), (0.25, 0.95)),
        ),
    )


def _set_colours(
    rng: Generator, finish: Finish, difficulty: Difficulty
) -> tuple[tuple[Colour, Colour], tuple[Colour, Colour], tuple[Colour, Colour], float]:
    """Return (body, ink, ground) by player and the ink's cover, with a least contrast."""
    least = {Difficulty.EASY: 0.4, Difficulty.USUAL: 0.27, Difficulty.HARD: 0.18}[difficulty]
    low = {Finish.BURNT: 0.5, Finish.ENGRAVED: 0.36}.get(finish, 0.22)
    brown = _hsv(rng, (10, 34), (0.35, 0.75), (low, max(0.66, low + 0.3)))
    blue = _hsv(rng, (200, 240), (0.35, 0.9), (low + 0.08, 0.85))
    body = (brown, blue)
    pale = [_hsv(rng, (35, 60), (0.0, 0.25), (0.8, 0.97)), _hsv(rng, (40, 55), (0.4, 0.9), (0.75, 0.95))]
    dark = [_hsv(rng, (0, 360), (0.0, 0.4), (0.02, 0.14)), _hsv(rng, (0, 30), (0.3, 0.7), (0.05, 0.2))]
    grounds, sticker_inks = _labels(rng, body)
    if finish is Finish.ENGRAVED:
        cover = float(rng.uniform(0.18, 0.5) if difficulty is Difficulty.HARD else rng.uniform(0.2, 0.8))
        inks = tuple(_mix(c, (0, 0, 0), rng.uniform(0.6, 0.9)) for c in body)
        if rng.random() < 0.15:
            inks = tuple(_mix(c, (1, 1, 1), rng.uniform(0.4, 0.8)) for c in body)
        return body, inks, grounds, cover  # type: ignore[return-value]
    if finish is Finish.BURNT:
        inks = tuple(_mix(c, (0.008, 0.012, 0.02), rng.uniform(0.8, 0.97)) for c in body)
        return body, inks, grounds, float(rng.uniform(0.7, 0.95))  # type: ignore[return-value]
    if finish is Finish.STICKER:
        return body, sticker_inks, grounds, 1.0
    inks = []
    same = int(rng.integers(3))
    for base in body:
        options = (pale, dark, pale if rng.random() < 0.5 else dark)[same]
        ink = options[int(rng.integers(2))]
        if abs(_lightness(ink) - _lightness(base)) < least:
            ink = dark[0] if _lightness(base) > 0.45 else pale[0]
        inks.append(ink)
    cover = float(rng.uniform(0.75, 1.0)) if finish is Finish.PAINTED else 1.0
    return body, tuple(inks), grounds, cover  # type: ignore[return-value]


def _vivid(colour: Colour) -> Colour:
    """Return the colour a little brighter and more saturated, as printed paper is."""
    middle = sum(colour) / 3
    return tuple(float(np.clip(middle * 1.3 + (v - middle) * 2.0, 0, 0.8)) for v in colour)  # type: ignore


def _labels(
    rng: Generator, body: tuple[Colour, Colour]
) -> tuple[tuple[Colour, Colour], tuple[Colour, Colour]]:
    """Return (ground, ink) of stickers by player; either tells the players apart."""
    kind = rng.random()
    if kind < 0.35:  # the same pale label, inks of the players' colours
        paper = _hsv(rng, (30, 60), (0.0, 0.2), (0.82, 0.97))
        inks = tuple(_mix(_vivid(c), (0, 0, 0), rng.uniform(0.1, 0.4)) for c in body)
        return (paper, paper), inks  # type: ignore[return-value]
    if kind < 0.7:  # pale labels that lean to the players' colours, dark ink
        share = rng.uniform(0.3, 0.5)
        ink = _hsv(rng, (0, 360), (0.0, 0.4), (0.02, 0.15))
        pale = tuple(_mix(_vivid(c), (0.85, 0.88, 0.9), share) for c in body)
        return pale, (ink, ink)  # type: ignore[return-value]
    share = rng.uniform(0.3, 0.6)
    deep = tuple(_mix(c, (0, 0, 0), share) for c in body)
    ink = _hsv(rng, (35, 60), (0.0, 0.4), (0.75, 0.97))
    return deep, (ink, ink)  # type: ignore[return-value]


def _stone_colours(rng: Generator) -> tuple[Colour, Colour]:
    """Return two stones' colours: dark and pale, or brown and blue as the cubes."""
    if rng.random() < 0.6:
        return (
            _hsv(rng, (0, 60), (0.0, 0.25), (0.12, 0.42)),
            _hsv(rng, (0, 60), (0.0, 0.15), (0.6, 0.92)),
        )
    return _hsv(rng, (12, 32), (0.3, 0.7), (0.25, 0.55)), _hsv(rng, (200, 240), (0.3, 0.8), (0.35, 0.8))


def random_board(rng: Generator, difficulty: Difficulty, layout: Layout) -> BoardLook:
    """Return a random board for a layout, and the table that it lies on."""
    pitch = layout.pitch_mm
    wood = _hsv(rng, (18, 40), (0.25, 0.65), (0.28, 0.88))
    bright = _lightness(wood) > 0.42
    least = 0.12 if difficulty is Difficulty.HARD else 0.2
    for _ in range(50):
        ink_is_dark = bright if rng.random() < 0.85 else not bright
        line = (
            _hsv(rng, (0, 360), (0.0, 0.5), (0.03, 0.22))
            if ink_is_dark
            else _hsv(rng, (20, 60), (0.0, 0.5), (0.65, 0.98))
        )
        if rng.random() < 0.12:
            line = _hsv(rng, (0, 360), (0.4, 0.9), (0.2, 0.8))
        if abs(_lightness(line) - _lightness(wood)) > least:
            break
    margin = float(rng.uniform(1.25, 1.55) * pitch)
    step = float(rng.uniform(0.95, 1.1) * pitch)
    cloth = rng.random()
    table_surface = Surface.WOOD if cloth < 0.5 else Surface.CLOTH if cloth < 0.8 else Surface.SMOOTH
    return BoardLook(
        wood=wood,
        surface=Surface.WOOD if rng.random() < 0.85 else Surface.SMOOTH,
        grain_depth=float(rng.uniform(0.2, 1.1)),
        grain_turn=int(rng.integers(2)),
        gloss=float(rng.choice([0.0, rng.uniform(0.1, 0.6)])),
        line=line,
        line_mm=float(rng.uniform(0.6, 1.8)),
        line_cover=float(rng.uniform(0.6, 1.0)),
        engraved=bool(rng.random() < 0.25),
        star_points=bool(rng.random() < 0.2),
        margin_mm=(margin, float(rng.uniform(0.85, 1.4) * pitch)),
        thick_mm=float(rng.uniform(4, 22)),
        notch=_hsv(rng, (0, 360), (0.0, 0.4), (0.03, 0.25) if bright else (0.05, 0.9)),
        notch_mm=float(rng.uniform(6, 10)),
        notch_ring=bool(rng.random() < 0.25),
        notch_x_mm=float(rng.uniform(0.8, 0.95) * pitch),
        notch_step_mm=step,
        notch_start_mm=float(rng.uniform(0.6, 1.6) * pitch),
        marker_mm=float(rng.choice([0.0, 0.0, rng.uniform(15, 22)])),
        table=_hsv(rng, (0, 360), (0.05, 0.6), (0.12, 0.8)),
        table_surface=table_surface,
        table_depth=float(rng.uniform(0.3, 1.0)),
    )


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


def random_sensor(
    rng: Generator, difficulty: Difficulty, look: TableLook, light: Light
) -> Sensor:
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
                *(float(v) for v in rng.normal(0, 4e-4, 2)),
                0.0,
            ),
            principal_px=tuple(float(v) for v in rng.normal(0, 6, 2) * size_px[0] / 1280),
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
    skin = _mix(
        linear((0.55, 0.66, 0.9)), linear((0.12, 0.18, 0.3)), float(rng.uniform(0, 1) ** 1.3)
    )
    sleeve = None if rng.random() < 0.25 else _hsv(rng, (0, 360), (0.0, 0.9), (0.05, 0.9))
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


def random_table(
    seed: int,
    difficulty: Difficulty = Difficulty.USUAL,
    *,
    columns: int = 9,
    size_px: tuple[int, int] = (1280, 960),
    families: Collection[str] | None = None,
) -> TableSetup:
    """Return the table of a seed: its look, light, camera and its players' tidiness."""
    rng = np.random.default_rng([seed, 1])
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
