"""From evidence to a ruling: legal, half done, illegal, doubtful, taken back, out of step."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.games.api import Piece, Pile, Placement
from companion.games.moons_and_stars import MoonsAndStars
from companion.referee.evidence import NOTHING, Look, SeenTable, Sight, look_of, seen_table
from companion.referee.findings import Finding, Following, follow
from companion.referee.reconcile import judge

GAME = MoonsAndStars()
SEATS = ("brown", "blue")
LINE = "8o/9/2m2s3/9/3s5/3S3M1/2M2Te3/9/O8 brown cadbeth:1,lamban:1 -,-"


def seen(placement: Placement, state: Any, *, sure: float = 0.99) -> SeenTable:
    return seen_table(placement, state.geometry.names, sure=sure, seats=SEATS)


LOSING = (
    "s1ts4tw1/4om1te1/2fts3f1/h-[fs]tw5p/7m1/P2Te4P/P1S2M3/TnH-2Ts2O1/H-1S1S1PS1"
    " blue cadbeth:1,yinnok:1 M1S1,S1P1 notches=2"
)


def following(line: str = LINE) -> Following:
    state = GAME.position_from_line(line)
    begun = judge(follow(GAME, state), seen(GAME.placement(state), state))
    assert begun.finding is Finding.START
    return begun.following


def with_piles(placement: Placement, **piles: Pile) -> Placement:
    merged = {**placement.piles, **piles}
    return Placement({site: pile for site, pile in merged.items() if pile})


def doubtful(table: SeenTable, site: str, other: Look, p: float) -> SeenTable:
    (look,) = table.looks[site]
    return replace(table, looks={**table.looks, site: {look: 1 - p, other: p}})


def test_a_table_that_is_not_the_start_is_out_of_step_before_play_begins() -> None:
    state = GAME.position_from_line(LINE)
    wrong = with_piles(GAME.placement(state), c3=(), c4=(Piece("brown", "moon"),))
    judgement = judge(follow(GAME, state), seen(wrong, state))
    assert judgement.finding is Finding.OUT_OF_STEP
    assert {site for site, _look in judgement.strange} == {"c3", "c4"}


def test_nothing_has_changed() -> None:
    begun = following()
    assert judge(begun, seen(begun.lying, begun.state)).finding is Finding.UNCHANGED


@pytest.mark.parametrize(
    ("sight", "finding"),
    [
        (Sight.HAND, Finding.HAND),
        (Sight.UNREADABLE, Finding.UNREADABLE),
        (Sight.MOVED, Finding.MOVED),
    ],
)
def test_a_photo_that_cannot_be_used_changes_nothing_and_says_why(
    sight: Sight, finding: Finding
) -> None:
    begun = following()
    judgement = judge(begun, SeenTable({}, sight, "An arm is over a1."))
    assert (judgement.finding, judgement.following) == (finding, begun)
    assert judgement.reason == "An arm is over a1."


@pytest.mark.parametrize("seed", range(4))
def test_every_legal_action_of_a_random_game_is_recognised(seed: int) -> None:
    """Up to actions that lead to the same state, and tables that look as before."""
    rng = Random(seed)
    state = GAME.initial({"notches": 3})
    while state.phase.value != "turns":
        state = GAME.apply(state, GAME.sample(state, rng)).state
    begun = judge(follow(GAME, state), seen(GAME.placement(state), state)).following
    for _ in range(60):
        if not GAME.to_act(begun.state):
            break
        action = GAME.sample(begun.state, rng)
        after = GAME.apply(begun.state, action).state
        table = seen(GAME.placement(after), after)
        judgement = judge(begun, table)
        before = GAME.placement(begun.state)
        looks_alike = all(
            look_of(before.at(site)) == look_of(GAME.placement(after).at(site))
            for site in after.geometry.names
        )
        if judgement.finding is Finding.LEGAL:
            assert judgement.following.state == after
            assert judgement.todo == ()
        else:
            assert looks_alike or judgement.finding is Finding.AMBIGUOUS
        begun = follow(GAME, after)
        begun = replace(begun, begun=True)


def test_a_victim_off_the_table_is_no_move_yet_and_is_asked_about() -> None:
    begun = following()
    judgement = judge(begun, seen(with_piles(begun.lying, d5=()), begun.state))
    assert judgement.finding is Finding.AMBIGUOUS
    assert {option.notations for option in judgement.options} == {("Sd4xd5",)}


def test_what_hands_owe_is_waited_for_and_then_settled() -> None:
    begun = following("8o/9/2m2s3/9/9/9/3S5/4Te2M1/O8 brown -,- -,-")
    mouth = with_piles(begun.lying, d3=(), d2=(Piece("brown", "star"),))
    first = judge(begun, seen(mouth, begun.state))
    assert first.finding is Finding.LEGAL
    assert [type(step).__name__ for step in first.todo] == ["Carried"]
    again = judge(first.following, seen(mouth, begun.state))
    assert (again.finding, again.todo) == (Finding.UNCHANGED, first.todo)
    done = judge(again.following, seen(GAME.placement(first.following.state), begun.state))
    assert (done.finding, done.todo) == (Finding.SETTLED, ())


def test_a_figure_that_was_not_advanced_is_asked_for() -> None:
    begun = following()
    after = GAME.apply(begun.state, GAME.parse(begun.state, "Sd4xd5")).state
    table = replace(seen(GAME.placement(after), after), notches={"brown": 1, "blue": 1})
    judgement = judge(begun, table)
    assert judgement.finding is Finding.LEGAL
    assert [step.ruling for step in judgement.todo] == ["MS-56"]
    settled = judge(judgement.following, seen(GAME.placement(after), after))
    assert settled.finding is Finding.SETTLED


def test_an_illegal_move_is_named_with_its_ruling_and_how_to_put_it_back() -> None:
    begun = following()
    wrong = with_piles(begun.lying, d4=(), e5=(Piece("brown", "star"),))
    judgement = judge(begun, seen(wrong, begun.state))
    assert judgement.finding is Finding.ILLEGAL
    assert judgement.ruling is not None
    assert judgement.ruling.reasons[0].ruling == "MS-16"
    put_back = wrong
    for step in judgement.todo:
        put_back = put_back.after(step)
    assert put_back == begun.lying
    assert judgement.following == begun


def test_moving_the_other_sides_piece_is_illegal() -> None:
    begun = following()
    wrong = with_piles(begun.lying, f7=(), f6=(Piece("blue", "star"),))
    judgement = judge(begun, seen(wrong, begun.state))
    assert judgement.finding is Finding.ILLEGAL
    assert judgement.ruling is not None
    assert judgement.ruling.reasons[0].ruling == "MS-15"


def test_a_piece_taken_by_a_move_that_may_not_take_it_is_put_back_too() -> None:
    begun = following()
    wrong = with_piles(begun.lying, c3=(), f7=(Piece("brown", "moon"),))
    judgement = judge(begun, seen(wrong, begun.state))
    assert judgement.finding is Finding.ILLEGAL
    put_back = wrong
    for step in judgement.todo:
        put_back = put_back.after(step)
    assert put_back == begun.lying
    assert len(judgement.todo) == 2


def test_a_legal_move_with_a_second_change_is_never_accepted() -> None:
    begun = following()
    after = GAME.apply(begun.state, GAME.parse(begun.state, "c3 c5")).state
    cheated = with_piles(GAME.placement(after), f7=())
    judgement = judge(begun, seen(cheated, after))
    assert judgement.finding is Finding.OUT_OF_STEP
    assert "f7" in {site for site, _look in judgement.strange}


def test_two_actions_that_nobody_saw_are_proposed_not_taken_for_granted() -> None:
    begun = following()
    first = GAME.apply(begun.state, GAME.parse(begun.state, "c3 c5")).state
    second = GAME.apply(first, GAME.parse(first, "f7 f6")).state
    judgement = judge(begun, seen(GAME.placement(second), second))
    assert judgement.finding is Finding.AMBIGUOUS
    assert ("Mc3-c5", "Sf7-f6") in {option.notations for option in judgement.options}


def test_a_takeback_is_asked_about() -> None:
    begun = following()
    after = GAME.apply(begun.state, GAME.parse(begun.state, "c3 c5")).state
    moved = judge(begun, seen(GAME.placement(after), after)).following
    judgement = judge(moved, seen(GAME.placement(begun.state), begun.state))
    assert judgement.finding is Finding.AMBIGUOUS
    assert any(option.taken_back for option in judgement.options)


def test_a_table_that_lay_there_before_is_a_move_for_the_side_that_presses() -> None:
    """Without a press nobody says whether the piece was moved back or taken back."""
    begun = following()
    after = GAME.apply(begun.state, GAME.parse(begun.state, "c3 c5")).state
    before = replace(begun, earlier=(after, begun.state))
    table = seen(GAME.placement(after), after)
    assert judge(before, table).finding is Finding.AMBIGUOUS
    judgement = judge(before, table, pressed=True)
    assert judgement.finding is Finding.LEGAL
    assert judgement.following.state == after


def test_a_figure_that_was_moved_tells_which_of_two_actions_to_the_same_board_it_was() -> None:
    """A moon is lost from h5 either way; only one of the two advances the other side's deity."""
    begun = following(LOSING)
    kept, advanced = (GAME.parse(begun.state, text) for text in ("h5-i6", "h5-i4"))
    after = GAME.apply(begun.state, advanced).state
    table = seen(GAME.placement(after), after)
    judgement = judge(begun, replace(table, notches={"brown": 2, "blue": 1}))
    assert (judgement.finding, judgement.action) == (Finding.LEGAL, advanced)
    for notches in ({"brown": 1, "blue": 1}, {}):
        judgement = judge(begun, replace(table, notches=notches))
        assert judgement.finding is Finding.AMBIGUOUS, "many move it when the referee has spoken"
        texts = {GAME.format(begun.state, action) for action in (kept, advanced)}
        assert {option.notations[0] for option in judgement.options} == texts


def test_a_table_that_only_a_takeback_leads_to_is_asked_about_after_a_press_too() -> None:
    begun = following()
    after = GAME.apply(begun.state, GAME.parse(begun.state, "c3 c5")).state
    moved = judge(begun, seen(GAME.placement(after), after)).following
    judgement = judge(moved, seen(GAME.placement(begun.state), begun.state), pressed=True)
    assert judgement.finding is Finding.AMBIGUOUS


def test_a_doubtful_site_that_no_move_touches_does_not_hide_a_clear_move() -> None:
    begun = following()
    after = GAME.apply(begun.state, GAME.parse(begun.state, "c3 c5")).state
    table = doubtful(seen(GAME.placement(after), after), "f7", Look("blue pit", 1), 0.55)
    judgement = judge(begun, table)
    assert judgement.finding is Finding.LEGAL
    assert judgement.following.state == after


def test_a_doubtful_landing_is_asked_about() -> None:
    """Whether the moon lies on c5 or on d4's neighbour can't be told: the players say."""
    begun = following()
    after = GAME.apply(begun.state, GAME.parse(begun.state, "c3 c5")).state
    table = seen(GAME.placement(after), after)
    moon = Look("brown moon", 1)
    looks = {**table.looks, "c5": {moon: 0.5, NOTHING: 0.5}, "b4": {moon: 0.5, NOTHING: 0.5}}
    judgement = judge(begun, replace(table, looks=looks))
    assert judgement.finding is Finding.AMBIGUOUS
    assert {("Mc3-c5",), ("Mc3-b4",)} <= {option.notations for option in judgement.options}


def test_a_set_up_is_read_site_by_site_and_its_faults_named() -> None:
    rng = Random(4)
    state = GAME.initial({"deities": "off"})
    while state.phase.value != "set-up":
        state = GAME.apply(state, GAME.sample(state, rng)).state
    action = GAME.sample(state, rng)
    after = GAME.apply(state, action).state
    begun = replace(follow(GAME, state), begun=True)
    good = judge(begun, seen(GAME.placement(after), state))
    assert (good.finding, good.action) == (Finding.LEGAL, action)
    placement = GAME.placement(after)
    site = next(s for s, pile in placement.piles.items() if pile[0].kind == "stone")
    bad = judge(begun, seen(with_piles(placement, **{site: ()}), state))
    assert bad.finding is Finding.ILLEGAL
    assert bad.ruling is not None
    assert bad.ruling.reasons[0].ruling == "MS-06"


def test_what_is_plainly_seen_needs_no_second_photo() -> None:
    begun = following()
    moon, star = (Piece("brown", "moon"),), (Piece("blue", "star"),)
    tables = {
        "nothing has changed": begun.lying,
        "a moon carried aside": with_piles(begun.lying, h4=(), h5=moon),
        "two strange things": with_piles(begun.lying, h4=(), a5=moon, c8=star),
        "a victim is gone": with_piles(begun.lying, d5=()),
    }
    judged = {name: judge(begun, seen(table, begun.state)) for name, table in tables.items()}
    assert {name: (found.finding, found.sure) for name, found in judged.items()} == {
        "nothing has changed": (Finding.UNCHANGED, True),
        "a moon carried aside": (Finding.ILLEGAL, True),
        "two strange things": (Finding.OUT_OF_STEP, True),
        "a victim is gone": (Finding.AMBIGUOUS, True),
    }


@pytest.mark.parametrize(
    ("site", "look", "p"),
    [
        ("h5", NOTHING, 0.1),  # what was carried is hardly seen
        ("h4", Look("brown moon", 1), 0.1),  # whether it is gone from there is hardly seen
        ("c3", NOTHING, 0.85),  # something else seems to have gone
    ],
)
def test_what_a_second_photo_could_tell_otherwise_is_not_sure(
    site: str, look: Look, p: float
) -> None:
    begun = following()
    wrong = with_piles(begun.lying, h4=(), h5=(Piece("brown", "moon"),))
    judgement = judge(begun, doubtful(seen(wrong, begun.state), site, look, p))
    assert judgement.finding in (Finding.ILLEGAL, Finding.OUT_OF_STEP)
    assert not judgement.sure


def test_a_legal_table_that_just_fails_to_fit_is_not_surely_illegal() -> None:
    """As when a stack is read as a single cube: a legal action fits but for one site."""
    begun = following()
    after = GAME.apply(begun.state, GAME.parse(begun.state, "h4-h6")).state
    table = seen(GAME.placement(after), after)
    (look,) = table.looks["c3"]
    table = replace(table, looks={**table.looks, "c3": {Look("blue star", 2): 0.99, look: 0.003}})
    judgement = judge(begun, table)
    assert judgement.finding is not Finding.LEGAL
    assert not judgement.sure
