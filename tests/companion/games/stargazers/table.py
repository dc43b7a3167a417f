"""Tables to test on, written short: cards and tiles by their two letters."""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.games.api import Ruling
from companion.games.stargazers import Stargazers, State
from companion.games.stargazers.actions import SetUp
from companion.games.stargazers.cards import BY_LETTERS, DECK, NAMES, UNKNOWN, cards_from_text

Json = Any
GAME = Stargazers()
SKY = "RMOPBSGC/GMRPOSBC/BMGPRSOC/OMBPGSRC"
"""Moons, planets, stars and comets from left to right."""
PRINTED = "RMRPGSBS/OSOPGMGC/BCOMBPOC/GPBMRSRC"
"""A lay-out that fits all the printed examples."""


def names(letters: str) -> list[str | None]:
    cards = cards_from_text(letters)
    assert cards is not None, letters
    return [None if card == UNKNOWN else NAMES[card] for card in cards]


def grid(sky: str) -> list[list[Json]]:
    return [list(names(row)) for row in sky.split("/")]


def lit(sky: str, letters: str) -> list[list[int]]:
    """The beads of a sky on which the tiles named are lit."""
    marked = names(letters)
    return [[int(tile in marked) for tile in row] for row in grid(sky)]


def position(
    hand: str = "RMOPBS",
    *others: str,
    on: str = "-",
    sky: str = SKY,
    deck: str | None = None,
    discard: str = "-",
    scores: tuple[int, ...] = (),
    **fields: Json,
) -> dict[str, Json]:
    """A position with p1 to move; a second hand is dealt where none is given, and the pile."""
    left = Counter(NAMES[card] for card in DECK)
    given = [names(hand), *map(names, others)]
    left.subtract(name for cards in (*given, names(discard)) for name in cards if name)
    rest = [name for name, count in left.items() for _ in range(count)]
    if not others:
        given.append([rest.pop() for _ in range(3)])
    seats = [f"p{number}" for number in range(1, len(given) + 1)]
    scores = scores or (0,) * len(seats)
    beads = lit(sky, on)
    return {
        "layout": grid(sky),
        "beads": beads,
        "scores": dict(zip(seats, scores, strict=True)),
        "hands": dict(zip(seats, given, strict=True)),
        "deck": rest if deck is None else names(deck),
        "discard": names(discard),
        "to_move": "p1",
        "pool": max(0, 30 - sum(map(sum, beads)) - sum(scores)),
        "starter": "p1",
        "due": None,
        "again": False,
        "games": dict.fromkeys(seats, 0),
        "over": False,
        **fields,
    }


def table(*hands: str, rules: dict[str, Json] | None = None, **fields: Json) -> State:
    return GAME.position_from_json(position(*hands, **fields), rules)


def flipping(
    deck: str | None = None, *, rules: dict[str, Json] | None = None, **fields: Json
) -> State:
    """A table of two youngest children, without hands."""
    fields = {"deck": deck, **fields}
    return table("-", "-", rules={"youngest_child": True, **(rules or {})}, **fields)


def play(state: State, *words: str) -> State:
    """The state after legal actions, in notation."""
    for said in words:
        state = GAME.apply(state, GAME.parse(state, said)).state
    return state


def ruling(state: State, said: str, seat: str | None = None) -> Ruling:
    return GAME.rule_on(state, GAME.parse(state, said), seat=seat)


def refused(state: State, said: str, seat: str | None = None) -> list[str]:
    """The reasons against an action, as "SG-05 no-pass"."""
    found = ruling(state, said, seat)
    assert found.legal is (not found.reasons)
    return [f"{reason.ruling} {reason.key}" for reason in found.reasons]


def lit_tiles(state: State) -> str:
    """The letters of the tiles with a bead, in reading order."""
    letters = {card: name for name, card in BY_LETTERS.items()}
    return "".join(
        letters[tile] for cell, tile in enumerate(state.layout) if state.beads >> cell & 1
    )


def held(state: State, seat: int = 0) -> list[str | None]:
    return list(GAME.position_to_json(state)["hands"][f"p{seat + 1}"])


def set_up(ages: dict[str, int | None], lot: str | None = None, **changes: Json) -> Json:
    """A set-up as JSON, its pile in order."""
    given = {
        "ages": ages,
        "lot": lot,
        "layout": grid(SKY),
        "deck": [NAMES[card] for card in DECK],
        **changes,
    }
    return {"setup": given}


def laid_out(data: Json, rules: dict[str, Json] | None = None) -> State:
    """The state after a set-up."""
    state = GAME.initial(rules)
    action = GAME.decode_action(state, data)
    assert isinstance(action, SetUp)
    return GAME.apply(state, action).state
