"""What a screen reader hears and finds: turns, moves in words, what was refused, a replay."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from companion.referee.commands import TakeBack
from tests.webui.browser.browsing import Live, Visit, Watch, caught_up, point, serious, steps
from tests.webui.browser.positions import middle

PLAYERS = {"brown": "Ada", "blue": "Ben"}


def test_whose_turn_it_is_is_said_where_a_screen_reader_listens(live: Live, visit: Visit) -> None:
    live.begin(position=middle(), players=PLAYERS)
    page = visit()
    turn = page.get_by_role("status").filter(has_text="to move")
    expect(turn).to_have_text("Ada to move")
    live.play("e3-d5")
    expect(turn).to_have_text("Ben to move")


def test_moves_and_rulings_are_told_in_words(live: Live, visit: Visit) -> None:
    live.begin(position=middle(), players=PLAYERS)
    page = visit(size="phone")
    live.play("e3-d5")
    words = "Ada: moon from e3 to d5, pulled on to b5"
    expect(page.locator("#answer h2")).to_have_text(words)
    expect(page.locator("#log")).to_contain_text(words)
    live.play("e5-e4")
    expect(page.locator("#answer")).to_contain_text("Star from d3 to e3")
    page.locator("#answer").get_by_role("button", name="Star from d3 to e3").click()
    steps(live, 2, page)
    expect(page.locator("#answer h2")).to_have_text("Ben: star from d3 to e3")


def test_the_log_says_why_something_was_refused(live: Live, visit: Visit) -> None:
    live.begin(position=middle(), players=PLAYERS)
    live.play("e3-d5", "e5-e4")
    live.table.do(TakeBack())
    for path, log in (("/", "#log"), ("/games/1", ".replay .log")):
        page = visit(path)
        refused = page.locator(f"{log} .log-refused")
        expect(refused).to_contain_text("it is blue's turn")
        refused.get_by_role("link", name="it is blue's turn").click()
        expect(page.get_by_role("dialog")).to_contain_text("A turn moves one piece")
        page.get_by_role("button", name="Close").click()
        expect(page.locator(f"{log} .log-gone")).to_have_text(re.compile("Ada: moon from e3"))
        assert serious(page) == []


def test_a_replay_is_read_point_by_point(live: Live, visit: Visit) -> None:
    live.begin(position=middle(), players=PLAYERS)
    live.play("e3-d5")
    page = visit("/games/1")
    replayed = page.locator(".replay [role=gridcell][data-site=b5]")
    expect(replayed).to_have_accessible_name("b5: brown moon")
    page.get_by_role("button", name="One step back").click()
    expect(replayed).to_have_accessible_name("b5: empty")
    replayed.focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.site") == "c5"
    expect(page.locator(".replay [aria-live]")).to_contain_text("0 / 1")
    page.locator(".replay input").focus()
    page.keyboard.press("ArrowRight")
    expect(replayed).to_have_accessible_name("b5: brown moon")
    assert serious(page) == []


def test_what_went_wrong_is_said_in_a_place_that_was_there_before(
    live: Live, visit: Visit, watch: Watch
) -> None:
    watch.expected = ("ERR_FAILED",)
    live.begin(position=middle(), players=PLAYERS)
    page = visit()
    place = page.locator("body > [role=status]:has(.toast)")
    page.route("**/api/commands", lambda route: route.abort())
    point(page, "e3").click()
    point(page, "d5").click()
    expect(place).to_contain_text("can't be reached")
    caught_up(page, live)
