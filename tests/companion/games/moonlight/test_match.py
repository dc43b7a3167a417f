"""Between rounds: ML-01, ML-09, ML-15 … ML-18."""

from typing import Any

import pytest

from companion.games.moonlight.actions import Deal, Lay, Lot, Power, Use
from companion.games.moonlight.cards import card
from tests.companion.games.moonlight.table import (
    ELEVEN,
    GAME,
    counting,
    pair,
    play,
    position,
    table,
    why,
)

WON = "0,0=g3 1,0=g3 2,0=b5"
POWERS = {"powers": {"Howl": "once", "Den": "ongoing"}}


def dealing(**fields: Any) -> Any:
    return table("", "", "", to_move=None, phase="deal", turns=pair(0, 0), **fields)


def choosing(**fields: Any) -> Any:
    """Blue has lost the first round."""
    given = {"rounds_won": pair(1, 0), "lone_wolf": pair(True, False), "starter": "blue", **fields}
    return table(WON, "2", "2", to_move="blue", phase="power", **given)


# --- ML-09: who starts ----------------------------------------------------------------------------


def test_ml09_a_lot_says_who_starts_unless_a_switch_does() -> None:
    state = GAME.initial()
    assert GAME.phase(state) == "lot"
    assert list(GAME.legal(state)) == [Lot("green"), Lot("blue")]
    assert why(state, "deal hidden") == [("ML-09", "lot-first")]
    begun = play(state, "lot blue", "deal hidden")
    assert GAME.to_act(begun) == {"blue"}
    assert why(begun, "lot green") == [("ML-09", "lot-drawn")]
    assert GAME.to_act(play(GAME.initial({"first": "green"}), "deal hidden")) == {"green"}


def test_ml09_the_loser_of_a_round_starts_the_next() -> None:
    after = position(play(counting(WON), "score"))
    assert (after["starter"], after["to_move"], after["phase"]) == ("blue", "blue", "power")


# --- ML-16: rewards -------------------------------------------------------------------------------


def test_ml16_the_winner_gets_the_lone_wolf_and_the_loser_a_power() -> None:
    counted = play(counting(WON), "score")
    assert position(counted)["lone_wolf"] == pair(True, False)
    after = play(counted, "power Howl")
    assert position(after)["powers"] == pair([], ["Howl"])
    assert GAME.phase(after) == "deal"
    assert why(after, f"deal {ELEVEN} L / {ELEVEN}") == []
    assert why(after, f"deal {ELEVEN} / {ELEVEN}") == [("ML-16", "wolf-missing")]
    assert why(after, f"deal {ELEVEN} L / {ELEVEN} L")[0] == ("ML-16", "wolf-not-in-deck")
    assert why(after, f"deal {ELEVEN} / {ELEVEN} L")[0] == ("ML-16", "wolf-missing")


def test_ml16_in_the_third_round_each_side_has_both() -> None:
    state = counting(
        "0,0=b3 1,0=b3 2,0=g5",
        rounds_won=pair(1, 0),
        lone_wolf=pair(True, False),
        powers=pair([], ["Howl"]),
        starter="blue",
    )
    after = position(play(state, "score", "power Den"))
    assert after["lone_wolf"] == pair(True, True)
    assert after["powers"] == pair(["Den"], ["Howl"])
    assert after["starter"] == "green"


def test_ml16_only_the_loser_chooses_and_only_what_is_free() -> None:
    state = choosing(rules=POWERS, powers=pair(["Den"], []))
    assert list(GAME.legal(state)) == [Power("Howl")]
    assert why(state, "power Howl", "blue") == []
    assert why(state, "power Howl", "green") == [("ML-16", "loser-chooses")]
    assert why(state, "power Den") == [("ML-16", "power-taken")]
    assert why(state, "power Moonrise") == [("ML-16", "no-such-power")]
    assert why(state, "power ?") == [("ML-16", "power-to-name")]


def test_ml16_the_loser_chooses_before_the_next_deal() -> None:
    assert why(choosing(), "deal hidden") == [("ML-17", "no-deal-due"), ("ML-16", "power-first")]
    assert why(choosing(), "2 at 0,1") == [("ML-17", "between-rounds")]
    assert why(dealing(), "power Howl") == [("ML-16", "no-power-due")]


def test_ml01_where_powers_are_not_filled_in_any_text_will_do() -> None:
    state = choosing()
    assert position(play(state, 'power "see the card; page 2"'))["powers"] == pair(
        [], ["see the card; page 2"]
    )
    assert position(play(state, "power ?"))["powers"] == pair([], [])
    assert why(state, Power("")) == [("ML-16", "power-to-name")]
    assert why(choosing(powers=pair(["Howl"], [])), "power Howl") == [("ML-16", "power-taken")]


def test_ml16_where_no_power_is_left_the_deal_comes_next() -> None:
    state = counting(WON, rules={"powers": {}})
    assert GAME.phase(play(state, "score")) == "deal"
    taken = counting(
        WON, rules={"powers": {"Howl": "once"}}, powers=pair(["Howl"], []), rounds_won=pair(0, 1)
    )
    after = position(play(taken, "score"))
    assert (after["phase"], after["to_move"], after["starter"]) == ("deal", None, "blue")


def test_ml16_cards_are_taken_up_and_dealt_anew() -> None:
    dealt = play(choosing(), "power ?", f"deal L {ELEVEN} / hidden 11")
    data = position(dealt)
    assert data["grid"] == {}
    assert data["hands"]["green"] == ["green lone", "green 1", "green 1"]
    assert data["hands"]["blue"] == [None] * 3
    assert (len(data["decks"]["green"]), len(data["decks"]["blue"])) == (9, 8)
    assert (data["turns"], data["to_move"], data["last_round"]) == (pair(0, 0), "blue", None)


# --- ML-17: best of three -------------------------------------------------------------------------


def test_ml17_the_second_round_won_wins_the_match_without_rewards() -> None:
    state = counting(WON, rounds_won=pair(1, 1), lone_wolf=pair(False, True))
    after = play(state, "score")
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert (outcome.winner, outcome.ruling) == ("green", "ML-17")
    assert position(after)["lone_wolf"] == pair(False, True)
    assert (position(after)["starter"], position(after)["to_move"]) == ("green", None)
    assert not GAME.to_act(after)
    assert not list(GAME.legal(after))
    for said in ("score", "deal hidden", "power Howl", "use Howl", "2 at 0,1", "pass", "lot blue"):
        assert why(after, said)[0] == ("ML-17", "match-over")


def test_ml17_a_deal_is_due_only_before_a_round() -> None:
    assert why(table(WON), "deal hidden") == [("ML-17", "no-deal-due")]
    assert why(counting(WON), "deal hidden") == [("ML-17", "no-deal-due")]
    assert why(dealing(), "score") == [("ML-08", "nothing-to-count")]


def test_ml17_a_box_is_ticked_once_a_round_and_also_out_of_turn() -> None:
    held = pair(["Howl"], ["Den", "Bark"])
    rules = {"powers": {"Howl": "once", "Den": "ongoing", "Bark": "once"}}
    state = table(WON, to_move="blue", powers=held, rules=rules)
    assert GAME.claims(state) == [Use("Howl"), Use("Bark")]
    assert GAME.actor(state, Use("Howl")) == "green"
    used = play(state, "use Howl")
    assert position(used)["used"] == pair(["Howl"], [])
    assert position(used)["to_move"] == "blue"
    assert why(used, "use Howl", "green") == [("ML-17", "power-used")]
    both = table(WON, powers=pair(["Howl", "Bark"], []))
    ticked = position(play(both, "use Howl", "use Bark"))
    assert (ticked["powers"], ticked["used"]) == (
        pair(["Howl", "Bark"], []),
        pair(["Bark", "Howl"], []),
    )
    assert why(used, "use Bark", "green") == [("ML-16", "anothers-power")]
    assert why(used, "use Den") == [("ML-17", "power-ongoing")]
    assert why(used, "use Moonrise") == [("ML-16", "power-not-held")]


def test_ml17_boxes_are_used_till_the_round_is_counted_and_empty_after_the_deal() -> None:
    fields = {"powers": pair(["Howl"], []), "rounds_won": pair(0, 1)}
    ticked = play(counting(WON, **fields), "use Howl")
    counted = play(ticked, "score")
    assert position(counted)["used"] == pair(["Howl"], [])
    assert why(counted, "use Howl")[-1] == ("ML-17", "no-round-on")
    assert why(dealing(**fields), "use Howl") == [("ML-17", "no-round-on")]
    dealt = play(counted, "power Den", "deal")
    assert position(dealt)["used"] == pair([], [])
    assert GAME.claims(dealt) == [Use("Howl"), Use("Den")]


# --- ML-18: decks ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("green", "key"),
    [
        (ELEVEN, None),
        ("hidden 11", None),
        ("5 ? ? ? ? ? ? ? ? ? 4", None),
        ("5 ? ? ? ? ? ? ? ? ? 5", "too-many-dealt"),
        (ELEVEN.replace("1 1", "1 5"), "too-many-dealt"),
        (ELEVEN.replace("5", "6"), "no-such-card"),
        ("hidden 10", "wrong-number"),
        (ELEVEN + " 3", "too-many-dealt"),
        (ELEVEN + " ?", "wrong-number"),
        ("1 2 3", "wrong-number"),
    ],
)
def test_ml18_a_deck_has_its_eleven_cards(green: str, key: str | None) -> None:
    state = dealing()
    found = why(state, f"deal {green} / {ELEVEN}")
    assert found[:1] == ([] if key is None else [("ML-18", key)])


def test_ml18_a_deck_has_one_colour() -> None:
    state = dealing()
    deal = GAME.parse(state, f"deal {ELEVEN}/{ELEVEN}")
    assert isinstance(deal, Deal)
    assert ("ML-18", "card-of-another") in why(state, Deal(deal.blue, deal.green))


def test_ml18_known_moons_belong_to_the_composition() -> None:
    rules = {"moons": {"1": 3, "2": 2, "3": [0, 1, 1, 2], "4": 1, "5": 0}}
    state = dealing(rules=rules)
    good = "1m3 1m3 2m2 2m2 3m1 3m1 3m0 3m2 4m1 4m1 5m0"
    assert why(state, f"deal {good} / {good}") == []
    twice = good.replace("3m2", "3m0")
    assert why(state, f"deal {twice} / {good}") == [("ML-18", "too-many-dealt")]
    assert why(state, f"deal {ELEVEN} / {good}")[0] == ("ML-01", "moons-are-known")
    hidden = play(state, "deal hidden")
    assert why(hidden, "3m5 at 0,0") == [("ML-01", "moons-are-known")]
    assert position(play(hidden, "5 at 0,0"))["grid"] == {"0,0": ["green 5 m0"]}


@pytest.mark.parametrize(
    ("green", "told", "reasons"),
    [
        ("L", 2, []),
        ("Lm2", 2, []),
        ("Lm5", 2, [("ML-01", "moons-are-known")]),
        ("Lm5", None, []),
        ("L", None, []),
    ],
)
def test_ml01_a_lone_wolf_has_the_moons_that_are_filled_in(
    green: str, told: int | None, reasons: list[tuple[str, str]]
) -> None:
    rules = {"lone_wolf": {"value": 4, "moons": told}}
    state = dealing(rules=rules, lone_wolf=pair(True, False), rounds_won=pair(1, 0))
    assert why(state, f"deal {green} {ELEVEN} / {ELEVEN}") == reasons
    if not reasons:
        dealt = play(state, f"deal {green} {ELEVEN} / {ELEVEN}")
        assert why(dealt, "L at 0,0") == []


@pytest.mark.parametrize("told", [None, 2])
def test_ml18_a_deck_has_one_lone_wolf_whatever_moons_are_said(told: int | None) -> None:
    rules = {"lone_wolf": {"value": 4, "moons": told}}
    state = dealing(rules=rules, lone_wolf=pair(True, False), rounds_won=pair(1, 0))
    twice = ELEVEN.replace("5", "L Lm2")
    assert why(state, f"deal {twice} / {ELEVEN}") == [("ML-18", "too-many-dealt")]


def test_ml01_moons_may_be_filled_in_for_some_values() -> None:
    state = dealing(rules={"moons": {"4": [1, 2]}})
    good = "1 1m3 2 2 3 3 3 3 4m1 4m2 5"
    assert why(state, f"deal {good} / {good}") == []
    wrong = good.replace("4m2", "4m1")
    assert why(state, f"deal {wrong} / {good}") == [("ML-18", "too-many-dealt")]
    hidden = play(state, "deal hidden")
    assert [key for _ruling, key in why(hidden, Lay(card("green", 4), (0, 0)))] == [
        "moons-are-known"
    ]
    assert why(hidden, "5 at 0,0") == []
    assert len(GAME.counted(hidden)) == 6
