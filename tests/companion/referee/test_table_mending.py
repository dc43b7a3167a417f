"""The table: everything that people take back, correct, overrule and take as it lies."""

from __future__ import annotations

from pathlib import Path

from companion.games.api import Carried, Piece
from companion.record import Played, Takeback
from companion.referee.commands import (
    AcceptTable,
    Choose,
    CorrectAction,
    CorrectSites,
    Overrule,
    Play,
    Resynchronise,
    Settled,
    TakeBack,
)
from companion.referee.refusing import RefusalCode
from companion.referee.snapshot import Said
from tests.companion.referee.sitting_at import MOON, kinds, seated


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
