"""The JSON of the table: names, marks, rulings and steps that the pages are drawn from."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.api import Piece, Placement
from companion.games.registry import game_ids
from companion.language.catalogue import load
from companion.referee.clock import ClockState
from companion.referee.commands import Play, TakeBack
from companion.referee.evidence import Look
from companion.referee.eyes import RolledCube, RollSeen
from companion.referee.findings import Option
from companion.referee.snapshot import Answer, Proposal, Said, Snapshot
from tests.webui.making import Panel
from webui.roles import Role, Viewer
from webui.telling import Teller
from webui.telling.saying import About, answer_json, tone_of
from webui.telling.whole import clock_json

ADMIN = Viewer(Role.ADMIN, own_screen=True)
KEYS = {
    "version", "phase", "game", "you", "to_act", "board", "lying", "last", "actions",
    "more_actions", "claims", "answer", "todo", "waiting", "looking", "paused", "automatic",
    "by_hand", "prompt", "camera", "latest", "clock", "roll", "proposal", "log", "troubles",
    "corrections",
}  # fmt: skip


def told(snapshot: Snapshot, viewer: Viewer = ADMIN) -> dict[str, Any]:
    return Teller(now_s=lambda: 0.0).tell(snapshot, viewer)


@pytest.mark.parametrize("game", [None, *game_ids()])
def test_all_parts_are_told_whatever_the_game(panel: Panel, game: str | None) -> None:
    if game is None:
        panel.own_screen().order("leave")
    else:
        panel.begin(game, steps=6)
    for browser in (panel.own_screen(), panel.spectator()):
        assert set(browser.table()) == KEYS


@pytest.mark.parametrize("game", game_ids())
def test_every_action_of_the_list_can_be_played_as_it_is_told(panel: Panel, game: str) -> None:
    snapshot = panel.begin(game, steps=14)
    timeline = snapshot.timeline
    assert timeline is not None
    for seat in timeline.game.seats(timeline.state):
        for one in told(snapshot, Viewer(Role.PLAYER, seat))["actions"][:40]:
            action = timeline.game.decode_action(timeline.state, one["action"])
            assert timeline.game.is_legal(timeline.state, action)
            assert timeline.game.format(timeline.state, action) == one["text"]
            assert one["kind"]
            assert one["name"]


def test_what_is_no_choice_from_a_list_is_not_listed(panel: Panel) -> None:
    """Of rolls and set-ups there are too many to read: a table would be a megabyte of them."""
    for steps, phase in ((0, "rolls"), (8, "set-up")):
        panel.begin("moons-and-stars", steps=0)
        snapshot = panel.play_on(0)
        while phase != (snapshot.timeline and snapshot.timeline.game.phase(snapshot.state)):
            snapshot = panel.play_on(1, seed=steps)
        found = told(snapshot)
        assert found["actions"] == []
        assert found["more_actions"] is True
        assert len(str(found)) < 30_000


def test_every_piece_has_a_name_and_every_point_its_pile(panel: Panel) -> None:
    sites = panel.spectator().table()["board"]["sites"]
    pieces = [piece for pile in sites.values() for piece in pile]
    assert all(piece["name"] and "{" not in piece["name"] for piece in pieces)
    assert {"owner", "kind", "facing", "name"} == set(pieces[0])


@pytest.mark.parametrize("said", list(Said))
def test_everything_the_referee_says_has_words(said: Said, panel: Panel) -> None:
    for seat in (None, "brown"):
        for notation in ("", "e2-e4"):
            answer = Answer(3, said, seat, notation)
            found = told(replace(panel.table.snapshot, answer=answer))["answer"]
            assert found["title"]
            assert "{" not in found["title"]
            assert found["title"] == found["title"].strip(": ")
            assert not found["title"].startswith("said.")
            assert found["tone"] == tone_of(said) in ("good", "bad", "ask", "info")


def test_an_answer_says_options_places_and_nearest_moves(panel: Panel) -> None:
    answer = Answer(
        1,
        Said.AMBIGUOUS,
        options=(Option(("e2-e4",)), Option((), back=1), Option(())),
        strange=(("e4", Look("brown moon", 1)), ("e5", Look("", 0))),
        nearest=("Mg4-e4",),
    )
    found = told(replace(panel.table.snapshot, answer=answer))["answer"]
    assert found["options"][0]["text"] == "e2-e4"
    assert [one["site"] for one in found["strange"]] == ["e4", "e5"]
    for part in ("e2-e4", "e5", "Mg4-e4"):
        assert part in found["speak"]


def test_a_refused_try_gives_its_reasons_with_their_rulings(panel: Panel) -> None:
    panel.table.do(Play(text="a1-i9"))
    found = panel.spectator().table()
    assert found["answer"]["tone"] == "bad"
    reason = found["answer"]["reasons"][0]
    assert reason["ruling"].startswith("MS-")
    assert reason["title"] != reason["ruling"]
    assert found["log"][-1]["kind"] == "refused"
    assert found["log"][-1]["step"] is None
    assert found["log"][-1]["reasons"][0] == reason


def test_the_log_tells_the_sum_of_an_operation(panel: Panel) -> None:
    panel.begin("moon")
    for text in ("set-up cooperative initial=0110,1010,1100 deck=0001,12?", "ROL B", "NOT A"):
        panel.table.do(Play(text=text))
    *_, rotated, flipped = panel.spectator().table()["log"]
    assert rotated["text"] == "ROL 0110 is 1100. That is what B holds now."
    assert flipped["text"].startswith("NOT 0000 is 1111.")


def test_what_was_taken_back_stands_in_the_log_without_a_step(panel: Panel) -> None:
    steps = [line["step"] for line in panel.spectator().table()["log"]]
    panel.table.do(TakeBack())
    lines = panel.spectator().table()["log"]
    assert [line["step"] for line in lines] == [*steps[:-1], None, None]
    assert lines[-1]["kind"] == "takeback"
    assert "One action is taken back." in lines[-1]["text"]


def test_wood_that_differs_is_told_site_by_site(panel: Panel) -> None:
    snapshot = panel.table.snapshot
    site = next(iter(snapshot.lying.piles))
    piles = {**snapshot.lying.piles, "e5": (Piece("blue", "moon"),)}
    piles.pop(site)
    found = told(replace(snapshot, lying=Placement(piles)))["lying"]
    assert found[site] == []
    assert found["e5"][0]["name"] == "blue moon"


def test_a_roll_and_a_proposal_are_told(panel: Panel) -> None:
    roll = RollSeen("brown", (RolledCube("moon", (1.0, 2.0), 0.98765),), ((5.0, 6.0),))
    proposal = Proposal(panel.table.snapshot.lying, ("e4",), {"e4": ("brown moon",)}, "brown")
    found = told(replace(panel.table.snapshot, roll=roll, proposal=proposal))
    assert found["roll"]["cubes"] == [{"face": "moon", "px": [1.0, 2.0], "p": 0.988}]
    assert found["roll"]["faces"] == {"moon": 1}
    assert found["proposal"]["asked"] == ["e4"]
    assert found["proposal"]["guesses"] == {"e4": ["brown moon"]}


def test_the_clock_is_told_as_it_is_at_the_moment() -> None:
    clock = ClockState.of(("brown", "blue"), side_s=60).turned("brown", now_s=10)
    assert clock_json(clock, 15.04) == {
        "limited": True,
        "running": "brown",
        "left_s": {"brown": 55.0, "blue": 60},
        "used_s": {"brown": 5.0, "blue": 0.0},
    }


def test_what_is_told_twice_is_worked_out_once(panel: Panel) -> None:
    teller = Teller()
    one = teller.tell(panel.table.snapshot, ADMIN)
    assert teller.tell(panel.table.snapshot, ADMIN)["board"] is one["board"]


def test_kinds_tell_captures_pulls_and_rides_apart(panel: Panel) -> None:
    """Over many positions every kind comes, and each shows in the steps of the hand."""
    kinds: dict[str, str] = {}
    for seed in range(6):
        panel.begin("moons-and-stars", seed=seed)
        for _ in range(6):
            snapshot = panel.play_on(9, seed=seed)
            for one in told(snapshot)["actions"]:
                kinds[one["kind"]] = one["steps"]
    assert {"move", "capture", "ride"} <= set(kinds)
    assert "take" in kinds["capture"].lower()
    if "pull" in kinds:
        assert "pull" in kinds["pull"]


def test_troubles_are_told_to_who_can_mend_them(panel: Panel) -> None:
    snapshot = replace(panel.table.snapshot, troubles=("The disk is full.",))
    assert told(snapshot)["troubles"] == ["The disk is full."]
    assert told(snapshot, Viewer())["troubles"] == []
    assert told(snapshot, Viewer(Role.PLAYER))["troubles"] == []


@pytest.mark.parametrize(
    ("notation", "title"),
    [
        ("Sd5xd6", "Sd5xd6: yes."),
        ("set up blue: " + ", ".join(f"a{n} trap north" for n in range(1, 9)), "That is allowed."),
    ],
)
def test_an_action_that_is_a_list_is_not_read_out(notation: str, title: str) -> None:
    say = load("en", "moons-and-stars", "panel-server")
    about = About(None, None, say, ADMIN)
    assert answer_json(Answer(1, Said.LEGAL), notation, about)["title"] == title
