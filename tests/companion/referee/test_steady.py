"""Labels that flicker, and judgements that have to be given more than once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.moons_and_stars import MoonsAndStars
from companion.referee.evidence import Look, SeenTable, Sight, seen_table
from companion.referee.findings import Finding, Judgement, follow
from companion.referee.reconcile import judge
from companion.referee.steady import Steady, Together

GAME = MoonsAndStars()
STATE = GAME.position_from_line("8o/9/2m6/9/9/3S3M1/9/9/O8 brown -,- -,-")
AFTER = GAME.apply(STATE, GAME.parse(STATE, "d4 d5")).state
STAR, PIT = Look("brown star", 1), Look("brown pit", 1)


def frame(state: object, star: float) -> SeenTable:
    """A frame in which the star on its point is a star with probability `star`, else a pit."""
    placement = GAME.placement(state)  # type: ignore[arg-type]
    table = seen_table(placement, STATE.geometry.names)
    site = next(s for s, pile in placement.piles.items() if pile[-1].kind == "star")
    return replace(table, looks={**table.looks, site: {STAR: star, PIT: 1 - star}})


def judged(*frames: SeenTable) -> Judgement:
    return judge(replace(follow(GAME, STATE), begun=True), Together(frames))


def test_a_label_that_alternates_is_settled_by_the_frames_together() -> None:
    flickering = [frame(STATE, p) for p in (0.9, 0.2, 0.8, 0.3, 0.9)]
    assert judged(*flickering).finding is Finding.UNCHANGED


def test_frames_together_do_not_make_a_doubt_a_certainty() -> None:
    doubtful = Together(tuple(frame(STATE, 0.6) for _ in range(10)))
    assert doubtful.log_p("d4", STAR) == pytest.approx(frame(STATE, 0.6).log_p("d4", STAR))


def test_frames_of_a_move_are_judged_as_the_move() -> None:
    judgement = judged(frame(AFTER, 0.9), frame(AFTER, 0.6), frame(AFTER, 0.99))
    assert (judgement.finding, judgement.following.state) == (Finding.LEGAL, AFTER)


def test_the_notch_that_most_frames_show_counts() -> None:
    frames = [replace(frame(STATE, 0.9), notches={"brown": n}) for n in (2, 3, 2)]
    assert Together(tuple(frames)).notches == {"brown": 2}


def test_a_frame_with_a_hand_is_never_put_together_with_others() -> None:
    with pytest.raises(ValueError, match="clear"):
        Together((frame(STATE, 0.9), SeenTable({}, Sight.HAND)))
    with pytest.raises(ValueError, match="clear"):
        Together(())


def test_a_move_counts_when_it_has_been_seen_twice_in_a_row() -> None:
    move, other = judged(frame(AFTER, 0.9)), judged(frame(STATE, 0.9))
    steady, said = Steady(needed=2).after(move)
    assert said is None
    steady, said = steady.after(move)
    assert said is move
    _steady, said = steady.after(move)
    assert said is None
    assert other.finding is Finding.UNCHANGED


def test_a_passing_table_in_between_starts_the_count_anew() -> None:
    move, unchanged = judged(frame(AFTER, 0.9)), judged(frame(STATE, 0.9))
    steady, _said = Steady(needed=2).after(move)
    steady, said = steady.after(unchanged)
    assert said is unchanged
    _steady, said = steady.after(move)
    assert said is None
