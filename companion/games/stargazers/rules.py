"""The switches of Stargazers."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.api import Json, Spec, Switch
from companion.games.errors import BadSwitch

SEATS = ("p1", "p2", "p3", "p4")
"""The seats, clockwise; two to four of them play, from the first on."""
FEWEST = 2
MOST_CARDS = 12
"""So many cards each are 48 with four players."""
_PER_SEAT = re.compile(r"p[1-4]:\d{1,2}(,p[1-4]:\d{1,2})*")


def read_hand_size(value: Json) -> Json:
    """A number of cards, or one for each seat: ``{"p1": 3, "p2": 4}``, "p1:3,p2:4" (SG-11)."""
    given = value
    if isinstance(value, str):
        value = _from_text(value)
    if _is_size(value):
        return value
    pairs = value.items() if isinstance(value, dict) else ()
    if pairs and all(seat in SEATS and _is_size(size) for seat, size in pairs):
        return {seat: value[seat] for seat in SEATS if seat in value}
    raise BadSwitch(
        f"hand_size can't be {given!r}.",
        f"It is a number from 1 to {MOST_CARDS}, or one for each seat, like p1:3,p2:4.",
    )


def _from_text(text: str) -> Json:
    if _PER_SEAT.fullmatch(text):
        return {seat: int(size) for seat, size in (pair.split(":") for pair in text.split(","))}
    try:
        return json.loads(text)
    except ValueError:
        return None


def _is_size(value: Json) -> bool:
    return type(value) is int and 1 <= value <= MOST_CARDS


_HAND_SIZE = 3

SPEC = Spec(
    id="stargazers",
    title="Stargazers",
    seats=SEATS,
    perfect_information=False,
    rules_version=1,
    example="GM",
    switches=(
        Switch("players", "any", ("any", 2, 3, 4), "SG-10"),
        Switch("hand_size", _HAND_SIZE, None, "SG-11", reading=read_hand_size),
        Switch("target", 10, None, "SG-11", least=1, most=999),
        Switch("match", 1, None, "SG-11", least=1, most=99),
        Switch("youngest_child", False, (False, True), "SG-12"),
        Switch("unseen", False, (False, True), "SG-14"),
    ),
)


@dataclass(frozen=True, slots=True)
class Rules:
    """The switches of one game; defaults as in `SPEC`.

    ``hand_size`` is one for all, or pairs of a seat and its own. ``unseen`` tells that cards are
    dealt on a table where the referee sees no faces: what it shuffles itself it does not look at.
    """

    players: int | str = "any"
    hand_size: int | tuple[tuple[str, int], ...] = _HAND_SIZE
    target: int = 10
    match: int = 1
    youngest_child: bool = False
    unseen: bool = False

    def cards_each(self, seat: int) -> int:
        """How many cards a seat holds (SG-11); none in the game of the youngest (SG-12)."""
        if self.youngest_child:
            return 0
        if isinstance(self.hand_size, int):
            return self.hand_size
        return dict(self.hand_size).get(SEATS[seat], _HAND_SIZE)

    @property
    def numbers(self) -> tuple[int, ...]:
        """How many may play."""
        if isinstance(self.players, int):
            return (self.players,)
        return tuple(range(FEWEST, len(SEATS) + 1))

    def switches(self) -> dict[str, Json]:
        """Every switch by its name."""
        sizes = self.hand_size if isinstance(self.hand_size, int) else dict(self.hand_size)
        return {
            switch.name: sizes if switch.name == "hand_size" else getattr(self, switch.name)
            for switch in SPEC.switches
        }

    def changed(self) -> dict[str, Json]:
        """The switches that differ from their defaults."""
        values = self.switches()
        return {
            switch.name: values[switch.name]
            for switch in SPEC.switches
            if values[switch.name] != switch.default
        }


def rules_from(given: Mapping[str, Json] | None) -> Rules:
    """Rules from the switches that differ. Raises `UnknownSwitch` or `BadSwitch`."""
    values = SPEC.rules(given or {})
    sizes = values["hand_size"]
    if isinstance(sizes, dict):
        values["hand_size"] = tuple(sizes.items())
    return Rules(**values)
