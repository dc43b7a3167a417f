"""A real browser on a really served panel: what the tests of all pages share."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page

from companion.config import Settings
from companion.record import Durability, RecordLog
from companion.referee.commands import NewGame, Play
from companion.referee.table import Table
from webui.app import close_app, create_app
from webui.parts import Parts
from webui.serving import Server

SIZES = {
    "phone": (360, 640),
    "touch": (800, 480),
    "tablet": (820, 1180),
    "desktop": (1280, 800),
}
"""The screens that every page is made for: width and height in CSS pixels."""
THEMES = ("light", "dark")

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""What Chromium needs in a container without a network."""
GUEST = {"X-Forwarded-For": "192.0.2.7"}
"""What a request of another device is known by, though it comes from this machine."""
NAMES = ("chromium", "chromium-browser", "google-chrome")
SERIOUS = ("serious", "critical")
WAIT_MS = 30_000

NO_BROWSER = "MOONTABLE_NO_BROWSER"
ADVICE = (
    "The panel's tests need Chromium, and there is none. On Debian or Raspberry Pi OS: "
    "sudo apt install chromium. Elsewhere say where it is: MOONTABLE_CHROMIUM=/path/to/chromium. "
    f"Or leave these tests out: {NO_BROWSER}=1."
)


def chromium() -> str | None:
    """Where Chromium is; None where there is none."""
    named = os.environ.get("MOONTABLE_CHROMIUM")
    if named:
        return named
    return next((path for name in NAMES if (path := shutil.which(name))), None)


@dataclass
class Live:
    """A panel that is served on this machine, and can be stopped and started again."""

    table: Table
    log: RecordLog
    folder: Path
    parts: dict[str, Any] = field(default_factory=dict)
    port: int = 0
    server: Server | None = None
    app: Any = None

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Serve, on the same port as before if there was one."""
        self.app = create_app(
            Parts(
                table=self.table,
                log=self.log,
                settings=Settings(),
                folder=self.folder,
                addresses=(self.url if self.port else "http://127.0.0.1",),
                **self.parts,
            )
        )
        self.server = Server(self.app, host="127.0.0.1", port=self.port)
        self.port = self.server.port
        self.server.start()

    def stop(self) -> None:
        """Serve no longer."""
        if self.server is not None:
            self.server.close(before=lambda: close_app(self.app))
            self.server = None

    def begin(self, game: str = "moons-and-stars", *, steps: int = 0, **new: Any) -> None:
        """Put a game on the table and play some random actions."""
        reply = self.table.do(NewGame(game, **new))
        assert reply.refusal is None, reply
        rng = Random(1)
        for _ in range(steps):
            timeline = self.table.snapshot.timeline
            assert timeline is not None
            action = timeline.game.sample(timeline.state, rng)
            self.table.do(Play(timeline.game.encode_action(action)))

    def play(self, *moves: str) -> None:
        """Play moves in notation."""
        for move in moves:
            self.table.do(Play(text=move))


@contextmanager
def live_panel(folder: Path, **parts: Any) -> Iterator[Live]:
    """A served panel on a table that nobody plays at yet."""
    log = RecordLog.open(folder / "games.sqlite", durability=Durability.KILL)
    with log, Table(log, rng=Random(7)) as table:
        live = Live(table, log, folder, parts)
        live.start()
        try:
            yield live
        finally:
            live.stop()


@dataclass
class Watch:
    """Hears of everything that goes wrong in the pages of a test.

    ``expected`` are parts of messages that a test brings about on purpose.
    """

    faults: list[str] = field(default_factory=list)
    expected: tuple[str, ...] = ()

    def over(self, page: Page) -> None:
        """Watch a page."""
        page.on("console", self._console)
        page.on("pageerror", self._error)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._keep(f"{message.type}: {message.text}")

    def _error(self, error: Error) -> None:
        self._keep(f"uncaught: {error.message}")

    def _keep(self, text: str) -> None:
        if not any(part in text for part in self.expected):
            self.faults.append(text)


def context_of(browser: Browser, size: str, theme: str = "light", **more: Any) -> BrowserContext:
    """A browser of its own, with its own cookies, of one of the sizes."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        has_touch=size in ("phone", "touch"),
        locale="en-GB",
        reduced_motion="reduce",
        **more,
    )
    context.set_default_timeout(WAIT_MS)
    return context


def ready(page: Page) -> Page:
    """The page once its scripts have drawn it."""
    page.locator("html[data-ready=yes]").wait_for(state="attached")
    return page


def serious(page: Page) -> list[str]:
    """What axe finds that would keep somebody from using the page."""
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {one['help']} ({node['html'][:120]})"
        for one in found
        if one["impact"] in SERIOUS
        for node in one["nodes"][:3]
    ]


def point(page: Page, site: str) -> Any:
    """A point of the board."""
    return page.locator(f'#board [role=gridcell][data-site="{site}"]')


def touch(page: Page, *sites: str) -> None:
    """Touch points of the board, one after the other."""
    for site in sites:
        point(page, site).click()


FOCUSED_SITE = "document.activeElement?.dataset?.site ?? null"


def tab_to(page: Page, condition: str, *, most: int = 150) -> None:
    """Press Tab until `condition`, JavaScript about the focused element `e`, is true."""
    for _ in range(most):
        if page.evaluate(f"(() => {{ const e = document.activeElement; return {condition}; }})()"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never led to {condition}")


def walk_to(page: Page, site: str) -> None:
    """Go to a point of the board with the arrow keys, as it is seen from brown's seat."""
    tab_to(page, "e.getAttribute('role') === 'gridcell'")
    at = page.evaluate(FOCUSED_SITE)
    across, up = ord(site[0]) - ord(at[0]), int(site[1]) - int(at[1])
    for _ in range(abs(across)):
        page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
    for _ in range(abs(up)):
        page.keyboard.press("ArrowUp" if up > 0 else "ArrowDown")
    assert page.evaluate(FOCUSED_SITE) == site


def caught_up(page: Page, live: Live) -> None:
    """Wait until a page shows the table as it is now, or newer; what it is asked then counts."""
    version = live.table.snapshot.version
    deadline = time.monotonic() + WAIT_MS / 1000
    while int(page.evaluate("document.documentElement.dataset.version ?? -1")) < version:
        assert time.monotonic() < deadline, f"the page never showed version {version}"
        page.wait_for_timeout(10)


def steps(live: Live, count: int, *pages: Page) -> None:
    """Wait until so many actions stand, and until these pages show it."""
    with live.table.listen() as listener:
        while (told := listener.get(timeout_s=WAIT_MS / 1000)) is not None:
            if told.timeline is not None and len(told.timeline.steps) >= count:
                break
        else:
            raise AssertionError(f"there never were {count} actions")
    for page in pages:
        caught_up(page, live)


def press_button(page: Page, name: str) -> None:
    """Find a button with the Tab key and press it."""
    tab_to(page, f"(e.innerText ?? '').trim().includes({name!r}) && e.matches('button, a')")
    page.keyboard.press("Enter")
