"""The virtual table's camera: what is laid on the desk is what is photographed."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from tests.vision.sources.waiting import until
from vision.render.tables import Difficulty, random_hand, random_table
from vision.render.virtual import VirtualTable
from vision.sources.api import Frame, Pixels, Presence
from vision.sources.errors import CameraAway
from vision.sources.virtual import Desk, VirtualSource, reached


@pytest.fixture
def desk() -> Desk[VirtualTable]:
    table = VirtualTable(random_table(7, Difficulty.EASY, size_px=(640, 480)))
    return Desk(table.laid({"e4": ["brown star"], "c3": ["blue trap north"]}, seed=1))


@pytest.fixture
def source(desk: Desk[VirtualTable]) -> Iterator[VirtualSource[VirtualTable]]:
    source = VirtualSource(desk, seed=5)
    yield source
    source.close()


def test_a_still_has_the_cameras_size_and_a_small_frame_the_width_for_motion(
    source: VirtualSource[VirtualTable],
) -> None:
    assert source.still(3.0).size_px == (640, 480)
    until(lambda: source.latest() is not None)
    assert newest(source).size_px == (320, 240)
    assert source.state().presence is Presence.LIVE


def test_a_still_shows_the_desk_as_it_is_at_the_call(
    source: VirtualSource[VirtualTable], desk: Desk[VirtualTable]
) -> None:
    before = source.still(3.0)
    desk.change(lambda table: table.lifted(0))
    after = source.still(3.0)
    assert after.sequence > before.sequence
    assert after.taken_s > before.taken_s
    assert changed(before, after) > 100


def test_noise_differs_from_still_to_still_and_the_seed_repeats_it(
    source: VirtualSource[VirtualTable], desk: Desk[VirtualTable]
) -> None:
    first, second = source.still(3.0), source.still(3.0)
    assert not np.array_equal(first.pixels, second.pixels)
    assert changed(first, second) < 20


def test_small_frames_follow_changes_and_an_untouched_desk_draws_nothing(
    source: VirtualSource[VirtualTable], desk: Desk[VirtualTable]
) -> None:
    until(lambda: source.latest() is not None)
    first = newest(source)
    desk.change(lambda table: table)
    assert newest(source).pixels is first.pixels
    setup = desk.table.setup
    hand = random_hand(np.random.default_rng(3), setup.look.layout)
    desk.change(lambda table: reached(table, hand))
    until(lambda: newest(source).pixels is not first.pixels)
    assert changed(first, newest(source)) > 500


def test_a_small_frame_is_shown_once_more_and_then_no_more(
    source: VirtualSource[VirtualTable],
) -> None:
    until(lambda: source.latest() is not None and newest(source).sequence == 1)
    again = newest(source)
    time.sleep(0.3)
    assert newest(source) is again


def test_a_frame_was_taken_when_the_desk_was_looked_at_not_when_it_was_drawn() -> None:
    desk: Desk[Stubborn] = Desk(Stubborn(fails=False))
    source = VirtualSource(desk)
    until(lambda: source.latest() is not None)
    desk.put(Stubborn(fails=False, slow_s=0.2))
    begun_s = time.monotonic()
    frame = source.still(3.0)
    assert time.monotonic() - begun_s >= 0.2
    assert 0 <= frame.taken_s - begun_s < 0.2
    source.close()


def test_a_still_waits_for_no_drawing_of_what_lies_there_no_more() -> None:
    first, second = Slowly(10), Slowly(200)
    desk: Desk[Slowly] = Desk(first)
    source = VirtualSource(desk)
    assert first.begun.wait(10.0)
    desk.put(second)
    begun_s = time.monotonic()
    second.ready.set()
    frame = source.still(3.0)
    assert frame.pixels[0, 0, 0] == 200
    assert frame.taken_s >= begun_s - 0.01
    assert not first.drawn
    until(lambda: source.latest() is not None)
    latest = source.latest()
    assert latest is not None
    assert latest.pixels[0, 0, 0] == 200
    source.close()


def test_a_desk_that_never_rests_is_photographed_all_the_same() -> None:
    desk: Desk[Slowly] = Desk(Slowly(10, ready=True))
    stubborn = Restless(20, desk)
    source = VirtualSource(desk)
    desk.put(stubborn)
    assert source.still(3.0).pixels[0, 0, 0] == 20
    source.close()


def test_a_change_that_fails_changes_nothing(desk: Desk[VirtualTable]) -> None:
    before = desk.look()
    with pytest.raises(IndexError):
        desk.change(lambda table: table.lifted(99))
    assert desk.look() == before


def test_a_table_that_can_not_be_drawn_is_told_and_the_next_one_is_drawn_again() -> None:
    desk: Desk[Stubborn] = Desk(Stubborn(fails=True))
    source = VirtualSource(desk)
    until(lambda: source.state().presence is Presence.AWAY)
    assert "RuntimeError: no paint" in source.state().reason
    with pytest.raises(CameraAway, match="no paint"):
        source.still(1.0)
    desk.put(Stubborn(fails=False))
    until(lambda: source.state().presence is Presence.LIVE)
    assert source.still(1.0).size_px == (640, 480)
    source.close()


def test_a_closed_camera_takes_no_photo(source: VirtualSource[VirtualTable]) -> None:
    source.close()
    source.close()
    with pytest.raises(CameraAway):
        source.still(1.0)


class Stubborn:
    """A table of another kind, grey, or impossible to draw."""

    def __init__(self, *, fails: bool, slow_s: float = 0.0) -> None:
        self.fails, self.slow_s = fails, slow_s
        self.image = np.full((480, 640, 3), 90, dtype=np.uint8)

    def photograph(self, *, seed: int) -> Stubborn:
        del seed
        if self.fails:
            raise RuntimeError("no paint")
        time.sleep(self.slow_s)
        return self


class Slowly:
    """A table that is drawn when it is ``ready``, or given up before."""

    def __init__(self, grey: int, *, ready: bool = False) -> None:
        self.image = np.full((48, 64, 3), grey, dtype=np.uint8)
        self.begun, self.ready, self.drawn = threading.Event(), threading.Event(), False
        if ready:
            self.ready.set()

    def prepare(self, wanted: Callable[[], bool]) -> bool:
        self.begun.set()
        while not self.ready.wait(0.01):
            if not wanted():
                return False
        self.drawn = True
        return True

    def preview(self, width_px: int, *, seed: int) -> Pixels:
        del width_px, seed
        return self.image.copy()

    def photograph(self, *, seed: int) -> Slowly:
        del seed
        return self


class Restless(Slowly):
    """A table that changes whenever it is drawn."""

    def __init__(self, grey: int, desk: Desk[Slowly]) -> None:
        super().__init__(grey)
        self._desk = desk

    def prepare(self, wanted: Callable[[], bool]) -> bool:
        self._desk.put(Restless(20, self._desk))
        return wanted()


def newest(source: VirtualSource[VirtualTable]) -> Frame:
    frame = source.latest()
    assert frame is not None
    return frame


def changed(before: Frame, after: Frame) -> int:
    """How many pixels differ by far more than noise."""
    apart = np.abs(before.pixels.astype(int) - after.pixels.astype(int)).max(axis=2)
    return int((apart > 40).sum())
