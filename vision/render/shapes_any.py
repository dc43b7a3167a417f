"""Families of marks of any symmetry: each returns a random drawing of its kind."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from vision.render.strokes import Drawing, Mark, arc, area, choose, line, regular, ring, turned


def crescent(rng: Generator) -> Drawing:
    """A moon's sickle, filled or in outline."""
    half = rng.uniform(95, 140)
    outer = arc(0.9, -half, half)
    tip = outer[-1]
    reach = rng.uniform(0.15, 0.6)
    centre = tip[0] - reach
    radius = float(np.hypot(reach, tip[1]))
    edge = np.degrees(np.arctan2(tip[1], reach))
    inner = arc(radius, edge, -edge, (centre, 0.0))
    points = np.vstack([outer, inner])
    return (choose(rng, area(points), area(points), line(points, closed=True)),)


def disc(rng: Generator) -> Drawing:
    """A filled disc, sometimes with a dark heart."""
    radius = rng.uniform(0.45, 0.85)
    marks = [area(ring(radius))]
    if rng.random() < 0.25:
        marks.append(area(ring(radius * rng.uniform(0.3, 0.5)), ink=False))
    return tuple(marks)


def rings(rng: Generator) -> Drawing:
    """One to three concentric rings, sometimes with a dot."""
    count = int(rng.integers(1, 4))
    marks = [line(ring(0.9 * (k + 1) / count), closed=True) for k in range(count)]
    if rng.random() < 0.5:
        marks.append(area(ring(rng.uniform(0.12, 0.25))))
    return tuple(marks)


def star(rng: Generator) -> Drawing:
    """A star of four to eight points, filled or in outline."""
    tips = int(rng.integers(4, 9))
    ratio = rng.uniform(0.35, 0.6)
    points = regular(2 * tips, 1.0)
    points[1::2] *= ratio
    return (choose(rng, area(points), area(points), line(points, closed=True)),)


def rays(rng: Generator) -> Drawing:
    """Strokes through the middle, as an asterisk."""
    count = int(rng.integers(2, 5))
    tips = regular(2 * count, 0.95, rng.choice([0.0, 90.0, 90.0 / count]))
    return tuple(line([tips[k], tips[k + count]]) for k in range(count))


def sun(rng: Generator) -> Drawing:
    """A disc or ring with rays around it."""
    count = int(rng.integers(5, 11))
    radius = rng.uniform(0.3, 0.5)
    heart = choose(rng, area(ring(radius)), line(ring(radius), closed=True))
    inner, outer = regular(count, radius + 0.2), regular(count, 1.0)
    return (heart, *(line([a, b]) for a, b in zip(inner, outer, strict=True)))


def polygon(rng: Generator) -> Drawing:
    """A regular polygon of three to six sides, filled, in outline or doubled."""
    sides = int(rng.integers(3, 7))
    start = rng.choice([90.0, 90.0 + 180.0 / sides])
    outline = line(regular(sides, 1.0, start), closed=True)
    kind = rng.random()
    if kind < 0.3:
        return (area(outline.points),)
    if kind < 0.55:
        return (outline, line(outline.points * rng.uniform(0.35, 0.55), closed=True))
    return (outline,)


def marked_polygon(rng: Generator) -> Drawing:
    """A polygon with a dot, a cross or a stroke inside."""
    sides = int(rng.integers(3, 6))
    start = 90.0 + (180.0 / sides) * int(rng.integers(2))
    size = rng.uniform(0.15, 0.28)
    inside: tuple[Mark, ...] = (area(ring(size)),)
    if rng.random() < 0.5:
        inside = (line([(-size, 0), (size, 0)]), line([(0, -size), (0, size)]))
    return (line(regular(sides, 1.0, start), closed=True), *inside)


def cross(rng: Generator) -> Drawing:
    """A cross, upright or leaning, plain or with bars at its ends."""
    reach = 0.95
    marks = [line([(-reach, 0), (reach, 0)]), line([(0, -reach), (0, reach)])]
    if rng.random() < 0.4:
        bar = rng.uniform(0.2, 0.4)
        for k in range(4):
            marks += turned((line([(-bar, reach), (bar, reach)]),), 90.0 * k)
    return turned(tuple(marks), rng.choice([0.0, 45.0]))


def dots(rng: Generator) -> Drawing:
    """Two to six dots in a ring, sometimes one in the middle."""
    count = int(rng.integers(3, 7))
    size = rng.uniform(0.2, 0.3)
    places = regular(count, 0.72, rng.choice([90.0, 45.0]))
    marks = [area(ring(size, (float(x), float(y)))) for x, y in places]
    if rng.random() < 0.4:
        marks.append(area(ring(size)))
    return tuple(marks)


def spiral(rng: Generator) -> Drawing:
    """A spiral of one and a half to three turns, either way round."""
    rounds = rng.uniform(1.4, 2.8)
    t = np.linspace(0.04, 1.0, 60)
    angle = rng.choice([-1.0, 1.0]) * 2 * np.pi * rounds * t
    return (line(np.column_stack([t * np.cos(angle), t * np.sin(angle)]) * 0.95),)


def blob(rng: Generator) -> Drawing:
    """A soft random shape, filled or in outline."""
    angle = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    radius = np.ones_like(angle) * 0.7
    for k in range(2, 5):
        radius += rng.uniform(-0.22, 0.22) * np.cos(k * angle + rng.uniform(0, 2 * np.pi))
    points = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
    return (choose(rng, area(points), line(points, closed=True)),)


def eye(rng: Generator) -> Drawing:
    """A lens of two arcs with a pupil."""
    height = rng.uniform(0.4, 0.6)
    x = np.linspace(-1, 1, 15)
    lid = height * (1 - x * x)
    outline = np.vstack([np.column_stack([x, lid]), np.column_stack([x, -lid])[::-1]])
    return (line(outline, closed=True), area(ring(rng.uniform(0.15, 0.25))))


def rune(rng: Generator) -> Drawing:
    """A staff with slanting twigs."""
    marks = [line([(0, -1), (0, 1)])]
    for _ in range(int(rng.integers(1, 4))):
        y = rng.uniform(-0.7, 0.7)
        x, rise = rng.choice([-1.0, 1.0]) * rng.uniform(0.4, 0.7), rng.uniform(-0.5, 0.5)
        marks.append(line([(0, y), (x, np.clip(y + rise, -1, 1))]))
    return tuple(marks)


def scribble(rng: Generator) -> Drawing:
    """A random broken line through four to six places."""
    count = int(rng.integers(4, 7))
    angle = rng.uniform(0, 2 * np.pi) + np.cumsum(rng.uniform(1.2, 3.2, count))
    radius = rng.uniform(0.4, 1.0, count)
    points = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
    return (line(points, closed=bool(rng.random() < 0.3)),)


def letter(rng: Generator) -> Drawing:
    """A character of one of OpenCV's fonts, as areas and holes."""
    text = str(rng.choice(list("ABCDEFGHJKLMPQRSTUVYZ2345679&?#@%")))
    fonts = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_SCRIPT_COMPLEX)
    sheet = np.zeros((160, 160), np.uint8)
    font = fonts[int(rng.integers(len(fonts)))]
    cv2.putText(sheet, text, (30, 120), font, 4.0, 255, int(rng.integers(9, 17)))
    contours, tree = cv2.findContours(sheet, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_TC89_L1)
    x, y, width, height = cv2.boundingRect(sheet)
    middle, size = np.array([x + width / 2, y + height / 2]), max(width, height) / 2
    marks = []
    for contour, branch in zip(contours, tree[0], strict=True):
        if len(contour) > 2:
            points = (contour[:, 0].astype(np.float64) - middle) / size * (1, -1)
            marks.append(area(points, ink=bool(branch[3] < 0)))
    return tuple(marks)
