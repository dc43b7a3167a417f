"""Buttons and lights on lines of the kernel's own simulated chip, by gpiozero's lgpio factory.

It needs root, lgpio and a kernel with gpio-sim (`modprobe gpio-sim`, configfs mounted):

    sudo make test

Most kernels of distributions are built without gpio-sim, Debian's 6.1 and 6.12 among them.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.config import Pins, settings_from
from hardware.buttons import Key, Press, Pressed
from hardware.gpio import GpioLights, release
from hardware.lights import Colour, Lamp, Level, Lights
from hardware.opening import open_hardware
from tests.hardware.waiting import until

CONFIGFS = Path("/sys/kernel/config/gpio-sim")
LINES = 28
PI_4 = 0xA03111
"""The revision of a board whose pins gpiozero knows."""
PINS = Pins()
QUICK = settings_from("[buttons]\ndebounce_s = 0.02\nhold_s = 0.5\n")


def missing() -> str:
    """Why there is no simulated chip here; empty if there can be one."""
    if os.geteuid() != 0:
        return "only root may make a simulated chip"
    if importlib.util.find_spec("lgpio") is None:
        return "lgpio is not installed"
    if not CONFIGFS.exists():
        with suppress(OSError):
            subprocess.run(["modprobe", "gpio-sim"], check=False, capture_output=True)
    return "" if CONFIGFS.exists() else "this kernel has no gpio-sim, or no configfs is mounted"


pytestmark = [pytest.mark.hardware, pytest.mark.skipif(bool(missing()), reason=missing())]


@dataclass(frozen=True)
class Chip:
    """A simulated chip: the folder of its lines, and gpiozero's factory for it."""

    lines: Path
    factory: Any

    def pull(self, line: int | None, *, up: bool) -> None:
        """Pull an input as its contact would: up when it is open, down to ground."""
        words = "pull-up" if up else "pull-down"
        (self.lines / f"sim_gpio{line}" / "pull").write_text(words, "ascii")

    def is_high(self, line: int | None) -> bool:
        """What an output drives."""
        return (self.lines / f"sim_gpio{line}" / "value").read_text("ascii").strip() == "1"


@pytest.fixture
def chip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Chip]:
    """A chip of 28 lines, as a Pi's, all pulled up."""
    monkeypatch.setenv("LG_WD", str(tmp_path))  # lgpio makes a pipe there
    from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415 - only where lgpio is

    class Factory(LGPIOFactory):  # type: ignore[misc] # gpiozero has no types
        def _get_revision(self) -> int:
            return PI_4

    folder = CONFIGFS / f"moontable-{os.getpid()}"
    bank = folder / "bank0"
    folder.mkdir()
    try:
        bank.mkdir()
        (bank / "num_lines").write_text(str(LINES), "ascii")
        (bank / "label").write_text("pinctrl-bcm2711", "ascii")
        (folder / "live").write_text("1", "ascii")
        device = (folder / "dev_name").read_text("ascii").strip()
        name = (bank / "chip_name").read_text("ascii").strip()
        factory = Factory(chip=int(name.removeprefix("gpiochip")))
        made = Chip(Path("/sys/devices/platform") / device / name, factory)
        for line in range(LINES):
            made.pull(line, up=True)
        yield made
        release(factory)
    finally:
        (folder / "live").write_text("0", "ascii")
        if bank.exists():
            bank.rmdir()
        folder.rmdir()


def test_lights_drive_their_lines(chip: Chip) -> None:
    lights = GpioLights(PINS, factory=chip.factory)
    lights.show(Lights(turn_blue=Lamp.ON, ruling=Colour.AMBER, notches_brown=Level(3, 5)))
    pins = (PINS.turn_brown, PINS.turn_blue, PINS.ruling_green, PINS.ruling_red)
    assert [chip.is_high(pin) for pin in pins] == [False, True, True, True]
    assert [chip.is_high(pin) for pin in PINS.notches_brown] == [True, True, False, False]
    lights.close()


def test_contacts_to_ground_are_presses_and_holds_and_their_bouncing_is_not(chip: Chip) -> None:
    told: list[Press] = []

    def hear(pressed: Pressed) -> None:
        told.append(pressed.press)

    hardware = open_hardware(QUICK, hear, factory=lambda: chip.factory)
    assert hardware.troubles == ()
    for up in (False, True, False, True, False):  # it bounces, and stays closed for a moment
        chip.pull(PINS.done_brown, up=up)
    assert until(lambda: hardware.buttons.is_down(Key.DONE_BROWN))
    chip.pull(PINS.done_brown, up=True)
    assert until(lambda: told == [Press.DONE_BROWN])
    chip.pull(PINS.referee, up=False)
    assert until(lambda: len(told) == 2)
    assert told[1] is Press.WHY, "it was held"
    chip.pull(PINS.referee, up=True)
    hardware.close()


def test_lines_that_were_let_go_of_can_be_taken_again(chip: Chip) -> None:
    for _ in range(2):
        hardware = open_hardware(QUICK, lambda _pressed: None, factory=lambda: chip.factory)
        assert hardware.troubles == ()
        hardware.watch.close()
        hardware.outputs.close()
