"""Faces: which art a top bears and how it is turned, from a few taught examples of each.

A top is sampled from the photo through the camera, its colours are projected on the direction in
which the taught art differs most from its ground, and slow changes of light are taken off, so that
what is left is lines and edges. The likeness of two tops is the normalised correlation within the
middle of the face, the best over small shifts and turns. A taught example is tried in all four
quarter turns: a face's turn is told from the example's.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision.camera import Camera
from vision.cubes import turned
from vision.light import PhotoLog

Floats = NDArray[np.float64]
F32 = NDArray[np.float32]

GRID = 24
"""Samples across a face."""
SLACK = 2
"""Samples around it, for shifts."""
CROP = GRID + 2 * SLACK
_SPAN = 0.94
"""The samples cover this much of the edge."""
_BLUR = 1.75
"""What changes more slowly than this many samples is light, not art."""
_MIDDLE = 0.65
"""Art is looked for in this much of the face; its border is shading of the cube's edge."""
_TURNS = (-5.0, 0.0, 5.0)
_CUT = 16
"""So many tops are cut at once."""
_AT_ONCE = 64
"""Pictures laid side by side: fewer than the channels that OpenCV takes."""
_AGREE = 2
"""A face is as like as the mean of its so many best examples."""

QUARTERS = ("north", "west", "south", "east")
HALVES = ("north-south", "east-west")


@dataclass(frozen=True, slots=True, eq=False)
class FaceBank:
    """Taught faces.

    crops: (M, CROP, CROP, 3) float32, tops in logarithms of light, upright as they lay.
    names: (M,) face with its direction as it lay. colours: (M,) 0 brown, 1 blue.
    axes: (2, 3) for each colour the colour direction of its art. shared: how the art of one
    colour correlates with the other's: 1 alike, -1 inverted, 0 not alike.
    warmth: divides likenesses before they become log likelihoods. typical: likeness of a taught
    face to the other examples of the same face.
    """

    crops: F32
    names: tuple[str, ...]
    colours: NDArray[np.int64]
    axes: F32
    shared: int
    warmth: float
    typical: float

    @property
    def labels(self) -> tuple[str, ...]:
        """All faces with all their directions, in a fixed order."""
        return _labels(self.names)


@lru_cache(maxsize=8)
def _labels(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the labels of faces with some names."""
    found: dict[str, None] = {}
    for name in names:
        found.update(dict.fromkeys(directions(name)))
    return tuple(found)


def directions(name: str) -> tuple[str, ...]:
    """Return a face's names in all directions, `name` first, each a quarter turn further left.

    >>> directions("trap east")
    ('trap east', 'trap north', 'trap west', 'trap south')
    >>> directions("path north-south"), directions("moon")
    (('path north-south', 'path east-west'), ('moon',))
    """
    face, _, way = name.partition(" ")
    for circle in (QUARTERS, HALVES):
        if way in circle:
            at = circle.index(way)
            return tuple(f"{face} {way}" for way in circle[at:] + circle[:at])
    return (name,)


def cut_tops(
    photo_log: PhotoLog,
    camera: Camera,
    centre_mm: Floats,
    turn_deg: Floats,
    *,
    edge_mm: Floats,
    height_mm: Floats,
    turns: tuple[float, ...] = (0.0,),
) -> F32:
    """Return tops (N, T, CROP, CROP, 3) as seen with each of T additional turns; row 0 north."""
    line = (np.arange(CROP) - (CROP - 1) / 2) * (_SPAN / GRID)
    x, y = np.meshgrid(line, -line)
    grid = np.column_stack([x.ravel(), y.ravel()])
    size, high = (
        np.broadcast_to(part, turn_deg.shape).repeat(len(turns)) for part in (edge_mm, height_mm)
    )
    axes = turned((turn_deg[:, None] + np.asarray(turns)).ravel(), size)
    columns, rows = camera.project_grids(centre_mm.repeat(len(turns), axis=0), high, axes, grid)
    shape = (len(turn_deg), len(turns) * len(grid))
    seen = photo_log.at_planes(columns.reshape(shape), rows.reshape(shape))
    return seen.reshape(len(turn_deg), len(turns), CROP, CROP, 3)


def faces_like(
    bank: FaceBank,
    photo_log: PhotoLog,
    camera: Camera,
    colour: int,
    centre_mm: Floats,
    turn_deg: Floats,
    *,
    edge_mm: Floats,
    height_mm: Floats,
) -> F32:
    """Return how like tops (N,) of one colour are to each label, (N, labels), cut some at a time.

    edge_mm, height_mm: (N,) or one for all.
    """
    edge, height = (np.broadcast_to(part, turn_deg.shape) for part in (edge_mm, height_mm))
    like = np.empty((len(turn_deg), len(bank.labels)), dtype=np.float32)
    for start in range(0, len(like), _CUT):
        some = slice(start, start + _CUT)
        cut = cut_tops(
            *(photo_log, camera, centre_mm[some], turn_deg[some]),
            edge_mm=edge[some],
            height_mm=height[some],
            turns=_TURNS,
        )
        like[some] = likenesses(bank, cut, colour)
    return like


def likenesses(bank: FaceBank, tops: F32, colour: int) -> F32:
    """Return how like tops (N, T, CROP, CROP, 3) of one colour are to each label, (N, labels)."""
    labels = bank.labels
    rows, examples, places = _prepared(bank, colour)
    pictures = tops.reshape(-1, CROP, CROP, 3) @ bank.axes[colour]
    like = [
        _best_of_shifts(pictures[start : start + _AT_ONCE], examples)
        for start in range(0, len(pictures), _AT_ONCE)
    ]
    best = np.concatenate(like).reshape(*tops.shape[:2], -1).max(axis=1)
    found = np.full((len(tops), len(labels), 4 * len(rows)), -1.0, dtype=np.float32)
    found[:, places, np.arange(len(places))] = best
    agree = min(_AGREE, len(rows))
    return np.asarray(np.sort(found, axis=2)[..., -agree:].mean(axis=2), dtype=np.float32)


def log_likelihoods(bank: FaceBank, likeness: F32) -> F32:
    """Return log likelihoods of labels (N, labels): likenesses over the bank's warmth, normed."""
    scaled = likeness / np.float32(bank.warmth)
    top = scaled.max(axis=1, keepdims=True)
    total = top + np.log(np.exp(scaled - top).sum(axis=1, keepdims=True))
    return np.asarray(scaled - total, dtype=np.float32)


def all_turns() -> tuple[float, ...]:
    """Return the small turns (degrees) that are tried in reading."""
    return _TURNS


def art_axis(crops: F32) -> F32:
    """Return the colour direction (3,) in which art differs most from its ground.

    crops: (M, CROP, CROP, 3). The first principal component of colours within the faces' middles.
    """
    edge = SLACK + round(GRID * (1 - _MIDDLE) / 2)
    inner = crops[:, edge:-edge, edge:-edge].reshape(len(crops), -1, 3)
    inner = (inner - inner.mean(axis=1, keepdims=True)).reshape(-1, 3)
    axis = np.linalg.eigh(inner.T @ inner)[1][:, -1]
    return np.asarray(axis * (1 if axis.sum() >= 0 else -1), dtype=np.float32)


@lru_cache(maxsize=2)
def _prepared(bank: FaceBank, colour: int) -> tuple[list[int], F32, NDArray[np.int64]]:
    """Return the examples that serve a colour, their templates, and the labels of those."""
    rows = [k for k in range(len(bank.names)) if bank.shared or bank.colours[k] == colour]
    return rows, _templates(bank, rows), _places(bank, rows, bank.labels)


def _templates(bank: FaceBank, rows: list[int]) -> F32:
    """Return the middles of the examples of some rows in four turns (4 R, P), normed."""
    ways = []
    for k in rows:
        picture = bank.crops[k] @ bank.axes[bank.colours[k]]
        lines = _lines(picture)[SLACK:-SLACK, SLACK:-SLACK]
        ways += [np.rot90(lines, quarter) for quarter in range(4)]
    return np.ascontiguousarray(_normed(np.stack(ways, axis=2)).T)


def _places(bank: FaceBank, rows: list[int], labels: tuple[str, ...]) -> NDArray[np.int64]:
    """Return the label of each row of `_templates`."""
    index = {label: k for k, label in enumerate(labels)}
    ways = [directions(bank.names[k]) for k in rows]
    return np.array([index[names[quarter % len(names)]] for names in ways for quarter in range(4)])


def _best_of_shifts(pictures: F32, examples: F32) -> F32:
    """Return the likeness of pictures (K, CROP, CROP) to examples (E, P), each its best shift's.

    The pictures are laid side by side, pixel by pixel, so that some shifts of all are one product.
    """
    lines = _lines(np.ascontiguousarray(pictures.transpose(1, 2, 0)))
    shifts = 2 * SLACK + 1
    best = np.full((len(examples), len(pictures)), -1.0, dtype=np.float32)
    for down in range(shifts):
        windows = sliding_window_view(lines[down : down + GRID], GRID, axis=1)
        like = examples @ _normed(windows.transpose(0, 3, 1, 2))
        np.maximum(best, like.reshape(len(examples), shifts, -1).max(axis=1), out=best)
    return best.T


def _lines(pictures: F32) -> F32:
    """Take slow changes off pictures (H, W) or (H, W, K)."""
    slow = np.asarray(cv2.GaussianBlur(pictures, (0, 0), _BLUR), dtype=np.float32)
    return pictures - slow.reshape(pictures.shape)


def _normed(pictures: F32) -> F32:
    """Return pictures (GRID, GRID, ...) as columns (P, K), of zero mean and unit length.

    Only the P pixels of the middle are kept, less at its border.
    """
    inner, window = _window()
    columns = pictures[inner, inner].reshape(len(window), -1)
    columns = columns - (window / window.sum()) @ columns
    columns *= window[:, None]
    length = np.sqrt(np.einsum("pk,pk->k", columns, columns))
    columns /= length + np.float32(1e-3)
    return np.asarray(columns, dtype=np.float32)


@lru_cache(maxsize=1)
def _window() -> tuple[slice, F32]:
    """Return the rows and columns of the middle, and what its pixels (P,) count."""
    line = np.abs(np.arange(GRID) - (GRID - 1) / 2) / (GRID / 2) * _SPAN
    across = np.clip((_MIDDLE + 0.1 - line) / 0.1, 0, 1).astype(np.float32)
    some = np.flatnonzero(across)
    inner = slice(int(some[0]), int(some[-1]) + 1)
    return inner, np.minimum(across[inner, None], across[inner]).ravel()
