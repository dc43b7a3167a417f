"""How fast the rules of Moons and Stars are, beside python-chess in the same run.

Method. Everything runs in one process and one thread, on fixed seeds. Each figure is the median of
`ROUNDS` rounds; in a round our rules and python-chess are measured one right after the other, so
that whatever else the machine does falls on both. Times are processor time of this process, so
that waiting for a busy machine doesn't count. The garbage collector stays on.

Playouts: whole games from their start, with the same loop on both sides: ask whether the game is
over, list all legal actions, choose one at random, do it. Ours start from random set-ups (made
before the clock starts) and go through the public protocol: `outcome`, `legal`, `apply`, which
judges the action once more; once with the seven deities (bonuses are drawn by `sample`) and once
without. python-chess starts from the initial position: `is_game_over`, `list(legal_moves)`, `push`.
A game is broken off after 400 actions, on both sides. Actions per second are the actions done,
divided by the time.

Perft: the number of action sequences of one length, nodes per second = leaves divided by the time;
at the last but one level the legal actions are counted and not done, on both sides. Ours is from
four random set-ups and from four positions 20 moves later, python-chess from the initial position
and from Kiwipete, the usual test position.

`rule_on`: every state of some random games; in each, eight legal moves and eight tries that a
person might make: any point to any point, or a mover that can move to any point; the few legal
ones among these are left out. Median and 95th percentile of the time of
one call, which includes all reasons and the nearest legal moves.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from random import Random
from typing import Any

import chess

from companion.games.moons_and_stars import MoonsAndStars
from companion.games.moons_and_stars.actions import Move

ROUNDS = 7
OUR_GAMES, CHESS_GAMES, LONGEST = 40, 8, 400
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
GAME = MoonsAndStars()


def starts(seed: str, count: int, **rules: Any) -> list[Any]:
    """Games of ours at their first turn."""
    rng = Random(seed)
    states = []
    for _ in range(count):
        state = GAME.initial(rules)
        while not state.at_turn:
            state = GAME.apply(state, GAME.sample(state, rng)).state
        states.append(state)
    return states


def timed(work: Callable[[], int]) -> float:
    """How many a second."""
    begin = time.process_time()
    done = work()
    return done / (time.process_time() - begin)


def our_playouts(states: Sequence[Any], seed: str) -> int:
    """Play games to their end; how many actions were done."""
    rng, done = Random(seed), 0
    for start in states:
        state = start
        for _ in range(LONGEST):
            if GAME.outcome(state) is not None:
                break
            if state.owed is None:
                action = rng.choice(list(GAME.legal(state)))
            else:
                action = GAME.sample(state, rng)
            state = GAME.apply(state, action).state
            done += 1
    return done


def chess_playouts(games: int, seed: str) -> int:
    """The same with python-chess."""
    rng, done = Random(seed), 0
    for _ in range(games):
        board = chess.Board()
        for _ in range(LONGEST):
            if board.is_game_over():
                break
            board.push(rng.choice(list(board.legal_moves)))
            done += 1
    return done


def our_perft(state: Any, depth: int) -> int:
    """Leaves of the tree of our moves."""
    if GAME.outcome(state) is not None:
        return 0
    actions = list(GAME.legal(state))
    if depth == 1:
        return len(actions)
    return sum(our_perft(GAME.apply(state, action).state, depth - 1) for action in actions)


def chess_perft(board: chess.Board, depth: int) -> int:
    """Leaves of the tree of chess moves."""
    if depth == 1:
        return board.legal_moves.count()
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += chess_perft(board, depth - 1)
        board.pop()
    return leaves


def later(states: Iterable[Any], moves: int, seed: str) -> list[Any]:
    """The games some random moves later (those that are still going on)."""
    rng, found = Random(seed), []
    for start in states:
        state = start
        for _ in range(moves):
            if GAME.outcome(state) is None:
                state = GAME.apply(state, rng.choice(list(GAME.legal(state)))).state
        if GAME.outcome(state) is None:
            found.append(state)
    return found


def tries(seed: str) -> tuple[list[tuple[Any, Move]], list[tuple[Any, Move]]]:
    """(state, move) pairs: legal ones, illegal ones."""
    rng = Random(seed)
    legal: list[tuple[Any, Move]] = []
    illegal: list[tuple[Any, Move]] = []
    for start in starts(seed, 12):
        state = start
        while GAME.outcome(state) is None:
            if state.owed is None:
                names = state.geometry.names
                moves = [move for move in GAME.legal(state) if isinstance(move, Move)]
                origins = [move.origin for move in moves] or list(names)
                wild = [(rng.choice(names), rng.choice(names)) for _ in range(4)]
                wild += [(rng.choice(origins), rng.choice(names)) for _ in range(4)]
                typed = [Move(origin, rng.choice(("all", "top")), to) for origin, to in wild]
                tried = [GAME.complete(state, move) for move in typed]
                legal += [(state, rng.choice(moves)) for _ in range(8) if moves]
                illegal += [
                    (state, move)
                    for move in tried
                    if isinstance(move, Move) and not GAME.is_legal(state, move)
                ]
            state = GAME.apply(state, GAME.sample(state, rng)).state
    return legal, illegal


def rule_times(pairs: Sequence[tuple[Any, Move]]) -> tuple[float, float, float]:
    """Median, 95th percentile and maximum of `rule_on`, in milliseconds."""
    times = []
    for state, move in pairs:
        begin = time.process_time()
        GAME.rule_on(state, move)
        times.append((time.process_time() - begin) * 1000)
    return statistics.median(times), statistics.quantiles(times, n=20)[-1], max(times)


def compared(ours: Callable[[int], int], theirs: Callable[[int], int]) -> tuple[float, float]:
    """Medians of both rates over interleaved rounds."""
    rates = [(timed(partial(ours, n)), timed(partial(theirs, n))) for n in range(ROUNDS)]
    return statistics.median(r[0] for r in rates), statistics.median(r[1] for r in rates)


def main() -> None:
    """Measure and print the table."""
    plain = [starts(f"plain {n}", OUR_GAMES, deities="off") for n in range(ROUNDS)]
    with_deities = [starts(f"deities {n}", OUR_GAMES) for n in range(ROUNDS)]
    openings = starts("perft", 4, deities="off")
    middles = later(starts("perft later", 8, deities="off"), 20, "perft later")[:4]
    boards = [chess.Board(), chess.Board(KIWIPETE)]
    rows = [
        (
            "playouts, actions/s",
            *compared(
                lambda n: our_playouts(plain[n], f"{n}"),
                lambda n: chess_playouts(CHESS_GAMES, f"{n}"),
            ),
        ),
        (
            "playouts with deities, actions/s",
            *compared(
                lambda n: our_playouts(with_deities[n], f"{n}"),
                lambda n: chess_playouts(CHESS_GAMES, f"{n}"),
            ),
        ),
        (
            "perft 3, nodes/s",
            *compared(
                lambda n: sum(our_perft(state, 3) for state in openings + middles),
                lambda n: sum(chess_perft(board, 3) for board in boards),
            ),
        ),
    ]
    print(f"{'':34}{'Moons and Stars':>18}{'python-chess':>16}{'ratio':>8}")
    for name, ours, theirs in rows:
        print(f"{name:34}{ours:18,.0f}{theirs:16,.0f}{ours / theirs:8.2f}")
    print()
    print(f"{'rule_on, ms':34}{'median':>10}{'95 %':>10}{'longest':>10}{'calls':>10}")
    for name, pairs in zip(("legal moves", "illegal tries"), tries("rule_on"), strict=True):
        median, high, longest = rule_times(pairs)
        print(f"{name:34}{median:10.3f}{high:10.3f}{longest:10.3f}{len(pairs):10,}")
