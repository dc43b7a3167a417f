"""What the doctor says of clock, disk, folder, heat, power and service, each situation played."""

from __future__ import annotations

import pytest

from hardware.doctor import State
from tests.hardware.doctor.played import HOME, USER, PlayedMachine
from tests.hardware.doctor.situations import (
    PI,
    USB,
    Case,
    kernel_tells,
    look,
    owned,
    reads,
    said,
    served,
)

TEMP = "/sys/class/thermal/thermal_zone0/temp"

CASES: dict[str, Case] = {
    "a clock that is not set": (lambda: said("timedatectl", "no"), PI, "clock", State.WARN, "ntp"),
    "no timedatectl": (lambda: said("timedatectl", None), PI, "clock", State.SKIPPED, "nothing"),
    "a full disk": (lambda: PlayedMachine(free=20_000_000), PI, "disk", State.BAD, "20 MB free"),
    "a tight disk": (lambda: PlayedMachine(free=200_000_000), PI, "disk", State.WARN, "Free some"),
    "a strange disk": (lambda: PlayedMachine(free=None), PI, "disk", State.SKIPPED, HOME),
    "a file of root": (
        lambda: owned(f"{HOME}/games.sqlite", 0),
        PI,
        "state folder",
        State.BAD,
        "sudo chown -R $USER",
    ),
    "the folder is root's": (lambda: owned(HOME, 0), PI, "state folder", State.BAD, "with sudo?"),
    "the folder is locked": (
        lambda: PlayedMachine(locked=frozenset({HOME})),
        PI,
        "state folder",
        State.BAD,
        "may not be written",
    ),
    "no folder yet": (
        lambda: PlayedMachine(owners={"/": 0, "/home": 0, "/home/ada": USER}),
        USB,
        "state folder",
        State.OK,
        HOME,
    ),
    "no folder, and none can be made": (
        lambda: PlayedMachine(owners={"/": 0}, locked=frozenset({"/"})),
        USB,
        "state folder",
        State.BAD,
        "MOONTABLE_HOME",
    ),
    "root among a user's files": (
        lambda: PlayedMachine(user_id=0),
        PI,
        "state folder",
        State.BAD,
        "without sudo",
    ),
    "root by itself": (
        lambda: PlayedMachine(user_id=0, owners={"/": 0, HOME: 0, "/dev/gpiochip0": 0}),
        PI,
        "state folder",
        State.WARN,
        "without sudo",
    ),
    "warm": (lambda: reads(TEMP, "76000"), PI, "temperature", State.WARN, "76 degrees"),
    "hot": (lambda: reads(TEMP, "84500"), PI, "temperature", State.BAD, "slows itself down"),
    "no thermometer": (lambda: reads(TEMP, None), PI, "temperature", State.SKIPPED, "nothing"),
    "a strange thermometer": (lambda: reads(TEMP, "hot"), PI, "temperature", State.SKIPPED, ""),
    "too little voltage": (
        lambda: said("vcgencmd", "throttled=0x50005"),
        PI,
        "power",
        State.BAD,
        "the voltage is too low and it is slowed down",
    ),
    "slowed down by heat": (
        lambda: said("vcgencmd", "throttled=0x4"),
        PI,
        "power",
        State.BAD,
        "air",
    ),
    "voltage was too low": (
        lambda: said("vcgencmd", "throttled=0x10000"),
        PI,
        "power",
        State.WARN,
        "power supply",
    ),
    "near its limit": (lambda: said("vcgencmd", "throttled=0x8"), PI, "power", State.WARN, "warm"),
    "was slowed down": (
        lambda: said("vcgencmd", "throttled=0x40000"),
        PI,
        "power",
        State.WARN,
        "has been slowed down",
    ),
    "no vcgencmd": (lambda: said("vcgencmd", None), PI, "power", State.SKIPPED, "nothing"),
    "a strange vcgencmd": (lambda: said("vcgencmd", "error=1"), PI, "power", State.SKIPPED, ""),
    "a service that runs": (lambda: served("active"), PI, "service", State.OK, "runs"),
    "no service": (
        lambda: said("systemctl", "LoadState=not-found\nActiveState=inactive"),
        PI,
        "service",
        State.SKIPPED,
        "not installed",
    ),
    "no systemd": (lambda: said("systemctl", None), PI, "service", State.SKIPPED, ""),
    "a service that had to be started again": (
        lambda: served("active", again=4),
        PI,
        "service",
        State.WARN,
        "4 times",
    ),
    "a service that starts": (lambda: served("activating"), PI, "service", State.WARN, "Wait"),
    "a service that was stopped": (
        lambda: served("inactive"),
        PI,
        "service",
        State.WARN,
        "systemctl start",
    ),
    "a service without a sign of life": (
        lambda: served("failed", "watchdog"),
        PI,
        "service",
        State.BAD,
        "sign of life",
    ),
    "a service that failed otherwise": (
        lambda: served("failed", "exit-code"),
        PI,
        "service",
        State.BAD,
        "exit-code",
    ),
    "the kernel tells it": (lambda: kernel_tells("50000"), PI, "power", State.WARN, "supply"),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_situation(case: Case) -> None:
    look(case)
