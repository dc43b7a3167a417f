"""Outputs that are slow, dead or broken: the game goes on, and somebody is told."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.config import Outputs as Limits
from hardware.lights import Answer, Lights, Phase, Side, TableView, lights_for
from hardware.outputs import Outputs
from hardware.sounds import Tune
from hardware.virtual import VirtualBuzzer, VirtualLights, VirtualVoice
from hardware.worker import Fitness, Health, Worker
from tests.hardware.waiting import until

VIEW = TableView(phase=Phase.TURNS, to_act=frozenset({Side.BLUE}))
QUICK = Limits(timeout_s=0.05)


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


class Dead(VirtualLights):
    """Lights that block until they are freed; by default for ever."""

    def __init__(self) -> None:
        super().__init__()
        self.free = threading.Event()
        self.calls = 0

    def show(self, lights: Lights) -> None:
        self.calls += 1
        self.free.wait()
        super().show(lights)


class Broken(VirtualLights):
    """Lights that raise until they are mended."""

    broken = True

    def show(self, lights: Lights) -> None:
        if self.broken:
            raise OSError("no\nlight")
        super().show(lights)


def seconds(act: Callable[[], object]) -> float:
    start_s = time.monotonic()
    act()
    return time.monotonic() - start_s


def test_what_the_table_is_in_is_shown_sounded_and_said() -> None:
    lights, buzzer, voice = VirtualLights(), VirtualBuzzer(), VirtualVoice()
    outputs = Outputs(lights=lights, buzzer=buzzer, voice=voice)
    outputs.show(VIEW)
    assert until(lambda: lights.shown == lights_for(VIEW))
    outputs.show(replace(VIEW, answer=Answer.ILLEGAL))
    outputs.say("No.")
    outputs.say("  ")
    assert until(lambda: list(buzzer.played) == [Tune.ILLEGAL] and list(voice.said) == ["No."])
    assert [health.fitness for health in outputs.health()] == [Fitness.WELL] * 3
    outputs.close()
    assert lights.shown == Lights()
    assert not lights.is_open


def test_without_buzzer_and_voice_nothing_is_sounded_or_said() -> None:
    outputs = Outputs(lights=VirtualLights())
    outputs.play(Tune.OVER)
    outputs.say("Well played.")
    outputs.close()


def test_lights_that_block_for_ever_stop_nothing_and_are_told_once() -> None:
    lights, told = Dead(), list[Health]()
    outputs = Outputs(lights=lights, settings=QUICK, tell=told.append)
    start_s = time.monotonic()
    for _ in range(1000):
        outputs.show(VIEW)
    assert time.monotonic() - start_s < 1
    assert until(lambda: outputs.health()[0].fitness is Fitness.STUCK)
    outputs.show(VIEW)
    outputs.show(VIEW)
    assert [(one.name, one.fitness) for one in told] == [("lights", Fitness.STUCK)]
    assert lights.calls == 1
    assert outputs.health()[0].dropped >= 1000
    assert seconds(lambda: outputs.close(wait_s=0.05)) < 2
    lights.free.set()


def test_lights_that_come_back_show_the_newest_and_are_told_well() -> None:
    lights, told = Dead(), list[Health]()
    outputs = Outputs(lights=lights, settings=QUICK, tell=told.append)
    outputs.show(TableView())
    assert until(lambda: outputs.health()[0].fitness is Fitness.STUCK)
    outputs.show(VIEW)
    lights.free.set()
    assert until(lambda: lights.shown == lights_for(VIEW))
    assert until(lambda: [one.fitness for one in told] == [Fitness.STUCK, Fitness.WELL])
    outputs.close()


def test_lights_that_raise_are_told_once_and_tried_again() -> None:
    lights, told = Broken(), list[Health]()
    outputs = Outputs(lights=lights, tell=told.append)
    for _ in range(3):
        outputs.show(VIEW)
        assert until(lambda: outputs.health()[0].fitness is Fitness.FAILING)
    assert [str(one) for one in told] == ["lights: failing (OSError: no light)"]
    lights.broken = False
    outputs.show(VIEW)
    assert until(lambda: lights.shown == lights_for(VIEW))
    assert until(lambda: told[-1].fitness is Fitness.WELL)
    outputs.close()


def test_a_dead_buzzer_does_not_keep_the_lights_waiting() -> None:
    free = threading.Event()

    class DeadBuzzer(VirtualBuzzer):
        def play(self, tune: Tune) -> None:
            free.wait()

    lights = VirtualLights()
    outputs = Outputs(lights=lights, buzzer=DeadBuzzer(), settings=QUICK)
    outputs.show(replace(VIEW, answer=Answer.ILLEGAL))
    outputs.show(replace(VIEW, answer=Answer.LEGAL))
    assert until(lambda: lights.shown == lights_for(replace(VIEW, answer=Answer.LEGAL)))
    assert seconds(lambda: outputs.close(wait_s=0.05)) < 2
    free.set()


def test_a_driver_that_cannot_be_closed_does_not_keep_the_program() -> None:
    free = threading.Event()

    class Unclosable(VirtualLights):
        def close(self) -> None:
            free.wait()

    outputs = Outputs(lights=Unclosable())
    assert seconds(lambda: outputs.close(wait_s=0.05)) < 2
    free.set()


def test_a_worker_keeps_the_newest_tasks_in_order() -> None:
    free, done = threading.Event(), list[int]()

    def act(task: int) -> None:
        free.wait()
        done.append(task)

    worker = Worker("test", act, timeout_s=5, waiting=3)
    worker.put(0)
    assert until(lambda: worker.health().dropped == 0 and not worker._tasks)
    for task in range(1, 8):
        worker.put(task)
    assert worker.health().dropped == 4
    free.set()
    assert worker.close(wait_s=5)
    assert done == [0, 5, 6, 7]
    worker.put(9)
    assert done == [0, 5, 6, 7]


def test_a_worker_is_stuck_by_its_own_clock() -> None:
    free, clock = threading.Event(), Clock()

    def act(_: str) -> None:
        free.wait()

    worker = Worker("test", act, timeout_s=2, clock=clock)
    worker.put("x")
    assert until(lambda: worker._busy_since_s is not None)
    clock.now_s += 2
    assert worker.health().fitness is Fitness.WELL
    clock.now_s += 1
    assert str(worker.health()) == "test: stuck (no answer for 3 s)"
    free.set()
    assert worker.close(wait_s=5)


@pytest.mark.parametrize("error", [KeyError("x"), ValueError(), AssertionError("\n")])
def test_a_worker_lives_through_any_error(error: Exception) -> None:
    done = []

    def act(task: str) -> None:
        if task == "bad":
            raise error
        done.append(task)

    worker = Worker("test", act, timeout_s=5, waiting=5)
    worker.put("bad")
    worker.put("good")
    assert worker.close(wait_s=5)
    assert done == ["good"]
