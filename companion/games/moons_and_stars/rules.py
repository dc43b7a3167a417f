"""The switches of Moons and Stars, as the rulings page names them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.games.api import Json, Spec, Switch
from companion.games.moons_and_stars.geometry import MOST_COLUMNS
from companion.games.moons_and_stars.piles import SIDES

SPEC = Spec(
    id="moons-and-stars",
    title="Moons and Stars",
    seats=SIDES,
    perfect_information=True,
    rules_version=1,
    example="e2-e4",
    switches=(
        Switch("columns", 9, None, "MS-01", least=5, most=MOST_COLUMNS),
        Switch("notches", 5, None, "MS-02", least=2, most=12),
        Switch("deities", "on", ("on", "off"), "MS-14"),
        Switch("null_moves", "off", ("off", "on"), "MS-19"),
        Switch("repetition", "claim", ("claim", "automatic", "off"), "MS-25"),
        Switch("paths", "two-way", ("two-way", "one-way"), "MS-52"),
        Switch("dirlydwurg", "up-to", ("up-to", "exactly"), "MS-72"),
    ),
)


@dataclass(frozen=True, slots=True)
class Rules:
    """The switches of one game; defaults as on the rulings page."""

    columns: int = 9
    notches: int = 5
    deities: str = "on"
    null_moves: str = "off"
    repetition: str = "claim"
    paths: str = "two-way"
    dirlydwurg: str = "up-to"

    @property
    def one_way(self) -> bool:
        """Whether a path has one direction instead of an axis (MS-52)."""
        return self.paths == "one-way"

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


@lru_cache(maxsize=64)
def _rules(items: tuple[tuple[str, Json], ...]) -> Rules:
    return Rules(**dict(items))


def rules_from(given: Mapping[str, Json] | None) -> Rules:
    """Rules from the switches that differ. Raises `UnknownSwitch` or `BadSwitch`."""
    return _rules(tuple(sorted(SPEC.rules(given or {}).items())))
