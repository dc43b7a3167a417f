"""Learn the faces of a set of pieces, and judge how well they can be told apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.surfaces import Lesson, Placed
from vision.camera import Camera
from vision.faces import FaceBank, all_turns, art_axis, cut_tops, directions, likenesses
from vision.light import Image, PhotoLog

F32 = NDArray[np.float32]
_LEAST_WARMTH = 0.05
_WARMTHS = (0.05, 0.065, 0.08, 0.1, 0.13, 0.17, 0.22)
_BESIDE = 0.6
"""Matching is one of two witnesses who look at the same pixels: so much of what it says counts."""


def learn_faces(
    camera: Camera, lessons: Sequence[Lesson], placed: Sequence[Placed], *, edge_mm: float
) -> tuple[FaceBank, F32, F32]:
    """Return the faces of the lessons and how like each is to each label (M, L), in two ways.

    Without itself, and for those with a direction, as the other lessons alone show the labels.
    """
    cuts = [
        _cut(lesson.photo.pixels, camera, where, edge_mm)
        for lesson, where in zip(lessons, placed, strict=True)
    ]
    tops = np.concatenate(cuts)
    straight = all_turns().index(0.0)
    names = tuple(name for lesson in lessons for _, _, name in lesson.cubes)
    colours = np.concatenate([where.colour for where in placed])
    axes = np.stack([_axis(tops[colours == k][:, straight]) for k in (0, 1)])
    bank = FaceBank(tops[:, straight], names, colours, axes, 0, _LEAST_WARMTH, 0.8)
    sharing = max((1, -1), key=lambda sign: _across(_signed(bank, sign), tops))
    shared = _signed(bank, sharing)
    if _across(shared, tops) > 0.5:
        bank = shared
    blind = likeness_without_itself(bank, tops)
    typical = float(np.median([blind[k, _own(bank, k)].max() for k in range(len(names))]))
    lesson_of = np.repeat(np.arange(len(lessons)), [len(lesson.cubes) for lesson in lessons])
    apart = likeness_to_other_lessons(bank, tops, lesson_of)
    warmth = _warmth(bank, blind) / _BESIDE
    return replace(bank, warmth=warmth, typical=max(typical, 0.3)), blind, apart


def _axis(crops: F32) -> F32:
    """Return the art's colour direction, or plain brightness when the colour was not taught."""
    return art_axis(crops) if len(crops) else np.full(3, 3**-0.5, dtype=np.float32)


def _cut(photo: Image, camera: Camera, where: Placed, edge_mm: float) -> F32:
    """Cut the tops of one lesson with all small turns."""
    tops = where.tops
    return cut_tops(
        PhotoLog(photo),
        camera,
        tops.centre_mm,
        tops.turn_deg,
        edge_mm=edge_mm * tops.size,
        height_mm=np.asarray(edge_mm),
        turns=all_turns(),
    )


def _signed(bank: FaceBank, sign: int) -> FaceBank:
    """Return a bank that uses both colours' art together, the second's with this sign."""
    axes = bank.axes * np.array([[1], [sign]], dtype=np.float32)
    return replace(bank, axes=axes, shared=1)


def _across(bank: FaceBank, tops: F32) -> float:
    """Return how much clearer than the best wrong face the other colour's examples show a face.

    The share of tops whose face (in any direction) the other colour's examples name rightly,
    stretched so that guessing gives 0 or less and no mistake gives 1.
    """
    right = []
    for colour in (0, 1):
        rows = np.flatnonzero(bank.colours != colour)
        mine = np.flatnonzero(bank.colours == colour)
        if not len(rows) or not len(mine):
            return 0.0
        other = _only(bank, rows)
        like = likenesses(other, tops[mine], colour)
        labels = other.labels
        for n, k in enumerate(mine):
            named = labels[int(like[n].argmax())]
            right.append(named.partition(" ")[0] == bank.names[k].partition(" ")[0])
    return 2.0 * float(np.mean(right)) - 1.0


def _only(bank: FaceBank, rows: NDArray[np.int64]) -> FaceBank:
    """Return a bank with some of the examples."""
    names = tuple(bank.names[k] for k in rows)
    return replace(bank, crops=bank.crops[rows], names=names, colours=bank.colours[rows])


def likeness_without_itself(bank: FaceBank, tops: F32) -> F32:
    """Return how like each example is to each of the bank's labels, itself left out (M, L)."""
    labels = bank.labels
    blind = np.full((len(tops), len(labels)), -1.0, dtype=np.float32)
    for k in range(len(tops)):
        rest = _only(bank, np.delete(np.arange(len(tops)), k))
        at = [labels.index(label) for label in rest.labels]
        blind[k, at] = likenesses(rest, tops[k : k + 1], int(bank.colours[k]))[0]
    return blind


def likeness_to_other_lessons(bank: FaceBank, tops: F32, lesson_of: NDArray[np.int64]) -> F32:
    """Return how like each example is to each label as the other photos show it (M, L).

    Examples whose face is the same in any direction, and labels not taught elsewhere, get -1.
    """
    labels = bank.labels
    apart = np.full((len(tops), len(labels)), -1.0, dtype=np.float32)
    for lesson in np.unique(lesson_of):
        rows = np.flatnonzero(lesson_of != lesson)
        if not len(rows):
            continue
        rest = _only(bank, rows)
        at = [labels.index(label) for label in rest.labels]
        for k in np.flatnonzero(lesson_of == lesson):
            if len(directions(bank.names[k])) > 1:
                like = likenesses(rest, tops[k : k + 1], int(bank.colours[k]))[0]
                apart[k, at] = like
    return apart


def _warmth(bank: FaceBank, blind: F32) -> float:
    """Return the warmth that makes the left-out examples most likely."""
    counts = Counter(bank.names)
    own = [_own(bank, k) for k in range(len(bank.names))]
    taught = [k for k, name in enumerate(bank.names) if counts[name] > 1]

    def cost(warmth: float) -> float:
        total = 0.0
        for k in taught:
            scaled = blind[k] / warmth
            total += float(np.logaddexp.reduce(scaled) - np.logaddexp.reduce(scaled[own[k]]))
        return total

    return min(_WARMTHS, key=cost) if taught else _WARMTHS[3]


def _own(bank: FaceBank, k: int) -> list[int]:
    """Return the labels that count as right for an example."""
    labels = bank.labels
    return [labels.index(directions(bank.names[k])[0])]
