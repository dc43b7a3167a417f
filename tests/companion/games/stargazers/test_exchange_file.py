"""Exchange files of Stargazers: cases, set-ups, views, counts and playouts are checked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from companion.vectors import Part, run_file
from tests.companion.games.stargazers.table import (
    GAME,
    SKY,
    laid_out,
    lit,
    names,
    play,
    position,
    set_up,
    table,
)

Json = Any
STATE = table("BSGMBM", "RPRPOC", on="RMOP", discard="RCGC")
EMPTY_PILE = table("BSGMBM", "RPRPOC", deck="-", discard="RC")


def text_of(state: Any) -> Json:
    return GAME.position_to_json(state)


def legal(state: Any, **more: Json) -> Json:
    return {"legal": True, "position": text_of(state), "outcome": None, **more}


def case(state: Any, action: Json, expect: Json, **more: Json) -> Json:
    return {"position": text_of(state), "seat": "p1", "action": action, "expect": expect, **more}


def results(tmp_path: Path, **parts: Json) -> list[tuple[Part, str]]:
    path = tmp_path / "stargazers.json"
    path.write_text(json.dumps({"game": "stargazers", "rules": {}, **parts}), "utf-8")
    return [(result.part, result.problem) for result in run_file(path)]


def test_a_case_tells_how_a_table_that_was_seen_is_put_right(tmp_path: Path) -> None:
    after, forgotten = play(STATE, "BS"), lit(SKY, "RMOPBS")
    right = {"add": [], "take": [[0, 0], [0, 1], [0, 2]]}
    found = results(
        tmp_path,
        cases=[
            case(STATE, {"play": "blue star"}, legal(after, correct=right), seen=forgotten),
            case(STATE, {"play": "blue star"}, legal(after, correct={}), seen=forgotten),
            case(STATE, {"play": "red planet"}, {"legal": False, "reasons": ["SG-14"]}),
            case(STATE, {"play": "blue star"}, {"legal": False, "reasons": ["SG-10"]}, seat="p2"),
        ],
    )
    assert [part for part, _ in found] == [Part.CASE] * 4
    assert [problem[:10] for _, problem in found] == ["", "correction", "", ""]


def test_a_set_up_is_checked(tmp_path: Path) -> None:
    right = set_up({"p1": 7, "p2": 5})
    rules = {"hand_size": {"p1": 2, "p2": 4}}
    found = results(
        tmp_path,
        setups=[
            {
                "given": right["setup"],
                "rules": rules,
                "expect": legal(laid_out(right, rules)),
            },
            {
                "given": set_up({"p1": 6, "p2": 6})["setup"],
                "expect": {"legal": False, "reasons": ["SG-10"]},
            },
            {"given": right["setup"], "expect": {"legal": False, "reasons": ["SG-10"]}},
        ],
    )
    assert found == [(Part.SETUP, ""), (Part.SETUP, ""), (Part.SETUP, "illegal is allowed")]


def test_a_view_is_checked(tmp_path: Path) -> None:
    hidden = text_of(STATE)
    hidden["deck"] = [None] * len(hidden["deck"])
    hidden["hands"]["p2"] = [None] * 3
    found = results(
        tmp_path,
        views=[
            {"position": text_of(STATE), "seat": "p1", "view": hidden},
            {"position": text_of(STATE), "seat": None, "view": hidden},
        ],
    )
    assert found[0] == (Part.VIEW, "")
    assert "hands.p1" in found[1][1]


def test_a_playout_counts_one_action_where_only_the_referee_acts(tmp_path: Path) -> None:
    played = play(EMPTY_PILE, "BS")
    order = names("BSRC")
    steps: list[Json] = [
        {"action": {"play": "blue star"}, "legal_count": 3},
        {"action": {"reshuffle": order}, "legal_count": 1},
        {"action": {"play": "orange comet"}, "legal_count": None},
    ]
    last = play(played, "reshuffle BSRC", "OC")
    steps[-1]["position"] = text_of(last)
    found = results(
        tmp_path, playouts=[{"start": text_of(EMPTY_PILE), "steps": steps, "outcome": None}]
    )
    assert found == [(Part.PLAYOUT, "")]


def test_a_count_stops_where_only_the_referee_acts(tmp_path: Path) -> None:
    found = results(tmp_path, perft=[{"position": text_of(EMPTY_PILE), "counts": [3, 0, 0]}])
    assert [problem for _, problem in found] == [""] * 3


def test_the_rules_of_an_entry_stand_over_those_of_the_file(tmp_path: Path) -> None:
    state = position("BSGMBM", on="RMOP", scores=(8, 0))
    won = play(GAME.position_from_json(state), "BS")
    wins = {**legal(won), "outcome": {"winner": "p1", "reason": "SG-07"}}
    entry = {"position": state, "seat": "p1", "action": {"play": "blue star"}, "expect": wins}
    found = results(tmp_path, rules={"target": 15}, cases=[{**entry, "rules": {"target": 10}}])
    assert found == [(Part.CASE, "")]
