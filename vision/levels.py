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
_FARTHEST = 12.0
_FAR = 3.0
"""Measures beyond that many standard deviations are not believed to mean more."""


def kind_log_p(features: Floats, usual: Floats) -> Floats:
    """Return log probabilities (N, 4) of KINDS from features (N, F) as in `vision.sites`.

    usual: (2, F) what is usual for single cubes of the kit.
    """
    scale, mean, spread, first, bias, second, last = _weights()
    inputs = beside_usual(features, usual, scale)
    scaled = np.clip((inputs - mean) / spread, -_FAR, _FAR)
    out = np.tanh(scaled @ first + bias) @ second + last
    top = out.max(axis=1, keepdims=True)
    norm = top + np.log(np.exp(out - top).sum(axis=1, keepdims=True))
    return np.asarray(out - norm, dtype=np.float64)


def beside_usual(features: Floats, usual: Floats, scale: Floats) -> Floats:
    """Return the features, then how far they are from what is usual for a cube (N, 2 F).

    scale: (F,) a quarter of a feature's spread among cubes of all tables; it keeps small scatters
    on the teaching photos from making much of little.
    """
    away = np.clip((features - usual[0]) / (usual[1] + scale), -_FARTHEST, _FARTHEST)
    return np.hstack([features, away])


def usual_of(features: Floats) -> Floats:
    """Return median and scatter (2, F) of the features (N, F) of single cubes."""
    median = np.median(features, axis=0)
    scatter = 1.4826 * np.median(np.abs(features - median), axis=0)
    return np.stack([median, scatter])


@lru_cache(maxsize=1)
def _weights() -> tuple[Floats, ...]:
    """Return the numbers: scale; mean and spread of the inputs; both layers with their biases."""
    model = json.loads(files("vision").joinpath("models", _MODEL).read_text(encoding="utf-8"))
    names = ("scale", "mean", "spread", "first", "bias", "second", "last")
    return tuple(np.array(model[name], dtype=np.float64) for name in names)
