"""Whole games on file are told again, line by line."""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.moon.rules import COMPETITIVE, COOPERATIVE, SPEC
from tests.tools.playthrough import actions_in, head_of, tell

FILES = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_playthrough_is_told_again_as_it_was(path: Path) -> None:
    text = path.read_text("utf-8")
    told = list(tell(head_of(text), actions_in(text)))
    for number, (line, wanted) in enumerate(zip(told, text.splitlines(), strict=True), 1):
        assert line == wanted, f"line {number}"


def rules_in(path: Path) -> dict[str, Any]:
    """All switches of the game on file, as they were set."""
    return SPEC.rules(json.loads(head_of(path.read_text("utf-8"))["rules"]))


ONLY = {
    "players": COMPETITIVE,
    "hacker_cards": COMPETITIVE,
    "solve_by": COMPETITIVE,
    "registers": COMPETITIVE,
    "slots_usable": COOPERATIVE,
}
"""Switches that mean something in one mode only."""


def settings() -> Iterator[tuple[str, str, Any]]:
    """(mode, switch, value) for every value that a switch can have in a mode."""
    for switch in SPEC.switches:
        if switch.name == "operations":  # None is all of them; a list leaves some out
            values: Iterable[Any] = (None, list)
        elif switch.values is None:
            assert switch.most is not None
            values = range(switch.least, switch.most + 1)
        else:
            values = switch.values
        for value in values:
            for mode in (COOPERATIVE, COMPETITIVE):
                if switch.name != "mode" and ONLY.get(switch.name, mode) == mode:
                    yield mode, switch.name, value


@pytest.mark.parametrize(("mode", "switch", "value"), list(settings()))
def test_every_value_of_every_switch_is_played(mode: str, switch: str, value: Any) -> None:
    """A switch that is new has to be played, too, in both modes unless it is named in `ONLY`."""

    def has(rules: dict[str, Any]) -> bool:
        found = rules[switch]
        return isinstance(found, list) if value is list else bool(found == value)

    played = [rules for path in FILES if (rules := rules_in(path))["mode"] == mode]
    assert any(has(rules) for rules in played), f"{switch}={value}, {mode}: write a playthrough"


SHOWN: list[tuple[dict[str, Any], str]] = [
    ({"mode": COOPERATIVE, "advanced": True}, r"action: (ADD|SUB|NOR|NAND|XNOR) "),
    ({"mode": COMPETITIVE, "advanced": True}, r"action: (ADD|SUB|NOR|NAND|XNOR) "),
    ({"mode": COOPERATIVE, "events": True}, r"action: repair "),
    ({"mode": COMPETITIVE, "events": True}, r"disabling error "),
    ({"mode": COOPERATIVE, "column_resets": True}, r"reset [248]"),
    ({"mode": COMPETITIVE, "column_resets": True}, r"reset [248]"),
    ({"mode": COOPERATIVE, "difficulty": "normal"}, r"turned over card face-down to bug"),
    ({"mode": COOPERATIVE, "slots_usable": 4}, r"moved up .* -> slot 5\n"),
    ({"mode": COOPERATIVE, "slots_usable": 5}, r"moved up .* -> slot 6\n"),
    ({"mode": COOPERATIVE}, r"MN-12 landed"),
    ({"mode": COOPERATIVE}, r"MN-01 too-slow"),
    ({"mode": COOPERATIVE, "bits": 5}, r"solved goal \d{4} slot \d\n +MN-10 solved goal"),
    ({"mode": COOPERATIVE, "bits": 6}, r"solved goal \d{4} slot \d\n +MN-10 solved goal"),
    ({"mode": COMPETITIVE, "bits": 5}, r"shown"),
    ({"mode": COMPETITIVE, "bits": 6}, r"shown"),
    ({"mode": COMPETITIVE}, r"action: bug p\d"),
    ({"mode": COMPETITIVE}, r"action: MOV [A-D]>RAM"),
    ({"mode": COMPETITIVE}, r"MN-32 most-solved"),
    ({"mode": COMPETITIVE}, r"MN-32 shared"),
    ({"mode": COMPETITIVE, "hacker_cards": True, "players": 4}, r"green.*purple|purple.*green"),
    ({"mode": COMPETITIVE, "unseen": True}, r"action: tell p\d [01]{4}"),
    ({"mode": COMPETITIVE, "unseen": True}, r"action: card goal\n"),
    ({"mode": COMPETITIVE, "unseen": True, "bits": 5}, r"action: tell p\d right "),
    ({"mode": COOPERATIVE, "unseen": True}, r"action: card [01]{4}\n"),
]


@pytest.mark.parametrize(("switches", "words"), SHOWN)
def test_what_a_switch_changes_is_seen_in_a_playthrough(
    switches: dict[str, Any], words: str
) -> None:
    texts = [
        path.read_text("utf-8") for path in FILES if switches.items() <= rules_in(path).items()
    ]
    assert any(re.search(words, text) for text in texts)


def test_an_odd_last_card_is_solved_alone() -> None:
    """MN-40: five or six bits, and one card leaves the table in the last solving."""
    for path in FILES:
        text = path.read_text("utf-8")
        if rules_in(path)["bits"] > 4 and "MN-12 landed" in text:
            last = text[text.rindex("\naction: ") :]
            assert last.count("MN-10 solved goal") == 1
            return
    pytest.fail("no mission with long words lands")
