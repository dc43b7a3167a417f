"""What lights and buzzer make of a table."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from hardware.lights import (
    Answer,
    Colour,
    Lamp,
    Level,
    Lights,
    Phase,
    Side,
    TableView,
    bar,
    lights_for,
)
from hardware.sounds import Tune, tune_for

BLUE_TO_MOVE = TableView(phase=Phase.TURNS, to_act=frozenset({Side.BLUE}))


def test_no_game_no_light() -> None:
    assert lights_for(TableView()) == Lights()


def test_the_side_to_act_is_lit_and_both_where_both_act() -> None:
    assert lights_for(BLUE_TO_MOVE) == Lights(turn_blue=Lamp.ON)
    both = TableView(phase=Phase.PREPARE, to_act=frozenset(Side))
    assert lights_for(both) == Lights(turn_brown=Lamp.ON, turn_blue=Lamp.ON)


@pytest.mark.parametrize(
    ("answer", "waiting", "colour"),
    [
        (Answer.NONE, False, Colour.OFF),
        (Answer.LEGAL, False, Colour.GREEN),
        (Answer.LEGAL, True, Colour.AMBER),
        (Answer.ILLEGAL, False, Colour.RED),
        (Answer.ILLEGAL, True, Colour.RED),
        (Answer.ASKS, False, Colour.AMBER),
        (Answer.NONE, True, Colour.AMBER),
    ],
)
def test_the_ruling_has_a_colour(answer: Answer, waiting: bool, colour: Colour) -> None:
    view = replace(BLUE_TO_MOVE, answer=answer, waiting=waiting)
    assert lights_for(view).ruling is colour


def test_a_pause_blinks_and_rules_nothing() -> None:
    view = replace(BLUE_TO_MOVE, answer=Answer.ILLEGAL, paused=True, notches_blue=Level(2, 5))
    assert lights_for(view) == Lights(turn_blue=Lamp.BLINK, notches_blue=Level(2, 5))


@pytest.mark.parametrize("lamps", range(13))
@pytest.mark.parametrize("of", range(2, 13))
def test_a_bar_grows_and_is_full_on_the_last_notch_only(lamps: int, of: int) -> None:
    lit = [sum(bar(Level(notch, of), lamps)) for notch in range(1, of + 1)]
    assert lit == sorted(lit)
    assert lit[-1] == min(of, lamps)
    assert all(count < lit[-1] for count in lit[:-1]) or lamps == 0
    assert bar(None, lamps) == (False,) * lamps


@pytest.mark.parametrize("of", range(1, 13))
def test_a_bar_that_is_long_enough_has_a_lamp_for_each_notch(of: int) -> None:
    assert [sum(bar(Level(notch, of), 12)) for notch in range(1, of + 1)] == [*range(1, of + 1)]


@pytest.mark.parametrize(("notch", "of"), [(0, 5), (6, 5), (1, 0)])
def test_a_notch_is_on_the_board(notch: int, of: int) -> None:
    with pytest.raises(ValueError, match="notch"):
        Level(notch, of)


BROWN_TO_MOVE = replace(BLUE_TO_MOVE, to_act=frozenset({Side.BROWN}))


@pytest.mark.parametrize(
    ("before", "after", "tune"),
    [
        (BLUE_TO_MOVE, BLUE_TO_MOVE, None),
        (BLUE_TO_MOVE, replace(BROWN_TO_MOVE, answer=Answer.LEGAL), Tune.LEGAL),
        (
            replace(BLUE_TO_MOVE, answer=Answer.LEGAL),
            replace(BROWN_TO_MOVE, answer=Answer.LEGAL),
            Tune.LEGAL,
        ),
        (BLUE_TO_MOVE, replace(BLUE_TO_MOVE, answer=Answer.ILLEGAL), Tune.ILLEGAL),
        (BLUE_TO_MOVE, replace(BLUE_TO_MOVE, answer=Answer.ASKS), Tune.ASKS),
        (BLUE_TO_MOVE, replace(BLUE_TO_MOVE, answer=Answer.LEGAL, waiting=True), Tune.DO),
        (replace(BLUE_TO_MOVE, answer=Answer.ILLEGAL), BLUE_TO_MOVE, None),
        (BLUE_TO_MOVE, replace(BLUE_TO_MOVE, answer=Answer.ILLEGAL, paused=True), None),
        (BLUE_TO_MOVE, TableView(phase=Phase.OVER), Tune.OVER),
        (TableView(phase=Phase.OVER), TableView(phase=Phase.OVER, waiting=True), None),
        (BLUE_TO_MOVE, replace(BLUE_TO_MOVE, notches_blue=Level(2, 5)), None),
    ],
)
def test_only_news_sounds(before: TableView, after: TableView, tune: Tune | None) -> None:
    assert tune_for(before, after) is tune


def test_tunes_are_short_and_told_apart_without_their_height() -> None:
    patterns = {tuple((beep.on_s, beep.off_s) for beep in tune.value) for tune in Tune}
    assert len(patterns) == len(Tune)
    assert all(tune.length_s < 1.5 for tune in Tune)


def test_every_view_has_lights_and_every_change_a_tune_or_none() -> None:
    views = [
        TableView(phase=phase, to_act=acting, answer=answer, paused=paused, waiting=waiting)
        for phase, acting, answer, paused, waiting in product(
            Phase, (frozenset[Side](), frozenset(Side)), Answer, (False, True), (False, True)
        )
    ]
    assert all(lights_for(view).ruling in Colour for view in views)
    assert {tune_for(before, after) for before in views for after in views} == {None, *Tune}
