"""The whole examination: a healthy Pi, a bare machine, a probe that fails."""

from __future__ import annotations

from hardware.doctor import State
from hardware.doctor.examine import EXAMINATIONS
from tests.hardware.doctor.played import PlayedMachine
from tests.hardware.doctor.situations import (
    DEFAULT,
    found,
)


def test_a_healthy_pi_needs_nothing() -> None:
    checks = found(PlayedMachine())
    assert [check for check in checks if check.state is not State.OK] == []
    names = {check.name for check in checks}
    assert {"machine", "numpy", "OpenCV", "picamera2", "gpiozero", "camera", "pins"} <= names
    assert {"clock", "disk", "state folder", "temperature", "power", "voice"} <= names


def test_a_probe_that_fails_is_a_finding_and_the_rest_is_looked_at() -> None:
    class Faint(PlayedMachine):
        def text(self, path: str) -> str | None:
            raise RuntimeError("out of\ntune")

    checks = found(Faint())
    fainted = [check for check in checks if "out of tune" in check.what]
    assert {check.name for check in fainted} == {"kind", "heat"}
    assert len({check.name for check in checks}) > len(EXAMINATIONS)


def test_a_bare_machine_is_looked_at_without_an_error() -> None:
    bare = PlayedMachine(files={}, owners={}, commands={}, modules={}, packages={}, free=None)
    assert all(check.name not in ("kind", "heat") for check in found(bare, DEFAULT))
