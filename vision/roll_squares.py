"""Squares of colour anywhere on the table that may be tops of rolled cubes.

All cubes lie on the table or the board, so their tops are in one plane. The colours of tops are
drawn in that plane; squares are looked for at all places and angles and taken one after the other,
the clearest first, where no other cube is.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cubes import RIM, Tops, edge_distance, refine_tops
from vision.faces import faces_like
from vision.kit import Kit
from vision.light import PhotoLog, sample_px
from vision.look import Look
from vision.view import View

Floats = NDArray[np.float64]
F32 = NDArray[np.float32]

CLEAR = 0.8
"""Faces less like than this share of what is typical are looked for again nearby."""
_MOST = 96
"""So many squares are looked at, at most."""
_ANGLES = np.arange(-45.0, 45.0, 7.5)
_CELL_MM = 1.25
_PARTS = 8
"""The places around the board are looked at in so many parts: each takes much in between."""
_RING = 0.16
_APART = 0.82
"""Tops nearer than this share of an edge are the same cube."""
_FULL_FIT = 1.5
"""A better fit makes a square no worthier."""


def search(view: View, kit: Kit, seen: Look, fine: PhotoLog, colour: int) -> Judged:
    """Return the squares of a colour with their faces, worthiest first, none on another.

    fine: the photo's logarithms of light.
    """
    return kept_apart(
        faced(view, kit, fine, find_squares(view, seen, colour), colour), apart_mm(view)
    )


def find_squares(view: View, seen: Look, colour: int) -> Tops:
    """Return squares of a colour anywhere around the board; several may be of one cube."""
    layout = view.layout
    edge = layout.piece_mm
    margin = 2.0 * layout.pitch_mm
    xs = np.arange(-margin, layout.corners_mm[2][0] + margin, _CELL_MM)
    ys = np.arange(-margin, layout.corners_mm[2][1] + margin, _CELL_MM)
    grid = np.stack(np.meshgrid(xs, ys), axis=-1)
    maps = seen.top(colour)
    parts = [_tops_there(maps, view, rows, edge) for rows in np.array_split(grid, _PARTS)]
    plane = np.concatenate(parts)
    best, turn = _best_angles(plane, edge)
    peaks = (best == cv2.dilate(best, np.ones((5, 5)))) & (best > 0.5)
    at = np.argwhere(peaks)
    at = at[np.argsort(-best[peaks])][:_MOST]
    rough = Tops(
        np.column_stack([xs[at[:, 1]], ys[at[:, 0]]]),
        turn[at[:, 0], at[:, 1]],
        np.ones(len(at)),
        best[at[:, 0], at[:, 1]].astype(np.float64),
    )
    if not len(at):
        return rough
    return refine_tops(maps, view.work, rough, edge_mm=edge, height_mm=edge)


def _tops_there(maps: F32, view: View, places_mm: Floats, edge: float) -> F32:
    """Return what maps (h, w, 2) of tops say at places (N, M, 2); low where no picture is."""
    flat = places_mm.reshape(-1, 2)
    px = view.work.project(np.column_stack([flat, np.full(len(flat), edge)]))
    width, height = view.work.size_px
    shown = (px[:, 0] > 0) & (px[:, 1] > 0) & (px[:, 0] < width - 1) & (px[:, 1] < height - 1)
    told = np.where(shown[:, None], sample_px(maps, px), np.float32(-2))
    return told.reshape(places_mm.shape)


def _best_angles(plane: F32, edge: float) -> tuple[F32, Floats]:
    """Return how well a square fits at each place (h, w), and at which of some angles it does.

    Beyond the plane (h, w, 2) it is mirrored. All angles share one spectrum of the plane.
    """
    half = int(np.ceil(edge * (0.5 + _RING) * 1.42 / _CELL_MM))
    height, width = plane.shape[:2]
    size = (cv2.getOptimalDFTSize(height + 2 * half), cv2.getOptimalDFTSize(width + 2 * half))
    wide = cv2.copyMakeBorder(plane, half, half, half, half, cv2.BORDER_REFLECT_101)
    spectra = [_spectrum(part, size) for part in cv2.split(wide)]
    best = np.full((height, width), -np.inf, dtype=np.float32)
    turn = np.zeros((height, width))
    for angle in _ANGLES:
        fits = [
            cv2.mulSpectrums(spectrum, _spectrum(part, size), 0, conjB=True)
            for spectrum, part in zip(spectra, _square(edge, float(angle), half), strict=True)
        ]
        fit = cv2.idft(cv2.add(fits[0], fits[1]), flags=cv2.DFT_SCALE | cv2.DFT_REAL_OUTPUT)
        score = np.asarray(fit, dtype=np.float32)[:height, :width]
        np.putmask(turn, score > best, angle)
        np.maximum(best, score, out=best)
    return best, turn


def _spectrum(picture: NDArray[np.generic], size: tuple[int, int]) -> F32:
    """Return the spectrum of a picture (h, w) within a larger one of a size, packed."""
    sheet = np.zeros(size, dtype=np.float32)
    sheet[: picture.shape[0], : picture.shape[1]] = picture
    return np.asarray(cv2.dft(sheet), dtype=np.float32)


def _square(edge: float, angle: float, half: int) -> tuple[F32, F32]:
    """Return what a square's middle and what its rim weigh (2 half + 1, 2 half + 1)."""
    line = np.arange(-half, half + 1) * _CELL_MM
    points = np.stack(np.meshgrid(line, line), axis=-1)
    away = edge_distance(points, np.zeros(2), angle, edge)
    square = np.clip(0.5 - away / _CELL_MM, 0, 1)
    middle = np.clip(0.5 - (away + RIM * edge) / _CELL_MM, 0, 1)
    ring = np.clip(0.5 - (away - _RING * edge) / _CELL_MM, 0, 1) - square
    inner = (middle / square.sum()).astype(np.float32)
    outer = ((square - middle) / square.sum() - 0.8 * ring / ring.sum()).astype(np.float32)
    return inner, outer


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """Squares with the likenesses of their faces (N, labels) and what they are worth (N,)."""

    tops: Tops
    like: F32
    worth: Floats


def chosen(found: Judged, which: NDArray[np.intp]) -> Judged:
    """Return some of the squares."""
    tops = Tops(*(getattr(found.tops, field.name)[which] for field in fields(Tops)))
    return Judged(tops, found.like[which], found.worth[which])


def likeliest(found: Judged, count: int) -> Judged:
    """Return the worthiest squares, at most `count`."""
    return chosen(found, np.arange(min(count, len(found.worth))))


def apart_mm(view: View) -> float:
    """Return the distance below which two squares are the same cube."""
    return _APART * view.layout.piece_mm


def looked_around(
    view: View, kit: Kit, fine: PhotoLog, first: Judged, colour: int, expected: int
) -> Judged:
    """Return the squares, those without a clear face moved to where one is clear nearby."""
    edge = view.layout.piece_mm
    clear = first.like.max(axis=1, initial=0.0) >= CLEAR * kit.faces.typical
    missing = expected - int(clear.sum())
    dull = np.flatnonzero(~clear)[: 2 * missing + 4 if missing > 0 else 0]
    if not len(dull):
        return first
    steps = np.array([-0.32, -0.16, 0.0, 0.16, 0.32]) * edge
    shifts = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    count = len(shifts)
    around = Tops(
        (first.tops.centre_mm[dull][:, None] + shifts).reshape(-1, 2),
        np.repeat(first.tops.turn_deg[dull], count),
        np.repeat(first.tops.size[dull], count),
        np.repeat(first.tops.fit[dull], count) * 0.9,
    )
    second = faced(view, kit, fine, around, colour)
    both = Judged(
        Tops(
            *(
                np.concatenate([getattr(part.tops, f.name) for part in (first, second)])
                for f in fields(Tops)
            )
        ),
        np.concatenate([first.like, second.like]),
        np.concatenate([first.worth, second.worth]),
    )
    return kept_apart(both, apart_mm(view))


def faced(view: View, kit: Kit, fine: PhotoLog, tops: Tops, colour: int) -> Judged:
    """Return squares with their faces looked at."""
    edge = view.layout.piece_mm
    like = faces_like(
        *(kit.faces, fine, view.camera, colour, tops.centre_mm, tops.turn_deg),
        edge_mm=edge * tops.size,
        height_mm=np.asarray(edge),
    )
    clearness = np.clip(like.max(axis=1, initial=0.0) / kit.faces.typical, 0.0, 1.1)
    worth = np.clip(tops.fit, 0.0, _FULL_FIT) * clearness**3
    return Judged(tops, like, worth.astype(np.float64))


def kept_apart(found: Judged, least_mm: float) -> Judged:
    """Return the worthiest squares of which no two are nearer than `least_mm`, worthiest first."""
    kept: list[int] = []
    centres = found.tops.centre_mm
    for k in np.argsort(-found.worth):
        if not kept or np.hypot(*(centres[k] - centres[kept]).T).min() >= least_mm:
            kept.append(int(k))
    return chosen(found, np.array(kept, dtype=np.intp))
