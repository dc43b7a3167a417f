"""A small game that keeps every law of the protocol.

`Heap`: a die says how many stones lie in a heap; two players take one to three in turn; whoever
takes the last wins. `Secrets` is the same with a hidden number for each player.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from companion.games.api import (
    CHANCE,
    Fault,
    Json,
    Outcome,
    Piece,
    Pile,
    Placed,
    Placement,
    Removed,
    Ruling,
    Seat,
    Spec,
    Transition,
    Verdict,
    reason,
)
from companion.games.errors import BadNotation, BadPosition, IllegalAction

SEATS = ("left", "right")
STONE = Piece("", "stone")


@dataclass(frozen=True)
class Roll:
    """Chance says how many stones there are."""

    stones: int


@dataclass(frozen=True)
class Take:
    """A player takes stones."""

    stones: int


@dataclass(frozen=True)
class Resign:
    """A player gives up."""

    seat: str


Action = Roll | Take | Resign


@dataclass(frozen=True)
class State:
    """How many stones lie there (None: not rolled), whose turn it is, who has won."""

    stones: int | None = None
    turn: int = 0
    winner: str | None = None
    secrets: tuple[int, int] = (0, 0)


def act(words: Json) -> Action:
    """An action from ["take", 2]."""
    match words:
        case ["roll", int(stones)]:
            return Roll(stones)
        case ["take", int(stones)]:
            return Take(stones)
        case ["resign", str(seat)]:
            return Resign(seat)
    raise BadNotation(f"{words} is no action.")


class Heap:
    """The game as it should be."""

    spec = Spec("heap", "Heap", SEATS, perfect_information=True, rules_version=1)

    def initial(self, rules: Mapping[str, Json] | None = None) -> State:
        self.spec.rules(rules or {})
        return State()

    def seats(self, state: State) -> tuple[Seat, ...]:
        return self.spec.seats

    def to_act(self, state: State) -> frozenset[Seat]:
        if state.winner is not None:
            return frozenset()
        return frozenset((CHANCE if state.stones is None else SEATS[state.turn],))

    def phase(self, state: State) -> str:
        return "over" if state.winner else "rolls" if state.stones is None else "turns"

    def actor(self, state: State, action: Action) -> Seat:
        if isinstance(action, Resign):
            return action.seat
        return CHANCE if isinstance(action, Roll) else SEATS[state.turn]

    def legal(self, state: State) -> Iterable[Action]:
        if state.winner is not None:
            return ()
        if state.stones is None:
            return tuple(Roll(stones) for stones in range(5, 12))
        return tuple(Take(stones) for stones in range(1, min(3, state.stones) + 1))

    def sample(self, state: State, rng: Random) -> Action:
        return rng.choice(tuple(self.legal(state)))

    def claims(self, state: State) -> Sequence[Action]:
        return () if state.winner is not None else tuple(Resign(seat) for seat in SEATS)

    def is_legal(self, state: State, action: Action) -> bool:
        return action in tuple(self.legal(state)) or action in tuple(self.claims(state))

    def rule_on(self, state: State, action: Action, *, seat: Seat | None = None) -> Ruling:
        if self.is_legal(state, action):
            return Ruling(Verdict.LEGAL, effects=self._apply(state, action).effects)
        near = tuple(self.legal(state))[:1]
        return Ruling(Verdict.ILLEGAL, (reason("HP-1", "one-to-three"),), nearest=near)

    def complete(self, state: State, action: Action) -> Action:
        return action

    def apply(self, state: State, action: Action) -> Transition[State]:
        if not self.is_legal(state, action):
            raise IllegalAction(f"{action} is not legal.")
        return self._apply(state, action)

    def _apply(self, state: State, action: Action) -> Transition[State]:
        if isinstance(action, Resign):
            return Transition(replace(state, winner=SEATS[1 - SEATS.index(action.seat)]))
        if isinstance(action, Roll):
            placed = tuple(Placed("HP-2", STONE, "heap") for _ in range(action.stones))
            return Transition(replace(state, stones=action.stones), placed)
        left = (state.stones or 0) - action.stones
        winner = None if left else SEATS[state.turn]
        after = replace(state, stones=left, turn=1 - state.turn, winner=winner)
        return Transition(after, (Removed("HP-1", (STONE,) * action.stones, "heap"),))

    def outcome(self, state: State) -> Outcome | None:
        return None if state.winner is None else Outcome(state.winner, "HP-3", "won")

    def placement(self, state: State) -> Placement:
        return Placement({"heap": (STONE,) * state.stones} if state.stones else {})

    def faults(self, placement: Placement, state: State) -> tuple[Fault, ...]:
        same = placement == self.placement(state)
        return () if same else (Fault(reason("HP-2", "other-heap", "heap")),)

    def plausible(self, state: State, seen: Placement) -> Iterable[Action]:
        return self.legal(state)

    def attempts(self, state: State, origin: str, target: str, pieces: Pile) -> Sequence[Action]:
        return (Take(len(pieces)),)

    def resynchronised(self, state: State, placement: Placement, seat: Seat) -> State:
        heap = placement.at("heap")
        if not heap or set(heap) != {STONE}:
            raise BadPosition("This is no heap.")
        return State(len(heap), SEATS.index(seat))

    def forced(self, state: State, action: Action) -> State:
        if state.winner or not isinstance(action, Take) or action.stones >= (state.stones or 0):
            raise BadPosition("No heap comes of it.")
        return replace(state, stones=(state.stones or 0) - action.stones, turn=1 - state.turn)

    def view(self, state: State, seat: Seat | None) -> Json:
        return [state.stones, state.turn]

    def encode(self, state: State) -> dict[str, Json]:
        return {
            "stones": state.stones,
            "turn": state.turn,
            "winner": state.winner,
            "secrets": list(state.secrets),
        }

    def decode(self, data: Json) -> State:
        try:
            first, second = data["secrets"]
            return State(data["stones"], data["turn"], data["winner"], (first, second))
        except (KeyError, TypeError, ValueError) as error:
            raise BadPosition("This is no heap.") from error

    def encode_action(self, action: Action) -> dict[str, Json]:
        match action:
            case Roll(stones):
                return {"do": ["roll", stones]}
            case Take(stones):
                return {"do": ["take", stones]}
            case Resign(seat):
                return {"do": ["resign", seat]}

    def decode_action(self, state: State, data: Json) -> Action:
        return act(data.get("do") if isinstance(data, dict) else None)

    def position_to_json(self, state: State) -> dict[str, Json]:
        return {"stones": state.stones, "turn": SEATS[state.turn]}

    def position_from_json(self, data: Json, rules: Mapping[str, Json] | None = None) -> State:
        if not isinstance(data, dict) or data.get("turn") not in SEATS:
            raise BadPosition("This is no heap.")
        return State(data.get("stones"), SEATS.index(data["turn"]))

    def position_line(self, state: State) -> str:
        return f"{'-' if state.stones is None else state.stones} {SEATS[state.turn]}"

    def position_from_line(self, text: str) -> State:
        stones, _, seat = text.partition(" ")
        if seat not in SEATS:
            raise BadPosition("This is no heap.")
        return State(None if stones == "-" else int(stones), SEATS.index(seat))

    def format(self, state: State, action: Action) -> str:
        return " ".join(map(str, self.encode_action(action)["do"]))

    def parse(self, state: State, text: str) -> Action:
        word, _, rest = text.partition(" ")
        return act([word, int(rest) if rest.isdecimal() else rest])

    def key(self, state: State) -> Hashable:
        return (state.stones, state.turn)

    def board_text(self, state: State) -> str:
        return "o" * (state.stones or 0)


class Secrets(Heap):
    """Each player has a number that only he or she may see."""

    spec = Spec("secrets", "Secrets", SEATS, perfect_information=False, rules_version=1)

    def _apply(self, state: State, action: Action) -> Transition[State]:
        done = super()._apply(state, action)
        if not isinstance(action, Roll):
            return done
        return Transition(replace(done.state, secrets=(action.stones, 12)), done.effects)

    def view(self, state: State, seat: Seat | None) -> Json:
        own = None if seat is None else state.secrets[SEATS.index(seat)]
        return [state.stones, state.turn, own]

    def known(self, state: State, seat: Seat | None) -> State:
        left, right = (
            secret if name == seat else 0 for secret, name in zip(state.secrets, SEATS, strict=True)
        )
        return replace(state, secrets=(left, right))

    def shown(self, state: State, action: Action, seat: Seat | None) -> Action:
        return action

    def redetermine(self, state: State, seat: Seat | None, rng: Random) -> State:
        known = [name == seat for name in SEATS]
        left, right = (
            secret if keep else rng.randrange(100)
            for secret, keep in zip(state.secrets, known, strict=True)
        )
        return replace(state, secrets=(left, right))
