"""English is whole: a good sentence for everything that Moons and Stars can say, and no other."""

import re

import pytest

from companion.games.api import Fault, Outcome, Piece, Reason, Value
from companion.games.moons_and_stars.actions import DEITIES
from companion.games.moons_and_stars.rules import SPEC
from companion.games.moons_and_stars.state import Phase
from companion.language.catalogue import load
from companion.language.grammar import placeholders
from tests.companion.language.asked import Asked, asked_by, outcome_keys
from tests.companion.language.reading import blemishes

SAY = load("en", "moons-and-stars")
SENTENCES: dict[str, str] = dict(SAY.tables["sentences"])
ASKED = asked_by("moons_and_stars")
KEYS = sorted({key for call in ASKED for key in call.keys})
RULINGS = [f"MS-{n:02}" for n in range(1, 76) if n != 35] + ["MS-25b"]  # there is no MS-35
CALLS = [(key, call) for call in ASKED for key in sorted(call.keys)]

TYPICAL: dict[str, tuple[Value, ...]] = {
    "piece": (Piece("brown", "moon"), Piece("blue", "trap", "north")),
    "trap": (Piece("brown", "trap", "east"),),
    "other": (Piece("blue", "path", "north-south"), Piece("brown", "pit")),
    "guest": (Piece("blue", "star"),),
    "side": ("brown", "blue"),
    "deity": ("cadbeth",),
    "tried": ("jothi",),
    "count": (0, 1, 2, 17),
    "due": (0, 1, 3, 16),
    "lost": (0, 1, 2),
    "columns": (9,),
    "steps": (4,),
    "named": ("e5 top", 0, 1, 3),
    "kind": ("moon", "pit"),
    "heading": ("north",),
    "rest": ("e6", "lost"),
    "rests": (("e6",), ("e6", "lost"), ("a1", "b2", "c3")),
    "phase": tuple(phase.value for phase in Phase),
    "part": ("middle",),
    "words": ("trap up",),
    "way": ("up",),
    "ways": (("north", "south"),),
    "into": ("pits",),
    "stone": ("green",),
}


def sample_reasons(key: str, call: Asked) -> list[Reason]:
    """Reasons as the call may give them: each typical value of each parameter once."""
    sites = ("e4", "e5", "e6", "f7")[: max(call.sites, 1)] if call.sites else ()
    names = sorted(call.parameters)
    rounds = max((len(TYPICAL[name]) for name in names), default=1)
    return [
        Reason(
            sorted(call.rulings)[0],
            key,
            sites,
            tuple((name, TYPICAL[name][turn % len(TYPICAL[name])]) for name in names),
        )
        for turn in range(rounds)
    ]


def test_the_sources_are_read() -> None:
    assert len(ASKED) > 90
    assert all(call.rulings and call.keys for call in ASKED)
    assert {"over-pit", "pull-no-end", "on-path", "not-now-setup", "moon-ride-alone"} <= set(KEYS)


def test_every_reason_has_a_sentence_and_no_sentence_is_idle() -> None:
    assert sorted(SENTENCES) == KEYS


@pytest.mark.parametrize(("key", "call"), CALLS, ids=[f"{k}-{c.where}" for k, c in CALLS])
def test_a_sentence_asks_only_for_what_every_call_gives(key: str, call: Asked) -> None:
    given = call.parameters | {str(number) for number in range(call.sites)}
    if call.sites:
        given |= {"sites"}
    assert placeholders(SENTENCES[key]) <= given


@pytest.mark.parametrize(("key", "call"), CALLS, ids=[f"{k}-{c.where}" for k, c in CALLS])
def test_a_sentence_reads_well_with_typical_values(key: str, call: Asked) -> None:
    for why in sample_reasons(key, call):
        sentence = SAY.sentence(why)
        assert blemishes(sentence) == [], sentence
        assert SAY.fault_sentence(Fault(why)) == sentence
        if "0" in placeholders(SENTENCES[key]):
            assert why.sites[0] in sentence


def test_no_two_reasons_have_the_same_sentence() -> None:
    shared = {"agbert-once-each"}  # lists of points are asked for in the same words
    texts = [text for key, text in SENTENCES.items() if key not in shared]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize(
    ("expected", "why"),
    [
        (
            "A moon always makes two movements; from e4 to e5 is only one.",
            Reason("MS-18", "moon-one-step", ("e4", "e5")),
        ),
        (
            "The blue pit on d4 is in the way: a moon can't pass over a pit.",
            Reason("MS-20", "over-pit", ("d4",), (("piece", Piece("blue", "pit")),)),
        ),
        (
            "Nobody can stay on e4, the mouth of the traps on e5 and d4. "
            "The pull goes to e6 or off the board.",
            Reason("MS-37", "must-be-pulled", ("e4", "e5", "d4"), (("rests", ("e6", "lost")),)),
        ),
        (
            "Nobody can stay on e4, the mouth of the trap on e5. The pull goes to e6.",
            Reason("MS-37", "must-be-pulled", ("e4", "e5"), (("rests", ("e6",)),)),
        ),
        (
            "Brown rolled 1 moon, but none are on the board.",
            Reason(
                "MS-06",
                "set-up-missing",
                (),
                (("count", 0), ("due", 1), ("kind", "moon"), ("side", "brown")),
            ),
        ),
        (
            "Brown's Jothi is on blue's notch 2, but the deity of that side is Cadbeth. "
            "Change the figures.",
            Reason(
                "MS-13",
                "other-figure",
                ("blue notch 2",),
                (("deity", "cadbeth"), ("piece", Piece("brown", "jothi"))),
            ),
        ),
    ],
)
def test_sentences_as_people_hear_them(expected: str, why: Reason) -> None:
    assert SAY.sentence(why) == expected


@pytest.mark.parametrize("key", sorted(outcome_keys("moons_and_stars")))
def test_every_outcome_has_a_sentence(key: str) -> None:
    assert key in SAY.tables["outcomes"]
    winner = None if "draw" in SAY.tables["outcomes"][key] else "blue"
    sentence = SAY.outcome_sentence(Outcome(winner, "MS-73", key))
    assert blemishes(sentence) == []
    assert winner is None or sentence.startswith("Blue wins")


def test_no_outcome_sentence_is_idle() -> None:
    assert set(SAY.tables["outcomes"]) == outcome_keys("moons_and_stars")


@pytest.mark.parametrize("ruling", RULINGS)
def test_every_ruling_has_a_title(ruling: str) -> None:
    title = SAY.ruling_title(ruling)
    assert re.fullmatch(r"[A-Z][^{}]{9,69}[^.{} ]", title)


def test_no_ruling_is_cited_or_titled_that_is_not_on_the_list() -> None:
    assert sorted(SAY.tables["rulings"]) == sorted(RULINGS)
    assert {ruling for call in ASKED for ruling in call.rulings} <= set(RULINGS)


@pytest.mark.parametrize("switch", SPEC.switches, ids=lambda switch: switch.name)
def test_every_switch_is_explained_with_its_values(switch: object) -> None:
    known = {found.name: found for found in SPEC.switches}
    found = next(found for found in known.values() if found is switch)
    assert blemishes(SAY.switch_text(found.name)) == []
    assert blemishes(SAY.switch_name(found.name) + ".") == []
    texts = [SAY.switch_value(found.name, value) for value in found.values or ()]
    assert all(blemishes(text) == [] for text in texts)
    assert len(set(texts)) == len(texts)


def test_no_switch_is_explained_that_is_not_there() -> None:
    assert set(SAY.tables["switches"]) == {switch.name for switch in SPEC.switches}


@pytest.mark.parametrize("phase", Phase, ids=lambda phase: phase.value)
def test_every_phase_has_a_name(phase: Phase) -> None:
    assert blemishes(SAY.phase_name(phase.value) + ".") == []
    assert SAY.phase_name(phase.value) != phase.value
    assert SAY.name(phase.value) != phase.value


@pytest.mark.parametrize("deity", DEITIES)
def test_every_deity_has_a_name_and_its_bonus_is_told(deity: str) -> None:
    assert SAY.deity_name(deity) == deity.capitalize()
    assert SAY.deity_bonus(deity).startswith(f"{deity.capitalize()} ")
    assert SAY.deity_bonus(deity).endswith(".")
