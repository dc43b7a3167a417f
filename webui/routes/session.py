"""Joining the table: PINs, seats, the QR code, and who one is."""

from __future__ import annotations

import io
from typing import Any

import segno
from flask import Response, current_app, make_response, request
from flask.typing import ResponseReturnValue

from companion.games.registry import game_by_id, game_ids
from webui.gate import MOST_NAME, Gate
from webui.pace import Pace
from webui.parts import NAME, parts
from webui.refusals import Refusal
from webui.roles import Role, Viewer, role_of
from webui.routing import Area, Route
from webui.schema import BOOL, Schema, either, obj, text
from webui.telling.secrecy import hides, plays_together
from webui.viewing import known_languages, viewer

SEAT: Schema = either("string", "null", maxLength=20)
JOINS = Pace("joins", 1, 20)
"""Right PINs, too, are taken at a pace: nobody joins a thousand times."""
ROLES = [role.word for role in Role if role is not Role.SPECTATOR]


def _gate() -> Gate:
    found: Gate = current_app.extensions[NAME].gate
    return found


def session() -> ResponseReturnValue:
    """Who the viewer is, and which seats there are."""
    return told(viewer())


def told(who: Viewer) -> dict[str, Any]:
    """Who somebody is, as JSON."""
    snapshot, seated = parts().table.snapshot, _gate().keys.keys.seated
    timeline = snapshot.timeline
    seats = () if timeline is None else timeline.game.seats(timeline.state)
    return {
        "role": who.role.word,
        "seat": who.seat,
        "name": who.name,
        "joined": bool(who.device) and not who.own_screen,
        "own_screen": who.own_screen,
        "language": who.language,
        "languages": list(known_languages()),
        "seats": [
            {"seat": seat, "taken": seat in seated.values(), "yours": seat == who.seat}
            for seat in seats
        ],
    }


def join(body: dict[str, Any]) -> ResponseReturnValue:
    """Let somebody in who knows a PIN, and give a seat if one is asked for."""
    gate, before = _gate(), viewer()
    seat = body.get("seat")
    _check_seat(seat)
    device = "" if before.own_screen else before.device
    known = gate.join(
        body["pin"], body.get("name", ""), address=request.remote_addr or "", device=device
    )
    who = Viewer(known.role, None, before.language, known.name, known.device)
    if seat is not None:
        gate.take_seat(who, seat, shared=_may_share())
        who = Viewer(known.role, seat, before.language, known.name, known.device)
    response = make_response(told(who))
    gate.give_cookie(response, known, secure=request.is_secure)
    return response


def take_seat(body: dict[str, Any]) -> ResponseReturnValue:
    """Take a seat, or give one's own up."""
    who, seat = viewer(), body["seat"]
    _check_seat(seat)
    _gate().take_seat(who, seat, shared=_may_share())
    return told(Viewer(who.role, seat, who.language, who.name, who.device, who.own_screen))


def free_seat(body: dict[str, Any]) -> ResponseReturnValue:
    """Nobody has this seat any more: for a phone that was lost."""
    _check_seat(body["seat"])
    _gate().keys.free(body["seat"])
    return told(viewer())


def leave() -> ResponseReturnValue:
    """Give the seat up and forget this device."""
    gate, who = _gate(), viewer()
    if who.device:
        gate.keys.seat(who.device, None)
    response = make_response({"role": Role.SPECTATOR.word})
    gate.take_cookie(response)
    return response


def invite() -> ResponseReturnValue:
    """The PINs and where phones find the table; for the table's own screen."""
    urls = parts().addresses
    return {
        "pins": {role.word: pin for role, pin in _gate().keys.keys.pins.items()},
        "urls": list(urls),
        "reachable": bool(urls) and "127.0.0.1" not in urls[0],
    }


def invite_svg() -> ResponseReturnValue:
    """The QR code of the join page; the PIN is behind the "#", which no server ever sees."""
    role = role_of(request.args.get("role", Role.PLAYER.word))
    urls = parts().addresses
    if role is None or role is Role.SPECTATOR or not urls:
        raise Refusal(404, "not-found")
    code = segno.make(f"{urls[0]}/join#{_gate().keys.keys.pins[role]}", error="m", micro=False)
    drawn = io.BytesIO()
    code.save(
        drawn,
        kind="svg",
        border=2,
        light="#fff",
        xmldecl=False,
        svgclass=None,
        lineclass=None,
        omitsize=True,
    )
    return Response(drawn.getvalue(), mimetype="image/svg+xml")


def renew(body: dict[str, Any]) -> ResponseReturnValue:
    """New PINs; if asked for, all who have joined have to join again."""
    keys = _gate().keys
    if body.get("send_all_away"):
        keys.send_all_away()
    else:
        keys.renew_pins()
    return invite()


def _check_seat(seat: str | None) -> None:
    """Raise `Refusal` for a seat that no game has."""
    timeline = parts().table.snapshot.timeline
    if seat is None:
        return
    if timeline is not None:
        known = timeline.game.seats(timeline.state) or timeline.game.spec.seats
    else:
        known = tuple(one for name in game_ids() for one in game_by_id(name).spec.seats)
    if seat not in known:
        raise Refusal(422, "no-such-seat", values={"seats": tuple(dict.fromkeys(known))})


def _may_share() -> bool:
    """Whether several devices may have one seat: not where it shows cards of its own."""
    timeline = parts().table.snapshot.timeline
    if timeline is None or not hides(timeline.game):
        return True
    return plays_together(timeline.game, timeline.state)


AREA = Area(
    "session",
    (
        Route("GET", "/api/session", session, "Who the viewer is, and which seats there are."),
        Route(
            "POST",
            "/api/join",
            join,
            "Join with a PIN, and take a seat.",
            body=obj({"pin": text(12, least=1), "name": text(MOST_NAME), "seat": SEAT}, "pin"),
            statuses={
                403: "The PIN is wrong.",
                409: "Somebody else has the seat.",
                429: "There were too many wrong PINs; Retry-After says how long to wait.",
            },
            pace=JOINS,
        ),
        Route(
            "POST",
            "/api/seat",
            take_seat,
            "Take a seat, or give one's own up (null).",
            role=Role.PLAYER,
            body=obj({"seat": SEAT}, "seat"),
            statuses={409: "Somebody else has the seat."},
        ),
        Route(
            "POST",
            "/api/seat/free",
            free_seat,
            "Take a seat from whoever has it.",
            role=Role.REFEREE,
            body=obj({"seat": text(20, least=1)}, "seat"),
        ),
        Route("POST", "/api/leave", leave, "Give the seat up and forget this device."),
        Route(
            "GET",
            "/api/invite",
            invite,
            "The PINs and the addresses to join by; on the table's own screen.",
            role=Role.ADMIN,
        ),
        Route(
            "GET",
            "/api/invite.svg",
            invite_svg,
            "The QR code to join by.",
            role=Role.ADMIN,
            query={"role": {"type": "string", "enum": ROLES}, "t": text(20)},
            gives="image/svg+xml",
        ),
        Route(
            "POST",
            "/api/invite",
            renew,
            "New PINs; if asked for, everybody has to join again.",
            role=Role.ADMIN,
            body=obj({"send_all_away": BOOL}),
        ),
    ),
)
