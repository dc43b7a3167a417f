"""Levels: nothing, a stone, a cube or a stack? A small network weighs what a site shows.

Convolutions (`models/levels.onnx`, run by OpenCV) look at the patch around the site, and a hidden
layer (`models/levels.json`) weighs what they see and the measures: both together, and each alone as
if the other were missing. The three opinions are averaged, the measures' counting most, so that
where the witnesses disagree doubt is said. Both were trained by
`vision.train.levels` on made-up tables; they know no art and no colours, only what squares, sides,
lower cubes and shadows look like beside what a cube and a stack would look like there.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
F32 = NDArray[np.float32]

KINDS = ("nothing", "stone", "cube", "stack")
_NUMBERS, _EYES = "levels.json", "levels.onnx"
_BATCH = 8
"""Patches at once: few enough for the processor's cache."""
_HEARD = (0.2, 0.6, 0.2)
"""How much both witnesses together, the measures alone and the patch alone count."""
_FARTHEST = 12.0
FAR = 3.0
"""Measures beyond that many standard deviations are not believed to mean more."""


def kind_log_p(features: Floats, patches: F32, usual: Floats) -> Floats:
    """Return log probabilities (N, 4) of KINDS.

    features (N, F) as in `vision.sites`, patches (N, C, H, W) as in `vision.patches`; usual: (2, F)
    what is usual for single cubes of the kit. Not for use by several threads at once.
    """
    scale, mean, spread, first, bias, second, last = _weights()
    inputs = beside_usual(features, usual, scale)
    told = np.clip((inputs - mean) / spread, -FAR, FAR) @ first
    seen = _seen(patches, len(bias))
    heard = [
        _normed(np.tanh(witness + bias) @ second + last) for witness in (told + seen, told, seen)
    ]
    return _normed(np.average(heard, axis=0, weights=_HEARD))


def _normed(out: Floats) -> Floats:
    """Return log probabilities (N, 4) that sum to one."""
    return np.asarray(out - np.logaddexp.reduce(out, axis=1, keepdims=True), dtype=np.float64)


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
    model = files("vision").joinpath("models", _EYES).read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(model, dtype=np.uint8))


@lru_cache(maxsize=1)
def _weights() -> tuple[Floats, ...]:
    """Return the numbers: scale; mean and spread of the inputs; both layers with their biases."""
    model = json.loads(files("vision").joinpath("models", _NUMBERS).read_text(encoding="utf-8"))
    names = ("scale", "mean", "spread", "first", "bias", "second", "last")
    return tuple(np.array(model[name], dtype=np.float64) for name in names)
