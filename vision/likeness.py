"""Faces by the learned embedding: how like each face of a taught set a top is.

    bank = learn_likeness(face_crops(teaching, camera, tops, edge_mm), names)
    scores = likeness(bank, face_crops(photo, camera, tops, edge_mm))       # (N, len(bank.labels))

A second witness beside the matching of `vision.faces`: they err on different tops, so
`log_likelihood + WEIGHT * score` is right more often than either (docs/embedding.md).

A crop and an example that are both turned by a quarter are as like as before, but the network sees
them with other eyes. So where one look leaves a doubt, four are averaged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera
from vision.embedding import CROP_PX, CROP_SPAN, LENGTH, Crops, embed, quarter_turns

F32 = NDArray[np.float32]
Floats = NDArray[np.float64]

WEIGHT = 18.0
"""What a likeness (-1..1) weighs when it is added to a log likelihood."""

SOFT = 12.0
"""How much more the likest examples count than the others: 0 not at all, if large they alone."""

_CLOSE = 0.15
"""Where the likest label leads by less than this, the crop is looked at in all quarter turns."""

QUARTERS = ("north", "west", "south", "east")
HALVES = ("north-south", "east-west")


@dataclass(frozen=True, slots=True, eq=False)
class Likeness:
    """What was learned of one colour of a set.

    labels: (L) faces with their facing ("moon", "trap north", "path east-west"). prototypes:
    (4 M, LENGTH) unit vectors: the M examples in each quarter turn. groups: for each label the
    prototypes that show it, example by example; each group's best is that example's likeness.
    """

    labels: tuple[str, ...]
    prototypes: F32
    groups: tuple[tuple[tuple[int, ...], ...], ...]


def face_crops(
    photo: NDArray[np.uint8],
    camera: Camera,
    tops: Floats,
    edge_mm: float,
    *,
    size_px: int = CROP_PX,
    span: float = CROP_SPAN,
) -> Crops:
    """Return the crops (N, size_px, size_px) of tops, grey 0..255, as `embed` takes them.

    photo: BGR or grey, of the camera. tops: (N, 4) x, y, height in mm and turn in degrees of each
    top face; a turn is taken to the nearest quarter, so that row 0 of a crop is about north.
    span: a crop's edge as a multiple of the cube's.
    """
    grey = photo if photo.ndim == 2 else cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY)
    target = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32) * size_px - np.float32(0.5)
    square = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * edge_mm / 2 * span
    crops = np.zeros((len(tops), size_px, size_px), np.float32)
    x, y, height, turn_deg = np.asarray(tops, np.float64).reshape(-1, 4).T
    turn = np.radians((turn_deg + 45.0) % 90.0 - 45.0)
    cos, sin = np.cos(turn)[:, None], np.sin(turn)[:, None]
    east = cos * square[:, 0] - sin * square[:, 1] + x[:, None]
    north = sin * square[:, 0] + cos * square[:, 1] + y[:, None]
    up = np.broadcast_to(height[:, None], east.shape)
    seen = camera.project(np.stack([east, north, up], axis=-1)).astype(np.float32)
    for crop, corners in zip(crops, seen.reshape(-1, 4, 2), strict=True):
        if np.isfinite(corners).all():
            move = cv2.getPerspectiveTransform(corners, target)
            crop[:] = cv2.warpPerspective(
                grey, move, (size_px, size_px), borderMode=cv2.BORDER_REPLICATE
            )
    return crops


def learn_likeness(crops: Crops, names: Sequence[str]) -> Likeness:
    """Return what the examples (M, CROP_PX, CROP_PX) of one colour teach.

    names: what each shows, with its facing where it has one ("trap east", "path north-south",
    "moon"). All facings of a face come from any of its examples, by turning them. ValueError when
    the numbers differ or there are none.
    """
    if len(crops) != len(names) or not len(names):
        raise ValueError(f"{len(crops)} examples and {len(names)} names: one name an example")
    vectors = embed(quarter_turns(crops).reshape(-1, CROP_PX, CROP_PX))
    return group_prototypes(vectors.reshape(4, len(names), LENGTH), names)


def group_prototypes(vectors: F32, names: Sequence[str]) -> Likeness:
    """Return what examples teach whose vectors (4, M, LENGTH), one a quarter turn, are known."""
    count = len(names)
    labels: list[str] = []
    groups: list[tuple[tuple[int, ...], ...]] = []
    for face in dict.fromkeys(name.split()[0] for name in names):
        mine = [k for k, name in enumerate(names) if name.split()[0] == face]
        facings = [_quarter(names[k]) for k in mine]
        wanted: list[tuple[str, tuple[int, ...]]]
        if face == "trap":
            wanted = [(f"trap {way}", (quarter,)) for quarter, way in enumerate(QUARTERS)]
        elif face == "path":
            wanted = [(f"path {way}", (half, half + 2)) for half, way in enumerate(HALVES)]
        else:
            wanted = [(face, (0, 1, 2, 3))]
        for label, quarters in wanted:
            labels.append(label)
            groups.append(
                tuple(
                    tuple((quarter - facing) % 4 * count + k for quarter in quarters)
                    for k, facing in zip(mine, facings, strict=True)
                )
            )
    return Likeness(tuple(labels), vectors.reshape(-1, LENGTH), tuple(groups))


def likeness(bank: Likeness, crops: Crops, *, beside: Likeness | None = None) -> F32:
    """Return how like each crop (N, CROP_PX, CROP_PX) is to each label: (N, L), -1..1.

    Crops that are nearly as like to another label are looked at four times, the others once.
    beside: the other colour's faces, where their art is the same.
    """
    once = embed(crops)[None]
    scores = likeness_of(bank, once, beside=beside)
    close = np.flatnonzero(_lead(scores) < _CLOSE)
    if len(close):
        turned = quarter_turns(crops[close])[1:].reshape(-1, CROP_PX, CROP_PX)
        more = embed(turned).reshape(3, len(close), LENGTH)
        scores[close] = likeness_of(bank, np.concatenate([once[:, close], more]), beside=beside)
    return scores


def likeness_of(bank: Likeness, vectors: F32, *, beside: Likeness | None = None) -> F32:
    """Return how like crops with unit vectors (T, N, LENGTH) are to each label: (N, L), -1..1.

    vectors: of the crops turned by 0 to T - 1 quarters, T at most 4; each is compared with examples
    turned as far, and the mean counts.

    It is a soft maximum over the examples: what is engraved looks different when it lies another
    way in the light, so not every example of a face is like it. The other colour's examples of a
    label count as much as the own.
    """
    own = _likely(bank, vectors)
    if beside is not None:
        other = _likely(beside, vectors)
        known = [k for k, label in enumerate(bank.labels) if label in beside.labels]
        order = [beside.labels.index(bank.labels[k]) for k in known]
        own[:, known] = (own[:, known] + other[:, order]) / 2
    return np.asarray(np.log(own) / SOFT, np.float32)


def _likely(bank: Likeness, vectors: F32) -> F32:
    """Return the mean over the examples of each label of the exponential of likenesses (N, L)."""
    four = bank.prototypes.reshape(4, -1, LENGTH)
    looks = [
        one @ np.roll(four, -turn, axis=0).reshape(-1, LENGTH).T for turn, one in enumerate(vectors)
    ]
    alike = np.exp(SOFT * np.mean(looks, axis=0))
    means = [
        np.mean([alike[:, list(group)].max(axis=1) for group in groups], axis=0)
        for groups in bank.groups
    ]
    return np.asarray(np.stack(means, axis=1), np.float32)


def _lead(scores: F32) -> F32:
    """Return by how much the likest label of each row (N, L) leads; 2 where there is only one."""
    if scores.shape[1] < 2:
        return np.full(len(scores), 2.0, np.float32)
    best = np.partition(scores, -2, axis=1)
    return np.asarray(best[:, -1] - best[:, -2], np.float32)


def _quarter(name: str) -> int:
    """Return the quarter turns that a name's facing means; 0 for faces without one."""
    facing = name.rpartition(" ")[2]
    if facing in QUARTERS:
        return QUARTERS.index(facing)
    return HALVES.index(facing) if facing in HALVES else 0
