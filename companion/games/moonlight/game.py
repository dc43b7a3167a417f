"""Moonlight behind the game protocol."""

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
    reason,
)
from companion.games.errors import BadNotation, IllegalAction
from companion.games.moonlight import choices, codec, exchange, hidden, turns, wording
from companion.games.moonlight.actions import (
    Action,
    Deal,
    Lay,
    Lot,
    Pass,
    Power,
    Score,
    Use,
)
from companion.games.moonlight.cards import SIDES
from companion.games.moonlight.faults import faults_of
from companion.games.moonlight.line import position_from_line, position_line
from companion.games.moonlight.moves import is_legal_lay, legal_lays
from companion.games.moonlight.nearest import nearest_lays
from companion.games.moonlight.notation import format_action
from companion.games.moonlight.picture import board_text
from companion.games.moonlight.reading import completed, parse_action
from companion.games.moonlight.reasons import lay_reasons
from companion.games.moonlight.resync import forced, resynchronised
from companion.games.moonlight.rounds import between_reasons
from companion.games.moonlight.rules import SPEC, rules_from
from companion.games.moonlight.scoring import count_round
from companion.games.moonlight.seeing import attempts, plausible
from companion.games.moonlight.state import Phase, State, outcome_of, placement_of
from companion.games.written import Writing, Written

_PHASES = {Phase.PLAY: "turns"}
"""Phases that are called otherwise than in the exchange format."""


def _placement(state: State) -> Placement:
    return placement_of(state.grid)


class Moonlight(Written[State, Action]):
    """The whole game, ML-01 to ML-18, as `companion.games.api.Game` asks for it."""

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
        placement=_placement,
        faults=faults_of,
        resynchronised=resynchronised,
        forced=forced,
    )

    @property
    def spec(self) -> Spec:
        """The fixed facts of the game."""
        return SPEC

    def initial(self, rules: Mapping[str, Json] | None = None) -> State:
        """A match before the lot, or before the first deal where a switch says who starts."""
        parsed = rules_from(rules)
        starter = None if parsed.first == "lot" else SIDES.index(parsed.first)
        return State(parsed, starter=starter)

    def seats(self, state: State) -> tuple[Seat, ...]:
        """Green and blue."""
        del state
        return SIDES

    def to_act(self, state: State) -> frozenset[Seat]:
        """The side to move or to choose; chance for lots, deals and counting."""
        if state.phase is Phase.OVER:
            return frozenset()
        return frozenset((CHANCE if state.to_move is None else SIDES[state.to_move],))

    def phase(self, state: State) -> str:
        """The lot, the deal, the turns, the counting, the choice of a power, or over."""
        return "lot" if state.lot_due else _PHASES.get(state.phase, state.phase.value)

    def actor(self, state: State, action: Action) -> Seat:
        """The seat that does an action; CHANCE is the referee who deals and counts, too."""
        match action:
            case Lot() | Deal() | Score():
                return CHANCE
            case Lay(card):
                return card.owner
            case Use(name):
                holder = turns.holder_of(state, name)
                return SIDES[state.to_move or 0] if holder is None else SIDES[holder]
            case _:
                return SIDES[state.to_move or 0]

    def legal(self, state: State) -> Iterable[Action]:
        """The placements; between the turns what may be dealt, counted or chosen.

        Of cards that nobody knows, and whose moons no switch tells, moons may be named, too, as
        they are read from the card; the list doesn't name them.
        """
        if state.phase is Phase.PLAY:
            return legal_lays(state)
        if state.lot_due:
            return [Lot(side) for side in SIDES]
        if state.phase is Phase.DEAL:
            return choices.deals(state)
        if state.phase is Phase.SCORE:
            return choices.scores(state)
        return choices.free_powers(state) if state.phase is Phase.POWER else []

    def counted(self, state: State) -> Sequence[Lay]:
        """What a count of sequences takes up: placements."""
        return legal_lays(state)

    def sample(self, state: State, rng: Random) -> Action:
        """A random legal action: decks shuffled, a round counted as it lies."""
        if state.phase is Phase.DEAL and not state.lot_due:
            decks = []
            for side in range(2):
                deck = list(hidden.own_deck(state, side))
                rng.shuffle(deck)
                decks.append(tuple(deck))
            return Deal(decks[0], decks[1])
        if state.phase is Phase.SCORE:
            return Score()
        if state.phase is Phase.POWER and state.rules.powers is None:
            return Power(None)
        return rng.choice(list(self.legal(state)))

    def claims(self, state: State) -> Sequence[Action]:
        """The powers whose box may be ticked now, also out of turn (ML-17)."""
        names = (*state.powers[0], *state.powers[1])
        uses = [Use(name) for name in dict.fromkeys(names)]
        return [use for use in uses if not between_reasons(state, use)]

    def is_legal(self, state: State, action: Action) -> bool:
        """Whether the rules allow an action."""
        if isinstance(action, Lay):
            return is_legal_lay(state, action)
        return not between_reasons(state, action)

    def rule_on(self, state: State, action: Action, *, seat: Seat | None = None) -> Ruling:
        """The full answer: the physical steps of a legal action, every reason against another.

        A side that lays a card for the other one hears nothing of the other's hand (ML-18).
        """
        others = seat is not None and state.to_move is not None and seat != SIDES[state.to_move]
        judged = hidden.masked(state, seat) if others else state
        reasons = [*self._seat_reasons(state, action, seat), *self._reasons(judged, action)]
        reasons = list(dict.fromkeys(reasons))
        if not reasons:
            return Ruling(Verdict.LEGAL, effects=self._apply(state, action).effects)
        nearest: tuple[Lay, ...] = ()
        if isinstance(action, Lay) and state.phase is Phase.PLAY and not others:
            nearest = nearest_lays(state, action)
        return Ruling(Verdict.ILLEGAL, tuple(reasons), nearest=nearest)

    def _seat_reasons(self, state: State, action: Action, seat: Seat | None) -> list[Reason]:
        """Against somebody who acts for the other side."""
        if seat is None or state.phase is Phase.OVER:
            return []
        match action:
            case Lay() | Pass() if state.phase is Phase.PLAY and state.to_move is not None:
                due = SIDES[state.to_move]
                return [] if seat == due else [reason("ML-07", "not-your-turn", side=due)]
            case Power() if state.phase is Phase.POWER and state.to_move is not None:
                due = SIDES[state.to_move]
                return [] if seat == due else [reason("ML-16", "loser-chooses", side=due)]
            case Use(name):
                return _use_by(state, name, seat)
            case _:
                return []

    def _reasons(self, state: State, action: Action) -> list[Reason]:
        """Every reason against an action; empty for a legal one."""
        if isinstance(action, Lay):
            return lay_reasons(state, action)
        return between_reasons(state, action)

    def complete(self, state: State, action: Action) -> Action:
        """A card gets the moons that its hand tells, where they were not said."""
        if not isinstance(action, Lay):
            return action
        try:
            return completed(state, action)
        except BadNotation:
            return action

    def apply(self, state: State, action: Action) -> Transition[State]:
        """Do a legal action. Raises `IllegalAction` for any other."""
        if not self.is_legal(state, action):
            raise IllegalAction(f"{action} is not legal here.", "Ask rule_on for the reasons.")
        return self._apply(state, action)

    def _apply(self, state: State, action: Action) -> Transition[State]:
        match action:
            case Lay():
                return turns.apply_lay(state, action)
            case Deal():
                return turns.apply_deal(state, action)
            case Score():
                return turns.apply_score(state, action)
            case Power():
                return turns.apply_power(state, action)
            case Use():
                return turns.apply_use(state, action)
            case Lot():
                return turns.apply_lot(state, action)
            case Pass():
                raise IllegalAction("Nobody may pass.", "There is always a card to lay (ML-07).")

    def outcome(self, state: State) -> Outcome | None:
        """Who has won the match; None while it goes on."""
        return outcome_of(state)

    def plausible(self, state: State, seen: Placement) -> Sequence[Action]:
        """All placements, and what a new card on the table suggests."""
        return plausible(state, seen)

    def attempts(self, state: State, origin: str, target: str, pieces: Pile) -> Sequence[Action]:
        """Nothing: cards come from hands, and never move again."""
        return attempts(state, origin, target, pieces)

    def redetermine(self, state: State, seat: Seat | None, rng: Random) -> State:
        """A state that could as well be, for all that `seat` may know."""
        return hidden.redetermined(state, seat, rng)

    def known(self, state: State, seat: Seat | None) -> State:
        """The state with None for each card that the seat may not see (ML-18)."""
        return hidden.masked(state, seat)

    def shown(self, state: State, action: Action, seat: Seat | None) -> Action:
        """The action; of a deal, only how many cards there are (ML-18)."""
        del state, seat
        return hidden.shown(action)

    def view(self, state: State, seat: Seat | None) -> Json:
        """The position with null for each card that the seat may not see (ML-18)."""
        return exchange.position_to_json(hidden.masked(state, seat))

    def score_case(self, data: Mapping[str, Json], rules: Mapping[str, Json]) -> Json:
        """How a round ends whose grid, moons and corrections are given as JSON.

        Raises `BadPosition` or `BadNotation`.
        """
        entered = {name: data[name] for name in ("moons", "corrections") if name in data}
        score = wording.score_from_json(entered)
        grid = exchange.read_grid(data.get("grid"))
        result = count_round(rules_from(rules), grid, score.moons, score.corrections)
        return exchange.result_to_json(result)

    def decode_action(self, state: State, data: Json) -> Action:
        """The inverse of `encode_action`."""
        del state
        return wording.action_from_json(data)

    def parse(self, state: State, text: str) -> Action:
        """What a person typed."""
        return parse_action(state, text)

    def key(self, state: State) -> Hashable:
        """The state itself: nothing in this game ever comes again but by another deal."""
        return state


def _use_by(state: State, name: str, seat: Seat) -> list[Reason]:
    """Against somebody who uses what the other side has (ML-16)."""
    holder = turns.holder_of(state, name)
    if holder is None or (seat in SIDES and name in state.powers[SIDES.index(seat)]):
        return []
    return [reason("ML-16", "anothers-power", power=name, side=SIDES[holder])]
