"""A small game that keeps every law of the protocol, and many that break one each.

`Heap`: a die says how many stones lie in a heap; two players take one to three in turn; whoever
takes the last wins. `Secrets` is the same with a hidden number for each player.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from typing import Any

from companion.games.api import (
    CHANCE,
    Effect,
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
from companion.games.laws import Law

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


# --- Broken ones, each named by what is wrong -----------------------------------------------------

BROKEN: list[tuple[type[Heap], set[Law]]] = []
"""Each broken game with the laws that it must be found to break."""


def breaks(*laws: Law) -> Callable[[type[Heap]], type[Heap]]:
    """Put a game on the list of broken ones."""

    def note(game: type[Heap]) -> type[Heap]:
        BROKEN.append((game, set(laws)))
        return game

    return note


@breaks(Law.ORDER, Law.REPLAY)
class OrderChanges(Heap):
    def __init__(self) -> None:
        self.calls = count()

    def legal(self, state: State) -> Iterable[Action]:
        actions = tuple(super().legal(state))
        return actions if next(self.calls) % 2 else actions[::-1]


@breaks(Law.ORDER)
class IteratesOnce(Heap):
    def legal(self, state: State) -> Iterable[Action]:
        return iter(tuple(super().legal(state)))


@breaks(Law.UNIQUE)
class NamesOneTwice(Heap):
    def legal(self, state: State) -> Iterable[Action]:
        actions = tuple(super().legal(state))
        return actions + actions[:1]


@breaks(Law.ENDING)
class ActsAfterTheEnd(Heap):
    def to_act(self, state: State) -> frozenset[Seat]:
        return super().to_act(state) or frozenset(SEATS)


@breaks(Law.ENDING)
class ClaimsAfterTheEnd(Heap):
    def claims(self, state: State) -> Sequence[Action]:
        return tuple(Resign(seat) for seat in SEATS)


@breaks(Law.ENDING)
class NothingLegalBeforeTheEnd(Heap):
    def legal(self, state: State) -> Iterable[Action]:
        return () if state.stones == 1 else super().legal(state)

    def sample(self, state: State, rng: Random) -> Action:
        return rng.choice(tuple(self.legal(state)) or (Resign("left"),))


@breaks(Law.ACTOR)
class WrongActor(Heap):
    def actor(self, state: State, action: Action) -> Seat:
        return SEATS[1 - state.turn] if isinstance(action, Take) else super().actor(state, action)


@breaks(Law.SAMPLE)
class SamplesTooMuch(Heap):
    def sample(self, state: State, rng: Random) -> Action:
        return Take(rng.randrange(1, 5)) if state.stones else super().sample(state, rng)


@breaks(Law.MEMBERSHIP)
class AllowsFour(Heap):
    def is_legal(self, state: State, action: Action) -> bool:
        four = action == Take(4) and state.winner is None and (state.stones or 0) >= 4
        return four or super().is_legal(state, action)


@breaks(Law.MEMBERSHIP, Law.SAMPLE)
class RefusesThree(Heap):
    def is_legal(self, state: State, action: Action) -> bool:
        return action != Take(3) and super().is_legal(state, action)


@breaks(Law.MEMBERSHIP, Law.SAMPLE)
class RefusesClaims(Heap):
    def is_legal(self, state: State, action: Action) -> bool:
        return not isinstance(action, Resign) and super().is_legal(state, action)


@breaks(Law.RULING)
class GivesNoReason(Heap):
    def rule_on(self, state: State, action: Action, *, seat: Seat | None = None) -> Ruling:
        return replace(super().rule_on(state, action), reasons=())


@breaks(Law.RULING)
class GivesNoRulingId(Heap):
    def rule_on(self, state: State, action: Action, *, seat: Seat | None = None) -> Ruling:
        ruling = super().rule_on(state, action)
        return ruling if ruling.legal else replace(ruling, reasons=(reason("", "because"),))


@breaks(Law.RULING)
class RefereeDisagrees(Heap):
    def rule_on(self, state: State, action: Action, *, seat: Seat | None = None) -> Ruling:
        if action == Take(2):
            return Ruling(Verdict.ILLEGAL, (reason("HP-1", "two"),))
        return super().rule_on(state, action)


@breaks(Law.RULING)
class RefereeNamesOtherEffects(Heap):
    def rule_on(self, state: State, action: Action, *, seat: Seat | None = None) -> Ruling:
        return replace(super().rule_on(state, action), effects=())


@breaks(Law.RULING, Law.ADVICE)
class RefereeFallsOver(Heap):
    def rule_on(self, state: State, action: Action, *, seat: Seat | None = None) -> Ruling:
        if not self.is_legal(state, action):
            raise KeyError(action)
        return super().rule_on(state, action)


@breaks(Law.ADVICE)
class AdvisesTheIllegal(Heap):
    def rule_on(self, state: State, action: Action, *, seat: Seat | None = None) -> Ruling:
        ruling = super().rule_on(state, action)
        return ruling if ruling.legal else replace(ruling, nearest=(Take(9),))


@breaks(Law.PURE, Law.REPLAY)
class ChangesItsArgument(Heap):
    def apply(self, state: State, action: Action) -> Transition[State]:
        done = super().apply(state, action)
        if action == Take(1):
            object.__setattr__(state, "secrets", (7, 7))
        return done


@breaks(Law.PURE, Law.REPLAY)
class CountsItsCalls(Heap):
    def __init__(self) -> None:
        self.calls = count()

    def _apply(self, state: State, action: Action) -> Transition[State]:
        done = super()._apply(state, action)
        return replace(done, state=replace(done.state, secrets=(next(self.calls), 0)))


@breaks(Law.REFUSAL)
class DoesTheIllegal(Heap):
    def apply(self, state: State, action: Action) -> Transition[State]:
        return self._apply(state, action)


@breaks(Law.EFFECTS)
class LeavesAStone(Heap):
    def _apply(self, state: State, action: Action) -> Transition[State]:
        done = super()._apply(state, action)
        if action != Take(3):
            return done
        return replace(done, effects=(Removed("HP-1", (STONE,) * 2, "heap"),))


@breaks(Law.EFFECTS)
class TakesWhatIsNotThere(Heap):
    def _apply(self, state: State, action: Action) -> Transition[State]:
        done = super()._apply(state, action)
        more: tuple[Effect, ...] = (Removed("HP-1", (Piece("", "pearl"),), "heap"),)
        return replace(done, effects=done.effects + more) if action == Take(2) else done


@breaks(Law.STATE_CODEC, Law.KEY, Law.RESYNCHRONISED)
class LosesTheTurn(Heap):
    def decode(self, data: Json) -> State:
        return replace(super().decode(data), turn=0)


@breaks(Law.STATE_CODEC)
class LosesAResignation(Heap):
    def encode(self, state: State) -> dict[str, Json]:
        data = super().encode(state)
        return {**data, "winner": None} if state.stones else data


@breaks(Law.ACTION_CODEC, Law.REPLAY)
class WritesThreeAsTwo(Heap):
    def encode_action(self, action: Action) -> dict[str, Json]:
        return super().encode_action(Take(2) if action == Take(3) else action)

    def format(self, state: State, action: Action) -> str:
        return " ".join(map(str, super().encode_action(action)["do"]))


@breaks(Law.NOTATION)
class SaysTake(Heap):
    def format(self, state: State, action: Action) -> str:
        return "take 1" if isinstance(action, Take) else super().format(state, action)


@breaks(Law.POSITION)
class LineLosesTheTurn(Heap):
    def position_from_line(self, text: str) -> State:
        return replace(super().position_from_line(text), turn=0)


@breaks(Law.POSITION)
class JsonCountsOneMore(Heap):
    def position_from_json(self, data: Json, rules: Mapping[str, Json] | None = None) -> State:
        state = super().position_from_json(data, rules)
        return replace(state, stones=state.stones and state.stones + 1)


@breaks(Law.FAULTS)
class FindsFaultWithTheGood(Heap):
    def faults(self, placement: Placement, state: State) -> tuple[Fault, ...]:
        odd = len(placement.at("heap")) % 2
        found = super().faults(placement, state)
        return (*found, Fault(reason("HP-2", "odd"))) if odd else found


@breaks(Law.FAULTS)
class SeesNoFault(Heap):
    def faults(self, placement: Placement, state: State) -> tuple[Fault, ...]:
        return ()


@breaks(Law.RESYNCHRONISED)
class ResynchronisesToOneLess(Heap):
    def resynchronised(self, state: State, placement: Placement, seat: Seat) -> State:
        return State(max(1, len(placement.at("heap")) - 1), SEATS.index(seat))


@breaks(Law.RESYNCHRONISED)
class ForcedFallsOver(Heap):
    def forced(self, state: State, action: Action) -> State:
        raise KeyError(action)


@breaks(Law.VIEW)
class ShowsLeftLess(Heap):
    def view(self, state: State, seat: Seat | None) -> Json:
        return state.turn if seat == "left" else super().view(state, seat)


@breaks(Law.VIEW)
class ShowsTheOthersSecret(Secrets):
    def view(self, state: State, seat: Seat | None) -> Json:
        return self.encode(state)


@breaks(Law.VIEW)
class ShowsBystandersASecret(Secrets):
    def view(self, state: State, seat: Seat | None) -> Json:
        return super().view(state, seat or "left")


@breaks(Law.VIEW)
class KnowsASecret(Secrets):
    def known(self, state: State, seat: Seat | None) -> State:
        return state


@breaks(Law.VIEW)
class HidesWhatOneDoes(Secrets):
    def shown(self, state: State, action: Action, seat: Seat | None) -> Action:
        return Resign(SEATS[state.turn])


@breaks(Law.VIEW)
class RedeterminesNothing(Secrets):
    def redetermine(self, state: State, seat: Seat | None, rng: Random) -> State:
        return state


@breaks(Law.VIEW)
class OffersNoRedetermining(Heap):
    spec = Spec("heap", "Heap", SEATS, perfect_information=False, rules_version=1)


@breaks(Law.KEY)
class KeyForgetsTheTable(Heap):
    def key(self, state: State) -> Hashable:
        return state.turn


@breaks(Law.KEY)
class KeyIsNeverEqual(Heap):
    def key(self, state: State) -> Hashable:
        return id(state)


@breaks(Law.LENGTH)
class NeverEnds(Heap):
    def _apply(self, state: State, action: Action) -> Transition[State]:
        done = super()._apply(state, action)
        if done.state.stones != 0:
            return done
        again = replace(done.state, stones=1, winner=None)
        return Transition(again, (*done.effects, Placed("HP-2", STONE, "heap")))

    def claims(self, state: State) -> Sequence[Action]:
        return ()


@breaks(Law.REPLAY)
class HasItsOwnLuck(Heap):
    luck = random.Random(4)

    def sample(self, state: State, rng: Random) -> Action:
        return self.luck.choice(tuple(self.legal(state)))


@dataclass(frozen=True)
class Unhashable(State):
    """A state that holds a list."""

    trace: list[int] = field(default_factory=list)


@breaks(Law.FROZEN)
class HoldsAList(Heap):
    def initial(self, rules: Mapping[str, Json] | None = None) -> State:
        return Unhashable()

    def decode(self, data: Json) -> State:
        state: Any = super().decode(data)
        return Unhashable(state.stones, state.turn, state.winner, state.secrets)
