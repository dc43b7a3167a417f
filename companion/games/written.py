"""The half of a game that is written elsewhere in its package: codecs, notation, the table.

    class Cirondo(Written[State, Action]):
        _written = Writing(encode=codec.encode, decode=codec.decode, …)

A game whose answer to one of these needs more than its one function defines the method itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from companion.games.api import Fault, Json, Placement, Seat

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """The functions of a game's package, each as `companion.games.api.Game` has it."""

    encode: Callable[[Any], dict[str, Json]]
    decode: Callable[[Json], Any]
    encode_action: Callable[[Any], dict[str, Json]]
    position_to_json: Callable[[Any], dict[str, Json]]
    position_from_json: Callable[[Json, Mapping[str, Json] | None], Any]
    position_line: Callable[[Any], str]
    position_from_line: Callable[[str], Any]
    format: Callable[[Any, Any], str]
    board_text: Callable[[Any], str]
    placement: Callable[[Any], Placement]
    faults: Callable[[Placement, Any], tuple[Fault, ...]]
    resynchronised: Callable[[Any, Placement, Seat], Any]
    forced: Callable[[Any, Any], Any]


class Written(Generic[StateT, ActionT]):
    """Answers these questions by the functions of `Writing`."""

    _written: ClassVar[Writing]

    def encode(self, state: StateT) -> dict[str, Json]:
        """The whole state as JSON."""
        return self._written.encode(state)

    def decode(self, data: Json) -> StateT:
        """The inverse of `encode`."""
        made: StateT = self._written.decode(data)
        return made

    def encode_action(self, action: ActionT) -> dict[str, Json]:
        """An action in the words of the exchange format."""
        return self._written.encode_action(action)

    def position_to_json(self, state: StateT) -> dict[str, Json]:
        """The position in the exchange format."""
        return self._written.position_to_json(state)

    def position_from_json(self, data: Json, rules: Mapping[str, Json] | None = None) -> StateT:
        """A state with no history from an exchange position."""
        made: StateT = self._written.position_from_json(data, rules)
        return made

    def position_line(self, state: StateT) -> str:
        """The position as one line."""
        return self._written.position_line(state)

    def position_from_line(self, text: str) -> StateT:
        """The inverse of `position_line`."""
        made: StateT = self._written.position_from_line(text)
        return made

    def format(self, state: StateT, action: ActionT) -> str:
        """An action in notation."""
        return self._written.format(state, action)

    def board_text(self, state: StateT) -> str:
        """The table drawn in text."""
        return self._written.board_text(state)

    def placement(self, state: StateT) -> Placement:
        """What lies on the table."""
        return self._written.placement(state)

    def faults(self, placement: Placement, state: StateT) -> tuple[Fault, ...]:
        """Everything wrong with a table in a game that stands at `state`."""
        return self._written.faults(placement, state)

    def resynchronised(self, state: StateT, placement: Placement, seat: Seat) -> StateT:
        """The game going on from a table as it lies."""
        made: StateT = self._written.resynchronised(state, placement, seat)
        return made

    def forced(self, state: StateT, action: ActionT) -> StateT:
        """A refused try done by hand, since people let it stand."""
        made: StateT = self._written.forced(state, action)
        return made
