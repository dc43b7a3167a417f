"""The switches of Cirondo."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.games.api import Json, Spec, Switch
from companion.games.cirondo.stellars import SIDES
from companion.games.errors import BadSwitch

SPEC = Spec(
    id="cirondo",
    title="Cirondo",
    seats=SIDES,
    perfect_information=True,
    rules_version=1,
    example="MB1-C1",
    switches=(
        Switch("players", "two", ("two", "four", "teams"), "CI-20"),
        Switch("first", "lot", ("lot", *SIDES), "CI-06"),
        Switch("unlimited", False, (False, True), "CI-11"),
        Switch("no_move", "pass", ("pass", "draw", "loss"), "CI-18"),
        Switch("repetition", "claim", ("claim", "automatic", "off"), "CI-19"),
        Switch("fifty_moves", False, (False, True), "CI-19"),
    ),
)


@dataclass(frozen=True, slots=True)
class Rules:
    """The switches of one game; defaults as in `SPEC`."""

    players: str = "two"
    first: str = "lot"
    unlimited: bool = False
    no_move: str = "pass"
    repetition: str = "claim"
    fifty_moves: bool = False

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides that take part, clockwise."""
        return (0, 1) if self.players == "two" else (0, 2, 1, 3)

    @property
    def teams(self) -> bool:
        """Whether opposite sides play together (CI-20)."""
        return self.players == "teams"

    @property
    def each(self) -> int:
        """How many moons, and how many planets, a side begins with (CI-20, CI-22)."""
        return 16 if self.players == "two" else 8

    def switches(self) -> dict[str, Json]:
        """Every switch by its name."""
        return {switch.name: getattr(self, switch.name) for switch in SPEC.switches}

    def changed(self) -> dict[str, Json]:
        """The switches that differ from their defaults."""
        return {
            switch.name: getattr(self, switch.name)
            for switch in SPEC.switches
            if getattr(self, switch.name) != switch.default
        }


@lru_cache(maxsize=256)
def _rules(items: tuple[tuple[str, Json], ...]) -> Rules:
    return Rules(**dict(items))


def rules_from(given: Mapping[str, Json] | None) -> Rules:
    """Rules from the switches that differ. Raises `UnknownSwitch` or `BadSwitch`."""
    rules = _rules(tuple(sorted(SPEC.rules(given or {}).items())))
    if rules.first != "lot" and SIDES.index(rules.first) not in rules.sides:
        raise BadSwitch(
            f"{rules.first} can't be first in a game of two.", "Two players are gold and silver."
        )
    return rules
