"""A source that a thread reads: the newest frame, stills after the call, drivers that fail."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from companion.language.notices import Notice
from tests.vision.sources.played import PlayedReader, brightness
from tests.vision.sources.waiting import until
from vision.sources.api import Control, Presence
from vision.sources.errors import CameraAway
from vision.sources.reading import ReadingSource


@pytest.fixture
def reader() -> Iterator[PlayedReader]:
    reader = PlayedReader()
    yield reader
    reader.frames.put(None)


def source_of(reader: PlayedReader, *, timeout_s: float = 5.0, stale: int = 1) -> ReadingSource:
    return ReadingSource(
        Notice("camera"), reader, timeout_s=timeout_s, advice=Notice("Look."), stale=stale
    )


def shade_of_still(source: ReadingSource, reader: PlayedReader, *shades: int) -> list[Any]:
    """Ask for a still, then play these frames; what came of it."""
    came: list[Any] = []

    def ask() -> None:
        try:
            came.append(round(brightness(source.still(5.0).pixels)))
        except CameraAway as away:
            came.append(away)

    thread = threading.Thread(target=ask)
    thread.start()
    until(lambda: source._waiting > 0)  # asked; only now may frames count
    reader.play(*shades)
    thread.join()
    return came


def test_it_is_opening_until_the_first_picture_and_live_from_then_on(reader: PlayedReader) -> None:
    source = source_of(reader)
    assert source.state().presence is Presence.OPENING
    assert source.latest() is None
    reader.play(50)
    until(lambda: source.state().presence is Presence.LIVE)
    latest = source.latest()
    assert latest is not None
    assert latest.size_px == (320, 240)


@pytest.mark.parametrize(
    ("stale", "shade"), [(0, 20), (1, 30), (2, 40)], ids=["no queue", "one waits", "two wait"]
)
def test_a_still_leaves_out_the_frame_under_way_and_those_that_may_be_older(
    reader: PlayedReader, stale: int, shade: int
) -> None:
    source = source_of(reader, stale=stale)
    reader.play(5)
    until(lambda: source.latest() is not None)
    # The first is being waited for when the still is asked: it may have been begun before.
    assert shade_of_still(source, reader, 10, 20, 30, 40) == [shade]


def test_only_what_is_looked_at_is_decoded(reader: PlayedReader) -> None:
    source = source_of(reader)
    reader.play(*range(100))
    until(reader.frames.empty)
    assert reader.decoded < 20
    assert source.state().presence is Presence.LIVE


def test_damaged_frames_are_left_out_and_grey_ones_become_colours(reader: PlayedReader) -> None:
    source = source_of(reader, stale=0)
    reader.frames.put(np.zeros((0, 0, 3), np.uint8))
    reader.frames.put(np.full((480, 640), 70, np.uint8))
    until(lambda: source.latest() is not None)
    latest = source.latest()
    assert latest is not None
    assert brightness(latest.pixels) == 70


@pytest.mark.parametrize(
    ("end", "reason"),
    [
        pytest.param(None, "gives no more pictures", id="unplugged"),
        pytest.param(OSError("bus error"), "OSError: bus error", id="the driver throws"),
    ],
)
def test_a_camera_that_ends_is_away_and_ends_those_who_wait(
    reader: PlayedReader, end: Exception | None, reason: str
) -> None:
    source = source_of(reader)
    reader.play(50)
    until(lambda: source.latest() is not None)
    threading.Timer(0.05, reader.frames.put, (end,)).start()
    with pytest.raises(CameraAway, match=reason):
        source.still(5.0)
    assert source.state().presence is Presence.AWAY
    assert source.latest() is None
    assert reader.released.wait(1)


def test_a_driver_that_does_not_answer_is_away_and_nobody_waits_longer_than_he_said(
    reader: PlayedReader,
) -> None:
    source = source_of(reader, timeout_s=0.1)
    reader.play(50)
    with pytest.raises(CameraAway):
        source.still(0.05)
    until(lambda: source.state().presence is Presence.AWAY)
    assert "no picture for 0.1 s" in source.state().reason
    with pytest.raises(CameraAway):
        source.lock()


def test_locking_is_done_between_two_frames(reader: PlayedReader) -> None:
    source = source_of(reader)
    threading.Timer(0.05, reader.play, (50, 60, 70)).start()
    report = source.lock({Control.GAIN: (2.0,)})
    assert report.values == {Control.EXPOSURE: (8000.0,), Control.GAIN: (2.0,)}
    assert str(report) == "Locked: exposure and gain. Not locked: focus (it has none)."


def test_closing_lets_go_of_the_camera(reader: PlayedReader) -> None:
    source = source_of(reader)
    source.close()
    reader.play(1)  # the driver answers at last
    assert reader.released.wait(1)
    with pytest.raises(CameraAway, match="closed"):
        source.still(1.0)
