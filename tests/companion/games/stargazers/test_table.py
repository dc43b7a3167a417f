"""SG-13, SG-15: what is wrong with a table, how it is put right, how a game goes on from it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.api import Corrects, Piece, Placement
from companion.games.errors import BadPosition
from companion.games.stargazers.actions import NewGame, Pass, Play, Reshuffle, SetUp
from companion.games.stargazers.cards import BY_LETTERS, CARDS, UNKNOWN
from companion.games.stargazers.sky import SITES
from companion.games.stargazers.state import Phase
from companion.referee.evidence import seen_table
from companion.referee.findings import Finding, follow
from companion.referee.reconcile import judge
from tests.companion.games.stargazers.table import (
    GAME,
    SKY,
    flipping,
    grid,
    lit,
    lit_tiles,
    play,
    table,
)

BEAD = Piece("glass", "bead")
GREEN_MOON = Piece("green", "moon")
STATE = table("BSGMBM", "RPRPOC", on="RMOP", discard="RCGC")
LAID = GAME.placement(STATE)


def laid(**changes: Any) -> Placement:
    """The table with other piles; a site is written "t12" for tile 1,2."""
    piles = dict(LAID.piles)
    for name, pile in changes.items():
        site = f"tile {name[1]},{name[2:]}" if name[0] == "t" else name
        piles.pop(site, None)
        if pile:
            piles[site] = pile
    return Placement(piles)


def keys(placement: Placement, state: Any = STATE) -> list[str]:
    return [f"{fault.reason.ruling} {fault.reason.key}" for fault in GAME.faults(placement, state)]


def test_tiles_lie_under_their_beads_and_discards_face_up() -> None:
    assert LAID.at("tile 1,2") == (Piece("orange", "planet"), BEAD)
    assert LAID.at("tile 2,1") == (GREEN_MOON,)
    assert LAID.at("discard") == (Piece("red", "comet-card"), Piece("green", "comet-card"))
    assert len(LAID.piles) == 17


FAULTS: dict[str, tuple[Placement, list[str]]] = {
    "none": (LAID, []),
    "no discards to be seen": (laid(discard=()), []),
    "SG-13 a place that is none": (laid(t15=(GREEN_MOON,)), ["SG-13 no-such-site"]),
    "SG-13 a strange thing": (
        laid(t11=(Piece("red", "moon"), Piece("green", "cup"))),
        ["SG-13 no-such-piece"],
    ),
    "SG-05 two beads": (laid(t21=(GREEN_MOON, BEAD, BEAD)), ["SG-05 two-beads"]),
    "SG-13 a tile gone": (laid(t21=()), ["SG-13 tile-missing"]),
    "SG-13 a bead and no tile": (laid(t21=(BEAD,)), ["SG-13 tile-missing"]),
    "SG-13 a tile on a bead": (laid(t21=(BEAD, GREEN_MOON)), ["SG-13 tile-not-below"]),
    "SG-13 two tiles on a place": (
        laid(t21=(GREEN_MOON, Piece("red", "planet")), t22=()),
        ["SG-13 two-tiles", "SG-13 tile-missing"],
    ),
    "SG-13 tiles changed over": (
        laid(t21=(Piece("red", "planet"),), t22=(GREEN_MOON,)),
        ["SG-13 tile-elsewhere", "SG-13 tile-elsewhere"],
    ),
    "SG-13 a tile twice": (
        laid(t22=(GREEN_MOON,)),
        ["SG-13 tile-elsewhere", "SG-13 tile-twice"],
    ),
    "SG-14 four of a card": (
        laid(discard=(Piece("red", "moon-card"),) * 4),
        ["SG-14 too-many-discards"],
    ),
    "SG-14 a tile among the discards": (laid(discard=(GREEN_MOON,)), ["SG-14 no-such-piece"]),
    "SG-15 a row that nobody took": (
        laid(t13=(Piece("blue", "star"), BEAD)),
        ["SG-15 row-not-taken"],
    ),
    "SG-15 a row of four is named once": (
        laid(t13=(Piece("blue", "star"), BEAD), t14=(Piece("green", "comet"), BEAD)),
        ["SG-15 row-not-taken"],
    ),
}


@pytest.mark.parametrize(("placement", "wanted"), FAULTS.values(), ids=list(FAULTS))
def test_what_is_wrong_with_a_table(placement: Placement, wanted: list[str]) -> None:
    assert keys(placement) == wanted


def test_before_the_set_up_any_tiles_may_lie_but_no_two_alike() -> None:
    empty = GAME.initial()
    assert keys(Placement({}), empty) == []
    assert keys(Placement({"tile 1,1": (GREEN_MOON,)}), empty) == []
    twice = Placement({"tile 1,1": (GREEN_MOON,), "tile 3,2": (GREEN_MOON,)})
    assert keys(twice, empty) == ["SG-13 tile-twice"]


# --- SG-15 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seen", "add", "take"),
    [
        ("-", [], []),
        ("RMOPBS", [], [[0, 0], [0, 1], [0, 2]]),
        ("GMOM", [], [[1, 0], [3, 0]]),
    ],
)
def test_sg_15_a_forgotten_row_is_taken(
    seen: str, add: list[list[int]], take: list[list[int]]
) -> None:
    after = play(STATE, "BS")
    assert isinstance(GAME, Corrects)
    assert GAME.correction(after, lit(SKY, seen)) == {"add": add, "take": take}
    assert after.scores == (3, 0)


def test_sg_15_a_bead_on_the_wrong_tile_is_put_right() -> None:
    after = play(STATE, "GM")
    assert GAME.correction(after, lit(SKY, "RMOPGC")) == {"add": [[1, 0]], "take": [[0, 3]]}
    with pytest.raises(BadPosition):
        GAME.correction(after, [[0, 1]])


# --- What a table may come from -------------------------------------------------------------------


def test_every_play_is_compared_with_the_table() -> None:
    assert list(GAME.plausible(STATE, LAID)) == list(GAME.legal(STATE))
    assert list(GAME.plausible(STATE, Placement({}))) == list(GAME.legal(STATE))
    assert GAME.attempts(STATE, "tile 1,1", "tile 1,3", (BEAD,)) == ()


def discarded(letters: str) -> tuple[Piece, ...]:
    return (*LAID.at("discard"), CARDS[BY_LETTERS[letters]])


JUDGED: dict[str, tuple[Placement, Finding, str | None, int]] = {
    # name: (table, finding, what was played, steps still to do)
    "nothing": (LAID, Finding.UNCHANGED, None, 0),
    "a card": (laid(t21=(GREEN_MOON, BEAD), discard=discarded("GM")), Finding.LEGAL, "GM", 0),
    "SG-15 a forgotten row": (
        laid(t13=(Piece("blue", "star"), BEAD), discard=discarded("BS")),
        Finding.LEGAL,
        "BS+3",
        3,
    ),
    "SG-15 a forgotten bead": (laid(discard=discarded("GM")), Finding.LEGAL, "GM", 1),
    "SG-14 a card that is not held": (
        laid(t22=(Piece("red", "planet"), BEAD), discard=discarded("RP")),
        Finding.ILLEGAL,
        "RP",
        0,
    ),
    "SG-14 a bead for a card that is not held": (
        laid(t22=(Piece("red", "planet"), BEAD)),
        Finding.ILLEGAL,
        "RP",
        0,
    ),
    "SG-15 a bead on the wrong tile": (
        laid(t22=(Piece("red", "planet"), BEAD), discard=discarded("GM")),
        Finding.OUT_OF_STEP,
        None,
        0,
    ),
}


@pytest.mark.parametrize(("seen", "finding", "said", "todo"), JUDGED.values(), ids=list(JUDGED))
def test_the_referee_judges_a_table_that_was_seen(
    seen: Placement, finding: Finding, said: str | None, todo: int
) -> None:
    following = replace(follow(GAME, STATE), begun=True)
    found = judge(following, seen_table(seen, [*SITES, "discard"]))
    assert found.finding is finding
    assert (found.action and GAME.format(STATE, found.action)) == said
    assert len(found.todo) == todo


def test_the_lay_out_is_read_from_the_table() -> None:
    won = play(table("BSGMBM", on="RMOP", scores=(9, 0), rules={"match": 2}), "BS")
    layout = tuple(tuple(row) for row in grid(SKY))
    (found,) = GAME.plausible(won, LAID)
    assert found == NewGame(layout, (None,) * 48)
    assert GAME.is_legal(won, found)
    assert list(GAME.plausible(won, laid(t11=()))) == []
    three = GAME.initial({"players": 3})
    starters = GAME.plausible(three, LAID)
    assert [act.lot for act in starters if isinstance(act, SetUp)] == ["p1", "p2", "p3"]
    assert all(GAME.is_legal(three, act) for act in starters)
    assert list(GAME.plausible(GAME.initial(), LAID)) == []


def test_a_reshuffle_is_not_seen() -> None:
    due = play(table("BSGMBM", "RPRPOC", deck="-", discard="RC"), "BS")
    assert list(GAME.plausible(due, LAID)) == [Reshuffle((None, None))]


# --- Going on -------------------------------------------------------------------------------------


def test_a_row_that_lay_there_from_the_beginning_is_no_fault() -> None:
    old = table("BSGMBM", "RPRPOC", on="RMOPBS")
    assert GAME.faults(GAME.placement(old), old) == ()


def test_a_game_goes_on_from_beads_as_they_lie() -> None:
    seen = laid(t11=(Piece("red", "moon"),), t44=(Piece("red", "comet"), BEAD))
    after = GAME.resynchronised(STATE, seen, "p2")
    assert (lit_tiles(after), after.to_move) == ("OPRC", 1)
    assert after.hands == STATE.hands
    assert GAME.placement(after) == seen


def test_tiles_may_have_been_laid_out_anew() -> None:
    seen = laid(t21=(Piece("red", "planet"),), t22=(GREEN_MOON,))
    assert GAME.placement(GAME.resynchronised(STATE, seen, "p1")) == seen


def test_other_discards_leave_hands_and_pile_unknown() -> None:
    seen = laid(discard=(Piece("red", "comet-card"),))
    after = GAME.resynchronised(STATE, seen, "p1")
    assert {*after.hands[0], *after.hands[1], *after.deck} == {UNKNOWN}
    assert [len(hand) for hand in after.hands] == [3, 3]
    assert len(after.deck) == len(STATE.deck) + 1
    pile = laid(discard=(Piece("red", "comet-card"), Piece("blue", "star-card")))  # as many, others
    another = GAME.resynchronised(STATE, pile, "p1")
    assert GAME.placement(another) == pile
    assert set(another.hands[0]) == {UNKNOWN}


@pytest.mark.parametrize(
    "placement",
    [
        Placement({}),
        laid(t11=()),
        laid(t12=(Piece("orange", "planet"), BEAD, BEAD)),
        laid(t15=(BEAD,)),
        laid(discard=(BEAD,)),
        laid(discard=(Piece("red", "comet-card"),) * 4),
    ],
)
def test_a_table_that_cannot_be_is_not_gone_on_from(placement: Placement) -> None:
    with pytest.raises(BadPosition):
        GAME.resynchronised(STATE, placement, "p1")


def test_nobody_goes_on_where_something_is_due_or_somebody_has_no_seat() -> None:
    due = play(table("BSGMBM", "RPRPOC", deck="-", discard="RC"), "BS")
    with pytest.raises(BadPosition):
        GAME.resynchronised(due, GAME.placement(due), "p1")
    with pytest.raises(BadPosition):
        GAME.resynchronised(STATE, LAID, "p3")


def test_a_card_that_people_let_stand_is_played() -> None:
    after = GAME.forced(STATE, Play("red planet"))
    assert (lit_tiles(after), after.to_move) == ("RMOPRP", 1)
    assert set(after.hands[0]) == {UNKNOWN}
    assert GAME.forced(STATE, Pass()).to_move == 1
    assert GAME.forced(flipping("GMOP"), Play("red comet")).to_move == 1


@pytest.mark.parametrize("name", ["purple moon", "green moon"])
def test_a_card_that_cannot_be_is_not_forced(name: str) -> None:
    with pytest.raises(BadPosition):
        GAME.forced(table("BSOPBM", "RPRPOC", discard="GMGMGM"), Play(name))


def test_nothing_else_is_forced() -> None:
    with pytest.raises(BadPosition):
        GAME.forced(STATE, Reshuffle(()))
    with pytest.raises(BadPosition):
        GAME.forced(GAME.initial(), Pass())


def test_the_steps_of_a_play_are_done_on_the_table() -> None:
    table_now = LAID
    for effect in GAME.rule_on(STATE, Play("blue star")).effects:
        table_now = table_now.after(effect)
    after = play(STATE, "BS")
    assert table_now == GAME.placement(after)
    assert after.phase is Phase.TURNS
