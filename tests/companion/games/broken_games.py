"""Small games that break a law of the protocol each, and are named by what is wrong."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from typing import Any

from companion.games import api
from companion.games.laws import Law
from tests.companion.games.small_games import (
    SEATS,
    STONE,
    Action,
    Heap,
    Resign,
    Secrets,
    State,
    Take,
)

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
    def to_act(self, state: State) -> frozenset[api.Seat]:
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
    def actor(self, state: State, action: Action) -> api.Seat:
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
    def rule_on(self, state: State, action: Action, *, seat: api.Seat | None = None) -> api.Ruling:
        return replace(super().rule_on(state, action), reasons=())


@breaks(Law.RULING)
class GivesNoRulingId(Heap):
    def rule_on(self, state: State, action: Action, *, seat: api.Seat | None = None) -> api.Ruling:
        ruling = super().rule_on(state, action)
        return ruling if ruling.legal else replace(ruling, reasons=(api.reason("", "because"),))


@breaks(Law.RULING)
class RefereeDisagrees(Heap):
    def rule_on(self, state: State, action: Action, *, seat: api.Seat | None = None) -> api.Ruling:
        if action == Take(2):
            return api.Ruling(api.Verdict.ILLEGAL, (api.reason("HP-1", "two"),))
        return super().rule_on(state, action)


@breaks(Law.RULING)
class RefereeNamesOtherEffects(Heap):
    def rule_on(self, state: State, action: Action, *, seat: api.Seat | None = None) -> api.Ruling:
        return replace(super().rule_on(state, action), effects=())


@breaks(Law.RULING)
class NotesAreOthersThanTheRulings(Heap):
    def rule_on(self, state: State, action: Action, *, seat: api.Seat | None = None) -> api.Ruling:
        return replace(super().rule_on(state, action), notes=(api.reason("H-1", "sum"),))

    def notes(self, before: State, action: Action, after: State) -> Sequence[api.Reason]:
        return (api.reason("H-1", "another"),)


@breaks(Law.RULING, Law.ADVICE)
class RefereeFallsOver(Heap):
    def rule_on(self, state: State, action: Action, *, seat: api.Seat | None = None) -> api.Ruling:
        if not self.is_legal(state, action):
            raise KeyError(action)
        return super().rule_on(state, action)


@breaks(Law.ADVICE)
class AdvisesTheIllegal(Heap):
    def rule_on(self, state: State, action: Action, *, seat: api.Seat | None = None) -> api.Ruling:
        ruling = super().rule_on(state, action)
        return ruling if ruling.legal else replace(ruling, nearest=(Take(9),))


@breaks(Law.PURE, Law.REPLAY)
class ChangesItsArgument(Heap):
    def apply(self, state: State, action: Action) -> api.Transition[State]:
        done = super().apply(state, action)
        if action == Take(1):
            object.__setattr__(state, "secrets", (7, 7))
        return done


@breaks(Law.PURE, Law.REPLAY)
class CountsItsCalls(Heap):
    def __init__(self) -> None:
        self.calls = count()

    def _apply(self, state: State, action: Action) -> api.Transition[State]:
        done = super()._apply(state, action)
        return replace(done, state=replace(done.state, secrets=(next(self.calls), 0)))


@breaks(Law.REFUSAL)
class DoesTheIllegal(Heap):
    def apply(self, state: State, action: Action) -> api.Transition[State]:
        return self._apply(state, action)


@breaks(Law.EFFECTS)
class LeavesAStone(Heap):
    def _apply(self, state: State, action: Action) -> api.Transition[State]:
        done = super()._apply(state, action)
        if action != Take(3):
            return done
        return replace(done, effects=(api.Removed("HP-1", (STONE,) * 2, "heap"),))


@breaks(Law.EFFECTS)
class TakesWhatIsNotThere(Heap):
    def _apply(self, state: State, action: Action) -> api.Transition[State]:
        done = super()._apply(state, action)
        more: tuple[api.Effect, ...] = (api.Removed("HP-1", (api.Piece("", "pearl"),), "heap"),)
        return replace(done, effects=done.effects + more) if action == Take(2) else done


@breaks(Law.STATE_CODEC, Law.KEY, Law.RESYNCHRONISED)
class LosesTheTurn(Heap):
    def decode(self, data: api.Json) -> State:
        return replace(super().decode(data), turn=0)


@breaks(Law.STATE_CODEC)
class LosesAResignation(Heap):
    def encode(self, state: State) -> dict[str, api.Json]:
        data = super().encode(state)
        return {**data, "winner": None} if state.stones else data


@breaks(Law.ACTION_CODEC, Law.REPLAY)
class WritesThreeAsTwo(Heap):
    def encode_action(self, action: Action) -> dict[str, api.Json]:
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
    def position_from_json(
        self, data: api.Json, rules: Mapping[str, api.Json] | None = None
    ) -> State:
        state = super().position_from_json(data, rules)
        return replace(state, stones=state.stones and state.stones + 1)


@breaks(Law.FAULTS)
class FindsFaultWithTheGood(Heap):
    def faults(self, placement: api.Placement, state: State) -> tuple[api.Fault, ...]:
        odd = len(placement.at("heap")) % 2
        found = super().faults(placement, state)
        return (*found, api.Fault(api.reason("HP-2", "odd"))) if odd else found


@breaks(Law.FAULTS)
class SeesNoFault(Heap):
    def faults(self, placement: api.Placement, state: State) -> tuple[api.Fault, ...]:
        return ()


@breaks(Law.RESYNCHRONISED)
class ResynchronisesToOneLess(Heap):
    def resynchronised(self, state: State, placement: api.Placement, seat: api.Seat) -> State:
        return State(max(1, len(placement.at("heap")) - 1), SEATS.index(seat))


@breaks(Law.RESYNCHRONISED)
class ForcedFallsOver(Heap):
    def forced(self, state: State, action: Action) -> State:
        raise KeyError(action)


@breaks(Law.VIEW)
class ShowsLeftLess(Heap):
    def view(self, state: State, seat: api.Seat | None) -> api.Json:
        return state.turn if seat == "left" else super().view(state, seat)


@breaks(Law.VIEW)
class ShowsTheOthersSecret(Secrets):
    def view(self, state: State, seat: api.Seat | None) -> api.Json:
        return self.encode(state)


@breaks(Law.VIEW)
class ShowsBystandersASecret(Secrets):
    def view(self, state: State, seat: api.Seat | None) -> api.Json:
        return super().view(state, seat or "left")


@breaks(Law.VIEW)
class KnowsASecret(Secrets):
    def known(self, state: State, seat: api.Seat | None) -> State:
        return state


@breaks(Law.VIEW)
class HidesWhatOneDoes(Secrets):
    def shown(self, state: State, action: Action, seat: api.Seat | None) -> Action:
        return Resign(SEATS[state.turn])


@breaks(Law.VIEW)
class RedeterminesNothing(Secrets):
    def redetermine(self, state: State, seat: api.Seat | None, rng: Random) -> State:
        return state


@breaks(Law.VIEW)
class OffersNoRedetermining(Heap):
    spec = api.Spec("heap", "Heap", SEATS, perfect_information=False, rules_version=1)


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
    def _apply(self, state: State, action: Action) -> api.Transition[State]:
        done = super()._apply(state, action)
        if done.state.stones != 0:
            return done
        again = replace(done.state, stones=1, winner=None)
        return api.Transition(again, (*done.effects, api.Placed("HP-2", STONE, "heap")))

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
    def initial(self, rules: Mapping[str, api.Json] | None = None) -> State:
        return Unhashable()

    def decode(self, data: api.Json) -> State:
        state: Any = super().decode(data)
        return Unhashable(state.stones, state.turn, state.winner, state.secrets)
