"""Moons and Stars behind the game protocol."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from companion.games.api import (
    CHANCE,
    Json,
    Outcome,
    Pile,
    Placement,
    Reason,
    Ruling,
    Seat,
    Spec,
    Transition,
    Verdict,
    reason,
)
from companion.games.errors import IllegalAction
from companion.games.moons_and_stars import claims, codec, exchange, prepare, turns, wording
from companion.games.moons_and_stars.actions import (
    Action,
    Agbert,
    AgreeDraw,
    Bonus,
    Cadbeth,
    Choose,
    ClaimDraw,
    Decide,
    Dirlydwurg,
    Jothi,
    Keddep,
    Lamban,
    Lot,
    Move,
    OfferDraw,
    Pass,
    Resign,
    Roll,
    SetUp,
    Yinnok,
)
from companion.games.moons_and_stars.deities import BONUS_RULES, BonusRules, yinnok
from companion.games.moons_and_stars.faults import faults_of
from companion.games.moons_and_stars.line import position_from_line, position_line
from companion.games.moons_and_stars.moves import legal_moves
from companion.games.moons_and_stars.nearest import nearest_moves
from companion.games.moons_and_stars.notation import format_action
from companion.games.moons_and_stars.picture import board_text
from companion.games.moons_and_stars.piles import SIDES
from companion.games.moons_and_stars.reading import parse_action
from companion.games.moons_and_stars.reasons import move_reasons, rest_reasons
from companion.games.moons_and_stars.resync import forced, resynchronised
from companion.games.moons_and_stars.rules import SPEC, rules_from
from companion.games.moons_and_stars.seeing import attempts, plausible
from companion.games.moons_and_stars.state import (
    Phase,
    State,
    empty_board,
    placement_of,
    position_key,
)
from companion.games.moons_and_stars.steps import legal_step, steps_of
from companion.games.written import Writing, Written

_BONUS = (Cadbeth, Lamban, Yinnok, Agbert, Jothi, Keddep, Dirlydwurg)
_CLAIM = (Resign, OfferDraw, AgreeDraw, ClaimDraw)
_PREPARATION = (Roll, Decide, Lot, Choose, SetUp)


class MoonsAndStars(Written[State, Action]):
    """The whole game, MS-01 to MS-75, as `companion.games.api.Game` asks for it."""

    _written = Writing(
        encode=codec.encode,
        decode=codec.decode,
        encode_action=wording.action_to_json,
        position_to_json=exchange.position_to_json,
        position_from_json=exchange.position_from_json,
        position_line=position_line,
        position_from_line=position_from_line,
        format=format_action,
        board_text=board_text,
        placement=placement_of,
        faults=faults_of,
        resynchronised=resynchronised,
        forced=forced,
    )

    @property
    def spec(self) -> Spec:
        """The fixed facts of the game."""
        return SPEC

    def initial(self, rules: Mapping[str, Json] | None = None) -> State:
        """An empty board before the rolls."""
        parsed = rules_from(rules)
        return State(rules=parsed, board=empty_board(parsed), phase=Phase.ROLLS)

    def seats(self, state: State) -> tuple[Seat, ...]:
        """Both sides, always."""
        del state
        return SIDES

    def to_act(self, state: State) -> frozenset[Seat]:
        """Who may act: chance, one side, both (set-up), or nobody."""
        if state.phase is Phase.TURNS:
            side = state.to_move if state.owed is None else state.owed
            return frozenset((SIDES[side],))
        return frozenset() if state.phase is Phase.OVER else prepare.actors(state)

    def phase(self, state: State) -> str:
        """The phase; "bonus" where one is owed."""
        return "bonus" if state.owed is not None else state.phase.value

    def actor(self, state: State, action: Action) -> Seat:
        """The seat that does an action."""
        if isinstance(action, Roll | Lot):
            return CHANCE
        if isinstance(action, Decide | Choose | SetUp | Resign | OfferDraw | AgreeDraw | ClaimDraw):
            return action.side
        side = state.to_move if state.owed is None else state.owed
        return SIDES[side]

    def legal(self, state: State) -> Iterable[Action]:
        """Moves (a pass where there are none), a bonus that is owed, or the preparation."""
        if state.phase is Phase.TURNS:
            if state.owed is None:
                return _turn_actions(state)
            return _Lazy(state)
        return () if state.phase is Phase.OVER else _Lazy(state)

    def sample(self, state: State, rng: Random) -> Action:
        """A random legal action."""
        if state.at_turn:
            return rng.choice(_turn_actions(state))
        if state.owed is not None:
            drawn: Action = _bonus_rules(state).sample(state, state.owed, rng)
            return drawn
        return prepare.sample(state, rng)

    def claims(self, state: State) -> Sequence[Action]:
        """What may be declared now."""
        return claims.claims(state)

    def is_legal(self, state: State, action: Action) -> bool:
        """Whether the rules allow an action."""
        if isinstance(action, Move):
            return state.at_turn and legal_step(state, action) is not None
        return not self._reasons(state, action)

    def rule_on(self, state: State, action: Action, *, seat: Seat | None = None) -> Ruling:
        """The full answer: the physical steps of a legal action, every reason against another."""
        reasons = [*self._seat_reasons(state, action, seat), *self._reasons(state, action)]
        if not reasons:
            return Ruling(Verdict.LEGAL, effects=self.apply(state, action).effects)
        nearest: tuple[Move, ...] = ()
        if isinstance(action, Move) and state.at_turn:
            nearest = nearest_moves(state, action)
        return Ruling(Verdict.ILLEGAL, tuple(dict.fromkeys(reasons)), nearest=nearest)

    def _seat_reasons(self, state: State, action: Action, seat: Seat | None) -> list[Reason]:
        """Against somebody who acts for the other side."""
        due = self.actor(state, action)
        if seat is None or seat == due or state.phase is Phase.OVER:
            return []
        if isinstance(action, _BONUS):
            return [reason("MS-59", "not-your-bonus", side=due)] if state.owed is not None else []
        ruling = "MS-15" if state.phase is Phase.TURNS else "MS-07"
        return [reason(ruling, "not-your-turn", side=due)]

    def _reasons(self, state: State, action: Action) -> list[Reason]:
        """Every reason against an action; empty for a legal one."""
        if isinstance(action, _CLAIM):
            return list(claims.reasons(state, action))
        if isinstance(action, _PREPARATION):
            return list(prepare.reasons(state, action))
        if state.phase is Phase.OVER:
            ruling = "MS-73" if state.outcome is None else state.outcome.ruling
            return [reason(ruling, "game-over")]
        if state.phase is not Phase.TURNS:
            return [reason("MS-07", "not-begun", phase=state.phase.value)]
        if isinstance(action, Move | Pass):
            return self._turn_reasons(state, action)
        return self._bonus_reasons(state, action)

    def _turn_reasons(self, state: State, action: Move | Pass) -> list[Reason]:
        """Against a move or a pass."""
        reasons: list[Reason] = []
        if state.owed is not None:
            deity = state.deities[state.owed] or ""
            reasons.append(reason("MS-59", "bonus-first", side=SIDES[state.owed], deity=deity))
        if isinstance(action, Move):
            reasons += move_reasons(state, action)
            return reasons or rest_reasons(state, action)
        moves = legal_moves(state)
        if moves:
            reasons.append(reason("MS-24", "must-move", count=len(moves)))
            reasons.append(reason("MS-15", "moving-is-compulsory"))
        return reasons

    def _bonus_reasons(self, state: State, action: Bonus) -> list[Reason]:
        """Against a bonus."""
        if state.owed is None:
            return [reason("MS-59", "no-bonus-owed", deity=action.deity)]
        deity = state.deities[state.owed] or ""
        if deity != action.deity:
            side = SIDES[state.owed]
            return [reason("MS-59", "other-deity", side=side, deity=deity, tried=action.deity)]
        return list(BONUS_RULES[deity].reasons(state, state.owed, action))

    def complete(self, state: State, action: Action) -> Action:
        """Fill in the rest of a move, and what makes no difference in Yinnok's bonus."""
        if isinstance(action, Move) and action.rest is None and state.at_turn:
            return _completed(state, action)
        if isinstance(action, Yinnok) and state.owed is not None:
            return yinnok.complete(state, state.owed, action)
        return action

    def apply(self, state: State, action: Action) -> Transition[State]:
        """Do a legal action. Raises `IllegalAction` for any other."""
        if isinstance(action, Move):  # judged and done in one go: search lives on it
            step = legal_step(state, action) if state.at_turn else None
            if step is not None:
                return turns.apply_step(state, step)
        elif self.is_legal(state, action):
            return self._apply(state, action)
        raise IllegalAction(f"{action} is not legal here.", "Ask rule_on for the reasons.")

    def _apply(self, state: State, action: Action) -> Transition[State]:
        """Do an action that is known to be legal, and no move."""
        if isinstance(action, Pass):
            return turns.apply_pass(state)
        if isinstance(action, _BONUS):
            return turns.apply_bonus(state, action)
        if isinstance(action, _CLAIM):
            return claims.apply(state, action)
        assert isinstance(action, _PREPARATION)
        return prepare.apply(state, action)

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return state.outcome

    def rolled(
        self, state: State, owner: Seat, faces: Mapping[str, int], *, unreadable: int = 0
    ) -> Action | None:
        """The first roll or the second; between them, whether the first is kept (MS-03)."""
        return prepare.rolled(state, owner, faces, unreadable=unreadable)

    def plausible(self, state: State, seen: Placement) -> Iterable[Action]:
        """The actions worth comparing with a table that looks like `seen`."""
        return plausible(state, seen)

    def attempts(self, state: State, origin: str, target: str, pieces: Pile) -> Sequence[Action]:
        """What carrying pieces from one point to another may have been meant for."""
        return attempts(state, origin, target, pieces)

    def view(self, state: State, seat: Seat | None) -> Json:
        """Everybody sees all."""
        del seat
        return codec.encode(state)

    def decode_action(self, state: State, data: Json) -> Action:
        """The inverse of `encode_action`; what was left unsaid is filled in where it is clear."""
        return self.complete(state, wording.action_from_json(data))

    def parse(self, state: State, text: str) -> Action:
        """What a person typed."""
        return parse_action(state, text, self.complete)

    def key(self, state: State) -> Hashable:
        """What MS-25 compares."""
        return position_key(state)


class _Lazy:
    """The legal actions of a state where they may be too many to list."""

    def __init__(self, state: State) -> None:
        self._state = state

    def __iter__(self) -> Iterator[Action]:
        state = self._state
        if state.owed is not None:
            return iter(_bonus_rules(state).actions(state, state.owed))
        return prepare.legal(state)


def _bonus_rules(state: State) -> BonusRules[Any]:
    """The rules of the deity whose bonus is owed."""
    return BONUS_RULES[state.deities[state.owed or 0] or ""]


def _turn_actions(state: State) -> Sequence[Action]:
    """The moves of a turn; where there are none, the pass (MS-24)."""
    return legal_moves(state) or [Pass()]


def _completed(state: State, action: Move) -> Move:
    """The move with its rest, where only one is legal."""
    numbers = state.geometry.numbers
    if action.origin not in numbers or action.target not in numbers:
        return action
    rests = []
    for step in steps_of(state, action):
        rest = "lost" if step.trail.rest < 0 else state.geometry.names[step.trail.rest]
        full = Move(action.origin, action.part, action.target, rest)
        if legal_step(state, full) is not None:
            rests.append(full)
    return rests[0] if len(rests) == 1 else action
