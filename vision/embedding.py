"""A learned fingerprint of a cube's face, for telling faces from few examples.

A small convolutional network (`models/face_embedding.onnx`, run by OpenCV) turns the picture of a
face into a unit vector. Pictures of the same art under other light, by another copy of the hand
or a little askew lie close together; other art, or the same art turned by a quarter, lies apart.
The network knows no art: it was trained on made-up symbols to compare, not to name.

How to read a face: `embed` the crops of the teaching photos in all four quarter turns
(`quarter_turns`) and the crop in question once; the greatest dot product names face and turn.
For a trap all four turns count apart, for a path the turns 0 and 2 are one, and for the other
faces the best of the four counts.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

import cv2
import numpy as np
from numpy.typing import NDArray

Crops = NDArray[np.float32]

CROP_PX = 40
"""Edge of a crop in pixels."""

CROP_SPAN = 1.25
"""Edge of a crop as a multiple of the cube's edge: the face itself fills the middle 32 pixels."""

LENGTH = 64
"""Length of the vectors."""

_MODEL = "face_embedding.onnx"
_BATCH = 8
"""Crops at once: few enough for the processor's cache."""


def available() -> bool:
    """Return whether the trained model is installed."""
    return files("vision").joinpath("models", _MODEL).is_file()


def embed(crops: Crops) -> NDArray[np.float32]:
    """Return unit vectors (N, LENGTH) of crops (N, CROP_PX, CROP_PX).

    crops: grey, any scale and offset of brightness (0..255 or 0..1, no need to normalise); the top
    face rectified so that it fills the middle CROP_PX / CROP_SPAN pixels, row 0 towards the north.
    Errors of about 1.5 mm, 20 degrees and 8 % are what the network was trained for.
    N = 0 gives an empty array. Raises ValueError for another shape, FileNotFoundError without the
    model. Not for use by several threads at once.
    """
    data = np.asarray(crops, dtype=np.float32)
    if data.ndim != 3 or data.shape[1:] != (CROP_PX, CROP_PX):
        raise ValueError(f"crops must be (N, {CROP_PX}, {CROP_PX}), not {data.shape}")
    if not len(data):
        return np.zeros((0, LENGTH), np.float32)
    net = _network()
    even = normalised(data)[:, None]
    parts = []
    for start in range(0, len(even), _BATCH):
        net.setInput(even[start : start + _BATCH])
        parts.append(np.asarray(net.forward(), np.float32).reshape(-1, LENGTH))
    vectors = np.concatenate(parts)
    lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))
    return np.asarray(vectors / np.maximum(lengths, 1e-9)[:, None], np.float32)


def normalised(crops: Crops) -> Crops:
    """Return crops (N, H, W) with mean 0 and deviation 1 over their middle, cut off at +-3."""
    rim = crops.shape[1] // 8
    middle = crops[:, rim:-rim, rim:-rim]
    mean = middle.mean(axis=(1, 2), keepdims=True)
    spread = middle.std(axis=(1, 2), keepdims=True)
    even = np.clip((crops - mean) / np.maximum(spread, 1e-6), -3, 3)
    return np.asarray(even, np.float32)


def quarter_turns(crops: Crops) -> Crops:
    """Return the crops (N, H, W) turned counter-clockwise by 0, 1, 2, 3 quarters: (4, N, H, W).

    A face that lies turned by k quarters looks like turn k of the same face unturned.
    """
    return np.stack([np.rot90(crops, k, axes=(1, 2)) for k in range(4)])


@lru_cache(maxsize=1)
def _network() -> cv2.dnn.Net:
    path = files("vision").joinpath("models", _MODEL)
    if not path.is_file():
        raise FileNotFoundError(f"the model {_MODEL} is not installed")
    return cv2.dnn.readNetFromONNX(np.frombuffer(path.read_bytes(), np.uint8))
