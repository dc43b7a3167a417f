"""SG-05 to SG-10: playing, winning, shuffling, beads, whose turn it is."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.api import CHANCE, Outcome
from companion.games.errors import IllegalAction
from companion.games.stargazers.actions import Pass, Play, Reshuffle
from companion.games.stargazers.state import Phase
from tests.companion.games.stargazers.table import (
    GAME,
    flipping,
    held,
    laid_out,
    lit_tiles,
    names,
    play,
    refused,
    ruling,
    set_up,
    table,
)

# --- SG-05: wasted cards --------------------------------------------------------------------------


def test_sg_05_a_card_whose_tile_has_a_bead_may_be_played_and_is_wasted() -> None:
    state = table("GMOPBS", on="GM")
    after = play(state, "GM-")
    assert (after.scores, lit_tiles(after), after.pool) == ((0, 0), "GM", state.pool)
    assert after.discard == state.hands[0][:1]
    assert len(after.hands[0]) == 3
    assert after.to_move == 1


def test_sg_05_an_old_row_on_the_table_is_not_scored_by_a_wasted_card() -> None:
    assert play(table("GM2?", "3?", on="GMBMOM", deck="30?"), "GM").scores == (0, 0)


@pytest.mark.parametrize("on", ["-", "RMOPBS"])
def test_sg_05_nobody_passes(on: str) -> None:
    state = table("RMOPBS", on=on)
    assert refused(state, "pass") == ["SG-05 no-pass"]
    assert GAME.rule_on(state, Pass()).nearest == tuple(GAME.legal(state))
    with pytest.raises(IllegalAction):
        GAME.apply(state, Pass())
    assert refused(flipping(), "pass") == ["SG-05 no-pass-flip"]


# --- SG-06, SG-07: order and win ------------------------------------------------------------------


def test_sg_06_a_scoring_turn_draws_and_is_followed_by_another() -> None:
    state = table("BSGMBM", "RPRPRP", on="RMOPGMOM", deck="BMGCRC")
    after = play(state, "BS")
    assert after.to_move == 0
    assert held(after) == names("GMBMBM")
    assert play(after, "BM+3", "BM").to_move == 1


def test_sg_06_a_turn_without_a_row_passes_on() -> None:
    after = play(table("BSGMBM", "RPRPRP", deck="OCGC"), "BS")
    assert (after.to_move, held(after)) == (1, names("GMBMOC"))


def test_sg_06_the_win_comes_before_the_draw() -> None:
    state = table("BSGMBM", "RPRPRP", on="RMOP", deck="OCGC", scores=(7, 9))
    after = play(state, "BS+3#")
    assert held(after) == names("GMBM")
    assert after.deck == state.deck
    assert (after.to_move, after.games) == (0, (1, 0))


@pytest.mark.parametrize(
    ("score", "on", "card", "total", "over"),
    [
        (6, "RMOP", "BS", 9, False),
        (7, "RMOP", "BS", 10, True),
        (9, "RMOPGMOSBCGPRSRC", "RP", 18, True),
        (1, "RMOPGMOSBCGPRSRC", "RP", 10, True),
    ],
)
def test_sg_07_ten_beads_or_more_win_at_once(
    score: int, on: str, card: str, total: int, over: bool
) -> None:
    after = play(table(f"{card}2?", "3?", on=on, deck="9?", scores=(score, 8)), card)
    assert after.scores == (total, 8)
    won = Outcome("p1", "SG-07", "target-reached")
    assert GAME.outcome(after) == (won if over else None)
    assert GAME.to_act(after) == (frozenset() if over else {"p1"})


def test_sg_07_no_last_round_for_the_others() -> None:
    after = play(table("RCRCRC", "BSGCOC", on="RMOP", scores=(9, 9), to_move="p2"), "BS")
    assert GAME.outcome(after) == Outcome("p2", "SG-07", "target-reached")


def test_sg_07_nothing_is_played_after_the_win() -> None:
    after = play(table("BSGMBM", on="RMOP", scores=(7, 9)), "BS")
    for said in ("GM", "flip", "pass", "reshuffle"):
        assert refused(after, said) == ["SG-07 game-over"]
    assert refused(after, "GM", "p2") == ["SG-07 game-over"]
    assert list(GAME.legal(after)) == []


# --- SG-08: the reshuffle -------------------------------------------------------------------------


def empty_pile(on: str = "-", **fields: Any) -> Any:
    return table("BSGMBM", "RPRPOC", on=on, deck="-", discard="RCGCOM", **fields)


def test_sg_08_a_draw_from_an_empty_pile_waits_for_the_reshuffle() -> None:
    after = play(empty_pile(), "BS")
    assert (after.phase, after.to_move, after.again) == (Phase.RESHUFFLE, 0, False)
    assert GAME.to_act(after) == {CHANCE}
    assert held(after) == names("GMBM")
    later = play(after, "reshuffle BSOMRCGC")
    assert held(later) == names("GMBMBS")
    assert (later.to_move, len(later.deck), later.discard) == (1, 3, b"")


def test_sg_08_the_extra_turn_is_kept_through_a_reshuffle() -> None:
    after = play(empty_pile("RMOP"), "BS+3")
    assert (after.phase, after.again) == (Phase.RESHUFFLE, True)
    later = play(after, "reshuffle OMRCGCBS")
    assert (later.to_move, later.again, held(later)) == (0, False, names("GMBMOM"))


def test_sg_08_the_last_card_of_the_pile_is_drawn_before_any_reshuffle() -> None:
    after = play(table("BSGMBM", "RPRPOC", deck="OC", discard="RC"), "BS")
    assert (after.phase, after.deck) == (Phase.TURNS, b"")


@pytest.mark.parametrize(
    ("said", "reasons"),
    [
        (
            "reshuffle RCGCOM",
            [
                "SG-08 reshuffle-number",
            ],
        ),
        ("reshuffle RCGCOMGM", ["SG-08 not-discarded"]),
        ("reshuffle RCRCOMBS", ["SG-08 not-discarded"]),
        ("reshuffle 3?", ["SG-08 reshuffle-number"]),
        ("reshuffle RCGCOMBSBS", ["SG-08 reshuffle-number", "SG-08 not-discarded"]),
        ("GM", ["SG-08 reshuffle-first"]),
        ("pass", ["SG-08 reshuffle-first", "SG-05 no-pass"]),
        ("new game RMOPBSGC/GMRPOSBC/BMGPRSOC/OMBPGSRC", ["SG-11 game-goes-on"]),
    ],
)
def test_sg_08_what_a_reshuffle_has_to_be(said: str, reasons: list[str]) -> None:
    assert refused(play(empty_pile(), "BS"), said) == reasons


@pytest.mark.parametrize("said", ["reshuffle", "reshuffle 4?", "reshuffle RC2?BS"])
def test_sg_08_an_order_that_nobody_has_seen(said: str) -> None:
    after = play(empty_pile(), "BS", said)
    assert len(after.deck) == 3
    assert len(after.hands[0]) == 3


def test_sg_08_no_reshuffle_while_none_is_due() -> None:
    assert refused(table("BSGMBM"), "reshuffle") == ["SG-08 pile-lasts"]
    assert refused(empty_pile(), "reshuffle") == ["SG-08 no-card-due"]
    assert refused(GAME.initial(), "reshuffle") == ["SG-08 no-card-due"]


def test_sg_08_four_hands_of_four_leave_something_to_shuffle() -> None:
    rules = {"hand_size": 4, "players": 4, "target": 99}
    ages: dict[str, int | None] = {"p1": 5, "p2": 6, "p3": 7, "p4": 8}
    state = laid_out(set_up(ages), rules)
    for _ in range(33):
        state = play(state, GAME.format(state, next(iter(GAME.legal(state)))))
    assert state.phase is Phase.RESHUFFLE
    assert len(state.discard) == 33


# --- SG-09: the beads -----------------------------------------------------------------------------


@pytest.mark.parametrize(("pool", "left"), [(30, 29), (1, 0), (0, 0)])
def test_sg_09_an_empty_pool_stops_nobody(pool: int, left: int) -> None:
    after = play(table("BSGMBM", on="RMOP", pool=pool), "BS")
    assert (after.pool, after.scores) == (left, (3, 0))


# --- SG-10: who starts, whose turn ----------------------------------------------------------------


def test_sg_10_the_turn_goes_round_clockwise() -> None:
    state = table("BSGMBM", "RPRPOC", "GPGPOP", to_move="p3")
    assert play(state, "OP").to_move == 0


def test_sg_10_only_the_player_to_move_acts() -> None:
    state = table("BSGMBM", "RPRPOC")
    assert refused(state, "RP", "p2") == ["SG-10 not-your-turn"]
    assert refused(state, "BS", "p2") == ["SG-10 not-your-turn", "SG-14 not-in-hand"]
    assert refused(state, "pass", "p2") == ["SG-10 not-your-turn", "SG-05 no-pass"]
    assert ruling(state, "BS", "p1").legal
    third = table("BSGMBM", "RPRPOC", "GPGPOP", to_move="p3")
    for seat in ("p1", "p2"):
        assert refused(third, "GP", seat)[0] == "SG-10 not-your-turn"
    assert ruling(third, "GP", "p3").legal


def test_sg_10_others_are_not_told_what_the_mover_could_play() -> None:
    state = table("BSGMBM", "RPRPOC")
    assert ruling(state, "RC", "p1").nearest
    assert ruling(state, "RP", "p2").nearest == ()


@pytest.mark.parametrize(
    ("ages", "lot", "starter"),
    [
        ({"p1": 5, "p2": 0}, None, 1),
        ({"p1": 7, "p2": 5}, None, 1),
        ({"p1": 7, "p2": 5}, "p2", 1),
        ({"p1": 7, "p2": 7, "p3": 8}, "p1", 0),
        ({"p1": None, "p2": None, "p3": None}, "p3", 2),
        ({"p1": 6, "p2": None}, "p1", 0),
    ],
)
def test_sg_10_the_youngest_starts(
    ages: dict[str, int | None], lot: str | None, starter: int
) -> None:
    state = laid_out(set_up(ages, lot))
    assert (state.to_move, state.starter) == (starter, starter)


BAD_PLAYERS = {
    "the lot missing": ({"p1": 6, "p2": 6}, None, ["lot-needed"]),
    "the lot on an older one": ({"p1": 6, "p2": 6, "p3": 7}, "p3", ["lot-not-youngest"]),
    "the lot on nobody": ({"p1": 6, "p2": 6}, "p4", ["lot-not-youngest"]),
    "one alone": ({"p1": 6}, None, ["so-many-players"]),
    "a seat left out": ({"p1": 6, "p3": 7}, None, ["seats-in-order"]),
    "strangers": ({"anna": 6, "ben": 7}, None, ["seats-in-order"]),
    "an age that can't be": ({"p1": -6, "p2": 7}, None, ["no-such-age"]),
    "nobody": ({}, "p1", ["so-many-players", "lot-not-youngest"]),
}


@pytest.mark.parametrize(("ages", "lot", "keys"), BAD_PLAYERS.values(), ids=list(BAD_PLAYERS))
def test_sg_10_who_cannot_play(
    ages: dict[str, int | None], lot: str | None, keys: list[str]
) -> None:
    state = GAME.initial()
    found = GAME.rule_on(state, GAME.decode_action(state, set_up(ages, lot)))
    assert [why.key for why in found.reasons] == keys
    assert {why.ruling for why in found.reasons} == {"SG-10"}


def test_sg_10_the_number_of_players_may_be_fixed() -> None:
    state = GAME.initial({"players": 3})
    assert GAME.seats(state) == ("p1", "p2", "p3")
    action = GAME.decode_action(state, set_up({"p1": 5, "p2": 6}))
    assert [why.key for why in GAME.rule_on(state, action).reasons] == ["set-number-of-players"]


def test_a_play_is_a_value() -> None:
    assert hash(Play("green moon")) == hash(Play("green moon"))
    assert Reshuffle(("green moon", None)) == Reshuffle(("green moon", None))
