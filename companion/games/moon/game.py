"""MOON behind the game protocol."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from companion.games.api import (
    CHANCE,
    Advice,
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
from companion.games.moon import chance, codec, deal, exchange, hidden, turns, wording
from companion.games.moon.actions import Action, End, Operate, Reveal, SetUp, Tell
from companion.games.moon.advising import advice_on
from companion.games.moon.coach import reachable
from companion.games.moon.faults import faults_of
from companion.games.moon.layout import placement_of
from companion.games.moon.legal import (
    is_legal_operate,
    legal_actions,
    legal_looks,
    legal_operates,
    tells,
)
from companion.games.moon.line import position_from_line, position_line
from companion.games.moon.nearest import nearest_actions
from companion.games.moon.notation import format_action
from companion.games.moon.picture import board_text
from companion.games.moon.reading import parse_action
from companion.games.moon.reasons import (
    over_reason,
    play_reasons,
    seat_reason,
    solved_notes,
    sum_of,
)
from companion.games.moon.resync import forced, resynchronised
from companion.games.moon.rules import SPEC, rules_from
from companion.games.moon.seeing import attempts, plausible
from companion.games.moon.state import Phase, State
from companion.games.moon.turns import solving_operates
from companion.games.written import Writing, Written

_TELLING = 0.2
"""How often `sample` tells a goal, where the referee has not seen some."""
_AIMING = 0.25
"""How often `sample` looks for an operation that solves."""


class Moon(Written[State, Action]):
    """The whole game, MN-01 to MN-41, as `companion.games.api.Game` asks for it."""

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
        """Before the cards are shuffled and dealt, which is an action of chance."""
        return deal.started(rules_from(rules))

    def seats(self, state: State) -> tuple[Seat, ...]:
        """The players clockwise; "players" for all together in a cooperative game (MN-13)."""
        return state.rules.seats

    def to_act(self, state: State) -> frozenset[Seat]:
        """Chance, the seat whose turn or round it is, or nobody."""
        if state.phase in (Phase.SET_UP, Phase.CARD):
            return frozenset((CHANCE,))
        return frozenset() if state.phase is Phase.OVER else frozenset((state.seat,))

    def phase(self, state: State) -> str:
        """The set-up, the turns, a repair, a card to be told, or over."""
        return state.phase.value

    def actor(self, state: State, action: Action) -> Seat:
        """The seat that does an action."""
        if isinstance(action, Tell):
            return action.seat
        return CHANCE if isinstance(action, SetUp | Reveal) else state.seat

    def legal(self, state: State) -> Iterable[Action]:
        """What may be played; set-ups one by one, those that the switches name first.

        There are so many of these that nobody comes to list those of the other mode, of other
        numbers of players and with other hackers, which are legal, too.
        """
        if state.phase is Phase.SET_UP:
            return _SetUps(state)
        return legal_actions(state)

    def sample(self, state: State, rng: Random) -> Action:
        """A random legal action; of set-ups, one that the switches name.

        Where people play against each other an operation that solves is often taken, since
        players who never aim at their goals would play for ever. For the same reason goals that
        the referee does not know are told.
        """
        if state.phase is Phase.SET_UP:
            return deal.sample_set_up(state.rules, rng)
        if state.phase is Phase.CARD:
            return chance.revealed(state, rng)
        actions = legal_actions(state)
        if state.unknown and state.players and rng.random() < _TELLING:
            return rng.choice(
                [one for one in tells(state) if chance.is_news(state, one)] or actions
            )
        if state.players and state.phase is Phase.TURNS and rng.random() < _AIMING:
            return rng.choice(solving_operates(state) or actions)
        return rng.choice(actions)

    def claims(self, state: State) -> Sequence[Action]:
        """Players may tell goals that the referee has not seen (MN-33), whosever turn it is."""
        if state.phase in (Phase.SET_UP, Phase.OVER) or not state.unknown:
            return ()
        return tells(state)

    def is_legal(self, state: State, action: Action) -> bool:
        """Whether the rules allow an action."""
        if state.phase is Phase.TURNS:
            if isinstance(action, Operate):
                return is_legal_operate(state, action)
            if isinstance(action, End):
                return True
            if not isinstance(action, Tell):
                return action in legal_looks(state)
        return not self._reasons(state, action)

    def rule_on(self, state: State, action: Action, *, seat: Seat | None = None) -> Ruling:
        """The full answer: the physical steps and the sum of a legal action, or every reason."""
        reasons = [*self._seat_reasons(state, action, seat), *self._reasons(state, action)]
        if not reasons:
            done = self._apply(state, action)
            notes = self.notes(state, action, done.state)
            return Ruling(Verdict.LEGAL, effects=done.effects, notes=notes)
        return Ruling(
            Verdict.ILLEGAL,
            tuple(dict.fromkeys(reasons)),
            nearest=nearest_actions(state, action),
        )

    def notes(self, before: State, action: Action, after: State) -> tuple[Reason, ...]:
        """The sum of an operation, which anybody can check, and how many goals are solved."""
        sums = (sum_of(before, action),) if isinstance(action, Operate) else ()
        return (*sums, *solved_notes(before, after))

    def _seat_reasons(self, state: State, action: Action, seat: Seat | None) -> list[Reason]:
        if seat is None or isinstance(action, SetUp | Reveal) or state.phase is Phase.SET_UP:
            return []
        return list(seat_reason(state, action, seat))

    def _reasons(self, state: State, action: Action) -> list[Reason]:
        """Every reason against an action; empty for a legal one."""
        if state.phase is Phase.OVER:
            return [over_reason(state)]
        if isinstance(action, SetUp):
            if state.phase is Phase.SET_UP:
                return deal.set_up_reasons(state, action)
            return [reason("MN-08", "already-begun")]
        if state.phase is Phase.SET_UP:
            return [reason("MN-08", "not-begun")]
        return play_reasons(state, action)

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
        if isinstance(action, SetUp):
            return deal.apply_set_up(state, action)
        return turns.apply(state, action)

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return state.outcome

    def advise(self, state: State) -> Advice:
        """The shortest way to the goal, or the proof that there is none (see `coach`)."""
        return advice_on(state, self.format)

    def plausible(self, state: State, seen: Placement) -> Iterable[Action]:
        """All of `legal` in a turn, and operations done wrong."""
        return plausible(state, seen)

    def attempts(self, state: State, origin: str, target: str, pieces: Pile) -> Sequence[Action]:
        """What a person may have tried who carried `pieces` from `origin` to `target`."""
        return attempts(state, origin, target, pieces)

    def view(self, state: State, seat: Seat | None) -> Json:
        """What a seat may know: "position" with null for what lies face-down for it."""
        return hidden.view(state, seat)

    def known(self, state: State, seat: Seat | None) -> State:
        """The state as a seat knows it: what it may not see is unknown."""
        return hidden.known(state, seat)

    def shown(self, state: State, action: Action, seat: Seat | None) -> Action:
        """The action; what it tells of the deck and of somebody's goal is left out (MN-33)."""
        return hidden.shown(state, action, seat)

    def redetermine(self, state: State, seat: Seat | None, rng: Random) -> State:
        """A state that could as well be, for all that a seat may know."""
        return hidden.redetermine(state, seat, rng)

    def round_actions(self, state: State) -> Sequence[Action]:
        """The legal operations, which stay within the round or turn."""
        return legal_operates(state) if state.phase is Phase.TURNS else ()

    def reach(self, state: State) -> list[int]:
        """Every value that A can be given within the round or turn, its present one included."""
        return sorted(reachable(state))

    def decode_action(self, state: State, data: Json) -> Action:
        """The inverse of `encode_action`."""
        return wording.action_from_json(state, data)

    def parse(self, state: State, text: str) -> Action:
        """What a person typed."""
        return parse_action(state, text)

    def key(self, state: State) -> Hashable:
        """All but the way here: nothing is judged by repetition in MOON."""
        return replace(state, looks=(), outcome=None)


class _SetUps:
    """The legal set-ups, listed anew each time they are asked for."""

    def __init__(self, state: State) -> None:
        self._rules = state.rules

    def __iter__(self) -> Iterator[Action]:
        return iter(deal.set_ups(self._rules))
