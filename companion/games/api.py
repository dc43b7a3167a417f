"""The game protocol: what every game answers, and the values that it answers with.

Three words are shared with the rest of the product: a `Placement` is what lies on the table, an
action is what a player did (each game has its own small types for it), a `Ruling` is what the
referee says. Everything here is a frozen value; a game is a bundle of pure functions on values.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from companion.games.rulings import Fault, Outcome, Reason, Ruling, Value, Verdict, reason
from companion.games.spec import Spec, Switch
from companion.games.table import (
    Carried,
    Changed,
    Effect,
    Piece,
    Pile,
    Placed,
    Placement,
    Removed,
)
from companion.games.words import CHANCE, Json, Seat

__all__ = [
    "CHANCE",
    "Advice",
    "Advises",
    "Carried",
    "Changed",
    "Conceals",
    "Corrects",
    "Counts",
    "Effect",
    "Fault",
    "Game",
    "Json",
    "Outcome",
    "Piece",
    "Pile",
    "Placed",
    "Placement",
    "Reaches",
    "Reason",
    "Removed",
    "Ruling",
    "Scores",
    "Seat",
    "Spec",
    "Switch",
    "TakesRolls",
    "Transition",
    "Value",
    "Verdict",
    "first_actions",
    "reason",
]

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")


@dataclass(frozen=True, slots=True)
class Transition(Generic[StateT]):
    """What an action leads to: the new state, and the physical steps in the order of doing."""

    state: StateT
    effects: tuple[Effect, ...] = ()


class Game(Protocol[StateT, ActionT]):
    """What every game answers. All functions are pure; states and actions are frozen, hashable.

    Contracts (`companion.games.conformance.check_game` tests them):

    * ``legal`` has a fixed order and no duplicates; iterating it again gives the same. It may be
      lazy and very long (a set-up), so take what you need. It is empty only when ``to_act`` is.
    * ``is_legal(s, a)`` is true exactly for the members of ``legal(s)`` and ``claims(s)``.
    * ``rule_on(s, a)`` is LEGAL exactly where ``is_legal``; else it has at least one reason.
    * ``apply`` of a legal action leaves its arguments as they were and, done one by one on
      ``placement(s)``, its effects give ``placement`` of the new state.
    * ``decode(encode(s)) == s``, ``parse(s, format(s, a)) == a`` for every legal action.
    * ``view(s, seat)`` is the same for states that differ only in what the seat may not see.
    """

    @property
    def spec(self) -> Spec:
        """The fixed facts of the game."""
        ...

    def initial(self, rules: Mapping[str, Json] | None = None) -> StateT:
        """The state before the first action; `rules` gives switches that differ from default."""
        ...

    def seats(self, state: StateT) -> tuple[Seat, ...]:
        """The seats that play in this game, in turn order; some of ``spec.seats``."""
        ...

    def to_act(self, state: StateT) -> frozenset[Seat]:
        """The seats that may act now, `CHANCE` among them; empty when the game is over."""
        ...

    def phase(self, state: StateT) -> str:
        """Where the game stands, as one word of the game's own: "rolls", "turns", "over"."""
        ...

    def actor(self, state: StateT, action: ActionT) -> Seat:
        """The seat that does `action` in `state`."""
        ...

    def legal(self, state: StateT) -> Iterable[ActionT]:
        """The legal actions of play, in a fixed order, without duplicates."""
        ...

    def sample(self, state: StateT, rng: Random) -> ActionT:
        """A random legal action; every legal action can come, chance by its true odds."""
        ...

    def claims(self, state: StateT) -> Sequence[ActionT]:
        """What may be declared now besides moving: to resign, to claim or agree to a draw."""
        ...

    def is_legal(self, state: StateT, action: ActionT) -> bool:
        """Whether the rules allow `action`; fast, for search."""
        ...

    def rule_on(self, state: StateT, action: ActionT, *, seat: Seat | None = None) -> Ruling:
        """The referee's full answer, for anything a person may try.

        `seat` is who tries it, where that is known; only `actor` may.
        """
        ...

    def complete(self, state: StateT, action: ActionT) -> ActionT:
        """`action` with what its player left unsaid filled in, where only one reading is legal."""
        ...

    def apply(self, state: StateT, action: ActionT) -> Transition[StateT]:
        """Do a legal action. Raises `IllegalAction` for any other."""
        ...

    def outcome(self, state: StateT) -> Outcome | None:
        """How the game ended; None while it goes on."""
        ...

    def placement(self, state: StateT) -> Placement:
        """What lies on the table in this state."""
        ...

    def faults(self, placement: Placement, state: StateT) -> tuple[Fault, ...]:
        """Everything wrong with a table in a game that stands at `state`; empty for a good one."""
        ...

    def plausible(self, state: StateT, seen: Placement) -> Iterable[ActionT]:
        """The actions worth comparing with a table that looks like `seen`, legal or not.

        All of `legal` where that is short; where it is long, what the table suggests.
        """
        ...

    def attempts(self, state: StateT, origin: str, target: str, pieces: Pile) -> Sequence[ActionT]:
        """What a person may have tried who carried `pieces` from `origin` to `target`."""
        ...

    def resynchronised(self, state: StateT, placement: Placement, seat: Seat) -> StateT:
        """The game going on from a table as it lies, `seat` to move; its history is new.

        Raises `BadPosition` for a table that cannot be.
        """
        ...

    def forced(self, state: StateT, action: ActionT) -> StateT:
        """Where a try that the rules refuse leads when people let it stand: done by hand.

        Raises `BadPosition` where no table comes of it.
        """
        ...

    def view(self, state: StateT, seat: Seat | None) -> Json:
        """What a seat (None: a bystander) may know, as JSON; nothing else is in it."""
        ...

    def encode(self, state: StateT) -> dict[str, Json]:
        """The whole state as JSON."""
        ...

    def decode(self, data: Json) -> StateT:
        """The inverse of `encode`. Raises `BadPosition`."""
        ...

    def encode_action(self, action: ActionT) -> dict[str, Json]:
        """An action as JSON, in the exchange format's words."""
        ...

    def decode_action(self, state: StateT, data: Json) -> ActionT:
        """The inverse of `encode_action`. Raises `BadNotation`."""
        ...

    def position_to_json(self, state: StateT) -> dict[str, Json]:
        """The position in the exchange format: the table and whose turn it is, no history."""
        ...

    def position_from_json(self, data: Json, rules: Mapping[str, Json] | None = None) -> StateT:
        """A state with no history from an exchange position. Raises `BadPosition`."""
        ...

    def position_line(self, state: StateT) -> str:
        """The position as one line of text."""
        ...

    def position_from_line(self, text: str) -> StateT:
        """The inverse of `position_line`. Raises `BadPosition`."""
        ...

    def format(self, state: StateT, action: ActionT) -> str:
        """An action of this state in the notation that people read."""
        ...

    def parse(self, state: StateT, text: str) -> ActionT:
        """What a person typed, legal or not. Raises `BadNotation`, `AmbiguousNotation`."""
        ...

    def key(self, state: StateT) -> Hashable:
        """Equal exactly for states that count as the same position when repetition is judged."""
        ...

    def board_text(self, state: StateT) -> str:
        """The table drawn in text, for a terminal."""
        ...


@runtime_checkable
class Corrects(Protocol):
    """What a game may offer besides `Game`: to say how a table that was seen is put right."""

    def correction(self, state: Any, seen: Json) -> Json:
        """What is to be done to a table that looks like `seen`, so that it shows `state`.

        Both in the exchange format's words. Raises `BadPosition` where `seen` is no such table.
        """
        ...


@runtime_checkable
class Conceals(Protocol):
    """What a game of hidden information offers besides `Game`: who may know and see what.

    Whoever enters an action must be allowed to see it: one that `shown` changes for a seat is not
    for that seat to enter.
    """

    def known(self, state: Any, seat: Seat | None) -> Any:
        """The state as a seat (None: a bystander) knows it: one for all states that could be."""
        ...

    def shown(self, state: Any, action: Any, seat: Seat | None) -> Any:
        """An action that is done in `state`, as a seat may see it: its hidden cards left out."""
        ...


@runtime_checkable
class TakesRolls(Protocol):
    """What a game offers besides `Game` whose pieces are rolled: a roll that lies on the table."""

    def rolled(
        self, state: Any, owner: Seat, faces: Mapping[str, int], *, unreadable: int = 0
    ) -> Any:
        """The action that a roll stands for now, legal or not; None if it stands for none.

        ``unreadable`` cubes lie cocked or hidden.
        """
        ...


@dataclass(frozen=True, slots=True)
class Advice:
    """What a coach says: a sentence, and actions in the order of doing, as they are written."""

    said: Reason
    actions: tuple[str, ...] = ()


@runtime_checkable
class Advises(Protocol):
    """What a game may offer besides `Game`: a coach, asked by the seat that is to act.

    What it says may tell of that seat's hidden things: it is for that seat alone.
    """

    def advise(self, state: Any) -> Advice:
        """What to do now; says so where there is nothing to be done."""
        ...


@runtime_checkable
class Explains(Protocol):
    """What a game may offer besides `Game`: to say what an action has brought about."""

    def notes(self, before: Any, action: Any, after: Any) -> Sequence[Reason]:
        """The notes of the ruling on a legal action, then what nobody could know before it.

        Only what all at the table may know once it is done.
        """
        ...


@runtime_checkable
class Counts(Protocol):
    """What a game offers whose trees are counted by some of its actions only."""

    def counted(self, state: Any) -> Sequence[Any]:
        """The legal actions that a count of sequences takes up; nothing follows where none do."""
        ...


@runtime_checkable
class Scores(Protocol):
    """What a game offers whose rounds are counted, so that counting can be checked by itself."""

    def score_case(self, data: Mapping[str, Json], rules: Mapping[str, Json]) -> Json:
        """How a round ends that lies on the table like `data`, in the exchange format.

        Raises `BadPosition` or `BadNotation`.
        """
        ...


@runtime_checkable
class Reaches(Protocol):
    """What a game may offer besides `Game`: to say what can be brought about within a turn."""

    def round_actions(self, state: Any) -> Sequence[Any]:
        """The legal actions that don't end the turn, or the round."""
        ...

    def reach(self, state: Any) -> Json:
        """Everything that these actions can bring about, in the exchange format's words."""
        ...


def first_actions(actions: Iterable[ActionT], most: int) -> Iterator[ActionT]:
    """At most `most` actions from the beginning of a legal list that may be very long."""
    for count, action in enumerate(actions):
        if count >= most:
            return
        yield action
