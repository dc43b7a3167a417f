"""The tone of a photograph: how steeply its grey levels rise with the light, beside another day's.

Cameras bend their tone curve to the picture: contrast is lifted in dull light and lowered against
glare. In logarithms of light that is a factor, and every colour would be another one. The lines of
the board tell the factor: they are as dark beside the wood as they ever were, in the shade and
under any lamp. So a photograph can be given the tone that the empty board's photograph has.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera
from vision.layout import Layout
from vision.light import Image
from vision.view import View, shrink

F32 = NDArray[np.float32]
Floats = NDArray[np.float64]

_ALONG = np.linspace(0.36, 0.64, 6)
"""The middle of a line from a point to the next, in pitches: pieces on the points leave it free."""
_ACROSS = np.linspace(-0.16, 0.16, 17)
_BESIDE = 4
"""So many of the places across a line, at either end, show the wood beside it."""
_DARKEST = 0.0005
"""Linear light added before quotients are taken."""
_LIGHT = (np.arange(256) / 255.0) ** 2.2
"""Linear light of each grey level."""
_FAINT = 0.02
"""Lines that take less of the light than this tell nothing."""
_UNEVEN = 0.15
"""A step in the light across a line, in logarithms, beyond that on the empty board: the rim of a
shadow or of a piece."""
_TONES = np.geomspace(0.45, 2.2, 25)
_FEWEST = 16
"""Lines that must tell."""
_USUAL = 0.07
"""The logarithm of a tone that passes for none."""


def evened(photo: Image, view: View) -> Image:
    """Return a photo (BGR, of the view's camera) with the tone of the empty board's.

    It is the same photo where its tone is as usual and where too few of the board's lines are seen.
    """
    return evened_and_small(photo, view)[0]


def evened_and_small(photo: Image, view: View) -> tuple[Image, Image]:
    """Return a photo as `evened` does, and its working picture (see `vision.view.shrink`)."""
    small = shrink(photo, view.crop_px, view.work)
    tone = _tone(small, view)
    if tone == 1.0:
        return photo, small
    level = float(np.median(small.reshape(-1, 3)[view.some_board].mean(axis=1)))
    return retoned(photo, tone, level), retoned(small, tone, level)


def tone_of(photo: Image, view: View) -> float:
    """Return a photo's tone: the exponent of its light beside the empty board's; 1 as usual.

    The median of what the lines tell. Each has two opinions: how much light it takes in all, and
    how deep it is in logarithms. A tone moves both the same way and blur moves them apart; where
    they disagree the tone is 1.
    """
    return _tone(shrink(photo, view.crop_px, view.work), view)


def retoned(photo: Image, tone: float, level: float) -> Image:
    """Return a photo without a tone; pixels of a grey level (0 to 255) stay as they are."""
    usual = (level / 255.0) ** 2.2 + _DARKEST
    plain = usual * ((_LIGHT + _DARKEST) / usual) ** (1 / tone) - _DARKEST
    levels = 255.0 * np.clip(plain, 0, 1) ** (1 / 2.2)
    return np.asarray(cv2.LUT(photo, np.rint(levels).astype(np.uint8)), dtype=np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class _Lines:
    """What is seen across N lines: light (N, K) as shares of that beside them; uneven: (N,)."""

    light: Floats
    uneven: Floats

    @property
    def taken(self) -> Floats:
        """The share of light that each takes in all (N,); negative for a line that is brighter."""
        return np.asarray(1 - self.light.mean(axis=1), dtype=np.float64)

    @property
    def depth(self) -> Floats:
        """The mean logarithm of the light across each (N,)."""
        return np.asarray(np.log(self.light).mean(axis=1), dtype=np.float64)


def _tone(seen: Image, view: View) -> float:
    """Return the tone of a working picture."""
    at, empty = _on_empty(view)
    now = _lines(seen, at)
    taken = empty.taken
    tells = (np.abs(taken) > _FAINT) & (now.uneven < _UNEVEN + empty.uneven)
    with np.errstate(invalid="ignore", divide="ignore"):
        by_depth = np.log(now.depth / empty.depth)
    first, second = (
        _middle(logs, np.abs(taken), tells) for logs in (_by_light(empty, now), by_depth)
    )
    if first * second <= 0 or abs(first + second) < 2 * _USUAL:
        return 1.0
    return float(np.exp((first + second) / 2))


@lru_cache(maxsize=2)
def _on_empty(view: View) -> tuple[F32, _Lines]:
    """Return the pixels across all lines, and what the empty board shows there."""
    at = _across_lines(view.work, view.layout)
    return at, _lines(view.empty, at)


def _by_light(empty: _Lines, now: _Lines) -> Floats:
    """Return the logarithm of the tone (N,) at which each line would take what it takes now."""
    sign = np.sign(empty.taken)
    would = np.stack([1 - (empty.light**tone).mean(axis=1) for tone in _TONES], axis=1)
    would *= sign[:, None]
    does = now.taken * sign
    first = np.clip((would < does[:, None]).sum(axis=1), 1, len(_TONES) - 1)
    rows = np.arange(len(does))
    low, high = would[rows, first - 1], would[rows, first]
    share = (does - low) / np.maximum(high - low, 1e-9)
    logs = np.log(_TONES)
    told = logs[first - 1] + share * (logs[first] - logs[first - 1])
    return np.where((share >= 0) & (share <= 1), told, np.nan)


def _middle(logs: Floats, weight: Floats, tells: NDArray[np.bool_]) -> float:
    """Return the weighted median of what lines tell, 0 if too few do.

    A line under a piece may tell anything: what is beyond the tones looked for is left out.
    """
    tells = tells & np.isfinite(logs)
    tells[tells] = np.abs(logs[tells]) < np.log(_TONES[-1])
    if tells.sum() < _FEWEST:
        return 0.0
    order = np.argsort(logs[tells])
    total = np.cumsum(weight[tells][order])
    return float(logs[tells][order][np.searchsorted(total, total[-1] / 2)])


def _lines(picture: Image, at: F32) -> _Lines:
    """Return what is seen across lines, along which and across which are `at` (N x L, K, 2)."""
    found = cv2.remap(picture, at, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    light = _LIGHT[np.asarray(found)].mean(axis=2) + _DARKEST
    light = light.reshape(-1, len(_ALONG), len(_ACROSS)).mean(axis=1)
    first, last = light[:, :_BESIDE].mean(axis=1), light[:, -_BESIDE:].mean(axis=1)
    middles = (_BESIDE - 1) / 2, len(_ACROSS) - 1 - (_BESIDE - 1) / 2
    share = (np.arange(len(_ACROSS)) - middles[0]) / (middles[1] - middles[0])
    beside = first[:, None] + (last - first)[:, None] * share
    inner = slice(_BESIDE - 1, 1 - _BESIDE)
    kept = light[:, inner] / np.maximum(beside[:, inner], _DARKEST)
    return _Lines(kept, np.abs(np.log(first / last)))


def _across_lines(work: Camera, layout: Layout) -> F32:
    """Return the pixels (N x L, K, 2) across all lines between neighbouring points."""
    points, far = layout.points_mm, layout.corners_mm[2]
    places = []
    for way in ((1, 0), (0, 1)):
        ahead = np.array(way) * layout.pitch_mm
        beside = np.array((-way[1], way[0])) * layout.pitch_mm
        starts = points[((points + ahead) < far + 1).all(axis=1)]
        offsets = _ALONG[:, None, None] * ahead + _ACROSS[:, None] * beside
        places.append((starts[:, None, None] + offsets).reshape(-1, 2))
    flat = np.concatenate(places)
    world = np.column_stack([flat, np.zeros(len(flat))])
    at = np.nan_to_num(work.project(world), nan=-9.0).astype(np.float32)
    return at.reshape(-1, len(_ACROSS), 2)
