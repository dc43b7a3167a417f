"""Load a photograph safely, and say in plain words what is wrong with one.

    PhotoProblem   the file can't be used; carries a `PhotoFault`, a reason and advice

Headers are read before anything is decoded, so a small file that claims to be a huge picture is
refused; a JPEG without its end is refused too, because OpenCV decodes half of it silently.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.language.notices import Notice, notice, together

Pixels = NDArray[np.uint8]

LONGEST_PX = 1600
"""Photos are read at this size at most: more pixels tell no more."""
_MOST_BYTES = 64 * 1024 * 1024
_MOST_PIXELS = 80_000_000
_LEAST_SIDE_PX = 120  # nine lines need a dozen pixels each
_GRAY_FILL = 128  # what decoders put where JPEG data are missing


class PhotoFault(Enum):
    """Why a file is not a usable photograph."""

    MISSING = "missing"
    """There is no such file, or it can't be read."""
    EMPTY = "empty"
    """The file has no bytes."""
    NOT_AN_IMAGE = "not-an-image"
    """Not JPEG, PNG, WebP or BMP."""
    TRUNCATED = "truncated"
    """The end of the file is missing."""
    DAMAGED = "damaged"
    """The file can't be decoded."""
    TOO_SMALL = "too-small"
    """Too few pixels to show a board."""
    TOO_BIG = "too-big"
    """More bytes or pixels than any camera here makes."""


class PhotoProblem(ValueError):
    """A file that can't be used; `fault`, a plain `reason` and `advice`."""

    def __init__(self, fault: PhotoFault, reason: Notice, advice: Notice) -> None:
        """Keep all three; `said` is both sentences."""
        self.said = together(reason, advice)
        super().__init__(self.said)
        self.fault = fault
        self.reason = reason
        self.advice = advice


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A decoded photograph: BGR pixels (H, W, 3) uint8, upright, and the size it had in the file.

    size_px: (width, height) of the file after its EXIF turn; `pixels` may be smaller.
    """

    pixels: Pixels
    size_px: tuple[int, int]

    @property
    def scale(self) -> float:
        """Pixels here per pixel of the file, at most 1."""
        return float(self.pixels.shape[1]) / self.size_px[0]

    def to_file_px(self, points_px: NDArray[np.float64]) -> NDArray[np.float64]:
        """Map points (N, 2) in `pixels` to the picture in the file."""
        return np.asarray((points_px + 0.5) / self.scale - 0.5, dtype=np.float64)


def load_photo(path: Path | str, *, longest_px: int | None = None) -> Photo:
    """Return the photograph in a file, its longer side at most `longest_px`. PhotoProblem."""
    file = Path(path)
    try:
        if file.stat().st_size > _MOST_BYTES:
            raise _too_big(notice("eyes.photo.large-file", size_mb=file.stat().st_size // 2**20))
        data = file.read_bytes()
    except OSError as error:
        raise PhotoProblem(
            PhotoFault.MISSING,
            notice("eyes.photo.no-file", fault=str(error.strerror or error)),
            notice("eyes.photo.check-name"),
        ) from error
    return decode_photo(data, longest_px=longest_px)


def decode_photo(data: bytes, *, longest_px: int | None = None) -> Photo:
    """Return the photograph in encoded bytes, its longer side at most `longest_px`. PhotoProblem.

    Grey pictures get three equal channels; EXIF turns are applied.
    """
    if not data:
        raise PhotoProblem(
            PhotoFault.EMPTY, notice("eyes.photo.empty"), notice("eyes.photo.take-again")
        )
    if len(data) > _MOST_BYTES:
        raise _too_big(notice("eyes.photo.large-file", size_mb=len(data) // 2**20))
    size = _header_size(data)
    if size[0] * size[1] > _MOST_PIXELS:
        raise _too_big(notice("eyes.photo.large-picture", width=size[0], height=size[1]))
    if min(size) < _LEAST_SIDE_PX:
        raise PhotoProblem(
            PhotoFault.TOO_SMALL,
            notice("eyes.photo.small-picture", width=size[0], height=size[1]),
            notice("eyes.photo.at-least"),
        )
    pixels = _decoded(data, size, longest_px)
    turned = (pixels.shape[1] > pixels.shape[0]) != (size[0] > size[1])
    upright = (size[1], size[0]) if turned else size
    if longest_px is not None and max(pixels.shape[:2]) > longest_px:
        factor = longest_px / max(pixels.shape[:2])
        small = (round(pixels.shape[1] * factor), round(pixels.shape[0] * factor))
        resized = cv2.resize(pixels, small, interpolation=cv2.INTER_AREA)
        pixels = np.asarray(resized, dtype=np.uint8)
    return Photo(pixels, upright)


def _decoded(data: bytes, size: tuple[int, int], longest_px: int | None) -> Pixels:
    """Decode the bytes; large JPEGs at half size when that still is large enough."""
    flags = cv2.IMREAD_COLOR
    if longest_px is not None and data[:2] == b"\xff\xd8":
        for factor, reduced in ((4, cv2.IMREAD_REDUCED_COLOR_4), (2, cv2.IMREAD_REDUCED_COLOR_2)):
            if max(size) >= factor * longest_px:
                flags = reduced
                break
    try:
        pixels = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), flags)
    except cv2.error:
        pixels = None
    if pixels is None or pixels.ndim != 3:
        raise PhotoProblem(
            PhotoFault.DAMAGED,
            notice("eyes.photo.undecodable"),
            notice("eyes.photo.copy-again"),
        )
    image = np.asarray(pixels, dtype=np.uint8)
    if _has_fill(image):
        raise _truncated()
    return image


def _has_fill(image: Pixels) -> bool:
    """Tell whether one end of the picture is the flat grey of missing JPEG data."""
    strip = max(8, min(image.shape[:2]) // 20)
    ends = (image[-strip:], image[:strip], image[:, -strip:], image[:, :strip])
    return any(bool((end == _GRAY_FILL).all()) for end in ends)


def _too_big(what: Notice) -> PhotoProblem:
    """Return the problem of too large a picture."""
    return PhotoProblem(PhotoFault.TOO_BIG, what, notice("eyes.photo.at-most"))


def _truncated() -> PhotoProblem:
    """Return the problem of a picture whose end is missing."""
    return PhotoProblem(
        PhotoFault.TRUNCATED,
        notice("eyes.photo.no-end"),
        notice("eyes.photo.wait-saved"),
    )


def _header_size(data: bytes) -> tuple[int, int]:
    """Return (width, height) from the header; checks that the file has its end."""
    try:
        if data[:2] == b"\xff\xd8":
            return _jpeg_size(data)
        if data[:8] == b"\x89PNG\r\n\x1a\n":
            if b"IEND" not in data[-64:]:
                raise _truncated()
            width, height = struct.unpack(">II", data[16:24])
            return width, height
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            if len(data) < struct.unpack("<I", data[4:8])[0] + 8:
                raise _truncated()
            return _webp_size(data)
        if data[:2] == b"BM":
            width, height = struct.unpack("<ii", data[18:26])
            if len(data) < struct.unpack("<I", data[2:6])[0]:
                raise _truncated()
            return width, abs(height)
    except (struct.error, IndexError) as error:
        raise _truncated() from error
    raise PhotoProblem(
        PhotoFault.NOT_AN_IMAGE,
        notice("eyes.photo.no-picture"),
        notice("eyes.photo.save-jpeg"),
    )


def _jpeg_size(data: bytes) -> tuple[int, int]:
    """Walk a JPEG's segments to its end; return the frame's size (ITU T.81, annex B)."""
    size: tuple[int, int] | None = None
    at = 2
    while True:
        while at < len(data) and data[at] == 0xFF and data[at + 1 : at + 2] == b"\xff":
            at += 1  # fill bytes
        if at + 2 > len(data) or data[at] != 0xFF:
            raise _truncated()
        marker = data[at + 1]
        if marker == 0xD9:
            break
        length = struct.unpack(">H", data[at + 2 : at + 4])[0]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            size = (width, height)
        at += 2 + length
        if marker == 0xDA:
            # Coded data run to the next marker that is neither stuffing nor a restart.
            following = _JPEG_MARKER.search(data, at)
            if following is None:
                raise _truncated()
            at = following.start()
    if size is None or min(size) == 0:
        raise PhotoProblem(
            PhotoFault.DAMAGED, notice("eyes.photo.no-size"), notice("eyes.photo.copy-again")
        )
    return size


_JPEG_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]", re.DOTALL)


def _webp_size(data: bytes) -> tuple[int, int]:
    """Return the size of a WebP picture (RFC 9649)."""
    kind = data[12:16]
    if kind == b"VP8X":
        width = 1 + int.from_bytes(data[24:27], "little")
        return width, 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    width, height = struct.unpack("<HH", data[26:30])
    return width & 0x3FFF, height & 0x3FFF
