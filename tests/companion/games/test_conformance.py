"""The conformance kit passes good games and names the law that a broken one breaks."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.conformance import ConformanceError, Limits, check_game, examine_game
from companion.games.laws import LAWS, Law
from companion.games.moons_and_stars import MoonsAndStars
from tests.companion.games.broken_games import BROKEN
from tests.companion.games.small_games import Heap, Secrets

SHORT = Limits(most_actions=40)


@pytest.mark.parametrize("game", [Heap, Secrets])
def test_a_good_small_game_keeps_every_law(game: type[Heap]) -> None:
    report = check_game(game(), seed=3, games=6, limits=SHORT)
    assert (report.breaches, report.games) == ((), 6)
    assert report.refused > report.states > report.games


@pytest.mark.parametrize(("game", "laws"), BROKEN, ids=[game.__name__ for game, _ in BROKEN])
def test_a_broken_game_breaks_the_law_that_it_is_named_for(
    game: type[Heap], laws: set[Law]
) -> None:
    report = examine_game(game(), seed=3, games=6, limits=SHORT)
    assert laws == report.broken


def test_every_law_is_broken_by_some_game() -> None:
    assert {law for _, laws in BROKEN for law in laws} == set(Law)
    assert {law for law, _ in LAWS} == set(Law) - {Law.LENGTH, Law.REPLAY}


def test_the_error_names_law_position_and_action() -> None:
    game = next(game for game, laws in BROKEN if game.__name__ == "LeavesAStone")
    with pytest.raises(ConformanceError) as caught:
        check_game(game(), seed=3, games=6, limits=SHORT)
    text = str(caught.value)
    assert "EFFECTS" in text
    assert "the effects leave something else on heap" in text
    assert "Take(stones=3)" in text
    assert '"stones": ' in text
    assert caught.value.report.broken == {Law.EFFECTS}


def test_the_same_seed_finds_the_same() -> None:
    reports = [examine_game(Heap(), seed=seed, games=5) for seed in (1, 1, 2)]
    assert reports[0] == reports[1] != reports[2]


def test_of_one_law_only_a_few_breaches_are_told() -> None:
    game = next(game for game, laws in BROKEN if game.__name__ == "SeesNoFault")
    report = examine_game(game(), games=6, limits=Limits(shown=2))
    assert len(report.breaches) == 2


SWITCHES: dict[str, dict[str, Any]] = {
    "default": {},
    "5 columns": {"columns": 5},
    "12 columns": {"columns": 12},
    "2 notches": {"notches": 2},
    "12 notches": {"notches": 12},
    "one-way paths": {"paths": "one-way"},
    "null moves": {"null_moves": "on"},
    "Dirlydwurg exactly": {"dirlydwurg": "exactly", "notches": 2},
    "automatic repetition": {"repetition": "automatic"},
    "no deities": {"deities": "off"},
    "no repetition": {"repetition": "off", "columns": 7},
    "small and quick": {"columns": 5, "notches": 2, "paths": "one-way"},
}


@pytest.mark.slow
@pytest.mark.parametrize("rules", SWITCHES.values(), ids=list(SWITCHES))
def test_moons_and_stars_keeps_every_law(rules: dict[str, Any]) -> None:
    check_game(MoonsAndStars(), rules=rules, seed=1, games=1, limits=Limits(every=2))
