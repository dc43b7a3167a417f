"""Waiting for a table to come to rest, on pictures that are made to move."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import numpy as np
import pytest

from companion.language.notices import Notice
from tests.vision.desk.made import play_table
from vision.sources.api import Frame, LockReport, Pixels, Presence, SourceState, Values, state_now
from vision.unrest import CALM_S, TableUnrest, _mask


class Pictures:
    """A source whose small picture can be changed at any time."""

    name = Notice("pictures")

    def __init__(self) -> None:
        self.lock_ = threading.Lock()
        self.frame: Frame | None = None
        self.number = 0

    def show(self, at: tuple[int, int] | None) -> None:
        """Show a plain table, with a bright thing somewhere."""
        pixels: Pixels = np.full((240, 320, 3), 90, np.uint8)
        pixels[::8] = 60
        if at is not None:
            pixels[at[0] : at[0] + 24, at[1] : at[1] + 24] = 240
        with self.lock_:
            self.number += 1
            self.frame = Frame(pixels, time.monotonic(), self.number)

    def latest(self) -> Frame | None:
        with self.lock_:
            return self.frame

    def still(self, timeout_s: float) -> Frame:
        raise NotImplementedError

    def state(self) -> SourceState:
        return state_now(Presence.LIVE)

    def lock(self, values: Values | None = None) -> LockReport:
        del values
        return LockReport()

    def close(self) -> None:
        """Nothing to let go of."""


@pytest.fixture
def pictures() -> Pictures:
    return Pictures()


@pytest.fixture
def unrest(pictures: Pictures) -> Iterator[TableUnrest]:
    made = TableUnrest(pictures)
    yield made
    made.close()


def test_without_a_picture_nothing_is_known_to_be_quiet(unrest: TableUnrest) -> None:
    assert not unrest.wait_quiet(0.3)


def test_a_picture_that_stays_is_quiet(unrest: TableUnrest, pictures: Pictures) -> None:
    pictures.show(None)
    assert unrest.wait_quiet(10.0)


def test_a_picture_that_keeps_moving_is_not(unrest: TableUnrest, pictures: Pictures) -> None:
    pictures.show(None)
    assert unrest.wait_quiet(10.0)
    moving = threading.Event()

    def move() -> None:
        k = 0
        while not moving.wait(0.05):
            k += 1
            pictures.show((100, 20 + 40 * (k % 6)))

    thread = threading.Thread(target=move)
    thread.start()
    time.sleep(0.4)
    assert not unrest.wait_quiet(0.8)
    moving.set()
    thread.join()
    assert unrest.wait_quiet(10.0)


def test_a_change_is_told_once_until_something_moves_again(
    unrest: TableUnrest, pictures: Pictures
) -> None:
    pictures.show(None)
    assert unrest.wait_quiet(10.0)
    unrest.looked()
    assert not unrest.wait_changed(0.3)
    for at in ((100, 100), (40, 200)):
        pictures.show(at)
        assert unrest.wait_changed(10.0)
        assert not unrest.wait_changed(0.3)
        unrest.looked()


def test_what_was_looked_at_is_no_news(unrest: TableUnrest, pictures: Pictures) -> None:
    pictures.show(None)
    assert unrest.wait_quiet(10.0)
    pictures.show((100, 100))
    time.sleep(0.3)
    assert unrest.wait_quiet(10.0)
    unrest.looked()
    assert not unrest.wait_changed(0.5)


def test_motion_counts_on_the_board_and_its_notches_only() -> None:
    table = play_table()
    layout = table.setup.look.layout
    mask = _mask((table.camera, layout), (240, 320))
    assert mask is not None
    small = table.camera.scaled((320, 240))
    notch = (*table.setup.look.notch_mm("brown", 3), 0.0)
    for place in ([128.0, 128.0, 0.0], list(notch)):
        x, y = (round(v) for v in small.project([place])[0])
        assert mask[y, x]
    assert not mask[2, 2]


def test_frames_of_another_shape_have_no_mask() -> None:
    table = play_table()
    assert _mask((table.camera, table.setup.look.layout), (240, 427)) is None
    assert _mask(None, (240, 320)) is None


def test_calm_is_counted_from_the_last_picture_that_moved(pictures: Pictures) -> None:
    now_s = 0.0
    unrest = TableUnrest(pictures, clock=lambda: now_s)
    unrest.close()

    def fed(at: tuple[int, int] | None, taken_s: float) -> None:
        pictures.show(at)
        frame = pictures.latest()
        assert frame is not None
        unrest._feed(frame, taken_s)

    fed(None, 0.0)
    fed(None, 1.0)
    fed((100, 60), 2.0)
    now_s = 2.5
    assert not unrest.wait_quiet(0.0), "nobody knows yet whether it still moves"
    fed((100, 60), 2.2)
    now_s = 2.0 + CALM_S - 0.01
    assert not unrest.wait_quiet(0.0)
    now_s = 2.0 + CALM_S + 0.01
    assert unrest.wait_quiet(0.0)
