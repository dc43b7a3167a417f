"""All checks in order; one that fails itself is a finding, too."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.config import Settings
from hardware.doctor import devices, libraries, system
from hardware.doctor.check import Check, note
from hardware.doctor.machine import Machine
from hardware.doctor.service import service

Examination = Callable[[Machine, Settings], Iterator[Check]]

EXAMINATIONS: tuple[Examination, ...] = (
    system.kind,
    libraries.python,
    libraries.libraries,
    devices.camera,
    devices.pins,
    devices.voice,
    system.clock,
    system.disk,
    system.folder,
    system.heat,
    system.power,
    service,
)


def examine(machine: Machine, settings: Settings) -> Iterator[Check]:
    """Look at everything; findings come as they are made, for some take seconds."""
    for examination in EXAMINATIONS:
        try:
            yield from examination(machine, settings)
        except Exception as error:  # a doctor who faints at one thing still looks at the others
            name = examination.__name__
            what = f"it could not be looked at ({type(error).__name__}: {error})"
            yield note(name, " ".join(what.split()), "Please report this.")
