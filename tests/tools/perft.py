"""Counts of move sequences for our own positions, in a plain text file.

    python -m tests.tools.perft      writes the file anew

A line is a position line, then "; D1 n; D2 n ..." as in the perft files of chess. The positions
come from random games with fixed seeds.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from companion.games.registry import game_by_id
from companion.vectors import perft

FILE = Path(__file__).parent.parent / "companion/games/moons_and_stars/perft.txt"
GAMES: tuple[tuple[dict[str, Any], int], ...] = (
    ({}, 0),
    ({}, 12),
    ({}, 30),
    ({"columns": 5}, 0),
    ({"columns": 5}, 16),
    ({"columns": 7}, 20),
    ({"columns": 12}, 10),
    ({"paths": "one-way"}, 8),
    ({"paths": "one-way", "columns": 6}, 24),
    ({"null_moves": "on"}, 14),
    ({"null_moves": "on", "columns": 5}, 28),
    ({"columns": 8}, 40),
)
"""Switches, and how many moves into the game."""
LARGEST = 5_000


def positions() -> Iterator[Any]:
    """States of random games without deities."""
    game = game_by_id("moons-and-stars")
    for number, (rules, moves) in enumerate(GAMES):
        for attempt in range(50):
            rng = Random(f"perft {number} {attempt}")
            state = game.initial({**rules, "deities": "off"})
            while not state.at_turn:
                state = game.apply(state, game.sample(state, rng)).state
            for _ in range(moves):
                if game.outcome(state) is None:
                    state = game.apply(state, game.sample(state, rng)).state
            if game.outcome(state) is None:
                yield game.position_from_line(game.position_line(state))
                break


def write() -> None:
    """Count to the depth at which there are `LARGEST` sequences or more."""
    game = game_by_id("moons-and-stars")
    lines = [
        "# position ; D1 action sequences of length 1 ; D2 ...   (python -m tests.tools.perft)"
    ]
    for state in positions():
        counts = [perft(game, state, 1)]
        while counts[-1] < LARGEST and len(counts) < 4:
            counts.append(perft(game, state, len(counts) + 1))
        told = [f"D{depth} {count}" for depth, count in enumerate(counts, 1)]
        lines.append(" ; ".join([game.position_line(state), *told]))
    FILE.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    write()
