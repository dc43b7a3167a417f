"""People who touch faster than the answers come: nothing is lost, and nothing is done twice."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field

from playwright.sync_api import APIResponse, Page, Route, expect

from tests.webui.browser.browsing import WAIT_MS, Live, Visit, point, touch
from tests.webui.browser.test_games import near_the_end


@dataclass
class Slow:
    """A network that is slow on one way: commands, or the answers to them, wait to be let go."""

    page: Page
    answers: bool = False
    held: list[tuple[Route, APIResponse | None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.route("**/api/commands", self.hold)

    def hold(self, route: Route) -> None:
        """Keep a command; or let it through, and keep its answer."""
        self.held.append((route, route.fetch() if self.answers else None))

    def let_go(self) -> None:
        """Let go what is held, which is one thing."""
        deadline = time.monotonic() + WAIT_MS / 1000
        while not self.held and time.monotonic() < deadline:
            self.page.wait_for_timeout(10)  # lets what the browser asks come in
        ((route, answer),) = self.held
        self.held.clear()
        if answer is None:
            route.continue_()
        else:
            route.fulfill(response=answer)


def played(live: Live) -> list[str]:
    timeline = live.table.snapshot.timeline
    assert timeline is not None
    return [step.notation for step in timeline.steps]


def test_what_is_touched_before_the_last_answer_came_is_done_after_it(
    live: Live, visit: Visit
) -> None:
    near_the_end(live)
    page = visit()
    slow = Slow(page, answers=True)
    touch(page, "e5", "e6")
    expect(point(page, "e6")).to_have_accessible_name(re.compile("^e6: brown star"))
    touch(page, "i9", "i8")
    assert len(played(live)) == 1
    slow.let_go()
    slow.let_go()
    expect(point(page, "i8")).to_have_accessible_name(re.compile("^i8: blue star"))
    assert len(played(live)) == 2


def test_a_double_click_is_one_action(live: Live, visit: Visit) -> None:
    live.begin()
    page = visit()
    slow = Slow(page)
    page.get_by_role("button", name="Roll for us").dblclick()
    slow.let_go()
    expect(page.locator("#ways .faces")).to_have_count(1)
    page.get_by_role("button", name="Pause").click()
    slow.let_go()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    assert len(played(live)) == 1
    expect(page.locator(".toast")).to_have_count(0)


def test_what_was_asked_before_the_table_went_on_is_said_not_to_be_done(
    live: Live, visit: Visit
) -> None:
    live.begin(steps=2)
    page = visit()
    slow = Slow(page)
    for keep in page.get_by_role("button", name="Keep this roll").all():
        keep.click()
    slow.let_go()
    expect(page.locator(".toast")).to_contain_text("The table has gone on in the meantime")
    assert len(played(live)) == 3
    page.get_by_role("button", name="Keep this roll").click()
    slow.let_go()
    expect(page.get_by_role("button", name="Keep this roll")).to_have_count(0)


def test_a_pause_counts_whatever_has_happened_since(live: Live, visit: Visit) -> None:
    live.begin(steps=2)
    page = visit()
    slow = Slow(page)
    page.get_by_role("button", name="Keep this roll").first.click()
    page.get_by_role("button", name="Pause").click()
    slow.let_go()
    slow.let_go()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    assert len(played(live)) == 3
