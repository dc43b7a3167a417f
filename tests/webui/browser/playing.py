"""What the tests of the other games' boards share: several devices, and what they hear."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect

from companion.games.registry import AnyGame
from tests.webui.browser.browsing import Live, Watch, context_of, ready, steps, tab_to

OURS = {"X-Moontable": "1"}
LISTENING = """
window.heard = [];
const Real = window.EventSource;
window.EventSource = class extends Real {
  constructor(...given) {
    super(...given);
    for (const kind of ["snapshot", "delta"]) {
      this.addEventListener(kind, (event) => window.heard.push(event.data));
    }
  }
};
"""


class Device:
    """A browser that has joined with a seat; everything that it is told is kept."""

    def __init__(self, browser: Browser, live: Live, watch: Watch, seat: str | None, size: str):
        self.live, self.seat = live, seat
        self.context: BrowserContext = context_of(browser, size)
        self.context.add_init_script(LISTENING)
        self.page: Page = self.context.new_page()
        watch.over(self.page)
        self._answers: list[str] = []
        self.page.on("response", self._keep)
        pin = self.page.request.get(f"{live.url}/api/invite").json()["pins"]["player"]
        answer = self.page.request.post(
            f"{live.url}/api/join",
            data={"pin": pin, **({"seat": seat} if seat else {})},
            headers={**OURS, "Origin": live.url},
        )
        assert answer.ok, answer.text()
        self.page.goto(live.url)
        ready(self.page)

    def _keep(self, response: Any) -> None:
        if "/api/" in response.url and "/api/events" not in response.url:
            self._answers.append(response.text())

    def heard(self) -> list[Any]:
        """All JSON that came to this device."""
        events = self.page.evaluate("window.heard")
        return [json.loads(text) for text in (*self._answers, *events) if text.startswith("{")]


def found(data: Any, name: str) -> Iterator[Any]:
    """Every value of that name, however deep."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key == name:
                yield value
            yield from found(value, name)
    elif isinstance(data, list):
        for value in data:
            yield from found(value, name)


def state_of(live: Live) -> tuple[AnyGame, Any]:
    """The game that is on the table, and how it stands."""
    timeline = live.table.snapshot.timeline
    assert timeline is not None
    return timeline.game, timeline.state


def played(live: Live) -> int:
    """How many actions there have been."""
    timeline = live.table.snapshot.timeline
    return 0 if timeline is None else len(timeline.steps)


def one_more(page: Page, live: Live, before: int) -> None:
    """Wait until the page shows that an action was played."""
    steps(live, before + 1, page)
    expect(page.locator("dialog[open]")).to_have_count(0)


def ended_with_its_record(page: Page, live: Live, *words: str) -> str:
    """The game is over on the page, and its record can be taken along."""
    expect(page.get_by_role("link", name="Download the record")).to_be_visible()
    text = page.request.get(f"{live.url}/api/games/1/export.txt").text()
    for word in words:
        assert word in text
    return text


def walk(page: Page, site: str) -> None:
    """Go to a cell of the board with Tab and the arrow keys, over whatever lies between."""
    tab_to(page, "e.getAttribute('role') === 'gridcell'")
    for _ in range(12):
        here, there = (
            page.evaluate(
                """(site) => {
                    const cells = document.querySelectorAll('#board [role=gridcell]');
                    const cell = [...cells].find((one) => one.dataset.site === site);
                    const box = (cell ?? document.activeElement).getBoundingClientRect();
                    return [box.x + box.width / 2, box.y + box.height / 2];
                }""",
                to,
            )
            for to in (page.evaluate("document.activeElement.dataset.site"), site)
        )
        right, down = there[0] - here[0], there[1] - here[1]
        if abs(right) < 8 and abs(down) < 8:
            return
        if abs(right) > abs(down):
            page.keyboard.press("ArrowRight" if right > 0 else "ArrowLeft")
        else:
            page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
    raise AssertionError(f"The arrow keys never led to {site}")
