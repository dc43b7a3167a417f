"""SG-05 to SG-12: playing, winning, shuffling, dealing, the match, the youngest children."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.api import CHANCE, Outcome
from companion.games.errors import IllegalAction
from companion.games.stargazers.actions import Flip, Pass, Play, Reshuffle
from companion.games.stargazers.cards import DECK, LETTERS, NAMES
from companion.games.stargazers.state import Phase
from tests.companion.games.stargazers.table import (
    GAME,
    flipping,
    grid,
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


def test_sg_10_others_are_not_told_what_the_mover_could_play() -> None:
    state = table("BSGMBM", "RPRPOC")
    assert ruling(state, "RC", "p1").nearest
    assert ruling(state, "RP", "p2").nearest == ()


@pytest.mark.parametrize(
    ("ages", "lot", "starter"),
    [
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


# --- SG-11: hands, target, match ------------------------------------------------------------------


def test_sg_11_cards_are_dealt_one_at_a_time_from_the_starter() -> None:
    state = laid_out(set_up({"p1": 7, "p2": 5, "p3": 8}))
    deck = [NAMES[card] for card in DECK]
    assert held(state, 1) == deck[0:9:3]
    assert held(state, 2) == deck[1:9:3]
    assert held(state, 0) == deck[2:9:3]
    assert len(state.deck) == 39


def test_sg_11_a_child_may_hold_more_cards() -> None:
    state = laid_out(set_up({"p1": 40, "p2": 5}), {"hand_size": {"p1": 2, "p2": 4}})
    deck = [NAMES[card] for card in DECK]
    assert held(state, 1) == [deck[0], deck[2], deck[4], deck[5]]
    assert held(state, 0) == [deck[1], deck[3]]
    assert laid_out(set_up({"p1": 40, "p2": 5}), {"hand_size": "p1:2,p2:4"}) == state


@pytest.mark.parametrize(("target", "over"), [(3, True), (4, False), (15, False)])
def test_sg_11_the_target_may_be_another(target: int, over: bool) -> None:
    after = play(table("BSGMBM", on="RMOP", rules={"target": target}), "BS")
    assert (GAME.outcome(after) is not None) is over


def test_sg_11_a_match_goes_on_till_somebody_has_won_enough_games() -> None:
    state = table("BSGMBM", on="RMOP", scores=(8, 9), starter="p2", rules={"match": 2})
    won = play(state, "BS+3#")
    assert (won.phase, won.games, won.scores) == (Phase.NEW_GAME, (1, 0), (11, 9))
    assert GAME.outcome(won) is None
    assert refused(won, "GM") == ["SG-07 game-won", "SG-11 new-game-first"]
    assert refused(won, "reshuffle") == ["SG-07 game-won", "SG-08 no-card-due"]
    deck = "".join(("RM", "OP", "BS") * 3)
    assert refused(won, f"new game RMOPBSGC/GMRPOSBC/BMGPRSOC/OMBPGSRC {deck}") == [
        "SG-11 deck-number"
    ]
    begun = play(won, "new game OMBPGSRC/RMOPBSGC/GMRPOSBC/BMGPRSOC")
    assert (begun.games, begun.scores, begun.to_move, begun.starter) == ((1, 0), (0, 0), 1, 1)
    assert (begun.pool, begun.beads, begun.discard) == (30, 0, b"")
    assert [len(hand) for hand in begun.hands] == [3, 3]


def test_sg_11_the_match_is_won_by_its_last_game() -> None:
    games = {"p1": 1, "p2": 1}
    state = table("BSGMBM", on="RMOP", scores=(8, 9), games=games, rules={"match": 2})
    assert GAME.outcome(play(state, "BS#")) == Outcome("p1", "SG-11", "match-won")


def test_sg_11_no_new_game_within_a_game() -> None:
    said = "new game RMOPBSGC/GMRPOSBC/BMGPRSOC/OMBPGSRC"
    assert refused(table(), said) == ["SG-11 game-goes-on"]


# --- SG-12: the youngest children -----------------------------------------------------------------


def test_sg_12_nobody_holds_cards() -> None:
    state = laid_out(set_up({"p1": 5, "p2": 6}), {"youngest_child": True})
    assert state.hands == (b"", b"")
    assert len(state.deck) == 48
    assert list(GAME.legal(state)) == [Flip()]
    assert refused(state, "GM") == ["SG-12 no-hands"]
    assert refused(table(), "flip") == ["SG-12 hands-are-played"]


def test_sg_12_a_flip_lights_its_tile_and_passes_the_turn() -> None:
    after = play(flipping("GMOP"), "flip")
    assert (lit_tiles(after), after.to_move, after.discard) == ("GM", 1, bytes(names_of("GM")))


def names_of(letters: str) -> list[int]:
    return [NAMES.index(name or "") for name in names(letters)]


def test_sg_12_a_flip_to_a_tile_with_a_bead_is_repeated() -> None:
    after = play(flipping("GMOPRC", on="GMRC"), "flip")
    assert (after.to_move, after.discard, after.phase) == (0, bytes(names_of("GM")), Phase.TURNS)
    assert play(after, "flip").to_move == 1


def test_sg_12_a_scoring_flip_gives_another_turn_or_wins() -> None:
    after = play(flipping("BSOP", on="RMOP"), "flip")
    assert (after.to_move, after.scores) == (0, (3, 0))
    won = play(flipping("BSOP", on="RMOP", scores=(7, 0)), "flip")
    assert GAME.outcome(won) == Outcome("p1", "SG-07", "target-reached")


@pytest.mark.parametrize(
    ("on", "to_move"), [("-", 1), ("BS", 0), ("RMOP", 0)], ids=["lit", "wasted", "scoring"]
)
def test_sg_12_the_discards_are_shuffled_before_a_flip_that_finds_no_pile(
    on: str, to_move: int
) -> None:
    after = play(flipping("BS", on=on, discard="GCRC"), "flip")
    assert (after.phase, after.to_move, after.again) == (Phase.RESHUFFLE, to_move, False)
    assert refused(after, "flip") == ["SG-08 reshuffle-first"]
    later = play(after, "reshuffle RCBSGC")
    assert (later.to_move, len(later.deck), later.phase) == (to_move, 3, Phase.TURNS)


def test_sg_12_the_end_of_the_pile_does_not_matter_after_a_win() -> None:
    after = play(flipping("BS", on="RMOP", scores=(7, 0)), "flip")
    assert after.phase is Phase.OVER


def test_sg_12_what_an_unseen_pile_showed_has_to_be_said() -> None:
    state = flipping("3?", discard="GMGMGM")
    assert refused(state, "flip") == ["SG-14 say-the-card"]
    assert refused(state, "flip GM") == ["SG-14 all-copies-seen"]
    assert Flip("green moon") not in list(GAME.legal(state))
    after = play(state, "flip OP")
    assert lit_tiles(after) == "OP"
    assert refused(flipping("OPGM"), "flip OP") == ["SG-12 pile-tells"]
    assert refused(flipping("OPGM"), "flip GM") == ["SG-12 pile-tells"]


# --- SG-13: the lay-out ---------------------------------------------------------------------------

LAYOUTS: dict[str, tuple[list[list[Any]], list[str]]] = {
    "a tile twice": (grid("RMOPBSGC/GMRPOSBC/BMGPRSOC/OMBPGSRM"), ["tile-twice"]),
    "a row too few": (grid("RMOPBSGC/GMRPOSBC/BMGPRSOC"), ["four-by-four"]),
    "rows too short": (grid("RMOPBS/GMRPOS/BMGPRS/OMBPGS"), ["four-by-four"]),
    "a tile not seen": (grid("RMOPBSGC/GMRPOSBC/BMGPRSOC/OMBPGS?"), ["tile-unseen"]),
    "no such tile": (
        [
            ["red sun", *grid(row)[0][1:]] if number == 0 else grid(row)[0]
            for number, row in enumerate(("RMOPBSGC", "GMRPOSBC", "BMGPRSOC", "OMBPGSRC"))
        ],
        ["no-such-tile"],
    ),
    "nothing": ([], ["four-by-four"]),
}


@pytest.mark.parametrize(("layout", "keys"), LAYOUTS.values(), ids=list(LAYOUTS))
def test_sg_13_sixteen_different_tiles(layout: list[list[Any]], keys: list[str]) -> None:
    state = GAME.initial()
    action = GAME.decode_action(state, set_up({"p1": 5, "p2": 6}, layout=layout))
    found = GAME.rule_on(state, action)
    assert [why.key for why in found.reasons] == keys
    assert found.reasons[0].ruling == "SG-13"


def test_sg_13_the_lay_out_comes_first_and_once() -> None:
    empty, state = GAME.initial(), laid_out(set_up({"p1": 5, "p2": 6}))
    assert refused(empty, "GM") == ["SG-13 not-laid-out"]
    assert refused(empty, "pass") == ["SG-13 not-laid-out", "SG-05 no-pass"]
    again = GAME.decode_action(state, set_up({"p1": 5, "p2": 6}))
    keys = [why.key for why in GAME.rule_on(state, again).reasons]
    assert keys == ["already-laid-out", "players-known"]


def test_sg_13_players_may_be_told_before_the_tiles() -> None:
    empty = GAME.initial({"hand_size": "p1:2,p2:4"})
    said = "new game RMOPBSGC/GMRPOSBC/BMGPRSOC/OMBPGSRC"
    assert refused(empty, said) == ["SG-10 players-first"]
    assert refused(empty, "players p1=6 p2=6") == ["SG-10 lot-needed"]
    seated = play(empty, "players p1=7 p2=6")
    assert GAME.seats(seated) == ("p1", "p2")
    assert GAME.to_act(seated) == {CHANCE}
    assert (seated.to_move, seated.starter, seated.games) == (1, 1, (0, 0))
    assert refused(seated, "GM") == ["SG-13 not-laid-out"]
    assert refused(seated, "reshuffle") == ["SG-08 no-card-due"]
    assert refused(seated, "players p1=5 p2=6") == ["SG-10 players-known"]
    begun = play(seated, said + " " + "".join(LETTERS[card] for card in DECK))
    assert begun == laid_out(set_up({"p1": 7, "p2": 6}), {"hand_size": "p1:2,p2:4"})


DECKS: dict[str, tuple[list[Any], list[str]]] = {
    "a card missing": ([NAMES[card] for card in DECK[1:]], ["deck-number"]),
    "no such card": (["red sun", *(NAMES[card] for card in DECK[1:])], ["no-such-card-dealt"]),
    "four of a kind": ([NAMES[card] for card in DECK[:-1]] + ["red moon"], ["too-many-copies"]),
}


@pytest.mark.parametrize(("deck", "keys"), DECKS.values(), ids=list(DECKS))
def test_sg_11_all_48_cards_are_dealt_from(deck: list[Any], keys: list[str]) -> None:
    state = GAME.initial()
    action = GAME.decode_action(state, set_up({"p1": 5, "p2": 6}, deck=deck))
    assert [why.key for why in GAME.rule_on(state, action).reasons] == keys


def test_a_play_is_a_value() -> None:
    assert hash(Play("green moon")) == hash(Play("green moon"))
    assert Reshuffle(("green moon", None)) == Reshuffle(("green moon", None))
