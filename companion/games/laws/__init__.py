"""The laws of the game protocol, each a function that names where a state breaks it.

`companion.games.conformance` plays the games and asks them. A law knows nothing but the protocol.
"""

from __future__ import annotations

from companion.games.laws.acting import ACTING
from companion.games.laws.knowing import KNOWING
from companion.games.laws.table import TABLE
from companion.games.laws.visit import (
    AnyGame,
    Finding,
    Law,
    Limits,
    Redetermines,
    Tested,
    Visit,
    text_of,
    through_text,
)
from companion.games.laws.writing import WRITING

__all__ = [
    "LAWS",
    "AnyGame",
    "Finding",
    "Law",
    "Limits",
    "Redetermines",
    "Visit",
    "text_of",
    "through_text",
]

_ORDER = tuple(Law)
LAWS: Tested = tuple(
    sorted((*ACTING, *WRITING, *TABLE, *KNOWING), key=lambda tested: _ORDER.index(tested[0]))
)
"""The laws of one state; LENGTH, REPLAY and the other half of KEY are laws of a whole game."""
