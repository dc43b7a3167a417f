"""What the camera sees: photographs with what was read on them, corrections as examples, a phone.

The photographs themselves are the panel's own (`/api/photos/N.jpg`); here are their marks.
"""

from __future__ import annotations

from typing import Any

import cv2
from flask import Response, request
from flask.typing import ResponseReturnValue

from calibration.examples import NothingLearned, better_profile
from companion.errors import MoontableError
from companion.language.notices import together, worded
from companion.referee.eyes import EyesAway
from vision.eyes import TableEyes
from vision.sources.browser import MOST_BYTES, BrowserSource
from webui.pace import Pace
from webui.refusals import Refusal
from webui.roles import Role
from webui.routes.pages import page
from webui.routing import Area, Route, body_bytes
from webui.schema import BOOL, array, obj, text, whole
from webui.viewing import asked_language

GLIMPSES = Pace("camera-glimpses", 5, 15)
"""Running pictures to one browser."""
UPLOADS = Pace("camera-uploads", 6, 12)
"""Pictures from a phone."""
LOOKS = Pace("camera-looks", 2, 10)
_QUALITY = 75
_IMAGES = ("image/jpeg", "image/png", "image/webp")

MARKS = obj({"photo": whole(1, 1 << 31), "size_px": array(whole(1, 20000), 2)}, more=True)


class CameraRoom:
    """The eyes as the panel serves them."""

    def __init__(self, eyes: TableEyes) -> None:
        self._eyes = eyes

    def now(self) -> ResponseReturnValue:
        """How the camera is, which photographs are kept, and which pieces it knows."""
        state, profile = self._eyes.state(), self._eyes.profile
        numbers = self._eyes.gallery.numbers
        language = asked_language()
        told: dict[str, Any] = {
            "watch": state.watch.value,
            "name": worded(state.name, language),
            "reason": worded(state.reason, language),
            "photos": list(numbers),
            "latest": numbers[-1] if numbers else None,
            "virtual": self._eyes.desk is not None,
            "phone": isinstance(self._eyes.source, BrowserSource),
            "profile": None,
        }
        if profile is not None:
            fit = profile.fit
            told["profile"] = {
                "layout": profile.layout.to_json(),
                "pieces": list(profile.kit.labels),
                "residual_mm": round(fit.residual_mm, 2),
                "high_mm": round(float(fit.camera.position_mm[2])),
                "tilt_deg": round(fit.camera.tilt_deg, 1),
                "examples": len(profile.kit.faces.names),
                "warnings": [worded(warning, language) for warning in profile.warnings],
            }
        return told

    def marks(self, number: int) -> ResponseReturnValue:
        """What was read on a photograph, in its pixels."""
        marks = self._eyes.gallery.overlay(number)
        if marks is None:
            raise Refusal(404, "not-found")
        return {**marks, "reason": worded(marks["reason"], asked_language())}

    def glimpse(self) -> ResponseReturnValue:
        """The running picture, small."""
        frame = self._eyes.source.latest()
        if frame is None:
            raise Refusal(503, "no-picture")
        done, data = cv2.imencode(".jpg", frame.pixels, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        if not done:
            raise Refusal(503, "no-picture")
        return Response(data.tobytes(), mimetype="image/jpeg")

    def look(self) -> ResponseReturnValue:
        """Take a photograph now and read it; the game hears nothing of it."""
        try:
            sighting = self._eyes.look()
        except EyesAway as problem:
            raise Refusal(
                503, "camera-away", message=problem.message, advice=problem.advice
            ) from problem
        return {"photo": sighting.photo}

    def teach(self, body: dict[str, Any]) -> ResponseReturnValue:
        """Keep what a person said of a photograph as examples, so that it is read better."""
        kept, profile = self._eyes.gallery.get(body["photo"]), self._eyes.profile
        if kept is None or profile is None:
            raise Refusal(404, "not-found")
        try:
            better, learned = better_profile(profile, kept, body["sites"])
        except NothingLearned as problem:
            raise Refusal(
                409, "not-now", message=problem.message, advice=problem.advice
            ) from problem
        try:
            self._eyes.improve(better)
        except MoontableError as problem:  # a full disk: it was learned for now at least
            why = worded(together(problem.message, problem.advice), asked_language())
            return {"learned": learned, "kept": False, "why": why}
        return {"learned": learned, "kept": True}

    def send(self) -> ResponseReturnValue:
        """A picture from a phone: one of its running picture, or a photograph taken on purpose."""
        source = self._phone()
        live, answers = request.args.get("live") == "1", request.args.get("answers", "")
        if request.mimetype not in _IMAGES:
            raise Refusal(415, "not-a-photo")
        number = int(answers) if answers.isdecimal() and len(answers) < 10 else 0
        try:
            frame = source.put(body_bytes(MOST_BYTES), live=live, answers=number)
        except MoontableError as problem:
            raise Refusal(
                422, "picture-refused", message=problem.message, advice=problem.advice
            ) from problem
        return {"size_px": list(frame.size_px), "wanted": source.wanted}

    def wanted(self) -> ResponseReturnValue:
        """Whether a photograph is waited for: its number, or 0."""
        return {"wanted": self._phone().wanted}

    def _phone(self) -> BrowserSource:
        if not isinstance(self._eyes.source, BrowserSource):
            raise Refusal(409, "no-phone")
        return self._eyes.source


def camera_area(eyes: TableEyes) -> Area:
    """The routes of a table's eyes."""
    room = CameraRoom(eyes)
    sites = {
        "type": "object",
        "maxProperties": 100,
        "propertyNames": text(8, least=2),
        "additionalProperties": array(text(40), 4),
    }
    teach = obj({"photo": whole(1, 1 << 31), "sites": sites}, "photo", "sites")
    free = obj({}, more=True)
    return Area(
        "camera",
        (
            Route("GET", "/api/camera", room.now, "How the camera is.", gives=free),
            Route(
                *("GET", "/api/photos/<int:number>/overlay", room.marks),
                "What was read on a photograph, in its pixels.",
                gives=MARKS,
                statuses={404: "It is not kept any more."},
            ),
            Route(
                *("GET", "/api/camera/glimpse.jpg", room.glimpse, "The running picture, small."),
                query={"t": text(20)},
                gives="image/jpeg",
                pace=GLIMPSES,
                statuses={503: "No picture has come yet."},
            ),
            Route(
                *("POST", "/api/camera/look", room.look),
                "Take a photograph and read it, outside any game.",
                role=Role.REFEREE,
                gives=obj({"photo": whole(1, 1 << 31)}),
                pace=LOOKS,
                statuses={503: "The camera can't be used now."},
            ),
            Route(
                *("POST", "/api/camera/teach", room.teach),
                "Keep what was said of a photograph as examples of the pieces.",
                role=Role.REFEREE,
                body=teach,
                gives=obj({"learned": array(text(8), 100), "kept": BOOL, "why": text(400)}),
                pace=LOOKS,
                statuses={404: "The photograph is not kept.", 409: "There is nothing to learn."},
            ),
            Route(
                *("POST", "/api/camera/picture", room.send, "A picture from a phone's camera."),
                role=Role.REFEREE,
                upload=_IMAGES,
                most_bytes=MOST_BYTES,
                query={"live": text(1), "answers": text(9)},
                gives=obj({"size_px": array(whole(1, 20000), 2), "wanted": whole(0, 1 << 31)}),
                pace=UPLOADS,
                statuses={409: "The table doesn't use a phone's camera.", 422: "It is no photo."},
            ),
            Route(
                *("GET", "/api/camera/wanted", room.wanted),
                "The number of the photograph that is waited for, or 0.",
                gives=obj({"wanted": whole(0, 1 << 31)}),
                statuses={409: "The table doesn't use a phone's camera."},
            ),
            Route("GET", "/phone", phone_page, role=Role.SPECTATOR, page=True),
        ),
    )


def phone_page() -> ResponseReturnValue:
    """A phone lends its camera."""
    return page("phone")
