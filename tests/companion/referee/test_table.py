"""The table: turns from a press to a ruling, and everything that people correct."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.api import Carried, Piece, Removed
from companion.record import Played, RecordLog, Refused, Takeback
from companion.referee.commands import (
    Abandon,
    AcceptTable,
    Choose,
    CorrectAction,
    CorrectSites,
    Dismiss,
    Done,
    Draw,
    Leave,
    NewGame,
    Overrule,
    Pause,
    Play,
    Remark,
    ResumeGame,
    Resynchronise,
    SetAutomatic,
    Settled,
    TakeBack,
    UseCamera,
    Why,
)
from companion.referee.evidence import NOTHING, Look, Sight, look_of
from companion.referee.eyes import Watch
from companion.referee.refusing import RefusalCode
from companion.referee.snapshot import Said, TablePhase
from tests.companion.referee.sitting_at import LINE, Seated, seated

CAPTURE = "8o/9/7s1/9/3s5/3S3M1/2M6/9/O8 brown cadbeth:1,lamban:1 -,-"
MOON = Piece("brown", "moon")


def kinds(at: Seated) -> list[type]:
    """The kinds of events after the start of the game."""
    assert at.snapshot.timeline is not None
    return [type(event.data) for event in at.snapshot.timeline.events[1:]]


# --- A turn ---------------------------------------------------------------------------------------


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


# --- Corrections ----------------------------------------------------------------------------------


def test_a_takeback_says_how_to_put_the_pieces_back_and_waits(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        at.play("h4-h6")
        answer = at.do(TakeBack(seat="brown")).snapshot.answer
        assert answer is not None
        assert answer.said is Said.TAKEN_BACK
        assert [
            (step.origin, step.target) for step in answer.todo if isinstance(step, Carried)
        ] == [("h6", "h4")]
        assert at.snapshot.to_act == {"brown"}
        at.lay(h6=(), h4=(MOON,))
        at.eyes.changed = True
        assert at.said(after=answer.number).said is Said.SETTLED
        assert kinds(at) == [Played, Takeback]


def test_a_takeback_done_by_hand_first_is_asked_about(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        at.play("h4-h6")
        at.lay(h6=(), h4=(MOON,))
        answer = at.press("blue")
        assert answer.said is Said.AMBIGUOUS
        (option,) = answer.options
        assert option.back == 1
        at.do(Choose(0))
        assert at.snapshot.to_act == {"brown"}
        assert not at.snapshot.waiting


def test_more_than_was_played_cannot_be_taken_back(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        refusal = at.do(TakeBack(3)).refusal
        assert refusal is not None
        assert refusal.code is RefusalCode.BAD


def test_a_misread_action_is_replaced(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        at.play("h4-h6")
        at.do(CorrectAction(text="h4-h2"))
        assert at.answer.said is Said.CORRECTED
        assert at.placement().at("h2") == (MOON,)
        assert at.placement().at("h6") == ()


def test_a_misread_site_is_corrected_and_the_photo_judged_again(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        at.lay(h4=(), h6=(Piece("blue", "moon"),))
        answer = at.press("brown")
        assert answer.said is Said.OUT_OF_STEP
        looks = at.eyes.looks
        at.do(CorrectSites({"h6": ("brown moon",)}))
        assert (at.answer.said, at.answer.notation) == (Said.LEGAL, "Mh4-h6")
        assert at.eyes.looks == looks
        assert at.snapshot.corrections == {"h6": ("brown moon",)}


def test_a_correction_of_a_site_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        at.press("brown")
        refusal = at.do(CorrectSites({"z9": ("brown moon",)})).refusal
        assert refusal is not None
        assert refusal.code is RefusalCode.BAD


def test_both_sides_can_let_a_refused_move_stand(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        at.lay(h4=(), h5=(MOON,))
        at.press("brown")
        at.do(Overrule("they agreed"), by="Ada")
        assert at.answer.said is Said.OVERRULED
        assert at.placement().at("h5") == (MOON,)
        assert at.snapshot.to_act == {"blue"}


def test_nothing_can_be_overruled_that_was_not_refused(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        refusal = at.do(Overrule()).refusal
        assert refusal is not None
        assert refusal.code is RefusalCode.NOT_NOW


def test_the_table_as_it_lies_is_taken_after_every_hidden_piece_is_told(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        at.lay(d4=(), c3=(), d6=(MOON, Piece("brown", "star")))
        out = at.press("brown")
        assert out.said is Said.OUT_OF_STEP
        at.do(Resynchronise())
        answer = at.said(Said.PROPOSAL)
        proposal = at.snapshot.proposal
        assert proposal is not None
        assert proposal.asked == ("d6",)
        assert answer.number > out.number
        if "d6" not in proposal.guesses:
            refusal = at.do(AcceptTable(seat="blue")).refusal
            assert refusal is not None
            assert refusal.code is RefusalCode.BAD
        at.do(AcceptTable({"d6": ("brown moon", "brown star")}, seat="blue"))
        assert at.answer.said is Said.RESYNCHRONISED
        assert at.placement().at("d6") == (MOON, Piece("brown", "star"))
        assert at.snapshot.to_act == {"blue"}


def test_a_table_that_cannot_be_is_not_taken(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        stone = Piece("brown", "stone")
        at.lay(e9=(stone,))
        at.do(Resynchronise())
        at.said(Said.PROPOSAL)
        at.do(AcceptTable(seat="brown"))
        assert at.answer.said is Said.FAULTS
        assert at.answer.faults
        assert kinds(at) == []


def test_a_person_says_that_the_table_is_right(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        at.do(Play(text="h4-h6"))
        assert at.snapshot.waiting
        at.do(Settled())
        assert (at.answer.said, at.snapshot.waiting) == (Said.SETTLED, False)


# --- Entered by hand ------------------------------------------------------------------------------


def test_an_entered_move_is_owed_by_hands_while_a_camera_watches(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        at.do(Play(text="h4-h6", seat="brown"))
        assert [type(step) for step in at.snapshot.todo] == [Carried]
        at.lay(h4=(), h6=(MOON,))
        at.eyes.changed = True
        at.said(Said.SETTLED)


def test_an_entered_move_is_owed_by_nobody_without_a_camera(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        at.do(UseCamera(on=False))
        at.do(Play(text="h4-h6", seat="brown"))
        assert not at.snapshot.waiting
        assert at.snapshot.by_hand


def test_entering_for_the_other_side_is_refused_by_the_rules(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        reply = at.do(Play(text="h4-h6", seat="blue"))
        assert reply.accepted
        assert at.answer.said is Said.ILLEGAL
        assert at.answer.ruling is not None
        assert [why.ruling for why in at.answer.ruling.reasons] == ["MS-15"]


@pytest.mark.parametrize("text", ["", "h4", "zebra", "h4-" + "h6" * 5000])
def test_what_cannot_be_read_is_refused_and_changes_nothing(tmp_path: Path, text: str) -> None:
    with seated(tmp_path) as at:
        refusal = at.do(Play(text=text)).refusal
        assert refusal is not None
        assert refusal.code is RefusalCode.BAD
        assert refusal.advice
        assert kinds(at) == []


def test_a_camera_that_goes_leaves_the_game_to_be_played_by_hand(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        at.play("h4-h6")
        at.eyes.watch = Watch.AWAY
        at.wait(lambda snapshot: snapshot.by_hand)
        refusal = at.do(Done("blue")).refusal
        assert refusal is not None
        assert refusal.code is RefusalCode.NOT_NOW
        assert at.do(Play(text="f7-f6", seat="blue")).accepted
        at.eyes.watch = Watch.LIVE
        at.wait(lambda snapshot: not snapshot.by_hand)
        at.show(at.placement())
        assert at.play("d4-d5").said is Said.LEGAL


def test_a_camera_that_fails_at_the_press_is_told(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        at.eyes.sees = None
        assert at.press("brown").said is Said.CAMERA_AWAY


# --- Automatic ------------------------------------------------------------------------------------


def test_a_settled_change_is_judged_without_a_press(tmp_path: Path) -> None:
    with seated(tmp_path, automatic=True) as at:
        at.lay(h4=(), h6=(MOON,))
        at.eyes.changed = True
        answer = at.said(Said.LEGAL)
        assert answer.notation == "Mh4-h6"
        assert at.eyes.looks == 2, "what nobody pressed for counts when it was seen twice"


def test_a_wrong_move_without_a_press_is_told_later_than_a_legal_one(tmp_path: Path) -> None:
    with seated(tmp_path, automatic=True) as at:
        at.lay(h4=(), h5=(MOON,))
        at.eyes.changed = True
        assert at.said(Said.ILLEGAL).ruling is not None
        assert at.eyes.looks == 4
        assert kinds(at) == [Refused]


def test_automatic_judging_can_be_switched_during_the_game(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        at.do(SetAutomatic(on=True))
        at.lay(h4=(), h6=(MOON,))
        at.eyes.changed = True
        assert at.said(Said.LEGAL).notation == "Mh4-h6"


# --- The game around it ---------------------------------------------------------------------------


def test_a_pause_stops_the_judging(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        at.do(Pause())
        assert at.snapshot.paused
        refusal = at.do(Done("brown")).refusal
        assert refusal is not None
        assert refusal.code is RefusalCode.NOT_NOW
        at.do(Pause(on=False))
        assert at.play("h4-h6").said is Said.LEGAL


def test_why_says_the_last_ruling_again(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        first = at.play("h4-h6")
        at.do(Why())
        assert at.answer.again
        assert (at.answer.ruling, at.answer.number) == (first.ruling, first.number + 1)


def test_a_game_that_is_left_can_be_resumed(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        at.play("h4-h6")
        number, state = at.snapshot.game_id, at.state
        at.do(Leave())
        assert at.snapshot.phase is TablePhase.IDLE
        refusal = at.do(Draw()).refusal
        assert refusal is not None
        assert refusal.code is RefusalCode.NO_GAME
        assert number is not None
        at.do(ResumeGame(number))
        assert at.state == state


def test_an_abandoned_game_leaves_the_table_free(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        at.do(Abandon("rain"))
        assert (at.snapshot.phase, at.answer.said) == (TablePhase.IDLE, Said.ABANDONED)


def test_a_remark_goes_into_the_record_and_an_empty_one_does_not(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        assert at.do(Remark("a fine move"), by="Ada").accepted
        assert not at.do(Remark("  ")).accepted
        at.do(Dismiss())
        assert at.snapshot.answer is None


def test_an_unknown_game_is_refused(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        before = at.snapshot.game_id
        refusal = at.do(NewGame("chess")).refusal
        assert refusal is not None
        assert refusal.code is RefusalCode.BAD
        assert at.snapshot.game_id == before


def test_the_end_of_a_game_is_recorded(tmp_path: Path) -> None:
    with seated(tmp_path, line="8o/9/2m6/9/9/9/2M4S1/9/O8 brown cadbeth:1,lamban:1 -,-") as at:
        at.do(Play(text="resign"))
        assert at.snapshot.phase is TablePhase.OVER
        assert at.snapshot.timeline is not None
        assert at.snapshot.timeline.result is not None


def test_everything_said_to_be_done_is_in_the_record(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        at.play("h4-h6")
        number = at.snapshot.game_id
        assert number is not None
        with RecordLog.open(tmp_path / "games.sqlite", write=False) as log:
            assert [type(event.data) for event in log.events(number)[1:]] == [Played]


def test_a_stack_is_told_by_its_top(tmp_path: Path) -> None:
    with seated(tmp_path, line=LINE) as at:
        assert at.placement().at("f3") == (Piece("brown", "trap", "east"),)
        at.lay(h4=(), h6=())
        answer = at.press("brown")
        assert answer.said in (Said.AMBIGUOUS, Said.OUT_OF_STEP)
        assert Look("", 0) in [look for _, look in answer.strange] or answer.options
