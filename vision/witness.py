"""The second witness: the learned embedding beside the reader's own matching of faces.

They err on different cubes, so their log likelihoods are added. Where the matching has found that
both colours bear the same art, the embedding looks at both colours' examples, too. Without the
installed model the own matching stands alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.embedding import available
from vision.kit import Kit
from vision.light import Image
from vision.likeness import WEIGHT, Likeness, face_crops, learn_likeness, likeness
from vision.view import View

Floats = NDArray[np.float64]
F32 = NDArray[np.float32]


def learn_witness(crops: F32, names: Sequence[str]) -> Likeness | None:
    """Return what the examples (M, CROP_PX, CROP_PX) of one colour teach the embedding."""
    return learn_likeness(crops, names) if available() and len(names) else None


def cut_faces(
    photo: Image, view: View, centre_mm: Floats, turn_deg: Floats, height_mm: Floats
) -> F32:
    """Return grey crops of tops: centres (N, 2), turns (N,), heights (N,)."""
    tops = np.column_stack([centre_mm, height_mm, turn_deg])
    return face_crops(photo, view.camera, tops, view.layout.piece_mm)


def second_opinion(kit: Kit, crops: F32, colour: NDArray[np.int64]) -> F32:
    """Return what to add to log likelihoods (N, labels) of faces; zeros where nothing is known."""
    labels = kit.faces.labels
    added = np.zeros((len(crops), len(labels)), dtype=np.float32)
    for k, bank in enumerate(kit.witness):
        mine = np.flatnonzero(colour == k)
        if bank is None or not len(mine) or not available():
            continue
        beside = kit.witness[1 - k] if kit.faces.shared == 1 else None
        scores = likeness(bank, crops[mine], beside=beside)
        known = [label in bank.labels for label in labels]
        order = [bank.labels.index(label) for label in labels if label in bank.labels]
        part = np.full((len(mine), len(labels)), scores.min(initial=0.0), dtype=np.float32)
        part[:, known] = scores[:, order]
        added[mine] = WEIGHT * part
    return added


def normed(log_likelihoods: F32) -> F32:
    """Return log likelihoods (N, L) with exponentials that sum to one."""
    top = log_likelihoods.max(axis=1, keepdims=True)
    total = top + np.log(np.exp(log_likelihoods - top).sum(axis=1, keepdims=True))
    return np.asarray(log_likelihoods - total, dtype=np.float32)
