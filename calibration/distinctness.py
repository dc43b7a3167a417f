"""How well each taught face can be told from the others: for the wizard, before a game is played.

Every taught example is compared with all others, itself left out; a face leads by how much liker
its examples are to it than to the likest other face.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from calibration.facebank import likeness_without_itself
from vision.faces import FaceBank
from vision.kit import COLOURS

ALIKE = 0.08
"""Faces that lead by less can't be told apart in play."""
_CLEAR = 0.25


class Clearness(Enum):
    """How well a face can be told."""

    CLEAR = "clear"
    FAIR = "fair"
    ALIKE = "alike"


@dataclass(frozen=True, slots=True)
class FaceClearness:
    """One face of one colour.

    lead: how much liker its examples are to it than to `likest`, the likest other face of its
    colour. facing_lead: the same between its own directions; None for faces without. words: one
    sentence for people.
    """

    colour: str
    face: str
    likest: str
    lead: float
    facing_lead: float | None
    clearness: Clearness
    words: str


def distinctness(bank: FaceBank) -> tuple[FaceClearness, ...]:
    """Return how well each taught face tells from the others, the worst first.

    bank: a kit's faces (`profile.kit.faces`). Needs two examples of each face and colour; faces
    with fewer are left out.
    """
    blind = likeness_without_itself(bank, bank.crops[:, None])
    labels = bank.labels
    owners = np.array([label.partition(" ")[0] for label in labels])
    names = np.array([name.partition(" ")[0] for name in bank.names])
    found = []
    for colour, word in enumerate(COLOURS):
        for face in dict.fromkeys(names.tolist()):
            rows = np.flatnonzero((bank.colours == colour) & (names == face))
            others = [owner for owner in dict.fromkeys(owners.tolist()) if owner != face]
            if len(rows) < 2 or not others:
                continue
            own = blind[rows][:, owners == face].max(axis=1)
            rivals = {
                other: float(np.median(own - blind[rows][:, owners == other].max(axis=1)))
                for other in others
            }
            likest = min(rivals, key=rivals.__getitem__)
            facing = _facing_lead(bank, blind, rows, labels)
            found.append(_told(word, face, likest, rivals[likest], facing))
    return tuple(sorted(found, key=lambda one: min(one.lead, one.facing_lead or one.lead)))


def _facing_lead(
    bank: FaceBank, blind: NDArray[np.float32], rows: NDArray[np.int64], labels: tuple[str, ...]
) -> float | None:
    """Return how much liker examples are to their own direction than to the others' likest."""
    face = bank.names[rows[0]].partition(" ")[0]
    ways = [k for k, label in enumerate(labels) if label.partition(" ")[0] == face]
    if len(ways) < 2:
        return None
    leads = []
    for k in rows:
        own = labels.index(bank.names[k])
        leads.append(float(blind[k, own] - max(blind[k, way] for way in ways if way != own)))
    return float(np.median(leads))


def _told(colour: str, face: str, likest: str, lead: float, facing: float | None) -> FaceClearness:
    """Return a face's clearness with its sentence."""
    piece = f"{colour.capitalize()} {face}"
    if lead < ALIKE:
        level, words = Clearness.ALIKE, f"{piece} looks like {likest}: mark one of them."
    elif facing is not None and facing < ALIKE:
        words = f"{piece} looks much the same when it is turned: mark its direction."
        level = Clearness.ALIKE
    elif lead < _CLEAR or (facing is not None and facing < _CLEAR):
        level, words = Clearness.FAIR, f"{piece} can be told, {likest} is not far from it."
    else:
        level, words = Clearness.CLEAR, f"{piece} is clear."
    return FaceClearness(colour, face, likest, lead, facing, level, words)
