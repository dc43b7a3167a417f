"""The laws of the game protocol, each a function that names where a state breaks it.

`companion.games.conformance` plays the games and asks them. A law knows nothing but the protocol.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Any, Protocol, runtime_checkable

from companion.games.api import (
    CHANCE,
    Conceals,
    Game,
    Json,
    Piece,
    Placed,
    Placement,
    Seat,
    Verdict,
    first_actions,
)
from companion.games.errors import BadPosition, IllegalAction

AnyGame = Game[Any, Any]
Finding = tuple[str, Any]
"""What is wrong, and the action that shows it (None: the state alone does)."""


class Law(Enum):
    """The laws, in the order in which they are tested."""

    FROZEN = "states and actions are hashable values"
    ORDER = "legal gives the same actions in the same order each time it is iterated"
    UNIQUE = "legal names no action twice, nor do the claims"
    ENDING = "nobody acts, and nothing is legal, exactly when there is an outcome"
    ACTOR = "a legal action's actor is one of those who may act"
    SAMPLE = "sample gives legal actions, and leaves the state as it was"
    MEMBERSHIP = "is_legal is true exactly for the members of legal and claims"
    RULING = "rule_on is LEGAL exactly where is_legal, else has reasons with ruling IDs"
    ADVICE = "the nearest actions that a ruling names are legal"
    PURE = "apply leaves its arguments as they were and gives the same each time"
    REFUSAL = "apply raises IllegalAction for an illegal action"
    EFFECTS = "the effects, done one by one on the placement, give the new placement"
    STATE_CODEC = "decode is the inverse of encode, by way of JSON text"
    ACTION_CODEC = "decode_action is the inverse of encode_action, by way of JSON text"
    NOTATION = "parse is the inverse of format"
    POSITION = "a position is read back from its JSON and from its line as it was written"
    FAULTS = "the table of a state, once laid, has no faults; a strange piece on it is one"
    RESYNCHRONISED = "a game goes on from its own table, and from what people let stand"
    VIEW = "a view shows nothing that its seat may not know"
    KEY = "key is equal for equal positions and differs for others"
    LENGTH = "a game ends"
    REPLAY = "the same actions give the same game, and so does the same chance"


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is tested.

    ``most_actions`` ends a game that does not end; ``listed`` is how much of a legal list is read;
    ``acted`` how many legal actions of a state are done, written and read; ``tried`` how many
    foreign and altered ones are tried; ``every`` how many states lie between two tested ones;
    ``shown`` how many breaches of one law are told.
    """

    most_actions: int = 2000
    listed: int = 400
    acted: int = 4
    tried: int = 12
    every: int = 1
    shown: int = 3


@runtime_checkable
class Redetermines(Protocol):
    """What a game of hidden information offers besides `Game`, so that its views can be tested."""

    def redetermine(self, state: Any, seat: Seat | None, rng: Random) -> Any:
        """A state that could as well be, for all that `seat` may know; mostly not `state`."""
        ...


@dataclass(frozen=True, slots=True)
class Visit:
    """A state met, with what the laws need of it."""

    game: AnyGame
    rules: dict[str, Json]
    state: Any
    limits: Limits
    rng: Random
    listed: tuple[Any, ...]
    """The first legal actions."""
    whole: bool
    """Whether these are all."""
    claims: tuple[Any, ...]
    acted: tuple[Any, ...]
    """Legal actions and claims to do, write and read."""
    tried: tuple[Any, ...]
    """Actions of other states and altered ones, which may be legal or not."""
    before: str
    """The state as text, before any law was tested on it."""
    count: Counter[str]

    def everything(self) -> Iterator[Any]:
        """Every action that this visit judges, each once."""
        return iter(dict.fromkeys((*self.listed, *self.claims, *self.acted, *self.tried)))

    def frozen_text(self) -> str:
        """The state as JSON text."""
        return text_of(self.game.encode(self.state))


def text_of(data: Json) -> str:
    """JSON as text, always in the same order."""
    return json.dumps(data, sort_keys=True, allow_nan=False)


def through_text(data: Json) -> Json:
    """JSON written and read again."""
    return json.loads(json.dumps(data, allow_nan=False))


# --- The laws -------------------------------------------------------------------------------------


def _frozen(visit: Visit) -> Iterator[Finding]:
    hash(visit.state)
    copy = visit.game.decode(through_text(visit.game.encode(visit.state)))
    if copy == visit.state and hash(copy) != hash(visit.state):
        yield "equal states have different hashes", None


def _order(visit: Visit) -> Iterator[Finding]:
    actions = visit.game.legal(visit.state)
    for again in (actions, actions, visit.game.legal(visit.state)):
        found = tuple(first_actions(again, visit.limits.listed))
        if found != visit.listed:
            yield f"{len(found)} actions instead of {len(visit.listed)}, or another order", None
            return


def _unique(visit: Visit) -> Iterator[Finding]:
    for name, actions in (("legal", visit.listed), ("claims", visit.claims)):
        for action, times in Counter(actions).items():
            if times > 1:
                yield f"{times} times in {name}", action


def _ending(visit: Visit) -> Iterator[Finding]:
    acting = visit.game.to_act(visit.state)
    over = visit.game.outcome(visit.state) is not None
    strangers = acting - {*visit.game.spec.seats, CHANCE}
    if strangers:
        yield f"no such seats: {', '.join(sorted(strangers))}", None
    if bool(acting) is over:
        yield f"to act: {', '.join(sorted(acting)) or 'nobody'}, and over: {over}", None
    if bool(visit.listed) is over:
        yield f"legal actions: {len(visit.listed)}, and over: {over}", None
    if over and visit.claims:
        yield "something may be claimed though the game is over", visit.claims[0]
    outcome = visit.game.outcome(visit.state)
    if outcome is not None and not outcome.ruling:
        yield "the outcome has no ruling", None


def _actor(visit: Visit) -> Iterator[Finding]:
    acting = visit.game.to_act(visit.state)
    for action in visit.listed:
        actor = visit.game.actor(visit.state, action)
        if actor not in acting:
            yield f"{actor} acts, but to act is {', '.join(sorted(acting))}", action
            return
    for action in visit.claims:
        if visit.game.actor(visit.state, action) not in visit.game.spec.seats:
            yield "a claim by somebody who has no seat", action


def _sample(visit: Visit) -> Iterator[Finding]:
    if visit.game.outcome(visit.state) is not None or not visit.listed:
        return
    before = visit.frozen_text()
    for _ in range(visit.limits.acted):
        action = visit.game.sample(visit.state, visit.rng)
        if not visit.game.is_legal(visit.state, action):
            yield "is_legal refuses a sampled action", action
        if visit.whole and action not in visit.listed:
            yield "a sampled action is not in legal", action
    if visit.frozen_text() != before:
        yield "sample changed the state", None


def _membership(visit: Visit) -> Iterator[Finding]:
    members = {*visit.listed, *visit.claims}
    for action in visit.everything():
        legal = visit.game.is_legal(visit.state, action)
        if action in members and not legal:
            yield "is_legal refuses a member of legal or claims", action
        if legal and visit.whole and action not in members:
            yield "is_legal allows what is neither in legal nor in claims", action


def _ruling(visit: Visit) -> Iterator[Finding]:
    for action in (*visit.acted, *visit.tried):
        ruling = visit.game.rule_on(visit.state, action)
        legal = visit.game.is_legal(visit.state, action)
        if (ruling.verdict is Verdict.LEGAL) is not legal:
            yield f"rule_on says {ruling.verdict.value}, is_legal {legal}", action
        elif legal and ruling.reasons:
            yield "a legal action has reasons against it", action
        elif legal and ruling.effects != visit.game.apply(visit.state, action).effects:
            yield "rule_on and apply name different effects", action
        elif not legal and not ruling.reasons:
            yield "no reason is given", action
        elif not all(cause.ruling and cause.key for cause in ruling.reasons):
            yield "a reason has no ruling ID, or no key", action


def _advice(visit: Visit) -> Iterator[Finding]:
    for action in visit.tried:
        for near in visit.game.rule_on(visit.state, action).nearest:
            if not visit.game.is_legal(visit.state, near):
                yield f"told to do {near} instead, which is illegal", action


def _pure(visit: Visit) -> Iterator[Finding]:
    if visit.frozen_text() != visit.before:
        yield "the state is changed by being asked about", None
    for action in visit.acted:
        before, words = visit.frozen_text(), text_of(visit.game.encode_action(action))
        first = visit.game.apply(visit.state, action)
        if visit.frozen_text() != before:
            yield "apply changed the state that it was given", action
        if text_of(visit.game.encode_action(action)) != words:
            yield "apply changed the action that it was given", action
        second = visit.game.apply(visit.state, action)
        if first != second:
            yield "applied twice, it gives two results", action
        visit.count["actions"] += 1


def _refusal(visit: Visit) -> Iterator[Finding]:
    for action in visit.tried:
        if visit.game.is_legal(visit.state, action):
            continue
        visit.count["refused"] += 1
        before = visit.frozen_text()
        try:
            visit.game.apply(visit.state, action)
        except IllegalAction:
            pass
        else:
            yield "apply does an illegal action", action
        if visit.frozen_text() != before:
            yield "the refused action changed the state", action


def _effects(visit: Visit) -> Iterator[Finding]:
    for action in visit.acted:
        after = visit.game.apply(visit.state, action)
        table = visit.game.placement(visit.state)
        try:
            for effect in after.effects:
                table = table.after(effect)
        except ValueError as error:
            yield f"an effect can't be done: {error}", action
            continue
        wanted = visit.game.placement(after.state)
        if table != wanted:
            sites = sorted(
                site for site in {*table.piles, *wanted.piles} if table.at(site) != wanted.at(site)
            )
            yield f"the effects leave something else on {', '.join(sites)}", action
        if not all(effect.ruling for effect in after.effects):
            yield "an effect has no ruling", action


def _state_codec(visit: Visit) -> Iterator[Finding]:
    for action in (None, *visit.acted):
        state = visit.state
        if action is not None:  # claims end games that are not played to that end: look there, too
            state = visit.game.apply(state, action).state
        data = visit.game.encode(state)
        back = visit.game.decode(through_text(data))
        if back != state:
            yield "the state comes back as another one", action
        elif text_of(visit.game.encode(back)) != text_of(data):
            yield "the state comes back equal and is written otherwise", action


def _action_codec(visit: Visit) -> Iterator[Finding]:
    for action in visit.acted:
        data = through_text(visit.game.encode_action(action))
        back = visit.game.decode_action(visit.state, data)
        if back != action:
            yield f"it comes back as {back}", action


def _notation(visit: Visit) -> Iterator[Finding]:
    for action in visit.acted:
        words = visit.game.format(visit.state, action)
        back = visit.game.parse(visit.state, words)
        if back != action:
            yield f"'{words}' is read as {back}", action
        if "\n" in words or words != words.strip() or not words:
            yield f"{words!r} is not one line of words", action


def _position(visit: Visit) -> Iterator[Finding]:
    game = visit.game
    data = through_text(game.position_to_json(visit.state))
    line = game.position_line(visit.state)
    if "\n" in line:
        yield "the position line has more than one line", None
    from_json = game.position_from_json(data, visit.rules)
    from_line = game.position_from_line(line)
    for name, back in (("JSON", from_json), ("line", from_line)):
        if through_text(game.position_to_json(back)) != data:
            yield f"read from its {name}, the position has other JSON", None
        if game.position_line(back) != line:
            yield f"read from its {name}, the position has another line", None


def _faults(visit: Visit) -> Iterator[Finding]:
    table = visit.game.placement(visit.state)
    found = visit.game.faults(table, visit.state)
    if found and table.piles and not _is_being_laid(visit):
        yield f"the state's own table is said to be wrong: {found[0].reason}", None
    if table.piles:
        site = visit.rng.choice(sorted(table.piles))
        strange = Piece("nobody", "nothing")
        wrong = Placement({**table.piles, site: (*table.at(site), strange)})
        if not visit.game.faults(wrong, visit.state):
            yield f"a piece that the game doesn't have lies on {site} unnoticed", None


def _is_being_laid(visit: Visit) -> bool:
    """Whether an action places pieces: till then, a table may rightly be called incomplete."""
    return any(
        isinstance(effect, Placed)
        for action in visit.acted
        for effect in visit.game.apply(visit.state, action).effects
    )


def _resynchronised(visit: Visit) -> Iterator[Finding]:
    game, table = visit.game, visit.game.placement(visit.state)
    acting = visit.game.to_act(visit.state)
    if not table.piles or len(acting) != 1 or CHANCE in acting or _is_being_laid(visit):
        return
    seat = next(iter(acting))
    once = game.placement(game.resynchronised(visit.state, table, seat))
    again = game.resynchronised(visit.state, once, seat)
    if game.placement(again) != once:
        yield "gone on from its own table, the game has another", None
    for action in visit.tried:
        if game.is_legal(visit.state, action):
            continue
        try:
            forced = game.forced(visit.state, action)
        except BadPosition:
            continue
        if game.decode(through_text(game.encode(forced))) != forced:
            yield "what was let stand can't be written and read", action


def _view(visit: Visit) -> Iterator[Finding]:
    game, state = visit.game, visit.state
    seats = (*game.spec.seats, None)
    views = {seat: text_of(game.view(state, seat)) for seat in seats}
    if game.spec.perfect_information:
        if len(set(views.values())) > 1:
            yield "everybody may see all, yet the views differ", None
    elif not isinstance(game, Redetermines):
        yield "a game of hidden information has to offer redetermine", None
    elif not isinstance(game, Conceals):
        yield "a game of hidden information has to offer known and shown", None
    else:
        for seat in seats:
            other = game.redetermine(state, seat, visit.rng)
            visit.count["redetermined"] += 1
            visit.count["hidden"] += other != state
            if text_of(game.view(other, seat)) != views[seat]:
                yield f"{seat or 'a bystander'} sees what only another may know", None
            if game.known(other, seat) != game.known(state, seat):
                yield f"{seat or 'a bystander'} knows what only another may know", None
        yield from _shown(visit, game)


def _shown(visit: Visit, game: Conceals) -> Iterator[Finding]:
    """Who does an action sees all of it, and nothing is left in what was left out."""
    for action in visit.acted:
        actor = visit.game.actor(visit.state, action)
        if actor != CHANCE and game.shown(visit.state, action, actor) != action:
            yield "an action is hidden from the seat that does it", action
        for seat in (*visit.game.seats(visit.state), None):
            seen = game.shown(visit.state, action, seat)
            if game.shown(visit.state, seen, seat) != seen:
                yield (
                    f"what {seat or 'a bystander'} is shown of it still holds hidden cards",
                    action,
                )


def _key(visit: Visit) -> Iterator[Finding]:
    hash(visit.game.key(visit.state))
    copy = visit.game.decode(through_text(visit.game.encode(visit.state)))
    if visit.game.key(copy) != visit.game.key(visit.state):
        yield "an equal position has another key", None


LAWS: tuple[tuple[Law, Callable[[Visit], Iterator[Finding]]], ...] = (
    (Law.FROZEN, _frozen),
    (Law.ORDER, _order),
    (Law.UNIQUE, _unique),
    (Law.ENDING, _ending),
    (Law.ACTOR, _actor),
    (Law.SAMPLE, _sample),
    (Law.MEMBERSHIP, _membership),
    (Law.RULING, _ruling),
    (Law.ADVICE, _advice),
    (Law.PURE, _pure),
    (Law.REFUSAL, _refusal),
    (Law.EFFECTS, _effects),
    (Law.STATE_CODEC, _state_codec),
    (Law.ACTION_CODEC, _action_codec),
    (Law.NOTATION, _notation),
    (Law.POSITION, _position),
    (Law.FAULTS, _faults),
    (Law.RESYNCHRONISED, _resynchronised),
    (Law.VIEW, _view),
    (Law.KEY, _key),
)
"""The laws of one state; LENGTH, REPLAY and the other half of KEY are laws of a whole game."""
