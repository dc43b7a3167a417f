"""What is fixed about a game: its names, its seats, and the switches of its rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.games.errors import BadSwitch, UnknownSwitch
from companion.games.words import Json, Seat

_FLAGS = {"on": True, "true": True, "off": False, "false": False}


@dataclass(frozen=True, slots=True)
class Switch:
    """One switch of the rules: its values (None: any whole number from `least`), its ruling.

    ``reading`` is for a switch whose values are of another kind (a table, a list): it gives the
    value in its standard form, or raises `BadSwitch`; it must read JSON text as well as JSON.
    """

    name: str
    default: Json
    values: tuple[Json, ...] | None
    ruling: str
    least: int = 0
    most: int | None = None
    reading: Callable[[Json], Json] | None = None

    def check(self, value: Json) -> Json:
        """Return the value that `value` means; raise `BadSwitch` if the switch can't have it.

        "on", "true", "off" and "false" mean true and false where the switch is either.
        """
        if self.reading is not None:
            return self.reading(value)
        if isinstance(self.default, bool) and isinstance(value, str):
            value = _FLAGS.get(value, value)
        if self.values is not None:
            if any(value == known and type(value) is type(known) for known in self.values):
                return value
            choices = ", ".join(str(known) for known in self.values)
            raise BadSwitch(f"{self.name} can't be {value!r}.", f"It is one of: {choices}.")
        whole = isinstance(value, int) and not isinstance(value, bool)
        if whole and value >= self.least and (self.most is None or value <= self.most):
            return value
        upto = "" if self.most is None else f" to {self.most}"
        raise BadSwitch(
            f"{self.name} can't be {value!r}.", f"It is a whole number from {self.least}{upto}."
        )


@dataclass(frozen=True, slots=True)
class Spec:
    """What is fixed about a game.

    ``seats`` are all that can act besides `CHANCE` (a game may be played by fewer);
    ``perfect_information`` tells whether every seat may see all; ``rules_version`` changes when any
    answer of the game may change; ``example`` is an action in notation, such as "e2-e4".
    """

    id: str
    title: str
    seats: tuple[Seat, ...]
    perfect_information: bool
    rules_version: int
    switches: tuple[Switch, ...] = ()
    example: str = ""

    def rules(self, given: Mapping[str, Json]) -> dict[str, Json]:
        """Every switch with its value: the given ones checked, the defaults for the rest.

        Raises `UnknownSwitch` or `BadSwitch`.
        """
        known = {switch.name: switch for switch in self.switches}
        for name in given:
            if name not in known:
                raise UnknownSwitch(
                    f"{self.title} has no switch '{name}'.", f"It has: {', '.join(known)}."
                )
        return {
            name: switch.check(given[name]) if name in given else switch.default
            for name, switch in known.items()
        }
