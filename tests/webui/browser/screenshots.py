"""Pictures of every page in every size: `python -m tests.webui.browser.screenshots [NAME …]`.

Writes ``docs/screenshots/NAME-SIZE.webp``. Phones and tablets are pictured light, the touch screen
and the desktop dark or light by turns, so that both themes are looked at.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import cv2
import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright

from companion.referee.commands import Done
from tests.vision.desk.made import desk_eyes
from tests.webui.browser.browsing import (
    ADVICE,
    FLAGS,
    SIZES,
    Live,
    chromium,
    context_of,
    live_panel,
    ready,
    touch,
)
from tests.webui.browser.eyed import eyed_live
from tests.webui.browser.positions import middle
from tests.webui.eyed import wait_until_live
from vision.desk.lay import shown_table

FOLDER = Path(__file__).parents[3] / "docs" / "screenshots"
MOST_BYTES = 42_000
PLAYERS = {"brown": "Ada", "blue": "Ben"}
ADDRESS = "http://192.168.1.20:8080"
"""Where phones find the table in the pictures."""
SETTLE_MS = 350
"""What is asked a moment after a touch is answered by then; a picture shows what comes of it."""
DRAWN = """async (selector) => {
    const image = new Image();
    image.src = document.querySelector(selector).getAttribute("href");
    await image.decode();
}"""


def nothing(page: Page) -> None:
    """The page as it opens."""
    del page


def pick(*sites: str) -> Callable[[Page], None]:
    """Touch points of the board."""
    return lambda page: touch(page, *sites)


def ask_why_not(page: Page) -> None:
    """Try where a piece can't go."""
    touch(page, "e5", "g4")
    page.locator("#asked .card").wait_for()


def by_chance(page: Page) -> None:
    """Set up by chance."""
    page.get_by_role("button", name="Place them by chance").click()
    page.get_by_text("Everything is in its place.").wait_for()


def half_set_up(page: Page) -> None:
    """Place a few pieces, one of them wrong."""
    site = "d3" if page.locator("#ways h2").inner_text().startswith("Ada") else "d7"
    below = site[0] + str(int(site[1]) + (-1 if site == "d3" else 1))
    page.locator('[data-focus="tray-trap"]').click()
    touch(page, site)
    page.locator('[data-focus="tray-moon"]').click()
    touch(page, below)
    page.locator(".faults").wait_for()


def open_switches(page: Page) -> None:
    """Show the switches of the rules."""
    page.locator("summary").first.click()


def laid(page: Page) -> None:
    """Wait for the virtual table's picture, which is drawn on demand."""
    page.locator(".desk-scene[data-version]").wait_for()
    page.evaluate(DRAWN, ".desk-scene image")


def measured(page: Page) -> None:
    """Wait for the live picture and its meters."""
    page.locator("#meter-sharp").wait_for(state="attached")


def uncover(page: Page) -> None:
    """Look at one's own cards."""
    shown = page.get_by_role("button", name="show my cards")
    if shown.count():
        with page.expect_navigation():
            shown.first.click()
        ready(page)


def step_back(page: Page) -> None:
    """Look at the position before the last."""
    page.get_by_role("button", name="One step back").click()


@dataclass(frozen=True)
class Scene:
    """One picture in all sizes: what is on the table, which page, what is done there."""

    name: str
    path: str = "/"
    table: Callable[[Live], None] | None = None
    act: Callable[[Page], None] = nothing
    themes: tuple[str, str, str, str] = ("light", "dark", "light", "light")


def begin(steps: int = 0, game: str = "") -> Callable[[Live], None]:
    """A game of random actions; of Moons and Stars with its players' names."""
    if game:
        return lambda live: live.begin(game, steps=steps)
    return lambda live: live.begin(steps=steps, players=PLAYERS)


def position(deity: str = "cadbeth", *, owed: bool = False) -> Callable[[Live], None]:
    """The middle of a game."""
    return lambda live: live.begin(position=middle(deity, owed=owed), players=PLAYERS)


def ended(live: Live) -> None:
    """A game that was played to its end."""
    from tests.webui.browser.test_games import NEAR_THE_END, WAY_TO_THE_END  # noqa: PLC0415

    live.begin(position=NEAR_THE_END, players=PLAYERS)
    live.play(*(f"{start} {end}" for start, end in WAY_TO_THE_END))


SCENES = (
    Scene("free-table", act=nothing),
    Scene("table", table=position(), act=pick("e3")),
    Scene("why-not", table=position(), act=ask_why_not, themes=("light", "light", "dark", "dark")),
    Scene("rolls", table=begin(1)),
    Scene("reroll", table=begin(2), themes=("dark", "light", "light", "dark")),
    Scene("deities", table=begin(7)),
    Scene("set-up", table=begin(9), act=half_set_up),
    Scene("set-up-ready", table=begin(9), act=by_chance, themes=("dark", "light", "dark", "dark")),
    Scene("bonus", table=position("cadbeth", owed=True), act=pick("d3", "f7")),
    Scene("end", table=ended),
    Scene("new-game", "/new", act=open_switches),
    Scene("games", "/games", themes=("light", "light", "dark", "dark")),
    Scene("replay", "/games/10", table=begin(40), act=step_back),
    Scene("rules", "/rules/moons-and-stars"),
    Scene("rule", "/rules/moons-and-stars#MS-37", themes=("dark", "light", "dark", "dark")),
    Scene("join", "/join"),
    Scene("settings", "/settings", themes=("dark", "light", "dark", "dark")),
    Scene("cirondo", table=begin(24, "cirondo")),
    Scene("stargazers", table=begin(14, "stargazers"), act=uncover),
    Scene("moon", table=begin(12, "moon")),
    Scene("moonlight", table=begin(14, "moonlight"), act=uncover),
)
EYED_SCENES = (
    Scene("desk", "/desk", act=laid),
    Scene("camera", "/camera", themes=("dark", "dark", "dark", "light")),
    Scene("wizard", "/wizard", act=measured),
    Scene("by-hand", table=lambda live: live.play("e5-d5")),
)
"""Those of a table that a camera watches: the virtual one."""


def compressed(png: bytes) -> bytes:
    """The picture as WebP, as good as fits."""
    image = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    tries = (encoded(image, quality) for quality in (80, 70, 60, 50))
    return next((data for data in tries if len(data) <= MOST_BYTES), encoded(image, 40))


def encoded(image: cv2.typing.MatLike, quality: int) -> bytes:
    """A picture as WebP of one quality."""
    good, data = cv2.imencode(".webp", image, [cv2.IMWRITE_WEBP_QUALITY, quality])
    assert good
    return data.tobytes()


def picture(browser: Browser, live: Live, scene: Scene) -> None:
    """Write one scene in all sizes."""
    for size, theme in zip(SIZES, scene.themes, strict=True):
        scale = 2 if size == "phone" else 1
        context = context_of(browser, size, theme, device_scale_factor=scale)
        page = ready_page(context.new_page(), live.url + scene.path)
        scene.act(page)
        page.wait_for_timeout(SETTLE_MS)
        (FOLDER / f"{scene.name}-{size}.webp").write_bytes(compressed(page.screenshot()))
        context.close()


def ready_page(page: Page, url: str) -> Page:
    """Open a page and wait until it is drawn."""
    page.goto(url)
    return ready(page)


@contextmanager
def watched(folder: Path) -> Iterator[Live]:
    """The middle of a game on a virtual table, which has been looked at once."""
    eyes = desk_eyes()
    assert eyes.desk is not None
    with eyed_live(folder, eyes) as live:
        wait_until_live(live.table)
        live.begin(position=middle(), players=PLAYERS)
        eyes.desk.change(shown_table(live.table.snapshot, Random(3)))
        live.table.do(Done())
        with live.table.listen() as listener:
            while live.table.snapshot.latest is None and listener.get(timeout_s=60) is not None:
                pass
        yield live


def pictures(browser: Browser, live: Live, scenes: tuple[Scene, ...], names: list[str]) -> None:
    """Write the pictures of some scenes (of all where none is named)."""
    for scene in scenes:
        if scene.table is not None:
            scene.table(live)
        if not names or scene.name in names:
            picture(browser, live, scene)


def main(names: list[str]) -> None:
    """Make the pictures, or those of some scenes."""
    path = chromium()
    if path is None:
        sys.exit(ADVICE)
    FOLDER.mkdir(parents=True, exist_ok=True)
    eyed = [scene.name for scene in EYED_SCENES]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        if not names or set(names) - set(eyed):
            with TemporaryDirectory() as folder, live_panel(Path(folder)) as live:
                live.stop()
                live.addresses = (ADDRESS,)
                live.start()
                pictures(browser, live, SCENES, names)
        if not names or set(names) & set(eyed):
            with TemporaryDirectory() as folder, watched(Path(folder)) as live:
                pictures(browser, live, EYED_SCENES, names)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
