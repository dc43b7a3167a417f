"""What a player would look at after a game: captures, bonuses, length, time."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from companion.games.api import CHANCE, Effect, Json, Removed
from companion.record.events import Refused, Takeback
from companion.record.replay import Timeline

TAKEN = ("captured", "taken-away")
"""Manners of leaving the board that are somebody's doing against the other side."""


def statistics(timeline: Timeline) -> dict[str, Json]:
    """Counts by seat, and how long the game was.

    ``captures`` are pieces of others that a seat's actions took off, ``lost`` its own that its
    actions lost; ``used_s`` is the time up to each of its actions since the one before.
    """
    seats = timeline.game.seats(timeline.state)
    captures: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    bonuses: Counter[str] = Counter()
    actions: Counter[str] = Counter()
    turns = 0
    for number, step in enumerate(timeline.steps):
        phase = timeline.game.phase(timeline.state_at(number))
        actions[step.seat] += 1
        bonuses[step.seat] += phase == "bonus"
        turns += phase == "turns"
        for owner, count in _removed(step.effects):
            (lost if owner == step.seat else captures)[step.seat] += count
    tries = Counter(one.data.seat for one in timeline.events if isinstance(one.data, Refused))
    return {
        "actions": len(timeline.steps),
        "turns": turns,
        "takebacks": sum(isinstance(one.data, Takeback) for one in timeline.events),
        "played_s": round(timeline.events[-1].monotonic_s, 1),
        "seats": {
            seat: {
                "actions": actions[seat],
                "captures": captures[seat],
                "lost": lost[seat],
                "bonuses": bonuses[seat],
                "refused": tries[seat],
                "used_s": round(used, 1),
            }
            for seat, used in _used_s(timeline, seats).items()
        },
    }


def _removed(effects: tuple[Effect, ...]) -> list[tuple[str, int]]:
    """(owner, how many) of pieces that left the board."""
    return [
        (piece.owner, 1)
        for effect in effects
        if isinstance(effect, Removed) and effect.manner in (*TAKEN, "lost")
        for piece in effect.pieces
        if piece.owner
    ]


def _used_s(timeline: Timeline, seats: tuple[str, ...]) -> dict[str, float]:
    used = dict.fromkeys(seats, 0.0)
    moments = [(CHANCE, 0.0)]
    moments += [(step.seat, step.event.monotonic_s) for step in timeline.steps]
    for (_, before_s), (seat, after_s) in pairwise(moments):
        if seat in used:
            used[seat] += max(0.0, after_s - before_s)
    return used
