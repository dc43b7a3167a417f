"""A snapshot as JSON for one viewer: the table page is drawn from it, and from nothing else."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from companion.games.api import CHANCE, Json, Seat
from companion.games.errors import GameError
from companion.games.registry import AnyGame
from companion.language.catalogue import Catalogue, load
from companion.language.notices import worded
from companion.record.replay import Timeline
from companion.referee.clock import ClockState
from companion.referee.eyes import RollSeen
from companion.referee.snapshot import Answer, Proposal, Said, Snapshot
from webui.games import board_of
from webui.roles import Role, Viewer
from webui.telling import choices as choosing
from webui.telling.logbook import log_json
from webui.telling.pieces import (
    differing,
    pile_json,
    seat_numbers,
    sites_json,
    sites_of,
    todo_json,
)
from webui.telling.saying import About, answer_json
from webui.telling.secrecy import hides, seats_of, shown_notation, view_seat
from webui.viewing import SUBJECTS

MOST_KEPT = 32
"""So many tellings, and logs, are kept: a version for each language, seat and role."""


class Teller:
    """Tells snapshots. What several viewers may know alike is worked out once. Safe for threads."""

    def __init__(self, *, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._told: OrderedDict[Any, dict[str, Json]] = OrderedDict()
        self._logs: OrderedDict[Any, dict[int, dict[str, Json]]] = OrderedDict()
        self._choices: OrderedDict[Any, choosing.Choices] = OrderedDict()
        self._lock = threading.RLock()

    def tell(self, snapshot: Snapshot, viewer: Viewer) -> dict[str, Json]:
        """The table as a viewer may know it. The value is shared: don't change it."""
        key = (snapshot.version, viewer.language, viewer.seat, viewer.role)
        with self._lock:
            told = self._told.get(key)
            if told is None:
                told = _kept(self._told, key, self._whole(snapshot, viewer))
        return {**told, "clock": clock_json(snapshot.clock, self._now_s())}

    def _whole(self, snapshot: Snapshot, viewer: Viewer) -> dict[str, Json]:
        timeline = snapshot.timeline
        if timeline is None:
            say = load(viewer.language, *SUBJECTS)
            about = About(None, None, say, viewer)
            return {**_frame(snapshot, about), **_NO_GAME, "prompt": say.say("prompts-panel.idle")}
        game, state = timeline.game, timeline.state
        say = load(viewer.language, game.spec.id, *SUBJECTS)
        about = About(game, state, say, viewer)
        seat = view_seat(viewer, game, state)
        offered = self._choices_of(snapshot, about)
        return {
            **_frame(snapshot, about),
            "game": game_json(snapshot, timeline, say),
            "prompt": _prompt(snapshot, game.phase(state), say),
            "to_act": sorted(snapshot.to_act),
            "board": board_json(game, state, seat, say),
            "lying": differing(game.placement(state), snapshot.lying, say),
            "last": _last(timeline, seat, say),
            "actions": offered.actions,
            "more_actions": offered.more,
            "claims": offered.claims,
            "proposal": _proposal(snapshot.proposal, say),
            "log": self._log(snapshot.game_id, timeline, seat, say),
        }

    def _choices_of(self, snapshot: Snapshot, about: About) -> choosing.Choices:
        """The legal actions, kept until something is played: many versions have the same."""
        timeline = snapshot.timeline
        seats = seats_of(about.viewer, about.game, about.state) if about.game else frozenset()
        if timeline is None or about.game is None or not seats:
            return choosing.NONE
        key = (snapshot.game_id, len(timeline.events), about.say.language, seats)
        found = self._choices.get(key)
        if found is None:
            found = choosing.choices(about.game, about.state, seats, about.say)
            _kept(self._choices, key, found)
        return found

    def _log(
        self, game_id: int | None, timeline: Timeline, seat: Seat | None, say: Catalogue
    ) -> list[Json]:
        hidden_from = seat if hides(timeline.game) else None
        key = (game_id, timeline.events[0].wall_time, say.language, hidden_from)
        known = self._logs.get(key)
        if known is None:
            known = _kept(self._logs, key, {})
        return log_json(timeline, seat, say, known=known)


def _kept(kept: OrderedDict[Any, Any], key: Any, value: Any) -> Any:
    kept[key] = value
    while len(kept) > MOST_KEPT:
        kept.popitem(last=False)
    return value


_NO_GAME: dict[str, Json] = {
    "game": None,
    "to_act": [],
    "board": None,
    "lying": {},
    "last": None,
    "actions": [],
    "more_actions": False,
    "claims": [],
    "proposal": None,
    "log": [],
}


def _frame(snapshot: Snapshot, about: About) -> dict[str, Json]:
    """What is told whether a game is on the table or not."""
    viewer, say, answer = about.viewer, about.say, snapshot.answer
    return {
        "version": snapshot.version,
        "phase": snapshot.phase.value,
        "you": {
            "role": viewer.role.word,
            "seat": viewer.seat,
            "seats": sorted(seats_of(viewer, about.game, about.state)) if about.game else [],
        },
        "answer": None
        if answer is None
        else answer_json(answer, _answer_notation(snapshot, answer, about), about),
        "todo": todo_json(snapshot.todo, say),
        "waiting": snapshot.waiting,
        "looking": snapshot.looking,
        "paused": snapshot.paused,
        "automatic": snapshot.automatic,
        "by_hand": snapshot.by_hand,
        "camera": {
            "watch": snapshot.camera.watch.value,
            "name": worded(snapshot.camera.name, say.language),
            "reason": worded(snapshot.camera.reason, say.language),
        },
        "latest": snapshot.latest,
        "corrections": {site: list(pile) for site, pile in snapshot.corrections.items()},
        "roll": _roll(snapshot.roll, say),
        "troubles": [worded(trouble, say.language) for trouble in snapshot.troubles]
        if viewer.role >= Role.REFEREE
        else [],
    }


def game_json(snapshot: Snapshot, timeline: Timeline, say: Catalogue) -> dict[str, Json]:
    """The game that is on the table, by its names."""
    game, state = timeline.game, timeline.state
    phase = game.phase(state)
    return {
        "id": game.spec.id,
        "title": game.spec.title,
        "number": snapshot.game_id,
        "rules": {**game.spec.rules({}), **timeline.started.rules},
        "players": dict(timeline.started.players),
        "seats": list(game.seats(state)),
        "phase": phase,
        "phase_name": say.phase_name(phase),
        "prompt": _prompt(snapshot, phase, say),
        "names": names_json(game, say),
        "plurals": plurals_json(say),
        "hidden": hides(game),
        "result": None
        if timeline.outcome is None
        else {
            "winner": timeline.outcome.winner,
            "shared": list(timeline.outcome.shared),
            "ruling": timeline.outcome.ruling,
            "text": say.outcome_sentence(timeline.outcome),
        },
    }


def names_json(game: AnyGame, say: Catalogue) -> dict[str, str]:
    """The names of seats, of all the game's words and of its pieces, in the viewer's language."""
    words = [*game.spec.seats, *say.grammar.terms]
    names = {word: say.name(word) for word in words if not word.isdecimal()}
    pieces = board_of(game.spec.id).pieces
    return names | {str(piece): say.name(piece, "full") for piece in pieces}


def plurals_json(say: Catalogue) -> dict[str, Json]:
    """Words with what they are called by their number: category of the language -> form."""
    categories = ("zero", "one", "two", "few", "many", "other")
    return {
        word: {name: term[name] for name in categories if name in term}
        for word, term in say.grammar.terms.items()
        if isinstance(term, Mapping) and "other" in term
    }


def _prompt(snapshot: Snapshot, phase: str, say: Catalogue) -> str:
    """Who is to do what now."""
    seats = tuple(sorted(snapshot.to_act - {CHANCE}))
    for key in (f"prompts-panel.{phase}", f"prompts-panel.{snapshot.phase.value}"):
        text = say.say(key, seats=seats)
        if text != key:
            return text
    return say.say("prompts-panel.act", seats=seats)


_MEMORY = ("history",)
"""What a view holds for the rules of repetition only: it grows with the game and is not drawn."""


def board_json(game: AnyGame, state: Any, seat: Seat | None, say: Catalogue) -> dict[str, Json]:
    """What lies on the table by the state, and what the seat may know besides."""
    view = {key: value for key, value in game.view(state, seat).items() if key not in _MEMORY}
    return {
        "game": game.spec.id,
        "seat": seat,
        "sites": sites_json(game.placement(state), say),
        "view": view,
        "facts": board_of(game.spec.id).facts(_with_rules(view, state)),
    }


def _with_rules(view: Json, state: Any) -> Json:
    """A view with the switches of its game; some games' views are a bare position."""
    return view if "rules" in view else {**view, "rules": state.rules.changed()}


def _last(timeline: Timeline, seat: Seat | None, say: Catalogue) -> dict[str, Json] | None:
    if not timeline.steps:
        return None
    step, before = timeline.steps[-1], timeline.state_at(len(timeline.steps) - 1)
    notation = (
        step.notation
        if step.action is None or not hides(timeline.game)
        else shown_notation(timeline.game, before, step.action, seat)
    )
    return {
        "seat": step.seat,
        "notation": notation,
        "text": say.steps_sentence(step.effects),
        "sites": sites_of(step.effects),
        "step": len(timeline.steps),
    }


def _answer_notation(snapshot: Snapshot, answer: Answer, about: About) -> str:
    """The action of an answer as the viewer may see it."""
    game, timeline = about.game, snapshot.timeline
    if game is None or timeline is None or not hides(game) or not answer.notation:
        return answer.notation
    before, action = timeline.state_at(max(0, len(timeline.steps) - 1)), answer.action
    if action is None:
        try:
            action = game.parse(before, answer.notation)
        except GameError:
            return about.say.say("log.hidden")
    elif answer.said is Said.ILLEGAL:
        before = about.state
    seat = view_seat(about.viewer, game, about.state)
    shown = shown_notation(game, before, action, seat)
    unchanged = shown == game.format(before, action)
    return answer.notation if unchanged else shown


def _proposal(proposal: Proposal | None, say: Catalogue) -> dict[str, Json] | None:
    if proposal is None:
        return None
    return {
        "sites": {site: pile_json(pile, say) for site, pile in proposal.placement.piles.items()},
        "asked": list(proposal.asked),
        "guesses": {site: list(pile) for site, pile in proposal.guesses.items()},
        "seat": proposal.seat,
        "photo": proposal.photo,
    }


def _roll(roll: RollSeen | None, say: Catalogue) -> dict[str, Json] | None:
    if roll is None:
        return None
    return {
        "colour": roll.colour,
        "faces": dict(roll.faces),
        "cubes": [
            {"face": one.face, "px": list(one.px), "p": round(one.p, 3)} for one in roll.cubes
        ],
        "unread": [list(place) for place in roll.unread],
        "sure": roll.sure,
        "reason": worded(roll.reason, say.language),
    }


def clock_json(clock: ClockState, now_s: float) -> dict[str, Json]:
    """The clock at this moment; who shows it counts on from here."""
    left = {seat: clock.left_at(seat, now_s) for seat in clock.left_s}
    used = {seat: clock.used_at(seat, now_s) for seat in clock.used_s}
    return {
        "limited": clock.limited,
        "running": clock.running,
        "left_s": seat_numbers(left),
        "used_s": seat_numbers(used),
    }
