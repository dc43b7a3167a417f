"""How rolled cubes lie: flat, leaning, or on another one, weighed by what is seen around each.

Two small networks (`models/lying.onnx`, run by OpenCV) look at the whole patch around a cube
(`vision.roll_patches`) in its four quarter turns: whichever side a cube leans to, one of the turns
shows it much the same way. A hidden layer (`models/lying.npz`) weighs what they see, the measures
(`vision.cocked`), and what is usual for both in the roll. They were trained by
`vision.train.cocked` on made rolls; they know no art and no colours. What stands out beside a cube
(`vision.roll_piles`) is one of the measures; it also says which cubes lie on those that are
missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from io import BytesIO

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cocked import NAMES

Floats = NDArray[np.float64]
F32 = NDArray[np.float32]

EYES, NUMBERS = "lying.onnx", "lying.npz"
FAR = 4.0
"""Measures beyond that many standard deviations are not believed to mean more."""
_TURNS = 4
"""A patch is looked at in so many quarter turns."""
_BATCH = 8
"""Patches at once: few enough for the processor's cache."""
MODEL = ("feel", "beside", "say", "say_bias")
"""The numbers of one network: (F, H) what the measures add to what is seen, (H, H) what is usual in
the roll adds, (H, 2) and (2,) what all that says."""
_MORE = 0.6
"""Gains from which something stands out beside a cube."""
_PLAINLY_MORE = 1.5
"""A gain that flat cubes don't have, unless something beside them was not found."""
_DOUBTED, _IN_DOUBT = 0.8, 0.4
"""Log odds from which a cube is doubted, and from which others are in a roll that isn't sure
anyway; see docs/vision.md."""
_SAID = 1.5
"""Log odds from which a cube that is doubted is said to lean."""
_HOLDS = 1.8
"""Only what is nearer to a cube than so many edges (middle to middle), or the board's rim, can hold
it."""
_DRAWN_MORE = 1.1
"""Leaning cubes were drawn that much more often in training than they were, in log odds."""


@dataclass(frozen=True, slots=True, eq=False)
class Lying:
    """How N cubes lie: which lean, which may, and how likely each is flat."""

    leans: NDArray[np.bool_]
    doubtful: NDArray[np.bool_]
    flat_p: Floats


def judged_odds(measures: Floats, patches: F32) -> Floats:
    """Return the log odds (N, 2) that cubes lean, and that they lie on another one.

    From `vision.roll_weighing.weigh_squares`. What cannot lean has none.
    """
    odds = log_odds(measures, patches)
    odds[untouched(measures), 0] = -np.inf
    return odds


def untouched(measures: Floats) -> NDArray[np.bool_]:
    """Return which cubes (N,) cannot lean: nothing is near that could hold them.

    If a cube beside one was not found, the roll has one too few and is not sure anyway.
    """
    near, outside = (measures[:, NAMES.index(name)] for name in ("near", "outside"))
    return np.asarray((near >= _HOLDS) & (outside == 0), dtype=np.bool_)


def weighed(odds: Floats, *, short: bool) -> Lying:
    """Return how cubes lie by their log odds (N, 2).

    short: whether the roll has too few cubes. Only then one may lie on another: it hides that one,
    so a roll of which all cubes are found has none.
    """
    most = odds.max(axis=1, initial=-np.inf)
    asked = most if short else odds[:, 0]
    doubted = asked > _DOUBTED
    if doubted.any():
        doubted = most > _IN_DOUBT
    leans = doubted & (odds[:, 0] > _SAID) & (odds[:, 0] == most)
    flat_p = 1 / (1 + np.exp(asked - _DRAWN_MORE))
    return Lying(leans, doubted & ~leans, flat_p)


def upper_ones(gains: Floats, which: Sequence[int]) -> list[int]:
    """Return which of some cubes lie on another one if there are cubes missing, likeliest first.

    gains: from `vision.roll_piles.measure_gains`.
    """
    return sorted((k for k in which if gains[k] > _MORE), key=lambda k: -gains[k])


def not_alone(gains: Floats) -> list[int]:
    """Return which cubes plainly are not all there is at their places."""
    return [int(k) for k in np.flatnonzero(gains > _PLAINLY_MORE)]


def log_odds(measures: Floats, patches: F32) -> Floats:
    """Return the log odds (N, 2) that cubes lean, and that they lie on another one.

    measures (N, F) and patches (N, C, H, W) of one roll, from `vision.roll_weighing`. Not for use
    by several threads at once.
    """
    model = _weights()
    scaled = np.clip((measures - model["mean"]) / model["spread"], -FAR, FAR)
    count, hidden = len(model["say"]), model["say"].shape[1]
    told = np.zeros((len(patches), 2))
    for quarter in range(_TURNS):
        turned = np.ascontiguousarray(np.rot90(patches, quarter, (2, 3)))
        seen = _seen(turned, count * hidden).reshape(-1, count, hidden)
        for k in range(count):
            told += said(seen[:, k], scaled, {name: model[name][k] for name in MODEL})
    return told / (_TURNS * count)


def said(seen: F32, scaled: Floats, part: dict[str, Floats]) -> Floats:
    """Return the log odds (N, 2) that one network tells by what it sees (N, H) in a roll."""
    hidden = seen + scaled @ part["feel"]
    if len(hidden):
        hidden = hidden + np.median(hidden, axis=0) @ part["beside"]
    return np.asarray(np.tanh(hidden) @ part["say"] + part["say_bias"], dtype=np.float64)


def _seen(patches: F32, width: int) -> F32:
    """Return what the convolutions see in patches (N, C, H, W): (N, width)."""
    net = _network()
    parts = [np.zeros((0, width), dtype=np.float32)]
    for start in range(0, len(patches), _BATCH):
        net.setInput(patches[start : start + _BATCH])
        parts.append(np.asarray(net.forward(), dtype=np.float32).reshape(-1, width))
    return np.concatenate(parts)


@lru_cache(maxsize=1)
def _network() -> cv2.dnn.Net:
    """Return the convolutions, loaded once."""
    model = files("vision").joinpath("models", EYES).read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(model, dtype=np.uint8))


@lru_cache(maxsize=1)
def _weights() -> dict[str, Floats]:
    """Return the numbers: mean and spread of the measures, those of `MODEL` for each network."""
    data = files("vision").joinpath("models", NUMBERS).read_bytes()
    with np.load(BytesIO(data)) as kept:
        return {name: kept[name] for name in ("mean", "spread", *MODEL)}
