"""Whole random games, with everything that people may try in them, are put into words."""

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from random import Random
from typing import TypeVar

import pytest

from companion.games.api import Piece, Pile, Placement, Reason
from companion.games.errors import BadPosition
from companion.games.moons_and_stars import actions
from companion.games.moons_and_stars.game import MoonsAndStars
from companion.games.moons_and_stars.state import Phase, State
from companion.language.catalogue import load
from tests.companion.language.asked import asked_by
from tests.companion.language.reading import blemishes

T = TypeVar("T")
GAME = MoonsAndStars()
SAY = load("en", "moons-and-stars")
SEEDS = range(5)
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
    origin = rng.choice([*occupied, a_site(state, rng)])
    target = rng.choice([a_site(state, rng), rng.choice(occupied), origin])
    rest = rng.choice([None, None, "lost", target, a_site(state, rng)])
    return actions.Move(origin, rng.choice(["all", "all", "top", "half"]), target, rest)


def a_step(state: State, rng: Random) -> actions.Move:
    """A try that goes a few points along one line, or around one corner."""
    move = a_move(state, rng)
    geometry = state.geometry
    point = geometry.numbers.get(move.origin, 0)
    direction = rng.randrange(4)
    for _ in range(rng.choice([1, 2, 2, 3])):
        direction = rng.choice([direction, direction, rng.randrange(4)])
        beyond = geometry.neighbours[point][direction]
        point = point if beyond < 0 else beyond
    target = geometry.names[point]
    rest = rng.choice([None, target, move.rest])
    return actions.Move(
        geometry.names[geometry.numbers.get(move.origin, 0)], move.part, target, rest
    )


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


def nearly(action: actions.Action, state: State, rng: Random) -> actions.Action:
    """A legal action of many parts with one part left out, doubled, changed or out of order."""

    def spoilt(parts: tuple[T, ...], strange: T) -> tuple[T, ...]:
        at = rng.randrange(len(parts)) if parts else 0
        return rng.choice(
            [
                parts[:at] + parts[at + 1 :],
                parts[:at] + parts[at : at + 1] * 2 + parts[at + 1 :],
                (*parts[:at], strange, *parts[at + 1 :]),
                parts[::-1],
            ]
        )

    site = a_site(state, rng)
    match action:
        case actions.SetUp(side, pieces):
            return actions.SetUp(side, spoilt(pieces, (site, rng.choice([*KINDS, "trap up"]))))
        case actions.Cadbeth(remove):
            return actions.Cadbeth(spoilt(remove, site))
        case actions.Agbert(place):
            return actions.Agbert(spoilt(place, (site, rng.choice(["moon", "pit", "safe"]))))
        case actions.Lamban(turn):
            return actions.Lamban(spoilt(turn, (site, "up")))
        case actions.Yinnok(face, _) if rng.random() < 0.3:
            return actions.Yinnok(face)
        case actions.Yinnok(face, order) if rng.random() < 0.5:
            way = rng.choice(["north", "east"])
            return actions.Yinnok(spoilt(face, (rng.choice([*face, (site,)])[0], way)), order)
        case actions.Yinnok(face, order):
            return actions.Yinnok(face, spoilt(order, site))
        case actions.Dirlydwurg(stone, target):
            stones = [s for s, pile in GAME.placement(state).piles.items() if _holds(pile, stone)]
            return actions.Dirlydwurg(stone, rng.choice([*stones, target, site]))
        case _:
            return action


def _holds(pile: Pile, stone: str) -> bool:
    return Piece(stone, "stone") in pile


def a_crowded_state(rng: Random) -> State:
    """A position that no game may lead to, with much of everything and a bonus that is owed."""
    while True:
        with suppress(BadPosition):  # the deity whose bonus is owed has nothing to do
            data = crowded_position(rng)
            return GAME.position_from_json(data, {"repetition": rng.choice(["claim", "off"])})


def crowded_position(rng: Random) -> dict[str, object]:
    sides = ["brown", "blue"]
    names = [f"{file}{rank}" for file in "abcdefg" for rank in range(1, 10)]
    sites = rng.sample(names, 30)
    points: dict[str, list[str]] = {}
    for number, site in enumerate(sites[:28]):
        side = sides[number % 2]
        kind = rng.choice(["moon", "star", "pit", "trap", "trap", "safe", "path", "path"])
        if number < 2:
            kind = "moon"
        elif number < 6:
            points[site] = [f"{side} moon", f"{side} {rng.choice(['moon', 'star'])}"]
            continue
        ways = {"trap": ["north", "east", "south", "west"], "path": ["north-south", "east-west"]}
        points[site] = [" ".join([side, kind, rng.choice(ways.get(kind, [""]))]).strip()]
    for side, site in zip(sides, sites[28:], strict=True):
        points[site] = [f"{side} stone"]
    deities = rng.sample(actions.DEITIES, 2)
    data: dict[str, object] = {
        "columns": 7,
        "to_move": rng.choice(sides),
        "points": points,
        "deities": {side: [deity, 5] for side, deity in zip(sides, deities, strict=True)},
        "owed": rng.choice(sides),
    }
    if rng.random() < 0.7:
        del data["owed"]
        data["deities"] = {side: [deity, 1] for side, deity in zip(sides, deities, strict=True)}
    return data


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
    sites = [*state.geometry.names, "z0", "brown notch 1", "blue notch 2", "blue notch 40"]
    for _ in range(rng.randrange(1, 6)):
        pile = piles.setdefault(rng.choice(sites), [])
        if pile and rng.random() < 0.5:
            piles.setdefault(rng.choice(sites), []).append(pile.pop())
        else:
            kind, _space, facing = rng.choice([*KINDS, "jothi", "cow", "trap up"]).partition(" ")
            pile.append(Piece(rng.choice(["brown", "blue"]), kind, facing))
    for site in ("brown notch 1", "blue notch 1"):
        if piles.get(site) and rng.random() < 0.2:
            piles[site] = [Piece(site.split()[0], rng.choice(actions.DEITIES))]
    return Placement({site: tuple(pile) for site, pile in piles.items() if pile})


def tried_at(state: State, rng: Random) -> Iterator[Reason]:
    """The reasons against what may be tried in one state."""
    tries: list[actions.Action] = [something_else(state, rng), a_bonus(state, rng)]
    if state.phase is not Phase.TURNS:
        tries += [something_else(state, rng) for _ in range(15)]
    can_act = any(True for _ in GAME.legal(state))
    if can_act:
        tries += [nearly(GAME.sample(state, rng), state, rng) for _ in range(2)]
    if state.at_turn:
        tries += [try_one(state, rng) for try_one in (a_move, a_step) for _ in range(5)]
    if state.owed is not None and can_act:
        tries += [a_bonus(state, rng) for _ in range(3)]
        tries += [nearly(GAME.sample(state, rng), state, rng) for _ in range(8)]
        tries.append(a_move(state, rng))
    for action in tries:
        yield from GAME.rule_on(state, action).reasons
    for fault in GAME.faults(a_table(state, rng), state):
        yield fault.reason


def tried_in(seed: int) -> Iterator[Reason]:
    """Every reason met in a game, after an offer of a draw in it, and in crowded positions."""
    rng = Random(1000 + seed)
    for number, state in enumerate(states(seed)):
        if not state.at_turn or number % 3 == 0:
            yield from tried_at(state, rng)
    for _ in range(40):
        state = a_crowded_state(rng)
        yield from tried_at(state, rng)
        for claim in GAME.claims(state)[:1]:
            yield from tried_at(GAME.apply(state, claim).state, rng)
        for _ in range(30 if state.at_turn else 0):
            yield from GAME.rule_on(state, a_step(state, rng)).reasons


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
    assert len(found) > 0.85 * len(known), sorted(known - found)


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
