"""The table now, and as it changes."""

from __future__ import annotations

from flask import Response, current_app, request, stream_with_context
from flask.typing import ResponseReturnValue

from webui.parts import NAME, parts
from webui.routing import Area, Route
from webui.streams import stream
from webui.viewing import viewer


def table_now() -> ResponseReturnValue:
    """The table as the viewer may know it."""
    told = current_app.extensions[NAME].teller.tell(parts().table.snapshot, viewer())
    return dict(told)


def events() -> ResponseReturnValue:
    """The stream of events of the table."""
    house, who = current_app.extensions[NAME], viewer()
    leave = house.streams.enter(request.remote_addr or "", own_screen=who.own_screen)
    gone = request.environ.get("waitress.client_disconnected", lambda: False)
    found = stream(house.pulse, house.teller, who, is_gone=gone)
    response = Response(stream_with_context(found), mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"  # a proxy must not hold events back
    response.call_on_close(leave)
    return response


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
