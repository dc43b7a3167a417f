"""What a seat may not know never leaves its view."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest

from companion.games.moon.cards import UNKNOWN, words
from companion.games.moon.state import Phase, State
from tests.companion.games.moon.table import GAME, duel, play, together

SEATS = ("p1", "p2", "p3", "p4", "players", None)


def random_states(rules: dict[str, Any], seed: int) -> list[State]:
    rng = Random(seed)
    states = [GAME.initial(rules)]
    while GAME.to_act(states[-1]) and len(states) < 300:
        states.append(GAME.apply(states[-1], GAME.sample(states[-1], rng)).state)
    return states


RULES: list[dict[str, Any]] = [
    {"difficulty": "normal", "events": True, "slots_usable": 5},
    {"bits": 5, "slots_usable": 5},
    {"mode": "competitive", "players": 3, "difficulty": "hard", "events": True},
    {"mode": "competitive", "players": 2, "bits": 6, "solve_by": "state"},
    {"mode": "competitive", "players": 3, "difficulty": "hard", "events": True, "unseen": True},
    {"mode": "competitive", "players": 2, "bits": 5, "unseen": True},
]


@pytest.mark.parametrize("rules", RULES)
def test_states_that_differ_only_in_hidden_cards_give_equal_views(rules: dict[str, Any]) -> None:
    rng, others = Random(1), 0
    for state in random_states(rules, 3)[::3]:
        for seat in SEATS:
            other = GAME.redetermine(state, seat, rng)
            others += other != state
            assert GAME.view(other, seat) == GAME.view(state, seat)
            assert GAME.decode(GAME.encode(other)) == other
    assert others


@pytest.mark.parametrize("rules", RULES)
def test_a_view_names_no_card_that_its_seat_may_not_see(rules: dict[str, Any]) -> None:
    for state in random_states(rules, 5)[::3]:
        if state.phase in (Phase.SET_UP, Phase.OVER):
            continue
        for seat in SEATS:
            told = json.dumps(GAME.view(state, seat))
            for card in hidden(state, seat):
                assert f'"{card}"' not in told


@pytest.mark.parametrize("rules", RULES)
def test_the_drawn_table_shows_no_goal_but_the_one_to_play_for(rules: dict[str, Any]) -> None:
    for state in random_states(rules, 5)[1::3]:
        goals = "\n".join(re.findall(r"goal ([01 ]+|▒+)", GAME.board_text(state)))
        for card in hidden(state, state.seat):
            assert card.removeprefix("goal ") not in goals.split()


def hidden(state: State, seat: str | None) -> set[str]:
    """The goal cards that are nowhere to be seen for a seat."""
    cards = set(state.deck) | {card for place in state.slots for card in place}
    seen = set(state.current)
    for name, player in zip(state.rules.seats, state.players, strict=bool(state.players)):
        (seen if name == seat else cards).update(player.goal)
    if state.players and seat == state.seat:
        for place in state.looks:
            seen.update(state.players[place].goal)
    texts = (words(card) for card in cards - seen if card != UNKNOWN)
    return {text for text in texts if text is not None and text.startswith("goal")}


def test_mn33_the_steps_of_a_draw_do_not_tell_the_card() -> None:
    state = duel("4 0 0 0", "goal=0101", "goal=0001", deck="0111 0010")
    action = GAME.parse(state, "INC A")
    steps = GAME.rule_on(state, action).effects
    assert "0111" not in str(steps)
    assert "0101" in str(steps)


def test_mn03_the_table_shows_backs() -> None:
    state = together("1 0 0 0", "bug | 0110!", deck="0001")
    placement = GAME.placement(state)
    assert [str(piece) for piece in placement.at("slot 1")] == ["card face-down"]
    assert [str(piece) for piece in placement.at("slot 2")] == ["goal 0110"]
    assert "bug" not in GAME.board_text(state)


def test_unknown_cards_stay_in_their_places_when_hidden_ones_are_shuffled() -> None:
    state = together("1 0 0 0", "? | 0110!", deck="0001 ? 0011", unknown="0100 bug")
    for seed in range(5):
        other = GAME.redetermine(state, None, Random(seed))
        assert (other.slots, other.deck[1]) == (state.slots, UNKNOWN)
        assert sorted(other.deck) == sorted(state.deck)
    assert "unknown" not in GAME.view(state, "p1")["position"]


def test_mn30_what_was_looked_at_is_kept_when_hidden_cards_are_shuffled() -> None:
    state = duel("0 0 0 0", "goal=0101 bugs=1", "goal=0001", "goal=0111", deck="0010 1000 1001")
    looked = play(state, "bug p2")
    for seed in range(5):
        other = GAME.redetermine(looked, "p1", Random(seed))
        assert [other.players[place].goal for place in (0, 1)] == [(5,), (1,)]
