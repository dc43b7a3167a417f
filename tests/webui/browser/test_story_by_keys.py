"""A game on the virtual table by keyboard alone: from the PIN to the record, through real eyes.

No mouse is used and nothing is done to the table but by keys: cubes are thrown, pieces are taken
from beside the board, turned, carried and taken off, figures moved, buttons pressed. Only what the
throws show is arranged beforehand, by the chance of the virtual table's hands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from companion.referee.snapshot import Answer, Said
from tests.story.test_virtual_table import SET_UP
from tests.vision.desk.made import desk_eyes
from tests.webui.browser.browsing import (
    FOCUSED_SITE,
    Live,
    Watch,
    press_button,
    ready,
    steps,
    tab_to,
)
from tests.webui.browser.eyed import eyed_live
from tests.webui.browser.test_virtual_table import WAIT_MS, desk_of
from tests.webui.eyed import wait_until_live

pytestmark = pytest.mark.slow

Visit = Callable[..., Page]
THROWS = (506, 643)
"""Brown's and blue's throw come out as `SET_UP` needs them with these."""
FOCUSED = "document.activeElement"


class Thrown(Random):
    """Hands whose first throws are known; all else is by chance."""

    def __init__(self) -> None:
        super().__init__(3)
        self._throws = list(THROWS)

    def randrange(self, *given: int) -> int:  # type: ignore[override] # as it is used here
        """A throw, as long as there are some."""
        return self._throws.pop(0) if self._throws else super().randrange(*given)


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    folder: Path = tmp_path_factory.mktemp("keys")
    with eyed_live(folder, desk_eyes(), hands=Thrown()) as served:
        wait_until_live(served.table)
        yield served


class Keyboard:
    """Somebody at the virtual table who has a keyboard and nothing else."""

    def __init__(self, page: Page, live: Live) -> None:
        self.page, self.live = page, live

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def find(self, name: str) -> None:
        """Go to what has that `data-focus` with the Tab key."""
        tab_to(self.page, f"e.dataset?.focus === {name!r}")

    def board(self) -> None:
        """Go to the board, one stop of the Tab key."""
        tab_to(self.page, "e.getAttribute('role') === 'gridcell'")

    def walk(self, site: str) -> None:
        """Go to a point; the keyboard is on the board already."""
        at = self.page.evaluate(FOCUSED_SITE)
        across, up = ord(site[0]) - ord(at[0]), int(site[1:]) - int(at[1:])
        self.press(*["ArrowRight" if across > 0 else "ArrowLeft"] * abs(across))
        self.press(*["ArrowUp" if up > 0 else "ArrowDown"] * abs(up))
        assert self.page.evaluate(FOCUSED_SITE) == site

    def told(self, text: str | re.Pattern[str]) -> None:
        """Wait until a screen reader has been told that."""
        expect(self.page.locator("#desk-said")).to_have_text(text, timeout=WAIT_MS)

    def carry(self, start: str, to: str) -> None:
        """Take the top piece of a point and put it on another."""
        self.board()
        self.walk(start)
        self.press("Enter")
        self.told(re.compile("^In the hand: "))
        self.walk(to)
        self.press("Enter")
        self.told(re.compile(f" on {to}$"))

    def from_beside(self, name: str, site: str) -> None:
        """Take a piece from beside the board, turn it as it is to lie, and put it on a point."""
        kind, facing = name.split()[:2], (name.split()[2:] or [""])[0]
        self.board()
        self.press("p")
        for _ in range(30):
            if str(self.page.evaluate(f"{FOCUSED}.dataset.tray")).split()[:2] == kind:
                break
            self.press("ArrowRight")
        self.press("Enter")
        words = "In the hand: " + " ".join(kind)
        self.told(re.compile(f"^{words}"))
        for _ in range(4):
            if not facing or facing in str(self.said()):
                break
            before = self.said()
            self.press("t")
            expect(self.page.locator("#desk-said")).not_to_have_text(before, timeout=WAIT_MS)
        self.walk(site)
        self.press("Enter")
        self.told(re.compile(f" on {site}$"))

    def one_more(self, site: str) -> None:
        """Take a piece like the last one from beside the board, and put it on a point."""
        before = self.said()
        self.press("r")
        expect(self.page.locator("#desk-said")).not_to_have_text(before, timeout=WAIT_MS)
        self.walk(site)
        self.press("Enter")
        self.told(re.compile(f" on {site}$"))

    def said(self) -> str:
        """What a screen reader was told last."""
        return self.page.locator("#desk-said").inner_text()

    def answer(self, *keys: str) -> Answer:
        """Press keys that ask for a ruling, and wait for it."""
        before = self.live.table.snapshot.answer
        self.press(*keys)
        with self.live.table.listen() as listener:
            while (told := listener.get(timeout_s=WAIT_MS / 1000)) is not None:
                answer = told.answer
                if answer is None or told.looking or answer.said is Said.SETTLED:
                    continue
                if before is None or answer.number > before.number:
                    return answer
        raise AssertionError("nobody answered")

    def done(self) -> Answer:
        """Press the button of whose turn it is, from the board."""
        self.board()
        return self.answer("d")

    def play(self, start: str, to: str) -> Answer:
        """Carry a piece and press the button."""
        self.carry(start, to)
        return self.done()


def joined(live: Live, visit: Visit, screen: Page) -> Keyboard:
    """Ben's phone, with a keyboard: he types the PIN on the screen, and takes blue's seat."""
    screen.goto(f"{live.url}/join")
    pin = ready(screen).locator(".pin").first.inner_text()
    ben = Keyboard(visit("/join", size="phone", guest=True), live)
    tab_to(ben.page, "e.name === 'pin'")
    ben.page.keyboard.type(pin)
    tab_to(ben.page, "e.name === 'seat'")
    for _ in range(5):
        if ben.page.evaluate(f"{FOCUSED}.value") == "blue":
            break
        ben.press("ArrowDown")
    ben.press("Space")
    press_button(ben.page, "Join")
    expect(ben.page.locator("#now")).to_be_visible()
    return ben


def begun(live: Live, visit: Visit) -> Page:
    """The screen at the table begins a game."""
    screen = visit("/new")
    for seat, name in (("brown", "Ada"), ("blue", "Ben")):
        tab_to(screen, f"e.name === 'player-{seat}'")
        screen.keyboard.type(name)
    press_button(screen, "Begin the game")
    screen.wait_for_url(f"{live.url}/")
    return screen


def prepared(screen: Keyboard, ben: Keyboard) -> None:
    """Both throw, keep what they threw, choose a deity and set up."""
    for number, seat in enumerate(("brown", "blue")):
        screen.find("roll")
        screen.press("Enter", *["Tab"] * number, "Enter")
        expect(screen.page.locator("dialog[open]")).to_have_count(0)
        screen.find(f"done-{seat}")
        screen.told(f"{seat.capitalize()}'s cubes are thrown.")
        assert screen.answer("Enter").said is Said.ROLL
    for number, player in enumerate((screen, ben), 3):
        press_button(player.page, "Keep this roll")
        steps(screen.live, number, screen.page, ben.page)
    ben.find("agbert")
    ben.press("Enter")
    steps(screen.live, 5, screen.page)
    expect(screen.page.locator("#ways h2")).to_contain_text("Ada")
    screen.find("jothi")
    screen.press("Enter")
    steps(screen.live, 6, screen.page)
    screen.find("clear")
    screen.press("Enter")
    expect(screen.page.locator(".handle")).to_have_count(0, timeout=WAIT_MS)
    last = ""
    for site, (name,) in SET_UP.items():
        if name == last and len(name.split()) == 2:  # they lie alike, whichever way
            screen.one_more(site)
        else:
            screen.from_beside(name, site)
        last = name
    for seat in ("brown", "blue"):
        screen.find(f"done-{seat}")
        assert screen.answer("Enter").said is Said.LEGAL


def test_a_whole_game_is_played_with_keys_alone(live: Live, visit: Visit, watch: Watch) -> None:
    watch.expected = ("409",)  # what is pressed while the camera answers is asked again by the page
    page = begun(live, visit)
    ben = joined(live, visit, page)
    page.goto(f"{live.url}/desk")
    ready(page)
    page.locator(".desk-scene[data-version]").wait_for(timeout=WAIT_MS)
    screen = Keyboard(page, live)
    prepared(screen, ben)

    # A moon has to make two steps. It is refused, and the table is put back with one key.
    assert screen.play("h4", "h5").said is Said.ILLEGAL
    expect(page.locator("#answer .ruling.bad")).to_be_visible()
    screen.press("l")
    screen.told("The table lies as the game says.")

    # What slipped is undone with a key, too; the keyboard stays on the point that it is on.
    screen.carry("d4", "d6")
    screen.press("u")
    screen.told("The last change is undone.")
    assert page.evaluate(FOCUSED_SITE) == "d6"

    assert screen.play("d4", "d5").said is Said.LEGAL
    assert screen.play("i6", "i5").said is Said.LEGAL

    # Ada captures a star; her deity goes on a notch.
    screen.board()
    screen.walk("d6")
    screen.press("Delete")
    screen.told(re.compile("^Blue star, beside the board$"))
    screen.carry("d5", "d6")
    screen.press("f", "ArrowUp")
    expect(page.locator("[data-figure=brown]")).to_have_attribute("aria-valuenow", "2")
    screen.press("Escape")
    assert screen.answer("d").notation == "Sd5xd6"
    assert screen.play("i5", "h5").said is Said.LEGAL

    # The star lands on blue's stone. The record can be taken home.
    assert screen.play("d6", "e6").said is Said.LEGAL
    expect(page.locator("#now h2")).to_have_text("Ada wins")
    tab_to(page, "(e.innerText ?? '').includes('Download the record')")
    with page.expect_download() as loading:
        screen.press("Enter")
    record = Path(loading.value.path()).read_text("utf-8")
    for written in ("Ada", "Sd5xd6", "Mh4-h5"):
        assert written in record
    assert desk_of(page)["figures"]["brown"]["notch"] == 2
