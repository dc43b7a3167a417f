"""What a person typed, as an action: generous in form, strict in what is said.

"GM", "green moon", "play the green moon"; the shape or colour alone, or the tile ("1,3"), where
only one card of the hand is meant. Signs that are written must be true of a legal play.
"""

from __future__ import annotations

import re

from companion.games.errors import AmbiguousNotation, BadNotation, unread
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
from companion.games.stargazers.cards import (
    BY_LETTERS,
    COLOURS,
    NAMES,
    SHAPES,
    UNSEEN_DECK,
    cards_from_text,
    names_of,
)
from companion.games.stargazers.notation import format_action, letters_of, signs_of
from companion.games.stargazers.plays import in_turn, legal_turns
from companion.games.stargazers.sky import NUMBERS
from companion.games.stargazers.state import State

_LONGEST = 600
ADVICE = "Write a card like GM or green moon."
_SIGNS = re.compile(r"(?P<card>.*?)\s*(?P<signs>(\+\s*\d{1,2})?\s*-?\s*#?)")
_SIGN = re.compile(r"\+\d+|-|#")
_FILLERS = ("play", "the", "a", "card", "tile")
_GRID = re.compile(r"([A-Z?]+/){3}[A-Z?]+")


def parse_action(state: State, text: str) -> Action:
    """What a person typed, legal or not. Raises `BadNotation`, `AmbiguousNotation`."""
    words = text.split()
    if not words:
        raise BadNotation("Nothing is written.", ADVICE, unread("nothing"))
    if len(text) > _LONGEST:
        raise BadNotation("This is too long for an action.", ADVICE, unread("too-long"))
    first, rest = words[0].lower(), words[1:]
    if first == "pass" and not rest:
        return Pass()
    if first == "reshuffle":
        return _reshuffle(state, rest)
    if first in ("new", "set") and rest and rest[0].lower() in ("game", "up"):
        return _set_up(rest[1:]) if first == "set" else _new_game(rest[1:])
    if first == "players":
        return _players(rest)
    if first == "flip":
        return _flip(state, " ".join(rest))
    return _play(state, " ".join(words))


# --- Plays ----------------------------------------------------------------------------------------


def _flip(state: State, words: str) -> Flip:
    """A flip; what it shows is said where nobody knows the pile."""
    if not words:
        return Flip()
    name, signs = _named(state, words)
    action = Flip(name)
    _check_signs(state, action, signs)
    return action


def _play(state: State, words: str) -> Play:
    name, signs = _named(state, words)
    action = Play(name)
    _check_signs(state, action, signs)
    return action


def _named(state: State, text: str) -> tuple[str, str]:
    """The card that is meant, and the signs after it."""
    found = _SIGNS.fullmatch(text)
    card, signs = (found["card"], found["signs"]) if found else (text, "")
    words = [word for word in card.lower().split() if word not in _FILLERS]
    if len(words) == 1 and words[0].upper() in BY_LETTERS:
        return NAMES[BY_LETTERS[words[0].upper()]], signs
    named = {*words}
    if len(words) == 2:
        for name in NAMES:
            if named == {*name.split()}:
                return name, signs
    return _one_of(state, words, text), signs


def _one_of(state: State, words: list[str], text: str) -> str:
    """A card said by its colour, its shape or its tile alone: the one that can be played."""
    site = f"tile {words[0]}" if len(words) == 1 else ""
    if site in NUMBERS and state.layout:
        return NAMES[state.layout[NUMBERS[site]]]
    if len(words) != 1 or words[0] not in (*COLOURS, *SHAPES):
        raise BadNotation(
            f"'{text[:40]}' is no action.", ADVICE, unread("no-action", text=text[:40])
        )
    plays = legal_turns(state) if in_turn(state) else []
    fitting = [act.card for act in plays if act.card is not None and words[0] in act.card.split()]
    if not fitting:
        raise BadNotation(
            f"No card to play is a {words[0]}.", ADVICE, unread("no-card-to-play", text=words[0])
        )
    if len(fitting) == 1:
        return fitting[0]
    choices = tuple(letters_of(name) for name in fitting)
    raise AmbiguousNotation(
        f"Several cards are meant: {', '.join(choices)}.",
        "Write one of them.",
        choices,
        unread("several-cards", choices=choices),
    )


def _check_signs(state: State, action: Play | Flip, signs: str) -> None:
    """Signs that are written have to be true, where the play is legal."""
    said = _SIGN.findall(signs.replace(" ", ""))
    if not said or not in_turn(state) or action not in legal_turns(state):
        return
    for sign in said:
        if sign not in _SIGN.findall(signs_of(state, action)):
            right = format_action(state, action)
            raise BadNotation(
                f"'{sign}' is not true of it.",
                f"Write {right}.",
                unread("not-so", text=sign, right=right),
            )


# --- What chance deals ----------------------------------------------------------------------------


def _reshuffle(state: State, words: list[str]) -> Reshuffle:
    """The new order, or the word alone where nobody has seen it."""
    if not words:
        return Reshuffle(names_of(UNSEEN_DECK[: len(state.discard)]))
    return Reshuffle(_cards("".join(words)))


def _new_game(words: list[str]) -> NewGame:
    layout, deck = _dealt(words)
    return NewGame(layout, deck)


def _players(words: list[str]) -> Players:
    """Ages like "p1=6", the lot like "lot=p1"."""
    ages, lot = _told(words)
    return Players(ages, lot)


def _set_up(words: list[str]) -> SetUp:
    """Players, then tiles and cards."""
    ages, lot = _told([word for word in words if "=" in word])
    layout, deck = _dealt([word for word in words if "=" not in word])
    return SetUp(ages, lot, layout, deck)


def _told(words: list[str]) -> tuple[Ages, str | None]:
    ages: dict[str, int | None] = {}
    lot: str | None = None
    for word in words:
        name, _, value = word.lower().partition("=")
        if name == "lot" and value:
            lot = value
        elif value == "?" or (value.isdecimal() and len(value) < 4):
            ages[name] = None if value == "?" else int(value)
        else:
            raise BadNotation(
                f"'{word[:40]}' is no age.",
                "Write p1=6, or p1=?.",
                unread("no-age", text=word[:40]),
            )
    return tuple(sorted(ages.items())), lot


def _dealt(words: list[str]) -> tuple[tuple[tuple[str | None, ...], ...], tuple[str | None, ...]]:
    """Tiles like "GCOPGMGS/…/…/…", then the cards; without these, 48 that nobody has seen."""
    if not 1 <= len(words) <= 2 or not _GRID.fullmatch(words[0].upper()):
        raise BadNotation(
            "The tiles are missing.",
            "Write four rows like GCOPGMGS, with / between.",
            unread("no-tiles"),
        )
    layout = tuple(_cards(row) for row in words[0].split("/"))
    return layout, _cards(words[1]) if len(words) == 2 else names_of(UNSEEN_DECK)


def _cards(text: str) -> tuple[str | None, ...]:
    cards = cards_from_text(text.upper())
    if cards is None:
        raise BadNotation(
            f"'{text[:40]}' are no cards.", ADVICE, unread("no-cards", text=text[:40])
        )
    return names_of(cards)
