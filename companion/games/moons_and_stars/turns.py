"""What a move, a pass or a bonus leads to: board, losses, notches, bonuses owed, the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.api import Carried, Effect, Outcome, Transition
from companion.games.moons_and_stars.actions import Bonus, Move
from companion.games.moons_and_stars.deities import BONUS_RULES, has_task
from companion.games.moons_and_stars.piles import (
    EMPTY,
    FIXTURE,
    KIND,
    OWNER,
    SIDES,
    UNIT,
    UNIT_CODE,
    Unit,
)
from companion.games.moons_and_stars.pulls import LOST, notches_of, resting_code
from companion.games.moons_and_stars.state import (
    Lost,
    Phase,
    State,
    count_lost,
    has_movers,
    notch_pile,
    notch_site,
    occurrences,
    position_key,
    standing_notch,
)
from companion.games.moons_and_stars.steps import Step, step_effects, step_of


def apply_move(state: State, action: Move) -> Transition[State]:
    """A legal move done. Raises LookupError where there is no such step."""
    step = step_of(state, action)
    if step is None:
        raise LookupError(action)
    trail, side = step.trail, step.side
    board, lost, gains = _moved(state, step)
    effects = step_effects(state, step)
    outcome = None
    if trail.rest == LOST or trail.captured:
        outcome = _last_mover_outcome(board, side)
    if trail.rest != LOST and KIND[board[trail.rest]] == "stone":
        outcome = Outcome(SIDES[side], "MS-73", "stone-reached")
    after = replace(
        state,
        board=board,
        lost=lost,
        passed=False,
        offer=state.offer if state.offer == side else None,
    )
    return _settle(_advance(after, gains, effects), outcome, effects)


def _moved(state: State, step: Step) -> tuple[bytes, Lost, tuple[int, int]]:
    """(board, losses, (mover's, enemy's) notches earned) after a step."""
    trail, side = step.trail, step.side
    board, lost = bytearray(state.board), list(state.lost)
    board[step.origin] = step.below
    own, enemy = notches_of(trail, side, board)
    for point in trail.captured:
        _lose(lost, board[point])
    resting = EMPTY if trail.rest == LOST else resting_code(board, side, trail)
    for point in (*trail.captured, *trail.mounts):
        board[point] = FIXTURE[board[point]]
    if trail.rest != LOST:
        board[trail.rest] = resting
    else:
        _lose(lost, UNIT_CODE[side][trail.unit])
        if trail.pit >= 0 and trail.unit is Unit.STAR:
            count_lost(lost, OWNER[board[trail.pit]], "pit")
            board[trail.pit] = EMPTY
    gains = (own, enemy) if side == 0 else (enemy, own)
    return bytes(board), (lost[0], lost[1], lost[2], lost[3], lost[4], lost[5]), gains


def _lose(lost: list[int], code: int) -> None:
    """Count the movers of a pile code as lost."""
    found = UNIT[code]
    if found is not None:
        for kind in found[1].kinds:
            count_lost(lost, found[0], kind)


def _last_mover_outcome(board: bytes, side: int) -> Outcome | None:
    """Whether a move of `side` left somebody without a mover (MS-73, MS-74)."""
    own, enemy = has_movers(board, side), has_movers(board, 1 - side)
    if own and enemy:
        return None
    if own or enemy:
        return Outcome(SIDES[side if own else 1 - side], "MS-73", "no-movers")
    return Outcome(SIDES[side], "MS-74", "captured-first")


def apply_pass(state: State) -> Transition[State]:
    """The side to move has no legal move; two passes in a row draw (MS-24)."""
    drawn = Outcome(None, "MS-24", "two-passes") if state.passed else None
    offer = state.offer if state.offer == state.to_move else None
    return _settle(replace(state, passed=True, offer=offer), drawn, [])


def apply_bonus(state: State, action: Bonus) -> Transition[State]:
    """A legal bonus taken; the deity goes back by notches - 1 steps (MS-58)."""
    side = state.owed
    if side is None:
        raise LookupError(action)
    deed = BONUS_RULES[action.deity].perform(state, side, action)
    effects = list(deed.effects)
    after = replace(state, board=deed.board, lost=deed.lost, owed=None)
    outcome = _bonus_outcome(deed.board, side, deed.reached)
    return _settle(_go_back(after, side, effects), outcome, effects)


def _bonus_outcome(board: bytes, side: int, reached: int | None) -> Outcome | None:
    """Whether a bonus of `side` ended the game; `reached` is the side that reached a stone."""
    if reached is not None:
        return Outcome(SIDES[reached], "MS-73", "stone-reached")
    own, enemy = has_movers(board, side), has_movers(board, 1 - side)
    if own and enemy:
        return None
    if own or enemy:
        return Outcome(SIDES[side if own else 1 - side], "MS-73", "no-movers")
    return Outcome(None, "MS-74", "both-emptied")


def _advance(state: State, gains: tuple[int, int], effects: list[Effect]) -> State:
    """Count both sides' steps at once (MS-56, MS-57)."""
    counts = tuple(
        gain if deity is not None else 0 for gain, deity in zip(gains, state.deities, strict=True)
    )
    if not any(counts):
        return state
    notches = (state.notches[0] + counts[0], state.notches[1] + counts[1])
    after = replace(state, notches=notches)
    for side in (state.to_move, 1 - state.to_move):
        _walk_token(state, after, side, "MS-56", "advanced", effects)
    return after


def _go_back(state: State, side: int, effects: list[Effect]) -> State:
    """A bonus is taken or lapses: the deity goes back, steps past the last count on (MS-58)."""
    notches = list(state.notches)
    notches[side] -= state.rules.notches - 1
    after = replace(state, notches=(notches[0], notches[1]))
    _walk_token(state, after, side, "MS-58", "set back", effects)
    return after


def _walk_token(
    before: State, after: State, side: int, ruling: str, manner: str, effects: list[Effect]
) -> None:
    """Add the step of a side's figure between its notches, if it takes one."""
    deity = before.deities[side]
    origin, target = standing_notch(before, side), standing_notch(after, side)
    if deity is not None and origin != target:
        figure = notch_pile(side, deity)
        effects.append(
            Carried(ruling, figure, notch_site(side, origin), notch_site(side, target), manner)
        )


def _settle(state: State, outcome: Outcome | None, effects: list[Effect]) -> Transition[State]:
    """End the game, owe a bonus, or hand over the turn.

    The win test comes before any bonus (MS-61); the side whose turn it is takes its bonuses
    first (MS-57); one with nothing to do lapses (MS-60).
    """
    if outcome is not None:
        ended = replace(
            state, outcome=outcome, phase=Phase.OVER, owed=None, to_move=1 - state.to_move
        )
        return Transition(ended, tuple(effects))
    for side in (state.to_move, 1 - state.to_move):
        while state.deities[side] is not None and state.notches[side] >= state.rules.notches:
            if has_task(state, side):
                return Transition(replace(state, owed=side), tuple(effects))
            state = _go_back(state, side, effects)
    return begin_turn(replace(state, to_move=1 - state.to_move), effects)


def begin_turn(state: State, effects: Sequence[Effect] = ()) -> Transition[State]:
    """A turn begins: the position is remembered and, by switch, a third one draws (MS-25)."""
    state = replace(state, history=(*state.history, position_key(state)))
    if state.rules.repetition == "automatic" and occurrences(state) >= 3:
        drawn = Outcome(None, "MS-25", "repetition")
        state = replace(state, outcome=drawn, phase=Phase.OVER)
    return Transition(state, tuple(effects))
