"""Exchange files: positions, moves and expected rulings, made elsewhere, played by our rules.

    results = tuple(run_file("moons-and-stars.json"))
    print(summary(results))

Nothing here knows a game: all goes through the game protocol. A file that can't be used raises a
`MoontableError` or a `GameError`; whatever is wrong with one of its entries fails that entry alone.
The parts of a file that can be checked are the keys of `CHECKS`; another part is another function.
"""

from companion.errors import BadExchangeFile
from companion.vectors.checks import CHECKS
from companion.vectors.counting import divide, perft
from companion.vectors.positions import read_position, read_switches
from companion.vectors.results import CheckResult, Part, Summary, summary
from companion.vectors.running import run_file

__all__ = [
    "CHECKS",
    "BadExchangeFile",
    "CheckResult",
    "Part",
    "Summary",
    "divide",
    "perft",
    "read_position",
    "read_switches",
    "run_file",
    "summary",
]
