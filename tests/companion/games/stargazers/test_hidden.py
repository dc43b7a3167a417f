"""SG-14: a referee that sees only tiles, beads and discards; and what a seat may not see."""

from random import Random
from typing import Any

import pytest

from companion.games.stargazers.cards import COPIES, KINDS
from companion.games.stargazers.state import State, seen, sees_all
from tests.companion.games.stargazers.table import GAME, held, names, play, refused, table


def test_sg_14_a_card_that_is_not_held_is_refused() -> None:
    state = table("BSGMBM", "RPRPOC")
    assert refused(state, "RP") == ["SG-14 not-in-hand"]
    assert [GAME.format(state, act) for act in GAME.legal(state)] == ["BS", "GM", "BM"]
    near = GAME.rule_on(state, GAME.parse(state, "BC")).nearest
    assert [GAME.format(state, act) for act in near] == ["BS", "BM", "GM"]


def test_sg_14_no_such_card() -> None:
    state = table("BSGMBM", "RPRPOC")
    action = GAME.decode_action(state, {"play": "purple moon"})
    assert [why.key for why in GAME.rule_on(state, action).reasons] == ["no-such-card"]
    assert not GAME.is_legal(state, action)
    flip = GAME.decode_action(state, {"flip": "purple moon"})
    assert [why.key for why in GAME.rule_on(state, flip).reasons] == ["hands-are-played"]


@pytest.mark.parametrize(
    ("discard", "other", "deck", "legal"),
    [
        ("-", "3?", "20?", True),
        ("GMGM", "3?", "20?", True),
        ("GMGMGM", "3?", "20?", False),
        ("GMGM", "GM2?", "20?", False),
        ("GMGM", "3?", "5?GM14?", False),
    ],
)
def test_sg_14_a_hidden_hand_may_hold_what_was_not_seen_three_times(
    discard: str, other: str, deck: str, legal: bool
) -> None:
    state = table("3?", other, deck=deck, discard=discard)
    assert (refused(state, "GM") == []) is legal
    assert refused(state, "GM") == ([] if legal else ["SG-14 all-copies-seen"])
    assert len(list(GAME.legal(state))) == (16 if legal else 15)


def test_sg_14_the_third_copy_in_the_own_hand_is_no_obstacle() -> None:
    assert refused(table("GM2?", "3?", deck="20?", discard="GMGM"), "GM") == []


def test_sg_14_everything_else_is_checked_without_seeing_a_hand() -> None:
    after = play(table("3?", "3?", on="RMOP", deck="20?"), "BS")
    assert (after.scores, after.to_move, held(after)) == ((3, 0), 0, [None] * 3)
    assert play(after, "GM-" if after.beads else "GM").to_move == 1


def test_sg_14_a_known_copy_leaves_the_hand_before_an_unseen_one() -> None:
    state = table("?GM?", "3?", deck="OP19?")
    assert held(play(state, "GM")) == [None, None, *names("OP")]
    assert held(play(state, "BS")) == [*names("GM"), None, *names("OP")]


def test_sg_14_a_whole_game_without_seeing_cards() -> None:
    rng = Random(7)
    for rules in ({"unseen": True}, {"unseen": True, "youngest_child": True}):
        state = GAME.initial(rules)
        while GAME.to_act(state):
            state = GAME.apply(state, GAME.sample(state, rng)).state
            assert not state.layout or not sees_all(state)
            assert all(seen(state, card) <= COPIES for card in range(KINDS))


# --- Views ----------------------------------------------------------------------------------------


def test_sg_14_a_seat_sees_its_own_hand() -> None:
    state = table("BSGMBM", "RPRPOC", discard="RC")
    for seat, own in (("p1", "BSGMBM"), ("p2", "RPRPOC")):
        view = GAME.view(state, seat)["position"]
        assert view["hands"][seat] == names(own)
        assert [
            card for other, hand in view["hands"].items() if other != seat for card in hand
        ] == [None] * 3
        assert set(view["deck"]) == {None}
        assert view["discard"] == names("RC")


@pytest.mark.parametrize("seat", [None, "p3"])
def test_sg_14_who_does_not_play_sees_no_hand(seat: str | None) -> None:
    view = GAME.view(table("BSGMBM", "RPRPOC"), seat)["position"]
    assert view["hands"] == {"p1": [None] * 3, "p2": [None] * 3}


def shuffled_hidden(state: State, seat: str | None, rng: Random) -> State:
    """The same table with what the seat does not see mixed, by way of the exchange format."""
    data: Any = GAME.position_to_json(state)
    places = [("deck", data["deck"])]
    places += [(name, hand) for name, hand in data["hands"].items() if name != seat]
    cards = [card for _, hand in places for card in hand]
    rng.shuffle(cards)
    for _name, hand in places:
        for place in range(len(hand)):
            hand[place] = cards.pop()
    return GAME.position_from_json(data, state.rules.changed())


@pytest.mark.parametrize(
    "rules", [{}, {"players": 4, "hand_size": 5}, {"youngest_child": True}, {"unseen": True}]
)
def test_sg_14_states_that_differ_in_hidden_cards_look_the_same(rules: dict[str, Any]) -> None:
    """Whole games: for every seat, whatever it may not see is dealt anew, and its view stays."""
    rng = Random(11)
    others = 0
    for _game in range(4):
        state = GAME.initial(rules)
        while True:
            state = GAME.apply(state, GAME.sample(state, rng)).state
            for seat in (*GAME.spec.seats, None):
                other = shuffled_hidden(state, seat, rng)
                others += other != state
                assert GAME.view(other, seat) == GAME.view(state, seat)
                again = GAME.redetermine(state, seat, rng)
                assert GAME.view(again, seat) == GAME.view(state, seat)
                assert all(seen(again, card) <= COPIES for card in range(KINDS))
            if not GAME.to_act(state):
                break
    assert others or rules.get("unseen")


def test_sg_14_a_redetermined_game_can_be_played_on() -> None:
    rng = Random(3)
    state = table("3?", "3?", deck="30?", discard="GMGMGMOP")
    other = GAME.redetermine(state, None, rng)
    assert sees_all(other)
    while GAME.to_act(other):
        other = GAME.apply(other, GAME.sample(other, rng)).state


def test_a_refusal_does_not_tell_what_lies_on_the_pile() -> None:
    known = {
        said: refused(
            GAME.position_from_json(
                GAME.position_to_json(
                    GAME.apply(
                        GAME.initial({"youngest_child": True}),
                        GAME.sample(GAME.initial({"youngest_child": True}), Random(seed)),
                    ).state
                ),
                {"youngest_child": True},
            ),
            said,
        )
        for seed, said in enumerate(("flip GM", "flip OP", "flip RC"))
    }
    assert set(map(tuple, known.values())) == {("SG-12 pile-tells",)}
