"""Everything that the games can say, with values as their calls may give them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from companion.games.api import Effect, Outcome, Piece, Reason, Value
from companion.games.cirondo.game import Cirondo
from companion.games.moon.game import Moon
from companion.games.moonlight.game import Moonlight
from companion.games.moons_and_stars.game import MoonsAndStars
from companion.games.stargazers.game import Stargazers
from companion.language.catalogue import Catalogue
from tests.companion.games.cirondo.test_sentences import TYPICAL as CIRONDO
from tests.companion.games.moon.test_sentences import TYPICAL as MOON
from tests.companion.games.moonlight.test_sentences import TYPICAL as MOONLIGHT
from tests.companion.games.stargazers.test_sentences import TYPICAL as STARGAZERS
from tests.companion.language.asked import Asked, asked_by
from tests.companion.language.test_english import TYPICAL as MOONS_AND_STARS

WORD = re.compile(r"[^\W\d_]{3,}")


@dataclass(frozen=True)
class Spoken:
    """One game: its rules that are played at random, typical sites and values of reasons."""

    game: Any
    sites: tuple[str, ...]
    typical: dict[str, tuple[Value, ...]]
    rules: tuple[dict[str, Any], ...] = ({},)


SPOKEN = {
    "moons-and-stars": Spoken(
        MoonsAndStars(), ("e4", "e5", "e6", "f7"), MOONS_AND_STARS, ({"notches": 2},)
    ),
    "cirondo": Spoken(Cirondo(), ("G5", "H6", "F12"), CIRONDO, ({}, {"players": "four"})),
    "stargazers": Spoken(
        Stargazers(),
        ("tile 1,2", "tile 4,4"),
        STARGAZERS,
        ({"match": 2, "hand_size": 12, "players": 4},),
    ),
    "moon": Spoken(
        Moon(),
        ("slot 2", "A8", "energy 5"),
        MOON,
        (
            {"difficulty": "normal", "events": True, "column_resets": True, "slots_usable": 5},
            {"mode": "competitive", "players": 3, "events": True, "hacker_cards": True},
        ),
    ),
    "moonlight": Spoken(Moonlight(), ("1,0", "-1,2", "0,0"), MOONLIGHT),
}


def calls(subject: str) -> list[tuple[str, Asked]]:
    """Every key of a game with a call that asks for it."""
    asked = asked_by(subject.replace("-", "_"))
    return [(key, call) for call in asked for key in sorted(call.keys)]


def reasons(subject: str) -> Iterator[Reason]:
    """Every reason of a game, with each typical value of each parameter once."""
    spoken = SPOKEN[subject]
    for key, call in calls(subject):
        names = sorted(call.parameters)
        for turn in range(max((len(spoken.typical[name]) for name in names), default=1)):
            values = {
                name: spoken.typical[name][turn % len(spoken.typical[name])] for name in names
            }
            if subject == "stargazers" and {"piece", "due"} <= values.keys():
                values["due"] = Piece("blue", "comet")
            sites = spoken.sites[: call.sites]
            yield Reason(sorted(call.rulings)[0], key, sites, tuple(values.items()))


@cache
def effects(subject: str) -> frozenset[Effect]:
    """The steps of a few random games; a very long one is left before its end."""
    spoken, found = SPOKEN[subject], set[Effect]()
    for rules in spoken.rules:
        for seed in range(2):
            rng, state = Random(seed), spoken.game.initial(rules)
            for _ in range(250):
                if not spoken.game.to_act(state):
                    break
                after = spoken.game.apply(state, spoken.game.sample(state, rng))
                found.update(after.effects)
                state = after.state
    return frozenset(found)


def everything(subject: str) -> Iterator[Reason | Effect]:
    """Each reason with typical values, and the steps of random games."""
    yield from reasons(subject)
    yield from effects(subject)


def said(say: Catalogue, what: Reason | Effect | Outcome) -> str:
    """The sentence for whatever it is."""
    if isinstance(what, Reason):
        return say.sentence(what)
    if isinstance(what, Outcome):
        return say.outcome_sentence(what)
    return say.effect_sentence(what)


def words_of(say: Catalogue) -> set[str]:
    """The words of a language for pieces, sides, directions and whatever else has a term."""
    return {
        word
        for term in say.grammar.terms.values()
        for text in (term.values() if isinstance(term, dict) else (term,))
        for word in WORD.findall(str(text))
    }
