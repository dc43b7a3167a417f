"""Tables as they lie: faults, going on from them, what they suggest, how they are drawn."""

import pytest

from companion.games.api import Piece, Placement
from companion.games.errors import (
    BadPosition,
)
from companion.games.moonlight import State
from companion.games.moonlight.actions import Pass, Score
from companion.language.catalogue import load
from companion.referee.evidence import seen_table
from companion.referee.findings import Finding, Judgement, follow
from companion.referee.reconcile import judge
from tests.companion.games.moonlight.table import (
    GAME,
    counting,
    grid,
    pair,
    play,
    position,
    table,
    why,
)

STATE = table("0,0=g3 1,0=b3 2,0=b1", "2 4 1", "2 5 4", decks=("3 3", "1"))


def laid(text: str) -> Placement:
    """A table with these cards."""
    piles = {}
    for site, stack in grid(text).items():
        words = (str(one).split() for one in stack)
        piles[site] = tuple(Piece(owner, kind) for owner, kind, *_moons in words)
    return Placement(piles)


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("0,0=g3 1,0=b3.g4 2,0=b1", []),
        ("0,0=g3 1,0=b3.g5 2,0=b1", ["wrong-cover"]),
        ("0,0=g3 1,0=b3.b4", ["wrong-cover"]),
        ("0,0=g3 1,0=g5.b2", ["wrong-cover"]),
        ("0,0=g3 1,1=b3", ["not-joined"]),
        ("1,0=g3 2,0=b3", ["first-cell-empty"]),
        ("0,0=g3 1,0=b3 2,0=g1 3,0=b1 4,0=g2", ["grid-too-large"]),
        ("0,0=g5 1,0=b3 2,0=g5", ["too-many-there"]),
        ("0,0=gL 1,0=b3", ["wolf-not-won-there"]),
        ("0,0=g3 1,0=b3.g4 0,1=b4.g5", ["none-visible"]),
    ],
)
def test_every_fault_of_a_table_is_named(text: str, keys: list[str]) -> None:
    found = GAME.faults(laid(text), STATE)
    assert [fault.reason.key for fault in found] == keys
    say = load("en", "moonlight")
    assert all(fault.reason.ruling not in say.fault_sentence(fault) for fault in found)


def test_what_is_no_card_and_no_cell_is_a_fault() -> None:
    strange = Placement({"0,0": (Piece("red", "3"),), "a1": (Piece("green", "3"),)})
    assert [fault.reason.key for fault in GAME.faults(strange, STATE)] == [
        "no-such-piece",
        "no-such-site",
    ]
    six = Placement({"0,0": (Piece("green", "6"),)})
    assert [fault.reason.key for fault in GAME.faults(six, STATE)] == ["no-such-piece"]


def test_a_round_goes_on_from_a_table_as_it_lies() -> None:
    same = GAME.resynchronised(STATE, GAME.placement(STATE), "blue")
    assert GAME.to_act(same) == {"blue"}
    assert same.hands == STATE.hands
    other = GAME.resynchronised(STATE, laid("0,0=g3 1,0=b3 2,0=b1 0,1=g2"), "blue")
    assert other.hands == ((None,) * 3, STATE.hands[1])
    assert len(other.decks[0]) == 6
    assert other.turns == (2, 2)
    moons = table("0,0=g3m1 1,0=b3m0")
    kept = GAME.resynchronised(moons, laid("0,0=g3.b4 1,0=b3"), "green")
    assert position(kept)["grid"] == {"0,0": ["green 3 m1", "blue 4"], "1,0": ["blue 3 m0"]}


def test_who_has_other_cards_there_holds_unknown_ones_from_now_on() -> None:
    other = GAME.resynchronised(STATE, laid("0,0=g3 1,0=b3 2,0=b2"), "green")
    assert other.hands == (STATE.hands[0], (None,) * 3)
    assert (len(other.decks[0]), len(other.decks[1])) == (2, 6)


def test_a_round_is_over_where_a_table_as_it_lies_is_full_or_a_hand_is_empty() -> None:
    full = " ".join(f"{x},{y}={'gb'[(x + y) % 2]}3" for x in range(4) for y in range(2))
    full += " 0,2=g1 1,2=b1 2,2=g2"
    assert GAME.phase(GAME.resynchronised(STATE, laid(full), "blue")) == "turns"
    assert GAME.phase(GAME.resynchronised(STATE, laid(full + " 3,2=b2"), "blue")) == "score"
    last = table("0,0=g3 1,0=b3", "4", "5", turns=pair(10, 10))
    empty = GAME.forced(last, GAME.parse(last, "4 at 2,1"))
    assert GAME.to_act(empty) == {"blue"}
    assert GAME.phase(GAME.forced(empty, Pass())) == "score"


def test_between_rounds_only_the_table_changes() -> None:
    chosen = play(counting("0,0=g3 1,0=b3 2,0=g1"), "score")
    again = GAME.resynchronised(chosen, laid("0,0=g3 1,0=b3"), "blue")
    assert GAME.phase(again) == "power"
    assert GAME.to_act(again) == {"blue"}


@pytest.mark.parametrize(
    "text",
    ["0,0=g6", "1,0=g3", "0,0=g3 1,0=b1 2,0=b2 3,0=g1 4,0=b5", "x=g3"],
)
def test_a_table_that_cannot_be_is_not_gone_on_from(text: str) -> None:
    with pytest.raises(BadPosition):
        GAME.resynchronised(STATE, laid(text), "green")
    with pytest.raises(BadPosition):
        GAME.resynchronised(STATE, GAME.placement(STATE), "red")


def test_a_refused_card_may_be_let_stand() -> None:
    forced = GAME.forced(STATE, GAME.parse(STATE, "4 over 2,0"))
    assert position(forced)["grid"]["2,0"] == ["blue 1", "green 4"]
    assert GAME.to_act(forced) == {"blue"}
    unknown = GAME.forced(STATE, GAME.parse(STATE, "5 at 0,1"))
    assert unknown.hands[0] == (None,) * 3
    assert GAME.to_act(GAME.forced(STATE, Pass())) == {"blue"}
    for said in ("4 at 5,5", "b3 at 0,1"):
        tried = GAME.parse(STATE, said)
        if said.startswith("b"):
            assert GAME.to_act(GAME.forced(STATE, tried)) == {"green"}
        else:
            with pytest.raises(BadPosition):
                GAME.forced(STATE, tried)
    with pytest.raises(BadPosition):
        GAME.forced(STATE, Score())


def test_what_a_table_suggests_is_compared_with_it() -> None:
    seen = laid("0,0=g3 1,0=b3 2,0=b1.g4")
    found = list(GAME.plausible(STATE, seen))
    assert found[:-1] == list(GAME.legal(STATE))
    assert found[-1] == GAME.parse(STATE, "4 over 2,0")
    assert why(STATE, found[-1]) == [("ML-05", "not-one-higher")]
    assert GAME.attempts(STATE, "0,0", "1,0", (Piece("green", "3"),)) == ()
    dealing = play(GAME.initial({"first": "green"}))
    assert list(GAME.plausible(dealing, Placement())) == [GAME.parse(dealing, "deal hidden")]


def test_a_card_that_was_seen_has_the_moons_that_the_hand_tells() -> None:
    state = table("0,0=g3m1 1,0=b3m0", "4m2 1m0 5", "2 5 4")
    *_legal, last = GAME.plausible(state, laid("0,0=g3 1,0=b3 2,1=g4"))
    assert last == GAME.parse(state, "4m2 at 2,1")
    *_legal, other = GAME.plausible(state, laid("0,0=g3 1,0=b3 2,1=g2"))
    assert other == GAME.parse(state, "2 at 2,1")


def test_the_nearest_actions_are_like_the_tried_one() -> None:
    ruling = GAME.rule_on(STATE, GAME.parse(STATE, "4 over 2,0"))
    assert [GAME.format(STATE, near) for near in ruling.nearest] == [
        "green 2 over 2,0",
        "green 4 over 1,0",
        "green 4 at 2,-1",
    ]


def test_the_board_is_drawn_within_80_columns_and_shows_the_movers_hand() -> None:
    state = table(
        "0,0=g3m1 1,0=b3.g4 -1,0=bL 0,1=b1",
        "5 5 5",
        powers=pair(["Howl"], ["Den"]),
        used=pair(["Howl"], []),
        lone_wolf=pair(False, True),
    )
    drawn = GAME.board_text(state)
    assert max(map(len, drawn.splitlines())) <= 80
    for part in ("gL", "bL", "g3m1", "g4+1", "x=-1", "y=1", "[x] Howl", "[ ] Den", "Lone Wolf"):
        assert part in drawn or part == "gL"
    assert "to move, holding 5 5 5" in drawn
    assert "holding 1 2 4" not in drawn
    hidden = GAME.board_text(table("0,0=g3 1,0=b3", "? ? ?"))
    assert "holding" not in hidden
    assert GAME.board_text(GAME.initial()).startswith("No card has been laid.")


def test_a_ruling_is_said_in_a_sentence() -> None:
    say = load("en", "moonlight")
    ruling = GAME.rule_on(STATE, GAME.parse(STATE, "4 over 2,0"))
    assert say.sentence(ruling.reasons[0]) == "To cover the blue 1 on 2,0 you need exactly a 2."


def seen_as(state: State, text: str) -> Judgement:
    """What the referee says of a table in a round that stands at `state`."""
    sites = [f"{x},{y}" for x in range(-3, 5) for y in range(-3, 5)]
    begun = judge(follow(GAME, state), seen_table(GAME.placement(state), sites)).following
    return judge(begun, seen_table(laid(text), sites))


def test_a_card_seen_on_the_table_is_judged() -> None:
    played = seen_as(STATE, "0,0=g3 1,0=b3.g4 2,0=b1")
    assert played.finding is Finding.LEGAL
    assert played.action == GAME.parse(STATE, "4 over 1,0")
    refused = seen_as(STATE, "0,0=g3 1,0=b3 2,0=b1.g4")
    assert refused.finding is Finding.ILLEGAL
    assert refused.ruling is not None
    assert refused.ruling.reasons[0].ruling == "ML-05"
    assert seen_as(STATE, "0,0=g3 1,0=b3 2,0=b1").finding is Finding.UNCHANGED
    hidden = table("0,0=g3 1,0=b3 2,0=b1", "? ? ?", "? ? ?")
    assert seen_as(hidden, "0,0=g3 1,0=b3 2,0=b1 0,1=g5").action == GAME.parse(hidden, "5 at 0,1")
    fifth = seen_as(table("0,0=g5 1,0=b3", "? ? ?", "? ? ?"), "0,0=g5 1,0=b3 0,1=g5")
    assert fifth.ruling is not None
    assert fifth.ruling.reasons[0].key == "all-known"
