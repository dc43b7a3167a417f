"""Games brought to a point before the first turn, and legal set-ups to place."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

from companion.games.moons_and_stars import State
from companion.games.moons_and_stars.actions import Choose, Decide, Lot, Roll, SetUp
from tests.companion.games.moons_and_stars.table import GAME, play

Faces = tuple[int, int, int, int, int, int]

FEW: Faces = (2, 1, 4, 3, 3, 3)
"""Three movers: this side begins against `MANY`."""
MANY: Faces = (3, 3, 3, 2, 3, 2)
"""Six movers."""


def rolled(brown: Faces = FEW, blue: Faces = MANY, **rules: Any) -> State:
    """A game in which both first rolls are seen."""
    return play(GAME.initial(rules), Roll("brown", brown), Roll("blue", blue))


def kept(brown: Faces = FEW, blue: Faces = MANY, **rules: Any) -> State:
    """A game in which both sides kept their first rolls."""
    return play(rolled(brown, blue, **rules), Decide("brown", False), Decide("blue", False))


def setting_up(brown: Faces = FEW, blue: Faces = MANY, **rules: Any) -> State:
    """A game in which both sides are to place their cubes; lot and deities, if any, are chosen."""
    state = kept(brown, blue, **rules)
    if GAME.to_act(state) == frozenset({"chance"}):
        state = play(state, Lot("brown"))
    if state.rules.deities == "on":
        second = "blue" if state.to_move == 0 else "brown"
        first = "brown" if second == "blue" else "blue"
        state = play(state, Choose(second, "cadbeth"), Choose(first, "lamban"))
    return state


def spread(side: str, faces: Faces, **moved: str) -> dict[str, str]:
    """A legal set-up for a roll: the cubes in rows from the own edge, the stone in a corner.

    Traps face the own edge, so that their mouths are towards the enemy; they lie in the row that
    is nearest to the middle, so that nothing stands there. `moved` sets single points: "" clears.
    """
    kinds = ("moon", "star", "pit", "safe", "path")
    counts = dict(zip(("moon", "star", "pit", "trap", "safe", "path"), faces, strict=True))
    order = [kind for kind in kinds for _ in range(counts[kind])]
    ranks = (1, 2, 3) if side == "brown" else (9, 8, 7)
    front = 4 if side == "brown" else 6
    facing = "south" if side == "brown" else "north"
    free = (f"{file}{rank}" for rank in ranks for file in "abcdefghi")
    placed = {next(free): "stone"}
    for kind in order:
        placed[next(free)] = "path north-south" if kind == "path" else kind
    files = (f"{'abcdefghi'[number]}{front}" for number in count())
    for _ in range(counts["trap"]):
        placed[next(files)] = f"trap {facing}"
    placed.update(moved)
    return {site: words for site, words in placed.items() if words}


def set_up(side: str, pieces: Mapping[str, str]) -> SetUp:
    """The action of placing all of them."""
    return SetUp(side, tuple(sorted(pieces.items())))
