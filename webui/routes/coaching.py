"""The coach: what a player might do now, for the games that have one."""

from __future__ import annotations

from typing import Any

from flask.typing import ResponseReturnValue

from companion.games.api import Advises
from webui.asking import asking_seat
from webui.pace import Pace
from webui.parts import parts
from webui.refusals import Refusal
from webui.roles import Role
from webui.routing import Area, Route
from webui.schema import obj
from webui.telling.secrecy import known_state
from webui.viewing import catalogue, viewer

COACHINGS = Pace("coachings", 0.5, 4)
"""The coach searches for a while: it is asked at a slower pace than the referee."""


def coach(body: dict[str, Any]) -> ResponseReturnValue:
    """What the coach says to the viewer, on what the viewer's seat may know."""
    del body
    timeline = parts().table.snapshot.timeline
    if timeline is None:
        raise Refusal(409, "no-game")
    game, state = timeline.game, timeline.state
    if not isinstance(game, Advises):
        raise Refusal(409, "no-coach")
    seat = asking_seat(game, state, viewer())
    advice = game.advise(known_state(game, state, seat))
    say = catalogue(game.spec.id)
    return {
        "seat": seat,
        "said": say.sentence(advice.said),
        "ruling": advice.said.ruling,
        "actions": list(advice.actions),
    }


AREA = Area(
    "coaching",
    (
        Route(
            "POST",
            "/api/coach",
            coach,
            "What the coach would do now, for the viewer's seat while it is to act.",
            role=Role.PLAYER,
            body=obj({}),
            statuses={
                403: "One asks for one's own seat, while it is to act.",
                409: "No game is on the table, or it has no coach.",
            },
            pace=COACHINGS,
        ),
    ),
)
