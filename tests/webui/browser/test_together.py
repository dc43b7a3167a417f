"""Several browsers at one table: in step, after a restart, with commands that come too late."""

from __future__ import annotations

import re
from http.client import HTTPConnection

from playwright.sync_api import Page, expect

from tests.webui.browser.browsing import GUEST, Live, Visit, Watch, point, touch
from tests.webui.browser.test_games import near_the_end
from webui.streams import MOST_OF_ONE_ADDRESS


def joined(visit: Visit, pin: str, seat: str) -> Page:
    """A phone that photographed the code, and took a seat."""
    page = visit(f"/join#{pin}", size="phone", guest=True)
    page.locator(f'input[name="seat"][value="{seat}"]').check()
    page.get_by_role("button", name="Join").click()
    page.locator("#board").wait_for()
    return page


def test_phones_join_by_a_pin_and_play_their_own_side(live: Live, visit: Visit) -> None:
    near_the_end(live)
    screen = visit("/join", size="touch")
    pin = screen.locator(".pin").first.inner_text()
    watching = visit(size="tablet", guest=True)
    ada, ben = joined(visit, pin, "brown"), joined(visit, pin, "blue")

    expect(ben.locator("[data-focus=take-back]")).to_be_visible()
    expect(watching.locator("[data-focus=take-back]")).to_have_count(0)
    expect(ben.locator("#board")).to_have_count(1)
    for page in (ben, watching):
        touch(page, "e5")
        expect(page.locator("#board .target")).to_have_count(0)
    touch(ada, "e5", "e6")
    for page in (ben, watching):
        expect(point(page, "e6")).to_have_accessible_name(re.compile("brown star"))
    assert ben.locator("#board svg.board").get_attribute("data-view") == "blue"
    touch(ben, "i9", "i8")
    expect(ada.locator(".seat.to-move")).to_contain_text("Ada")
    touch(ada, "e6", "e7")
    for page in (ada, ben, watching):
        expect(page.locator("#now h2")).to_have_text("Ada wins")


def test_two_phones_and_a_screen_stay_in_step(live: Live, visit: Visit) -> None:
    near_the_end(live)
    pages = [visit(size="phone"), visit(size="phone", theme="dark"), visit(size="touch")]
    touch(pages[0], "e5", "e6")
    for page in pages:
        expect(point(page, "e6")).to_have_accessible_name(re.compile("brown star"))
        expect(page.locator(".seat.to-move")).to_contain_text("Ben")
    touch(pages[2], "i9", "i8")
    for page in pages:
        expect(point(page, "i8")).to_have_accessible_name(re.compile("blue star"))
        expect(page.locator(".seat.to-move")).to_contain_text("Ada")


def test_the_page_comes_back_after_the_server_was_away(
    live: Live, visit: Visit, watch: Watch
) -> None:
    watch.expected = ("net::ERR", "Failed to load resource")
    near_the_end(live)
    page = visit()
    live.stop()
    expect(page.locator("#banner")).to_contain_text("can't be reached")
    live.start()
    expect(page.locator("#banner")).to_be_hidden(timeout=15_000)
    touch(page, "e5", "e6")
    expect(point(page, "e6")).to_have_accessible_name(re.compile("brown star"))


def test_a_move_that_comes_too_late_is_refused_and_the_table_shown_anew(
    live: Live, visit: Visit, watch: Watch
) -> None:
    watch.expected = ("409",)
    near_the_end(live)
    page = visit()
    touch(page, "e5")
    page.route("**/api/events", lambda route: route.abort())
    page.evaluate(
        """async () => {
            const real = window.fetch;
            window.fetch = (path, options) => {
                if (!String(path).includes("/api/commands")) return real(path, options);
                const body = JSON.parse(options.body);
                body.version -= 1;
                return real(path, { ...options, body: JSON.stringify(body) });
            };
        }"""
    )
    touch(page, "e6")
    expect(page.locator(".toast")).to_contain_text("The table has gone on")
    expect(point(page, "e5")).to_have_accessible_name(re.compile("brown star"))
    assert live.table.snapshot.timeline is not None
    assert not live.table.snapshot.timeline.steps


PICTURED = """async () => {
    const image = document.querySelector(".qr img");
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: 90, height: 90 });
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0, 90, 90);
    return context.getImageData(0, 0, 90, 90).data.filter((_, at) => at % 4 === 0).join();
}"""
"""The code as it is seen."""


def test_the_code_and_the_pins_are_those_that_let_in_now(live: Live, visit: Visit) -> None:
    page = visit("/join")
    pins, code = page.locator(".pin"), page.evaluate(PICTURED)
    before = pins.first.inner_text()
    page.get_by_role("button", name="New PINs").click()
    expect(pins.first).not_to_have_text(before)
    assert page.evaluate(PICTURED) != code
    before = pins.first.inner_text()
    live.app.extensions["moontable"].gate.keys.renew_pins()  # as many wrong PINs would bring about
    expect(pins.first).not_to_have_text(before)


def test_nobody_is_sent_away_by_a_slip_of_the_finger(live: Live, visit: Visit) -> None:
    page = visit("/join", size="phone")
    era = live.app.extensions["moontable"].gate.keys.keys.era
    page.get_by_role("button", name="Send everybody away").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert live.app.extensions["moontable"].gate.keys.keys.era == era
    page.get_by_role("button", name="Send everybody away").click()
    before = page.locator(".pin").first.inner_text()
    page.get_by_role("dialog").get_by_role("button", name="Send everybody away").click()
    expect(page.locator(".pin").first).not_to_have_text(before)
    assert live.app.extensions["moontable"].gate.keys.keys.era == era + 1


def test_who_finds_no_place_among_the_listeners_sees_the_table_all_the_same(
    live: Live, visit: Visit, watch: Watch
) -> None:
    near_the_end(live)
    watch.expected = ("503",)
    listening = [HTTPConnection("127.0.0.1", live.port) for _ in range(MOST_OF_ONE_ADDRESS)]
    for one in listening:
        one.request("GET", "/api/events", headers=GUEST)
        assert one.getresponse().status == 200
    page = visit(size="phone", guest=True)
    expect(point(page, "e5")).to_have_accessible_name(re.compile("brown star"))
    live.play("e5-e6")
    expect(point(page, "e6")).to_have_accessible_name(re.compile("brown star"))
    expect(page.locator("#banner")).to_be_hidden()
    for one in listening:
        one.close()
