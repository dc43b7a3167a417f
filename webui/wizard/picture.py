"""What the camera shows while it is set up: the live picture, its meters, and the photographs."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from flask import Response
from flask.typing import ResponseReturnValue

from calibration.shot import Shot
from calibration.wizard.meters import measure
from companion.errors import MoontableError
from vision.eyes import TableEyes
from vision.photo import LONGEST_PX
from vision.sources.api import Frame, Pixels
from vision.sources.browser import BrowserSource
from webui.refusals import Refusal

STILL_S = 8.0
"""A phone's photograph takes its time."""
_GLIMPSE_S = 3.0
_FRESH_S = 0.25
_PREVIEW_PX = 960
_PREVIEW_QUALITY = 75


class LivePicture:
    """What the camera shows now; several viewers share one look."""

    def __init__(self, eyes: TableEyes, *, clock_s: Callable[[], float] = time.monotonic) -> None:
        self._eyes = eyes
        self._clock_s = clock_s
        self._peeking = threading.Lock()
        self._peeked: tuple[float, int, Pixels | None] = (-1.0, -1, None)

    def preview(self) -> ResponseReturnValue:
        """The picture as it is now."""
        pixels = self._peek()
        width = min(_PREVIEW_PX, pixels.shape[1])
        size = (width, round(pixels.shape[0] * width / pixels.shape[1]))
        small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
        return _jpeg(small, _PREVIEW_QUALITY)

    def meters(self) -> ResponseReturnValue:
        """How sharp, bright and free of glare the picture is."""
        meters = measure(self._peek())
        return {
            "sharp": round(meters.sharp, 2),
            "bright": round(meters.bright, 2),
            "clear": round(meters.clear, 2),
            "hints": list(meters.hints),
        }

    def _peek(self) -> Pixels:
        """Return a picture of the last moment, as large as it is read where that is to be had."""
        source, desk = self._eyes.source, self._eyes.desk
        with self._peeking:
            taken_s, version, pixels = self._peeked
            now_s = self._clock_s()
            fresh = now_s - taken_s < _FRESH_S
            if pixels is not None and (fresh or (desk is not None and desk.version == version)):
                return pixels
            version = -1 if desk is None else desk.version
            if isinstance(source, BrowserSource):
                frame = source.latest()
                if frame is None:
                    raise Refusal(503, "no-picture")
            else:
                frame = still(self._eyes, _GLIMPSE_S)
            pixels = as_read(frame.pixels)
            self._peeked = (self._clock_s(), version, pixels)
            return pixels


def still(eyes: TableEyes, timeout_s: float) -> Frame:
    """Return a photograph. Raises `Refusal` where none comes."""
    try:
        return eyes.source.still(timeout_s)
    except MoontableError as problem:
        raise Refusal(
            503, "camera-away", message=problem.message, advice=problem.advice
        ) from problem


def shot_of(eyes: TableEyes) -> Shot:
    """Return a photograph taken now, as its file holds it. Raises `Refusal` where none comes."""
    try:
        return Shot.of(as_read(still(eyes, STILL_S).pixels))
    except ValueError as error:
        raise Refusal(503, "no-picture") from error


def as_read(pixels: Pixels) -> Pixels:
    """Return a picture no larger than it is read."""
    longest = max(pixels.shape[:2])
    if longest <= LONGEST_PX:
        return pixels
    scale = LONGEST_PX / longest
    size = (round(pixels.shape[1] * scale), round(pixels.shape[0] * scale))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)


def _jpeg(pixels: Any, quality: int) -> Response:
    done, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise Refusal(503, "no-picture")
    return Response(data.tobytes(), mimetype="image/jpeg")
