"""The wizard's steps as values: what rests on what, and what is refused."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from calibration.shot import Shot
from calibration.wizard.faces import FaceReport
from calibration.wizard.layouts import FACES, lesson_notches, lesson_points
from calibration.wizard.session import Facts, Session, Step, WizardProblem
from tests.vision.desk.made import play_table
from vision.desk.playing import PlayTable
from vision.layout import Layout


def shot_of(table: PlayTable) -> Shot:
    return Shot.of(table.photograph(seed=1).image)


@cache
def empty() -> Shot:
    table = play_table()
    return shot_of(PlayTable(table.setup, off=table.off))


@cache
def lesson(number: int) -> Shot:
    table = play_table()
    return shot_of(table.laid(lesson_points(table.setup.look.layout, number), seed=number))


@cache
def taught() -> Session:
    """All steps but the trial."""
    session = Session().with_empty(empty())
    for number in (1, 2):
        session = session.with_lesson(number, lesson(number))
    return session.learned()


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("columns", [7, 8, 9, 11, 26])
def test_a_lesson_shows_every_face_of_every_colour_twice(number: int, columns: int) -> None:
    layout = Layout(columns)
    points = lesson_points(layout, number)
    names = [pile[0].split()[:2] for pile in points.values()]
    for colour in ("brown", "blue"):
        for face in FACES:
            assert names.count([colour, face]) == 2
        assert names.count([colour, "stone"]) == 1
    assert all(site in layout.sites for site in points)


def test_the_second_lesson_differs_by_the_turned_pieces_only() -> None:
    first, second = (lesson_points(Layout(), number) for number in (1, 2))
    differing = {site for site in first if first[site] != second[site]}
    assert {first[site][0].split()[1] for site in differing} == {"trap", "path"}
    assert len(differing) == 8


def test_boards_that_are_too_narrow_have_no_lessons() -> None:
    with pytest.raises(ValueError, match="columns"):
        lesson_points(Layout(6), 1)


def test_figures_stand_on_their_first_notches_where_there_are_any() -> None:
    assert lesson_notches(Layout(notches=5)) == {"brown": 1, "blue": 1}
    assert lesson_notches(Layout()) == {}


@pytest.mark.parametrize(
    ("lead", "verdict"),
    [(0.5, "good"), (0.25, "good"), (0.2, "fair"), (0.05, "poor"), (-1, "poor")],
)
def test_a_lead_has_a_verdict(lead: float, verdict: str) -> None:
    assert FaceReport("brown", "moon", 0.9, lead, "star").verdict == verdict


@pytest.mark.parametrize("facts", [Facts(columns=2), Facts(pitch_mm=10.0), Facts(notches=-1)])
def test_figures_that_no_board_has_are_refused(facts: Facts) -> None:
    with pytest.raises(WizardProblem):
        Session().with_facts(facts)


def test_steps_out_of_order_are_refused_with_what_to_do_first() -> None:
    session = Session()
    with pytest.raises(WizardProblem, match="empty"):
        session.with_corners({})
    with pytest.raises(WizardProblem, match="not learned"):
        _ = session.profile


@pytest.mark.slow
def test_the_steps_lead_from_light_to_saving() -> None:
    session = Session()
    assert session.due is Step.LIGHT
    session = session.with_empty(empty())
    assert session.due is Step.TEACH
    assert session.fit is not None
    assert session.fit.residual_mm < 0.5
    session = taught()
    assert session.due is Step.TRIAL
    assert session.astray == ()
    assert len(session.faces) == 12
    assert all(face.verdict != "poor" and face.picture for face in session.faces)
    tried = session.tried(lesson(1))
    assert tried.due is Step.SAVE
    assert tried.reading is not None
    assert len(tried.reading.seen()) == 26


@pytest.mark.slow
def test_new_corners_undo_the_learning_and_not_the_lessons() -> None:
    session = taught()
    assert session.fit is not None
    corners = session.fit.corners_px
    names = session.facts.layout().corner_sites
    dragged = {
        name: (float(x) + 6, float(y) - 6) for name, (x, y) in zip(names, corners, strict=True)
    }
    anew = session.with_corners(dragged)
    assert anew.fit is not None
    assert anew.learnt is None
    assert set(anew.lessons) == {1, 2}
    again = anew.learned()
    assert len(again.astray) <= 1
    assert len(again.faces) == 12


@pytest.mark.slow
def test_a_photo_of_another_size_begins_the_lessons_anew() -> None:
    session = taught()
    small = cv2.resize(empty().pixels, (960, 720), interpolation=cv2.INTER_AREA)
    shot = Shot.of(np.asarray(small, np.uint8))
    with pytest.raises(WizardProblem, match="960 x 720"):
        session.with_lesson(1, shot)
    assert session.with_empty(shot).lessons == {}


@pytest.mark.slow
def test_what_is_laid_wrong_is_read_astray() -> None:
    """Two pieces were swapped on the photo: the layout says one thing, the wood another."""
    table = play_table()
    points = lesson_points(table.setup.look.layout, 1)
    points["b1"], points["c1"] = points["c1"], points["b1"]
    session = Session().with_empty(empty()).with_lesson(1, shot_of(table.laid(points, seed=1)))
    session = session.with_lesson(2, lesson(2)).learned()
    warned = session.learnt is not None and session.learnt.profile.warnings
    assert warned or session.astray


@pytest.mark.slow
def test_a_photo_without_a_board_is_told_at_its_step() -> None:
    gray = Shot.of(np.full((960, 1280, 3), 120, np.uint8))
    session = Session().with_empty(gray)
    assert session.fit is None
    assert session.due is Step.BOARD
    assert session.troubles[Step.BOARD]
