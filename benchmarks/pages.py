"""How soon the table page can be played on, in a real browser on the same machine.

    python -m benchmarks pages

Interactive means that the first touch works: from the beginning of the navigation until a touch on
a piece that may move has lit the points where it may go. A script that is there before the page's
own touches that piece in every frame until it does. The yardstick is a page with nothing in it but
one module, of the same server, in the same browser, right before or after: what a browser and the
machine need for any page. New visits have an empty cache, returns have that of a visit before.

A slow computer is imagined by letting Chromium do its work four times slower, which slows what the
page does and nothing that the server does. It is an idea of a Raspberry Pi, and no measurement.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Blueprint
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from benchmarks.panel import lay
from companion.config import Settings
from companion.record import RecordLog
from companion.referee.table import Table
from tests.webui.browser.browsing import ADVICE, FLAGS, SIZES, chromium
from webui.app import close_app, create_app
from webui.parts import Parts
from webui.serving import Server

ROUNDS = 9
STEPS = 20
SCREENS = (("desktop", 1), ("touch", 1), ("desktop", 4), ("touch", 4))
"""A screen, and how many times slower than this machine the browser is."""
EMPTY = "/benchmark/empty"
_EMPTY_PAGE = (
    '<!doctype html><html lang="en"><title>empty</title>'
    '<script type="module" src="/benchmark/empty.js"></script></html>'
)
_TOUCHING = """
window.playable = new Promise((done) => addEventListener("DOMContentLoaded", () => {
  const look = () => {
    if (window.empty || document.querySelector("#board .cell.lit")) {
      done(performance.now());
      return;
    }
    const piece = document.querySelector("#board .cell.source");
    if (piece && piece.getAttribute("aria-selected") !== "true") {
      piece.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    }
    requestAnimationFrame(look);
  };
  look();
}));
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Visits:
    """Milliseconds until the page could be played on, and the empty page's, visit by visit."""

    page_ms: tuple[float, ...]
    empty_ms: tuple[float, ...]

    def line(self) -> str:
        """Best and median of both, and how many times the empty page's median it is."""
        page, empty = statistics.median(self.page_ms), statistics.median(self.empty_ms)
        return (
            f"{min(self.page_ms):6.0f} {page:6.0f} {max(self.page_ms):6.0f}   "
            f"{min(self.empty_ms):5.0f} {empty:5.0f}   {page / empty:5.1f}"
        )


def main() -> None:
    """Measure, and print a table."""
    path = chromium()
    if path is None:
        print(ADVICE)
        return
    print(f"\nThe table page until the first touch works, ms; {ROUNDS} visits each")
    print(f"{'':36} {'best':>6} {'median':>6} {'longest':>6}   {'empty page':>11}   ratio\n")
    with served() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        for screen, times_slower in SCREENS:
            first, again = measured(browser, url, screen, times_slower)
            size = "{} x {}".format(*SIZES[screen])
            for name, visits in (("new visit", first), ("return", again)):
                print(f"{size:10} browser 1/{times_slower}  {name:12} {visits.line()}")
        browser.close()


@contextmanager
def served() -> Iterator[str]:
    """A panel with a game on its table and an empty page besides; its URL."""
    extra = Blueprint("benchmark", __name__)
    extra.add_url_rule(EMPTY, "empty", lambda: _EMPTY_PAGE)
    extra.add_url_rule(
        "/benchmark/empty.js", "script", lambda: ("window.empty = true;", 200, _JAVASCRIPT)
    )
    with (
        TemporaryDirectory() as name,
        RecordLog.open(Path(name) / "games.sqlite") as log,
        Table(log) as table,
    ):
        lay(table, STEPS)
        app = create_app(
            Parts(
                table=table,
                log=log,
                settings=Settings(),
                folder=Path(name),
                blueprints=(extra,),
            )
        )
        server = Server(app, host="127.0.0.1", port=0)
        server.start()
        yield f"http://127.0.0.1:{server.port}"
        server.close(before=lambda: close_app(app))


_JAVASCRIPT = {"Content-Type": "text/javascript"}


def measured(browser: Browser, url: str, screen: str, times_slower: int) -> tuple[Visits, Visits]:
    """New visits and returns; table page and empty page in turn, after one visit to warm up."""
    new: tuple[list[float], list[float]] = ([], [])
    again: tuple[list[float], list[float]] = ([], [])
    for number in range(ROUNDS + 1):
        for place, path in ((0, "/"), (1, EMPTY)):
            width, height = SIZES[screen]
            with browser.new_context(viewport={"width": width, "height": height}) as context:
                for kept in (new, again):
                    took_ms = visit(context, url + path, times_slower)
                    if number:
                        kept[place].append(took_ms)
    return tuple(Visits(page_ms=tuple(page), empty_ms=tuple(empty)) for page, empty in (new, again))  # type: ignore[return-value] # two


def visit(context: BrowserContext, url: str, times_slower: int) -> float:
    """Open a page in a window of its own; milliseconds until it could be played on."""
    page: Page = context.new_page()
    page.add_init_script(_TOUCHING)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": times_slower})
    page.goto(url)
    took_ms = float(page.evaluate("window.playable"))
    page.close()
    return took_ms
