"""Stargazers behind the game protocol."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
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
)
from companion.games.errors import IllegalAction
from companion.games.stargazers import codec, dealing, exchange, hidden, seeing, turns, wording
from companion.games.stargazers.actions import (
    Action,
    Flip,
    NewGame,
    Pass,
    Play,
    Players,
    Reshuffle,
    SetUp,
)
from companion.games.stargazers.cards import CODES
from companion.games.stargazers.chance import Deals, dealt_at_random
from companion.games.stargazers.faults import faults_of
from companion.games.stargazers.line import position_from_line, position_line
from companion.games.stargazers.nearest import nearest_turns
from companion.games.stargazers.notation import format_action
from companion.games.stargazers.picture import board_text
from companion.games.stargazers.plays import can_hold, flips_to, legal_turns
from companion.games.stargazers.reading import parse_action
from companion.games.stargazers.reasons import flip_notes, reasons_against
from companion.games.stargazers.resync import forced, resynchronised
from companion.games.stargazers.rules import SEATS, SPEC, rules_from
from companion.games.stargazers.state import Phase, State, outcome_of, placement_of
from companion.games.written import Writing, Written


class Stargazers(Written[State, Action]):
    """The whole game, SG-01 to SG-15, as `companion.games.api.Game` asks for it."""

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
        """An empty table: who plays comes first, with the tiles and the cards or before them."""
        return State(rules=rules_from(rules))

    def seats(self, state: State) -> tuple[Seat, ...]:
        """The seats that play, clockwise; before the set-up all that may."""
        return SEATS[: len(state.scores) or max(state.rules.numbers)]

    def to_act(self, state: State) -> frozenset[Seat]:
        """Chance where something is dealt, the seat to move, or nobody."""
        if state.phase is Phase.TURNS:
            return frozenset((SEATS[state.to_move],))
        return frozenset() if state.phase is Phase.OVER else frozenset((CHANCE,))

    def phase(self, state: State) -> str:
        """The set-up, the turns, a reshuffle, a new game, or over."""
        return state.phase.value

    def actor(self, state: State, action: Action) -> Seat:
        """The seat that does an action."""
        dealt = isinstance(action, Players | SetUp | Reshuffle | NewGame)
        return CHANCE if dealt else SEATS[state.to_move]

    def legal(self, state: State) -> Iterable[Action]:
        """The plays of a turn; the endlessly many deals of chance, lazily."""
        if state.phase is Phase.TURNS:
            return legal_turns(state)
        return [] if state.phase is Phase.OVER else Deals(state)

    def sample(self, state: State, rng: Random) -> Action:
        """A random play or flip, or a random deal."""
        if state.phase is Phase.TURNS:
            return rng.choice(legal_turns(state))
        return dealt_at_random(state, rng)

    def claims(self, state: State) -> Sequence[Action]:
        """Nothing is ever declared."""
        del state
        return ()

    def is_legal(self, state: State, action: Action) -> bool:
        """Whether the rules allow an action."""
        if not isinstance(action, Play):
            return not reasons_against(state, action)
        card = CODES.get(action.card)
        return (
            card is not None
            and state.phase is Phase.TURNS
            and not state.rules.youngest_child
            and can_hold(state, state.to_move, card)
        )

    def rule_on(self, state: State, action: Action, *, seat: Seat | None = None) -> Ruling:
        """The full answer: the physical steps of a legal action, every reason against another."""
        reasons = reasons_against(state, action, seat)
        if not reasons:
            return Ruling(Verdict.LEGAL, effects=_apply(state, action).effects)
        others = seat not in (None, SEATS[state.to_move])  # they may not see the mover's hand
        nearest = () if others else nearest_turns(state, action)
        return Ruling(Verdict.ILLEGAL, tuple(reasons), nearest=nearest)

    def notes(self, before: State, action: Action, after: State) -> tuple[Reason, ...]:
        """What a flip of a known pile has turned over; no ruling says it beforehand."""
        return flip_notes(before, after) if action == Flip() else ()

    def complete(self, state: State, action: Action) -> Action:
        """Nothing is ever left unsaid."""
        del state
        return action

    def apply(self, state: State, action: Action) -> Transition[State]:
        """Do a legal action. Raises `IllegalAction` for any other."""
        if not self.is_legal(state, action):
            raise IllegalAction(f"{action} is not legal here.", "Ask rule_on for the reasons.")
        return _apply(state, action)

    def outcome(self, state: State) -> Outcome | None:
        """How the game, or the match, ended; None while it goes on."""
        return outcome_of(state)

    def plausible(self, state: State, seen: Placement) -> Sequence[Action]:
        """Every play; of what is dealt, what the table shows."""
        return seeing.plausible(state, seen)

    def attempts(self, state: State, origin: str, target: str, pieces: Pile) -> Sequence[Action]:
        """Nothing is ever carried from one site to another."""
        del state, origin, target, pieces
        return ()

    def correction(self, state: State, seen: Json) -> dict[str, Json]:
        """Where beads are to be added and taken (SG-15)."""
        return seeing.correction(state, seen)

    def view(self, state: State, seat: Seat | None) -> Json:
        """The rules, and the position with null for every card that the seat may not see."""
        return codec.encode(hidden.hidden_from(state, seat))

    def known(self, state: State, seat: Seat | None) -> State:
        """The state with every card unseen that the seat may not see (SG-14)."""
        return hidden.hidden_from(state, seat)

    def shown(self, state: State, action: Action, seat: Seat | None) -> Action:
        """The action; of what is dealt or shuffled, the cards left out (SG-14)."""
        del state, seat
        return hidden.shown(action)

    def redetermine(self, state: State, seat: Seat | None, rng: Random) -> State:
        """The cards that a seat can't see, dealt anew."""
        return hidden.redetermined(state, seat, rng)

    def decode_action(self, state: State, data: Json) -> Action:
        """The inverse of `encode_action`."""
        del state
        return wording.action_from_json(data)

    def parse(self, state: State, text: str) -> Action:
        """What a person typed."""
        return parse_action(state, text)

    def key(self, state: State) -> Hashable:
        """No position is ever judged by its repetition: the state itself."""
        return state


def _apply(state: State, action: Action) -> Transition[State]:
    match action:
        case Play(card):
            return turns.apply_play(state, CODES[card])
        case Flip():
            return turns.apply_flip(state, CODES[flips_to(state, action) or ""])
        case Reshuffle():
            return dealing.apply_reshuffle(state, action)
        case NewGame():
            return dealing.apply_new_game(state, action)
        case Players():
            return dealing.apply_players(state, action)
        case SetUp():
            return dealing.apply_set_up(state, action)
        case Pass():
            raise IllegalAction("Nobody passes.", "Play a card (SG-05).")
