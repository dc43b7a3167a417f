"""The camera is set up in the browser: the steps of `calibration.wizard` with photographs between.

One set-up is in hand at a time, in memory; saving makes the referee read with it at once.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import cv2
import numpy as np
from flask import Response
from flask.typing import ResponseReturnValue

from calibration.lens import CAMERA_MODELS
from calibration.profile import save_profile
from calibration.wizard.layouts import lesson_notches, lesson_points
from calibration.wizard.meters import measure
from calibration.wizard.session import LESSONS, Facts, Session, Shot, WizardProblem
from companion.errors import FileProblem, MoontableError
from vision.board import Edge
from vision.camera import Camera
from vision.desk.playing import PlayTable
from vision.eyes import TableEyes
from vision.marks import grid_px, marks_of
from vision.opening import LOCKS, save_locks
from vision.read import LONGEST_PX
from vision.sources.api import LockReport, Pixels
from vision.sources.browser import BrowserSource
from vision.view import as_taken
from webui.pace import Pace
from webui.refusals import Refusal
from webui.roles import Role
from webui.routing import Area, Route
from webui.schema import Schema, array, obj, text, whole

GLIMPSES = Pace("wizard-glimpses", 8, 20)
STEPS = Pace("wizard-steps", 2, 10)
STILL_S = 8.0
"""A phone's photograph takes its time."""
_FRESH_S = 0.25
_PREVIEW_PX = 960
_PREVIEW_QUALITY, _QUALITY = 75, 95

T = TypeVar("T")

NUMBER: Schema = {"type": "number", "minimum": -20000, "maximum": 20000}


class WizardRoom:
    """The set-up in hand."""

    def __init__(
        self,
        eyes: TableEyes,
        folder: Path,
        *,
        clock_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._eyes = eyes
        self._folder = folder
        self._clock_s = clock_s
        self._lock = threading.Lock()
        self._peeking = threading.Lock()
        self._session = Session(_facts_of(eyes))
        self._peeked: tuple[float, int, Pixels | None] = (-1.0, -1, None)
        self._locked: LockReport | None = None

    # --- The live picture -------------------------------------------------------------------------

    def preview(self) -> ResponseReturnValue:
        """The picture as it is now."""
        pixels = self._peek()
        width = min(_PREVIEW_PX, pixels.shape[1])
        size = (width, round(pixels.shape[0] * width / pixels.shape[1]))
        small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
        return _jpeg(small, _PREVIEW_QUALITY)

    def meters(self) -> ResponseReturnValue:
        """How sharp, bright and free of glare the picture is."""
        meters = measure(self._peek())
        return {
            "sharp": round(meters.sharp, 2),
            "bright": round(meters.bright, 2),
            "clear": round(meters.clear, 2),
            "hints": list(meters.hints),
        }

    def _peek(self) -> Pixels:
        """Return a picture of the last moment, of full size where that is to be had."""
        source, desk = self._eyes.source, self._eyes.desk
        with self._peeking:
            taken_s, version, pixels = self._peeked
            now_s = self._clock_s()
            fresh = now_s - taken_s < _FRESH_S
            if pixels is not None and (fresh or (desk is not None and desk.version == version)):
                return pixels
            version = -1 if desk is None else desk.version
            if isinstance(source, BrowserSource):
                frame = source.latest()
                if frame is None:
                    raise Refusal(503, "no-picture")
            else:
                frame = _still(self._eyes, 3.0)
            self._peeked = (self._clock_s(), version, frame.pixels)
            return frame.pixels

    # --- The steps --------------------------------------------------------------------------------

    def now(self) -> ResponseReturnValue:
        """What is done, and what came of it."""
        return self._told()

    def facts(self, body: dict[str, Any]) -> ResponseReturnValue:
        """What people say of their board and camera."""
        facts = Facts(
            columns=body["columns"],
            notches=body["notches"],
            pitch_mm=float(body["pitch_mm"]),
            piece_mm=float(body["piece_mm"]),
            south=Edge(body.get("south", Edge.BOTTOM.value)),
            model=body.get("model", ""),
        )
        return self._step(lambda session: session.with_facts(facts))

    def empty(self) -> ResponseReturnValue:
        """The empty board is photographed; the camera changes nothing by itself from now on."""
        try:
            self._locked = self._eyes.source.lock()
        except MoontableError:
            self._locked = None  # the photograph says what is wrong with the camera
        shot = self._shot()
        return self._step(lambda session: session.with_empty(shot))

    def corners(self, body: dict[str, Any]) -> ResponseReturnValue:
        """The board's outermost points were dragged to their places."""
        if any(len(place) != 2 for place in body["corners"].values()):
            raise Refusal(422, "bad-shape", values={"why": "a corner has two numbers"})
        dragged = {site: (float(x), float(y)) for site, (x, y) in body["corners"].items()}
        return self._step(lambda session: session.with_corners(dragged))

    def lesson(self, body: dict[str, Any]) -> ResponseReturnValue:
        """The pieces are photographed as they were laid out."""
        shot = self._shot()
        return self._step(lambda session: session.with_lesson(body["number"], shot))

    def learn(self) -> ResponseReturnValue:
        """The pieces are learned; some seconds."""
        return self._step(lambda session: session.learned())

    def trial(self) -> ResponseReturnValue:
        """Whatever lies there is photographed and read."""
        shot = self._shot()
        return self._step(lambda session: session.tried(shot))

    def save(self) -> ResponseReturnValue:
        """The profile is kept, and the referee reads with it."""
        with self._lock:
            profile = _due(lambda: self._session.profile)
            path = self._eyes.profile_path
            if path is not None:
                try:
                    save_profile(profile, path)
                except OSError as error:
                    why = f"The profile can't be kept ({error.strerror or error})."
                    raise FileProblem(why, "Look for room on the disk.", path) from error
            if self._locked is not None and self._locked.values:
                save_locks(self._locked, self._folder / LOCKS)
            self._eyes.use(profile)
            self._session = self._session.kept()
        return self._told()

    def again(self) -> ResponseReturnValue:
        """The set-up begins anew; what the referee reads with stays until another is saved."""
        return self._step(lambda session: Session(session.facts))

    def lay(self, body: dict[str, Any]) -> ResponseReturnValue:
        """On a virtual table: what a step asks for is laid out."""
        desk = self._eyes.desk
        if desk is None:
            raise Refusal(409, "no-desk")
        layout, what = self._session.facts.layout(), body["what"]

        def change(table: PlayTable) -> PlayTable:
            table = table.reached(None).bumped(None)
            if what == "empty":
                return PlayTable(table.setup, off=table.lifted_all().off, light=table.light)
            number = 2 if what == "lesson-2" else 1
            points = lesson_points(layout, number)
            if what == "trial":
                points = dict(zip(reversed(layout.sites[::3]), points.values(), strict=False))
            table = table.laid(points, seed=int(table.light * 97) + number)
            for colour, notch in lesson_notches(table.setup.look.layout).items():
                table = table.with_notch(colour, notch)
            return table

        desk.change(change)
        return self._told()

    def photo(self, name: str) -> ResponseReturnValue:
        """A photograph of the set-up in hand."""
        session = self._session
        lessons = {f"lesson-{number}": shot for number, shot in session.lessons.items()}
        shot = {"empty": session.empty, "trial": session.trial, **lessons}.get(name)
        if shot is None:
            raise Refusal(404, "not-found")
        return Response(shot.jpeg, mimetype="image/jpeg")

    def _step(self, step: Callable[[Session], Session]) -> ResponseReturnValue:
        with self._lock:
            self._session = _due(lambda: step(self._session))
        return self._told()

    def _shot(self) -> Shot:
        """Return a photograph taken now, as its file holds it."""
        pixels = _still(self._eyes, STILL_S).pixels
        longest = max(pixels.shape[:2])
        if longest > LONGEST_PX:
            scale = LONGEST_PX / longest
            size = (round(pixels.shape[1] * scale), round(pixels.shape[0] * scale))
            pixels = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
        done, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        if not done:
            raise Refusal(503, "no-picture")
        return Shot(np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8), data.tobytes())

    # --- Telling ----------------------------------------------------------------------------------

    def _told(self) -> dict[str, Any]:
        session = self._session
        facts, layout = session.facts, session.facts.layout()
        state = self._eyes.state()
        return {
            "due": session.due.value,
            "camera": {
                "watch": state.watch.value,
                "name": state.name,
                "reason": state.reason,
                "virtual": self._eyes.desk is not None,
                "phone": isinstance(self._eyes.source, BrowserSource),
                "locked": None if self._locked is None else str(self._locked),
                "set_up": self._eyes.profile is not None,
            },
            "facts": {
                "columns": facts.columns,
                "notches": facts.notches,
                "pitch_mm": facts.pitch_mm,
                "piece_mm": facts.piece_mm,
                "south": facts.south.value,
                "model": facts.model,
            },
            "models": [
                {"id": key, "name": model.name, "field_deg": round(model.field_deg)}
                for key, model in CAMERA_MODELS.items()
            ],
            "corner_sites": list(layout.corner_sites),
            "empty": None if session.empty is None else _size(session.empty),
            "board": self._board(session),
            "lessons": [
                {
                    "number": number,
                    "points": lesson_points(layout, number) if layout.columns > 6 else {},
                    "taken": number in session.lessons,
                }
                for number in LESSONS
            ],
            "learned": self._learned(session),
            "trial": self._trial(session),
            "saved": session.saved,
            "troubles": {step.value: why for step, why in session.troubles.items()},
            "hints": list(session.complaints()),
        }

    def _board(self, session: Session) -> dict[str, Any] | None:
        fit, layout = session.fit, session.facts.layout()
        if fit is None:
            return None
        camera: Camera = fit.camera
        corners = camera.project(np.column_stack([layout.corners_mm, np.zeros(4)]))
        return {
            "residual_mm": round(fit.residual_mm, 2),
            "seen": round(fit.seen, 2),
            "high_mm": round(float(camera.position_mm[2])),
            "tilt_deg": round(camera.tilt_deg, 1),
            "corners": {
                site: [round(float(x), 1), round(float(y), 1)]
                for site, (x, y) in zip(layout.corner_sites, corners, strict=True)
            },
            "grid": grid_px(camera, layout),
        }

    def _learned(self, session: Session) -> dict[str, Any] | None:
        if session.learnt is None:
            return None
        faces = [
            {
                "colour": face.colour,
                "face": face.face,
                "lead": face.lead,
                "nearest": face.nearest,
                "verdict": face.verdict,
                "picture": face.picture,
            }
            for face in session.faces
        ]
        warnings = list(session.learnt.profile.warnings)
        return {"faces": faces, "warnings": warnings, "astray": list(session.astray)}

    def _trial(self, session: Session) -> dict[str, Any] | None:
        if session.trial is None or session.reading is None or session.table is None:
            return None
        table = session.table
        taken = as_taken(session.trial.pixels, table.view.camera)
        marks = marks_of(table.view, session.reading, table.notches) if taken is not None else {}
        return {**_size(session.trial), **marks}


def _facts_of(eyes: TableEyes) -> Facts:
    """Return what is known already: of the profile in use, or of the virtual table."""
    profile, desk = eyes.profile, eyes.desk
    layout = profile.layout if profile is not None else None
    if layout is None and desk is not None:
        layout = desk.table.setup.look.layout
    if layout is None:
        return Facts()
    field = desk.table.setup.hfov_deg if desk is not None else None
    return Facts(layout.columns, layout.notches, layout.pitch_mm, layout.piece_mm, hfov_deg=field)


def _due(step: Callable[[], T]) -> T:
    """Return what a step gives. Raises `Refusal` where it can't be done yet."""
    try:
        return step()
    except WizardProblem as problem:
        raise Refusal(409, "not-now", message=problem.message, advice=problem.advice) from problem


def _still(eyes: TableEyes, timeout_s: float) -> Any:
    try:
        return eyes.source.still(timeout_s)
    except MoontableError as problem:
        raise Refusal(
            503, "camera-away", message=problem.message, advice=problem.advice
        ) from problem


def _size(shot: Shot) -> dict[str, Any]:
    return {"size_px": list(shot.size_px), "mark": f"{hash(shot.jpeg) & 0xFFFFFFFF:x}"}


def _jpeg(pixels: Any, quality: int) -> Response:
    done, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise Refusal(503, "no-picture")
    return Response(data.tobytes(), mimetype="image/jpeg")


def wizard_area(eyes: TableEyes, folder: Path) -> Area:
    """The routes of the set-up; ``folder`` is where the table keeps its state."""
    room = WizardRoom(eyes, folder)
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
                *("/preview.jpg", room.preview),
                query={"t": text(20)},
                gives="image/jpeg",
                pace=GLIMPSES,
                statuses=statuses,
            ),
            get("/meters", room.meters, gives=free, pace=GLIMPSES, statuses=statuses),
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
