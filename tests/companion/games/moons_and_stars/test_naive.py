"""The game agrees with its plain re-implementation on random positions: moves, results, bonuses."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.api import Outcome, first_actions
from companion.games.errors import GameError
from companion.games.moons_and_stars import MoonsAndStars
from companion.games.moons_and_stars.actions import Move
from tests.companion.games.moons_and_stars import naive, naive_board, naive_routes, naive_tasks
from tests.companion.games.moons_and_stars.naive_deities import bonus_results, facings
from tests.companion.games.moons_and_stars.naive_sweeps import Table, mouths_with_something
from tests.companion.games.moons_and_stars.random_tables import DEITIES, random_rules, random_table

GAME = MoonsAndStars()
CHUNKS, POSITIONS = 8, 100
"""The positions of one run; with more of both, more was compared by hand."""
BONUS_POSITIONS = 50

Json = Any


def comparable(position: Json) -> Json:
    """A position without zeros among the lost, and without what is not compared."""
    lost = {
        side: {kind: count for kind, count in counts.items() if count}
        for side, counts in position["lost"].items()
    }
    return {**position, "lost": lost, "passed": None}


def told(outcome: Outcome | None) -> Json:
    return None if outcome is None else {"winner": outcome.winner, "reason": outcome.ruling}


def result_of(state: Any, action: Any) -> Json:
    after = GAME.apply(state, action).state
    return comparable(GAME.position_to_json(after)), told(after.outcome)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_moves_and_their_results_are_those_of_the_plain_rules(chunk: int) -> None:
    compared = 0
    for number in range(POSITIONS):
        rng = Random(f"moves/{chunk}/{number}")
        rules = random_rules(rng)
        position = random_table(rng, rules)
        state = GAME.position_from_json(position, rules)
        if not state.at_turn:
            continue
        ours = {
            (move.origin, move.part, move.target, move.rest): move
            for move in GAME.legal(state)
            if isinstance(move, Move)
        }
        plain = naive_routes.moves(position, rules)
        assert set(ours) == set(plain), (rules, position)
        for name, route in plain.items():
            after, outcome = naive.moved(position, rules, route)
            wanted = comparable(after), outcome
            assert result_of(state, ours[name]) == wanted, (rules, position, name)
            compared += 1
    assert compared > POSITIONS


def owing(rng: Random, rules: dict[str, Any], deity: str) -> Json:
    """A position in which a side is owed the bonus of a deity; None if it has nothing to do."""
    position = random_table(rng, rules)
    seat = rng.choice(("brown", "blue"))
    other = position["deities"][naive_board.OTHER[seat]]
    if other is not None and other[0] == deity:
        position["deities"][naive_board.OTHER[seat]] = None
    over = rng.choice((0, 0, 1, 3))
    position["deities"][seat] = [deity, rules["notches"] + over]
    position["owed"] = seat
    if deity == "agbert":
        position["lost"][seat] = {kind: rng.randrange(2) for kind in ("moon", "star", "pit")}
    return position if naive_tasks.has_task(position, seat, rules) else None


def yinnok_tries(position: Json, rules: dict[str, Any], rng: Random) -> list[Json]:
    """Facings with no order, and with some orders of all mouths."""
    enemy = naive_board.OTHER[position["owed"]]
    tries: list[Json] = []
    every = list(facings(position, position["owed"]))
    for face in rng.sample(every, min(3, len(every))):
        board = {point: list(pile) for point, pile in position["points"].items()}
        for point in naive_board.pieces_of(position, enemy, "trap"):
            board[point] = [f"{enemy} path north-south"]
        for point, way in face.items():
            board[point] = [f"{enemy} trap {way}"]
        table = Table(board, position["columns"])
        mouths = mouths_with_something(table, face)
        tries.append({"deity": "yinnok", "face": face})
        for _ in range(2):
            order = []
            for mouth in rng.sample(mouths, len(mouths)):
                ways = [
                    way
                    for trap, way in naive_routes.traps_at_mouth(board, position["columns"], mouth)
                    if trap in face
                ]
                order.append(mouth if len(ways) < 2 else f"{mouth} {rng.choice(ways)}")
            tries.append({"deity": "yinnok", "face": face, "order": order})
    return tries


def tries_of(deity: str, position: Json, rules: dict[str, Any], rng: Random) -> list[Json]:
    """Actions of a deity's owner, legal and not."""
    points = [
        f"{chr(97 + file)}{rank}" for file in range(position["columns"]) for rank in range(1, 10)
    ]
    match deity:
        case "yinnok":
            return yinnok_tries(position, rules, rng)
        case "dirlydwurg":
            ends = [(side, point) for side in ("brown", "blue") for point in rng.sample(points, 12)]
            return [{"deity": deity, "stone": side, "to": point} for side, point in ends]
        case "cadbeth":
            names = [name for point in position["points"] for name in (point, f"{point} top")]
            return [{"deity": deity, "remove": rng.sample(names, 2)} for _ in range(30)]
        case "agbert":
            seat = position["owed"]
            free = naive_tasks.home_points(position, seat)
            lost = [kind for kind, count in position["lost"][seat].items() if count]
            count = min(len(lost), len(free))
            return [
                {"deity": deity, "place": dict(zip(rng.sample(free, count), lost, strict=False))}
                for _ in range(15)
            ]
        case "keddep":
            return [{"deity": deity, "into": kind} for kind in ("moon", "star", "pit")]
        case _:
            return []


@pytest.mark.slow
@pytest.mark.parametrize("deity", DEITIES)
def test_bonuses_and_their_results_are_those_of_the_plain_rules(deity: str) -> None:
    compared = 0
    for number in range(BONUS_POSITIONS):
        rng = Random(f"bonus/{deity}/{number}")
        rules = random_rules(rng)
        position = owing(rng, rules, deity)
        if position is None:
            continue
        try:
            state = GAME.position_from_json(position, rules)
        except GameError:  # more cubes than there are
            continue
        if state.outcome is not None:
            continue
        legal = list(first_actions(GAME.legal(state), 100))
        assert legal, (rules, position)
        chosen = [*rng.sample(legal, min(8, len(legal))), GAME.sample(state, rng)]
        tries = [GAME.encode_action(action) for action in chosen]
        for data in tries + tries_of(deity, position, rules, rng):
            wanted = [(comparable(p), o) for p, o in bonus_results(position, rules, data)]
            action = GAME.decode_action(state, data)
            assert GAME.is_legal(state, action) is bool(wanted), (rules, position, data)
            if wanted:
                assert result_of(state, action) in wanted, (rules, position, data)
                compared += 1
    assert compared >= BONUS_POSITIONS // 4
