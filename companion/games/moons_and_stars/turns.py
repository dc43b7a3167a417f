"""What a move, a pass or a bonus leads to: board, losses, notches, bonuses owed, the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.games.api import Carried, Effect, Outcome, Transition
from companion.games.moons_and_stars.actions import Bonus
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
    TIMES,
    Lost,
    Pair,
    Phase,
    State,
    count_lost,
    has_movers,
    notch_pile,
    notch_site,
    occurrences,
    position_key,
)
from companion.games.moons_and_stars.steps import Step, step_effects


@dataclass(slots=True)
class _Draft:
    """A state in the making: what an action changes, until it is frozen once at the end."""

    before: State
    board: bytes
    lost: Lost
    notches: Pair
    to_move: int
    passed: bool
    offer: int | None
    effects: list[Effect]

    def freeze(
        self, *, owed: int | None = None, outcome: Outcome | None = None, begins: bool = False
    ) -> Transition[State]:
        """The state that is reached; `begins` remembers it as the beginning of a turn (MS-25)."""
        before = self.before
        phase = Phase.OVER if outcome is not None else Phase.TURNS
        state = State(
            before.rules,
            self.board,
            phase,
            self.to_move,
            before.deities,
            self.notches,
            self.lost,
            owed,
            self.passed,
            self.offer,
            outcome,
            before.start,
            before.history,
        )
        if begins:
            return begin_turn(state, self.effects)
        return Transition(state, tuple(self.effects))


def _draft(state: State, effects: list[Effect], *, passed: bool = False) -> _Draft:
    """Nothing changed yet; a draw that the other side offered is declined by acting."""
    offer = state.offer if state.offer == state.to_move else None
    return _Draft(
        state, state.board, state.lost, state.notches, state.to_move, passed, offer, effects
    )


def apply_step(state: State, step: Step) -> Transition[State]:
    """A move of the side to move, taken apart, done."""
    trail, side = step.trail, step.side
    draft = _draft(state, step_effects(state, step))
    draft.board, draft.lost, gains = _moved(state, step)
    outcome = None
    if trail.rest != LOST and KIND[draft.board[trail.rest]] == "stone":
        outcome = Outcome(SIDES[side], "MS-73", "stone-reached")
    elif trail.rest == LOST or trail.captured:
        outcome = _last_mover_outcome(draft.board, side)
    if gains != (0, 0):
        _advance(draft, gains)
    return _settle(draft, outcome)


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
    return _settle(_draft(state, [], passed=True), drawn)


def apply_bonus(state: State, action: Bonus) -> Transition[State]:
    """A legal bonus taken; the deity goes back by notches - 1 steps (MS-58)."""
    side = state.owed
    if side is None:
        raise LookupError(action)
    deed = BONUS_RULES[action.deity].perform(state, side, action)
    draft = _draft(state, list(deed.effects))
    draft.offer = state.offer
    draft.board, draft.lost = deed.board, deed.lost
    outcome = _bonus_outcome(deed.board, side, deed.reached)
    _go_back(draft, side)
    return _settle(draft, outcome)


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


def _advance(draft: _Draft, gains: Pair) -> None:
    """Count both sides' steps at once (MS-56, MS-57)."""
    first, second = draft.before.deities
    notches = (
        draft.notches[0] + (gains[0] if first is not None else 0),
        draft.notches[1] + (gains[1] if second is not None else 0),
    )
    for side in (draft.to_move, 1 - draft.to_move):
        _walk_token(draft, side, notches[side], "MS-56", "advanced")
    draft.notches = notches


def _go_back(draft: _Draft, side: int) -> None:
    """A bonus is taken or lapses: the deity goes back, steps past the last count on (MS-58)."""
    number = draft.notches[side] - (draft.before.rules.notches - 1)
    _walk_token(draft, side, number, "MS-58", "set back")
    draft.notches = (number, draft.notches[1]) if side == 0 else (draft.notches[0], number)


def _walk_token(draft: _Draft, side: int, number: int, ruling: str, manner: str) -> None:
    """Add the step of a side's figure to the notch for `number`, if it takes one."""
    deity, last = draft.before.deities[side], draft.before.rules.notches
    origin, target = min(draft.notches[side], last), min(number, last)
    if deity is not None and origin != target:
        sites = notch_site(side, origin), notch_site(side, target)
        draft.effects.append(Carried(ruling, notch_pile(side, deity), *sites, manner))


def _settle(draft: _Draft, outcome: Outcome | None) -> Transition[State]:
    """End the game, owe a bonus, or hand over the turn.

    The win test comes before any bonus (MS-61); the side whose turn it is takes its bonuses
    first (MS-57); one with nothing to do lapses (MS-60).
    """
    mover, rules, deities = draft.to_move, draft.before.rules, draft.before.deities
    if outcome is not None:
        draft.to_move = 1 - mover
        return draft.freeze(outcome=outcome)
    for side in (mover, 1 - mover):
        while draft.notches[side] >= rules.notches and deities[side] is not None:
            owing = draft.freeze(owed=side)
            if has_task(owing.state, side):
                return owing
            _go_back(draft, side)
    draft.to_move = 1 - mover
    return draft.freeze(begins=True)


def begin_turn(state: State, effects: Sequence[Effect] = ()) -> Transition[State]:
    """A turn begins: the position is remembered and, by switch, a third one draws (MS-25)."""
    state = state.remembering(position_key(state))
    if state.rules.repetition == "automatic" and occurrences(state) >= TIMES:
        drawn = Outcome(None, "MS-25", "repetition")
        state = replace(state, outcome=drawn, phase=Phase.OVER)
    return Transition(state, tuple(effects))
