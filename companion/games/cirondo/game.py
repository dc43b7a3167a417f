"""Cirondo behind the game protocol."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from random import Random

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
from companion.games.cirondo import claims, codec, exchange, turns, wording
from companion.games.cirondo.actions import (
    Action,
    AgreeDraw,
    ClaimDraw,
    Lot,
    Move,
    OfferDraw,
    Pass,
    Resign,
)
from companion.games.cirondo.faults import faults_of
from companion.games.cirondo.line import position_from_line, position_line
from companion.games.cirondo.moves import is_legal_move, legal_moves
from companion.games.cirondo.nearest import nearest_moves
from companion.games.cirondo.notation import format_action
from companion.games.cirondo.picture import board_text
from companion.games.cirondo.reading import parse_action
from companion.games.cirondo.reasons import move_reasons
from companion.games.cirondo.resync import forced, resynchronised
from companion.games.cirondo.rules import SPEC, rules_from
from companion.games.cirondo.seeing import attempts, plausible
from companion.games.cirondo.state import (
    Phase,
    State,
    placement_of,
    position_key,
    start_board,
)
from companion.games.cirondo.stellars import SIDES
from companion.games.errors import IllegalAction
from companion.games.written import Writing, Written


class Cirondo(Written[State, Action]):
    """The whole game, CI-01 to CI-23, as `companion.games.api.Game` asks for it."""

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
        """All moons and planets where they start; who begins is a lot, or is given (CI-06)."""
        parsed = rules_from(rules)
        state = State(rules=parsed, board=start_board(parsed), phase=Phase.LOT)
        return state if parsed.first == "lot" else turns.begun(state, SIDES.index(parsed.first))

    def seats(self, state: State) -> tuple[Seat, ...]:
        """The sides that play, clockwise."""
        return tuple(SIDES[side] for side in state.rules.sides)

    def to_act(self, state: State) -> frozenset[Seat]:
        """Chance, the side to move, or nobody."""
        if state.phase is Phase.LOT:
            return frozenset((CHANCE,))
        return frozenset((SIDES[state.to_move],)) if state.phase is Phase.TURNS else frozenset()

    def phase(self, state: State) -> str:
        """The lot, the turns, or over."""
        return state.phase.value

    def actor(self, state: State, action: Action) -> Seat:
        """The seat that does an action."""
        if isinstance(action, Lot):
            return CHANCE
        if isinstance(action, Resign | OfferDraw | AgreeDraw | ClaimDraw):
            return action.side
        return SIDES[state.to_move]

    def legal(self, state: State) -> Sequence[Action]:
        """The moves, the pass where there are none, or the lots."""
        if state.phase is Phase.TURNS:
            return legal_moves(state) or [Pass()]
        if state.phase is Phase.LOT:
            return [Lot(SIDES[side]) for side in state.rules.sides]
        return []

    def sample(self, state: State, rng: Random) -> Action:
        """A random legal action."""
        return rng.choice(self.legal(state))

    def claims(self, state: State) -> Sequence[Action]:
        """What may be declared now."""
        return claims.claims(state)

    def is_legal(self, state: State, action: Action) -> bool:
        """Whether the rules allow an action."""
        if isinstance(action, Move):
            return is_legal_move(state, action)
        return not self._reasons(state, action)

    def rule_on(self, state: State, action: Action, *, seat: Seat | None = None) -> Ruling:
        """The full answer: the physical steps of a legal action, every reason against another."""
        reasons = [*self._seat_reasons(state, action, seat), *self._reasons(state, action)]
        if not reasons:
            return Ruling(Verdict.LEGAL, effects=self._apply(state, action).effects)
        nearest: tuple[Move, ...] = ()
        if isinstance(action, Move) and state.phase is Phase.TURNS:
            nearest = nearest_moves(state, action)
        return Ruling(Verdict.ILLEGAL, tuple(reasons), nearest=nearest)

    def _seat_reasons(self, state: State, action: Action, seat: Seat | None) -> list[Reason]:
        """Against somebody who acts for another side (CI-23)."""
        due = self.actor(state, action)
        if seat in (None, due) or isinstance(action, Lot) or state.phase is not Phase.TURNS:
            return []
        if isinstance(action, Move | Pass):
            return [reason("CI-23", "not-your-turn", side=due)]
        return [reason("CI-20", "not-your-say", side=due)]

    def _reasons(self, state: State, action: Action) -> list[Reason]:
        """Every reason against an action; empty for a legal one."""
        if isinstance(action, Resign | OfferDraw | AgreeDraw | ClaimDraw):
            return list(claims.reasons(state, action))
        if state.phase is Phase.OVER:
            ruling = "CI-21" if state.outcome is None else state.outcome.ruling
            return [reason(ruling, "game-over")]
        if isinstance(action, Lot):
            return _lot_reasons(state, action)
        if state.phase is Phase.LOT:
            return [reason("CI-06", "not-begun")]
        if isinstance(action, Move):
            return move_reasons(state, action)
        moves = legal_moves(state)
        if not moves:
            return []
        return [
            reason("CI-18", "must-move", count=len(moves)),
            reason("CI-23", "moving-is-compulsory"),
        ]

    def complete(self, state: State, action: Action) -> Action:
        """Nothing is ever left unsaid."""
        del state
        return action

    def apply(self, state: State, action: Action) -> Transition[State]:
        """Do a legal action. Raises `IllegalAction` for any other."""
        if not self.is_legal(state, action):
            raise IllegalAction(f"{action} is not legal here.", "Ask rule_on for the reasons.")
        return self._apply(state, action)

    def _apply(self, state: State, action: Action) -> Transition[State]:
        if isinstance(action, Move):
            return turns.apply_move(state, action)
        if isinstance(action, Pass):
            return turns.apply_pass(state)
        if isinstance(action, Lot):
            return turns.apply_lot(state, action)
        return claims.apply(state, action)

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return state.outcome

    def plausible(self, state: State, seen: Placement) -> Sequence[Action]:
        """All of `legal` in a turn."""
        del seen
        return plausible(state)

    def attempts(self, state: State, origin: str, target: str, pieces: Pile) -> Sequence[Action]:
        """What a person may have tried who carried `pieces` from `origin` to `target`."""
        return attempts(state, origin, target, pieces)

    def view(self, state: State, seat: Seat | None) -> Json:
        """Everybody sees all."""
        del seat
        return codec.encode(state)

    def decode_action(self, state: State, data: Json) -> Action:
        """The inverse of `encode_action`."""
        del state
        return wording.action_from_json(data)

    def parse(self, state: State, text: str) -> Action:
        """What a person typed."""
        return parse_action(state, text)

    def key(self, state: State) -> Hashable:
        """What CI-19 compares."""
        return position_key(state.board, state.to_move, state.opened)


def _lot_reasons(state: State, action: Lot) -> list[Reason]:
    """Against a lot (CI-06)."""
    if state.phase is not Phase.LOT:
        return [reason("CI-06", "already-begun")]
    if action.first not in SIDES or SIDES.index(action.first) not in state.rules.sides:
        return [reason("CI-20", "no-such-side", side=action.first)]
    return []
