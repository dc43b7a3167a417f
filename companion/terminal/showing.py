"""What a terminal shows that everybody at it may look at: nothing of cards that are hidden yet."""

from __future__ import annotations

import re
from typing import Any

from companion.games.api import CHANCE, Conceals
from companion.games.registry import AnyGame
from companion.record.replay import Timeline
from companion.record.text import write_text


def log_text(timeline: Timeline) -> str:
    """The record of a game; while cards are hidden in it, its actions as everybody saw them."""
    game = timeline.game
    if not isinstance(game, Conceals) or timeline.outcome is not None:
        return write_text(timeline).rstrip()
    lines = []
    for number, step in enumerate(timeline.steps):
        before = timeline.state_at(number)
        seen = None if step.action is None else game.shown(before, step.action, None)
        lines.append(step.notation if seen == step.action else game.format(before, seen))
    return "\n".join(lines)


def position_text(game: AnyGame, state: Any) -> str:
    """The position in one line; in it only what whoever is to act may know."""
    if not isinstance(game, Conceals) or game.outcome(state) is not None:
        return str(game.position_line(state))
    acting = game.to_act(state) - {CHANCE}
    seat = next(iter(acting)) if len(acting) == 1 else None
    return str(game.position_line(game.known(state, seat)))


def mentions(notation: str, words: str) -> bool:
    """Whether a move speaks of what was asked about; a number is no part of a longer one.

    >>> mentions("PA16xB17", "a1"), mentions("PA16xB17", "b17"), mentions("3 at -1,0", "1,0")
    (False, True, False)
    """
    start = r"(?<![-\d])" if words[:1].isdigit() else ""
    end = r"(?!\d)" if words[-1:].isdigit() else ""
    return re.search(start + re.escape(words) + end, notation, re.IGNORECASE) is not None
