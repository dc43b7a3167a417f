"""The steps of the set-up, one in hand at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from flask import Response
from flask.typing import ResponseReturnValue

from calibration.profile import save_profile
from calibration.wizard.layouts import lesson_notches, lesson_points
from calibration.wizard.session import Facts, Session, WizardProblem
from companion.errors import MoontableError
from companion.memory import give_memory_back
from vision.board import Edge
from vision.desk.playing import PlayTable
from vision.eyes import TableEyes, cant_keep
from vision.opening import LOCKS, save_locks
from vision.sources.api import LockReport
from webui.refusals import Refusal
from webui.viewing import asked_language
from webui.wizard.picture import shot_of
from webui.wizard.telling import told_session

T = TypeVar("T")


class WizardRoom:
    """The set-up in hand; ``folder`` is where the table keeps its state."""

    def __init__(self, eyes: TableEyes, folder: Path) -> None:
        self._eyes = eyes
        self._folder = folder
        self._lock = threading.Lock()
        self._session = Session(_facts_of(eyes))
        self._locked: LockReport | None = None

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
        shot = shot_of(self._eyes)
        return self._step(lambda session: session.with_empty(shot))

    def corners(self, body: dict[str, Any]) -> ResponseReturnValue:
        """The board's outermost points were dragged to their places."""
        if any(len(place) != 2 for place in body["corners"].values()):
            raise Refusal(422, "bad-shape", values={"why": "a corner has two numbers"})
        dragged = {site: (float(x), float(y)) for site, (x, y) in body["corners"].items()}
        return self._step(lambda session: session.with_corners(dragged))

    def lesson(self, body: dict[str, Any]) -> ResponseReturnValue:
        """The pieces are photographed as they were laid out."""
        shot = shot_of(self._eyes)
        return self._step(lambda session: session.with_lesson(body["number"], shot))

    def learn(self) -> ResponseReturnValue:
        """The pieces are learned; some seconds."""
        return self._step(lambda session: session.learned())

    def trial(self) -> ResponseReturnValue:
        """Whatever lies there is photographed and read."""
        shot = shot_of(self._eyes)
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
                    raise cant_keep(error, path) from error
            if self._locked is not None and self._locked.values:
                save_locks(self._locked, self._folder / LOCKS)
            self._eyes.use(profile, self._session.table)
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
        """Do a step; what drawing and photographing held is no part of what it needs."""
        with self._lock:
            give_memory_back()
            try:
                self._session = _due(lambda: step(self._session))
            finally:
                give_memory_back()
        return self._told()

    def _told(self) -> dict[str, Any]:
        return told_session(
            self._session, self._eyes, locked=self._locked, language=asked_language()
        )


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
