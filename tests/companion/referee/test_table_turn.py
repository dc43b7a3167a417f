"""The table: a turn, from the press to the ruling."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.api import Carried, Piece, Removed
from companion.record import Played, Refused
from companion.referee.commands import Choose, Leave, ResumeGame
from companion.referee.evidence import NOTHING, Look, Sight, look_of
from companion.referee.snapshot import Said
from tests.companion.referee.sitting_at import (
    CAPTURE,
    LINE,
    MOON,
    PULLED,
    WAIT_S,
    Seated,
    kinds,
    seated,
)

STUCK = (
    "fotwf5/1p2tw2p1/3[fs]2fh|1/4fh-tn2/9/7Tw1/1TnH|2H-F2/P2H-TsOFP1/Tn1TwH-SH|3"
    " brown yinnok:1,lamban:1 M1,M1S1P1 notches=2"
)
"""Brown's last star can't move: there is nothing but to pass."""


def test_a_legal_move_is_accepted_with_one_photo(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        answer = at.play("h4-h6")
        assert (answer.said, answer.seat, answer.notation) == (Said.LEGAL, "brown", "Mh4-h6")
        assert at.snapshot.to_act == {"blue"}
        assert at.eyes.looks == 1
        assert kinds(at) == [Played]
        assert answer.photo == at.snapshot.latest == 1


def test_an_illegal_move_is_refused_with_reasons_and_the_way_back(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        at.lay(h4=(), h5=(MOON,))
        answer = at.press("brown")
        assert answer.said is Said.ILLEGAL
        assert answer.ruling is not None
        assert "MS-18" in [why.ruling for why in answer.ruling.reasons]
        assert [type(step) for step in answer.todo] == [Carried]
        assert at.snapshot.to_act == {"brown"}
        assert at.eyes.looks == 1, "what is plainly seen is told at once"


def test_a_refusal_that_the_photo_leaves_in_doubt_is_told_when_a_second_one_says_it_too(
    tmp_path: Path,
) -> None:
    with seated(tmp_path) as at:
        look = look_of((MOON,))
        at.unsure = {"h5": {look: 0.9, NOTHING: 0.1}}
        at.lay(h4=())
        assert at.press("brown").said is Said.ILLEGAL
        assert at.eyes.looks == 2


def test_pressing_again_over_the_same_wrong_table_records_the_try_once(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        at.lay(h4=(), h5=(MOON,))
        first, second = at.press("brown"), at.press("brown")
        assert (first.said, second.said) == (Said.ILLEGAL, Said.ILLEGAL)
        assert kinds(at) == [Refused]


def test_a_wrong_move_that_is_put_back_is_seen_without_a_press(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        at.lay(h4=(), h5=(MOON,))
        wrong = at.press("brown")
        at.lay(h5=(), h4=(MOON,))
        at.eyes.changed = True
        assert at.said(after=wrong.number).said is Said.PUT_BACK


def test_what_hands_still_owe_after_a_capture_is_said_and_waited_for(tmp_path: Path) -> None:
    with seated(tmp_path, line=CAPTURE) as at:
        action = at.game.complete(at.state, at.game.parse(at.state, "d4-d5"))
        effects = at.game.apply(at.state, action).effects
        (victim,) = (step for step in effects if isinstance(step, Removed))
        (mover,) = (step for step in effects if isinstance(step, Carried) and step.origin == "d4")
        others = [step for step in effects if step not in (victim, mover)]
        at.hands(victim, mover)
        answer = at.press("brown")
        assert answer.said is Said.LEGAL
        assert list(answer.todo) == others
        assert at.snapshot.waiting
        at.hands(*others)
        at.eyes.changed = True
        assert at.said(after=answer.number).said is Said.SETTLED
        assert not at.snapshot.waiting


def test_what_hands_still_owed_when_the_power_went_is_asked_for_again(tmp_path: Path) -> None:
    with seated(tmp_path, line=PULLED) as at:
        owed = at.play("d3-d2", steps=1).todo
        assert owed
        resumed(at)
        answer = at.said(Said.WAIT)
        assert answer.todo == owed, "nobody knew whether it was done: the camera was asked"
        answer = at.press("blue")
        assert (answer.said, answer.todo) == (Said.WAIT, owed)
        at.hands(*owed)
        at.eyes.changed = True
        assert at.said(after=answer.number).said is Said.SETTLED


def test_on_a_resumed_table_a_wrong_move_is_put_back_to_where_it_was_carried_from(
    tmp_path: Path,
) -> None:
    with seated(tmp_path) as at:
        at.play("h4-h6")
        resumed(at)
        at.table.rest(WAIT_S)
        at.lay(f7=(), f2=(Piece("blue", "star"),))
        answer = at.press("blue")
        assert answer.said is Said.ILLEGAL
        assert [
            (step.origin, step.target) for step in answer.todo if isinstance(step, Carried)
        ] == [("f2", "f7")]


def resumed(at: Seated) -> None:
    """The power went, and the game is on the table again."""
    number = at.snapshot.game_id
    assert number is not None
    at.do(Leave())
    assert at.do(ResumeGame(number)).accepted


def test_a_press_after_putting_back_passes_where_nothing_else_can_be_done(tmp_path: Path) -> None:
    with seated(tmp_path, line=STUCK) as at:
        assert [at.game.format(at.state, a) for a in at.game.legal(at.state)] == ["pass"]
        before = at.wood
        at.lay(e1=(), e4=(Piece("brown", "star"),))
        assert at.press("brown").said is Said.ILLEGAL
        at.show(before)
        answer = at.press("brown")
        assert (answer.said, answer.notation) == (Said.LEGAL, "pass")
        assert kinds(at) == [Refused, Played]


def test_a_press_after_putting_back_asks_of_no_pass_where_one_can_move(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        before = at.wood
        at.lay(h4=(), h5=(MOON,))
        at.press("brown")
        at.show(before)
        assert at.press("brown").said is Said.PUT_BACK


def test_a_press_without_a_move_says_that_nothing_has_changed(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        assert at.press("brown").said is Said.TABLE_READY
        assert at.press("brown").said is Said.UNCHANGED
        assert kinds(at) == []


def test_the_other_sides_button_ends_no_turn(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        answer = at.press("blue")
        assert (answer.said, answer.seat) == (Said.NOT_YOUR_TURN, "blue")
        assert at.eyes.looks == 0


def test_a_hand_over_the_table_is_no_move_and_is_looked_past(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        at.hide(Sight.HAND, "An arm is over a1.")
        hidden = at.press("brown")
        assert (hidden.said, hidden.reason) == (Said.HAND, "An arm is over a1.")
        at.lay(h4=(), h6=(MOON,))
        at.eyes.changed = True
        assert at.said(after=hidden.number).said is Said.LEGAL


@pytest.mark.parametrize(
    ("sight", "said"), [(Sight.UNREADABLE, Said.UNREADABLE), (Sight.MOVED, Said.MOVED)]
)
def test_a_photo_that_tells_nothing_is_told_with_its_reason(
    tmp_path: Path, sight: Sight, said: Said
) -> None:
    with seated(tmp_path) as at:
        at.hide(sight, "Too dark at the left.")
        answer = at.press("brown")
        assert (answer.said, answer.reason) == (said, "Too dark at the left.")


def test_a_table_that_never_rests_is_told(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        at.eyes.quiet = False
        assert at.press("brown").said is Said.MOVING


def test_a_table_that_follows_from_nothing_is_out_of_step(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        at.lay(c3=(), h4=(), d4=(), c5=(MOON,))
        answer = at.press("brown")
        assert answer.said is Said.OUT_OF_STEP
        assert {"c3", "h4", "d4", "c5"} <= {site for site, _ in answer.strange}


def test_two_moves_in_one_are_asked_about_and_the_answer_plays_both(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        assert at.press("brown").said is Said.TABLE_READY
        at.lay(h4=(), h6=(MOON,), f7=(), f6=(Piece("blue", "star"),))
        answer = at.press("brown")
        assert answer.said is Said.AMBIGUOUS
        wanted = ("Mh4-h6", "Sf7-f6")
        number = next(n for n, option in enumerate(answer.options) if option.notations == wanted)
        at.do(Choose(number))
        assert kinds(at) == [Played, Played]
        assert not at.snapshot.waiting, "the photo showed both done"


def test_a_stack_is_told_by_its_top(tmp_path: Path) -> None:
    with seated(tmp_path, line=LINE) as at:
        assert at.placement().at("f3") == (Piece("brown", "trap", "east"),)
        at.lay(h4=(), h6=())
        answer = at.press("brown")
        assert answer.said in (Said.AMBIGUOUS, Said.OUT_OF_STEP)
        assert Look("", 0) in [look for _, look in answer.strange] or answer.options
