"""Is a release whole? Everything that it needs must be there, new enough, and fit together.

    venv/bin/python check_release.py

The release is installed without pip's help (--no-deps), so that pip never puts a numpy or an OpenCV
of its own beside apt's. So what pip would have seen to is looked at here: every requirement in the
package's metadata is imported and its version compared. Ends with 0, or tells what is wrong and
ends with 1.
"""

from __future__ import annotations

import importlib
import sys
from importlib import metadata

from packaging.requirements import Requirement

MODULES = {"opencv-python-headless": "cv2"}
"""Where the module is not called as the package is."""
APT = {"opencv-python-headless": "python3-opencv"}
"""Nor apt's package as python3-NAME."""


def applies(line: str) -> bool:
    """Return whether a requirement is one of this machine, and of no extra."""
    marker = Requirement(line).marker
    return marker is None or marker.evaluate({"extra": ""})


def trouble(line: str) -> str:
    """Return what is wrong with a requirement, or ""."""
    needed = Requirement(line)
    if not applies(line):
        return ""
    module = MODULES.get(needed.name, needed.name.replace("-", "_"))
    apt = APT.get(needed.name, f"python3-{needed.name}")
    try:
        loaded = importlib.import_module(module)
    except Exception as error:  # a library that doesn't fit another throws anything
        why = f"{type(error).__name__}: {error}"
        return f"{module} can't be imported ({why}). Install it: sudo apt install {apt}"
    # apt's OpenCV has no metadata of the wheel's name; it tells its version itself.
    version = getattr(loaded, "__version__", None) if needed.name in MODULES else None
    if version is None:
        version = metadata.version(needed.name)
    if not needed.specifier.contains(version, prereleases=True):
        return f"{needed.name} {version} is here; {needed.specifier} is needed."
    return ""


def main() -> int:
    """Tell all that is wrong; 1 if anything is."""
    lines = [line for line in metadata.requires("moontable") or [] if applies(line)]
    found = [wrong for wrong in map(trouble, lines) if wrong]
    for wrong in found:
        sys.stderr.write(f"{wrong}\n")
    if not found:
        sys.stdout.write(f"All {len(lines)} libraries are there and new enough.\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
