"""MN-02, MN-08, MN-09, MN-26 to MN-28, MN-33, MN-35, MN-40: how a game may begin."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.moon.state import State
from tests.companion.games.moon.table import GAME, cards, ended, places, play, registers, seen

EVERY = [f"{value:04b}" for value in (9, 2, 14, 7, 0, 5, 12, 3, 10, 1, 15, 6, 8, 11, 4, 13)]


def given(initial: int = 3, *, extra: str = "", **more: Any) -> dict[str, Any]:
    """A cooperative set-up of the 16 goals in a fixed order, other cards on top of the deck."""
    return {
        "mode": "cooperative",
        "initial": cards(" ".join(EVERY[:initial])),
        "deck": cards(f"{extra} {' '.join(EVERY[initial:])}"),
        **more,
    }


def against(players: int = 2, *, initial: int = 0, extra: str = "", **more: Any) -> dict[str, Any]:
    """A competitive set-up."""
    each = more.pop("each", 1)
    dealt = initial + players * each
    return {
        "mode": "competitive",
        "initial": cards(" ".join(EVERY[:initial])),
        "players": players,
        "start": more.pop("start", "p1"),
        "goals": cards(" ".join(EVERY[initial:dealt])),
        "deck": cards(f"{extra} {' '.join(EVERY[dealt:])}"),
        **more,
    }


def begun(data: dict[str, Any], **rules: Any) -> State:
    state = GAME.initial(rules)
    return GAME.apply(state, GAME.decode_action(state, {"setup": data})).state


def refused(data: dict[str, Any], **rules: Any) -> list[str]:
    """The rulings against a set-up, each once."""
    state = GAME.initial(rules)
    ruling = GAME.rule_on(state, GAME.decode_action(state, {"setup": data}))
    return list(dict.fromkeys(cause.ruling for cause in ruling.reasons))


LEVELS = [
    ("easy", 3, "", "0 9 2 14", 6),
    ("normal", 2, "bug", "0 9 2 0", 5),
    ("hard", 1, "bug bug", "0 9 0 0", 4),
    ("master", 0, "bug bug", "1 0 0 0", 3),
]


@pytest.mark.parametrize(("level", "initial", "bugs", "after", "energy"), LEVELS)
def test_mn08_registers_energy_and_bugs_follow_the_difficulty(
    level: str, initial: int, bugs: str, after: str, energy: int
) -> None:
    data = given(initial)
    data["deck"] += cards(bugs)
    state = begun(data, difficulty=level)
    assert (registers(state), state.energy, state.refill) == (after, energy, energy)
    assert places(state) == f"{EVERY[initial]}!"
    wrong = given((initial + 1) % 4)
    wrong["deck"] += cards(bugs)
    assert refused(wrong, difficulty=level) == ["MN-08"]


def test_mn08_the_16_goals_each_once() -> None:
    missing, twice = given(), given()
    missing["deck"] = missing["deck"][:-1]
    twice["deck"][0] = twice["deck"][1]
    assert refused(missing) == ["MN-08"]
    assert refused(twice) == ["MN-08"]
    more = given()
    more["deck"] = [*more["deck"], more["deck"][0]]  # one too many, and none is missing
    assert refused(more) == ["MN-08"]
    assert refused(given() | {"deck": [*given()["deck"][:-1], "goal 222"]}) == ["MN-08"]


def test_mn02_the_right_number_of_bugs() -> None:
    assert refused(given(2), difficulty="normal") == ["MN-02"]
    assert refused(given(extra="bug")) == ["MN-02"]
    assert refused(given(2, extra="bug"), difficulty="normal") == []


def test_mn08_the_first_card_may_be_a_bug_or_an_event() -> None:
    state = begun(given(2, extra="bug"), difficulty="normal")
    assert (state.broken, places(state)) == ((1,), f" | {EVERY[2]}!")
    error = begun(given(extra="error-B reset-C"), events=True)
    assert (error.disabled, registers(error)) == (("B",), "0 9 0 14")


def test_mn10_the_first_goal_may_be_solved_at_once() -> None:
    data = given(0, extra="bug bug")
    data["deck"] = cards("0001 bug bug") + [c for c in data["deck"][2:] if c != "goal 0001"]
    state = begun(data, difficulty="master")
    assert (state.solved, places(state)) == (1, "")


def test_mn09_the_first_cards_are_goals() -> None:
    wrong = given(extra="ok")
    wrong["initial"][2], wrong["deck"][0] = "ok", wrong["initial"][2]
    assert refused(wrong, events=True)[0] == "MN-09"
    duel = against(extra="bug")
    duel["goals"][0], duel["deck"][0] = "bug", duel["goals"][0]
    assert refused(duel, difficulty="normal")[0] == "MN-09"


def test_mn09_goals_are_dealt_clockwise_from_the_one_who_starts() -> None:
    state = begun(against(3, start="p2"))
    goals = {seat: player["goal"] for seat, player in seen(state)["players"].items()}
    assert goals == {"p2": ["goal 1001"], "p3": ["goal 0010"], "p1": ["goal 1110"]}
    assert GAME.to_act(state) == {"p2"}


def test_mn26_events_only_as_the_switches_say() -> None:
    assert refused(given(extra="reset-B")) == ["MN-26"]
    assert refused(given(extra="reset-B"), events=True) == []
    assert refused(given(extra="reset-4"), events=True) == ["MN-26"]
    assert refused(given(extra="reset-4"), events=True, column_resets=True) == []
    for card in ("reset-1", "error-A", "error-INC", "reset-B reset-B", "ok ok ok ok ok"):
        assert refused(given(extra=card), events=True, column_resets=True) == ["MN-26"]


def test_mn27_registers_begin_with_zero_or_as_in_the_cooperative_game() -> None:
    assert registers(begun(against())) == "0 0 0 0"
    assert refused(against(initial=3)) == ["MN-27"]
    assert registers(begun(against(initial=3), registers="preset")) == "0 9 2 14"
    assert refused(against(), registers="preset") == ["MN-08"]
    master = begun(against(extra="bug bug"), registers="preset", difficulty="master")
    assert registers(master) == "1 0 0 0"


def test_mn28_somebody_who_plays_starts() -> None:
    assert refused(against(start="p3")) == ["MN-28"]
    assert refused(against(3, start="p3")) == []


def test_mn33_two_to_four_play() -> None:
    assert [len(begun(against(players)).deck) for players in (2, 3, 4)] == [14, 13, 12]
    assert refused(against(1)) == ["MN-33"]
    short = against(3)
    short["deck"].append(short["goals"].pop())
    assert refused(short) == ["MN-08"]


@pytest.mark.parametrize(
    ("level", "bugs", "energy"),
    [("easy", "", 8), ("normal", "bug", 6), ("hard", "bug bug", 5), ("master", "bug bug", 4)],
)
def test_mn34_mn27_energy_and_bugs_in_competition(level: str, bugs: str, energy: int) -> None:
    state = begun(against(extra=bugs), difficulty=level)
    assert (state.energy, state.refill) == (energy, energy)


def test_mn35_hackers_are_unique_and_in_competition_only() -> None:
    state = begun(against(hackers={"p1": "purple", "p2": "green"}))
    assert [(p.hacker, p.free_left) for p in state.players] == [("purple", 2), ("green", 0)]
    for wrong in ({"p1": "red", "p2": "red"}, {"p3": "red"}, {"p1": "blue"}):
        assert refused(against(hackers=wrong)) == ["MN-35"]
    assert refused(given(hackers={"p1": "red"})) == ["MN-35"]


def test_mn40_the_extra_bits_begin_switched_off() -> None:
    assert registers(begun(given(), bits=6)) == "0 9 2 14"


def test_mn39_in_the_first_round_half_a_goal_is_up() -> None:
    assert places(begun(given(), bits=5)) == f"{EVERY[3]}!"


def test_mn38_two_cards_for_each_in_competition() -> None:
    state = begun(against(each=2, start="p2"), bits=6)
    assert seen(state)["players"]["p2"]["goal"] == ["goal 1001", "goal 0010"]


def test_mn31_by_the_value_the_first_player_may_begin_with_a_solved_goal() -> None:
    data = against()
    data["goals"][0], data["deck"][2] = data["deck"][2], data["goals"][0]
    assert data["goals"][0] == "goal 0000"
    assert begun(data, solve_by="state").players[0].solved == 1
    assert begun(data).players[0].solved == 0


def test_a_deck_that_nobody_knows_is_told_card_by_card() -> None:
    data = given(2) | {"deck": [None] * 15}
    state = begun(data, difficulty="normal")
    assert GAME.phase(state) == "reveal"
    assert len(state.unknown) == 15
    assert refused(given(2) | {"deck": [None] * 14}, difficulty="normal") == ["MN-08"]
    assert places(play(state, "card bug", "card 1110")) == " | 1110!"


@pytest.mark.parametrize("rules", [{"difficulty": "hard"}, {"mode": "competitive", "players": 3}])
def test_a_game_whose_cards_are_told_one_by_one_comes_to_its_end(rules: dict[str, Any]) -> None:
    rng = Random(4)
    start = GAME.initial(rules)
    state = GAME.apply(start, next(iter(GAME.legal(start)))).state
    while GAME.to_act(state):
        state = GAME.apply(state, GAME.sample(state, rng)).state
        assert GAME.decode(GAME.encode(state)) == state
    assert ended(state)[1] in ("MN-01", "MN-12", "MN-32")


def test_the_mode_and_the_players_are_those_of_the_set_up() -> None:
    assert begun(against(4)).rules.players == 4
    assert refused({"mode": "solo", "initial": [], "deck": []}) == ["MN-13"]
    again = begun(given())
    action = GAME.decode_action(again, {"setup": given()})
    assert [cause.key for cause in GAME.rule_on(again, action).reasons] == ["already-begun"]
    early = GAME.initial()
    end = GAME.parse(early, "end")
    assert [cause.key for cause in GAME.rule_on(early, end).reasons] == ["not-begun"]


def test_every_sampled_set_up_is_legal() -> None:
    rng = Random(1)
    for rules in (
        {"difficulty": "master", "events": True, "column_resets": True},
        {"mode": "competitive", "players": 4, "hacker_cards": True, "bits": 6},
        {"mode": "competitive", "registers": "preset", "difficulty": "hard"},
    ):
        state = GAME.initial(rules)
        for _ in range(5):
            assert GAME.is_legal(state, GAME.sample(state, rng))
