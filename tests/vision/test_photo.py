"""Loading photographs safely."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.photo import PhotoFault, PhotoProblem, decode_photo, load_photo


def picture(width: int = 400, height: int = 300, channels: int = 3) -> NDArray[np.uint8]:
    rng = np.random.default_rng(1)
    small = rng.integers(0, 255, (height // 20 + 1, width // 20 + 1, channels), dtype=np.uint8)
    return np.asarray(cv2.resize(small, (width, height)), dtype=np.uint8)


def encoded(image: NDArray[np.uint8], suffix: str = ".jpg") -> bytes:
    return bytes(cv2.imencode(suffix, image)[1])


def with_exif_turn(jpeg: bytes, turn: int) -> bytes:
    """Return the JPEG with an EXIF orientation of `turn` (1 to 8)."""
    tiff = b"MM\0*\0\0\0\x08" + struct.pack(">HHHIHHI", 1, 0x0112, 3, 1, turn, 0, 0)
    body = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".bmp"])
def test_a_photo_of_any_common_kind_is_loaded(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"photo{suffix}"
    path.write_bytes(encoded(picture(), suffix))
    photo = load_photo(path)
    assert photo.pixels.shape == (300, 400, 3)
    assert photo.pixels.dtype == np.uint8
    assert photo.size_px == (400, 300)
    assert photo.scale == 1.0


def test_a_grey_picture_gets_three_equal_channels() -> None:
    photo = decode_photo(encoded(picture()[:, :, 0]))
    assert photo.pixels.shape == (300, 400, 3)
    assert np.array_equal(photo.pixels[..., 0], photo.pixels[..., 2])


def test_an_exif_turn_is_applied() -> None:
    upright = decode_photo(encoded(picture()))
    turned = decode_photo(with_exif_turn(encoded(picture()), 6))
    assert turned.size_px == (300, 400)
    assert np.array_equal(turned.pixels, cv2.rotate(upright.pixels, cv2.ROTATE_90_CLOCKWISE))


@pytest.mark.parametrize("longest", [500, 1000, 1500])
def test_a_large_photo_is_scaled_down_and_knows_its_scale(longest: int) -> None:
    photo = decode_photo(encoded(picture(4000, 3000)), longest_px=longest)
    assert max(photo.pixels.shape) == longest
    assert photo.size_px == (4000, 3000)
    middle = np.array([[(longest - 1) / 2, (longest * 0.75 - 1) / 2]])
    assert np.allclose(photo.to_file_px(middle), [[1999.5, 1499.5]])


def test_a_small_photo_is_not_blown_up() -> None:
    assert decode_photo(encoded(picture()), longest_px=1000).pixels.shape[1] == 400


@pytest.mark.parametrize("part", [0.02, 0.3, 0.7, 0.99])
@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".bmp"])
def test_a_truncated_file_is_refused(suffix: str, part: float) -> None:
    data = encoded(picture(), suffix)
    with pytest.raises(PhotoProblem) as caught:
        decode_photo(data[: int(len(data) * part)])
    assert caught.value.fault in (PhotoFault.TRUNCATED, PhotoFault.NOT_AN_IMAGE)
    assert caught.value.reason
    assert caught.value.advice


def test_a_jpeg_with_an_end_but_without_its_middle_is_refused() -> None:
    data = encoded(picture(800, 600))
    with pytest.raises(PhotoProblem) as caught:
        decode_photo(data[: len(data) // 2] + b"\xff\xd9")
    assert caught.value.fault is PhotoFault.TRUNCATED


def test_bytes_after_the_end_of_a_jpeg_do_not_matter() -> None:
    assert decode_photo(encoded(picture()) + b"more" * 50).size_px == (400, 300)


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", PhotoFault.EMPTY),
        (b"hello", PhotoFault.NOT_AN_IMAGE),
        (b"%PDF-1.4 and so on", PhotoFault.NOT_AN_IMAGE),
        (b"\xff\xd8", PhotoFault.TRUNCATED),
        (b"\x89PNG\r\n\x1a\n", PhotoFault.TRUNCATED),
        (encoded(picture(4, 4)), PhotoFault.TOO_SMALL),
        (encoded(picture(4000, 60)), PhotoFault.TOO_SMALL),
    ],
)
def test_other_files_are_refused_with_the_reason(data: bytes, fault: PhotoFault) -> None:
    with pytest.raises(PhotoProblem) as caught:
        decode_photo(data)
    assert caught.value.fault is fault


def test_a_bomb_is_refused_by_its_header_alone() -> None:
    def chunk(kind: bytes, body: bytes) -> bytes:
        check = zlib.crc32(kind + body)
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", check)

    header = struct.pack(">IIBBBBB", 60000, 60000, 8, 2, 0, 0, 0)
    bomb = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")
    with pytest.raises(PhotoProblem) as caught:
        decode_photo(bomb)
    assert caught.value.fault is PhotoFault.TOO_BIG


def test_damaged_data_behind_a_good_header_are_refused() -> None:
    data = bytearray(encoded(picture(), ".png"))
    data[60:-20] = bytes(len(data) - 80)
    with pytest.raises(PhotoProblem) as caught:
        decode_photo(bytes(data))
    assert caught.value.fault is PhotoFault.DAMAGED


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "nothing.jpg", tmp_path):
        with pytest.raises(PhotoProblem) as caught:
            load_photo(path)
        assert caught.value.fault is PhotoFault.MISSING
