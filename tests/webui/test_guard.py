"""What stands in front of every request: hosts, origins, headers; and no traceback, ever."""

from __future__ import annotations

import logging

import pytest

from companion.config import Panel as PanelSettings
from tests.webui.making import OURS, PHONE, Browser, Panel
from webui.guard import HEADERS, known_host


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("localhost", True),
        ("localhost:8080", True),
        ("127.0.0.1:8080", True),
        ("192.0.2.1:8080", True),
        ("[::1]:8080", True),
        ("[2001:db8::1]", True),
        ("table.example", True),
        ("TABLE.example:443", True),
        ("evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("localhost.evil.example", False),
        ("", False),
        ("[", False),
    ],
)
def test_only_names_of_this_machine_are_answered(host: str, known: bool) -> None:
    panel = PanelSettings(public_url="https://table.example")
    assert known_host(host, panel) is known


def test_a_name_made_to_point_here_gets_nothing(panel: Panel) -> None:
    browser = Browser(panel.app.test_client(), "127.0.0.1", {"Host": "evil.example"})
    for path in ("/api/table", "/", "/api/invite"):
        answer = browser.get(path)
        assert answer.status_code == 421
        assert "pins" not in answer.text


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({}, "no-token"),
        ({"X-Moontable": ""}, "no-token"),
        ({**OURS, "Origin": "https://evil.example"}, "foreign-page"),
        ({**OURS, "Origin": "null"}, "foreign-page"),
        ({**OURS, "Origin": "http://localhost:9999"}, "foreign-page"),
        ({**OURS, "Sec-Fetch-Site": "cross-site"}, "foreign-page"),
        ({**OURS, "Sec-Fetch-Site": "same-site"}, "foreign-page"),
    ],
)
def test_what_comes_from_another_page_is_not_done(
    panel: Panel, headers: dict[str, str], code: str
) -> None:
    before = panel.table.snapshot
    answer = panel.own_screen().post("/api/commands", {"type": "pause"}, headers=headers)
    assert answer.status_code == 403
    assert answer.get_json()["error"]["code"] == code
    assert panel.table.snapshot is before


def test_what_comes_from_our_own_page_is_done(panel: Panel) -> None:
    headers = {**OURS, "Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    answer = panel.own_screen().post("/api/commands", {"type": "pause"}, headers=headers)
    assert answer.status_code == 200
    assert panel.table.snapshot.paused


@pytest.mark.parametrize("path", ["/", "/api/table", "/api/nothing", "/nothing", "/static/nothing"])
def test_every_answer_forbids_what_is_not_ours(panel: Panel, path: str) -> None:
    answer = panel.spectator().get(path)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert "unsafe" not in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/nothing", 404),
        ("GET", "/api/games/7", 404),
        ("GET", "/api/games/-1", 404),
        ("GET", "/api/games/" + "9" * 15, 404),
        ("GET", "/api/games/" + "9" * 5000, 404),
        ("GET", "/api/games/1/steps/" + "9" * 15, 404),
        ("GET", "/api/photos/1.jpg", 404),
        ("GET", "/api/rules/chess", 404),
        ("POST", "/api/table", 405),
        ("DELETE", "/api/table", 405),
        ("OPTIONS", "/api/table", 405),
        ("GET", "/api/commands", 405),
        ("GET", "/api/games/..%2f..%2fetc%2fpasswd", 404),
        ("GET", "/static/../app.py", 404),
        ("GET", "/static/%2e%2e/app.py", 404),
    ],
)
def test_what_is_not_there_is_said_in_the_form_of_the_place(
    panel: Panel, method: str, path: str, status: int
) -> None:
    answer = panel.own_screen()._open(method, path, {"headers": OURS})
    assert answer.status_code == status
    if path.startswith("/api/"):
        error = answer.get_json()["error"]
        assert all(error[part] for part in ("code", "message", "advice"))
    else:
        assert answer.mimetype == "text/html"


def test_a_fault_of_the_program_is_no_traceback(
    panel: Panel, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> str:
        raise RuntimeError("the secret of the house")

    panel.app.view_functions["live.table_now-get"] = broken
    with caplog.at_level(logging.ERROR):
        answer = panel.spectator().get("/api/table")
    assert answer.status_code == 500
    assert answer.get_json()["error"]["code"] == "failed"
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text
    assert "the secret of the house" in caplog.text, "those who mend it need to know"


def test_a_page_says_errors_as_a_page(panel: Panel) -> None:
    answer = panel.spectator().get("/games/abc")
    assert answer.status_code == 404
    assert "<html" in answer.text


def test_errors_are_said_in_the_viewers_language_or_in_english(panel: Panel) -> None:
    answer = panel.spectator().get("/api/nothing", headers={"Accept-Language": "xx, en;q=0.5"})
    assert answer.get_json()["error"]["message"] == "There is nothing here."
    assert panel.spectator().get("/api/session?language=%00%ff").status_code == 200


def test_an_address_that_asks_too_often_is_told_to_wait(panel: Panel) -> None:
    browser = panel.joined()
    statuses = [browser.order("why").status_code for _ in range(60)]
    assert 429 in statuses
    assert panel.own_screen().order("why").status_code == 200
    assert Browser(panel.app.test_client(), PHONE).get("/api/table").status_code == 200
