"""Combs: evenly spaced lines found in a one-dimensional vote, their spacing and phase."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
F32 = NDArray[np.float32]

_LEAST_PITCH_PX = 5.0
_KEPT = 3
_LIKELY = 400


def combs(
    place: Floats, weight: Floats, count: int, pixel: float
) -> list[tuple[float, float, float]]:
    """Return the best combs (score, start, step) of `count` evenly spaced lines in a 1-D vote."""
    if len(place) < 4:
        return []
    reach = 1.2
    keep = np.abs(place) < reach
    bins = int(2 * reach / pixel)
    vote, _ = np.histogram(place[keep], bins=bins, range=(-reach, reach), weights=weight[keep])
    vote = cv2.GaussianBlur(vote.reshape(1, -1), (0, 0), 1.5).ravel()
    peak = np.flatnonzero((vote[1:-1] >= vote[:-2]) & (vote[1:-1] > vote[2:])) + 1
    peak = peak[np.argsort(-vote[peak])[: 3 * count]]
    if len(peak) < 3:
        return []
    level = float(vote[peak[: min(len(peak), count)]].min())
    level = max(level, float(vote[peak[0]]) * 0.1)
    capped = (np.minimum(vote, level) / level).astype(np.float32)
    tries = _comb_tries(np.sort(peak).astype(np.float64), count)
    best = _best_combs(capped, tries, count)
    return [(s, (start + 0.5) * pixel - reach, step * pixel) for s, start, step in best]


def _comb_tries(peak: Floats, count: int) -> Floats:
    """Return (M, 2) start and step in bins from every pair of peaks some whole steps apart."""
    low, high = np.triu_indices(len(peak), 1)
    gap = peak[high] - peak[low]
    steps = np.arange(max(1, count // 3), count)
    step = gap[:, None] / steps
    start = np.broadcast_to(peak[low][:, None], step.shape)
    keep = step >= _LEAST_PITCH_PX
    return np.column_stack([start[keep], step[keep]])


def _best_combs(capped: F32, tries: Floats, count: int) -> list[tuple[float, float, float]]:
    """Score combs on a capped vote and return the best distinct (score, start, step) in bins."""
    # Nothing is voted outside: beyond both ends lies one empty bin.
    votes = np.pad(capped, 1)

    def lookup(tries: Floats, shift: float = 0.0) -> F32:
        """Return the votes at the teeth (2 count - 1, M), the start in the middle."""
        reach = np.arange(-(count - 1), count, dtype=np.float32)[:, None] + np.float32(shift)
        start, step = tries.T.astype(np.float32)
        teeth = reach * step
        teeth += start + np.float32(1.5)
        return np.asarray(votes.take(teeth.astype(np.intp), mode="clip"), dtype=np.float32)

    if len(tries) > _LIKELY:
        score = _windows(lookup(tries), count).max(axis=0)
        tries = tries[np.sort(np.argpartition(-score, _LIKELY)[:_LIKELY])]
    windows = _windows(lookup(tries) - 0.5 * lookup(tries, 0.5), count)
    first, score = windows.argmax(axis=0), windows.max(axis=0)
    chosen: list[tuple[float, float, float]] = []
    for index in np.argsort(-score, kind="stable"):
        step = float(tries[index, 1])
        start = float(tries[index, 0]) + (int(first[index]) - (count - 1)) * step
        if all(not _same_comb(start, step, s, d, count) for _, s, d in chosen):
            chosen.append((float(score[index]), start, step))
        if len(chosen) == _KEPT or score[index] <= 0:
            break
    return chosen


def _windows(value: F32, count: int) -> F32:
    """Return the sum of each run of `count` in the columns of `value` (K, M): (K - count + 1, M).

    Row by row, because numpy's `cumsum` is slow over the first axis.
    """
    total = np.empty((len(value) - count + 1, value.shape[1]), dtype=np.float32)
    total[0] = value[:count].sum(axis=0)
    for row in range(1, len(total)):
        np.add(total[row - 1], value[row + count - 1], out=total[row])
        total[row] -= value[row - 1]
    return total


def _same_comb(start: float, step: float, other: float, other_step: float, count: int) -> bool:
    """Tell whether two combs hit the same lines, whatever their window."""
    if abs(step - other_step) * (count - 1) > 0.5 * step:
        return False
    middle = start + step * (count - 1) / 2
    phase = (middle - other) / other_step
    return abs(phase - round(phase)) < 0.3
