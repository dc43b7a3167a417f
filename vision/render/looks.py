"""Random looks: sets of pieces and boards, far more unlike than any one household's."""

from __future__ import annotations

import colorsys
from collections.abc import Collection
from enum import Enum

import numpy as np
from numpy.random import Generator

from vision.layout import Layout
from vision.render.look import BoardLook, Finish, SetLook, Shape
from vision.render.materials import Colour, Surface, linear
from vision.render.symbols import FACES, Hand, random_symbols


class Difficulty(Enum):
    """How kind a table is to its reader."""

    EASY = "easy"
    """Clear print, soft light, camera nearly overhead."""
    USUAL = "usual"
    """What a household has: any finish, a lamp or a window, some tilt."""
    HARD = "hard"
    """Faint engraving, hard or dim light, strong tilt, noise, untidy pieces."""


def random_colour(
    rng: Generator, hue: tuple[float, float], s: tuple[float, float], v: tuple[float, float]
) -> Colour:
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


def mixed(a: Colour, b: Colour, share: float) -> Colour:
    """Return colour `a` with a share of colour `b`."""
    blue, green, red = (x * (1 - share) + y * share for x, y in zip(a, b, strict=True))
    return blue, green, red


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
    thin, thick = (0.06, 0.18) if finish is Finish.ENGRAVED else (0.09, 0.24)
    pen = float(rng.uniform(thin, thick))
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
            random_colour(rng, (0, 360), (0.2, 0.9), (0.25, 0.95)),
            random_colour(rng, (0, 360), (0.2, 0.9), (0.25, 0.95)),
        ),
    )


def _set_colours(
    rng: Generator, finish: Finish, difficulty: Difficulty
) -> tuple[tuple[Colour, Colour], tuple[Colour, Colour], tuple[Colour, Colour], float]:
    """Return (body, ink, ground) by player and the ink's cover, with a least contrast."""
    least = {Difficulty.EASY: 0.4, Difficulty.USUAL: 0.27, Difficulty.HARD: 0.18}[difficulty]
    low = {Finish.BURNT: 0.5, Finish.ENGRAVED: 0.36}.get(finish, 0.22)
    brown = random_colour(rng, (10, 34), (0.35, 0.75), (low, max(0.66, low + 0.3)))
    blue = random_colour(rng, (200, 240), (0.35, 0.9), (low + 0.08, 0.85))
    body = (brown, blue)
    pale = [
        random_colour(rng, (35, 60), (0.0, 0.25), (0.8, 0.97)),
        random_colour(rng, (40, 55), (0.4, 0.9), (0.75, 0.95)),
    ]
    dark = [
        random_colour(rng, (0, 360), (0.0, 0.4), (0.02, 0.14)),
        random_colour(rng, (0, 30), (0.3, 0.7), (0.05, 0.2)),
    ]
    grounds, sticker_inks = _labels(rng, body)
    if finish is Finish.ENGRAVED:
        cover = float(
            rng.uniform(0.18, 0.5) if difficulty is Difficulty.HARD else rng.uniform(0.2, 0.8)
        )
        inks = tuple(mixed(c, (0, 0, 0), rng.uniform(0.6, 0.9)) for c in body)
        if rng.random() < 0.15:
            inks = tuple(mixed(c, (1, 1, 1), rng.uniform(0.4, 0.8)) for c in body)
        return body, inks, grounds, cover  # type: ignore[return-value]
    if finish is Finish.BURNT:
        inks = tuple(mixed(c, (0.008, 0.012, 0.02), rng.uniform(0.8, 0.97)) for c in body)
        return body, inks, grounds, float(rng.uniform(0.7, 0.95))  # type: ignore[return-value]
    if finish is Finish.STICKER:
        return body, sticker_inks, grounds, 1.0
    chosen: list[Colour] = []
    same = int(rng.integers(3))
    for base in body:
        options = (pale, dark, pale if rng.random() < 0.5 else dark)[same]
        ink = options[int(rng.integers(2))]
        if abs(_lightness(ink) - _lightness(base)) < least:
            ink = dark[0] if _lightness(base) > 0.45 else pale[0]
        chosen.append(ink)
    cover = float(rng.uniform(0.75, 1.0)) if finish is Finish.PAINTED else 1.0
    return body, tuple(chosen), grounds, cover  # type: ignore[return-value]


def _vivid(colour: Colour) -> Colour:
    """Return the colour a little brighter and more saturated, as printed paper is."""
    middle = sum(colour) / 3
    blue, green, red = (float(np.clip(middle * 1.3 + (v - middle) * 2.0, 0, 0.8)) for v in colour)
    return blue, green, red


def _labels(
    rng: Generator, body: tuple[Colour, Colour]
) -> tuple[tuple[Colour, Colour], tuple[Colour, Colour]]:
    """Return (ground, ink) of stickers by player; either tells the players apart."""
    kind = rng.random()
    if kind < 0.35:  # the same pale label, inks of the players' colours
        paper = random_colour(rng, (30, 60), (0.0, 0.2), (0.82, 0.97))
        inks = tuple(mixed(_vivid(c), (0, 0, 0), rng.uniform(0.1, 0.4)) for c in body)
        return (paper, paper), inks  # type: ignore[return-value]
    if kind < 0.7:  # pale labels that lean to the players' colours, dark ink
        share = rng.uniform(0.3, 0.5)
        ink = random_colour(rng, (0, 360), (0.0, 0.4), (0.02, 0.15))
        pale = tuple(mixed(_vivid(c), (0.85, 0.88, 0.9), share) for c in body)
        return pale, (ink, ink)  # type: ignore[return-value]
    share = rng.uniform(0.3, 0.6)
    deep = tuple(mixed(c, (0, 0, 0), share) for c in body)
    ink = random_colour(rng, (35, 60), (0.0, 0.4), (0.75, 0.97))
    return deep, (ink, ink)  # type: ignore[return-value]


def _stone_colours(rng: Generator) -> tuple[Colour, Colour]:
    """Return two stones' colours: dark and pale, or brown and blue as the cubes."""
    if rng.random() < 0.6:
        return (
            random_colour(rng, (0, 60), (0.0, 0.25), (0.12, 0.42)),
            random_colour(rng, (0, 60), (0.0, 0.15), (0.6, 0.92)),
        )
    return random_colour(rng, (12, 32), (0.3, 0.7), (0.25, 0.55)), random_colour(
        rng, (200, 240), (0.3, 0.8), (0.35, 0.8)
    )


def _line_colour(rng: Generator, wood: Colour, least: float) -> Colour:
    """Return a colour for the lines that differs from the wood's lightness by `least`, if found."""
    bright = _lightness(wood) > 0.42
    line = wood
    for _ in range(50):
        ink_is_dark = bright if rng.random() < 0.85 else not bright
        line = (
            random_colour(rng, (0, 360), (0.0, 0.5), (0.03, 0.22))
            if ink_is_dark
            else random_colour(rng, (20, 60), (0.0, 0.5), (0.65, 0.98))
        )
        if rng.random() < 0.12:
            line = random_colour(rng, (0, 360), (0.4, 0.9), (0.2, 0.8))
        if abs(_lightness(line) - _lightness(wood)) > least:
            break
    return line


def random_board(rng: Generator, difficulty: Difficulty, layout: Layout) -> BoardLook:
    """Return a random board for a layout, and the table that it lies on."""
    pitch = layout.pitch_mm
    wood = random_colour(rng, (18, 40), (0.25, 0.65), (0.28, 0.88))
    bright = _lightness(wood) > 0.42
    least = 0.12 if difficulty is Difficulty.HARD else 0.2
    line = _line_colour(rng, wood, least)
    margin = float(rng.uniform(1.25, 1.55) * pitch)
    step = float(rng.uniform(0.95, 1.1) * pitch)
    cloth = rng.random()
    table_surface = (
        Surface.WOOD if cloth < 0.5 else Surface.CLOTH if cloth < 0.8 else Surface.SMOOTH
    )
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
        notch=random_colour(rng, (0, 360), (0.0, 0.4), (0.03, 0.25) if bright else (0.05, 0.9)),
        notch_mm=float(rng.uniform(6, 10)),
        notch_ring=bool(rng.random() < 0.25),
        notch_x_mm=float(rng.uniform(0.8, 0.95) * pitch),
        notch_step_mm=step,
        notch_start_mm=float(rng.uniform(0.6, 1.6) * pitch),
        marker_mm=float(rng.choice([0.0, 0.0, rng.uniform(15, 22)])),
        table=random_colour(rng, (0, 360), (0.05, 0.6), (0.12, 0.8)),
        table_surface=table_surface,
        table_depth=float(rng.uniform(0.3, 1.0)),
    )
