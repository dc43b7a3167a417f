"""Exchange files are played through the game protocol, and bad ones are refused in one line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.errors import ANTICIPATED, FileProblem, UsageError
from companion.games.errors import BadSwitch, UnknownGame, UnknownSwitch
from companion.games.registry import game_by_id
from companion.vectors import (
    BadExchangeFile,
    Part,
    divide,
    perft,
    read_position,
    run_file,
    summary,
)

Json = Any
GAME = game_by_id("moons-and-stars")


def position(**changes: Json) -> dict[str, Json]:
    """Few pieces: a star and a moon of brown's, one star of blue's."""
    return {
        "columns": 5,
        "to_move": "brown",
        "points": {
            "a1": ["brown stone"],
            "b2": ["brown star"],
            "c3": ["brown pit"],
            "e9": ["blue stone"],
            "d8": ["blue star"],
        },
        "deities": {"brown": None, "blue": None},
        "lost": {"brown": {}, "blue": {}},
        **changes,
    }


def after(**changes: Json) -> dict[str, Json]:
    """The same once the star has gone from b2 to b3."""
    points = {**position()["points"], "b3": ["brown star"]}
    del points["b2"]
    return position(to_move="blue", points=points, **changes)


STEP = {"from": "b2", "part": "all", "to": "b3", "rest": "b3"}
ONTO_STONE = {"from": "b2", "part": "all", "to": "a2"}
LEGAL = {"legal": True, "position": after(), "outcome": None}


def case(**changes: Json) -> dict[str, Json]:
    return {
        "name": "a step",
        "position": position(),
        "seat": "brown",
        "action": STEP,
        "expect": LEGAL,
        **changes,
    }


def refused(*rulings: str, **changes: Json) -> dict[str, Json]:
    far = {"from": "b2", "part": "all", "to": "b5"}
    return case(action=far, expect={"legal": False, "reasons": list(rulings)}, **changes)


def playout(*, count: int | None = 4, **changes: Json) -> dict[str, Json]:
    step = {"action": STEP, "legal_count": count, "position": after()}
    entry = {"name": "a game", "start": position(), "steps": [step], "outcome": None}
    return {**entry, **changes}


@pytest.fixture
def file(tmp_path: Path) -> Any:
    """Writes a file and gives its path."""

    def write(data: Json) -> Path:
        path = tmp_path / "vectors.json"
        path.write_text(data if isinstance(data, str) else json.dumps(data), "utf-8")
        return path

    return write


def exchange(**parts: Json) -> dict[str, Json]:
    return {"game": "moons-and-stars", "rules": {}, **parts}


PASSING: dict[str, dict[str, Json]] = {
    "legal": exchange(cases=[case()]),
    "zeros among the lost are as good as nothing": exchange(
        cases=[case(expect={**LEGAL, "position": after(lost={"brown": {"pit": 0}, "blue": {}})})]
    ),
    "passed is not compared": exchange(
        cases=[case(expect={**LEGAL, "position": after(passed=True)})]
    ),
    "illegal, one of the reasons": exchange(cases=[refused("MS-99", "MS-16")]),
    "own rules": exchange(cases=[case(rules={"notches": 3})]),
    "counts": exchange(perft=[{"name": "few", "position": position(), "counts": [4, 16]}]),
    "a view of what everybody sees": exchange(
        views=[{"position": position(), "seat": None, "view": position()}]
    ),
    "a game": exchange(playouts=[playout()]),
    "a game whose counts are not told": exchange(playouts=[playout(count=None)]),
}


@pytest.mark.parametrize("data", PASSING.values(), ids=list(PASSING))
def test_what_is_right_passes(file: Any, data: Json) -> None:
    results = list(run_file(file(data)))
    assert [result.problem for result in results] == [""] * len(results)
    assert results


FAILING: dict[str, tuple[dict[str, Json], str]] = {
    "another place": (
        exchange(cases=[case(expect={**LEGAL, "position": position(to_move="blue")})]),
        'points.b2 ["brown star"] expected, null came; points.b3 null expected, ["brown star"]',
    ),
    "another outcome": (
        exchange(cases=[case(expect={**LEGAL, "outcome": {"winner": "blue", "reason": "X"}})]),
        'outcome {"winner": "blue", "reason": "X"} expected, null came',
    ),
    "legal, said to be illegal": (
        exchange(cases=[case(expect={"legal": False, "reasons": ["MS-16"]})]),
        "illegal is allowed",
    ),
    "illegal, said to be legal": (
        exchange(cases=[refused("MS-16", name="far") | {"expect": LEGAL}]),
        "legal is refused: MS-16",
    ),
    "another reason": (exchange(cases=[refused("MS-99")]), 'reason ["MS-99"] expected, MS-16'),
    "wrong count": (
        exchange(perft=[{"position": position(), "counts": [5]}]),
        "5 expected, 4 counted",
    ),
    "a count that is none": (
        exchange(perft=[{"position": position(), "counts": ["4"]}]),
        '"4" is no count',
    ),
    "too deep a count": (
        exchange(perft=[{"position": position(), "counts": [4] + [10**400] * 40}]),
        "expected, 16 counted",
    ),
    "wrong number of legal actions": (
        exchange(playouts=[playout(count=7)]),
        "step 1: 7 legal actions expected, 4 found",
    ),
    "a game that ends otherwise": (
        exchange(playouts=[playout(outcome={"winner": "brown", "reason": "MS-73"})]),
        "outcome ",
    ),
    "an illegal step": (
        exchange(playouts=[playout(steps=[{"action": ONTO_STONE}, {"action": ONTO_STONE}])]),
        "step 2: ",
    ),
    "no position": (exchange(cases=[{"name": "x"}]), "it can't be played: it has no 'position'"),
    "no action": (exchange(cases=[case(action=None)]), "its 'action' can't be null"),
    "no expectation": (exchange(cases=[case(expect={})]), "it has no 'legal'"),
    "a position that can't be": (
        exchange(cases=[case(position=position(columns=-(10**30)))]),
        "columns can't be",
    ),
    "words for a number": (exchange(cases=[case(position=position(columns="9"))]), "columns"),
    "no object": (exchange(cases=[17]), "it has no 'position'"),
    "unknown switch": (exchange(cases=[case(rules={"colour": 1})]), "no switch 'colour'"),
    "another view": (
        exchange(views=[{"position": position(), "seat": "blue", "view": after()}]),
        "points.b3",
    ),
    "a view by nobody": (
        exchange(views=[{"position": position(), "seat": "red", "view": position()}]),
        "its 'seat' can't be",
    ),
    "a correction that the game can't tell": (
        exchange(cases=[case(seen=[])]),
        "this game can't tell how",
    ),
    "counting in a game that counts nothing": (
        exchange(scoring=[{"grid": {}, "expect": {}}]),
        "this game counts no rounds",
    ),
    "a part that nobody knows": (exchange(hums=[{"name": "hm"}]), "can't check 'hums' yet"),
}


@pytest.mark.parametrize(("data", "words"), FAILING.values(), ids=list(FAILING))
def test_what_is_wrong_fails_and_says_why(file: Any, data: Json, words: str) -> None:
    failures = summary(run_file(file(data))).failures
    assert failures
    assert words in failures[0].problem
    assert "\n" not in str(failures[0])


def test_a_broken_entry_is_named_and_the_rest_still_run(file: Any) -> None:
    data = exchange(cases=[case(), {"name": "bad\n one"}, 5, case()], playouts=[playout()])
    results = list(run_file(file(data)))
    assert [result.name for result in results if not result.passed] == ["bad one", "case 3"]
    assert str(summary(results)) == "3 passed, 2 failed"
    assert [result.part for result in results] == [Part.CASE] * 4 + [Part.PLAYOUT]


BAD_FILES: dict[str, tuple[Json, type[Exception], str]] = {
    "empty": ("", BadExchangeFile, "is no JSON"),
    "no JSON": ("{", BadExchangeFile, "in line 1"),
    "too deep": ("[" * 200_000, BadExchangeFile, "is no JSON"),
    "a number without end": ('{"game": ' + "9" * 5000 + "}", BadExchangeFile, "is no JSON"),
    "not a number": ('{"game": NaN}', BadExchangeFile, "is no JSON"),
    "a list": ([], BadExchangeFile, "does not say which game"),
    "no game": ({"cases": []}, BadExchangeFile, "does not say which game"),
    "unknown game": ({"game": "moons"}, UnknownGame, "There is no game 'moons'"),
    "nothing in it": (exchange(), BadExchangeFile, "nothing to check"),
    "cases that are none": (exchange(cases={"a": 1}), BadExchangeFile, "'cases'"),
    "rules that are none": ({**exchange(cases=[1]), "rules": 3}, BadExchangeFile, "rules"),
    "unknown switch": ({**exchange(cases=[1]), "rules": {"x": 3}}, UnknownSwitch, "'x'"),
    "bad switch": ({**exchange(cases=[1]), "rules": {"columns": 1e99}}, BadSwitch, "columns"),
}


@pytest.mark.parametrize(("data", "error", "words"), BAD_FILES.values(), ids=list(BAD_FILES))
def test_a_bad_file_is_refused_in_one_line(
    file: Any, data: Json, error: type[Exception], words: str
) -> None:
    with pytest.raises(error) as caught:
        run_file(file(data))
    assert isinstance(caught.value, ANTICIPATED)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there_or_no_file_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path, Path("nul\0")):
        with pytest.raises((FileProblem, BadExchangeFile)):
            run_file(path)
    (tmp_path / "photo").write_bytes(b"\xff\xd8\xff")
    with pytest.raises(BadExchangeFile, match="no text file"):
        run_file(tmp_path / "photo")


def test_divide_splits_perft_by_the_first_action() -> None:
    state = GAME.position_from_json(position())
    parts = dict(divide(GAME, state, 3))
    assert len(parts) == perft(GAME, state, 1) == 4
    assert sum(parts.values()) == perft(GAME, state, 3)
    assert set(dict(divide(GAME, state, 1)).values()) == {1}
    assert perft(GAME, state, 0) == 1


@pytest.mark.parametrize("depth", [-1, 21, 10**9])
def test_an_absurd_depth_is_refused(depth: int) -> None:
    state = GAME.position_from_json(position())
    with pytest.raises(UsageError):
        perft(GAME, state, depth)
    with pytest.raises(UsageError):
        list(divide(GAME, state, depth))


def test_a_position_is_read_from_its_line_its_json_or_a_case(file: Any) -> None:
    state = GAME.position_from_json(position())
    for text in (
        GAME.position_line(state) + "\n",
        json.dumps(position()),
        json.dumps({"position": position(), "rules": {"columns": 5}}),
    ):
        assert GAME.position_line(read_position(GAME, file(text))) == GAME.position_line(state)


@pytest.mark.parametrize("text", ["", "{", "{}", '{"position": 3}', '{"position": {}, "rules": 3}'])
def test_a_file_without_a_position_is_refused(file: Any, text: str) -> None:
    with pytest.raises(ANTICIPATED):
        read_position(GAME, file(text))
