"""How else it is played: hands, targets, matches, the youngest children (SG-11 to SG-13)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.api import CHANCE, Outcome
from companion.games.stargazers.actions import Flip, Play
from companion.games.stargazers.cards import DECK, LETTERS, NAMES
from companion.games.stargazers.state import Phase
from companion.language.catalogue import load
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

SAY = load("en", "stargazers")

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
    usual = laid_out(set_up({"p1": 40, "p2": 5}), {"hand_size": {"p2": 4}})
    assert [len(hand) for hand in usual.hands] == [3, 4]


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


@pytest.mark.parametrize(
    ("on", "said"),
    [
        ("-", "It is the blue star card."),
        ("BS", "It is the blue star card; its tile has a bead already."),
        ("RMOP", "It is the blue star card, which takes 3 beads."),
    ],
)
def test_sg_12_what_a_flip_has_shown_is_told_when_it_is_done_and_not_before(
    on: str, said: str
) -> None:
    before = flipping("BSGC", on=on)
    assert ruling(before, "flip").notes == ()
    after = play(before, "flip")
    assert [SAY.sentence(note) for note in GAME.notes(before, Flip(), after)] == [said]
    hand = table("GM", "GC")
    assert GAME.notes(hand, Play("green moon"), play(hand, "GM")) == ()


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
