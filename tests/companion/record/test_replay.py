"""What each event does to the game it belongs to, and where a replay stops."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.errors import RecordDamaged, UsageError
from companion.games.errors import IllegalAction
from companion.games.registry import AnyGame
from companion.record import (
    Abandoned,
    ClockRead,
    Comment,
    Event,
    Misread,
    Played,
    RefereeWrong,
    Remedy,
    Result,
    Resumed,
    Started,
    Takeback,
    Timeline,
    advance,
    misread_action,
    misread_table,
    overruled,
    referee_wrong,
    refused,
    replay,
    started,
    takeback,
)
from companion.record.events import EventData
from tests.companion.record.conftest import TIME, new, play, small, then

OTHER_LINE = "9/o8/m8/9/4s4/4S4/9/M8/O8 blue -,- -,-"


def notations(timeline: Timeline) -> list[str]:
    return [step.notation for step in timeline.steps]


def test_actions_lead_to_the_states_of_the_rules(game: AnyGame) -> None:
    timeline = play(small(game), "e3-e4", "a7-b6")
    assert notations(timeline) == ["Se3-e4", "Ma7-b6"]
    assert [step.seat for step in timeline.steps] == ["brown", "blue"]
    assert game.placement(timeline.state).at("b6") == game.placement(timeline.start).at("a7")
    assert timeline.steps[0].effects


def test_a_takeback_undoes_and_leaves_no_step(game: AnyGame) -> None:
    before = play(small(game), "e3-e4")
    longer = play(before, "a7-b6", "e4-d4")
    after = then(longer, takeback(longer))
    assert notations(after) == ["Se3-e4", "Ma7-b6"]
    both = then(play(before, "a7-b6"), Takeback(2, "blue", 1))
    assert both.state == both.start
    assert len(both.events) == 4


@pytest.mark.parametrize("bad", [Takeback(0), Takeback(2), Takeback(1, "", 2)])
def test_a_takeback_that_cannot_be_is_refused(bad: Takeback, game: AnyGame) -> None:
    with pytest.raises(RecordDamaged):
        then(play(small(game), "e3-e4"), bad)
    with pytest.raises(UsageError):
        takeback(small(game))


def test_a_misread_action_is_replaced_and_not_taken_back(game: AnyGame) -> None:
    timeline = play(small(game), "e3-e4", "a7-b6")
    corrected = misread_action(timeline, game.parse(timeline.state_at(1), "a7-a5"))
    assert corrected.recorded == "Ma7-b6"
    after = then(timeline, corrected)
    assert notations(after) == ["Se3-e4", "Ma7-a5"]
    assert after.steps[1].event.sequence == 4
    assert after.state == play(small(game), "e3-e4", "a7-a5").state


def test_a_misread_table_keeps_the_action(game: AnyGame) -> None:
    timeline = play(small(game), "e3-e4")
    table = game.position_from_line(OTHER_LINE)
    after = then(timeline, misread_table(timeline, table))
    assert notations(after) == ["Se3-e4"]
    assert after.state == table
    at_start = then(small(game), misread_table(small(game), table))
    assert at_start.start == table
    assert at_start.steps == ()


def test_a_misreading_needs_an_action_or_a_table(game: AnyGame) -> None:
    for bad in (Misread("x"), Misread("x", {"from": "a2"}, "", {"x": 1}), Misread("x", {"a": 1})):
        with pytest.raises(RecordDamaged):
            then(small(game), bad)
    timeline = play(small(game), "e3-e4")
    with pytest.raises(IllegalAction):
        misread_action(timeline, game.parse(timeline.start, "e3-e5"))


def test_a_refused_try_changes_nothing_and_keeps_its_reasons(game: AnyGame) -> None:
    tried = refused(small(game), game.parse(small(game).state, "e3-e5"))
    assert tried.reasons
    assert then(small(game), tried).state == small(game).state


def test_an_overruled_try_stands_and_the_game_goes_on_from_its_table(game: AnyGame) -> None:
    timeline = small(game)
    tried = game.parse(timeline.state, "e3-e4")
    table = game.position_from_line(OTHER_LINE)
    after = then(timeline, overruled(timeline, tried, goes_on=table, by="Ada"))
    assert after.state == table
    assert len(after.steps) == 1
    assert play(after, "a7-a5").state != table
    assert then(after, takeback(after)).state == timeline.state


def test_a_wrong_refusal_can_be_done_after_all(game: AnyGame) -> None:
    tried = refused(small(game), game.parse(small(game).state, "e3-e4"))
    timeline = then(small(game), tried)
    by_the_rules = then(timeline, referee_wrong(timeline, 2, Remedy.DONE_AFTER_ALL, by="Ben"))
    assert by_the_rules.state == play(small(game), "e3-e4").state
    table = game.position_from_line(OTHER_LINE)
    given = then(timeline, referee_wrong(timeline, 2, Remedy.DONE_AFTER_ALL, goes_on=table))
    assert given.state == table
    assert notations(given) == ["Se3-e4"]
    assert set(given.corrected()) == {2}
    went_on = play(timeline, "e3-d3")
    with pytest.raises(RecordDamaged):
        then(went_on, RefereeWrong(2, Remedy.DONE_AFTER_ALL))


def test_a_wrong_permission_strikes_the_action_and_what_followed(game: AnyGame) -> None:
    timeline = play(small(game), "e3-e4", "a7-b6", "a2-b3")
    after = then(timeline, RefereeWrong(3, Remedy.STRUCK))
    assert notations(after) == ["Se3-e4"]
    with pytest.raises(RecordDamaged):
        then(after, RefereeWrong(3, Remedy.STRUCK))


def test_a_corrected_ruling_alone_leaves_the_game(game: AnyGame) -> None:
    timeline = play(small(game), "e3-e4")
    assert then(timeline, RefereeWrong(2, Remedy.RULING_ONLY)).state == timeline.state
    for event in (0, 1, 3, 99):
        with pytest.raises(RecordDamaged):
            then(timeline, RefereeWrong(event, Remedy.RULING_ONLY))


@pytest.mark.parametrize("data", [Comment("x"), ClockRead({"brown": 3.5}, "brown"), Resumed()])
def test_a_remark_changes_nothing(data: EventData, game: AnyGame) -> None:
    timeline = play(small(game), "e3-e4")
    assert replace(then(timeline, data), events=()) == replace(timeline, events=())


def test_a_result_ends_the_game_until_it_is_corrected(game: AnyGame) -> None:
    timeline = then(play(small(game), "e3-e4"), Result("brown"))
    assert timeline.result == Result("brown")
    with pytest.raises(RecordDamaged, match="after the end"):
        play(timeline, "a7-b6")
    assert then(timeline, takeback(timeline)).result is None
    with pytest.raises(RecordDamaged):
        then(timeline, Result("green"))


def test_an_abandoned_game_can_be_resumed(game: AnyGame) -> None:
    left = then(small(game), Abandoned("supper"))
    assert left.abandoned
    assert not then(left, Resumed()).abandoned


def test_the_longest_good_part_comes_back_with_the_exact_fault(game: AnyGame) -> None:
    good = play(small(game), "e3-e4", "a7-b6")
    bad = Event(4, TIME, 1.0, Played("brown", {"from": "e4", "part": "all", "to": "e6"}, "Se4-e6"))
    found = replay([*good.events, bad, Event(5, TIME, 2.0, Comment("lost"))])
    assert found.timeline == good
    assert found.problem is not None
    assert found.problem.sequence == 4
    assert "Se4-e6" in str(found.problem)
    assert "MS-" in str(found.problem)


def test_a_gap_and_a_wrong_beginning_are_found(game: AnyGame) -> None:
    events = play(small(game), "e3-e4", "a7-b6").events
    gap = replay([events[0], events[2]])
    assert gap.problem is not None
    assert str(gap.problem) == "Event 3: Event 2 is missing."
    assert replay([]).problem is not None
    assert replay([Event(1, TIME, 0.0, Comment("x"))]).timeline is None
    twice = replay([events[0], replace(events[0], sequence=2)])
    assert twice.timeline is not None
    assert twice.problem is not None


def test_another_table_than_the_recorded_one_is_noticed(game: AnyGame) -> None:
    timeline = play(small(game), "e3-e4")
    data = timeline.events[1].data
    assert isinstance(data, Played)
    changed = replace(timeline.events[1], data=replace(data, mark="0" * 16))
    found = replay([timeline.events[0], changed])
    assert found.problem is not None
    assert "another table" in found.problem.why


def test_a_record_of_other_rules_says_which(game: AnyGame) -> None:
    begins = replace(started(game), rules_version=99)
    found = replay([*new(begins).events, Event(2, TIME, 0.0, Played("brown", {"pass": 1}, "pass"))])
    assert found.problem is not None
    assert "version 99 of the rules" in found.problem.why


@pytest.mark.parametrize(
    "begins",
    [
        Started("no-such-game", 1),
        Started("moons-and-stars", 1, {"columns": 99}),
        Started("moons-and-stars", 1, {"colour": "red"}),
        Started("moons-and-stars", 1, {}, {}, {}, {"phase": "over"}),
    ],
)
def test_a_start_that_cannot_be_is_told(begins: Started) -> None:
    found = replay([Event(1, TIME, 0.0, begins)])
    assert found.timeline is None
    assert found.problem is not None


def test_a_player_of_no_seat_is_refused_before_the_game(game: AnyGame) -> None:
    with pytest.raises(UsageError):
        started(game, players={"green": "Cy"})


def test_advancing_leaves_the_earlier_timeline_as_it_was(game: AnyGame) -> None:
    timeline = small(game)
    advance(timeline, Event(2, TIME, 0.0, Comment("x")))
    assert len(timeline.events) == 1
