"""Before the first turn: the camera is the dice, and the set-up is checked from a photo."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.api import Piece, Placement
from companion.referee.commands import Draw, Play
from companion.referee.evidence import Look
from companion.referee.eyes import RolledCube, RollSeen
from companion.referee.snapshot import Said, TablePhase
from tests.companion.referee.sitting_at import Seated, seated

FIRST = {"moon": 2, "star": 3, "pit": 4, "trap": 2, "safe": 3, "path": 2}
OTHER = {"moon": 3, "star": 3, "pit": 3, "trap": 2, "safe": 3, "path": 2}


def roll(colour: str, faces: Mapping[str, int], **more: Any) -> RollSeen:
    cubes = tuple(
        RolledCube(face, (10.0 * n, 5.0), 0.99)
        for face, count in faces.items()
        for n in range(count)
    )
    return RollSeen(colour, cubes, **more)


def throw(at: Seated, colour: str, faces: Mapping[str, int], **more: Any) -> Said:
    at.eyes.roll = roll(colour, faces, **more)
    return at.press(colour).said


def to_set_up(at: Seated) -> None:
    throw(at, "brown", FIRST)
    throw(at, "blue", OTHER)
    throw(at, "brown", FIRST)
    throw(at, "blue", OTHER)
    while at.game.phase(at.state) != "set-up":
        at.do(Draw())


def laid_for(at: Seated, *seats: str) -> Placement:
    """The table with a good set-up of these sides, by chance."""
    rng, piles, found = Random(3), dict(at.placement().piles), set[str]()
    while found != set(seats):
        action = at.game.sample(at.state, rng)
        if action.side in seats and action.side not in found:
            found.add(action.side)
            for site, words in action.pieces:
                kind, _, facing = words.partition(" ")
                piles[site] = (Piece(action.side, kind, facing),)
    return Placement(piles)


def test_rolls_are_read_from_the_table_and_kept_or_rolled_again(tmp_path: Path) -> None:
    with seated(tmp_path, line=None, rules={"deities": "off"}) as at:
        assert throw(at, "brown", FIRST) is Said.ROLL
        assert throw(at, "blue", FIRST) is Said.ROLL
        assert at.game.phase(at.state) == "reroll"
        assert throw(at, "brown", FIRST) is Said.ROLL  # the same cubes lie there: kept
        assert throw(at, "blue", OTHER) is Said.ROLL  # others: rolled again
        assert at.game.phase(at.state) == "rolls"
        assert throw(at, "blue", OTHER) is Said.ROLL
        assert at.snapshot.timeline is not None
        assert [step.notation for step in at.snapshot.timeline.steps][2:4] == [
            "keep brown",
            "reroll blue",
        ]


@pytest.mark.parametrize(
    ("faces", "more"),
    [
        ({**FIRST, "moon": 1}, {"unread": ((3.0, 4.0),), "reason": "One cube is cocked."}),
        ({**FIRST, "moon": 1}, {}),
        (FIRST, {"sure": False, "reason": "Two faces look alike."}),
    ],
)
def test_a_roll_in_doubt_is_said_and_not_guessed(
    tmp_path: Path, faces: Mapping[str, int], more: Mapping[str, Any]
) -> None:
    with seated(tmp_path, line=None, rules={"deities": "off"}) as at:
        assert throw(at, "brown", faces, **more) is Said.ROLL_UNCLEAR
        assert at.snapshot.timeline is not None
        assert not at.snapshot.timeline.steps
        assert at.snapshot.roll is not None


def test_no_cubes_in_view_are_no_roll(tmp_path: Path) -> None:
    with seated(tmp_path, line=None, rules={"deities": "off"}) as at:
        assert at.press("brown").said is Said.UNREADABLE


@pytest.mark.parametrize(
    ("seen", "said"),
    [
        (None, Said.UNREADABLE),
        (roll("brown", {"moon": 2}, unread=((3.0, 4.0),)), Said.ROLL_UNCLEAR),
    ],
    ids=["the cubes were taken off", "some cubes were taken off"],
)
def test_who_may_keep_a_roll_is_told_that_its_cubes_need_not_be_seen(
    tmp_path: Path, seen: RollSeen | None, said: Said
) -> None:
    with seated(tmp_path, line=None, rules={"deities": "off"}) as at:
        at.eyes.roll = seen
        at.press("brown")
        assert "keep" not in at.answer.reason  # nothing was rolled that could be kept
        throw(at, "brown", FIRST)
        throw(at, "blue", FIRST)
        at.eyes.roll = seen
        assert at.press("brown").said is said
        assert "To keep the first roll" in at.answer.reason
        at.do(Play(text="keep brown"))
        assert at.answer.said is Said.LEGAL


def test_deities_are_chosen_in_words(tmp_path: Path) -> None:
    with seated(tmp_path, line=None, rules={}) as at:
        for _ in range(2):
            throw(at, "brown", FIRST)
            throw(at, "blue", OTHER)
        assert at.game.phase(at.state) == "deities"
        (seat,) = at.snapshot.to_act
        assert at.press(seat).said is Said.CHOOSE
        at.do(Play(text=f"deity {seat}: Jothi"))
        assert at.answer.said is Said.LEGAL


def test_each_side_has_its_own_set_up_judged(tmp_path: Path) -> None:
    with seated(tmp_path, line=None, rules={"deities": "off"}) as at:
        to_set_up(at)
        at.show(laid_for(at, "brown"))
        assert at.press("brown").said is Said.LEGAL
        assert at.snapshot.to_act == {"blue"}
        assert at.game.phase(at.state) == "set-up"
        at.show(laid_for(at, "blue"))
        assert at.press("blue").said is Said.LEGAL
        assert at.snapshot.phase is TablePhase.TURNS


def test_one_press_can_judge_both_set_ups(tmp_path: Path) -> None:
    with seated(tmp_path, line=None, rules={"deities": "off"}) as at:
        to_set_up(at)
        at.show(laid_for(at, "brown", "blue"))
        assert at.press(None).said is Said.LEGAL
        assert at.snapshot.phase is TablePhase.TURNS
        (seat,) = at.snapshot.to_act
        assert at.press(seat).said is Said.UNCHANGED


def test_every_fault_of_a_set_up_is_named_with_its_place(tmp_path: Path) -> None:
    with seated(tmp_path, line=None, rules={"deities": "off"}) as at:
        to_set_up(at)
        placement = laid_for(at, "brown")
        piles = dict(placement.piles)
        site = next(site for site, pile in piles.items() if pile[0].kind == "moon")
        piles[site] = (Piece("brown", "pit"),)
        stray = next(site for site in ("e7", "d7", "f7") if site not in piles)
        piles[stray] = (Piece("brown", "star"),)
        at.show(Placement(piles))
        answer = at.press("brown")
        assert answer.said is Said.ILLEGAL
        assert answer.ruling is not None
        assert stray in {site for why in answer.ruling.reasons for site in why.sites}
        assert len(answer.ruling.reasons) >= 2


def test_a_piece_of_the_set_up_in_doubt_is_asked_about(tmp_path: Path) -> None:
    with seated(tmp_path, line=None, rules={"deities": "off"}) as at:
        to_set_up(at)
        placement = laid_for(at, "brown")
        site, pile = next((s, p) for s, p in placement.piles.items() if p[0].kind == "trap")
        ways = {"north", "east", "south", "west"} - {pile[0].facing}
        at.unsure = {
            site: {
                Look(str(pile[0]), 1): 0.6,
                Look(str(Piece("brown", "trap", min(ways))), 1): 0.4,
            }
        }
        at.show(placement)
        answer = at.press("brown")
        assert answer.said is Said.DOUBT
        assert [where for where, _ in answer.strange] == [site]


def test_an_empty_home_is_no_set_up(tmp_path: Path) -> None:
    with seated(tmp_path, line=None, rules={"deities": "off"}) as at:
        to_set_up(at)
        at.show(at.placement())
        assert at.press("brown").said is Said.UNCHANGED
