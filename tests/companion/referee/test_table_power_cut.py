"""The power goes: what hands owed is asked for again, and the table stands as it did."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.record import Durability, RecordLog
from companion.record.on_table import OnTable
from companion.referee.bench import TableSettings
from companion.referee.commands import (
    AcceptTable,
    Done,
    Draw,
    Overrule,
    Pause,
    Play,
    Settled,
    UseCamera,
)
from companion.referee.eyes import ScriptedEyes, Watch
from companion.referee.snapshot import Said
from companion.referee.table import Table
from hardware.from_table import table_view
from hardware.lights import Colour, lights_for
from tests.companion.referee.moments import (
    BEFORE,
    STAR,
    TURNS,
    cut,
    moment,
    stands,
)
from tests.companion.referee.sitting_at import (
    LINE,
    MOON,
    WAIT_S,
    Seated,
    begin,
    seated,
)


@pytest.mark.parametrize("case", [*TURNS, *BEFORE])
def test_the_table_stands_as_it_was_told(tmp_path: Path, case: str) -> None:
    with moment(case, tmp_path) as at, cut(at, tmp_path) as after:
        assert stands(after.snapshot) == stands(at.snapshot)


@pytest.mark.parametrize("watch", [Watch.AWAY, Watch.OPENING, None], ids=str)
@pytest.mark.parametrize("case", [*TURNS, *BEFORE])
def test_it_stands_so_without_a_camera_too(tmp_path: Path, case: str, watch: Watch | None) -> None:
    with moment(case, tmp_path) as at, cut(at, tmp_path, watch=watch) as after:
        assert stands(after.snapshot) == stands(at.snapshot)
        assert after.snapshot.by_hand


OWING = [
    "a lost piece is to be taken off",
    "a piece is captured on a pull",
    "a cube is to be turned",
    "a deity is to be advanced",
    "a deity that was forgotten a turn ago",
    "a pulled piece is to be carried on",
    "a move is taken back",
    "a capture is taken back",
    "all steps of an entered move",
    "a bonus is to be chosen",
]


@pytest.mark.parametrize("case", OWING)
def test_what_is_owed_is_waited_for_until_the_table_shows_it(tmp_path: Path, case: str) -> None:
    with moment(case, tmp_path) as at, cut(at, tmp_path) as after:
        owed, number = after.snapshot.todo, after.answer.number
        assert owed
        after.eyes.changed = True  # a hand over the table, and nothing done
        after.table.rest(WAIT_S)
        assert after.snapshot.todo == owed
        after.hands(*owed)
        after.eyes.changed = True
        assert after.said(after=number).said is Said.SETTLED
        assert not after.snapshot.waiting


@pytest.mark.parametrize("case", OWING)
def test_what_was_done_while_the_power_was_away_is_seen_at_once(tmp_path: Path, case: str) -> None:
    with moment(case, tmp_path) as at:
        at.eyes.sees = None  # the camera went first
        at.hands(*at.snapshot.todo)
        with cut(at, tmp_path) as after:
            assert after.answer.said is Said.SETTLED
            assert not after.snapshot.waiting


@pytest.mark.parametrize("watch", [Watch.AWAY, None], ids=str)
@pytest.mark.parametrize("case", OWING)
def test_without_a_camera_a_person_says_that_it_is_done(
    tmp_path: Path, case: str, watch: Watch | None
) -> None:
    with moment(case, tmp_path) as at, cut(at, tmp_path, watch=watch) as after:
        reply = after.do(Settled())
        assert reply.accepted
        assert (after.answer.said, after.snapshot.waiting) == (Said.SETTLED, False)


@pytest.mark.parametrize("case", OWING)
def test_without_a_camera_the_button_says_so_as_well(tmp_path: Path, case: str) -> None:
    with moment(case, tmp_path) as at, cut(at, tmp_path, watch=Watch.AWAY) as after:
        assert after.do(Done("brown")).accepted
        assert (after.answer.said, after.snapshot.waiting) == (Said.SETTLED, False)


@pytest.mark.parametrize("case", OWING)
def test_while_the_camera_opens_the_button_says_nothing_that_it_will_see(
    tmp_path: Path, case: str
) -> None:
    with moment(case, tmp_path) as at, cut(at, tmp_path, watch=Watch.OPENING) as after:
        assert not after.do(Done("brown")).accepted
        assert after.snapshot.todo == at.snapshot.todo
        after.eyes.watch = Watch.LIVE
        after.wait(lambda snapshot: not snapshot.by_hand)
        after.table.rest(WAIT_S)
        assert after.snapshot.todo == at.snapshot.todo


@pytest.mark.parametrize("case", OWING)
def test_a_camera_that_goes_and_comes_asks_for_the_same(tmp_path: Path, case: str) -> None:
    with moment(case, tmp_path) as at:
        before = stands(at.snapshot)
        at.eyes.watch = Watch.AWAY
        at.wait(lambda snapshot: snapshot.by_hand)
        assert stands(at.snapshot) == before
        at.eyes.watch = Watch.LIVE
        at.wait(lambda snapshot: not snapshot.by_hand)
        at.table.rest(WAIT_S)
        assert stands(at.snapshot) == before


@pytest.mark.parametrize("case", OWING)
def test_what_a_person_says_is_done_is_seen_by_a_camera_that_comes_back(
    tmp_path: Path, case: str
) -> None:
    with moment(case, tmp_path) as at:
        owed = at.snapshot.todo
        at.eyes.watch = Watch.AWAY
        at.wait(lambda snapshot: snapshot.by_hand)
        at.do(Settled())
        at.eyes.watch = Watch.LIVE
        at.wait(lambda snapshot: not snapshot.by_hand)
        at.table.rest(WAIT_S)
        if "taken back" not in case:
            assert at.snapshot.todo == owed, "it was not done"
        at.show(at.placement())
        at.eyes.changed = True
        at.wait(lambda snapshot: not snapshot.waiting)


def test_the_next_move_by_hand_ends_what_nobody_can_see(tmp_path: Path) -> None:
    case = "a deity is to be advanced"
    with moment(case, tmp_path) as at, cut(at, tmp_path, watch=None) as after:
        assert lights_for(table_view(after.snapshot)).ruling is Colour.AMBER
        assert after.do(Play(text="h7-h6", seat="blue")).accepted
        assert after.answer.said is Said.LEGAL
        assert not after.snapshot.waiting


def test_a_press_whose_photograph_was_being_read_is_answered(tmp_path: Path) -> None:
    with moment("a hand is over the table", tmp_path) as at:
        at.lay(h4=(), h6=(MOON,))
        with cut(at, tmp_path) as after:
            assert (after.answer.said, after.answer.notation) == (Said.LEGAL, "Mh4-h6")


def test_a_refusal_can_still_be_overruled(tmp_path: Path) -> None:
    with moment("a refused move is to be put back", tmp_path) as at, cut(at, tmp_path) as after:
        assert after.do(Overrule()).accepted
        assert after.placement().at("h5") == (MOON,)


def test_a_proposal_can_still_be_taken(tmp_path: Path) -> None:
    with moment("a hidden piece is asked for", tmp_path) as at, cut(at, tmp_path) as after:
        taken = after.do(AcceptTable({"d6": ("brown moon", "brown star")}, seat="blue"))
        assert taken.accepted
        assert after.placement().at("d6") == (MOON, STAR)


def test_a_refusal_that_was_put_back_in_the_dark_is_seen(tmp_path: Path) -> None:
    with moment("a refused move is to be put back", tmp_path) as at:
        at.eyes.sees = None
        at.lay(h5=(), h4=(MOON,))
        with cut(at, tmp_path) as after:
            assert after.answer.said is Said.PUT_BACK


def test_playing_by_hand_although_there_is_a_camera_is_kept(tmp_path: Path) -> None:
    with seated(tmp_path, kept=True) as at:
        at.do(UseCamera(on=False))
        with cut(at, tmp_path) as after:
            assert after.snapshot.by_hand
            after.do(UseCamera(on=True))
            assert not after.snapshot.by_hand


def test_a_limited_clock_gives_no_time_back_and_waits_in_pause(tmp_path: Path) -> None:
    with seated(tmp_path, kept=True, side_s=100.0) as at:
        at.play("h4-h6")
        at.do(Pause(on=True))
        left = dict(at.snapshot.clock.left_s)
        with cut(at, tmp_path, side_s=100.0) as after:
            assert after.snapshot.paused
            assert after.snapshot.clock.left_s == pytest.approx(left)


def test_a_clock_that_runs_is_written_down_now_and_then(tmp_path: Path) -> None:
    now = [1000.0]
    kept = OnTable(tmp_path / "games.sqlite")
    with (
        RecordLog.open(tmp_path / "games.sqlite", durability=Durability.KILL) as log,
        Table(log, settings=TableSettings(side_s=900.0), now_s=lambda: now[0], kept=kept) as table,
    ):
        at = Seated(table, ScriptedEyes())
        begin(at, line=LINE, rules={})
        now[0] += 60.0
        at.do(Draw())  # refused: nothing happens but that the table wakes up
        with cut(at, tmp_path, watch=None, side_s=900.0) as after:
            assert after.snapshot.clock.left_s["brown"] == pytest.approx(840.0, abs=0.5)
            assert after.snapshot.clock.left_s["blue"] == 900.0


def test_time_that_is_up_was_told_and_is_not_told_again(tmp_path: Path) -> None:
    with seated(tmp_path, kept=True, side_s=0.3) as at:
        at.said(Said.TIME_UP)
        with cut(at, tmp_path, side_s=0.3) as after:
            assert stands(after.snapshot) == stands(at.snapshot)
            assert not after.snapshot.clock.limited


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b'{"game_id": 1}',
        b"\xff\x00",
        b"[" * 100_000,
        b'{"todo": {"Carried": {"ruling": 1}}}',
    ],
)
def test_a_note_that_nobody_can_read_costs_what_it_said_and_no_more(
    tmp_path: Path, text: bytes
) -> None:
    with moment("a deity is to be advanced", tmp_path) as at:
        owed = at.snapshot.todo
        (tmp_path / "on-table.json").write_bytes(text)
        with cut(at, tmp_path) as after:
            assert after.answer.said is Said.WAIT
            assert after.snapshot.todo == owed, "the camera sees that it was not done"


@pytest.mark.parametrize("lost", ["lying", "todo", "answer", "clock"])
def test_a_note_of_another_version_is_passed_over(tmp_path: Path, lost: str) -> None:
    with moment("a pulled piece is to be carried on", tmp_path) as at:
        kept = OnTable(tmp_path / "games.sqlite")
        kept.keep_standing({**kept.standing(), lost: "words of tomorrow"})
        with cut(at, tmp_path) as after:
            assert after.snapshot.todo == at.snapshot.todo


@pytest.mark.parametrize(
    ("word", "spoiled"),
    [
        ('"kind":"star"', '"kind":7'),
        ('"facing":""', '"facing":{"Look":{"piece":"x","level":1}}'),
        ('"ruling":"MS-37"', '"ruling":["MS-37"]'),
        ('"said":{"Said":"legal"}', '"said":{"Verdict":"legal"}'),
        ('"limited":false', '"limited":1'),
        ('"via":["e2"]', '"via":["e2",null]'),
    ],
)
def test_a_note_with_one_spoiled_word_is_passed_over(
    tmp_path: Path, word: str, spoiled: str
) -> None:
    with moment("a pulled piece is to be carried on", tmp_path) as at:
        note = tmp_path / "on-table.json"
        text = note.read_text().replace(": ", ":").replace(", ", ",")
        assert word in text
        note.write_text(text.replace(word, spoiled))
        with cut(at, tmp_path) as after:
            assert after.snapshot.todo == at.snapshot.todo
