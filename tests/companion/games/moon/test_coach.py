"""The coach finds shortest ways, and what it calls impossible is so: checked by brute force."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.moon.coach import Advice, Finding, advise, reachable, rounds_left
from companion.games.moon.operations import binary
from companion.games.moon.state import State, goal_value
from tests.companion.games.moon import naive
from tests.companion.games.moon.table import GAME, duel, play, together


def followed(state: State, advice: Advice) -> State:
    """The way played by the rules; it ends with the goal solved, and no operation is over."""
    number, solved = 1, state.solved
    for step in advice.steps:
        assert state.solved == solved
        while number < step.round:
            state, number = play(state, "end"), number + 1
        assert binary(step.here, state.rules.bits) == _held(state, step.action.target)
        state = GAME.apply(state, step.action).state
        if step is not advice.steps[-1]:
            assert binary(step.after, state.rules.bits) == _held(state, step.action.target)
            assert step.energy == state.energy
    return state


def _held(state: State, register: str) -> str:
    return binary(state.registers["ABCD".index(register)], state.rules.bits)


def test_the_way_to_a_goal_in_this_round() -> None:
    state = together("12 3 0 0", "1001!", deck="0001")
    advice = advise(state)
    assert advice.finding is Finding.WAY
    assert [GAME.format(state, step.action) for step in advice.steps] == ["ROL A"]
    assert followed(state, advice).solved == 1


def test_of_equally_short_ways_the_cheapest() -> None:
    state = together("15 0 8 0", "0000!", deck="0001")
    (step,) = advise(state).steps
    assert (step.action.name, step.energy) == ("AND", 5)


def test_a_way_through_the_next_rounds() -> None:
    state = together("0 0 0 0", "0011!", deck="0001 0010", energy=4, refill=4)
    advice = advise(state)
    assert (advice.finding, advice.rounds) == (Finding.WAY, 2)
    assert [step.round for step in advice.steps] == sorted(step.round for step in advice.steps)
    assert followed(state, advice).solved == 1


def test_never_is_a_proof_that_no_number_of_rounds_helps() -> None:
    master = together("1 0 0 0", "0101!", energy=3, refill=3)
    assert reachable(master) == {0, 1, 2, 8, 14, 15}
    never = together("0 0 0 0", "0001!", energy=3, refill=3, deck="")
    advice = advise(never)
    assert (advice.finding, advice.steps) == (Finding.NEVER, ())
    assert naive.shortest(("0000",) * 4, "0001", energy=3, refill=3, rounds=9) is None


def test_too_far_is_about_the_rounds_that_are_left() -> None:
    state = together("0 0 0 0", "| | | 0011!", energy=4, refill=4)
    assert rounds_left(state) == 1
    assert advise(state).finding is Finding.TOO_FAR
    assert advise(state, rounds=4).finding is Finding.WAY


def test_rounds_left_skip_broken_places() -> None:
    assert rounds_left(together("0 0 0 0", "0011!", deck="")) == 4
    assert rounds_left(together("0 0 0 0", "0011!", deck="", broken=(2, 4))) == 2
    assert rounds_left(together("0 0 0 0", "| 0011!", deck="", slots_usable=5)) == 4
    assert rounds_left(together("0 0 0 0", "")) == 1


def test_without_a_goal_there_is_nothing_to_find_but_any_target_may_be_named() -> None:
    state = together("1 0 0 0", "1000!", bits=6, deck="0111 0001")
    assert advise(state).finding is Finding.NO_GOAL
    assert [step.after for step in advise(state, target=2).steps] == [2]


def test_a_search_may_be_limited_and_then_says_so() -> None:
    state = together("21 3 40 0", "1111! | 0001!", bits=6, deck="0111 1000")
    assert advise(state, most=5).finding is Finding.UNDECIDED


def random_state(rng: Random) -> tuple[State, dict[str, object]]:
    """A goal, random registers, and now and then errors, advanced operations, less energy."""
    bits = rng.choice((4, 4, 5))
    top = (1 << bits) - 1
    values = [rng.choice((0, rng.randint(0, top))) for _ in range(4)]
    names = rng.choice((naive.PLAIN, (*naive.PLAIN, *naive.ADVANCED), naive.PLAIN[:6]))
    broken = rng.choice(("", "", "C", "B D", "ROL", "NOT XOR"))
    refill = rng.choice((3, 4)) if len(names) == 6 else 3
    energy = rng.randint(0, refill)
    if bits == 4:
        places = f"{rng.randint(0, 15):04b}!"
    else:
        left, right = rng.sample(range(16), 2)
        places = f"{right:04b}! | {left:04b}!"
    state = together(
        " ".join(map(str, values)), places, bits=bits, energy=energy, refill=refill,
        disabled=broken, advanced=len(names) == 14, operations=list(names), deck="",
    )  # fmt: skip
    return state, {"names": names, "broken": broken, "energy": energy, "refill": refill}


@pytest.mark.parametrize("seed", range(30))
def test_the_coach_agrees_with_brute_force(seed: int) -> None:
    rng = Random(seed)
    state, how = random_state(rng)
    target = goal_value(state)
    assert target is not None
    rounds = 2
    bits = state.rules.bits
    words = [binary(value, bits) for value in state.registers]
    start = (words[0], words[1], words[2], words[3])
    wanted = (
        (1, 0)
        if start[0] == binary(target, bits)
        else naive.shortest(start, binary(target, bits), rounds=rounds, **how)  # type: ignore[arg-type]
    )
    advice = advise(state, rounds=rounds)
    if wanted is None:
        assert advice.finding in (Finding.NEVER, Finding.TOO_FAR)
        return
    assert advice.finding is Finding.WAY
    assert len(advice.steps) == wanted[1]
    if advice.steps:
        assert advice.steps[-1].round == wanted[0]
        assert followed(state, advice).outcome is not None


# --- For oneself ----------------------------------------------------------------------------------


def test_in_competition_ram_and_free_uses_count_in() -> None:
    state = duel("0 0 0 0", "ram=9 goal=1001 hacker=purple free=2", "goal=0001", energy=0)
    (step,) = advise(state).steps
    assert GAME.format(state, step.action) == "MOV RAM>A"
    assert play(state, "MOV RAM>A").players[0].solved == 1
    poor = duel("0 0 0 0", "ram=9 goal=1001", "goal=0001", energy=0)
    assert advise(poor).finding is Finding.TOO_FAR


def test_in_competition_a_value_that_is_there_has_to_be_made_again() -> None:
    state = duel("5 0 0 0", "goal=0101", "goal=0001", deck="0010 0011")
    advice = advise(state)
    assert len(advice.steps) == 2
    after = state
    for step in advice.steps:
        after = GAME.apply(after, step.action).state
    assert after.players[0].solved == 1
    value = duel("5 0 0 0", "goal=0101", "goal=0001", solve_by="state")
    assert advise(value).steps == ()


def test_in_competition_others_play_between_so_only_this_turn_counts() -> None:
    state = duel("0 0 0 0", "goal=0111", "goal=0001", energy=1, refill=8)
    assert advise(state).finding is Finding.TOO_FAR
