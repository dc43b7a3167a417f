"""A whole state as JSON and back: the position, and what only memory tells."""

from __future__ import annotations

from dataclasses import replace

from companion.games.api import Json, Outcome
from companion.games.errors import BadPosition
from companion.games.moons_and_stars.exchange import position_to_json, table_from_json
from companion.games.moons_and_stars.piles import KINDS, SIDES
from companion.games.moons_and_stars.state import Faces, Phase, Start, State

ADVICE = "The saved state is damaged; take an earlier one."


def encode(state: State) -> dict[str, Json]:
    """The whole state as JSON."""
    outcome = state.outcome
    start = state.start
    return {
        "rules": state.rules.changed(),
        "phase": state.phase.value,
        "position": position_to_json(state),
        "offer": None if state.offer is None else SIDES[state.offer],
        "outcome": None
        if outcome is None
        else {"winner": outcome.winner, "ruling": outcome.ruling, "key": outcome.key},
        "start": {
            "rolls": [None if faces is None else list(faces) for faces in start.rolls],
            "kept": list(start.kept),
            "first": None if start.first is None else SIDES[start.first],
            "placed": list(start.placed),
        },
        "history": [key.hex() for key in state.history],
    }


def decode(data: Json) -> State:
    """The inverse of `encode`. Raises `BadPosition`."""
    try:
        phase = Phase(data["phase"])
        state = table_from_json(data["position"], data["rules"])
        owed = data["position"].get("owed")
        outcome, offer = data["outcome"], data["offer"]
        return replace(
            state,
            phase=phase,
            owed=None if owed is None else SIDES.index(owed),
            offer=None if offer is None else SIDES.index(offer),
            outcome=None
            if outcome is None
            else Outcome(_winner(outcome["winner"]), str(outcome["ruling"]), str(outcome["key"])),
            start=_start(data["start"]),
            history=tuple(bytes.fromhex(key) for key in data["history"]),
        )
    except (KeyError, IndexError, TypeError, ValueError, OverflowError) as error:
        if isinstance(error, BadPosition):
            raise
        raise BadPosition(
            f"This is no saved state of Moons and Stars ({error}).", ADVICE
        ) from error


def _winner(data: Json) -> str | None:
    return None if data is None else SIDES[SIDES.index(data)]


def _start(data: Json) -> Start:
    rolls = [_faces(faces) for faces in data["rolls"]]
    kept, placed = data["kept"], data["placed"]
    first = data["first"]
    return Start(
        rolls=(rolls[0], rolls[1]),
        kept=(_maybe_flag(kept[0]), _maybe_flag(kept[1])),
        first=None if first is None else SIDES.index(first),
        placed=(bool(placed[0]), bool(placed[1])),
    )


def _maybe_flag(value: Json) -> bool | None:
    return None if value is None else bool(value)


def _faces(data: Json) -> Faces | None:
    if data is None:
        return None
    counts = [int(count) for count in data]
    if len(counts) != len(KINDS):
        raise ValueError("a roll counts six faces")
    return (counts[0], counts[1], counts[2], counts[3], counts[4], counts[5])
