"""The switches of MOON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.games.api import Json, Spec, Switch
from companion.games.errors import BadSwitch
from companion.games.moon.operations import NAMES, OPERATIONS

COOPERATIVE, COMPETITIVE = "cooperative", "competitive"
TOGETHER = "players"
"""The seat of all players of a cooperative game: who speaks is their affair (MN-13)."""
SEATS = ("p1", "p2", "p3", "p4")
LEVELS = ("easy", "normal", "hard", "master")

_ENERGY = {COOPERATIVE: (6, 5, 4, 3), COMPETITIVE: (8, 6, 5, 4)}
_BUGS = (0, 1, 2, 2)
_INITIAL = (3, 2, 1, 0)


def _operations(value: Json) -> Json:
    """None for all of them, else the list of the operations that are enabled (MN-15)."""
    if isinstance(value, str):
        text = value.strip()
        if text.lower() in ("all", "null"):
            return None
        try:
            value = json.loads(text)
        except ValueError:
            value = text.split(",")
    if value is None:
        return None
    words = value if isinstance(value, list | tuple) else [value]
    names = [word.strip().upper() if isinstance(word, str) else word for word in words]
    for name in names:
        if name not in NAMES:
            raise BadSwitch(f"There is no operation {name!r}.", f"They are: {', '.join(NAMES)}.")
    return [name for name in NAMES if name in names]


SPEC = Spec(
    id="moon",
    title="MOON",
    seats=(*SEATS, TOGETHER),
    perfect_information=False,
    rules_version=2,
    example="ROL A",
    switches=(
        Switch("mode", COOPERATIVE, (COOPERATIVE, COMPETITIVE), "MN-13"),
        Switch("players", 2, None, "MN-28", least=2, most=4),
        Switch("hacker_cards", False, (False, True), "MN-35"),
        Switch("bits", 4, (4, 5, 6), "MN-37"),
        Switch("difficulty", "easy", LEVELS, "MN-08"),
        Switch("slots_usable", 4, (4, 5), "MN-01"),
        Switch("advanced", False, (False, True), "MN-15"),
        Switch("operations", None, None, "MN-15", reading=_operations),
        Switch("events", False, (False, True), "MN-26"),
        Switch("column_resets", False, (False, True), "MN-26"),
        Switch("solve_by", "operation", ("operation", "state"), "MN-31"),
        Switch("registers", "zero", ("zero", "preset"), "MN-27"),
        Switch("unseen", False, (False, True), "MN-33"),
    ),
)


@dataclass(frozen=True, slots=True)
class Rules:
    """The switches of one game; defaults as in `SPEC`. ``operations`` None: all that there are.

    ``unseen`` tells that real cards are dealt, which the referee does not see: what it shuffles
    itself it does not look at.
    """

    mode: str = COOPERATIVE
    players: int = 2
    hacker_cards: bool = False
    bits: int = 4
    difficulty: str = "easy"
    slots_usable: int = 4
    advanced: bool = False
    operations: tuple[str, ...] | None = None
    events: bool = False
    column_resets: bool = False
    solve_by: str = "operation"
    registers: str = "zero"
    unseen: bool = False

    @property
    def competitive(self) -> bool:
        """Whether everybody plays for themselves."""
        return self.mode == COMPETITIVE

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that play, clockwise."""
        return SEATS[: self.players] if self.competitive else (TOGETHER,)

    @property
    def level(self) -> int:
        """The difficulty as a number, from 0."""
        return LEVELS.index(self.difficulty)

    @property
    def refill(self) -> int:
        """Halves of energy in a round, or a turn (MN-34)."""
        return _ENERGY[self.mode][self.level]

    @property
    def bugs(self) -> int:
        """How many bugs are in the deck (MN-02, MN-27)."""
        return _BUGS[self.level]

    @property
    def initial_cards(self) -> int:
        """How many goals set registers at the start (MN-08, MN-27)."""
        preset = not self.competitive or self.registers == "preset"
        return _INITIAL[self.level] if preset else 0

    @property
    def starts_with_one(self) -> bool:
        """Whether A begins with the value 1 (MN-08)."""
        preset = not self.competitive or self.registers == "preset"
        return preset and self.difficulty == "master"

    @property
    def cards_in_goal(self) -> int:
        """How many cards make a goal (MN-37)."""
        return 1 if self.bits == 4 else 2

    @property
    def dealt_cards(self) -> int:
        """How many goal cards the players of a competitive game are dealt (MN-09)."""
        return self.cards_in_goal * self.players if self.competitive else 0

    def enabled(self, name: str) -> bool:
        """Whether an operation takes part in the game (MN-15)."""
        known = OPERATIONS.get(name)
        if known is None or (known.advanced and not self.advanced):
            return False
        return self.operations is None or name in self.operations

    def changed(self) -> dict[str, Json]:
        """The switches that differ from their defaults."""
        return {
            switch.name: list(value) if isinstance(value, tuple) else value
            for switch in SPEC.switches
            if (value := getattr(self, switch.name)) != switch.default
        }


@lru_cache(maxsize=256)
def _rules(items: tuple[tuple[str, Json], ...]) -> Rules:
    return Rules(**dict(items))


def rules_from(given: Mapping[str, Json] | None) -> Rules:
    """Rules from the switches that differ. Raises `UnknownSwitch` or `BadSwitch`."""
    values = SPEC.rules(given or {})
    if values["operations"] is not None:
        values["operations"] = tuple(values["operations"])
    return _rules(tuple(sorted(values.items())))
