"""What a viewer may play now, with where to touch for it: only for seats that are the viewer's."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from typing import Any

from companion.games.api import CHANCE, Effect, Json, Seat
from companion.games.registry import AnyGame
from companion.language.catalogue import Catalogue
from webui.games import Target, board_of
from webui.telling.secrecy import known_state, may_enter

MOST = 300
"""So many actions are told; a set-up or a large bonus has too many, and is entered otherwise."""
MOST_LOOKED_AT = 600
"""Of so many the viewer's own are picked."""
MOST_OF_CHANCE = 40
"""A lot is listed; of rolls there are too many, and nobody chooses one."""
MOST_SIGNS = 120
"""An action that is longer in notation (a set-up) is no choice from a list."""
MOST_LONG = 10
"""After so many of them nobody looks for a shorter one."""


@dataclass(frozen=True, slots=True)
class Choices:
    """Actions and claims as JSON; ``more``: there are others that aren't listed."""

    actions: list[Json]
    claims: list[Json]
    more: bool = False


NONE = Choices([], [])


def choices(game: AnyGame, state: Any, seats: frozenset[Seat], say: Catalogue) -> Choices:
    """The legal actions and claims of some seats.

    What names cards that nobody may see (a deal) is never listed.
    """
    acting = game.to_act(state) & seats
    claims = _claims(game, state, seats - {CHANCE}, say)
    if not acting:
        return Choices([], claims)
    found: list[Json] = []
    known = known_state(game, state, min(acting - {CHANCE}, default=None))
    looked = long = 0
    for action in islice(game.legal(state), MOST_LOOKED_AT):
        looked += 1
        if game.actor(state, action) not in seats:
            continue
        if not may_enter(game, state, action, None):
            return Choices([], claims, more=True)
        if len(found) == MOST:
            return Choices(found, claims, more=True)
        notation = game.format(state, action)
        if len(notation) > MOST_SIGNS:
            long += 1
            if long == MOST_LONG:
                break
            continue
        found.append(_told(game, known, action, notation, f"a{len(found)}", say))
        if len(found) > MOST_OF_CHANCE and acting == {CHANCE}:
            return Choices([], claims, more=True)
    return Choices(found, claims, more=long > 0 or looked == MOST_LOOKED_AT)


def _told(
    game: AnyGame, state: Any, action: Any, notation: str, name: str, say: Catalogue
) -> dict[str, Json]:
    effects = effects_of(game, state, action)
    target = board_of(game.spec.id).target(state, action, effects)
    steps = say.steps_sentence(effects)
    return {
        "id": name,
        "action": game.encode_action(action),
        "seat": game.actor(state, action),
        "text": notation,
        "steps": steps,
        "name": f"{notation}: {steps}" if steps else notation,
        **target_json(target),
    }


def target_json(target: Target) -> dict[str, Json]:
    """Where an action points on the board."""
    return {
        "from": target.origin,
        "to": target.landing,
        "rest": target.rest,
        "kind": target.kind,
    }


def effects_of(game: AnyGame, known: Any, action: Any) -> tuple[Effect, ...]:
    """What hands do for a legal action; none where that depends on a card nobody has seen."""
    return game.apply(known, action).effects if game.is_legal(known, action) else ()


def word_of(action: Any) -> str:
    """The type of an action as a word: "offer-draw"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", type(action).__name__).lower()


def _claims(game: AnyGame, state: Any, seats: frozenset[Seat], say: Catalogue) -> list[Json]:
    """What may be declared: to resign, to offer, agree to or claim a draw, to tell one's cards."""
    told: list[Json] = []
    own = next(iter(seats)) if len(seats) == 1 else None
    for action in game.claims(state):
        if game.actor(state, action) in seats and may_enter(game, state, action, own):
            told.append(
                {
                    "id": f"c{len(told)}",
                    "action": game.encode_action(action),
                    "seat": game.actor(state, action),
                    "text": game.format(state, action),
                    "kind": word_of(action),
                }
            )
    return told
