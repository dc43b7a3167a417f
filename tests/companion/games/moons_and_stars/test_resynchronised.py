"""Going on from a table as it lies: MS-75."""

from __future__ import annotations

import pytest

from companion.games.api import Placement
from companion.games.errors import BadPosition
from companion.games.moons_and_stars import State
from tests.companion.games.moons_and_stars.table import (
    GAME,
    at,
    ended,
    lost,
    moves,
    notches,
    pieces,
    play,
    table,
)


def lying(state: State, **sites: str) -> Placement:
    """The table of a state with the piles of some points changed; "" takes everything off."""
    piles = {**GAME.placement(state).piles, **{s: pieces(text) for s, text in sites.items()}}
    return Placement({site: pile for site, pile in piles.items() if pile})


def test_ms75_what_is_hidden_is_what_was_said() -> None:
    state = table("e4:FM")
    assert at(GAME.resynchronised(state, lying(state, e4="FM"), "brown"), "e4") == "FM"
    told = GAME.resynchronised(state, lying(state, e4="MM", c3="F"), "brown")
    assert at(told, "e4") == "MM"
    assert moves(told, "e4", "top")


@pytest.mark.parametrize("side", ["brown", "blue"])
def test_the_side_that_was_named_moves(side: str) -> None:
    state = table("e4:S")
    assert GAME.to_act(GAME.resynchronised(state, lying(state), side)) == {side}


def test_what_is_gone_is_lost_and_what_came_back_is_not() -> None:
    state = table("e4:S e5:m d4:P", lost={"brown": {"moon": 1}})
    after = GAME.resynchronised(state, lying(state, e5="", d4="", c4="M"), "blue")
    assert lost(after, "brown") == {"pit": 1}
    assert lost(after, "blue") == {"moon": 1}


def test_ms25_the_history_is_new() -> None:
    state = table("e4:S", repetition="automatic")
    state = play(state, "e4-e5", "a9-a8", "e5-e4", "a8-a9")
    again = GAME.resynchronised(state, lying(state), "brown")
    assert ended(play(again, "e4-e5", "a9-a8", "e5-e4", "a8-a9")) is None
    assert ended(play(state, "e4-e5", "a9-a8", "e5-e4", "a8-a9")) == (None, "MS-25")


def test_deities_go_on_from_the_notches_on_which_they_stand() -> None:
    state = table("e4:S", brown=("jothi", 2))
    piles = dict(GAME.placement(state).piles)
    piles["brown notch 4"] = piles.pop("brown notch 2")
    assert notches(GAME.resynchronised(state, Placement(piles), "brown")) == (4, 1)


def test_a_table_on_which_the_game_is_over_ends_it() -> None:
    state = table("e4:S", spare=True)
    after = GAME.resynchronised(state, lying(state, a9=""), "brown")
    assert ended(after) == ("brown", "MS-73")


@pytest.mark.parametrize("pile", ["SM", "MMM", "pM", "FMS"])
def test_a_pile_that_cannot_be_is_refused(pile: str) -> None:
    state = table("e4:S")
    with pytest.raises(BadPosition):
        GAME.resynchronised(state, lying(state, e5=pile), "brown")


def test_an_overruled_game_goes_on() -> None:
    over = play(table("e4:S e5:o"), "e4-e5")
    again = GAME.resynchronised(over, lying(over, e4="S", e5="o"), "brown")
    assert ended(again) is None
    assert moves(again, "e4") == {"e5", "d4", "f4", "e3"}
