"""The switches of Moonlight: what is printed on cards that the rules page does not tell (ML-01)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.games.api import Json, Spec, Switch
from companion.games.errors import BadSwitch
from companion.games.moonlight.cards import COPIES, SIDES

LONGEST = 200
"""The longest name of a power, in characters."""
KINDS = ("once", "ongoing")
"""What a power can be: used once a round, with a box to tick, or always there (ML-17)."""
UNKNOWN_WOLF = {"value": None, "moons": None}

Moons = tuple[tuple[int, ...] | None, ...]
"""For each value the moons of its cards; None for a value that is not filled in."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The switches of one game; None stands for what nobody has filled in.

    ``moons`` holds the moons of the cards of each value, 1 to 5; ``powers`` pairs of a name and
    one of `KINDS`.
    """

    moons: Moons | None = None
    wolf_value: int | None = None
    wolf_moons: int | None = None
    powers: tuple[tuple[str, str], ...] | None = None
    corners: str = "rectangle"
    first: str = "lot"

    def moons_on(self, value: int | None) -> tuple[int, ...] | None:
        """The moons of the cards of a value, one number a card; None where nobody has told."""
        return self.moons[value - 1] if self.moons is not None and value in COPIES else None

    def ticked(self, power: str) -> bool:
        """Whether a power has a box to tick; unknown ones have (ML-17)."""
        return self.powers is None or dict(self.powers).get(power, "once") == "once"

    def switches(self) -> dict[str, Json]:
        """Every switch by its name."""
        moons = None
        if self.moons is not None:
            moons = {
                str(value): None if of is None else list(of)
                for value, of in zip(COPIES, self.moons, strict=True)
            }
        return {
            "moons": moons,
            "lone_wolf": {"value": self.wolf_value, "moons": self.wolf_moons},
            "powers": None if self.powers is None else dict(self.powers),
            "corners": self.corners,
            "first": self.first,
        }

    def changed(self) -> dict[str, Json]:
        """The switches that differ from their defaults."""
        own, given = self.switches(), {switch.name: switch.default for switch in SPEC.switches}
        return {name: value for name, value in own.items() if value != given[name]}


# --- Reading --------------------------------------------------------------------------------------


def _json(value: Json) -> Json:
    """JSON text as what it says; anything else as it is."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value


def _number(value: Json, what: str, *, most: int) -> int | None:
    """A whole number, or None for one that is not known."""
    if value is None or (type(value) is int and 0 <= value <= most):
        return value
    raise BadSwitch(f"{what} can't be {_short(value)}.", f"It is 0 to {most}, or null.")


def _short(value: Json) -> str:
    return repr(value)[:60]


def read_moons(value: Json) -> Json:
    """Value -> the moons of each card of it, None for what is not known. Raises `BadSwitch`.

    One number stands for all cards of a value; a value may be left out.
    """
    value = _json(value)
    if value is None:
        return None
    if not isinstance(value, dict) or not set(value) <= set(map(str, COPIES)):
        raise BadSwitch(
            f"moons can't be {_short(value)}.", 'It is null, or a table like {"1": 2, "2": null}.'
        )
    read = {str(number): _moons_of(number, value.get(str(number))) for number in COPIES}
    return read if any(moons is not None for moons in read.values()) else None


def _moons_of(number: int, given: Json) -> list[int] | None:
    if given is None:
        return None
    copies = COPIES[number]
    each = given if isinstance(given, list) else [given] * copies
    if len(each) != copies:
        raise BadSwitch(
            f"moons has {len(each)} cards of value {number}.",
            f"There are {copies}; one number stands for all of them.",
        )
    read = [_number(moons, f"The moons of a {number}", most=99) for moons in each]
    known = [moons for moons in read if moons is not None]
    if len(known) < copies:
        raise BadSwitch(
            f"moons doesn't tell those of every {number}.", "Fill in all of them, or null."
        )
    return sorted(known)


def read_wolf(value: Json) -> Json:
    """The Lone Wolf's value and moons, None for what is not known. Raises `BadSwitch`."""
    value = _json(value)
    if value is None:
        return dict(UNKNOWN_WOLF)
    if type(value) is int:
        value = {"value": value}
    if not isinstance(value, dict) or not set(value) <= set(UNKNOWN_WOLF):
        raise BadSwitch(
            f"lone_wolf can't be {_short(value)}.", 'It is like {"value": 4, "moons": null}.'
        )
    return {
        "value": _number(value.get("value"), "The Lone Wolf's value", most=99),
        "moons": _number(value.get("moons"), "The Lone Wolf's moons", most=99),
    }


def read_powers(value: Json) -> Json:
    """Name of a power -> one of `KINDS`, or None for any. Raises `BadSwitch`."""
    value = _json(value)
    if value is None:
        return None
    if not isinstance(value, dict):
        raise BadSwitch(
            f"powers can't be {_short(value)}.", 'It is null, or a table like {"Howl": "once"}.'
        )
    for name, kind in value.items():
        if not is_name(name):
            raise BadSwitch(f"{_short(name)} can't name a power.", _NAMES)
        if kind not in KINDS:
            raise BadSwitch(f"{name} can't be {_short(kind)}.", "A power is once or ongoing.")
    return dict(value)


_NAMES = f"A name is one line of 1 to {LONGEST} characters, with no space at its ends."


def is_name(text: str) -> bool:
    """Whether a text can name a power."""
    return 0 < len(text) <= LONGEST and text == text.strip() and text.isprintable()


SPEC = Spec(
    id="moonlight",
    title="Moonlight",
    seats=SIDES,
    perfect_information=False,
    rules_version=1,
    example="3 at 1,0",
    switches=(
        Switch("moons", None, None, "ML-01", reading=read_moons),
        Switch("lone_wolf", UNKNOWN_WOLF, None, "ML-01", reading=read_wolf),
        Switch("powers", None, None, "ML-01", reading=read_powers),
        Switch("corners", "rectangle", ("rectangle", "bounding_box"), "ML-12"),
        Switch("first", "lot", ("lot", *SIDES), "ML-09"),
    ),
)


def rules_from(given: Mapping[str, Json] | None) -> Rules:
    """Rules from the switches that differ. Raises `UnknownSwitch` or `BadSwitch`."""
    read = SPEC.rules(given or {})
    moons, powers = read["moons"], read["powers"]
    return _rules(
        None if moons is None else tuple(_numbers(moons[str(value)]) for value in COPIES),
        read["lone_wolf"]["value"],
        read["lone_wolf"]["moons"],
        None if powers is None else tuple(sorted(powers.items())),
        read["corners"],
        read["first"],
    )


def _numbers(moons: list[int] | None) -> tuple[int, ...] | None:
    return None if moons is None else tuple(moons)


@lru_cache(maxsize=256)
def _rules(
    moons: Moons | None,
    wolf_value: int | None,
    wolf_moons: int | None,
    powers: tuple[tuple[str, str], ...] | None,
    corners: str,
    first: str,
) -> Rules:
    return Rules(moons, wolf_value, wolf_moons, powers, corners, first)
