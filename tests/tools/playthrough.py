"""Whole games as text: made once, reviewed by people, and told again line by line by a test.

    python -m tests.tools.playthrough FILE ...     writes the files anew from their first lines
    python -m tests.tools.playthrough              all of Moons and Stars

A file begins with its title, game, rules and seed; from these the rest follows. These lines may be
added: ``from``, a position line (without switches) that the game begins at; ``player``, which is
"random" where it is left out, or "eager": takes whatever can be taken, so that games of taking come
to their end; "led by: coach" lets the game's coach lead, where it knows a way. Where the seed is
"by hand", or there is none, the actions stay as they are.
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
BY_HAND = "by hand"


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


def begun(head: dict[str, str]) -> tuple[AnyGame, Any]:
    """The game of a file, and how it stands before its first action."""
    game, rules = game_by_id(head["game"]), json.loads(head["rules"])
    if "from" in head:
        start = game.position_from_line(head["from"])
        return game, game.position_from_json(game.position_to_json(start), rules)
    return game, game.initial(rules)


def eager(game: AnyGame, state: Any, rng: Random) -> Any:
    """A random one of the actions that take something off the board; of all, if none does."""
    legal = list(first_actions(game.legal(state), MOST_COUNTED))
    taking = [
        one
        for one in legal
        if any(isinstance(step, Removed) for step in game.apply(state, one).effects)
    ]
    return rng.choice(taking or legal)


def play(
    game: AnyGame, state: Any, rng: Random, *, player: str = "random", coached: bool = False
) -> Iterator[str]:
    """A random game, an eager one, or one that the coach leads, as its actions in notation."""
    for _ in range(MOST_ACTIONS):
        if game.outcome(state) is not None:
            return
        action = coached_action(game, state) if coached else None
        if action is None:
            action = eager(game, state, rng) if player == "eager" else game.sample(state, rng)
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
    game, state = begun(head)
    yield from (f"{name}: {value}" for name, value in head.items())
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


def unplayed(game: AnyGame, heads: list[dict[str, str]]) -> list[str]:
    """The values of switches that no file of a game is played with, as "name=value".

    Of a switch with a few values each counts that is not its default; of a number, a table or a
    list it is enough that any other is played.
    """
    rules = [json.loads(head["rules"]) for head in heads]
    missing = []
    for switch in game.spec.switches:
        played = [one[switch.name] for one in rules if switch.name in one]
        played = [value for value in played if value != switch.default]
        if switch.values is None:
            missing += [] if played else [switch.name]
            continue
        wanted = [value for value in switch.values if value not in (switch.default, *played)]
        missing += [f"{switch.name}={json.dumps(value)}" for value in wanted]
    return missing


def write(path: Path) -> None:
    """Make a file anew from its first lines."""
    text = path.read_text("utf-8")
    head = head_of(text)
    game, state = begun(head)
    if head.get("seed", BY_HAND) == BY_HAND:
        actions = actions_in(text)
    else:
        player, coached = head.get("player", "random"), head.get("led by") == "coach"
        rng = Random(head["seed"])
        actions = list(play(game, state, rng, player=player, coached=coached))
    path.write_text("\n".join(tell(head, actions)) + "\n", "utf-8")


if __name__ == "__main__":
    for file in map(Path, sys.argv[1:]) if sys.argv[1:] else sorted(FOLDER.glob("*.txt")):
        write(file)
