"""When the sides that are left decide the game: one of them, or all on their last stellar."""

from __future__ import annotations

from companion.games.api import Outcome
from companion.games.cirondo.rules import Rules
from companion.games.cirondo.stellars import EMPTY, KIND, OWNER, SIDES, counts_of


def party(rules: Rules, side: int) -> int:
    """The side itself, or the team it belongs to: opposite sides play together (CI-20)."""
    return side // 2 if rules.teams else side


def decided(rules: Rules, board: bytes, *, after_last_move: bool) -> Outcome | None:
    """How the game has ended by what is on the board; None if it goes on by that.

    All on one stellar are compared at once: with CI-14 after a last move that was owed, with CI-15
    where none was.
    """
    counts = counts_of(board)
    left = [side for side in rules.sides if counts[side]]
    if len({party(rules, side) for side in left}) == 1:
        return _sole(rules, left)
    if left and all(counts[side] == 1 for side in left):
        return compared(rules, board, "CI-14" if after_last_move else "CI-15")
    return None


def _sole(rules: Rules, left: list[int]) -> Outcome:
    """One side or team is left: the other's last was taken (CI-17), or it is the last (CI-20)."""
    if rules.players == "two":
        return Outcome(SIDES[left[0]], "CI-17", "last-taken")
    return Outcome(SIDES[left[0]], "CI-20", "team-left" if rules.teams else "last-in-play")


def compared(rules: Rules, board: bytes, ruling: str) -> Outcome:
    """Solar system over planet over moon; equal powers draw (CI-14 … CI-16)."""
    stellars = [code for code in board if code != EMPTY]
    most = max(KIND[code] for code in stellars)
    best = [OWNER[code] for code in stellars if KIND[code] == most]
    if len({party(rules, side) for side in best}) > 1:
        return Outcome(None, ruling, "equal-powers")
    return Outcome(SIDES[min(best)], ruling, "team-stronger" if rules.teams else "stronger")


def beaten(rules: Rules, loser: int, ruling: str, key: str) -> Outcome:
    """A side of two has lost to the other."""
    return Outcome(SIDES[1 - loser], ruling, key)
