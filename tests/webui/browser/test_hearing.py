"""What a screen reader hears and finds: turns, moves in words, what was refused, a replay."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from companion.referee.commands import Pause, TakeBack
from tests.webui.browser.browsing import (
    Live,
    Visit,
    Watch,
    caught_up,
    point,
    ready,
    serious,
    steps,
    touch,
)
from tests.webui.browser.positions import middle

PLAYERS = {"brown": "Ada", "blue": "Ben"}


def test_whose_turn_it_is_is_said_where_a_screen_reader_listens(live: Live, visit: Visit) -> None:
    live.begin(position=middle(), players=PLAYERS)
    page = visit()
    turn = page.get_by_role("status").filter(has_text="to move")
    expect(turn).to_have_text("Ada to move")
    live.play("e3-d5")
    expect(turn).to_have_text("Ben to move")


def test_what_hands_have_to_do_is_read_out_once(live: Live, visit: Visit, at_desk: Live) -> None:
    at_desk.begin(position=middle(), players=PLAYERS)
    page = visit()
    page.goto(at_desk.url)
    ready(page)
    at_desk.play("e5-d5")
    todo = page.locator("#todo[aria-live=polite]")
    expect(todo).to_contain_text("Move the brown star from e5 to d5")
    page.evaluate("document.querySelector('#todo section').dataset.seen = 'yes'")
    at_desk.table.do(Pause())
    expect(page.locator("#now")).to_contain_text("Paused")
    expect(todo.locator("section[data-seen=yes]")).to_be_visible()


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


def test_a_point_says_what_would_be_done_there_and_how_it_is_called(
    live: Live, visit: Visit
) -> None:
    live.begin(position=middle(), players=PLAYERS)
    page = visit()
    touch(page, "e3")
    expect(point(page, "d5")).to_have_accessible_name(
        "d5: empty. Can go here, and is pulled on by a trap. Move the brown moon from e3 to d5, "
        "then the trap on c5 pulls the brown moon from d5 on to b5."
    )


FORK = {
    "columns": 9,
    "to_move": "brown",
    "points": {
        "c3": ["brown star"],
        "d4": ["blue trap east"],
        "c5": ["blue trap north"],
        "a1": ["brown stone"],
        "i9": ["blue stone"],
        "h8": ["blue moon"],
    },
    "deities": {"brown": None, "blue": None},
    "lost": {"brown": {}, "blue": {}},
}
"""Two traps pull at one point, and who moves picks one."""


def test_which_of_two_moves_is_meant_is_asked_in_words(live: Live, visit: Visit) -> None:
    live.begin(position=FORK, players=PLAYERS)
    page = visit(size="phone")
    touch(page, "c3", "c4")
    page.get_by_role("dialog").get_by_role(
        "button", name="Star from c3 to c4, pulled on to c6"
    ).click()
    steps(live, 1, page)
    expect(point(page, "c6")).to_have_accessible_name(re.compile("brown star"))


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
