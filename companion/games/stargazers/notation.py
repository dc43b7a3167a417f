"""Actions in words that people can read, type and say.

A play is its card's two letters: "GM" is the green moon. "+3" follows where three beads are taken,
"-" where the tile has its bead already, "#" where a game is won.
"""

from __future__ import annotations

from companion.games.stargazers.actions import (
    Action,
    Ages,
    Flip,
    NewGame,
    Pass,
    Play,
    Players,
    Reshuffle,
    SetUp,
)
from companion.games.stargazers.cards import CODES, LETTERS, cards_text, coded
from companion.games.stargazers.plays import can_hold, flips_to, in_turn
from companion.games.stargazers.state import State
from companion.games.stargazers.turns import apply_flip, apply_play


def format_action(state: State, action: Action) -> str:
    """An action of this state in notation."""
    match action:
        case Play(card):
            return letters_of(card) + signs_of(state, action)
        case Flip(shown):
            shows = "" if shown is None else f" {letters_of(shown)}{signs_of(state, action)}"
            return f"flip{shows}"
        case Pass():
            return "pass"
        case Reshuffle(order):
            return f"reshuffle {_cards(order)}"
        case NewGame(layout, deck):
            return f"new game {_grid(layout)} {_cards(deck)}"
        case Players(ages, lot):
            return f"players {_players(ages, lot)}"
        case SetUp(ages, lot, layout, deck):
            return f"set up {_players(ages, lot)} {_grid(layout)} {_cards(deck)}"


def letters_of(name: str) -> str:
    """A card's two letters; what is no card is written as it was said."""
    return LETTERS[CODES[name]] if name in CODES else name


def signs_of(state: State, action: Play | Flip) -> str:
    """What a play does: "+3", "-", "#"; nothing where it only lights a tile, or is refused."""
    name = action.card
    if not in_turn(state) or name not in CODES:
        return ""
    card = CODES[name]
    if isinstance(action, Flip):
        if not state.rules.youngest_child or flips_to(state, action) != name:
            return ""
        after = apply_flip(state, card).state
    else:
        if state.rules.youngest_child or not can_hold(state, state.to_move, card):
            return ""
        after = apply_play(state, card).state
    if state.beads >> state.layout.index(card) & 1:
        return "-"
    gained = after.scores[state.to_move] - state.scores[state.to_move]
    won = after.games[state.to_move] > state.games[state.to_move]
    return (f"+{gained}" if gained else "") + ("#" if won else "")


def _players(ages: Ages, lot: str | None) -> str:
    told = [f"{seat}={'?' if age is None else age}" for seat, age in ages]
    return " ".join([*told, *([] if lot is None else [f"lot={lot}"])])


def _grid(layout: tuple[tuple[str | None, ...], ...]) -> str:
    return "/".join(_cards(row) for row in layout) or "-"


def _cards(names: tuple[str | None, ...]) -> str:
    """Cards in letters; what is no card is written as it was said."""
    cards = coded(names)
    if cards is not None:
        return cards_text(cards)
    return ",".join("?" if name is None else letters_of(name) for name in names)
