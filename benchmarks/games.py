"""How fast random play of each game is, through the public protocol.

Whole games from their beginning, chance included, on fixed seeds: is the game over, draw a random
legal action (`sample`), do it (`apply`). A game is broken off after 600 actions. The rates are in
processor time, the median of five rounds of at least a second each.
"""

from __future__ import annotations

import time
from random import Random
from statistics import median

from companion.games.registry import game_by_id, game_ids

ROUNDS, LEAST_S, LONGEST = 5, 1.0, 600


def one_round(name: str, seed: int) -> tuple[float, float]:
    """(actions, games) a second."""
    game, rng = game_by_id(name), Random(seed)
    actions = games = 0
    begun = time.process_time()
    while time.process_time() - begun < LEAST_S:
        state = game.initial()
        for _ in range(LONGEST):
            if game.outcome(state) is not None:
                break
            state = game.apply(state, game.sample(state, rng)).state
            actions += 1
        games += 1
    took = time.process_time() - begun
    return actions / took, games / took


def main() -> None:
    """Measure and print the table."""
    print("| game | actions a second | games a second |")
    print("|---|---:|---:|")
    for name in game_ids():
        rounds = [one_round(name, seed) for seed in range(ROUNDS)]
        rates = [median(rate) for rate in zip(*rounds, strict=True)]
        print(f"| {game_by_id(name).spec.title} | {rates[0]:,.0f} | {rates[1]:,.0f} |")
