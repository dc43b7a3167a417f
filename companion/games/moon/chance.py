"""Cards that nobody has told, drawn at random: what they are by their true odds."""

from __future__ import annotations

from random import Random

from companion.games.moon.actions import SOME_GOAL, Reveal, Tell
from companion.games.moon.cards import TEXTS, UNKNOWN, is_goal
from companion.games.moon.legal import goals_to_draw
from companion.games.moon.rules import SEATS
from companion.games.moon.state import State

_KEPT = 0.5
"""How often a goal that is drawn from real cards is not told at once."""


def revealed(state: State, rng: Random) -> Reveal:
    """What the card is that was turned over, or drawn."""
    mover = state.mover
    if mover is None:
        return Reveal(TEXTS[rng.choice(state.unknown)])
    others = [card for card in state.unknown if not is_goal(card)]
    place = rng.randrange(len(others) + goals_to_draw(state))
    if place < len(others):
        return Reveal(TEXTS[others[place]])
    goals = [card for card in state.unknown if is_goal(card) and card not in mover.goal]
    if not goals or (state.rules.unseen and rng.random() < _KEPT):
        return Reveal(SOME_GOAL)
    return Reveal(TEXTS[rng.choice(goals)])


def is_news(state: State, action: Tell) -> bool:
    """Whether the card that is told was not told before, as another one."""
    return state.players[SEATS.index(action.seat)].goal[action.place] == UNKNOWN
