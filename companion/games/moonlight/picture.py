"""The table drawn in text: the grid with its running score, and how the match stands."""

from __future__ import annotations

from companion.games.moonlight.cards import SIDES, Card
from companion.games.moonlight.notation import format_rank
from companion.games.moonlight.rectangle import Box, box_of
from companion.games.moonlight.scoring import count_round, row_totals, told_moons
from companion.games.moonlight.state import Phase, Result, State

WIDTH = 6
"""Signs a cell takes: "g3m1+2" is a green 3 with one moon over two other cards."""
_ROW = 10
"""Where the first column ends; row names stand before it."""


def board_text(state: State) -> str:
    """Rows with what each side has in them, the points so far, hands, decks, powers.

    The points are what the round would bring if it ended now.
    """
    lines = _grid_lines(state)
    lines += ["", *(_side_line(state, side) for side in range(2))]
    lines.append("g green  b blue  L Lone Wolf  mN moons  +N cards below")
    return "\n".join(line.rstrip() for line in lines)


def card_text(one: Card, below: int) -> str:
    """A visible card and how many lie under it: "g3", "b4+1", "gL"."""
    return f"{one.owner[0]}{format_rank(one)}" + (f"+{below}" if below else "")


def _grid_lines(state: State) -> list[str]:
    box = box_of(cell for cell, _stack in state.grid)
    if box is None:
        return ["No card has been laid."]
    running = count_round(state.rules, state.grid)
    columns = range(box.left, box.right + 1)
    head = " " * _ROW + "".join(f"x={x}".rjust(WIDTH + 1) for x in columns)
    lines = [head, *(_row_line(state, box, row) for row in running.rows)]
    return [*lines, "", _points_line(state, state.last_round or running)]


def _row_line(state: State, box: Box, row: tuple[int, int | None, int]) -> str:
    y, winner, points = row
    cells = dict(state.grid)
    text = f"y={y}".rjust(_ROW)
    for x in range(box.left, box.right + 1):
        stack = cells.get((x, y))
        text += (card_text(stack[-1], len(stack) - 1) if stack else ".").rjust(WIDTH + 1)
    green, blue = row_totals(state.rules, state.grid)[y]
    gained = "nobody" if winner is None else f"{SIDES[winner]} +{points}"
    return f"{text}   {green}:{blue}  {gained}"


def _points_line(state: State, result: Result) -> str:
    said = _moons_text(state)
    if result.moons is not None:
        said += f", +2 for {SIDES[result.moons]}"
    when = "points" if state.last_round else "points so far"
    return f"{when} {result.points[0]}:{result.points[1]} ({said})"


def _moons_text(state: State) -> str:
    """The visible moons, and of how many cards nobody has told them (ML-01)."""
    moons, untold = told_moons(state.rules, state.grid)
    if sum(untold) == len(state.grid):
        return "moons not known"
    missing = f", of {sum(untold)} more cards not known" if any(untold) else ""
    return f"moons {moons[0]}:{moons[1]}{missing}"


def _side_line(state: State, side: int) -> str:
    """What is to know of a side; its cards are shown while it is to lay one of them."""
    parts = [SIDES[side].ljust(6), f"rounds {state.rounds_won[side]}"]
    parts.append(f"hand {len(state.hands[side])}, deck {len(state.decks[side])}")
    if state.lone_wolf[side]:
        parts.append("Lone Wolf")
    for power in state.powers[side]:
        box = "" if not state.rules.ticked(power) else "[ ] "
        parts.append(("[x] " if power in state.used[side] else box) + power)
    if state.to_move == side:
        parts.append("chooses a power" if state.phase is Phase.POWER else _to_move(state, side))
    return "  ".join(parts)


def _to_move(state: State, side: int) -> str:
    """That a side is to move, and what it holds as far as that is known."""
    hand = state.hands[side]
    return f"to move, holding {' '.join(map(format_rank, hand))}" if any(hand) else "to move"
