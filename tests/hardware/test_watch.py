"""The thread that watches buttons, with virtual buttons and short real times."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from hardware.buttons import Key, Press, Pressed, Timing
from hardware.virtual import VirtualButtons
from hardware.watch import Watch
from tests.hardware.waiting import until

TIMING = Timing(debounce_s=0.005, hold_s=0.4)


class Heard:
    """Remembers what was pressed."""

    def __init__(self) -> None:
        self.presses: list[Press] = []

    def __call__(self, pressed: Pressed) -> None:
        self.presses.append(pressed.press)

    def becomes(self, *presses: Press) -> bool:
        return until(lambda: self.presses == list(presses))


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def buttons() -> VirtualButtons:
    return VirtualButtons()


@pytest.fixture
def watch(buttons: VirtualButtons, heard: Heard) -> Iterator[Watch]:
    watch = Watch(buttons, heard, timing=TIMING)
    yield watch
    watch.close()


@pytest.mark.usefixtures("watch")
def test_a_press_is_heard(buttons: VirtualButtons, heard: Heard) -> None:
    buttons.press(Key.DONE_BLUE, for_s=0.03)
    assert heard.becomes(Press.DONE_BLUE)


@pytest.mark.usefixtures("watch")
def test_holding_is_heard_while_the_button_is_down(buttons: VirtualButtons, heard: Heard) -> None:
    buttons.set_down(Key.REFEREE, down=True)
    assert heard.becomes(Press.WHY)
    buttons.set_down(Key.REFEREE, down=False)
    time.sleep(0.03)
    buttons.press(Key.REFEREE, for_s=0.03)
    assert heard.becomes(Press.WHY, Press.PAUSE)


def test_a_storm_of_bounces_is_one_press(buttons: VirtualButtons, heard: Heard) -> None:
    watch = Watch(buttons, heard, timing=Timing(debounce_s=0.1, hold_s=5))
    for _ in range(2000):
        buttons.set_down(Key.DONE_BROWN, down=True)
        buttons.set_down(Key.DONE_BROWN, down=False)
    buttons.press(Key.DONE_BROWN, for_s=0.2)
    assert until(lambda: Press.DONE_BROWN in heard.presses)
    assert heard.presses == [Press.DONE_BROWN]
    watch.close()


def test_a_button_that_is_down_at_the_start_fires_nothing(heard: Heard) -> None:
    buttons = VirtualButtons(held=frozenset({Key.DONE_BROWN}))
    watch = Watch(buttons, heard, timing=TIMING)
    buttons.set_down(Key.DONE_BROWN, down=False)
    buttons.press(Key.DONE_BLUE, for_s=0.03)
    assert heard.becomes(Press.DONE_BLUE)
    watch.close()


def test_a_listener_that_raises_stops_nothing(buttons: VirtualButtons) -> None:
    failures: list[Exception] = []
    presses: list[Press] = []

    def listener(pressed: Pressed) -> None:
        presses.append(pressed.press)
        raise RuntimeError("no")

    watch = Watch(buttons, listener, timing=TIMING, failed=failures.append)
    for _ in range(2):
        buttons.press(Key.DONE_BLUE, for_s=0.03)
        assert until(lambda: len(failures) == len(presses) > 0)
        failures.clear()
        presses.clear()
    watch.close()


class Forgetful(VirtualButtons):
    """Never tells that a button was let go."""

    def listen(self, changed: Callable[[Key, bool], None]) -> None:
        super().listen(lambda key, down: changed(key, down) if down else None)


def test_a_change_that_was_never_told_is_found_when_something_is_due(heard: Heard) -> None:
    buttons = Forgetful()
    watch = Watch(buttons, heard, timing=TIMING)
    buttons.set_down(Key.DONE_BLUE, down=True)
    buttons.set_down(Key.DONE_BLUE, down=False)
    buttons.press(Key.DONE_BLUE, for_s=0.02)
    # At the latest when the hold would be due, the contact itself is looked at.
    assert until(lambda: len(heard.presses) == 1)
    assert heard.presses == [Press.DONE_BLUE]
    watch.close()


def test_a_driver_that_fails_is_told_and_the_watch_goes_on(heard: Heard) -> None:
    failing = threading.Event()

    class Broken(VirtualButtons):
        def is_down(self, key: Key) -> bool:
            if failing.is_set():
                raise OSError("gone")
            return super().is_down(key)

    buttons, failures = Broken(), list[Exception]()
    watch = Watch(buttons, heard, timing=TIMING, failed=failures.append)
    failing.set()
    buttons.press(Key.DONE_BLUE, for_s=0.05)
    assert until(lambda: bool(failures))
    failing.clear()
    assert until(lambda: Press.DONE_BLUE in heard.presses)
    watch.close()


def test_closing_twice_and_pressing_after_it_is_harmless(
    watch: Watch, buttons: VirtualButtons, heard: Heard
) -> None:
    watch.close()
    watch.close()
    buttons.press(Key.DONE_BROWN, for_s=0.01)
    assert heard.presses == []
