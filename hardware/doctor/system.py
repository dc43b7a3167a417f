"""The machine itself: its kind, clock, disk, heat and power, and the folder of the games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from companion.config import Settings
from companion.places import state_folder
from hardware.doctor.check import Check, bad, note, ok, skipped
from hardware.doctor.machine import Machine

_MB = 1_000_000
_LITTLE_MB = 50
_TIGHT_MB = 500
_WARM_C = 75.0
_HOT_C = 82.0
"""A Pi slows itself down from 80 to 85 degrees."""

_NOW = {0: "the voltage is too low", 1: "the clock rate is capped", 2: "it is slowed down"}
_HOT_BIT = 3
_THROTTLED = re.compile(r"(?:throttled=)?(?:0x)?([0-9a-fA-F]{1,8})")
"""What ``vcgencmd`` says, and the kernel's file without the name."""
_SINCE = 16
"""Bits of ``get_throttled``; what has been since the start stands 16 bits higher."""


def kind(machine: Machine, settings: Settings) -> Iterator[Check]:
    """Which machine this is."""
    del settings
    model = machine.text("/proc/device-tree/model")
    architecture = machine.architecture()
    if not model or "Raspberry Pi" not in model:
        yield skipped("machine", f"no Raspberry Pi ({model or architecture})")
    elif architecture not in ("aarch64", "x86_64"):
        advice = "Install the 64-bit Raspberry Pi OS: libraries for 32 bits are hard to get."
        yield note("machine", f"{model}, 32 bits ({architecture})", advice)
    else:
        yield ok("machine", model)


def clock(machine: Machine, settings: Settings) -> Iterator[Check]:
    """Whether the date of a record can be believed. Thinking time needs no set clock."""
    del settings
    told = machine.said("timedatectl", "show", "--property=NTPSynchronized", "--value")
    if told == "yes":
        yield ok("clock", "set by the network")
    elif told == "no":
        advice = "sudo timedatectl set-ntp true; games played until then may bear a wrong date."
        yield note("clock", "not set by the network", advice)
    else:
        yield skipped("clock", "nothing here tells whether it is set by the network")


def disk(machine: Machine, settings: Settings) -> Iterator[Check]:
    """Room for records and photographs."""
    del settings
    folder = _nearest(state_folder(machine.environment()), machine)
    free = machine.free_bytes(folder)
    if free is None:
        yield skipped("disk", f"the room in {folder} can't be told")
        return
    room = f"{free / _MB / 1000:.1f} GB free in {folder}"
    advice = "Free some: old recorded sessions are the largest."
    if free < _LITTLE_MB * _MB:
        yield bad("disk", f"{free / _MB:.0f} MB free in {folder}", advice)
    elif free < _TIGHT_MB * _MB:
        yield note("disk", f"{free / _MB:.0f} MB free in {folder}", advice)
    else:
        yield ok("disk", room)


def folder(machine: Machine, settings: Settings) -> Iterator[Check]:
    """The folder of the games: ours to write, and nothing in it anybody else's."""
    del settings
    place = state_folder(machine.environment())
    nearest = _nearest(place, machine)
    user = machine.user()
    if not machine.may_use(nearest):
        advice = f"sudo chown -R $USER {nearest}, or name another folder in MOONTABLE_HOME."
        yield bad("state folder", f"{nearest} may not be written", advice)
        return
    inside = (nearest, *machine.matches(f"{place}/*")) if nearest == str(place) else ()
    strange = [path for path in inside if machine.owner(path) not in (user, None)]
    if user != 0 and strange:
        advice = f"Was it once started with sudo? sudo chown -R $USER {place}"
        yield bad("state folder", f"{strange[0]} belongs to another user", advice)
    elif user == 0 and strange:
        advice = "Start moontable as that user, without sudo."
        yield bad("state folder", f"you are root, and {strange[0]} belongs to a user", advice)
    elif user == 0:
        advice = "Start it without sudo: files that root makes can't be written by a user later."
        yield note("state folder", f"{place}, as root", advice)
    else:
        yield ok("state folder", str(place))


def _nearest(place: Path, machine: Machine) -> str:
    """The folder itself, or the nearest one above it that exists."""
    for folder in (place, *place.parents):
        if machine.owner(str(folder)) is not None:
            return str(folder)
    return "/"


def heat(machine: Machine, settings: Settings) -> Iterator[Check]:
    """The temperature of the processor."""
    del settings
    told = machine.text("/sys/class/thermal/thermal_zone0/temp")
    if told is None or not told.lstrip("-").isdecimal():
        yield skipped("temperature", "nothing here tells it")
        return
    degrees = int(told) / 1000
    advice = "Give it air or a heat sink."
    if degrees >= _HOT_C:
        yield bad("temperature", f"{degrees:.0f} degrees: it slows itself down", advice)
    elif degrees >= _WARM_C:
        yield note("temperature", f"{degrees:.0f} degrees", advice)
    else:
        yield ok("temperature", f"{degrees:.0f} degrees")


def power(machine: Machine, settings: Settings) -> Iterator[Check]:
    """Whether the Pi slows itself down, or had to since it was started."""
    del settings
    told = machine.said("vcgencmd", "get_throttled")
    if told is None:
        told = machine.text("/sys/devices/platform/soc/soc:firmware/get_throttled")
    found = _THROTTLED.fullmatch(told or "")
    if found is None:
        yield skipped("power", "nothing here tells it")
        return
    bits = int(found.group(1), 16)
    supply = "Use the power supply made for this Pi, and a short cable."
    cool = "Give it air or a heat sink."
    now = [words for bit, words in _NOW.items() if bits >> bit & 1]
    if now:
        yield bad("power", " and ".join(now), supply if bits & 1 else cool)
    elif bits >> _SINCE & 1:
        yield note("power", "the voltage has been too low since the start", supply)
    elif bits >> _HOT_BIT & 1:
        yield note("power", "it is so warm that it slows down a little", cool)
    elif bits >> _SINCE & 0b1110:
        yield note("power", "it has been slowed down since the start", cool)
    else:
        yield ok("power", "enough, and never slowed down")
