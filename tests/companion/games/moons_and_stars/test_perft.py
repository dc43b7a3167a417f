"""Numbers of move sequences, as on file, and counted again by the plain rules."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.moons_and_stars import MoonsAndStars
from companion.vectors import perft
from tests.companion.games.moons_and_stars import naive, naive_routes
from tests.tools.perft import FILE

GAME = MoonsAndStars()


def entries() -> list[tuple[str, list[int]]]:
    lines = [line for line in FILE.read_text("utf-8").splitlines() if not line.startswith("#")]
    parts = [line.split(" ; ") for line in lines]
    return [(line, [int(word.partition(" ")[2]) for word in words]) for line, *words in parts]


ENTRIES = entries()


@pytest.mark.slow
@pytest.mark.parametrize(("line", "counts"), ENTRIES, ids=range(len(ENTRIES)))
def test_the_number_of_sequences_is_as_on_file(line: str, counts: list[int]) -> None:
    state = GAME.position_from_line(line)
    assert [perft(GAME, state, depth) for depth in range(1, len(counts) + 1)] == counts


def plain_perft(position: dict[str, Any], rules: dict[str, Any], depth: int) -> int:
    """The same by the plain rules; a side without a move passes."""
    moves = naive_routes.moves(position, rules)
    if depth == 1 or not moves:
        return max(1, len(moves)) if depth == 1 else 0
    total = 0
    for route in moves.values():
        after, outcome = naive.moved(position, rules, route)
        total += plain_perft(after, rules, depth - 1) if outcome is None else 0
    return total


@pytest.mark.slow
@pytest.mark.parametrize(("line", "counts"), ENTRIES, ids=range(len(ENTRIES)))
def test_the_plain_rules_count_the_same(line: str, counts: list[int]) -> None:
    state = GAME.position_from_line(line)
    position, rules = GAME.position_to_json(state), state.rules.changed()
    found = [plain_perft(position, rules, depth) for depth in (1, 2)]
    assert found == counts[:2]
