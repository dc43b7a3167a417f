"""Commands to the table, and questions to the referee."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import TimeoutError as WaitedTooLong
from dataclasses import replace
from typing import Any

from flask import current_app
from flask.typing import ResponseReturnValue

from companion.errors import ANTICIPATED
from companion.games.api import CHANCE, Seat
from companion.games.registry import AnyGame
from companion.referee.commands import Command, Done, Play, ResumeGame, TakeBack
from companion.referee.refusing import RefusalCode, Refused
from companion.referee.snapshot import Snapshot
from webui.asking import QUESTION, answer_to
from webui.commands import BODY, Order, read_order
from webui.pace import ORDERS, QUESTIONS
from webui.parts import NAME, parts
from webui.refusals import Refusal
from webui.roles import Role, Viewer
from webui.routing import Area, Route
from webui.telling.secrecy import hides, may_enter, seats_of
from webui.viewing import catalogue, viewer

LONGEST_S = 8.0
"""A command that takes longer is answered for: it may still be done."""

_STATUS: Mapping[RefusalCode, int] = {
    RefusalCode.STALE: 409,
    RefusalCode.NO_GAME: 409,
    RefusalCode.NOT_NOW: 409,
    RefusalCode.BAD: 422,
    RefusalCode.BROKEN: 500,
    RefusalCode.CLOSED: 503,
}


def order(body: dict[str, Any]) -> ResponseReturnValue:
    """Do a command, or say why not; with a fresh table where the sender's was old."""
    who, read = viewer(), read_order(body)
    if who.role < read.shape.role:
        raise Refusal(403, "forbidden", values={"role": read.shape.role.word})
    table = parts().table
    command = for_seat(read, who, table.snapshot)
    key = f"{who.device}/{read.key}" if read.key else ""
    posted = table.post(command, version=read.version, key=key, by=who.called)
    try:
        reply = posted.result(LONGEST_S)
    except WaitedTooLong as error:
        raise Refusal(504, "no-answer-yet") from error
    if reply.refusal is not None:
        raise _refused(reply.refusal, reply.snapshot, who)
    return {"accepted": True, "version": reply.snapshot.version}


def _refused(refusal: Refused, snapshot: Snapshot, who: Viewer) -> Refusal:
    told = current_app.extensions[NAME].teller.tell(snapshot, who)
    stale = refusal.code is RefusalCode.STALE
    message, advice = refusal.message, refusal.advice
    if refusal.why is not None and snapshot.timeline is not None:
        message, advice = catalogue(snapshot.timeline.game.spec.id).unread(refusal.why)
    return Refusal(
        _STATUS[refusal.code],
        refusal.code.value,
        message="" if stale else message,
        advice=advice or catalogue().say("errors.bad-request.advice"),
        more={"table": told} if _STATUS[refusal.code] == 409 else {},
    )


def for_seat(read: Order, who: Viewer, snapshot: Snapshot) -> Command:
    """The command as its sender may give it. Raises `Refusal` for somebody else's seat."""
    command, timeline = read.command, snapshot.timeline
    if isinstance(command, ResumeGame):
        parts().log.entry(command.game_id)
    if timeline is None or not isinstance(command, Play | Done | TakeBack):
        return command
    game, state = timeline.game, timeline.state
    mine = seats_of(who, game, state)
    if command.seat is not None and command.seat not in mine:
        raise Refusal(403, "not-your-seat")
    own = command.seat or (who.seat if who.seat in mine else None)
    if isinstance(command, Play):
        return _play(command, who, own, game, state)
    return replace(command, seat=own)


def _play(command: Play, who: Viewer, own: Seat | None, game: AnyGame, state: Any) -> Command:
    """Whoever acts for every seat says whose action it is by the action itself."""
    action = _read(command, game, state)
    actor = None if action is None else game.actor(state, action)
    dealing = CHANCE in game.to_act(state) and actor in (None, CHANCE)
    if own is None and not dealing:
        acting = who_may_act(game, state) if actor in (None, CHANCE) else frozenset((actor,))
        if acting - seats_of(who, game, state) - {CHANCE}:
            raise Refusal(403, "take-a-seat")
    if hides(game) and own is not None and _for_another(actor, own, game, state):
        raise Refusal(403, "not-your-seat")  # what the rules say to it would tell what is held
    if action is not None and hides(game) and not may_enter(game, state, action, own):
        if actor != CHANCE:
            raise Refusal(403, "not-your-seat")
        if _plays(who):
            # Whoever enters a deal knows all hands. Cards that nobody should know are left out.
            raise Refusal(403, "cards-are-shuffled")
    return replace(command, seat=None if dealing else own)


def _plays(who: Viewer) -> bool:
    """Whether somebody may be a player: a referee without a seat may know what others may not."""
    return who.role < Role.REFEREE or who.seat is not None


def _for_another(actor: Seat | None, own: Seat, game: AnyGame, state: Any) -> bool:
    """Whether what is to be played is another seat's, or can't be read and comes out of turn."""
    if actor is None:
        return CHANCE not in game.to_act(state) and own not in who_may_act(game, state)
    return actor not in (own, CHANCE)


def _read(command: Play, game: AnyGame, state: Any) -> Any:
    """What is to be played; None for what can't be read, which the table refuses."""
    try:
        if command.text:
            return game.parse(state, command.text)
        return game.decode_action(state, command.action)
    except ANTICIPATED:
        return None


def who_may_act(game: AnyGame, state: Any) -> frozenset[Seat]:
    """The seats that may act or claim now."""
    claiming = {game.actor(state, claim) for claim in game.claims(state)}
    return game.to_act(state) | claiming


def ask(body: dict[str, Any]) -> ResponseReturnValue:
    """What the referee would say to an action, without playing it."""
    timeline = parts().table.snapshot.timeline
    if timeline is None:
        raise Refusal(409, "no-game")
    return answer_to(body, timeline, viewer(), catalogue(timeline.game.spec.id))


AREA = Area(
    "orders",
    (
        Route(
            "POST",
            "/api/commands",
            order,
            "A command to the table.",
            role=Role.PLAYER,
            body=BODY,
            most_bytes=128 * 1024,
            statuses={
                409: "The table has gone on, or it makes no sense now; with the table as it is.",
                422: "It can't be understood, or asks for what is not there.",
            },
            pace=ORDERS,
        ),
        Route(
            "POST",
            "/api/ask",
            ask,
            "What the referee would say to an action, without playing it.",
            body=QUESTION,
            statuses={
                400: "The action can't be read.",
                403: "In a game with hidden cards one asks for one's own seat.",
                409: "No game is on the table.",
            },
            pace=QUESTIONS,
        ),
    ),
)
