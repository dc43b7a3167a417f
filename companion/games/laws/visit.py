"""What is tested, how much of it, and the state that a law is asked about."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Any, Protocol, runtime_checkable

from companion.games.api import Game, Json, Seat

AnyGame = Game[Any, Any]
Finding = tuple[str, Any]
"""What is wrong, and the action that shows it (None: the state alone does)."""


class Law(Enum):
    """The laws, in the order in which they are tested."""

    FROZEN = "states and actions are hashable values"
    ORDER = "legal gives the same actions in the same order each time it is iterated"
    UNIQUE = "legal names no action twice, nor do the claims"
    ENDING = "nobody acts, and nothing is legal, exactly when there is an outcome"
    ACTOR = "a legal action's actor is one of those who may act"
    SAMPLE = "sample gives legal actions, and leaves the state as it was"
    MEMBERSHIP = "is_legal is true exactly for the members of legal and claims"
    RULING = "rule_on is LEGAL exactly where is_legal, else has reasons with ruling IDs"
    ADVICE = "the nearest actions that a ruling names are legal"
    PURE = "apply leaves its arguments as they were and gives the same each time"
    REFUSAL = "apply raises IllegalAction for an illegal action"
    EFFECTS = "the effects, done one by one on the placement, give the new placement"
    STATE_CODEC = "decode is the inverse of encode, by way of JSON text"
    ACTION_CODEC = "decode_action is the inverse of encode_action, by way of JSON text"
    NOTATION = "parse is the inverse of format"
    POSITION = "a position is read back from its JSON and from its line as it was written"
    FAULTS = "the table of a state, once laid, has no faults; a strange piece on it is one"
    RESYNCHRONISED = "a game goes on from its own table, and from what people let stand"
    VIEW = "a view shows nothing that its seat may not know"
    KEY = "key is equal for equal positions and differs for others"
    LENGTH = "a game ends"
    REPLAY = "the same actions give the same game, and so does the same chance"


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is tested.

    ``most_actions`` ends a game that does not end; ``listed`` is how much of a legal list is read;
    ``acted`` how many legal actions of a state are done, written and read; ``tried`` how many
    foreign and altered ones are tried; ``every`` how many states lie between two tested ones;
    ``shown`` how many breaches of one law are told.
    """

    most_actions: int = 2000
    listed: int = 400
    acted: int = 4
    tried: int = 12
    every: int = 1
    shown: int = 3


@runtime_checkable
class Redetermines(Protocol):
    """What a game of hidden information offers besides `Game`, so that its views can be tested."""

    def redetermine(self, state: Any, seat: Seat | None, rng: Random) -> Any:
        """A state that could as well be, for all that `seat` may know; mostly not `state`."""
        ...


@dataclass(frozen=True, slots=True)
class Visit:
    """A state met, with what the laws need of it."""

    game: AnyGame
    rules: dict[str, Json]
    state: Any
    limits: Limits
    rng: Random
    listed: tuple[Any, ...]
    """The first legal actions."""
    whole: bool
    """Whether these are all."""
    claims: tuple[Any, ...]
    acted: tuple[Any, ...]
    """Legal actions and claims to do, write and read."""
    tried: tuple[Any, ...]
    """Actions of other states and altered ones, which may be legal or not."""
    before: str
    """The state as text, before any law was tested on it."""
    count: Counter[str]

    def everything(self) -> Iterator[Any]:
        """Every action that this visit judges, each once."""
        return iter(dict.fromkeys((*self.listed, *self.claims, *self.acted, *self.tried)))

    def frozen_text(self) -> str:
        """The state as JSON text."""
        return text_of(self.game.encode(self.state))


def text_of(data: Json) -> str:
    """JSON as text, always in the same order."""
    return json.dumps(data, sort_keys=True, allow_nan=False)


def through_text(data: Json) -> Json:
    """JSON written and read again."""
    return json.loads(json.dumps(data, allow_nan=False))


Check = Callable[[Visit], Iterator[Finding]]
"""Looks for where a state breaks a law."""
Tested = tuple[tuple[Law, Check], ...]
