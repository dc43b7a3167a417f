"""Situations of a machine, made from a healthy Pi, and what the doctor has to say of each."""

from __future__ import annotations

from collections.abc import Callable

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


def without(module: str) -> PlayedMachine:
    machine = PlayedMachine()
    del machine.modules[module]
    return machine


def broken(module: str, error: str) -> PlayedMachine:
    machine = PlayedMachine()
    machine.modules[module] = Imported(error=error)
    return machine


def version(module: str, words: str) -> PlayedMachine:
    machine = PlayedMachine()
    machine.modules[module] = Imported(words)
    return machine


def said(command: str, words: str | None) -> PlayedMachine:
    machine = PlayedMachine()
    if words is None:
        machine.commands.pop(command)
    else:
        machine.commands[command] = words
    return machine


def reads(path: str, words: str | None) -> PlayedMachine:
    machine = PlayedMachine()
    if words is None:
        machine.files.pop(path)
    else:
        machine.files[path] = words
    return machine


def owned(path: str, by: int | None) -> PlayedMachine:
    machine = PlayedMachine()
    if by is None:
        del machine.owners[path]
    else:
        machine.owners[path] = by
    return machine


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
