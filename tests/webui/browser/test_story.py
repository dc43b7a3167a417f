"""An evening in the browser: from the QR code to the exported record, through the real eyes.

A screen stands at the table, two phones join by its code. The pieces lie on the virtual table; what
is dragged there by mouse is photographed, read and ruled on.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.referee.snapshot import Answer, Said
from tests.story.test_virtual_table import BLUE, BROWN, SET_UP
from tests.webui.browser.browsing import Live, Visit, Watch, ready, steps
from tests.webui.browser.test_virtual_table import WAIT_MS, desk_of, place, press_done, scene
from tests.webui.browser.test_virtual_table import top_piece as top
from vision.desk.pieces import piece_id
from vision.eyes import TableEyes

pytestmark = pytest.mark.slow

YES = "Take it back"


@pytest.fixture
def live(at_desk: Live) -> Live:
    return at_desk


def drag(page: Page, start: str, to: str) -> None:
    """Drag the top piece of a point to another on the virtual table's picture."""
    piece = top(page, start)
    version = str(desk_of(page)["version"])
    expect(scene(page)).to_have_attribute("data-version", version, timeout=WAIT_MS)
    page.mouse.move(*place(page, piece["px"]))
    page.mouse.down()
    x, y = place(page, desk_of(page)["tops"][to])
    page.mouse.move(x - 30, y - 20, steps=3)
    page.mouse.move(x, y, steps=2)
    page.mouse.up()
    expect(page.locator(".desk-scene")).not_to_have_attribute(
        "data-version", version, timeout=WAIT_MS
    )
    assert top(page, to)["id"] == piece["id"]


def joining(visit: Visit, pin: str, seat: str) -> Page:
    """A phone that photographed the code, and took a seat before the game has a board."""
    page = visit(f"/join#{pin}", size="phone", guest=True)
    page.locator(f'input[name="seat"][value="{seat}"]').check()
    page.get_by_role("button", name="Join").click()
    expect(page.locator("#now")).to_be_visible()
    return page


class Evening:
    """The screen at the table, the phones of both players, and hands on the wood."""

    def __init__(self, live: Live, visit: Visit, eyes: TableEyes) -> None:
        assert eyes.desk is not None
        self.live, self.desk = live, eyes.desk
        self.screen = visit("/new", size="desktop")
        self.begin()
        pin = self.pin()
        self.ada, self.ben = joining(visit, pin, "brown"), joining(visit, pin, "blue")
        self.screen.goto(f"{live.url}/desk")

    def begin(self) -> None:
        """The screen begins a game."""
        self.screen.get_by_label("Brown").fill("Ada")
        self.screen.get_by_label("Blue").fill("Ben")
        self.screen.get_by_role("button", name="Begin the game").click()
        self.screen.wait_for_url(f"{self.live.url}/")

    def pin(self) -> str:
        """The screen shows the code, and the PIN that is in it."""
        self.screen.goto(f"{self.live.url}/join")
        code = ready(self.screen).get_by_role("img", name=re.compile("code"))
        expect(code).to_be_visible()
        return self.screen.locator(".pin").first.inner_text()

    def roll(self, colour: str, faces: dict[str, int]) -> None:
        """Sixteen cubes are thrown on the board."""
        fallen = [face for face, count in faces.items() for _ in range(count)]
        self.desk.change(lambda table: table.rolled(colour, seed=11, faces=fallen))

    def press(self, seat: str) -> Answer:
        """A side's button, on the screen."""
        return press_done(self.screen, self.live, seat)

    def play(self, start: str, to: str) -> Answer:
        """The side to act drags a piece and presses its button."""
        (seat,) = self.live.table.snapshot.to_act
        drag(self.screen, start, to)
        return self.press(seat)

    def until(self, phase: str) -> None:
        """Wait until the game has come so far: what a phone asks takes a moment."""
        with self.live.table.listen() as listener:
            while (told := listener.get(timeout_s=WAIT_MS / 1000)) is not None:
                if told.timeline is not None and told.timeline.game.phase(told.state) == phase:
                    return
        raise AssertionError(f"the game never came to {phase}")

    def prepare(self) -> None:
        """The camera counts the rolls; deities are chosen on the phones; both sides set up."""
        for colour, faces in (("brown", BROWN), ("blue", BLUE)):
            self.roll(colour, faces)
            assert self.press(colour).said is Said.ROLL
        for number, phone in enumerate((self.ada, self.ben), 3):
            phone.get_by_role("button", name="Keep this roll").click()
            steps(self.live, number, self.ada, self.ben)
        self.until("deities")
        self.ben.locator("[data-focus=agbert]").click()
        steps(self.live, 5, self.ada)
        self.ada.locator("[data-focus=jothi]").click()
        self.until("set-up")
        self.desk.change(lambda table: table.laid(SET_UP, seed=3))
        for seat in ("brown", "blue"):
            assert self.press(seat).said is Said.LEGAL


def test_an_evening_from_the_code_to_the_record(
    live: Live, visit: Visit, eyes: TableEyes, watch: Watch
) -> None:
    watch.expected = ("409",)  # what is pressed while the camera answers is asked again by the page
    evening = Evening(live, visit, eyes)
    screen, ada, ben, desk = evening.screen, evening.ada, evening.ben, evening.desk
    evening.prepare()

    # A moon has to make two steps. It is refused on every screen, and put back.
    assert evening.play("h4", "h5").said is Said.ILLEGAL
    for page in (screen, ada, ben):
        expect(page.locator("#answer .ruling.bad")).to_contain_text(re.compile("moon", re.I))
    drag(screen, "h5", "h4")

    assert evening.play("d4", "d5").said is Said.LEGAL
    assert evening.play("i6", "i5").said is Said.LEGAL

    # Ben thinks better of it, on his phone, and plays another move.
    ben.locator("[data-focus=take-back]").click()
    ben.get_by_role("dialog").get_by_role("button", name=YES).click()
    expect(ben.locator(".seat.to-move")).to_contain_text("Ben")
    drag(screen, "i5", "i6")
    assert evening.play("i6", "h6").said is Said.LEGAL

    # Ada captures a star; her deity goes on a notch.
    victim = piece_id(desk.table.pile("d6")[-1])
    desk.change(lambda table: table.lifted(victim))
    drag(screen, "d5", "d6")
    desk.change(lambda table: table.with_notch("brown", 2))
    assert evening.press("brown").notation == "Sd5xd6"
    assert evening.play("h6", "h5").said is Said.LEGAL

    # The star lands on blue's stone: all screens say who has won, and the record can be taken home.
    assert evening.play("d6", "e6").said is Said.LEGAL
    for page in (ada, ben):
        expect(page.locator("#now h2")).to_have_text("Ada wins")
    with ada.expect_download() as loading:
        ada.get_by_role("link", name="Download the record").click()
    record = Path(loading.value.path()).read_text("utf-8")
    assert "Ada" in record
    assert "Sd5xd6" in record
    assert "Mh4-h5" in record, "what was refused is told, too"
