"""Where gpiozero is not installed, everything can still be imported, and virtual parts stand in."""

from __future__ import annotations

import pkgutil
import subprocess
import sys

import hardware

ALL = [module.name for module in pkgutil.walk_packages(hardware.__path__, "hardware.")]

PROGRAM = """
import importlib, sys
sys.modules["gpiozero"] = None
for name in sys.argv[1:]:
    importlib.import_module(name)
from companion.config import Settings
from hardware.opening import open_hardware
opened = open_hardware(Settings(), print)
print(opened.virtual, *opened.troubles)
opened.close()
"""


def test_virtual_parts_stand_in_without_gpiozero() -> None:
    told = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM, *ALL],
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stderr == ""
    assert told.stdout.startswith("True gpiozero is not installed. On a Raspberry Pi: sudo apt")
    assert len(told.stdout.splitlines()) == 1
