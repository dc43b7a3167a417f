"""What every game must keep: play a game at random and test the protocol's laws in every state met.

    report = check_game(MoonsAndStars(), rules={"columns": 5}, seed=1)

`check_game` raises `ConformanceError`, which names each law broken, where, and by which action;
`examine_game` returns the same as a `Report`. Nothing is assumed of a game but the protocol, and
nothing of a legal list but that its first actions come soon: it may be lazy and endlessly long.

A game whose seats don't see everything must also offer `Redetermines`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.games.api import CHANCE, Json, Placement, Seat, first_actions
from companion.games.errors import GameError
from companion.games.laws import (
    LAWS,
    AnyGame,
    Law,
    Limits,
    Redetermines,
    Visit,
    text_of,
    through_text,
)

__all__ = [
    "Breach",
    "ConformanceError",
    "Law",
    "Limits",
    "Redetermines",
    "Report",
    "check_game",
    "examine_game",
]


@dataclass(frozen=True, slots=True)
class Breach:
    """One law broken: what is wrong, the state as JSON, the game and turn, the action in words."""

    law: Law
    detail: str
    position: str
    game: int
    turn: int
    action: str = ""

    def __str__(self) -> str:
        action = f" action: {self.action}" if self.action else ""
        where = f"game {self.game}, turn {self.turn}"
        return (
            f"{self.law.name} ({self.law.value}): {self.detail};{action} {where}: {self.position}"
        )


@dataclass(frozen=True, slots=True)
class Report:
    """What was played and what was found."""

    game: str
    games: int
    states: int
    actions: int
    refused: int
    longest: int
    breaches: tuple[Breach, ...]

    @property
    def broken(self) -> frozenset[Law]:
        """The laws that the game breaks."""
        return frozenset(breach.law for breach in self.breaches)

    def __str__(self) -> str:
        head = (
            f"{self.game}: {self.games} games, {self.states} states, {self.actions} actions done, "
            f"{self.refused} refused, {len(self.broken)} laws broken"
        )
        return "\n".join([head, *map(str, self.breaches)])


class ConformanceError(GameError, AssertionError):
    """A game breaks laws of the protocol; ``report`` lists where."""

    def __init__(self, report: Report) -> None:
        super().__init__(str(report))
        self.report = report


def check_game(
    game: AnyGame,
    *,
    rules: Mapping[str, Json] | None = None,
    seed: int = 0,
    games: int = 5,
    limits: Limits | None = None,
) -> Report:
    """Play `games` games at random and test all laws; raises `ConformanceError` if any is broken.

    The same seed tests the same. `rules` are the switches that differ from their defaults.
    """
    report = examine_game(game, rules=rules, seed=seed, games=games, limits=limits)
    if report.breaches:
        raise ConformanceError(report)
    return report


def examine_game(
    game: AnyGame,
    *,
    rules: Mapping[str, Json] | None = None,
    seed: int = 0,
    games: int = 5,
    limits: Limits | None = None,
) -> Report:
    """The report of `check_game`, whatever it says."""
    examiner = _Examiner(game, dict(rules or {}), seed, limits or Limits())
    for number in range(games):
        examiner.play(number)
    return examiner.report(games)


@dataclass(slots=True)
class _Examiner:
    """Plays games and gathers breaches."""

    game: AnyGame
    rules: dict[str, Json]
    seed: int
    limits: Limits
    breaches: list[Breach] = field(default_factory=list)
    told: Counter[Law] = field(default_factory=Counter)
    count: Counter[str] = field(default_factory=Counter)
    pool: list[Any] = field(default_factory=list)
    """Actions met so far, to be tried elsewhere."""
    number: int = 0
    turn: int = 0

    def report(self, games: int) -> Report:
        """What was found."""
        if self.count["redetermined"] and not self.count["hidden"]:
            self._breach(Law.VIEW, "redetermine never gives another state", None, None)
        return Report(
            game=self.game.spec.id,
            games=games,
            states=self.count["states"],
            actions=self.count["actions"],
            refused=self.count["refused"],
            longest=self.count["longest"],
            breaches=tuple(self.breaches),
        )

    def play(self, number: int) -> None:
        """One game; each state is tested, then the game is played again from its record."""
        self.number, self.turn = number, 0
        rng = Random(f"{self.seed}/{number}/tests")
        states = [self.game.initial(self.rules)]
        actions: list[Any] = []
        chooser = self._chooser()
        while True:
            self.turn, state = len(actions), states[-1]
            if self.turn % self.limits.every == 0 or self.game.outcome(state) is not None:
                self._visit(state, rng)
            if self.game.outcome(state) is not None:
                break
            if self.turn >= self.limits.most_actions:
                self._breach(Law.LENGTH, f"not over after {self.turn} actions", state, None)
                break
            try:
                action = self._choice(state, chooser)
                after = self.game.apply(state, action).state
            except Exception as error:  # whatever a broken game raises is what we look for
                self._breach(Law.SAMPLE, f"a sampled action can't be done: {error!r}", state, None)
                break
            actions.append(action)
            states.append(after)
        self.count["longest"] = max(self.count["longest"], len(actions))
        self._compare_keys(states)
        self._replay(states, actions)

    def _chooser(self) -> Random:
        return Random(f"{self.seed}/{self.number}/choice")

    def _choice(self, state: Any, rng: Random) -> Any:
        """A random action; now and then a claim, and often one that draws, so that games end."""
        for claim in self.game.claims(state):
            outcome = self.game.outcome(self.game.apply(state, claim).state)
            ends_drawn = outcome is not None and outcome.winner is None
            odds = 0.25 if ends_drawn else 0.02 if outcome is None else 0.0005
            if rng.random() < odds:
                return claim
        return self.game.sample(state, rng)

    def _visit(self, state: Any, rng: Random) -> None:
        """Test every law in one state."""
        self.count["states"] += 1
        try:
            visit = self._prepare(state, rng)
        except Exception as error:  # as above
            self._breach(Law.FROZEN, f"raised {error!r}", state, None)
            return
        for law, examine in LAWS:
            try:
                for detail, action in examine(visit):
                    self._breach(law, detail, state, action)
            except Exception as error:  # as above
                self._breach(law, f"raised {error!r}", state, None)
        if len(self.pool) > 500:
            self.pool = rng.sample(self.pool, 250)
        self.pool.extend(visit.acted)

    def _prepare(self, state: Any, rng: Random) -> Visit:
        most, before = self.limits.listed, text_of(self.game.encode(state))
        listed = tuple(first_actions(self.game.legal(state), most + 1))
        whole = len(listed) <= most
        claims = tuple(self.game.claims(state))
        some = [rng.choice(listed)] if listed else []
        if listed:
            some += [self.game.sample(state, rng) for _ in range(self.limits.acted - 1)]
        allowed = (action for action in (*some, *claims) if self.game.is_legal(state, action))
        acted = tuple(dict.fromkeys(allowed))
        return Visit(
            game=self.game,
            rules=self.rules,
            state=state,
            limits=self.limits,
            rng=rng,
            listed=listed[:most],
            whole=whole,
            claims=claims,
            acted=acted,
            tried=tuple(self._foreign(state, acted, rng)),
            before=before,
            count=self.count,
        )

    def _foreign(self, state: Any, acted: Sequence[Any], rng: Random) -> Iterator[Any]:
        """Actions of other states, and legal ones with a word changed."""
        sources = [*acted, *self.pool]
        if not sources:
            return
        for turn in range(self.limits.tried):
            if turn % 2 and self.pool:
                yield rng.choice(self.pool)
                continue
            data = _altered(
                through_text(self.game.encode_action(rng.choice(acted or sources))),
                through_text(self.game.encode_action(rng.choice(sources))),
                rng,
            )
            try:
                yield self.game.decode_action(state, data)
            except GameError:
                continue

    def _compare_keys(self, states: Sequence[Any]) -> None:
        """States of a game with one key have one table and one actor.

        Before anything lies on the table nothing can be repeated, so keys are not compared there.
        """
        seen: dict[Any, tuple[Placement, frozenset[Seat], Any]] = {}
        try:
            for state in states:
                table, acting = self.game.placement(state), self.game.to_act(state)
                if not table.piles or len(acting) != 1 or CHANCE in acting:
                    continue
                known = seen.setdefault(self.game.key(state), (table, acting, state))
                if known[:2] != (table, acting):
                    self._breach(Law.KEY, "two different positions have one key", state, None)
        except Exception as error:  # as above
            self._breach(Law.KEY, f"raised {error!r}", states[-1], None)

    def _replay(self, states: Sequence[Any], actions: Sequence[Any]) -> None:
        """Play the record again, and play again with the same chance."""
        state = again = self.game.initial(self.rules)
        chooser = self._chooser()
        for turn, (action, wanted) in enumerate(zip(actions, states[1:], strict=True)):
            self.turn = turn
            try:
                data = through_text(self.game.encode_action(action))
                state = self.game.apply(state, self.game.decode_action(state, data)).state
                again = self.game.apply(again, self._choice(again, chooser)).state
            except Exception as error:  # as above
                self._breach(Law.REPLAY, f"raised {error!r}", state, action)
                return
            if state != wanted:
                self._breach(Law.REPLAY, "the record leads to another state", state, action)
                return
            if again != wanted:
                self._breach(Law.REPLAY, "the same chance leads to another state", again, action)
                return

    def _breach(self, law: Law, detail: str, state: Any, action: Any) -> None:
        """Note a breach, unless enough of its law are told."""
        self.told[law] += 1
        if self.told[law] > self.limits.shown:
            return
        try:
            position = "" if state is None else text_of(self.game.encode(state))
        except Exception:  # a state that can't be written is shown as it is
            position = repr(state)
        words = "" if action is None else repr(action)
        self.breaches.append(Breach(law, detail, position, self.number, self.turn, words))


def _altered(data: Json, other: Json, rng: Random) -> Json:
    """An action's JSON with one thing in it changed, swapped for another action's, or left out."""
    if isinstance(data, dict) and data:
        name = rng.choice(sorted(data))
        if rng.random() < 0.1:
            return {key: kept for key, kept in data.items() if key != name}
        donor = other.get(name) if isinstance(other, dict) else other
        return {**data, name: _altered(data[name], donor, rng)}
    if isinstance(data, list) and data:
        if rng.random() < 0.3:
            return rng.choice((data[:-1], data[::-1], data + data[:1]))
        place = rng.randrange(len(data))
        donor = other[place] if isinstance(other, list) and place < len(other) else other
        return [*data[:place], _altered(data[place], donor, rng), *data[place + 1 :]]
    if type(data) is int and rng.random() < 0.7:
        return data + rng.choice((-1, 1, 7))
    if isinstance(data, str) and rng.random() < 0.1:
        return data[:-1]
    words = [word for word in _words(other) if word != data]
    return rng.choice(words) if words else other


def _words(data: Json) -> Iterator[str]:
    """Every string in some JSON."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for value in data.values() if isinstance(data, dict) else data:
            yield from _words(value)
