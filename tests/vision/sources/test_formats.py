"""From a chip's bytes to BGR: every layout, with padding, in both ranges."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from vision.sources.api import Pixels
from vision.sources.formats import (
    BT601_FULL,
    BT601_LIMITED,
    BT709_FULL,
    BT709_LIMITED,
    Coding,
    Layout,
    to_bgr,
)

SIZE = (64, 48)


@pytest.fixture
def picture() -> Pixels:
    """Blocks of 8 x 8 pixels in colours from all over, so that half-sized colour loses little."""
    coarse = np.random.default_rng(2).integers(0, 256, (6, 8, 3), dtype=np.uint8)
    coarse[0, :4] = [(0, 0, 0), (255, 255, 255), (0, 0, 255), (255, 0, 0)]
    return np.repeat(np.repeat(coarse, 8, axis=0), 8, axis=1)


def yuv(picture: Pixels, coding: Coding) -> tuple[Pixels, Pixels, Pixels]:
    """Y, U and V by the forward matrix, as BT.601 and BT.709 write it."""
    blue, green, red = (picture[:, :, k].astype(float) for k in range(3))
    y = coding.red * red + (1 - coding.red - coding.blue) * green + coding.blue * blue
    u = (blue - y) / (2 * (1 - coding.blue))
    v = (red - y) / (2 * (1 - coding.red))
    if not coding.full_range:
        y, u, v = 16 + y * 219 / 255, u * 224 / 255, v * 224 / 255
    half = [(p[::2, ::2] + p[1::2, ::2] + p[::2, 1::2] + p[1::2, 1::2]) / 4 + 128 for p in (u, v)]
    whole = [np.clip(np.round(p), 0, 255).astype(np.uint8) for p in (y, *half)]
    return whole[0], whole[1], whole[2]


def rows(plane: Pixels, stride: int) -> bytes:
    padding = stride - plane.shape[1]
    return np.pad(plane, ((0, 0), (0, padding)), constant_values=77).tobytes()


def nv12(y: Pixels, u: Pixels, v: Pixels, stride: int) -> bytes:
    return rows(y, stride) + rows(np.dstack([u, v]).reshape(u.shape[0], -1), stride)


def nv21(y: Pixels, u: Pixels, v: Pixels, stride: int) -> bytes:
    return nv12(y, v, u, stride)


def yuv420(y: Pixels, u: Pixels, v: Pixels, stride: int) -> bytes:
    return rows(y, stride) + rows(u, stride // 2) + rows(v, stride // 2)


def yvu420(y: Pixels, u: Pixels, v: Pixels, stride: int) -> bytes:
    return yuv420(y, v, u, stride)


def far(found: Pixels, right: Pixels) -> int:
    """The largest error inside the blocks; at their edges half-sized colour is smeared."""
    inside = np.zeros(right.shape[:2], dtype=bool)
    for top in range(2, right.shape[0], 8):
        for left in range(2, right.shape[1], 8):
            inside[top : top + 4, left : left + 4] = True
    return int(np.abs(found.astype(int) - right.astype(int))[inside].max())


@pytest.mark.parametrize("stride", [64, 96], ids=["close", "padded"])
@pytest.mark.parametrize(
    "coding",
    [BT601_FULL, BT601_LIMITED, BT709_FULL, BT709_LIMITED],
    ids=["601 full", "601 limited", "709 full", "709 limited"],
)
@pytest.mark.parametrize(
    ("layout", "packed"),
    [
        (Layout.NV12, nv12),
        (Layout.NV21, nv21),
        (Layout.YUV420, yuv420),
        (Layout.YVU420, yvu420),
    ],
    ids=lambda value: value.value if isinstance(value, Layout) else "",
)
def test_half_sized_colour(
    picture: Pixels,
    layout: Layout,
    packed: Callable[[Pixels, Pixels, Pixels, int], bytes],
    coding: Coding,
    stride: int,
) -> None:
    data = np.frombuffer(packed(*yuv(picture, coding), stride), dtype=np.uint8)
    found = to_bgr(data, layout, SIZE, stride_bytes=stride, coding=coding)
    assert found.shape == picture.shape
    assert far(found, picture) <= 3
    cut = to_bgr(data[: -(stride - 64) // 2 or None], layout, SIZE, stride_bytes=stride)
    assert cut.shape == picture.shape


def test_a_full_range_picture_is_not_what_opencv_takes_it_for(picture: Pixels) -> None:
    data = np.frombuffer(nv12(*yuv(picture, BT601_FULL), 64), dtype=np.uint8)
    theirs = cv2.cvtColor(data.reshape(72, 64), cv2.COLOR_YUV2BGR_NV12)
    assert far(np.asarray(theirs, np.uint8), picture) > 10
    assert far(to_bgr(data, Layout.NV12, SIZE), picture) <= 3


@pytest.mark.parametrize("stride", [0, 320], ids=["close", "padded"])
@pytest.mark.parametrize(
    ("layout", "order"),
    [
        (Layout.RGB888, (0, 1, 2)),
        (Layout.BGR888, (2, 1, 0)),
        (Layout.XRGB8888, (0, 1, 2, 1)),
        (Layout.XBGR8888, (2, 1, 0, 1)),
    ],
    ids=lambda value: value.value if isinstance(value, Layout) else "",
)
def test_whole_colour(picture: Pixels, layout: Layout, order: tuple[int, ...], stride: int) -> None:
    plane = picture[:, :, list(order)].reshape(SIZE[1], -1)
    data = np.frombuffer(rows(plane, stride or plane.shape[1]), dtype=np.uint8)
    found = to_bgr(data, layout, SIZE, stride_bytes=stride)
    assert np.array_equal(found, picture)
    assert found.flags.c_contiguous


@pytest.mark.parametrize(
    ("layout", "size", "stride", "count", "why"),
    [
        (Layout.NV12, (64, 48), 0, 100, "too few"),
        (Layout.NV12, (63, 48), 0, 9999, "odd size"),
        (Layout.RGB888, (64, 48), 100, 99999, "too short"),
    ],
    ids=["too few bytes", "an odd size", "rows too short"],
)
def test_what_can_not_be_is_an_error(
    layout: Layout, size: tuple[int, int], stride: int, count: int, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        to_bgr(np.zeros(count, np.uint8), layout, size, stride_bytes=stride)
