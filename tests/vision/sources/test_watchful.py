"""A camera that goes away is told, tried again with growing patience, and found again."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from companion.language.notices import Notice
from tests.vision.sources.played import PlayedReader, brightness
from tests.vision.sources.waiting import until
from vision.sources.api import Control, Presence, Source, SourceState
from vision.sources.errors import CameraAway, CameraMissing
from vision.sources.reading import ReadingSource
from vision.sources.watchful import Patience, Watchful

QUICK = Patience(first_s=0.02, most_s=0.1, proven_s=10.0)


class Plug:
    """A camera that the test plugs in and out."""

    def __init__(self) -> None:
        self.reader: PlayedReader | None = None
        self.tried: list[float] = []

    def open(self) -> Source:
        self.tried.append(time.monotonic())
        if self.reader is None:
            raise CameraMissing(Notice("There is no camera."), Notice("Plug it in."))
        advice = Notice("Plug it in again.")
        name = Notice("real camera")
        return ReadingSource(name, self.reader, timeout_s=5.0, advice=advice, stale=0)

    def plug_in(self, *shades: int) -> PlayedReader:
        reader = PlayedReader()
        reader.play(*shades)
        self.reader = reader
        return reader

    def pull_out(self) -> None:
        reader, self.reader = self.reader, None
        assert reader is not None
        reader.frames.put(None)


def is_(source: Source, presence: Presence) -> Callable[[], bool]:
    return lambda: source.state().presence is presence


def test_it_comes_goes_and_comes_back() -> None:
    plug, told = Plug(), list[SourceState]()
    source = Watchful(Notice("camera"), plug.open, patience=QUICK, tell=told.append)
    until(is_(source, Presence.AWAY))
    assert source.state().reason == "There is no camera."
    with pytest.raises(CameraAway, match=r"There is no camera\. Plug it in\."):
        source.still(5.0)

    plug.plug_in(50, 60)
    until(is_(source, Presence.LIVE))
    assert source.name == "real camera"
    latest = source.latest()
    assert latest is not None
    first = latest.sequence

    plug.pull_out()
    until(is_(source, Presence.AWAY))
    assert source.latest() is None

    plug.plug_in(70, 80)
    until(lambda: is_(source, Presence.LIVE)() and source.latest() is not None)
    latest = source.latest()
    assert latest is not None
    assert latest.sequence > first
    assert brightness(latest.pixels) == 70
    news = [state.presence for state in told]
    once = [each for each, before in zip(news, [None, *news], strict=False) if each is not before]
    assert once == [Presence.AWAY, Presence.LIVE, Presence.AWAY, Presence.LIVE]
    plug.pull_out()
    source.close()


def test_each_try_waits_twice_as_long_up_to_a_limit() -> None:
    plug = Plug()
    source = Watchful(Notice("camera"), plug.open, patience=QUICK)
    until(lambda: len(plug.tried) >= 6)
    source.close()
    gaps = [b - a for a, b in zip(plug.tried, plug.tried[1:], strict=False)]
    assert gaps[0] >= 0.02
    assert gaps[1] >= 0.04
    assert all(gap >= 0.1 for gap in gaps[3:])


def test_a_still_waits_while_the_camera_is_being_opened() -> None:
    plug = Plug()
    plug.plug_in(50, 60, 70, 80)
    slow_open = plug.open

    def opened() -> Source:
        time.sleep(0.2)
        return slow_open()

    source = Watchful(Notice("camera"), opened, patience=QUICK)
    assert plug.reader is not None
    assert source.state().presence is Presence.OPENING
    with pytest.raises(CameraAway, match="being opened"):
        source.still(0.01)
    until(is_(source, Presence.LIVE))
    plug.pull_out()
    source.close()


def test_what_was_locked_is_locked_again_to_the_same_values() -> None:
    plug = Plug()
    source = Watchful(Notice("camera"), plug.open, patience=QUICK)
    with pytest.raises(CameraAway):
        source.lock()
    reader = plug.plug_in(50)
    until(is_(source, Presence.LIVE))
    reader.play(60)
    assert source.lock().values == {Control.EXPOSURE: (8000.0,)}
    plug.pull_out()
    until(is_(source, Presence.AWAY))
    again = plug.plug_in(50)
    until(is_(source, Presence.LIVE))
    again.play(60)
    until(lambda: bool(again.locked))
    assert again.locked == [{Control.EXPOSURE: (8000.0,)}]
    plug.pull_out()
    source.close()


def test_an_error_that_nobody_expected_is_a_camera_that_is_away() -> None:
    def broken() -> Source:
        raise RuntimeError("tuning file")

    source = Watchful(Notice("camera"), broken, patience=QUICK)
    until(is_(source, Presence.AWAY))
    assert "RuntimeError: tuning file" in source.state().reason
    source.close()
    assert "closed" in source.state().reason
