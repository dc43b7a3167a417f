"""Whole random games, with everything that people may try in them, are put into words."""

from collections.abc import Iterator
from functools import partial
from random import Random

import pytest

from companion.games.api import Piece, Placement, Reason
from companion.games.moons_and_stars import actions
from companion.games.moons_and_stars.game import MoonsAndStars
from companion.games.moons_and_stars.state import State
from companion.language.catalogue import load
from tests.companion.language.asked import asked_by
from tests.companion.language.reading import blemishes

GAME = MoonsAndStars()
SAY = load("en", "moons-and-stars")
SEEDS = range(12)
KINDS = ("moon", "star", "pit", "trap north", "trap west", "safe", "path north-south", "stone")


def states(seed: int) -> Iterator[State]:
    """Every state of a random game; every other one with the less usual switches."""
    rng = Random(seed)
    unusual = {"paths": "one-way", "dirlydwurg": "exactly", "null_moves": "on", "notches": 2}
    state = GAME.initial(unusual if seed % 2 else {"notches": 2})
    while GAME.to_act(state):
        yield state
        state = GAME.apply(state, GAME.sample(state, rng)).state
    yield state


def a_site(state: State, rng: Random) -> str:
    return rng.choice([*state.geometry.names, "z0"])


def a_move(state: State, rng: Random) -> actions.Move:
    """Anything a person may try, mostly with a piece of the board."""
    names = state.geometry.names
    occupied = [name for point, name in enumerate(names) if state.board[point]] or list(names)
    near = rng.choice(occupied)
    rest = rng.choice([None, None, "lost", "e5", a_site(state, rng)])
    target = rng.choice([a_site(state, rng), rng.choice(occupied), near])
    return actions.Move(near, rng.choice(["all", "all", "top", "half"]), target, rest)


def a_step(state: State, rng: Random) -> actions.Move:
    """A try that goes to one of the next points."""
    move = a_move(state, rng)
    numbers, geometry = state.geometry.numbers, state.geometry
    ways = [p for p in geometry.neighbours[numbers[move.origin]] if p >= 0]
    ways += [p for way in ways for p in geometry.neighbours[way] if p >= 0]
    return actions.Move(move.origin, move.part, geometry.names[rng.choice(ways)], move.rest)


def a_bonus(state: State, rng: Random) -> actions.Bonus:
    sites = [a_site(state, rng) for _ in range(rng.randrange(4))]
    ways = [(site, rng.choice(["north", "east-west", "north-south", "up"])) for site in sites]
    kinds = [(site, rng.choice(["moon", "star", "pit", "trap"])) for site in sites]
    side = rng.choice(["brown", "blue", "green"])
    bonuses: list[actions.Bonus] = [
        actions.Cadbeth(tuple(sites)),
        actions.Lamban(tuple(ways)),
        actions.Yinnok(tuple(ways), tuple(sites)),
        actions.Yinnok((), tuple(sites)),
        actions.Agbert(tuple(kinds)),
        actions.Jothi(),
        actions.Keddep(rng.choice(["moon", "pit"])),
        actions.Dirlydwurg(side, a_site(state, rng)),
    ]
    return rng.choice(bonuses)


def something_else(state: State, rng: Random) -> actions.Action:
    side = rng.choice(["brown", "blue", "green"])
    sites = [a_site(state, rng) for _ in range(rng.randrange(20))]
    pieces = [(site, rng.choice([*KINDS, "trap up"])) for site in sites]
    count = rng.randrange(-1, 9)
    others: list[actions.Action] = [
        actions.Pass(),
        actions.Roll(side, (count, 2, 3, 3, 3, 3), rng.randrange(3)),
        actions.Decide(side, reroll=rng.choice([True, False])),
        actions.Lot(side),
        actions.Choose(side, rng.choice([*actions.DEITIES, "zeus"])),
        actions.SetUp(side, tuple(pieces)),
        actions.OfferDraw(side),
        actions.AgreeDraw(side),
        actions.ClaimDraw(side),
    ]
    return rng.choice(others)


def a_table(state: State, rng: Random) -> Placement:
    """The table with some things put elsewhere, taken off or put on."""
    piles = {site: list(pile) for site, pile in GAME.placement(state).piles.items()}
    sites = [*state.geometry.names, "brown notch 1", "blue notch 2", "blue notch 40"]
    for _ in range(rng.randrange(1, 6)):
        pile = piles.setdefault(rng.choice(sites), [])
        if pile and rng.random() < 0.5:
            piles.setdefault(rng.choice(sites), []).append(pile.pop())
        else:
            kind, _space, facing = rng.choice([*KINDS, "jothi", "cow", "trap up"]).partition(" ")
            pile.append(Piece(rng.choice(["brown", "blue"]), kind, facing))
    return Placement({site: tuple(pile) for site, pile in piles.items() if pile})


def tried_in(seed: int) -> Iterator[Reason]:
    """Every reason met in a game and the tries around it."""
    rng = Random(1000 + seed)
    for state in states(seed):
        tries: list[actions.Action] = [something_else(state, rng), a_bonus(state, rng)]
        if state.at_turn:
            tries += [try_one(state, rng) for try_one in (a_move, a_step) for _ in range(5)]
        if state.owed is not None:
            tries += [a_bonus(state, rng) for _ in range(12)]
            tries.append(a_move(state, rng))
        for action in tries:
            yield from GAME.rule_on(state, action).reasons
        for fault in GAME.faults(a_table(state, rng), state):
            yield fault.reason


@pytest.fixture(scope="module")
def met() -> dict[int, list[Reason]]:
    """Every reason met, once, by the seed of its game."""
    return {seed: list(dict.fromkeys(tried_in(seed))) for seed in SEEDS}


@pytest.mark.parametrize("seed", SEEDS)
def test_everything_tried_in_a_game_is_answered_in_words(
    met: dict[int, list[Reason]], seed: int
) -> None:
    bad = {SAY.sentence(why): found for why in met[seed] if (found := blemishes(SAY.sentence(why)))}
    assert bad == {}


def test_the_tries_meet_most_reasons(met: dict[int, list[Reason]]) -> None:
    known = {key for call in asked_by("moons_and_stars") for key in call.keys}
    found = {why.key for reasons in met.values() for why in reasons}
    assert found <= known
    assert len(found) > 0.8 * len(known), sorted(known - found)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_step_and_the_end_of_a_game_are_told(seed: int) -> None:
    rng = Random(seed)
    state = GAME.initial({"notches": 2})
    while GAME.to_act(state):
        transition = GAME.apply(state, GAME.sample(state, rng))
        for effect in transition.effects:
            step = SAY.effect_sentence(effect)
            assert blemishes(f"{step[:1].upper()}{step[1:]}.") == []
        if len(transition.effects) in (1, 2):
            assert blemishes(SAY.steps_sentence(transition.effects)) == []
        state = transition.state
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert blemishes(SAY.outcome_sentence(outcome)) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_a_ruling_is_told_with_its_moves_in_notation(seed: int) -> None:
    rng = Random(seed)
    state = next(state for state in states(seed) if state.at_turn)
    notation = partial(GAME.format, state)
    for _ in range(20):
        action = a_step(state, rng)
        ruling = GAME.rule_on(state, action)
        lines = SAY.ruling_lines(ruling, notation)
        assert all(blemishes(line) == [] for line in lines)
        assert SAY.ruling_text(ruling, notation) == " ".join(lines)
        if ruling.legal:
            assert lines[0] == "Yes, that is allowed."
        for near in ruling.nearest:
            assert notation(near) in lines[-1]
