"""Whole games as text: made once, reviewed by people, and told again line by line by a test.

    python -m tests.tools.playthrough FILE ...     writes the files anew from their first lines
    python -m tests.tools.playthrough              all of Moons and Stars

A file begins with its title, game, rules and seed; from these the rest follows. "led by: coach"
lets the game's coach lead, where it knows a way.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from companion.games.api import (
    CHANCE,
    Advises,
    Carried,
    Changed,
    Effect,
    Placed,
    Removed,
    first_actions,
)
from companion.games.registry import AnyGame, game_by_id

FOLDER = Path(__file__).parent.parent / "companion/games/moons_and_stars/playthroughs"
MOST_COUNTED = 1000
MOST_ACTIONS = 400


def head_of(text: str) -> dict[str, str]:
    """The fields of the first lines, up to the empty one."""
    head, _, _ = text.partition("\n\n")
    return dict(line.split(": ", 1) for line in head.splitlines())


def told_effect(effect: Effect) -> str:
    """One physical step as a line."""
    match effect:
        case Carried(_, pieces, origin, target, manner, via):
            what = f"{manner} {' + '.join(map(str, pieces))} {origin} -> {target}"
        case Removed(_, pieces, site, index, manner, via):
            what = f"{manner} {' + '.join(map(str, pieces))} {site}" + f" from {index}" * bool(
                index
            )
        case Placed(_, piece, site, manner):
            what, via = f"{manner} {piece} {site}", ()
        case Changed(_, before, after, site, index, manner):
            what, via = f"{manner} {before} to {after} {site}" + f" at {index}" * bool(index), ()
        case _:
            raise TypeError(effect)
    return f"{effect.ruling} {what}" + f" via {', '.join(via)}" * bool(via)


def counted(game: AnyGame, state: Any) -> str:
    """The number of legal actions, or that there are too many to count."""
    count = sum(1 for _ in first_actions(game.legal(state), MOST_COUNTED + 1))
    return str(count) if count <= MOST_COUNTED else "many"


def play(game: AnyGame, state: Any, rng: Random, *, coached: bool = False) -> Iterator[str]:
    """A random game, or one that the coach leads, as its actions in notation."""
    for _ in range(MOST_ACTIONS):
        if game.outcome(state) is not None:
            return
        action = (coached_action(game, state) if coached else None) or game.sample(state, rng)
        yield game.format(state, action)
        state = game.apply(state, action).state


def coached_action(game: AnyGame, state: Any) -> Any:
    """The coach's next step, or the end of a round in which it can't be done; None: ask chance."""
    if CHANCE in game.to_act(state) or not isinstance(game, Advises):
        return None
    advised = game.advise(state).actions
    if not advised:
        return None
    step = game.parse(state, advised[0])
    return step if game.is_legal(state, step) else game.parse(state, "end")


def tell(head: dict[str, str], actions: list[str]) -> Iterator[str]:
    """The lines of a game whose actions are given in notation."""
    game = game_by_id(head["game"])
    yield from (f"{name}: {value}" for name, value in head.items())
    state = game.initial(json.loads(head["rules"]))
    for number, words in enumerate(actions, 1):
        yield ""
        yield f"{number}. {', '.join(sorted(game.to_act(state)))}"
        yield f"position: {game.position_line(state)}"
        yield f"legal: {counted(game, state)}"
        yield f"action: {words}"
        done = game.apply(state, game.parse(state, words))
        yield from (f"  {told_effect(effect)}" for effect in done.effects)
        state = done.state
    yield ""
    yield f"position: {game.position_line(state)}"
    outcome = game.outcome(state)
    if outcome is None:
        yield "outcome: none"
    else:
        yield f"outcome: {outcome.winner or 'draw'}, {outcome.ruling} {outcome.key}"


def actions_in(text: str) -> list[str]:
    """The actions of a file."""
    prefix = "action: "
    return [line[len(prefix) :] for line in text.splitlines() if line.startswith(prefix)]


def write(path: Path) -> None:
    """Make a file anew from its first lines."""
    head = head_of(path.read_text("utf-8"))
    game = game_by_id(head["game"])
    state = game.initial(json.loads(head["rules"]))
    coached = head.get("led by") == "coach"
    actions = list(play(game, state, Random(head["seed"]), coached=coached))
    path.write_text("\n".join(tell(head, actions)) + "\n", "utf-8")


if __name__ == "__main__":
    for file in map(Path, sys.argv[1:]) if sys.argv[1:] else sorted(FOLDER.glob("*.txt")):
        write(file)
