"""Tables for the tests of MOON, written small.

    together("7 0 0 0", "reset-B | 0110!", deck="0001 0010")

Registers A to D as numbers. Places from the first on, divided by "|", cards as in position lines,
"!" behind those that are face-up. Players of a competitive game are written like "p1 goal=0101".
"""

from __future__ import annotations

from typing import Any

from companion.games.api import Transition
from companion.games.moon import Moon, State
from companion.games.moon.actions import Action
from companion.games.moon.notation import long

GAME = Moon()
Json = Any


def cards(text: str) -> list[str | None]:
    return [long(word) for word in text.split()]


def _common(registers: str, energy: int, refill: int, bits: int, deck: str) -> dict[str, Json]:
    values = [int(word) for word in registers.split()]
    return {
        "bits": bits,
        "refill": refill,
        "energy": energy,
        "registers": dict(zip("ABCD", values, strict=True)),
        "deck": cards(deck),
        "owed": None,
        "over": False,
    }


def together(
    registers: str = "0 0 0 0",
    places: str = "",
    *,
    deck: str = "0001",
    energy: int = 6,
    refill: int = 6,
    bits: int = 4,
    disabled: str = "",
    broken: tuple[int, ...] = (),
    solved: int = 0,
    owed: str | None = None,
    current: str = "",
    unknown: str = "",
    **rules: Any,
) -> State:
    """A cooperative game; ``current`` names the face-up cards, where not the oldest came first."""
    usable = rules.get("slots_usable", 4)
    slots: list[list[str | None]] = [[] for _ in range(usable + 1)]
    up: list[str] = []
    for place, text in enumerate(places.split("|")):
        words = text.split()
        slots[place] = cards(" ".join(word.rstrip("!") for word in words))
        up = [word.rstrip("!") for word in words if word.endswith("!")] + up
    data = _common(registers, energy, refill, bits, deck) | {
        "mode": "cooperative",
        "disabled": disabled.split(),
        "slots": slots,
        "broken": list(broken),
        "current": cards(current or " ".join(up)),
        "solved": solved,
        "owed": owed,
    }
    if unknown:
        data["unknown"] = cards(unknown)
    return GAME.position_from_json(data, rules)


def duel(
    registers: str = "0 0 0 0",
    *players: str,
    deck: str = "0001",
    energy: int = 6,
    refill: int = 6,
    bits: int = 4,
    disabled: str = "",
    to_move: str = "p1",
    owed: str | None = None,
    unknown: str = "",
    **rules: Any,
) -> State:
    """A competitive game: each player like "ram=9 goal=0101 solved=2 bugs=1 hacker=red free=2"."""
    data = _common(registers, energy, refill, bits, deck) | {
        "mode": "competitive",
        "disabled": disabled.split(),
        "owed": owed,
        "to_move": to_move,
        "players": {f"p{place}": _player(text) for place, text in enumerate(players, 1)},
    }
    if unknown:
        data["unknown"] = cards(unknown)
    return GAME.position_from_json(data, rules)


def _player(text: str) -> dict[str, Json]:
    fields = dict(word.split("=") for word in text.split())
    return {
        "ram": int(fields.get("ram", 0)),
        "goal": cards(fields.get("goal", "").replace("+", " ")),
        "solved": int(fields.get("solved", 0)),
        "bugs": int(fields.get("bugs", 0)),
        "hacker": fields.get("hacker"),
        "free_left": int(fields.get("free", 0)),
    }


def act(state: State, action: Action) -> Transition[State]:
    """A legal action done; its effects are checked against the table."""
    after = GAME.apply(state, action)
    placement = GAME.placement(state)
    for effect in after.effects:
        placement = placement.after(effect)
    assert placement == GAME.placement(after.state)
    assert GAME.rule_on(state, action).effects == after.effects
    return after


def play(state: State, *texts: str) -> State:
    """Several actions done one after the other, written as people type them."""
    for text in texts:
        state = act(state, GAME.parse(state, text)).state
    return state


def why(state: State, text: str, seat: str | None = None) -> list[tuple[str, str]]:
    """(ruling ID, key) of every reason against what somebody typed; [] if it is legal."""
    ruling = GAME.rule_on(state, GAME.parse(state, text), seat=seat)
    assert ruling.legal is (not ruling.reasons)
    assert all(GAME.is_legal(state, near) for near in ruling.nearest)
    return [(cause.ruling, cause.key) for cause in ruling.reasons]


def seen(state: State) -> Json:
    """The position in the exchange format."""
    return GAME.position_to_json(state)


def registers(state: State) -> str:
    """The registers as they are written for `together`."""
    return " ".join(map(str, state.registers))


def places(state: State) -> str:
    """The places as they are written for `together`, empty ones at the end left out."""
    texts = []
    for words in seen(state)["slots"]:
        shown = [f"{w.removeprefix('goal ').replace(' ', '-')}" for w in words]
        up = [f"goal {word}" in seen(state)["current"] for word in shown]
        texts.append(" ".join(w + "!" * u for w, u in zip(shown, up, strict=True)))
    return " | ".join(texts).rstrip(" |")


def ended(state: State) -> tuple[str | None, str]:
    """(winner, ruling) of a game that is over."""
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert not GAME.to_act(state)
    assert not list(GAME.legal(state))
    return outcome.winner, outcome.ruling
