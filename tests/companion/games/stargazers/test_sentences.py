"""English has a good sentence for everything that Stargazers can say, and no other."""

import re
from pathlib import Path
from random import Random

import pytest

from companion.games.api import Effect, Outcome, Piece, Reason, Value
from companion.games.stargazers.rules import SPEC
from companion.games.stargazers.state import Phase
from companion.language.catalogue import load
from companion.language.grammar import placeholders
from tests.companion.games.stargazers.table import GAME, play, ruling, table
from tests.companion.language.asked import Asked, asked_by, outcome_keys
from tests.companion.language.reading import blemishes

SAY = load("en", "stargazers")
ASKED = asked_by("stargazers")
CALLS = [(key, call) for call in ASKED for key in sorted(call.keys)]
RULINGS = [f"SG-{number:02}" for number in range(1, 16)]
TYPICAL: dict[str, tuple[Value, ...]] = {
    "card": (Piece("green", "moon-card"), Piece("red", "comet-card")),
    "piece": (Piece("green", "moon"), Piece("glass", "bead")),
    "pieces": ((Piece("green", "moon"), Piece("red", "star")),),
    "side": ("p2", "p1"),
    "sides": (("p1", "p2"), ("p1", "p2", "p4")),
    "name": ("green moon", "purple sun"),
    "count": (1, 2, 17),
    "due": (3, 0, 48),
    "least": (2, 3),
}


def typical(call: Asked, turn: int) -> tuple[tuple[str, Value], ...]:
    given: dict[str, Value] = {
        name: TYPICAL[name][turn % len(TYPICAL[name])] for name in sorted(call.parameters)
    }
    if "piece" in given and "due" in given:
        given["due"] = Piece("blue", "comet")
    return tuple(given.items())


def test_every_reason_has_a_sentence_and_no_sentence_is_idle() -> None:
    assert sorted(SAY.tables["sentences"]) == sorted({key for key, _ in CALLS})


@pytest.mark.parametrize(("key", "call"), CALLS, ids=[f"{k}-{c.where}" for k, c in CALLS])
def test_a_sentence_reads_well_with_what_every_call_gives(key: str, call: Asked) -> None:
    given = call.parameters | {str(number) for number in range(call.sites)}
    assert placeholders(SAY.tables["sentences"][key]) <= given | {"sites"}
    assert call.rulings <= set(RULINGS)
    sites = ("tile 1,2", "tile 4,4")[: call.sites]
    for turn in range(3):
        sentence = SAY.sentence(Reason("SG-01", key, sites, typical(call, turn)))
        assert blemishes(sentence) == [], sentence
        assert not re.search(r"SG-\d", sentence)


SAID = {
    "BC": "Player 1 doesn't hold the blue comet card.",
    "pass": "Nobody passes. Play a card, even if its tile has a bead already.",
    "flip": "In this game a card from the hand is played. "
    "Only the youngest children's game flips the pile's top card.",
}


@pytest.mark.parametrize(("said", "sentence"), SAID.items())
def test_sentences_as_people_hear_them(said: str, sentence: str) -> None:
    (why,) = ruling(table("BSGMBM", "RPRPOC"), said).reasons
    assert SAY.sentence(why) == sentence


def test_the_steps_of_a_play_are_told() -> None:
    found = ruling(table("BSGMBM", "RPRPOC", on="RMOP"), "BS")
    assert SAY.steps_sentence(found.effects) == (
        "Put the blue star card on the discards, then put a bead on tile 1,3, then take the bead "
        "off tile 1,1, then take the bead off tile 1,2, then take the bead off tile 1,3."
    )


def test_every_step_has_words() -> None:
    rng, effects = Random(3), set[Effect]()
    state = GAME.initial({"match": 2, "hand_size": 12, "players": 4})
    while GAME.to_act(state):
        after = GAME.apply(state, GAME.sample(state, rng))
        effects |= set(after.effects)
        state = after.state
    due = play(table("BSGMBM", "RPRPOC", deck="-"), "BS")
    effects |= set(ruling(due, "reshuffle BS").effects)
    told = {SAY.effect_sentence(effect) for effect in effects}
    assert "shuffle the discards into a new pile" in told
    assert not [words for words in told if "ruling" in words or "{" in words]


@pytest.mark.parametrize("key", sorted(SAY.tables["outcomes"]))
def test_every_outcome_reads_well(key: str) -> None:
    assert blemishes(SAY.outcome_sentence(Outcome("p3", "SG-07", key))) == []


def test_every_outcome_ruling_switch_and_phase_is_named() -> None:
    assert set(SAY.tables["outcomes"]) == outcome_keys("stargazers")
    assert sorted(SAY.tables["rulings"]) == RULINGS
    assert sorted(SAY.tables["switches"]) == sorted(switch.name for switch in SPEC.switches)
    for switch in SPEC.switches:
        for value in switch.values or ():
            assert SAY.switch_value(switch.name, value) != str(value)
    for phase in Phase:
        assert SAY.phase_name(phase.value) != phase.value
        assert phase.value in SAY.tables["prompts"]


def test_every_ruling_has_a_test() -> None:
    """Each by its own ID, in the name of a test or of a case."""
    text = "".join(file.read_text("utf-8") for file in Path(__file__).parent.glob("test_*.py"))
    named = {
        ruling: f'def test_{ruling.lower().replace("-", "_")}_|"{ruling} ' for ruling in RULINGS
    }
    assert [ruling for ruling, name in named.items() if not re.search(name, text)] == []
