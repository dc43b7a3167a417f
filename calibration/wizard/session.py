"""The wizard's state: what was said of the board, what was photographed, what came of it.

    session = Session().with_facts(facts).with_empty(shot)
    session = session.with_lesson(1, shot).with_lesson(2, shot).learned()
    session = session.tried(shot)
    save_profile(session.profile, path)

Every step gives a new session, and what rests on it has to be done again: new corners undo the
lessons' learning, not the lessons. Nothing is raised for photos that can't be used: `troubles` says
of each step what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from types import MappingProxyType

import cv2
import numpy as np

from calibration.learning import Learned, Teaching, learn
from calibration.lens import CAMERA_MODELS, lens_of_model
from calibration.profile import Profile
from calibration.shot import Shot
from calibration.teaching import WrongPhoto
from calibration.wizard.faces import FaceReport, face_reports, with_pictures
from calibration.wizard.layouts import FEWEST_COLUMNS, lesson_notches, lesson_points
from calibration.wizard.meters import measure
from companion.errors import MoontableError
from companion.language.notices import Notice, fault, notice, together
from vision.board import Edge, board_from_corners, find_board
from vision.boardvalue import BoardFit, BoardNotFound
from vision.evidence import Reading
from vision.layout import Layout
from vision.lens import Lens, guessed_lens, lens_from_field
from vision.read import Table, read_board

LESSONS = (1, 2)
ROWS = 9


class WizardProblem(MoontableError):
    """A step that can't be done yet, or with what was given."""

    def __init__(self, message: Notice, advice: Notice) -> None:
        super().__init__(message, advice)


class Step(Enum):
    """The steps, in their order."""

    LIGHT = "light"
    """The live picture: sharp, bright, no glare."""
    BOARD = "board"
    """The empty board is photographed and found."""
    TEACH = "teach"
    """The pieces are laid out and photographed, twice."""
    TRIAL = "trial"
    """Something is laid and read."""
    SAVE = "save"


@dataclass(frozen=True, slots=True)
class Facts:
    """What people say of their board and camera.

    model: a name in `calibration.lens.CAMERA_MODELS`, or "". hfov_deg: what they know of it beyond.
    """

    columns: int = 9
    notches: int = 5
    pitch_mm: float = 32.0
    piece_mm: float = 16.0
    south: Edge = Edge.BOTTOM
    model: str = ""
    hfov_deg: float | None = None

    def layout(self) -> Layout:
        """Return the board's layout. Raises WizardProblem for figures that no board has."""
        try:
            return Layout(self.columns, ROWS, self.pitch_mm, self.piece_mm, self.notches)
        except ValueError as error:
            raise WizardProblem(
                notice("teaching.no-such-board"), notice("teaching.measure-again")
            ) from error

    def lens(self, size_px: tuple[int, int]) -> Lens:
        """Return what is known of the lens before the board is seen."""
        if self.model in CAMERA_MODELS:
            return lens_of_model(self.model, size_px)
        if self.hfov_deg is not None:
            return lens_from_field(size_px, self.hfov_deg)
        return guessed_lens(size_px)


@dataclass(frozen=True, slots=True, eq=False)
class Session:
    """See the module. ``troubles`` holds a sentence for each step that went wrong."""

    facts: Facts = field(default_factory=Facts)
    empty: Shot | None = None
    fit: BoardFit | None = None
    lessons: Mapping[int, Shot] = field(default_factory=dict)
    learnt: Learned | None = None
    table: Table | None = None
    faces: tuple[FaceReport, ...] = ()
    astray: tuple[str, ...] = ()
    trial: Shot | None = None
    reading: Reading | None = None
    saved: bool = False
    troubles: Mapping[Step, Notice] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def profile(self) -> Profile:
        """The profile to keep. Raises WizardProblem before the pieces are learned."""
        if self.learnt is None:
            raise WizardProblem(notice("teaching.not-learned"), notice("teaching.steps-before"))
        return self.learnt.profile

    @property
    def due(self) -> Step:
        """The first step that is not done."""
        if self.fit is None:
            return Step.LIGHT if self.empty is None else Step.BOARD
        if self.learnt is None:
            return Step.TEACH
        return Step.TRIAL if self.reading is None else Step.SAVE

    def with_facts(self, facts: Facts) -> Session:
        """Return the session for another board; the empty photo is looked at again."""
        facts.layout()
        anew = Session(facts, lessons=self.lessons if facts == self.facts else {})
        return anew if self.empty is None else anew.with_empty(self.empty)

    def with_empty(self, shot: Shot) -> Session:
        """Return the session with a photo of the empty board, in which the board is looked for."""
        facts, lessons = self.facts, self.lessons
        if self.empty is not None and self.empty.size_px != shot.size_px:
            lessons = {}
        anew = Session(facts, empty=shot, lessons=lessons)
        try:
            fit = find_board(
                shot.pixels,
                facts.columns,
                ROWS,
                pitch_mm=facts.pitch_mm,
                lens=facts.lens(shot.size_px),
                square=True,
                south=facts.south,
            )
        except BoardNotFound as problem:
            return anew._trouble(Step.BOARD, problem.said)
        return replace(anew, fit=fit)

    def with_corners(self, corners_px: Mapping[str, tuple[float, float]]) -> Session:
        """Return the session with the board where its outermost points were dragged to.

        Raises WizardProblem without an empty photo, or without all four corners.
        """
        facts, shot = self.facts, self.empty
        if shot is None:
            raise WizardProblem(notice("teaching.no-empty"), notice("teaching.take-one"))
        names = facts.layout().corner_sites
        if set(corners_px) != set(names):
            raise WizardProblem(
                notice("teaching.four-corners"), notice("teaching.drag", sites=names)
            )
        anew = Session(facts, empty=shot, lessons=self.lessons)
        try:
            fit = board_from_corners(
                shot.pixels,
                np.array([corners_px[name] for name in names], dtype=np.float64),
                facts.columns,
                ROWS,
                pitch_mm=facts.pitch_mm,
                lens=facts.lens(shot.size_px),
            )
        except BoardNotFound as problem:
            return anew._trouble(Step.BOARD, problem.said)
        return replace(anew, fit=fit)

    def with_lesson(self, number: int, shot: Shot) -> Session:
        """Return the session with a teaching photo. Raises WizardProblem before the board is."""
        if self.empty is None or self.fit is None:
            raise WizardProblem(notice("teaching.no-board"), notice("teaching.empty-first"))
        if number not in LESSONS:
            raise WizardProblem(
                notice("teaching.no-lesson", number=number), notice("teaching.two-lessons")
            )
        if shot.size_px != self.empty.size_px:
            width, height = shot.size_px
            raise WizardProblem(
                notice("teaching.other-size", width=width, height=height),
                notice("teaching.same-camera"),
            )
        lessons = {**self.lessons, number: shot}
        return Session(self.facts, self.empty, self.fit, lessons)

    def learned(self) -> Session:
        """Return the session with the pieces learned. Raises WizardProblem without a lesson.

        The teaching photos are read with what was learned: what comes out wrong is `astray`.
        """
        if self.empty is None or self.fit is None or not self.lessons:
            raise WizardProblem(notice("teaching.no-photos"), notice("teaching.as-shown"))
        layout = self.facts.layout()
        if layout.columns < FEWEST_COLUMNS:
            raise WizardProblem(
                notice("teaching.too-narrow", fewest=FEWEST_COLUMNS), notice("teaching.other-board")
            )
        figures = lesson_notches(layout)
        taught = [
            Teaching(shot, lesson_points(layout, number), figures)
            for number, shot in sorted(self.lessons.items())
        ]
        anew = Session(self.facts, self.empty, self.fit, self.lessons)
        try:
            learnt = learn(layout, self.fit, self.empty, self.empty.jpeg, taught)
            profile = learnt.profile
            table = Table(self.fit, layout, profile.kit, profile.notches, learnt.view)
        except WrongPhoto as problem:
            return anew._trouble(Step.TEACH, problem.said)
        except (ValueError, IndexError, np.linalg.LinAlgError) as error:
            why = notice("teaching.failed", fault=fault(error))
            return anew._trouble(Step.TEACH, together(why, notice("teaching.lay-again")))
        faces, astray = face_reports(learnt.kit.faces), []
        for number, one in zip(sorted(self.lessons), taught, strict=True):
            photo = one.photo.pixels
            reading = read_board(photo, table)
            faces = with_pictures(faces, photo, table.view, reading)
            astray += [f"{number}:{site}" for site in wrong_sites(reading, one.points)]
        return replace(anew, learnt=learnt, table=table, faces=faces, astray=tuple(astray))

    def tried(self, shot: Shot) -> Session:
        """Return the session with a trial photo read. Raises WizardProblem before learning."""
        if self.table is None:
            raise WizardProblem(notice("teaching.not-learned"), notice("teaching.teach-first"))
        return replace(self, trial=shot, reading=read_board(shot.pixels, self.table))

    def kept(self) -> Session:
        """Return the session once its profile is saved."""
        return replace(self, saved=True)

    def complaints(self) -> tuple[str, ...]:
        """Return keys of what is wrong with the empty photo's light."""
        return () if self.empty is None else _hints(self.empty.jpeg)

    def _trouble(self, step: Step, why: Notice) -> Session:
        return replace(self, troubles=MappingProxyType({**self.troubles, step: why}))


@lru_cache(maxsize=1)
def _hints(jpeg: bytes) -> tuple[str, ...]:
    """Return keys of what is wrong with a photo's light: asked for whenever the set-up is told."""
    data = np.frombuffer(jpeg, dtype=np.uint8)
    return measure(np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)).hints


def wrong_sites(reading: Reading, points: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the sites of a known layout that a reading has wrong, in the board's order."""
    seen = {site: (pile.piece, pile.level) for site, pile in reading.seen().items()}
    said = {site: (pile[-1], len(pile)) for site, pile in points.items()}
    return [site for site in reading.sites if seen.get(site) != said.get(site)]
