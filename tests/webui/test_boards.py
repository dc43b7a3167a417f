"""What the panel knows of the other games' boards: targets, facts, entries by hand, the coach."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest

import companion.language
import webui
from companion.games.api import CHANCE, Json
from companion.games.moon.operations import NAMES
from companion.games.registry import game_by_id
from companion.language.files import texts
from tests.webui.making import Panel
from webui.games import board_of
from webui.roles import Role, Viewer
from webui.telling.secrecy import conceals, may_enter, seats_of

GAMES: tuple[tuple[str, dict[str, Json]], ...] = (
    ("cirondo", {}),
    ("cirondo", {"players": "teams", "unlimited": True}),
    ("stargazers", {}),
    ("stargazers", {"youngest_child": True, "match": 2}),
    ("stargazers", {"unseen": True}),
    ("moon", {"bits": 6, "events": True, "difficulty": "master"}),
    ("moon", {"mode": "competitive", "players": 4, "hacker_cards": True, "bits": 5}),
    ("moonlight", {"moons": {"1": 2, "3": [0, 1, 1, 2]}, "powers": {"Howl": "once"}}),
)
KINDS = {
    "cirondo": {"move", "capture", "promotion", "pass", "chance", "claim"},
    "stargazers": {"light", "score", "wasted", "flip", "chance"},
    "moon": {"operate", "end", "repair", "look", "chance"},
    "moonlight": {"lay", "cover", "chance", "score", "power", "use"},
}
STATIC = Path(webui.__file__).parent / "static" / "js"
ENGLISH = Path(companion.language.__file__).parent / "en" / "boards.toml"


@pytest.mark.parametrize(("name", "rules"), GAMES)
def test_every_action_of_a_game_has_a_target_of_a_known_kind(
    name: str, rules: dict[str, Json]
) -> None:
    game = game_by_id(name)
    for seed in range(3):
        state, rng = game.initial(rules), Random(seed)
        for _ in range(120):
            if not game.to_act(state):
                break
            action = game.sample(state, rng)
            done = game.apply(state, action)
            target = board_of(name).target(state, action, done.effects)
            assert target.kind in KINDS[name]
            if target.kind in ("move", "capture", "promotion", "lay", "cover"):
                assert target.landing in game.placement(done.state).piles
            state = done.state


@pytest.mark.parametrize(("name", "rules"), GAMES)
def test_a_board_is_drawn_by_what_its_viewer_may_know(name: str, rules: dict[str, Json]) -> None:
    """The same facts for every state that looks the same to the viewer; all of them JSON."""
    game: Any = game_by_id(name)
    for seed in range(3):
        state, rng = game.initial(rules), Random(seed)
        for _ in range(25):
            if not game.to_act(state):
                break
            state = game.apply(state, game.sample(state, rng)).state
        for seat in (*game.seats(state), None):
            told = facts(game, state, seat)
            assert json.loads(json.dumps(told)) == told
            if hasattr(game, "redetermine"):
                assert facts(game, game.redetermine(state, seat, rng), seat) == told


def facts(game: Any, state: Any, seat: str | None) -> Json:
    view = game.view(state, seat)
    return board_of(game.spec.id).facts({"rules": state.rules.changed(), **view})


def test_a_whole_goal_is_drawn_where_the_last_card_is_odd() -> None:
    game: Any = game_by_id("moon")
    lines = {
        "cooperative 000111/000000/000000/000000 6/6 - bug - 1000|-|-|-|- - 1000 6": 8,
        "cooperative 000111/000000/000000/000000 6/6 - 0001 - 1000|-|-|-|- - 1000 6": None,
    }
    for line, goal in lines.items():
        assert facts(game, game.position_from_line(line), "players")["goal"] == goal
    duel = (
        "competitive 000111/000000/000000/000000 6/6 - - - p1 000000:1000:6:0:-:0 000000:-:5:0:-:0"
    )
    players = facts(game, game.position_from_line(duel), "p1")["players"]
    assert [one["value"] for one in players.values()] == [8, None]


# --- Who may act and enter ------------------------------------------------------------------------


def test_a_referee_acts_for_hands_that_nobody_knows_but_for_no_others() -> None:
    referee = Viewer(Role.REFEREE)
    game = game_by_id("moonlight")
    known = game.apply(
        game.initial({"first": "green"}), game.sample(game.initial({"first": "green"}), Random(1))
    ).state
    assert all(conceals(game, known, seat) for seat in ("green", "blue"))
    assert seats_of(referee, game, known) == {CHANCE}
    unknown = game.apply(
        game.initial({"first": "green"}),
        game.decode_action(known, {"deal": {"green": [None] * 11, "blue": [None] * 11}}),
    ).state
    assert not any(conceals(game, unknown, seat) for seat in ("green", "blue"))
    assert seats_of(referee, game, unknown) == {"green", "blue", CHANCE}
    assert seats_of(Viewer(Role.PLAYER), game, unknown) == {CHANCE}


def test_the_players_of_a_cooperative_game_share_its_seat(panel: Panel) -> None:
    panel.begin("moon", steps=1)
    ada, ben = panel.joined(seat="players", name="Ada"), panel.joined(seat="players", name="Ben")
    watching = panel.spectator()
    assert ada.table()["actions"] == ben.table()["actions"]
    assert ada.table()["actions"]
    assert watching.table()["actions"] == []
    assert panel.joined().order("play", text="NOT A").status_code == 200


ENTRIES: tuple[tuple[str, dict[str, Json], int, dict[str, Json], bool], ...] = (
    ("stargazers", {}, 0, {"players": {"ages": {"p1": None, "p2": None}, "lot": "p2"}}, True),
    (
        "moon",
        {},
        0,
        {
            "setup": {
                "mode": "cooperative",
                "initial": ["goal 0001", "goal 0010", "goal 0100"],
                "deck": [None] * 13,
            }
        },
        True,
    ),
    (
        "moon",
        {"mode": "competitive"},
        0,
        {
            "setup": {
                "mode": "competitive",
                "initial": [],
                "players": 2,
                "start": "p1",
                "goals": ["goal 0001", "goal 0010"],
                "deck": [None] * 14,
            }
        },
        False,
    ),
    ("moonlight", {}, 0, {"lot": "blue"}, True),
    (
        "moonlight",
        {"first": "green"},
        0,
        {"deal": {"green": [None] * 11, "blue": [None] * 11}},
        True,
    ),
    (
        "moonlight",
        {"first": "green"},
        0,
        {"deal": {"green": ["green 5", *[None] * 10], "blue": [None] * 11}},
        False,
    ),
)


@pytest.mark.parametrize(("name", "rules", "steps", "action", "may"), ENTRIES)
def test_chance_is_entered_by_hand_where_it_names_no_hidden_card(
    panel: Panel, name: str, rules: dict[str, Json], steps: int, action: dict[str, Json], may: bool
) -> None:
    panel.begin(name, steps=steps, **rules)
    answer = panel.joined().order("play", action=action)
    assert answer.status_code == (200 if may else 403), answer.get_json()
    assert panel.table.snapshot.timeline is not None
    assert len(panel.table.snapshot.timeline.steps) == int(may)


def test_a_goal_that_is_drawn_may_be_named_by_whoever_sees_it_only() -> None:
    game = game_by_id("moon")
    rules = {"mode": "competitive", "players": 2}
    state = game.apply(game.initial(rules), game.sample(game.initial(rules), Random(1))).state
    reveal = game.decode_action(state, {"reveal": "goal 0101"})
    assert may_enter(game, state, reveal, state.seat)
    assert not may_enter(game, state, reveal, "p2" if state.seat == "p1" else "p1")
    assert not may_enter(game, state, reveal, None)


def test_ml01_a_player_tells_the_moons_of_a_card_that_was_dealt(panel: Panel) -> None:
    """The own hand is seen by its player only; the moons are told with the card that is laid."""
    panel.begin("moonlight", steps=1, first="green")
    green, blue = panel.joined(seat="green"), panel.joined(seat="blue")
    card = green.table()["board"]["view"]["hands"]["green"][0]
    assert blue.table()["board"]["view"]["hands"]["green"] == [None] * 3
    action = {"card": f"{card} m2", "at": [0, 0]}
    for tried in ({"action": action}, {"text": f"{card} 0,0"}, {"text": "green x"}):
        assert blue.order("play", **tried).status_code == 403, "it is not for blue to try green's"
    assert green.order("play", action=action, seat="green").status_code == 200
    for viewer in (green, blue, panel.spectator()):
        board = viewer.table()["board"]
        assert board["view"]["grid"] == {"0,0": [f"{card} m2"]}
        assert board["facts"]["told"] == {"green": 2, "blue": 0}
        assert board["facts"]["telling"]


# --- The coach ------------------------------------------------------------------------------------


def test_the_coach_answers_the_seat_that_is_to_act(panel: Panel) -> None:
    panel.begin("moon", steps=1, mode="competitive", players=2)
    (due,) = panel.table.snapshot.to_act
    other = "p2" if due == "p1" else "p1"
    answer = panel.joined(seat=due).post("/api/coach", {})
    assert answer.status_code == 200
    told = answer.get_json()
    assert told["seat"] == due
    assert told["said"].endswith(".")
    assert all(word.split()[0] in NAMES for word in told["actions"])
    assert panel.joined(seat=other).post("/api/coach", {}).status_code == 403
    assert panel.spectator().post("/api/coach", {}).status_code == 403


def test_a_game_without_a_coach_says_so(panel: Panel) -> None:
    panel.begin("cirondo", steps=1)
    answer = panel.own_screen().post("/api/coach", {})
    assert answer.status_code == 409
    assert answer.get_json()["error"]["message"] == "There is no coach for this game."
    panel.own_screen().order("leave")
    assert panel.own_screen().post("/api/coach", {}).get_json()["error"]["code"] == "no-game"


# --- Texts ----------------------------------------------------------------------------------------

MADE_UP: dict[str, tuple[str, ...]] = {
    "boards.target.": (
        *("move", "capture", "promotion", "light", "score", "wasted"),
        *("operate", "source", "repair", "lay", "cover"),
    ),
    "boards.cirondo.kind.": ("moon", "planet", "solar-system"),
    "boards.stargazers.": (
        *("pile", "discards", "reshuffle", "reshuffle-about", "reshuffle-do"),
        *(f"colour.{one}" for one in ("red", "orange", "blue", "green")),
        *(f"shape.{one}" for one in ("moon", "planet", "star", "comet")),
        *(f"told.{one}" for one in ("laid", "players", "shuffled")),
    ),
    "boards.moon.op.": NAMES,
    "boards.moon.hacker.": ("green", "yellow", "purple", "red"),
    "boards.moon.card.": ("goal", "bug", "ok", "reset", "error"),
    "boards.moonlight.": (
        *("deal", "count", "side.green", "side.blue"),
        *("lone-card", "lone-card-moons", "laid-at", "laid-over"),
    ),
    "boards.deck.": ("wolf-value", "wolf-moons"),
    "boards.": tuple(
        f"{game}.{what}"
        for game in ("cirondo", "stargazers", "moon", "moonlight")
        for what in ("example", "writing")
    ),
}
"""Beginnings of keys that the boards put together, with the ends that they put."""
LITERAL = re.compile(r'"(boards(?:\.[A-Za-z-]+)+)"')


def test_the_boards_ask_for_every_text_that_there_is_and_for_no_other() -> None:
    there = {key for key, _text in texts(tomllib.loads(ENGLISH.read_text("utf-8")))}
    sources = "\n".join(path.read_text("utf-8") for path in STATIC.rglob("*.js"))
    asked = set(LITERAL.findall(sources))
    made = {start + end for start, ends in MADE_UP.items() for end in ends}
    errors = {key for key in there if key.startswith("errors.")}
    assert asked - there == set()
    assert made - there == set()
    assert there - asked - made - errors == set()
