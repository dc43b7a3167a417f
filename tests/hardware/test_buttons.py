"""What a person means by a button, told from what its contact does; times are made up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.buttons import Desk, Key, Press, Pressed, Timing

TIMING = Timing(debounce_s=0.02, hold_s=1.0)
BROWN = Key.DONE_BROWN

# Cases: seconds at which the contact changes, the first change closes it; looked at until the end.
STORIES: dict[str, tuple[list[float], float, list[tuple[Press, float]]]] = {
    "a clean press": ([1.0, 1.1], 2.0, [(Press.DONE_BROWN, 1.0)]),
    "a press is told when it is let go": ([1.0], 1.9, []),
    "a press that bounces down": (
        [1.0, 1.001, 1.003, 1.004, 1.006, 1.2],
        2.0,
        [(Press.DONE_BROWN, 1.006)],
    ),
    "a press that bounces up": ([1.0, 1.2, 1.203, 1.21], 2.0, [(Press.DONE_BROWN, 1.0)]),
    "a spark is no press": ([1.0, 1.005], 2.0, []),
    "two presses": ([1.0, 1.1, 1.3, 1.4], 2.0, [(Press.DONE_BROWN, 1.0), (Press.DONE_BROWN, 1.3)]),
    "held": ([1.0], 2.5, [(Press.TAKE_BACK_BROWN, 1.0)]),
    "held and let go is one thing": ([1.0, 4.0], 5.0, [(Press.TAKE_BACK_BROWN, 1.0)]),
    "held with a spark in between": (
        [1.0, 1.5, 1.505, 2.5],
        3.0,
        [(Press.TAKE_BACK_BROWN, 1.0)],
    ),
    "let go just before it is held": ([1.0, 1.999], 3.0, [(Press.DONE_BROWN, 1.0)]),
    "held twice": (
        [1.0, 2.5, 3.0, 4.5],
        5.0,
        [(Press.TAKE_BACK_BROWN, 1.0), (Press.TAKE_BACK_BROWN, 3.0)],
    ),
}


def played(changes: list[float], end_s: float, *, often: bool) -> list[Pressed]:
    """What is told: looked at only when due (as the watch does), or every five milliseconds."""
    desk = Desk({BROWN: False}, at_s=0.0, timing=TIMING)
    told: list[Pressed] = []
    looks = [number * 0.005 for number in range(int(end_s / 0.005))] if often else []
    events = sorted([(time_s, True) for time_s in changes] + [(time_s, False) for time_s in looks])
    down = False
    for time_s, changing in [*events, (end_s, False)]:
        while (due_s := desk.due_s()) is not None and due_s <= time_s:
            told += desk.settle(due_s)
            assert desk.due_s() != due_s
        if changing:
            down = not down
            told += desk.read(BROWN, down=down, at_s=time_s)
        else:
            told += desk.settle(time_s)
    return told


@pytest.mark.parametrize("often", [False, True], ids=["when due", "often"])
@pytest.mark.parametrize(("changes", "end_s", "meant"), STORIES.values(), ids=STORIES)
def test_a_story(
    changes: list[float], end_s: float, meant: list[tuple[Press, float]], often: bool
) -> None:
    expected = [Pressed(press, at_s) for press, at_s in meant]
    assert played(changes, end_s, often=often) == expected


@pytest.mark.parametrize(
    ("key", "short", "held"),
    [
        (Key.DONE_BROWN, Press.DONE_BROWN, Press.TAKE_BACK_BROWN),
        (Key.DONE_BLUE, Press.DONE_BLUE, Press.TAKE_BACK_BLUE),
        (Key.REFEREE, Press.PAUSE, Press.WHY),
    ],
)
def test_each_button_means_two_things(key: Key, short: Press, held: Press) -> None:
    desk = Desk(dict.fromkeys(Key, False), at_s=0.0, timing=TIMING)
    desk.read(key, down=True, at_s=1.0)
    desk.read(key, down=False, at_s=1.2)
    assert [pressed.press for pressed in desk.settle(1.5)] == [short]
    desk.read(key, down=True, at_s=2.0)
    assert [pressed.press for pressed in desk.settle(3.0)] == [held]


@pytest.mark.parametrize("let_go_s", [0.1, 5.0])
def test_a_button_that_is_down_at_the_start_means_nothing_until_it_is_let_go(
    let_go_s: float,
) -> None:
    desk = Desk({BROWN: True}, at_s=0.0, timing=TIMING)
    assert desk.due_s() is None
    assert desk.read(BROWN, down=False, at_s=let_go_s) == ()
    assert desk.settle(let_go_s + 1) == ()
    desk.read(BROWN, down=True, at_s=let_go_s + 2)
    desk.read(BROWN, down=False, at_s=let_go_s + 2.1)
    assert desk.settle(let_go_s + 3) == (Pressed(Press.DONE_BROWN, let_go_s + 2),)


def test_two_buttons_at_once_are_two_presses_the_earlier_first() -> None:
    desk = Desk(dict.fromkeys(Key, False), at_s=0.0, timing=TIMING)
    desk.read(Key.DONE_BLUE, down=True, at_s=1.0)
    desk.read(Key.DONE_BROWN, down=True, at_s=1.001)
    desk.read(Key.DONE_BROWN, down=False, at_s=1.2)
    told = [*desk.read(Key.DONE_BLUE, down=False, at_s=1.2), *desk.settle(2.0)]
    assert [pressed.press for pressed in told] == [Press.DONE_BLUE, Press.DONE_BROWN]


def test_late_looks_find_a_hold_that_is_still_on() -> None:
    desk = Desk({BROWN: False}, at_s=0.0, timing=TIMING)
    desk.read(BROWN, down=True, at_s=1.0)
    assert desk.settle(9.0) == (Pressed(Press.TAKE_BACK_BROWN, 1.0),)
    assert desk.settle(10.0) == ()


def test_a_reading_told_twice_means_that_the_contact_still_moves() -> None:
    desk = Desk({BROWN: False}, at_s=0.0, timing=TIMING)
    desk.read(BROWN, down=True, at_s=1.0)
    desk.read(BROWN, down=True, at_s=1.015)
    desk.read(BROWN, down=False, at_s=1.03)
    assert desk.settle(2.0) == ()


def test_a_button_that_is_not_there_is_ignored() -> None:
    desk = Desk({BROWN: False}, at_s=0.0, timing=TIMING)
    assert desk.read(Key.REFEREE, down=True, at_s=1.0) == ()
    assert desk.settle(5.0) == ()


STEPS = st.lists(st.floats(min_value=0.0001, max_value=3.0), max_size=40)


@given(STEPS)
def test_each_gesture_takes_a_still_press_and_nothing_is_due_in_the_end(steps: list[float]) -> None:
    times, now_s = [], 1.0
    for step in steps:
        now_s += step
        times.append(now_s)
    told = played(times, now_s + 10, often=False)
    # A press that counts was still for long enough at its beginning.
    downs = times[::2]
    ends = [*times[1:], now_s + 10]
    still = [down for down, end in zip(downs, ends[::2], strict=False) if end - down > 0.0199]
    assert {pressed.at_s for pressed in told} <= set(still)
    assert len(told) <= len(still)


@given(STEPS)
def test_looking_often_or_when_due_makes_no_difference(steps: list[float]) -> None:
    rounded, now_s = [], 1.0
    for step in steps:
        now_s += step
        rounded.append(now_s)
    end_s = now_s + 3
    assert played(rounded, end_s, often=False) == played(rounded, end_s, often=True)
