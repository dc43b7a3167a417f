"""How a position differs from the one that was expected, in a few words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from companion.errors import BadExchangeFile
from companion.games.api import Json
from companion.games.registry import AnyGame


def outcome_problem(game: AnyGame, state: Any, expect: Json) -> str:
    """What is wrong with the outcome, or ""."""
    if "outcome" not in expect:
        raise BadExchangeFile("it has no 'outcome'.", "")
    found = game.outcome(state)
    ours: Json = None
    if found is not None:
        ours = {"winner": found.winner, "reason": found.ruling}
        if found.shared:
            ours["shared"] = sorted(found.shared)
    same = ours == expect["outcome"]
    return "" if same else f"outcome {short(expect['outcome'])} expected, {short(ours)} came"


def differences(wanted: Json, found: Json) -> str:
    """Where two positions differ, or ""."""
    ours, theirs = dict(_leaves(_comparable(found))), dict(_leaves(_comparable(wanted)))
    places = [place for place in {**theirs, **ours} if theirs.get(place) != ours.get(place)]
    told = [
        f"{'.'.join(place)} {short(theirs.get(place))} expected, {short(ours.get(place))} came"
        for place in places[:4]
    ]
    more = [f"and {len(places) - 4} more"] if len(places) > 4 else []
    return "; ".join(told + more)


def _comparable(position: Json) -> Json:
    """A position as it is compared: without "passed", and with no zeros among what is lost."""
    kept = {name: value for name, value in position.items() if name != "passed"}
    if isinstance(kept.get("lost"), dict):
        kept["lost"] = {
            side: {kind: count for kind, count in counts.items() if count != 0}
            if isinstance(counts, dict)
            else counts
            for side, counts in kept["lost"].items()
        }
    return kept


def _leaves(data: Json, place: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Json]]:
    """Every value that is no object, with its place."""
    if isinstance(data, dict) and data:
        for name, value in data.items():
            yield from _leaves(value, (*place, str(name)))
    elif data != {}:
        yield place, data


def short(data: Json, most: int = 80) -> str:
    """JSON on one short line."""
    text = json.dumps(data, default=str, ensure_ascii=False)
    return text if len(text) <= most else text[: most - 1] + "…"
