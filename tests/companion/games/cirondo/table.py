"""Tables for the tests of Cirondo, written small: "C5:M D6:p H1:S A9:rP".

A space, a colon, and what lies there: Moon, Planet, Solar system. Gold's are capitals, silver's
small letters, red's and blue's capitals after "r" and "b".
"""

from __future__ import annotations

from typing import Any

from companion.games.api import Outcome, Transition
from companion.games.cirondo import Cirondo, State
from companion.games.cirondo.actions import Move

GAME = Cirondo()

_KINDS = {"m": "moon", "p": "planet", "s": "solar system"}
_OWNERS = {"r": "red", "b": "blue"}


def words(letters: str) -> str:
    """What lies somewhere in the words of the exchange format: "m" is a silver moon."""
    kind = _KINDS[letters[-1].lower()]
    owner = _OWNERS.get(letters[:-1], "gold" if letters.isupper() else "silver")
    return f"{owner} {kind}"


def table(
    text: str,
    *,
    to_move: str = "gold",
    opened: bool = True,
    owed: Any = None,
    passed: Any = False,
    **rules: Any,
) -> State:
    """A state in which everything written lies on the board and nothing else."""
    sides = ("gold", "silver") if rules.get("players", "two") == "two" else GAME.spec.seats
    return GAME.position_from_json(
        {
            "to_move": to_move,
            "spaces": {
                site: words(letters) for site, letters in (w.split(":") for w in text.split())
            },
            "opened": dict.fromkeys(sides, opened),
            "last_move_owed": owed,
            "passed": passed,
        },
        rules,
    )


def lies(state: State) -> dict[str, str]:
    """What lies where, in words."""
    return {site: str(pile[0]) for site, pile in GAME.placement(state).piles.items()}


def go(state: State, text: str) -> Transition[State]:
    """A legal action done, written as people type it; the effects are checked against the table."""
    after = GAME.apply(state, GAME.parse(state, text))
    placement = GAME.placement(state)
    for effect in after.effects:
        placement = placement.after(effect)
    assert placement == GAME.placement(after.state)
    return after


def play(state: State, *texts: str) -> State:
    """Several actions done one after the other."""
    for text in texts:
        state = go(state, text).state
    return state


def why(state: State, text: str) -> list[tuple[str, str]]:
    """(ruling ID, key) of every reason against what somebody typed; [] if it is legal."""
    action = GAME.parse(state, text)
    ruling = GAME.rule_on(state, action)
    assert ruling.legal is GAME.is_legal(state, action)
    assert ruling.legal is (not ruling.reasons)
    assert all(GAME.is_legal(state, near) for near in ruling.nearest)
    return [(cause.ruling, cause.key) for cause in ruling.reasons]


def moves(state: State) -> list[Move]:
    """The legal moves, without a pass."""
    return [action for action in GAME.legal(state) if isinstance(action, Move)]


def targets(state: State, origin: str) -> set[str]:
    """Where the stellar on `origin` can go."""
    return {move.target for move in moves(state) if move.origin == origin}


def ended(state: State) -> tuple[str | None, str]:
    """(winner, ruling) of a game that is over."""
    outcome = GAME.outcome(state)
    assert isinstance(outcome, Outcome)
    assert not GAME.to_act(state)
    assert not list(GAME.legal(state))
    return outcome.winner, outcome.ruling


def perft(state: State, depth: int) -> int:
    """How many sequences of legal actions of a length there are."""
    actions = GAME.legal(state)
    if depth == 1:
        return len(actions)
    return sum(perft(GAME.apply(state, action).state, depth - 1) for action in actions)
