"""Teach me your pieces: learn a kit from the teaching photos."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.doubts import doubts_of
from calibration.facebank import learn_faces
from calibration.lamps import Shone, learn_lamps
from calibration.shot import Picture
from calibration.surfaces import COLOURS, Lesson, Placed, learn_surfaces
from companion.language.notices import Notice
from vision.gauge import Edges, Gauge, find_edges, learn_gauge
from vision.kit import Kit
from vision.lamps import Ground, Lit, bare, ground_of, lit
from vision.layout import Layout
from vision.levels import usual_of
from vision.light import PhotoLog
from vision.likeness import Likeness
from vision.look import look
from vision.pixels import PixelModel, Surface
from vision.sites import FEATURES, measure
from vision.view import View
from vision.witness import cut_faces, learn_witness

_STONE_EDGES = 2.0
"""Around a stone, and in its shadow, nobody knows how dark the board should be."""


@dataclass(frozen=True, slots=True)
class Taught:
    """A learned kit, and what seems wrong with the teaching, in sentences (empty = nothing)."""

    kit: Kit
    warnings: tuple[Notice, ...]


def make_lesson(photo: Picture, points: Mapping[str, Sequence[str]], layout: Layout) -> Lesson:
    """Return a lesson from a photo and its layout (exchange format `points`).

    Raises ValueError for stacks, for pieces with unknown names and for unknown points.
    """
    cubes: list[tuple[str, int, str]] = []
    stones: list[tuple[str, int]] = []
    for site, pile in points.items():
        layout.site_mm(site)
        if len(pile) != 1:
            raise ValueError(f"{site}: a teaching layout has one piece a point, not {len(pile)}")
        colour, _, face = pile[0].partition(" ")
        if colour not in COLOURS or not face:
            raise ValueError(f"{site}: {pile[0]!r} is not a colour (brown, blue) and a face")
        if face == "stone":
            stones.append((site, COLOURS.index(colour)))
        else:
            cubes.append((site, COLOURS.index(colour), face))
    return Lesson(photo, tuple(cubes), tuple(stones))


def learn_kit(view: View, lessons: Sequence[Lesson]) -> Taught:
    """Return the kit taught by some photos of one board."""
    pixels, placed = learn_surfaces(view, lessons)
    edge = view.layout.piece_mm
    faces, blind, apart = learn_faces(view.camera, lessons, placed, edge_mm=edge)
    lone = all(sorted(colour for _, colour in lesson.stones) == [0, 1] for lesson in lessons)
    nothing_usual = np.zeros((2, len(FEATURES)))
    gauge = _gauge(view, lessons, placed)
    ground = ground_of(view.layout)
    shone = [
        _shone(view, ground, lesson, where, pixels)
        for lesson, where in zip(lessons, placed, strict=True)
    ]
    lamps = learn_lamps(ground, shone, edge)
    kit = Kit(pixels, faces, lamps, gauge, lone, nothing_usual)
    kit = replace(kit, usual=_usual(view, kit, lessons), witness=_witness(view, lessons, placed))
    return Taught(kit, doubts_of(lessons, placed, faces, blind, apart))


def _shone(view: View, ground: Ground, lesson: Lesson, where: Placed, pixels: PixelModel) -> Shone:
    """Return the ground of a lesson without its cubes and stones, and the cubes that shade it."""
    seen = look(lesson.photo.pixels, view, pixels)
    ground_seen = lit(seen.change, seen.ratio(*Surface), view.work, ground)
    centre, turn = where.tops.centre_mm, where.tops.turn_deg
    shown = ground_seen.shown * bare(view.work, ground, centre, turn, view.layout.piece_mm)
    places = ground.places()
    for site, _ in lesson.stones:
        away = np.hypot(*(places - view.layout.site_mm(site)).T).reshape(ground.shape)
        shown[away < _STONE_EDGES * view.layout.piece_mm] = 0
    return Shone(Lit(ground_seen.light, shown), centre, turn)


def _witness(
    view: View, lessons: Sequence[Lesson], placed: Sequence[Placed]
) -> tuple[Likeness | None, Likeness | None]:
    """Return what the embedding learns of either colour's faces."""
    height = np.asarray(view.layout.piece_mm)
    crops = np.concatenate(
        [
            cut_faces(
                lesson.photo.pixels,
                view,
                where.tops.centre_mm,
                where.tops.turn_deg,
                np.broadcast_to(height, where.tops.turn_deg.shape),
            )
            for lesson, where in zip(lessons, placed, strict=True)
        ]
    )
    colour = np.concatenate([where.colour for where in placed])
    names = [name for lesson in lessons for _, _, name in lesson.cubes]
    brown, blue = (
        learn_witness(crops[colour == k], [n for n, c in zip(names, colour, strict=True) if c == k])
        for k in (0, 1)
    )
    return brown, blue


def _usual(view: View, kit: Kit, lessons: Sequence[Lesson]) -> NDArray[np.float64]:
    """Return what is usual for single cubes of a kit, measured on the teaching photos."""
    features = np.concatenate([_of_cubes(view, kit, lesson) for lesson in lessons])
    return usual_of(features) if len(features) else kit.usual


def _of_cubes(view: View, kit: Kit, lesson: Lesson) -> NDArray[np.float64]:
    """Return the features (N, F) of a lesson's cubes."""
    photo = lesson.photo.pixels
    found = measure(view, kit, look(photo, view, kit.pixels), PhotoLog(photo))
    taught = {site for site, _, _ in lesson.cubes}
    return found.features[[view.layout.sites[k] in taught for k in found.site]]


def _gauge(view: View, lessons: Sequence[Lesson], placed: Sequence[Placed]) -> Gauge:
    """Return where the edges of the taught cubes' tops are."""
    found = [
        find_edges(view, PhotoLog(lesson.photo.pixels), where.tops.centre_mm, where.tops.turn_deg)
        for lesson, where in zip(lessons, placed, strict=True)
    ]
    edges = Edges(
        np.concatenate([part.place for part in found]),
        np.concatenate([part.seen for part in found]),
    )
    return learn_gauge(edges, np.concatenate([where.colour for where in placed]))
