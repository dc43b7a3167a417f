"""How rolled cubes lie: flat, leaning, or on another one, weighed by what is seen around each.

A patch around each cube (`vision.roll_patches`) is made coarse and looked at in its four quarter
turns and mirrored, each time by the same small layer: whichever side a cube leans to, one of the
turns shows it the same way. The measures (`vision.cocked`) are weighed beside it. A few such layers
that were trained apart (`vision.train.cocked`, on made rolls; they know no art and no colours) are
averaged. What stands out beside a cube (`vision.roll_piles`) is one of the measures; it also says
which cubes lie on those that are missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from vision.roll_patches import SIZE

Floats = NDArray[np.float64]
F32 = NDArray[np.float32]

CELLS = 16
"""A patch is looked at in so many cells across."""
SHOWN = (0, 1, 3, 4, 5, 6, 7)
"""The channels of a patch that are looked at: all but darkness."""
FAR = 4.0
"""Measures beyond that many standard deviations are not believed to mean more."""
NUMBERS = "lying.npz"
_MORE = 0.6
"""Gains from which something stands out beside a cube."""
_PLAINLY_MORE = 1.5
"""A gain that flat cubes don't have, unless something beside them was not found."""
_DOUBTED, _IN_DOUBT = 1.4, 0.8
"""Log odds from which a cube is doubted, and from which others are in a roll that isn't sure
anyway; see docs/vision.md."""
_SAID = 1.5
"""Log odds from which a cube that is doubted is said to lean."""
_DRAWN_MORE = 1.1
"""Leaning cubes were drawn that much more often in training than they were, in log odds."""


@dataclass(frozen=True, slots=True, eq=False)
class Lying:
    """How N cubes lie: which lean, which may, and how likely each is flat."""

    leans: NDArray[np.bool_]
    doubtful: NDArray[np.bool_]
    flat_p: Floats


def judge(measures: Floats, patches: F32) -> Lying:
    """Return how a roll's cubes lie, from `vision.roll_weighing.weigh_squares`."""
    return weighed(log_odds(measures, patches))


def weighed(odds: Floats) -> Lying:
    """Return how cubes lie by their log odds (N, 2) of leaning and of lying on another one."""
    most = odds.max(axis=1, initial=-np.inf)
    doubted = most > _DOUBTED
    if doubted.any():
        doubted = most > _IN_DOUBT
    leans = doubted & (odds[:, 0] > _SAID) & (odds[:, 0] == most)
    flat_p = 1 / (1 + np.exp(most - _DRAWN_MORE))
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
    """Return the log odds (N, 2) that cubes lean, and that they lie on another one."""
    model = _weights()
    scaled = np.clip((measures - model["mean"]) / model["spread"], -FAR, FAR)
    seen = copies(patches)
    told = [
        _heard(seen, scaled, {name: model[name][k] for name in MODEL})
        for k in range(len(model["see"]))
    ]
    return np.asarray(np.mean(told, axis=0), dtype=np.float64)


MODEL = (
    *("see", "bias", "feel", "say", "heed", "heed_bias", "tell", "tell_bias"),
    *("beside", "beside_alone"),
)
"""The numbers of one layer: (D, H) and (H,) what it sees in a copy, (F, H) what the measures add,
(H, 2) what it says; (F, G), (G,), (G, 2), (2,) what the measures say alone; (H, H) and (G, G) what
is usual in the roll adds to both."""


def _heard(seen: F32, scaled: Floats, part: dict[str, Floats]) -> Floats:
    """Return the log odds (N, 2) that one layer tells."""
    hidden = seen @ part["see"] + part["bias"] + (scaled @ part["feel"])[:, None]
    hidden = hidden + _usual(hidden.mean(axis=1)) @ part["beside"]
    heard = scaled @ part["heed"] + part["heed_bias"]
    heard = heard + _usual(heard) @ part["beside_alone"]
    said = np.maximum(hidden, 0) @ part["say"]
    turns = said.reshape(len(said), 4, 2, 2).mean(axis=2)
    alone = np.tanh(heard) @ part["tell"] + part["tell_bias"]
    return np.asarray(np.logaddexp.reduce(turns, axis=1) - np.log(4) + alone, dtype=np.float64)


def _usual(values: Floats) -> Floats:
    """Return the medians (H,) of a roll's values (N, H)."""
    return np.asarray(np.median(values, axis=0) if len(values) else np.zeros(values.shape[1]))


def copies(patches: F32) -> F32:
    """Return patches (N, C, H, W) made coarse, in four turns and each mirrored: (N, 8, D)."""
    count, each = len(patches), SIZE // CELLS
    shown = patches[:, SHOWN].reshape(count, len(SHOWN), CELLS, each, CELLS, each).mean(axis=(3, 5))
    turned = []
    for quarter in range(4):
        turn = np.rot90(shown, quarter, (2, 3))
        turned += [turn, turn[..., ::-1]]
    numbers = len(SHOWN) * CELLS * CELLS
    return np.asarray(np.stack(turned, axis=1).reshape(count, 8, numbers), dtype=np.float32)


@lru_cache(maxsize=1)
def _weights() -> dict[str, Floats]:
    """Return the numbers: mean and spread of the measures, and those of `MODEL` for each layer."""
    data = files("vision").joinpath("models", NUMBERS).read_bytes()
    with np.load(BytesIO(data)) as kept:
        return {name: kept[name] for name in ("mean", "spread", *MODEL)}
