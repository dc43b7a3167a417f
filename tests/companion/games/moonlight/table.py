"""Tables for the tests of Moonlight, written small: grid "0,0=g3.b4 1,0=b2m1", hands "3 4 L ?"."""

from __future__ import annotations

from typing import Any

from companion.games.api import Transition
from companion.games.moonlight import Moonlight, State
from companion.games.moonlight.actions import Action

GAME = Moonlight()
SIDES = {"g": "green", "b": "blue"}
ELEVEN = "1 1 2 2 3 3 3 3 4 4 5"


def card(text: str, owner: str) -> str | None:
    """A card in the words of the exchange format."""
    if text == "?":
        return None
    return f"{owner} {text.replace('m', ' m').replace('L', 'lone')}"


def cards(text: str, owner: str) -> list[str | None]:
    """Cards of one side."""
    return [card(word, owner) for word in text.split()]


def grid(text: str) -> dict[str, list[str | None]]:
    """What lies on which cell."""
    found: dict[str, list[str | None]] = {}
    for word in text.split():
        site, _, stack = word.partition("=")
        found[site] = [card(one[1:], SIDES[one[0]]) for one in stack.split(".")]
    return found


def pair(green: Any, blue: Any) -> dict[str, Any]:
    return {"green": green, "blue": blue}


def table(
    laid: str = "",
    green: str = "1 2 4",
    blue: str = "1 2 4",
    *,
    decks: tuple[str, str] = ("", ""),
    to_move: str | None = "green",
    rules: dict[str, Any] | None = None,
    **fields: Any,
) -> State:
    """A state in which everything written is so; the phase is "play" unless it is given."""
    data: dict[str, Any] = {
        "phase": "play",
        "grid": grid(laid),
        "hands": pair(cards(green, "green"), cards(blue, "blue")),
        "decks": pair(cards(decks[0], "green"), cards(decks[1], "blue")),
        "turns": pair(3, 3),
        "starter": "green",
        "to_move": to_move,
        "rounds_won": pair(0, 0),
        "lone_wolf": pair(False, False),
        "powers": pair([], []),
        "used": pair([], []),
        "last_round": None,
    }
    return GAME.position_from_json({**data, **fields}, rules)


def counting(laid: str, *, rules: dict[str, Any] | None = None, **fields: Any) -> State:
    """A round that is over and to be counted."""
    return table(laid, "2", "2", to_move=None, phase="score", rules=rules, **fields)


def go(state: State, action: str | Action) -> Transition[State]:
    """A legal action done; the effects are checked against the table."""
    done = GAME.parse(state, action) if isinstance(action, str) else action
    after = GAME.apply(state, done)
    placement = GAME.placement(state)
    for effect in after.effects:
        placement = placement.after(effect)
    assert placement == GAME.placement(after.state)
    return after


def play(state: State, *actions: str | Action) -> State:
    """Several actions done one after the other."""
    for action in actions:
        state = go(state, action).state
    return state


def why(state: State, action: str | Action, seat: str | None = None) -> list[tuple[str, str]]:
    """(ruling ID, key) of every reason against an action; [] if it is legal."""
    tried = GAME.parse(state, action) if isinstance(action, str) else action
    ruling = GAME.rule_on(state, tried, seat=seat)
    assert ruling.legal is (not ruling.reasons)
    assert seat is not None or ruling.legal is GAME.is_legal(state, tried)
    assert all(GAME.is_legal(state, near) for near in ruling.nearest)
    return [(cause.ruling, cause.key) for cause in ruling.reasons]


def position(state: State) -> dict[str, Any]:
    return GAME.position_to_json(state)


def cells(state: State) -> set[str]:
    """The free cells where a card may be laid."""
    taken = set(position(state)["grid"])
    sites = (GAME.encode_action(action)["at"] for action in GAME.legal(state))
    return {f"{x},{y}" for x, y in sites} - taken


def result(laid: str, rules: dict[str, Any] | None = None, **entered: Any) -> dict[str, Any]:
    """How a round ends that lies so."""
    found = GAME.score_case({"grid": grid(laid), **entered}, rules or {})
    assert isinstance(found, dict)
    return found


def points(laid: str, rules: dict[str, Any] | None = None, **entered: Any) -> tuple[int, int]:
    """Green's and blue's points for a round."""
    both = result(laid, rules, **entered)["points"]
    return both["green"], both["blue"]
