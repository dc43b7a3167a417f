"""Python and the libraries: are they here, new enough, and do they fit together?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from companion.config import CameraSource, Settings
from hardware.doctor.check import Check, State, bad, note, ok, skipped
from hardware.doctor.machine import Imported, Machine

_OURS = (
    ("click", "click", (8, 1), ""),
    ("numpy", "numpy", (1, 26), "python3-numpy"),
    ("OpenCV", "cv2", (4, 10), "python3-opencv"),
)
"""What is always needed: name, module, least version, Raspberry Pi OS's package."""

_MISMATCH = re.compile(
    r"numpy\.dtype size changed|_ARRAY_API not found|compiled using NumPy 1|"
    r"numpy\.core\.multiarray failed|binary incompatibility|module compiled against A[BP]I version",
    re.IGNORECASE,
)
"""What an extension says that was built for another numpy."""

_BESIDE_APT = (
    "Let pip keep off apt's numpy: make the environment anew with "
    "VENV_OPTIONS=--system-site-packages, and in it: pip uninstall numpy opencv-python-headless"
)


def python(machine: Machine, settings: Settings) -> Iterator[Check]:
    """Python itself."""
    del settings
    version = machine.python()
    words = ".".join(map(str, version))
    if (3, 11) <= version[:2] <= (3, 13):
        yield ok("Python", words)
    else:
        yield bad("Python", words, "Make the environment with Python 3.11, 3.12 or 3.13.")


def libraries(machine: Machine, settings: Settings) -> Iterator[Check]:
    """Each library, and whether OpenCV is installed once only."""
    for name, module, least, apt in _OURS:
        yield _library(name, machine.imported(module), least, apt)
    both = [
        package
        for package in ("opencv-python", "opencv-python-headless")
        if machine.installed(package) is not None
    ]
    if len(both) > 1:
        advice = "Both own cv2: pip uninstall opencv-python opencv-python-headless, then make run"
        yield note("OpenCV", "it is installed twice", advice)
    yield _picamera2(machine, settings)
    yield _gpiozero(machine, settings)


def _library(name: str, found: Imported, least: tuple[int, ...], apt: str) -> Check:
    if found.missing:
        advice = f"Run make again{f', or: sudo apt install {apt}' if apt else ''}"
        return bad(name, "it is not installed", advice)
    if found.error:
        return _broken(name, found)
    version = tuple(int(number) for number in re.findall(r"\d+", found.version)[:2])
    if found.version and version < least:
        wanted = ".".join(map(str, least))
        return bad(name, f"{found.version} is too old", f"It must be {wanted} or newer.")
    return ok(name, found.version or "installed")


def _broken(name: str, found: Imported) -> Check:
    """It is installed, and can't be imported."""
    if _MISMATCH.search(found.error):
        return bad(name, "it was built for another numpy than the one that is found", _BESIDE_APT)
    last = found.error.strip().splitlines()[-1]
    missing = re.search(r"No module named '([\w.]+)'", last)
    if missing:
        needed = missing.group(1).partition(".")[0]
        return bad(name, f"it needs {needed}", f"sudo apt install python3-{needed}")
    shared = re.search(r"(\S+\.so[.\d]*): cannot open shared object", last)
    if shared:
        advice = "Install what has that file: apt-file search tells which package it is."
        return bad(name, f"it needs {shared.group(1)}", advice)
    return bad(name, f"it can't be imported ({last[:120]})", "Install it anew.")


def _picamera2(machine: Machine, settings: Settings) -> Check:
    wanted = settings.camera.source is CameraSource.PICAMERA2
    found = machine.imported("picamera2")
    if not found.missing and not found.error:
        return ok("picamera2", found.version or "installed")
    if not wanted and not _MISMATCH.search(found.error):
        why = "it is not installed" if found.missing else "it can't be imported"
        return skipped("picamera2", f"{why}; the camera is set to {settings.camera.source.value}")
    if found.missing:
        advice = (
            "sudo apt install python3-picamera2, and make the environment with "
            "VENV_OPTIONS=--system-site-packages; or set another source in [camera]"
        )
        return bad("picamera2", "it is not installed", advice)
    problem = _broken("picamera2", found)
    return problem if wanted else replace(problem, state=State.WARN)


def _gpiozero(machine: Machine, settings: Settings) -> Check:
    on_pi = bool(machine.matches("/dev/gpiochip*"))
    wanted = on_pi and (settings.buttons.enabled or settings.outputs.enabled)
    found = machine.imported("gpiozero")
    if found.missing:
        if not wanted:
            return skipped("gpiozero", "it is not installed; buttons and lights are virtual")
        advice = "sudo apt install python3-gpiozero python3-lgpio; until then they are virtual"
        return bad("gpiozero", "it is not installed, so buttons and lights don't work", advice)
    if found.error:
        return _broken("gpiozero", found)
    if wanted and machine.imported("lgpio").missing:
        advice = "sudo apt install python3-lgpio"
        return bad("gpiozero", "it has no lgpio to drive the pins with", advice)
    version = found.version or machine.installed("gpiozero") or "installed"
    if version.startswith(("0.", "1.")):
        what = f"{version} is too old, so buttons and lights are virtual"
        advice = "It must be 2.0 or newer, as Raspberry Pi OS on Debian 13 has it."
        return (bad if wanted else note)("gpiozero", what, advice)
    return ok("gpiozero", version)
