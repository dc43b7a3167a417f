"""The service that the installer makes: does it run, and has it had to be started again?"""

from __future__ import annotations

from collections.abc import Iterator

from companion.config import Settings
from hardware.doctor.check import Check, bad, note, ok, skipped
from hardware.doctor.machine import Machine

_UNIT = "moontable.service"
_ASKED = ("LoadState", "ActiveState", "Result", "NRestarts")
_WHY = {
    "watchdog": "it gave no sign of life and was ended",
    "timeout": "it did not become ready in time",
    "oom-kill": "the memory was full",
    "start-limit-hit": "it failed again and again",
}
"""What systemd calls a result -> what it means."""


def service(machine: Machine, settings: Settings) -> Iterator[Check]:
    """How systemd says that the service is."""
    del settings
    told = machine.said("systemctl", "show", _UNIT, *(f"--property={name}" for name in _ASKED))
    pairs = (line.partition("=") for line in (told or "").splitlines())
    found = {name: value for name, _, value in pairs}
    if found.get("LoadState") != "loaded":
        yield skipped("service", "it is not installed as a service")
        return
    state, result = found.get("ActiveState", ""), found.get("Result", "")
    again = found.get("NRestarts", "0")
    log = f"journalctl -u {_UNIT} -n 50 tells more."
    if state == "active" and again not in ("0", ""):
        times = "once" if again == "1" else f"{again} times"
        yield note("service", f"it runs, and had to be started again {times}", log)
    elif state == "active":
        yield ok("service", "it runs")
    elif state in ("activating", "reloading"):
        yield note("service", "it is being started", f"Wait a minute; {log}")
    elif state == "failed":
        yield bad("service", f"it failed: {_WHY.get(result, result)}", log)
    else:
        yield note("service", "it does not run", f"sudo systemctl start {_UNIT}")
