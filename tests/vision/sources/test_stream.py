"""Cameras in the network: a real server of MJPEG on this machine, which dies and comes back."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from companion.language.notices import Notice
from tests.vision.sources.played import StreamServer, brightness
from tests.vision.sources.waiting import until
from vision.sources.api import Control, Presence
from vision.sources.capture import open_stream
from vision.sources.errors import CameraAway, CameraMissing
from vision.sources.watchful import Patience, Watchful


@pytest.fixture
def server() -> Iterator[StreamServer]:
    server = StreamServer()
    yield server
    server.close()


def test_a_still_is_taken_after_the_call_and_latest_is_the_newest(server: StreamServer) -> None:
    source = open_stream(server.url, timeout_s=5.0)
    for shade in (60, 120, 180):
        server.shade = shade
        assert brightness(source.still(5.0).pixels) == pytest.approx(shade, abs=3)
    until(lambda: (frame := source.latest()) is not None and brightness(frame.pixels) > 170)
    assert source.still(5.0).size_px == (640, 480)
    assert set(source.lock().free) == set(Control)
    source.close()


def test_twelve_megapixels_come_through() -> None:
    server = StreamServer(size_px=(4000, 3000))
    source = open_stream(server.url, timeout_s=20.0)
    assert source.still(20.0).size_px == (4000, 3000)
    source.close()
    server.close()


def test_a_server_that_falls_silent_is_away_and_nobody_hangs(server: StreamServer) -> None:
    source = open_stream(server.url, timeout_s=0.5)
    source.still(5.0)
    server.silent = True
    until(lambda: source.state().presence is Presence.AWAY)
    with pytest.raises(CameraAway):
        source.still(0.1)
    source.close()


def test_a_server_that_dies_is_told_and_found_when_it_is_back() -> None:
    server = StreamServer()
    patience = Patience(first_s=0.05, most_s=0.2)
    name = Notice("stream")
    source = Watchful(name, lambda: open_stream(server.url, timeout_s=1.0), patience=patience)
    assert brightness(source.still(10.0).pixels) == pytest.approx(60, abs=3)
    last = source.still(5.0).sequence
    server.close()
    until(lambda: source.state().presence is Presence.AWAY)
    with pytest.raises(CameraAway):
        source.still(0.5)
    server = StreamServer(server.port)
    server.shade = 200
    until(lambda: source.state().presence is Presence.LIVE)
    frame = source.still(5.0)
    assert brightness(frame.pixels) == pytest.approx(200, abs=3)
    assert frame.sequence > last
    source.close()
    server.close()


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        pytest.param("", "There is no address", id="no address"),
        pytest.param("/dev/video0", "no address of a stream", id="a device"),
        pytest.param("file:///etc/passwd", "no address of a stream", id="a file"),
        pytest.param("http://127.0.0.1:9/x", "does not answer", id="nobody is there"),
        pytest.param("rtsp://me:secret@127.0.0.1:9/x", "at rtsp://127.0.0.1:9/x", id="a password"),
    ],
)
def test_what_can_not_be_opened_is_said_without_its_password(address: str, reason: str) -> None:
    with pytest.raises(CameraMissing, match=reason) as missing:
        open_stream(address, timeout_s=1.0)
    assert "secret" not in str(missing.value)
    assert missing.value.advice


def test_no_thread_is_left_when_a_camera_is_closed(server: StreamServer) -> None:
    before = threading.active_count()
    source = open_stream(server.url, timeout_s=2.0)
    source.still(5.0)
    source.close()
    until(lambda: threading.active_count() <= before + 1)  # the server's own
