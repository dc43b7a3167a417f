"""What the checks ask of a machine, and the machine that we run on."""

from __future__ import annotations

import glob
import grp
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Protocol

_TRY = """
import importlib, sys
module = importlib.import_module(sys.argv[1])
print("version:", getattr(module, "__version__", ""))
"""
_SLOW_S = 60
"""Importing picamera2 for the first time takes a small Pi many seconds."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of importing a module: a version (which may be ""), or why it failed."""

    version: str = ""
    error: str = ""
    missing: bool = False
    """It isn't installed at all."""


class Machine(Protocol):
    """All that the checks ask; None means that there is no answer."""

    def python(self) -> tuple[int, int, int]:
        """The version of Python."""
        ...

    def architecture(self) -> str:
        """``aarch64``, ``x86_64``, ``armv7l`` and so on."""
        ...

    def environment(self) -> Mapping[str, str]:
        """The environment variables."""
        ...

    def user(self) -> int:
        """The number of the user that we run as; 0 is root."""
        ...

    def groups(self) -> frozenset[str]:
        """The names of the groups that we are in."""
        ...

    def text(self, path: str) -> str | None:
        """What a small file says."""
        ...

    def matches(self, pattern: str) -> tuple[str, ...]:
        """The files of a pattern with ``*``, sorted."""
        ...

    def may_use(self, path: str) -> bool:
        """Whether we may read and write a file, or enter and write a folder."""
        ...

    def owner(self, path: str) -> int | None:
        """The number of the user who owns a file or folder."""
        ...

    def free_bytes(self, path: str) -> int | None:
        """The room left on the disk that holds a folder."""
        ...

    def said(self, *command: str) -> str | None:
        """What a command prints on both streams; None if there is no such command."""
        ...

    def imported(self, module: str) -> Imported:
        """Import a module in a process of its own, since a broken one may end its process."""
        ...

    def installed(self, package: str) -> str | None:
        """The version of an installed package."""
        ...


class ThisMachine:
    """The machine that we run on."""

    def python(self) -> tuple[int, int, int]:
        """The version of Python."""
        return sys.version_info[:3]

    def architecture(self) -> str:
        """What the kernel calls it."""
        return platform.machine()

    def environment(self) -> Mapping[str, str]:
        """The environment variables."""
        return os.environ

    def user(self) -> int:
        """The effective user."""
        return os.geteuid()

    def groups(self) -> frozenset[str]:
        """Names of groups; one without a name is left out."""
        names = set()
        for number in {*os.getgroups(), os.getegid()}:
            try:
                names.add(grp.getgrgid(number).gr_name)
            except KeyError:
                continue
        return frozenset(names)

    def text(self, path: str) -> str | None:
        """What a small file says, without the zero bytes of the device tree."""
        try:
            with open(path, "rb") as file:
                return file.read(4096).decode(errors="replace").replace("\0", "").strip()
        except OSError:
            return None

    def matches(self, pattern: str) -> tuple[str, ...]:
        """The files of a pattern."""
        return tuple(sorted(glob.glob(pattern)))

    def may_use(self, path: str) -> bool:
        """Whether we may read and write it."""
        needed = os.R_OK | os.W_OK | (os.X_OK if Path(path).is_dir() else 0)
        return os.access(path, needed)

    def owner(self, path: str) -> int | None:
        """Who owns it."""
        try:
            return os.stat(path).st_uid
        except OSError:
            return None

    def free_bytes(self, path: str) -> int | None:
        """The room left."""
        try:
            return shutil.disk_usage(path).free
        except OSError:
            return None

    def said(self, *command: str) -> str | None:
        """What a command prints; it gets ten seconds."""
        try:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=10,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        return done.stdout.decode(errors="replace").strip()

    def imported(self, module: str) -> Imported:
        """Import it elsewhere and tell."""
        try:
            done = subprocess.run(
                (sys.executable, "-c", _TRY, module),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_SLOW_S,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return Imported(error=f"importing it did not end ({type(error).__name__})")
        out = done.stdout.decode(errors="replace")
        told = [line for line in out.splitlines() if line.startswith("version:")]
        if done.returncode == 0 and told:
            return Imported(version=told[-1].removeprefix("version:").strip())
        said = done.stderr.decode(errors="replace").strip()
        last = said.splitlines()[-1] if said else f"it ended with {done.returncode}"
        return Imported(error=said or last, missing=f"No module named '{module}'" in last)

    def installed(self, package: str) -> str | None:
        """Its version by its own metadata."""
        try:
            return metadata.version(package)
        except metadata.PackageNotFoundError:
            return None
