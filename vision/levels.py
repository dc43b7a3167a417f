"""Levels: nothing, a stone, a cube or a stack? A small network weighs the measures of a site.

The network (`models/levels.json`, one hidden layer) was trained by `vision.train.levels` on
made-up tables; it knows no art and no colours, only how well squares, sides and shadows fit.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

KINDS = ("nothing", "stone", "cube", "stack")
_MODEL = "levels.json"
_FAR = 3.0
"""Measures beyond that many standard deviations are not believed to mean more."""


def kind_log_p(features: Floats) -> Floats:
    """Return log probabilities (N, 4) of KINDS from features (N, F) as in `vision.sites`."""
    mean, spread, first, bias, second, last = _weights()
    scaled = np.clip((features - mean) / spread, -_FAR, _FAR)
    out = np.tanh(scaled @ first + bias) @ second + last
    top = out.max(axis=1, keepdims=True)
    norm = top + np.log(np.exp(out - top).sum(axis=1, keepdims=True))
    return np.asarray(out - norm, dtype=np.float64)


@lru_cache(maxsize=1)
def _weights() -> tuple[Floats, ...]:
    """Return the network's numbers: mean, spread, weights and bias of both layers."""
    model = json.loads(files("vision").joinpath("models", _MODEL).read_text(encoding="utf-8"))
    names = ("mean", "spread", "first", "bias", "second", "last")
    return tuple(np.array(model[name], dtype=np.float64) for name in names)
