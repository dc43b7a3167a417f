"""What a move or a pass leads to: the board, who is out, whose turn is next, the end."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from companion.games.api import Carried, Effect, Outcome, Placed, Removed, Transition
from companion.games.cirondo.actions import Lot, Move
from companion.games.cirondo.geometry import INNER, NAMES, NUMBERS
from companion.games.cirondo.moves import legal_moves
from companion.games.cirondo.powers import beaten, decided, party
from companion.games.cirondo.state import (
    TIMES,
    TURNS_EACH,
    Phase,
    State,
    following,
    in_play,
    position_key,
)
from companion.games.cirondo.stellars import (
    EMPTY,
    KIND,
    MOON,
    OWNER,
    PILES,
    PLANET,
    SIDES,
    SOLAR,
    code_of,
    count_of,
)
from companion.games.errors import BadPosition

_GOES = {MOON: "CI-07", PLANET: "CI-03", SOLAR: "CI-12"}
"""kind -> the ruling by which it goes."""


@dataclass(slots=True)
class Draft:
    """A state in the making; ``fresh`` where no earlier position can come again (CI-19)."""

    before: State
    board: bytes
    opened: int
    passes: int = 0
    offer: int = 0
    fresh: bool = False
    effects: list[Effect] = field(default_factory=list)

    def look(self, to_move: int) -> State:
        """The board as a state in which a side is to move, to ask the rules about it."""
        rules = self.before.rules
        return State(rules, self.board, Phase.TURNS, to_move, self.opened)

    def freeze(self, to_move: int, outcome: Outcome | None) -> Transition[State]:
        """The state that is reached."""
        before = self.before
        state = State(
            before.rules,
            self.board,
            Phase.TURNS if outcome is None else Phase.OVER,
            to_move,
            self.opened,
            0 if outcome is not None else _on_one(before, self.board),
            self.passes,
            0 if outcome is not None else self.offer,
            outcome,
            before.history,
        )
        if outcome is None:
            key = position_key(self.board, to_move, self.opened)
            state = _remembering(state, (key,) if self.fresh else (*before.history, key))
        return Transition(state, tuple(self.effects))


def _on_one(before: State, board: bytes) -> int:
    """The sides that are owed a last move: those with one stellar, once a turn is over (CI-14)."""
    return sum(1 << side for side in before.rules.sides if count_of(board, side) == 1)


def _remembering(state: State, history: tuple[bytes, ...]) -> State:
    """A turn begins: remember the position, and see whether it draws (CI-19)."""
    rules, outcome = state.rules, None
    if rules.repetition == "automatic" and history.count(history[-1]) >= TIMES:
        outcome = Outcome(None, "CI-19", "repetition")
    elif rules.fifty_moves and len(history) > TURNS_EACH * len(in_play(state)):
        outcome = Outcome(None, "CI-19", "fifty-moves")
    return State(
        rules,
        state.board,
        state.phase if outcome is None else Phase.OVER,
        state.to_move,
        state.opened,
        state.owed if outcome is None else 0,
        state.passes,
        state.offer if outcome is None else 0,
        outcome,
        history,
    )


def apply_lot(state: State, action: Lot) -> Transition[State]:
    """The lot has fallen (CI-06)."""
    return Transition(begun(state, SIDES.index(action.first)))


def begun(state: State, first: int) -> State:
    """The first turn begins."""
    history = (position_key(state.board, first, state.opened),)
    return replace(state, phase=Phase.TURNS, to_move=first, history=history)


def apply_move(state: State, action: Move) -> Transition[State]:
    """A legal move done."""
    side = state.to_move
    origin, target = NUMBERS[action.origin], NUMBERS[action.target]
    code, taken = state.board[origin], state.board[target]
    kind = KIND[code]
    promoted = kind == MOON and target >= INNER
    board = bytearray(state.board)
    board[origin] = EMPTY
    board[target] = code_of(side, SOLAR) if promoted else code
    draft = _draft(state, bytes(board))
    draft.opened |= 1 << side
    draft.fresh = taken != EMPTY or kind == MOON
    going = _GOES[kind]
    if taken:
        draft.effects.append(Removed(going, PILES[taken], action.target))
    draft.effects.append(Carried(going, PILES[code], action.origin, action.target))
    if promoted:
        (solar,) = PILES[board[target]]
        draft.effects.append(Removed("CI-09", PILES[code], action.target, 0, "promoted"))
        draft.effects.append(Placed("CI-09", solar, action.target, "promoted"))
    return end_turn(draft)


def apply_pass(state: State) -> Transition[State]:
    """A pass; when all have passed in a row it is a draw (CI-18)."""
    draft = _draft(state, state.board)
    draft.passes = state.passes + 1
    if draft.passes >= len(in_play(state)):
        after = following(state.rules, draft.board, state.to_move)
        return draft.freeze(after, Outcome(None, "CI-18", "all-passed"))
    return end_turn(draft)


def _draft(state: State, board: bytes) -> Draft:
    """Nothing changed but the board; a draw to which the side has not agreed lapses."""
    offer = state.offer if state.offer >> state.to_move & 1 else 0
    return Draft(state, board, state.opened, offer=offer)


def end_turn(draft: Draft) -> Transition[State]:
    """After a side's turn: is it decided, is the side out, who is next (CI-14 … CI-18)."""
    rules, side = draft.before.rules, draft.before.to_move
    owed = bool(draft.before.owed >> side & 1)
    outcome = decided(rules, draft.board, after_last_move=owed)
    if outcome is None and count_of(draft.board, side) == 1:
        outcome = leave(draft, side, "CI-14", "last-move-made")
    return go_on(draft, following(rules, draft.board, side), outcome)


def go_on(draft: Draft, after: int, outcome: Outcome | None) -> Transition[State]:
    """The turn of `after`, or of the next side that can do something."""
    while outcome is None:
        why = _stuck(draft, after)
        if why is None:
            break
        if why == "draw":
            outcome = Outcome(None, "CI-18", "no-move-draw")
        else:
            ruling = "CI-14" if why == "no-last-move" else "CI-18"
            outcome = leave(draft, after, ruling, why)
            if outcome is None:
                after = following(draft.before.rules, draft.board, after)
    return draft.freeze(after, outcome)


def _stuck(draft: Draft, side: int) -> str | None:
    """What becomes of a side that cannot move; None if it can, or may pass (CI-14, CI-18)."""
    otherwise = draft.before.rules.no_move
    on_one = count_of(draft.board, side) == 1
    if (otherwise == "pass" and not on_one) or legal_moves(draft.look(side)):
        return None
    if on_one:
        return "no-last-move"
    return "draw" if otherwise == "draw" else "no-move-loss"


def leave(draft: Draft, side: int, ruling: str, key: str) -> Outcome | None:
    """A side has lost: two players are done; of more, its stellars leave the board (CI-20)."""
    rules = draft.before.rules
    if rules.players == "two":
        return beaten(rules, side, ruling, key)
    board = bytearray(draft.board)
    for space, code in enumerate(draft.board):
        if code and OWNER[code] == side:
            draft.effects.append(Removed("CI-20", PILES[code], NAMES[space], 0, "conceded"))
            board[space] = EMPTY
    draft.board, draft.fresh, draft.passes = bytes(board), True, 0
    left = tuple(side for side in rules.sides if count_of(draft.board, side))
    if all(draft.offer >> other & 1 for other in left):
        draft.offer = 0
    return decided(rules, draft.board, after_last_move=False)


def settled(state: State) -> State:
    """A position as it was laid or written: is it over, else a turn begins in it.

    Both on their last stellar is not over yet: the side to move still does so. Raises
    `BadPosition` where nobody has a stellar, or the side to move has left the game.
    """
    rules, side = state.rules, state.to_move
    left = in_play(state)
    if not left:
        raise BadPosition("There is no stellar on the board.", "A side with none has lost (CI-17).")
    draft = Draft(state, state.board, state.opened, state.passes, fresh=True)
    if len({party(rules, other) for other in left}) == 1:
        return draft.freeze(side, decided(rules, state.board, after_last_move=False)).state
    if side not in left:
        raise BadPosition(f"{SIDES[side]} is out of the game and can't move.", "See CI-20.")
    outcome = None
    if all(count_of(state.board, other) == 1 for other in left) and not legal_moves(state):
        outcome = decided(rules, state.board, after_last_move=False)
    after = go_on(draft, side, outcome).state
    if after.outcome is not None or after.to_move != side:
        return after
    return replace(after, owed=state.owed)
