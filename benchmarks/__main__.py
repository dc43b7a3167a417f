"""Run the benchmarks named on the command line, or all."""

from __future__ import annotations

import sys
from importlib import import_module

NAMES = ("rules", "games", "record", "eyes", "sources", "panel", "pages", "memory", "drawing")


def main(arguments: list[str]) -> int:
    """Run each named benchmark; 2 if there is none of that name."""
    unknown = [name for name in arguments if name not in NAMES]
    if unknown:
        print(f"There is no benchmark '{unknown[0]}'. There are: {', '.join(NAMES)}.")
        return 2
    for name in arguments or NAMES:
        import_module(f"benchmarks.{name}").main()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
