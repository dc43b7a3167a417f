"""Who comes in, as what, and how guessing is slowed down."""

from __future__ import annotations

import json
import stat
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.config import Settings
from tests.webui.making import PHONE, Browser, Panel, made_panel, with_panel
from webui.gate import FREE_TRIES, MOST_ADDRESSES, TRIES_TO_RENEW, Tries
from webui.keys import FILE, MOST_SEATED, KeyFile
from webui.roles import Role


def pins(panel: Panel) -> dict[str, str]:
    found: dict[str, str] = panel.own_screen().get("/api/invite").get_json()["pins"]
    return found


def wrong_pin(panel: Panel) -> str:
    return next(f"{n:06}" for n in range(10) if f"{n:06}" not in pins(panel).values())


def role_of(browser: Browser) -> str:
    found: str = browser.get("/api/session").get_json()["role"]
    return found


@pytest.mark.parametrize("role", ["player", "referee", "admin"])
def test_a_pin_makes_its_role_of_whoever_knows_it(panel: Panel, role: str) -> None:
    browser = panel.joined(role, name="Ben")
    told = browser.get("/api/session").get_json()
    assert (told["role"], told["name"], told["joined"]) == (role, "Ben", True)


def test_without_a_pin_one_watches(panel: Panel) -> None:
    browser = panel.spectator()
    assert role_of(browser) == "spectator"
    assert browser.table()["actions"] == []
    assert browser.order("done").status_code == 403


@pytest.mark.parametrize(
    ("address", "headers", "host", "role"),
    [
        ("127.0.0.1", {}, "localhost:8080", "admin"),
        ("::1", {}, "[::1]:8080", "admin"),
        ("127.0.0.1", {}, "192.0.2.1:8080", "spectator"),
        ("127.0.0.1", {"X-Forwarded-For": "192.0.2.9"}, "localhost", "spectator"),
        ("127.0.0.1", {"Forwarded": "for=192.0.2.9"}, "localhost", "spectator"),
        (PHONE, {}, "localhost", "spectator"),
        (PHONE, {"X-Forwarded-For": "127.0.0.1"}, "localhost", "spectator"),
    ],
)
def test_the_tables_own_screen_is_known_by_where_it_is(
    panel: Panel, address: str, headers: dict[str, str], host: str, role: str
) -> None:
    browser = Browser(panel.app.test_client(), address, {**headers, "Host": host})
    assert role_of(browser) == role


def test_behind_a_proxy_nobody_is_the_own_screen(tmp_path: Path) -> None:
    settings = with_panel(Settings(), behind_proxy=True)
    with made_panel(tmp_path, settings) as panel:
        for headers in ({}, {"X-Forwarded-For": "127.0.0.1"}):
            browser = Browser(panel.app.test_client(), "127.0.0.1", headers)
            assert role_of(browser) == "spectator"


def test_pins_are_shown_to_an_admin_only(panel: Panel) -> None:
    for browser in (panel.spectator(), panel.joined("player"), panel.joined("referee")):
        assert browser.get("/api/invite").status_code == 403
        assert browser.get("/api/invite.svg").status_code == 403
    assert panel.joined("admin").get("/api/invite").status_code == 200


def test_the_qr_code_is_a_picture_that_holds_to_the_policy(panel: Panel) -> None:
    answer = panel.own_screen().get("/api/invite.svg?role=referee")
    assert answer.mimetype == "image/svg+xml"
    assert "<svg" in answer.text
    assert "style=" not in answer.text
    assert "script" not in answer.text
    assert panel.own_screen().get("/api/invite.svg?role=king").status_code == 422


def test_a_session_survives_a_restart(tmp_path: Path) -> None:
    with made_panel(tmp_path) as panel:
        panel.begin("moons-and-stars", steps=12)
        browser = panel.joined(seat="brown")
        cookie = browser.client.get_cookie("moontable")
        assert cookie is not None
    with made_panel(tmp_path) as panel:
        again = panel.spectator()
        again.client.set_cookie("moontable", cookie.value)
        told = again.get("/api/session").get_json()
        assert (told["role"], told["seat"], told["name"]) == ("player", "brown", "Ada")


def test_a_cookie_of_another_table_is_nobodys(tmp_path: Path) -> None:
    with made_panel(tmp_path / "one") as one, made_panel(tmp_path / "two") as two:
        cookie = one.joined("admin").client.get_cookie("moontable")
        assert cookie is not None
        stranger = two.spectator()
        for value in (cookie.value, cookie.value[:-1], "x", "é", "." * 2000, ""):
            stranger.client.set_cookie("moontable", value)
            assert role_of(stranger) == "spectator"


def test_who_is_sent_away_has_to_join_again(panel: Panel) -> None:
    browser, before = panel.joined(seat="blue"), pins(panel)
    panel.own_screen().post("/api/invite", {"send_all_away": True})
    assert role_of(browser) == "spectator"
    assert pins(panel) != before
    browser = panel.joined()
    panel.own_screen().post("/api/invite", {})
    assert role_of(browser) == "player"


def test_wrong_pins_are_slowed_down_for_their_address(panel: Panel) -> None:
    browser, wrong = panel.spectator(), wrong_pin(panel)
    answers = [browser.post("/api/join", {"pin": wrong}) for _ in range(FREE_TRIES + 1)]
    assert [one.status_code for one in answers] == [403] * FREE_TRIES + [429]
    assert int(answers[-1].headers["Retry-After"]) >= 1
    right = browser.post("/api/join", {"pin": pins(panel)["player"]})
    assert right.status_code == 429, "a right PIN must not tell that it is right"
    other = panel.spectator("192.0.2.8")
    assert other.post("/api/join", {"pin": pins(panel)["player"]}).status_code == 200


def test_guessing_from_everywhere_meets_new_pins(panel: Panel) -> None:
    before, wrong = pins(panel), wrong_pin(panel)
    for number in range(TRIES_TO_RENEW):
        answer = panel.spectator(f"192.0.2.{number}").post("/api/join", {"pin": wrong})
        assert answer.status_code == 403
    assert set(before.values()).isdisjoint(pins(panel).values())


def test_the_wait_for_a_pin_grows_and_ends() -> None:
    now_s = [0.0]
    tries = Tries(lambda: now_s[0])
    assert [tries.begin("a") for _ in range(FREE_TRIES)] == [0.0] * FREE_TRIES
    waits = []
    for _ in range(10):
        waits.append(tries.begin("a"))
        assert tries.begin("a") == waits[-1], "what comes too soon makes the wait no longer"
        now_s[0] += waits[-1]
        assert tries.begin("a") == 0.0
    assert waits == sorted(waits)
    assert (waits[0], waits[-1]) == (1.0, 60.0)
    tries.was_right("a")
    assert tries.begin("a") == 0.0


def test_wrong_pins_that_come_at_once_wait_for_each_other() -> None:
    tries, together = Tries(), threading.Barrier(20)

    def guess(_: int) -> float:
        together.wait()
        return tries.begin("a")

    with ThreadPoolExecutor(20) as pool:
        waits = list(pool.map(guess, range(20)))
    assert waits.count(0.0) == FREE_TRIES


def test_addresses_that_guess_are_remembered_in_bounds() -> None:
    tries = Tries()
    for number in range(MOST_ADDRESSES + 50):
        tries.begin(str(number))
    assert len(tries._wrong) == MOST_ADDRESSES


def test_a_thousand_joins_cost_nothing(panel: Panel) -> None:
    """They are slowed down by address, and whoever gets in leaves nothing behind."""
    pin = pins(panel)["player"]
    size = (panel.folder / FILE).stat().st_size
    browser = panel.spectator()
    statuses = [browser.post("/api/join", {"pin": pin}).status_code for _ in range(100)]
    assert 429 in statuses
    gate = panel.app.extensions["moontable"].gate
    for _ in range(1000):
        gate.join(pin, "x", address="192.0.2.200")
    assert (panel.folder / FILE).stat().st_size == size


def test_seats_are_bounded(tmp_path: Path) -> None:
    keys = KeyFile(tmp_path)
    for number in range(MOST_SEATED + 10):
        keys.seat(f"device{number}", "brown")
    assert len(keys.keys.seated) == MOST_SEATED
    assert "device0" not in keys.keys.seated


def test_a_seat_is_taken_and_given_up(panel: Panel) -> None:
    browser = panel.joined(seat="brown")
    assert browser.table()["you"]["seat"] == "brown"
    assert browser.post("/api/seat", {"seat": "blue"}).get_json()["seat"] == "blue"
    assert browser.post("/api/seat", {"seat": None}).get_json()["seat"] is None
    wrong = browser.post("/api/seat", {"seat": "green"})
    assert (wrong.status_code, wrong.get_json()["error"]["code"]) == (422, "no-such-seat")


def test_one_seat_with_cards_has_one_device(panel: Panel) -> None:
    panel.begin("stargazers", steps=1)
    panel.joined(seat="p1")
    other = panel.joined(name="Ben")
    taken = other.post("/api/seat", {"seat": "p1"})
    assert (taken.status_code, taken.get_json()["error"]["code"]) == (409, "seat-taken")
    assert panel.joined("referee").post("/api/seat/free", {"seat": "p1"}).status_code == 200
    assert other.post("/api/seat", {"seat": "p1"}).status_code == 200


def test_who_leaves_is_a_spectator_again(panel: Panel) -> None:
    browser = panel.joined(seat="brown")
    assert browser.post("/api/leave").status_code == 200
    assert role_of(browser) == "spectator"
    assert panel.app.extensions["moontable"].gate.keys.keys.seated == {}


def test_the_cookie_is_for_this_site_and_no_script(panel: Panel) -> None:
    answer = panel.spectator().post("/api/join", {"pin": pins(panel)["player"]})
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert "Secure" not in cookie, "it is served by plain http here"


def test_the_secret_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    first = KeyFile(tmp_path)
    assert stat.S_IMODE(first.path.stat().st_mode) == 0o600
    assert len(first.keys.secret) == 64
    assert KeyFile(tmp_path).keys == first.keys
    assert KeyFile(tmp_path / "other").keys.secret != first.keys.secret
    assert len(set(first.keys.pins.values())) == 3


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"secret": "short"}', "null", "\x00"])
def test_damaged_keys_are_made_anew(tmp_path: Path, damage: str) -> None:
    before = KeyFile(tmp_path).keys
    (tmp_path / FILE).write_text(damage)
    assert KeyFile(tmp_path).keys.secret != before.secret
    assert json.loads((tmp_path / FILE).read_text())["table"]


def test_no_role_is_above_admin() -> None:
    assert list(Role) == sorted(Role)
    assert max(Role) is Role.ADMIN
