"""Situations of a machine, made from a healthy Pi, and what the doctor has to say of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.config import Settings, settings_from
from hardware.doctor import Check, Imported, State, examine
from tests.hardware.doctor.played import PlayedMachine

PI = settings_from('[camera]\nsource = "picamera2"\n[sound]\nspeech = true\n')
USB = settings_from('[camera]\nsource = "usb"\n')
FOLDER = settings_from('[camera]\nsource = "folder"\naddress = "/photos"\n')
STREAM = settings_from('[camera]\nsource = "stream"\naddress = "rtsp://x/y"\n')
BARE_STREAM = settings_from('[camera]\nsource = "stream"\n')
CLASH = settings_from("[pins]\nbuzzer = 17\n")
DEFAULT = Settings()

Case = tuple[Callable[[], PlayedMachine], Settings, str, State, str]
"""The machine, its settings; the check that has to be in this state, and to say these words."""


def found(machine: PlayedMachine, settings: Settings = PI) -> list[Check]:
    return list(examine(machine, settings))


def look(case: Case) -> None:
    """Look at a situation: it is told, and whatever is not well has advice, and nothing else."""
    make, settings, name, state, words = case
    checks = found(make(), settings)
    assert any(words in str(one) for one in checks if one.name == name and one.state is state)
    for check in checks:
        assert bool(check.advice) is (check.state in (State.WARN, State.BAD)), check


def with_other(things: str, name: str, value: object) -> PlayedMachine:
    """A machine on which one of its `things` is another; None: it is not there."""
    machine = PlayedMachine()
    found: dict[str, Any] = getattr(machine, things)
    if value is None:
        del found[name]
    else:
        found[name] = value
    return machine


def without(module: str) -> PlayedMachine:
    return with_other("modules", module, None)


def broken(module: str, error: str) -> PlayedMachine:
    return with_other("modules", module, Imported(error=error))


def version(module: str, words: str) -> PlayedMachine:
    return with_other("modules", module, Imported(words))


def said(command: str, words: str | None) -> PlayedMachine:
    return with_other("commands", command, words)


def reads(path: str, words: str | None) -> PlayedMachine:
    return with_other("files", path, words)


def owned(path: str, by: int | None) -> PlayedMachine:
    return with_other("owners", path, by)


def kernel_tells(words: str) -> PlayedMachine:
    machine = said("vcgencmd", None)
    machine.files["/sys/devices/platform/soc/soc:firmware/get_throttled"] = words
    return machine


def boots_with(words: str) -> PlayedMachine:
    machine = said("rpicam-hello", "No cameras available!")
    machine.files["/boot/firmware/config.txt"] = words
    return machine


def video(number: int, name: str) -> PlayedMachine:
    """A Pi whose only camera, if it is one, has this number; /dev/video0 is a decoder."""
    machine = PlayedMachine()
    machine.owners[f"/dev/video{number}"] = 0
    machine.files["/sys/class/video4linux/video0/name"] = "bcm2835-codec-decode"
    machine.files[f"/sys/class/video4linux/video{number}/name"] = name
    return machine


def heaps(locked: bool) -> PlayedMachine:
    heap = "/dev/dma_heap/linux,cma"
    machine = PlayedMachine(locked=frozenset({heap}) if locked else frozenset())
    machine.owners[heap] = 0
    return machine


def served(state: str, result: str = "success", again: int = 0) -> PlayedMachine:
    words = f"LoadState=loaded\nActiveState={state}\nResult={result}\nNRestarts={again}"
    return said("systemctl", words)
