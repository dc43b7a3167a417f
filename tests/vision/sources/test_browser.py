"""A browser as the camera: what it sends, when it is asked, and what is refused."""

from __future__ import annotations

import struct
import threading
import zlib
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.sources.waiting import until
from vision.sources import browser
from vision.sources.api import Control, Presence
from vision.sources.browser import BrowserSource
from vision.sources.errors import CameraAway, PictureRefused


def jpeg(brightness: int = 90, size_px: tuple[int, int] = (640, 480), **options: Any) -> bytes:
    """A photo with some texture."""
    width, height = size_px
    rng = np.random.default_rng(brightness)
    coarse = rng.integers(brightness, brightness + 60, (12, 16, 3), dtype=np.uint8)
    pixels = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    flags = [cv2.IMWRITE_JPEG_PROGRESSIVE, 1] if options.get("progressive") else []
    done, data = cv2.imencode(options.get("kind", ".jpg"), pixels, flags)
    assert done
    return data.tobytes()


class Clock:
    """A clock that the test sets."""

    now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


def asked(source: BrowserSource, timeout_s: float = 10.0) -> tuple[threading.Thread, list[Any]]:
    """Ask for a still in another thread; its list gets what came."""
    came: list[Any] = []

    def ask() -> None:
        try:
            came.append(source.still(timeout_s))
        except CameraAway as away:
            came.append(away)

    thread = threading.Thread(target=ask)
    thread.start()
    return thread, came


def test_a_photo_sent_on_purpose_answers_the_next_still_once() -> None:
    source = BrowserSource()
    sent = source.put(jpeg())
    assert source.still(0.01) is sent
    with pytest.raises(CameraAway, match="No browser sent a photo in time"):
        source.still(0.01)


def test_a_photo_sent_long_ago_answers_nothing() -> None:
    clock = Clock()
    source = BrowserSource(clock=clock)
    source.put(jpeg())
    clock.now_s += 61
    with pytest.raises(CameraAway):
        source.still(0.01)


def test_a_waiting_still_gets_the_photo_that_is_sent() -> None:
    told: list[int] = []
    source = BrowserSource(wanted=told.append)
    thread, came = asked(source)
    until(lambda: source.wanted == 1)
    sent = source.put(jpeg(), answers=1)
    thread.join()
    assert came == [sent]
    assert source.wanted == 0
    assert told == [1, 0]


def test_a_photo_taken_for_an_earlier_question_is_no_answer() -> None:
    source = BrowserSource()
    with pytest.raises(CameraAway):
        source.still(0.01)
    thread, came = asked(source)
    until(lambda: source.wanted == 2)
    source.put(jpeg(30), answers=1)
    assert came == []
    right = source.put(jpeg(40), answers=2)
    thread.join()
    assert came == [right]


def test_a_good_photo_goes_before_the_running_picture_for_a_while() -> None:
    clock = Clock()
    source = BrowserSource(clock=clock)
    thread, came = asked(source)
    until(lambda: source.wanted == 1)
    for shade in (10, 20, 30):
        source.put(jpeg(shade), live=True)
    assert came == []
    good = source.put(jpeg(90), answers=1)
    thread.join()
    assert came == [good]


def test_of_running_pictures_the_first_after_the_question_may_be_older_than_it() -> None:
    clock = Clock()
    source = BrowserSource(clock=clock)
    source.put(jpeg(10), live=True)
    thread, came = asked(source)
    until(lambda: source.wanted == 1)
    clock.now_s += 2
    source.put(jpeg(20), live=True)
    assert came == []
    second = source.put(jpeg(30), live=True)
    thread.join()
    assert came == [second]


def test_running_pictures_answer_no_question_that_was_not_asked() -> None:
    source = BrowserSource()
    for brightness in (10, 20, 30):
        source.put(jpeg(brightness), live=True)
    with pytest.raises(CameraAway):
        source.still(0.01)
    latest = source.latest()
    assert latest is not None
    assert latest.size_px == (320, 240)


def test_its_state_tells_a_phone_that_has_stopped_sending() -> None:
    clock = Clock()
    source = BrowserSource(clock=clock)
    assert source.state().presence is Presence.OPENING
    source.put(jpeg(), live=True)
    assert source.state().presence is Presence.LIVE
    clock.now_s += 6
    assert source.state().presence is Presence.AWAY
    assert source.state().since_s == 1005.0
    assert "stopped" in source.state().reason
    source.put(jpeg(), live=True)
    assert source.state().presence is Presence.LIVE


def test_photos_without_a_running_picture_keep_it_live() -> None:
    clock = Clock()
    source = BrowserSource(clock=clock)
    source.put(jpeg())
    clock.now_s += 3600
    assert source.state().presence is Presence.LIVE


def test_a_large_photo_is_made_as_small_as_it_is_read() -> None:
    source = BrowserSource()
    assert source.put(jpeg(size_px=(1600, 1200))).size_px == (1600, 1200)
    assert source.put(jpeg(size_px=(4000, 3000))).size_px == (1600, 1200)
    assert source.put(jpeg(size_px=(8000, 6000))).size_px == (1600, 1200)


def png_claiming(width: int, height: int) -> bytes:
    """A small PNG file that says that it is this large."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    body = chunk(b"IDAT", zlib.compress(bytes(1000)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + body + chunk(b"IEND", b"")


def many_scans() -> bytes:
    """A progressive JPEG whose scans are repeated again and again."""
    whole = jpeg(progressive=True)
    last = whole.rindex(b"\xff\xda")
    return whole[:last] + whole[last:-2] * 500 + b"\xff\xd9"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        pytest.param(b"", "empty", id="nothing"),
        pytest.param(b"GIF89a" + bytes(100), "not a picture", id="another format"),
        pytest.param(b"<html>" * 100, "not a picture", id="a page"),
        pytest.param(jpeg()[:-400], "end of the picture", id="a broken upload"),
        pytest.param(jpeg(size_px=(64, 48)), "only 64 x 48", id="a thumbnail"),
        pytest.param(png_claiming(60000, 60000), "60000 x 60000", id="a bomb of pixels"),
        pytest.param(bytes(browser.MOST_BYTES + 1), "25 MB", id="a bomb of bytes"),
        pytest.param(many_scans(), "too many layers", id="a bomb of scans"),
        pytest.param(png_claiming(600, 400), "decoded", id="a picture without its pixels"),
    ],
)
def test_what_is_no_photo_is_refused_with_its_reason(data: bytes, reason: str) -> None:
    source = BrowserSource()
    with pytest.raises(PictureRefused, match=reason) as refused:
        source.put(data)
    assert refused.value.advice
    assert source.latest() is None
    assert source.state().presence is Presence.OPENING


def test_an_ordinary_progressive_photo_is_taken() -> None:
    assert BrowserSource().put(jpeg(progressive=True)).size_px == (640, 480)


def test_closing_ends_a_waiting_still_and_refuses_what_comes_later() -> None:
    source = BrowserSource()
    thread, came = asked(source)
    until(lambda: source.wanted == 1)
    source.close()
    thread.join(5)
    assert isinstance(came[0], CameraAway)
    with pytest.raises(PictureRefused, match="closed"):
        source.put(jpeg())
    assert source.state().presence is Presence.AWAY


def test_many_phones_at_once_lose_nothing() -> None:
    source = BrowserSource()
    data = [jpeg(value) for value in range(0, 80, 10)]
    threads = [threading.Thread(target=source.put, args=(one,)) for one in data]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    newest = source.latest()
    assert newest is not None
    assert newest.sequence == 14


def test_nothing_of_it_can_be_locked_and_it_says_so() -> None:
    report = BrowserSource().lock()
    assert report.locked == ()
    assert set(report.free) == set(Control)
    assert "Nothing is locked" in str(report)
