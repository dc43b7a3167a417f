"""The routes of the set-up."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask.typing import ResponseReturnValue

from vision.board import Edge
from vision.eyes import TableEyes
from webui.pace import Pace
from webui.roles import Role
from webui.routing import Area, Route
from webui.schema import Schema, array, obj, text, whole
from webui.wizard.picture import LivePicture
from webui.wizard.room import WizardRoom

GLIMPSES = Pace("wizard-glimpses", 8, 20)
STEPS = Pace("wizard-steps", 2, 10)
NUMBER: Schema = {"type": "number", "minimum": -20000, "maximum": 20000}


def wizard_area(eyes: TableEyes, folder: Path) -> Area:
    """The routes of the set-up; ``folder`` is where the table keeps its state."""
    room, live = WizardRoom(eyes, folder), LivePicture(eyes)
    free = obj({}, more=True)
    statuses = {409: "It can't be done yet.", 503: "The camera gives no picture."}

    def get(path: str, answer: Callable[..., ResponseReturnValue], **more: Any) -> Route:
        about = (answer.__doc__ or "").strip()
        return Route("GET", f"/api/wizard{path}", answer, about, role=Role.ADMIN, **more)

    def step(path: str, answer: Callable[..., ResponseReturnValue], body: Any = None) -> Route:
        about = (answer.__doc__ or "").strip()
        return Route(
            *("POST", f"/api/wizard/{path}", answer, about),
            role=Role.ADMIN,
            body=body,
            gives=free,
            pace=STEPS,
            statuses=statuses,
        )

    facts = obj(
        {
            "columns": whole(3, 26),
            "notches": whole(0, 12),
            "pitch_mm": {"type": "number", "minimum": 5, "maximum": 200},
            "piece_mm": {"type": "number", "minimum": 3, "maximum": 100},
            "south": {"type": "string", "enum": [edge.value for edge in Edge]},
            "model": text(20),
        },
        *("columns", "notches", "pitch_mm", "piece_mm"),
    )
    corners: Schema = {
        "type": "object",
        "maxProperties": 4,
        "additionalProperties": array(NUMBER, 2),
    }
    lays = {"type": "string", "enum": ["empty", "lesson-1", "lesson-2", "trial"]}
    return Area(
        "wizard",
        (
            get("", room.now, gives=free),
            get(
                *("/preview.jpg", live.preview),
                query={"t": text(20)},
                gives="image/jpeg",
                pace=GLIMPSES,
                statuses=statuses,
            ),
            get("/meters", live.meters, gives=free, pace=GLIMPSES, statuses=statuses),
            get(
                *("/photos/<name>.jpg", room.photo),
                query={"t": text(20)},
                gives="image/jpeg",
                statuses={404: "It was not taken yet."},
            ),
            step("facts", room.facts, facts),
            step("empty", room.empty),
            step("corners", room.corners, obj({"corners": corners}, "corners")),
            step("lesson", room.lesson, obj({"number": whole(1, 2)}, "number")),
            step("learn", room.learn),
            step("trial", room.trial),
            step("save", room.save),
            step("again", room.again),
            step("lay", room.lay, obj({"what": lays}, "what")),
        ),
    )
