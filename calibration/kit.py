"""Teach me your pieces: learn a kit from the teaching photos."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.facebank import learn_faces
from calibration.surfaces import COLOURS, Lesson, Placed, learn_surfaces
from vision.kit import Kit
from vision.layout import Layout
from vision.light import Image
from vision.look import look
from vision.shadow import darkness, learn_shadow
from vision.view import View


@dataclass(frozen=True, slots=True)
class Taught:
    """A learned kit, and what seems wrong with the teaching, in sentences (empty = nothing)."""

    kit: Kit
    warnings: tuple[str, ...]


def make_lesson(
    photo: Image, points: Mapping[str, Sequence[str]], layout: Layout
) -> Lesson:
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
    faces, blind = learn_faces(view.camera, lessons, placed, edge_mm=edge)
    shades = []
    for lesson, where in zip(lessons, placed, strict=True):
        seen = look(lesson.photo, view, pixels)
        surface = seen.ratios.max(axis=2)
        shades.append(darkness(seen.difference, surface, view.work, where.tops.centre_mm))
    sizes = np.concatenate([where.tops.size for where in placed])
    kit = Kit(pixels, faces, learn_shadow(shades), float(sizes.std()))
    return Taught(kit, ())
