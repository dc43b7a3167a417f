"""Commands over HTTP: who may give which, what is wrong with the rest; the game untouched."""

from __future__ import annotations

import json
import typing
from typing import Any

import pytest

from companion.referee import commands
from tests.webui.making import OURS, Panel
from webui.commands import BODY, BY_WORD, SHAPES, read_order
from webui.roles import Role
from webui.schema import unknown_words


def first_action(table: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = table["actions"][0]
    return found


def test_every_command_of_the_table_can_be_given() -> None:
    made = {type(read_order(_smallest(shape.word)).command) for shape in SHAPES}
    assert made == set(typing.get_args(commands.Command))


def test_every_field_of_a_command_can_be_given() -> None:
    for shape in SHAPES:
        command = read_order(_smallest(shape.word)).command
        assert set(shape.fields) == set(command.__dataclass_fields__), shape.word


def test_the_shapes_promise_nothing_that_is_not_checked() -> None:
    assert list(unknown_words(BODY)) == []


def _smallest(word: str) -> dict[str, Any]:
    values: dict[str, Any] = {
        "option": 0,
        "text": "x",
        "sites": {"e4": ["brown moon"]},
        "event": 1,
        "remedy": "struck",
        "on": True,
        "game": "moons-and-stars",
        "game_id": 1,
    }
    return {"type": word, **{name: values[name] for name in BY_WORD[word].required}}


def test_an_action_of_the_list_is_played(panel: Panel) -> None:
    seat = min(panel.table.snapshot.to_act)
    browser = panel.joined(seat=seat)
    table = browser.table()
    chosen = first_action(table)
    answer = browser.order("play", action=chosen["action"], version=table["version"], key="k1")
    assert answer.get_json()["accepted"] is True
    after = browser.table()
    assert after["version"] == answer.get_json()["version"]
    assert after["last"]["notation"] == chosen["text"]
    assert after["log"][-1]["step"] == len(table["log"])


def test_the_same_key_twice_is_done_once(panel: Panel) -> None:
    browser = panel.own_screen()
    before = len(browser.table()["log"])
    action = first_action(browser.table())["action"]
    answers = [browser.order("play", action=action, key="once").get_json() for _ in range(3)]
    assert answers[0] == answers[1] == answers[2]
    assert len(browser.table()["log"]) == before + 1


def test_one_devices_key_is_not_anothers(panel: Panel) -> None:
    panel.own_screen().order("remark", text="one", key="same")
    panel.joined().order("remark", text="two", key="same")
    texts = [line["text"] for line in panel.own_screen().table()["log"]]
    assert any("one" in text for text in texts)
    assert any("two" in text for text in texts)


def test_a_stale_command_gets_a_fresh_table(panel: Panel) -> None:
    browser = panel.own_screen()
    old = browser.table()
    browser.order("play", action=first_action(old)["action"])
    answer = browser.order("play", action=first_action(old)["action"], version=old["version"])
    told = answer.get_json()
    assert answer.status_code == 409
    assert told["error"]["code"] == "stale"
    assert told["table"]["version"] == panel.table.snapshot.version > old["version"]


@pytest.mark.parametrize(("word", "role"), [(shape.word, shape.role) for shape in SHAPES])
def test_a_command_needs_its_role(panel: Panel, word: str, role: Role) -> None:
    before = panel.table.snapshot
    lower = panel.spectator() if role is Role.PLAYER else panel.joined("player")
    answer = lower.order(
        **{"kind": word, **{k: v for k, v in _smallest(word).items() if k != "type"}}
    )
    assert answer.status_code == 403
    assert answer.get_json()["error"]["code"] == "forbidden"
    assert panel.table.snapshot is before


def test_nobody_plays_for_the_other_side(panel: Panel) -> None:
    due = min(panel.table.snapshot.to_act)
    other = "blue" if due == "brown" else "brown"
    action = first_action(panel.own_screen().table())["action"]
    browser = panel.joined(seat=other)
    before = panel.table.snapshot
    answer = browser.order("play", action=action, seat=due)
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (403, "not-your-seat")
    assert panel.table.snapshot is before
    assert browser.table()["actions"] == []


def test_out_of_turn_is_a_ruling_and_the_game_stands(panel: Panel) -> None:
    due = min(panel.table.snapshot.to_act)
    other = "blue" if due == "brown" else "brown"
    action = first_action(panel.own_screen().table())["action"]
    board = panel.own_screen().table()["board"]["sites"]
    browser = panel.joined(seat=other)
    assert browser.order("play", action=action).status_code == 200
    told = browser.table()
    assert told["answer"]["tone"] == "bad"
    assert told["answer"]["reasons"][0]["ruling"] == "MS-15"
    assert told["board"]["sites"] == board


def test_a_player_without_a_seat_is_asked_to_take_one(panel: Panel) -> None:
    action = first_action(panel.own_screen().table())["action"]
    answer = panel.joined().order("play", action=action)
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (403, "take-a-seat")


def test_the_own_screen_plays_for_both_sides(panel: Panel) -> None:
    browser = panel.own_screen()
    for _ in range(4):
        action = first_action(browser.table())["action"]
        assert browser.order("play", action=action).status_code == 200
        assert browser.table()["answer"]["said"] == "legal"


BAD: list[tuple[str, Any, int]] = [
    ("no object", [], 422),
    ("no type", {}, 422),
    ("unknown type", {"type": "explode"}, 422),
    ("type of another type", {"type": 3}, 422),
    ("unknown field", {"type": "done", "colour": "red"}, 422),
    ("wrong type of a field", {"type": "take-back", "actions": "2"}, 422),
    ("a truth for a number", {"type": "take-back", "actions": True}, 422),
    ("a fraction", {"type": "take-back", "actions": 1.5}, 422),
    ("too many", {"type": "take-back", "actions": 10**9}, 422),
    ("none", {"type": "take-back", "actions": 0}, 422),
    ("negative option", {"type": "choose", "option": -1}, 422),
    ("no option", {"type": "choose"}, 422),
    ("long text", {"type": "remark", "text": "x" * 501}, 422),
    ("unknown game", {"type": "new-game", "game": "chess"}, 422),
    ("unknown switch", {"type": "new-game", "game": "moons-and-stars", "rules": {"x": 1}}, 422),
    ("bad switch", {"type": "new-game", "game": "moons-and-stars", "rules": {"columns": 4}}, 422),
    ("no such seat", {"type": "new-game", "game": "moons-and-stars", "players": {"p9": "A"}}, 422),
    ("bad position", {"type": "new-game", "game": "moons-and-stars", "position": {"a": 1}}, 422),
    ("unknown record", {"type": "resume-game", "game_id": 999}, 404),
    ("bad notation", {"type": "play", "text": "zz-zz"}, 422),
    ("no action", {"type": "play"}, 422),
    ("an action of nothing", {"type": "play", "action": []}, 422),
    ("an action of numbers", {"type": "play", "action": {"from": 1, "to": {"x": 2}}}, 422),
    ("a version of words", {"type": "done", "version": "new"}, 422),
    ("a stale version", {"type": "settled", "version": 0}, 409),
    ("sites of numbers", {"type": "correct-sites", "sites": {"e4": [1]}}, 422),
    ("sites without a photo", {"type": "correct-sites", "sites": {"e4": ["brown moon"]}}, 409),
    ("no proposal", {"type": "accept-table"}, 409),
    ("no try", {"type": "overrule"}, 409),
    ("unknown event", {"type": "correct-ruling", "event": 999, "remedy": "struck"}, 422),
    ("unknown remedy", {"type": "correct-ruling", "event": 2, "remedy": "burned"}, 422),
    ("nothing asked", {"type": "choose", "option": 0}, 409),
]


@pytest.mark.parametrize(("body", "status"), [one[1:] for one in BAD], ids=[o[0] for o in BAD])
def test_what_can_not_be_done_leaves_the_game_as_it_was(
    panel: Panel, body: Any, status: int
) -> None:
    before = panel.table.snapshot
    answer = panel.own_screen().post("/api/commands", body)
    assert answer.status_code == status, answer.get_json()
    error = answer.get_json()["error"]
    assert error["message"]
    assert error["advice"]
    assert "Traceback" not in answer.text
    assert panel.table.snapshot.timeline is before.timeline
    assert panel.table.snapshot.game_id == before.game_id


@pytest.mark.parametrize(
    ("data", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"", "application/json", 400),
        (b"\xff\xfe", "application/json", 400),
        (b'{"type": "done", "x": NaN}', "application/json", 400),
        (b"[" * 5000 + b"]" * 5000, "application/json", 400),
        (b'{"type":"play","action":' + b'{"a":' * 40 + b"1" + b"}" * 41, "application/json", 400),
        (b"null", "application/json", 422),
        (b'{"type":"remark","text":"\\ud800"}', "application/json", 422),
        (b'{"type": "done"}', "text/plain", 415),
        (b"type=done", "application/x-www-form-urlencoded", 415),
        (b'"' + b"x" * 300_000 + b'"', "application/json", 413),
        (b'{"type":"take-back","actions":' + b"9" * 5000 + b"}", "application/json", 400),
    ],
)
def test_bodies_that_are_none_are_refused(
    panel: Panel, data: bytes, kind: str, status: int
) -> None:
    before = panel.table.snapshot
    answer = panel.own_screen().post(
        "/api/commands", None, data=data, headers={**OURS, "Content-Type": kind}
    )
    assert answer.status_code == status, answer.get_json()
    assert answer.get_json()["error"]["code"]
    assert panel.table.snapshot is before


def test_without_a_game_most_commands_say_so(empty_panel: Panel) -> None:
    for word in ("play", "done", "take-back", "pause", "leave", "draw"):
        answer = empty_panel.own_screen().order(word)
        assert answer.status_code in (409, 422), word
        assert answer.get_json()["error"]["advice"]
    told = empty_panel.own_screen().table()
    assert (told["phase"], told["game"], told["actions"]) == ("idle", None, [])


def test_a_question_is_answered_and_nothing_is_played(panel: Panel) -> None:
    before = panel.table.snapshot
    action = first_action(panel.own_screen().table())
    asked = panel.spectator().post("/api/ask", {"action": action["action"]}).get_json()
    assert (asked["legal"], asked["text"]) == (True, action["text"])
    assert asked["steps"] == action["steps"]
    refused = panel.spectator().post("/api/ask", {"text": "a1-i9"}).get_json()
    assert refused["legal"] is False
    assert refused["reasons"][0]["ruling"].startswith("MS-")
    assert refused["reasons"][0]["text"]
    assert panel.table.snapshot is before


@pytest.mark.parametrize(
    ("body", "status"),
    [({}, 422), ({"text": "?!"}, 400), ({"action": 5}, 400), ({"text": 5}, 422)],
)
def test_a_question_that_can_not_be_read(panel: Panel, body: Any, status: int) -> None:
    answer = panel.spectator().post("/api/ask", body)
    assert answer.status_code == status
    assert answer.get_json()["error"]["advice"]


def test_what_can_not_be_read_is_answered_in_the_language_of_the_reader(panel: Panel) -> None:
    expected = {
        "code": "refused",
        "message": "„e2 nach e4“ ist keine Aktion.",
        "advice": "Schreib einen Zug wie e2-e4, oder pass.",
    }
    german = {"text": "e2 nach e4"}
    asked = panel.spectator().post("/api/ask?language=de", german)
    assert (asked.status_code, asked.get_json()["error"]) == (400, expected)
    english = panel.spectator().post("/api/ask", german).get_json()["error"]
    assert english["message"] == "'e2 nach e4' is no action."
    play = {"type": "play", **german}
    played = panel.own_screen().post("/api/commands?language=de", play)
    assert (played.status_code, played.get_json()["error"]) == (422, {**expected, "code": "bad"})


def test_who_gave_a_command_stands_in_the_record(panel: Panel) -> None:
    panel.joined(name="Ben").order("remark", text="a fine move")
    assert panel.own_screen().table()["log"][-1]["text"] == "Ben: a fine move"


def test_an_answer_is_json_that_any_reader_takes(panel: Panel) -> None:
    panel.own_screen().order("remark", text="“ünïcode” \u2028 </script>")
    text = panel.own_screen().get("/api/table").text
    json.loads(text)
    assert "ünïcode" in text
