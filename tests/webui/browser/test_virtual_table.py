"""The virtual table in a real browser: pieces dragged before the very same eyes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.games.api import Placement
from companion.referee.commands import Play
from companion.referee.snapshot import Answer, Said
from tests.webui.browser.browsing import THEMES, Live, Visit, serious, tab_to, touch
from vision.desk.lay import shown_table
from vision.eyes import TableEyes

WAIT_MS = 60_000
"""A photograph is drawn and read in half a second; a busy machine may take long."""


@pytest.fixture(scope="module")
def live(at_desk: Live) -> Live:
    """A panel on a virtual table where a game is at its turns; all tests play it on."""
    at_desk.begin(steps=0, rules={"deities": "off"})
    rng = Random(2)
    while at_desk.table.snapshot.phase.value != "turns":
        timeline = at_desk.table.snapshot.timeline
        assert timeline is not None
        _play(at_desk, timeline.game.sample(timeline.state, rng))
    return at_desk


@pytest.fixture(autouse=True)
def laid(live: Live, eyes: TableEyes) -> None:
    """Each test begins with the table as the game says."""
    assert eyes.desk is not None
    eyes.desk.change(shown_table(live.table.snapshot, Random(3)))
    eyes.desk.change(lambda table: table.bumped(None).dimmed(1.0))


def _play(live: Live, action: Any) -> None:
    timeline = live.table.snapshot.timeline
    assert timeline is not None
    live.table.do(Play(timeline.game.encode_action(action)), timeout_s=60)


def plain_move(live: Live) -> tuple[str, str]:
    """A legal move that only carries a lone piece to an empty point: (from, to)."""
    timeline = live.table.snapshot.timeline
    assert timeline is not None
    game, state = timeline.game, timeline.state
    before: Placement = game.placement(state)
    for action in game.legal(state):
        after = game.placement(game.apply(state, action).state)
        sites = {*before.piles, *after.piles}
        gone = [s for s in sites if before.at(s) and not after.at(s)]
        come = [s for s in sites if after.at(s) and not before.at(s)]
        same = all(before.at(s) == after.at(s) for s in sites - {*gone, *come})
        if len(gone) == len(come) == 1 and same and before.at(gone[0]) == after.at(come[0]):
            return gone[0], come[0]
    raise AssertionError("no plain move is legal: choose another seed")


def scene(page: Page) -> Locator:
    page.locator(".desk-scene[data-version]").wait_for(timeout=WAIT_MS)
    return page.locator(".desk-scene")


def place(page: Page, px: list[float]) -> tuple[float, float]:
    """Where a place of the picture is on the screen."""
    box = scene(page).bounding_box()
    assert box is not None
    scale = min(box["width"] / 1280, box["height"] / 960)
    left = box["x"] + (box["width"] - 1280 * scale) / 2
    top = box["y"] + (box["height"] - 960 * scale) / 2
    return left + px[0] * scale, top + px[1] * scale


def desk_of(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate("fetch('/api/desk').then((answer) => answer.json())")
    return found


def top_piece(page: Page, site: str) -> dict[str, Any]:
    pile = [piece for piece in desk_of(page)["pieces"] if piece["site"] == site]
    return max(pile, key=lambda piece: int(piece["level"]))


def press_done(
    page: Page, live: Live, seat: str, *, key: str = "", settling: bool = False
) -> Answer:
    """Press a side's button on the page, and wait for the answer to it.

    settling: that the table lies as it should is an answer, too.
    """
    before = live.table.snapshot.answer
    button = page.locator(f"[data-done={seat}]")
    expect(button).to_be_enabled()
    if key:
        tab_to(page, f"e.dataset?.done === '{seat}'")
        page.keyboard.press(key)
    else:
        button.click()
    with live.table.listen() as listener:
        while (told := listener.get(timeout_s=WAIT_MS / 1000)) is not None:
            answer = told.answer
            fresh = answer is not None and (before is None or answer.number > before.number)
            if (
                fresh
                and not told.looking
                and answer is not None
                and (settling or answer.said is not Said.SETTLED)
            ):
                return answer
    raise AssertionError("nobody answered")


def test_a_piece_dragged_by_mouse_changes_the_photo_and_is_judged(visit: Visit, live: Live) -> None:
    page = visit("/desk")
    scene(page)
    start, to = plain_move(live)
    (seat,) = live.table.snapshot.to_act
    piece = top_piece(page, start)
    version = page.locator(".desk-scene").get_attribute("data-version")
    page.mouse.move(*place(page, piece["px"]))
    page.mouse.down()
    x, y = place(page, desk_of(page)["tops"][to])
    page.mouse.move(x - 30, y - 20, steps=3)
    expect(page.locator(".desk-ghost .carried")).to_be_attached()
    page.mouse.move(x, y, steps=2)
    expect(page.locator(".desk-marks .landing")).to_be_attached()
    page.mouse.up()
    expect(page.locator(".desk-scene")).not_to_have_attribute(
        "data-version", str(version), timeout=WAIT_MS
    )
    assert top_piece(page, to)["id"] == piece["id"]
    assert press_done(page, live, seat).said is Said.LEGAL
    assert live.table.snapshot.to_act != {seat}
    expect(page.locator("#answer .ruling[data-said=legal]")).to_be_visible()


def test_the_same_by_keys_alone(visit: Visit, live: Live) -> None:
    page = visit("/desk")
    scene(page)
    start, to = plain_move(live)
    (seat,) = live.table.snapshot.to_act

    def walk(site: str) -> None:
        at = page.evaluate("document.activeElement.dataset.site")
        across, up = ord(site[0]) - ord(at[0]), int(site[1:]) - int(at[1:])
        for key, count in (("ArrowRight", across), ("ArrowLeft", -across)):
            for _ in range(count):
                page.keyboard.press(key)
        for key, count in (("ArrowUp", up), ("ArrowDown", -up)):
            for _ in range(count):
                page.keyboard.press(key)
        assert page.evaluate("document.activeElement.dataset.site") == site

    tab_to(page, "e.getAttribute('role') === 'gridcell'")
    walk(start)
    page.keyboard.press("Enter")
    expect(page.locator(".held-card")).to_be_visible()
    walk(to)
    page.keyboard.press("Enter")
    expect(page.locator(f'[data-site="{start}"]')).to_have_attribute(
        "aria-label", f"{start}, empty", timeout=WAIT_MS
    )
    assert press_done(page, live, seat, key="Enter").said is Said.LEGAL
    assert live.table.snapshot.to_act != {seat}


def test_a_wrong_move_is_refused_and_put_back_with_one_click(visit: Visit, live: Live) -> None:
    page = visit("/desk")
    scene(page)
    start, _ = plain_move(live)
    (seat,) = live.table.snapshot.to_act
    far = next(
        site
        for site in ("e5", "d5", "f5", "a5", "i5", "b5", "h5")
        if not any(piece["site"] == site for piece in desk_of(page)["pieces"])
    )
    other = next(
        piece
        for piece in desk_of(page)["pieces"]
        if piece["colour"] == seat and piece["face"] in ("safe", "path", "pit")
    )
    page.mouse.click(*place(page, other["px"]))
    expect(page.locator(".held-card")).to_be_visible()
    page.mouse.click(*place(page, desk_of(page)["points"][far]))
    expect(page.locator(f'[data-site="{far}"]')).not_to_have_attribute(
        "aria-label", f"{far}, empty", timeout=WAIT_MS
    )
    assert press_done(page, live, seat).said in (Said.ILLEGAL, Said.OUT_OF_STEP)
    expect(page.locator("#answer .ruling.bad, #answer .ruling.ask")).to_be_visible()
    page.locator("[data-focus=lay]").click()
    expect(page.locator(f'[data-site="{far}"]')).to_have_attribute(
        "aria-label", f"{far}, empty", timeout=WAIT_MS
    )
    assert top_piece(page, start)
    assert live.table.snapshot.to_act == {seat}


def test_the_referee_lays_what_was_played_on_the_panel(
    visit: Visit, live: Live, eyes: TableEyes
) -> None:
    page = visit()
    start, to = plain_move(live)
    touch(page, start, to)
    expect(page.locator("#todo")).to_contain_text(to)
    page.get_by_role("button", name="Lay it so on the virtual table").click()
    expect(page.locator("#todo section")).to_have_count(0, timeout=WAIT_MS)
    assert eyes.desk is not None
    assert not eyes.desk.table.pile(start)
    assert eyes.desk.table.pile(to)


def test_a_misread_point_is_corrected_on_the_photo(visit: Visit, live: Live) -> None:
    page = visit("/desk")
    scene(page)
    (seat,) = live.table.snapshot.to_act
    press_done(page, live, seat, settling=True)
    page.goto(f"{live.url}/camera")
    page.locator("html[data-ready=yes]").wait_for(state="attached")
    page.locator(".sight-scene").wait_for(timeout=WAIT_MS)
    start, _ = plain_move(live)
    page.locator(f'.touch [data-site="{start}"]').click()
    expect(page.locator("#editor")).to_contain_text(start)
    page.locator('#editor [data-pick="blue moon"]').click()
    page.locator("#editor [data-focus=keep]").click()
    expect(page.locator(".corrected")).to_be_attached()
    page.locator("#editor .switch input").uncheck()
    page.locator("#editor [data-focus=send]").click()
    expect(page.locator("#editor")).to_be_hidden(timeout=WAIT_MS)
    assert live.table.snapshot.corrections == {start: ("blue moon",)}
    page.locator("[data-focus=layer-grid]").click()
    expect(page.locator(".without-grid")).to_be_attached()


def test_any_point_of_the_photo_is_reached_by_keys_and_by_a_finger_beside_it(visit: Visit) -> None:
    page = visit("/camera")
    page.locator(".sight-scene").wait_for(timeout=WAIT_MS)
    editor, on = page.locator("#editor"), page.evaluate
    tab_to(page, "e.closest('.touch') !== null")
    assert page.locator(".touch [tabindex='0']").count() == 1, "one stop of the Tab key"
    for key in ("ArrowUp",) * 9 + ("ArrowLeft",) * 9 + ("ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    site = on("document.activeElement.dataset.site")
    page.keyboard.press("Enter")
    expect(editor).to_contain_text(site)
    assert on("document.activeElement.closest('#editor') !== null"), "the keyboard comes along"
    tab_to(page, "e.dataset.focus === 'nothing'")
    page.keyboard.press("Enter")
    assert on("document.activeElement.dataset.site") == site, "and goes back to the point"
    expect(page.locator(".corrected")).to_have_count(1)
    box = page.locator(f'.touch [data-site="{site}"]').bounding_box()
    assert box is not None
    page.mouse.click(box["x"] - 2, box["y"] + box["height"] / 2)
    expect(editor.get_by_role("heading", name=f"Point {site}")).to_be_visible()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("path", ["/desk", "/camera", "/wizard", "/phone"])
def test_nothing_keeps_anybody_from_using_a_page(visit: Visit, path: str, theme: str) -> None:
    page = visit(path, size="phone", theme=theme)
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
