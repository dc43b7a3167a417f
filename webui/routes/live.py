"""The table now, and as it changes."""

from __future__ import annotations

from flask import Request, Response, current_app, request
from flask.typing import ResponseReturnValue

from webui.parts import NAME, parts
from webui.routing import Area, Route
from webui.streams import stream
from webui.viewing import asked_language, viewer


def table_now() -> ResponseReturnValue:
    """The table as the viewer may know it."""
    told = current_app.extensions[NAME].teller.tell(parts().table.snapshot, viewer())
    return dict(told)


def events() -> ResponseReturnValue:
    """The stream of events of the table."""
    house, asked, language = current_app.extensions[NAME], _this_request(), asked_language()
    leave = house.streams.enter(request.remote_addr or "", own_screen=viewer().own_screen)
    gone = request.environ.get("waitress.client_disconnected", lambda: False)
    found = stream(
        house.pulse, house.teller, lambda: house.gate.viewer(asked, language), is_gone=gone
    )
    response = Response(found, mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"  # a proxy must not hold events back
    response.call_on_close(leave)
    return response


def _this_request() -> Request:
    """The request itself, which outlives its context while a stream is open."""
    found: Request = request._get_current_object()  # type: ignore[attr-defined]
    return found


AREA = Area(
    "live",
    (
        Route("GET", "/api/table", table_now, "The table as the viewer may know it."),
        Route(
            "GET",
            "/api/events",
            events,
            "Server-sent events: `snapshot` (the whole table) first, then `delta`s.",
            gives="text/event-stream",
            statuses={503: "Too many listen already; come back later."},
        ),
    ),
)
