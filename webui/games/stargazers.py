"""Stargazers on a board: which tile a card lights, and what lies round the tiles."""

from __future__ import annotations

from companion.games.api import Effect, Json
from companion.games.stargazers.actions import (
    Action,
    Flip,
    NewGame,
    Pass,
    Play,
    Players,
    Reshuffle,
    SetUp,
)
from companion.games.stargazers.cards import CODES, TILES
from companion.games.stargazers.rules import SEATS, rules_from
from companion.games.stargazers.sky import SIDE, SITES, taken
from companion.games.stargazers.state import State
from webui.games import Target

PIECES = TILES
"""The tiles: a page names them where it says what was played."""


def target(state: State, action: Action, effects: tuple[Effect, ...]) -> Target:
    """Which tile to touch for an action, and what it would do there."""
    del effects
    match action:
        case Play(card):
            return _lights(state, card, "hand")
        case Flip(None):
            return Target("flip", "deck")
        case Flip(card):
            return _lights(state, card or "", "deck")
        case Pass():
            return Target("pass")
        case Players() | SetUp() | NewGame() | Reshuffle():
            return Target("chance")


def _lights(state: State, card: str, origin: str) -> Target:
    """The tile of a card: it is lit, scores, or has its bead already (SG-05)."""
    if card not in CODES or CODES[card] not in state.layout:
        return Target("play", origin)
    cell = state.layout.index(CODES[card])
    bead = 1 << cell
    kind = "light"
    if state.beads & bead:
        kind = "wasted"
    elif taken(state.beads | bead, cell):
        kind = "score"
    return Target(kind, origin, SITES[cell], SITES[cell])


def facts(view: Json) -> dict[str, Json]:
    """Tiles with their beads, scores, hands as the viewer knows them, pile and discards."""
    rules, position = rules_from(view["rules"]), view["position"]
    seats = list(position["scores"])
    cells = [(row, column) for row in range(SIDE) for column in range(SIDE)]
    layout, beads = position["layout"], position["beads"]
    return {
        "side": SIDE,
        "tiles": [
            {
                "site": SITES[row * SIDE + column],
                "card": layout[row][column],
                "bead": bool(beads[row][column]),
            }
            for row, column in cells
            if layout
        ],
        "seats": seats,
        "scores": position["scores"],
        "games": position["games"],
        "hands": position["hands"],
        "pile": len(position["deck"]),
        "discards": position["discard"],
        "pool": position["pool"],
        "target": rules.target,
        "match": rules.match,
        "youngest_child": rules.youngest_child,
        "unseen": rules.unseen,
        "numbers": list(rules.numbers),
        "may_play": list(SEATS),
        "starter": position["starter"],
    }
