"""Doubts: what seems wrong with a teaching, told in sentences that say what to look at."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from calibration.surfaces import COLOURS, Lesson, Placed
from companion.language.notices import Notice, notice
from vision.faces import FaceBank

F32 = NDArray[np.float32]

_ABSENT = 0.25
"""A top that fits less well than this share of the usual top is taken for absent."""
_ALIKE = 0.08
"""Faces nearer in likeness than this can't be told apart in play."""
_MISNAMED = 0.15


def doubts_of(
    lessons: Sequence[Lesson], placed: Sequence[Placed], bank: FaceBank, blind: F32
) -> tuple[Notice, ...]:
    """Return what seems wrong, in sentences; nothing when the teaching is fine.

    blind: (M, labels) how like each taught face is to each label without itself.
    """
    found = [*_absent(lessons, placed), *_misnamed(lessons, bank, blind), *_alike(bank, blind)]
    return tuple(dict.fromkeys(found))


def _absent(lessons: Sequence[Lesson], placed: Sequence[Placed]) -> list[Notice]:
    """Return a sentence for each cube that is in a layout and not on its photo."""
    said = []
    for number, (lesson, where) in enumerate(zip(lessons, placed, strict=True), 1):
        for k, (site, colour, name) in enumerate(lesson.cubes):
            usual = float(np.median(where.tops.fit[where.colour == colour]))
            if where.tops.fit[k] < _ABSENT * usual:
                piece = f"{COLOURS[colour]} {name}"
                said.append(notice("teaching.doubt.absent", number=number, piece=piece, site=site))
    return said


def _misnamed(lessons: Sequence[Lesson], bank: FaceBank, blind: F32) -> list[Notice]:
    """Return a sentence for each face that looks clearly like another one."""
    owners = np.array([_face(label) for label in bank.labels])
    places = [
        (number, site) for number, lesson in enumerate(lessons, 1) for site, _, _ in lesson.cubes
    ]
    said = []
    for k, (number, site) in enumerate(places):
        own = owners == _face(bank.names[k])
        best = int(np.where(own, -1.0, blind[k]).argmax())
        if blind[k, best] > blind[k, own].max(initial=-1.0) + _MISNAMED:
            said.append(
                notice(
                    "teaching.doubt.misnamed",
                    number=number,
                    site=site,
                    face=_face(bank.names[k]),
                    other=str(owners[best]),
                )
            )
    return said


def _alike(bank: FaceBank, blind: F32) -> list[Notice]:
    """Return a sentence for each two faces of a colour that can hardly be told apart."""
    owners = np.array([_face(label) for label in bank.labels])
    faces = list(dict.fromkeys(owners.tolist()))
    names = np.array([_face(name) for name in bank.names])
    said = []
    for one, two in combinations(faces, 2):
        for colour, word in enumerate(COLOURS):
            leads = []
            for mine, other in ((one, two), (two, one)):
                rows = blind[(bank.colours == colour) & (names == mine)]
                if len(rows):
                    lead = rows[:, owners == mine].max(axis=1) - rows[:, owners == other].max(
                        axis=1
                    )
                    leads.append(float(np.median(lead)))
            if len(leads) == 2 and max(leads) < _ALIKE:
                said.append(notice("teaching.doubt.alike", colour=word, one=one, two=two))
    return said


def _face(name: str) -> str:
    """Return a face's name without its direction."""
    return name.partition(" ")[0]
