"""The set-up with a camera: a phone's, which Chromium plays from a file of a drawn table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Browser, Page, expect

from calibration.wizard.layouts import lesson_points
from tests.vision.desk.made import play_table
from tests.webui.browser.browsing import FLAGS, Live, Watch, chromium, ready
from tests.webui.browser.eyed import eyed_live
from vision.desk.playing import PlayTable
from vision.eyes import TableEyes
from vision.sources.browser import BrowserSource
from vision.unrest import AlwaysQuiet

WAIT_MS = 120_000
SIZE = (1280, 960)


class Film:
    """A file that Chromium plays as its camera; what it shows can be changed while it runs."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def show(self, table: PlayTable) -> None:
        """Show a table from now on."""
        picture = cv2.cvtColor(table.photograph(seed=1).image, cv2.COLOR_BGR2YUV_I420)
        header = f"YUV4MPEG2 W{SIZE[0]} H{SIZE[1]} F5:1 Ip A1:1 C420jpeg\n".encode()
        data = header + b"FRAME\n" + picture.tobytes()
        if self.path.exists():
            with self.path.open("r+b") as file:
                file.write(data)
        else:
            self.path.write_bytes(data)


@pytest.fixture
def film(tmp_path: Path) -> Film:
    made = Film(tmp_path / "camera.y4m")
    bare = play_table()
    made.show(PlayTable(bare.setup, off=bare.off))
    return made


@pytest.fixture
def filming(browser: Browser, film: Film) -> Iterator[Browser]:
    """Chromium with that film as its camera; beside the one that other tests use."""
    flags = [
        *FLAGS,
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={film.path}",
    ]
    started = browser.browser_type.launch(executable_path=chromium(), args=flags)
    yield started
    started.close()


@pytest.fixture
def eyes(tmp_path: Path) -> TableEyes:
    return TableEyes(BrowserSource(), AlwaysQuiet(), profile_path=tmp_path / "table.profile")


@pytest.fixture
def live(tmp_path: Path, eyes: TableEyes) -> Iterator[Live]:
    with eyed_live(tmp_path, eyes) as served:
        yield served


def test_a_phones_camera_is_set_up_from_the_first_picture_to_a_trial(
    filming: Browser, film: Film, live: Live, eyes: TableEyes, watch: Watch
) -> None:
    context = filming.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(WAIT_MS)
    context.grant_permissions(["camera"], origin=live.url)
    phone, page = context.new_page(), context.new_page()
    for one in (phone, page):
        watch.over(one)
    phone.goto(live.url + "/phone")
    ready(phone).locator("[data-focus=start]").click()
    expect(phone.locator("#told")).not_to_be_empty(timeout=WAIT_MS)

    page.goto(live.url + "/wizard")
    ready(page)
    expect(page.locator("#meter-sharp")).to_be_attached(timeout=WAIT_MS)
    page.locator("[data-focus=next]").click()
    press(page, "empty")
    expect(page.locator("#residual")).to_be_visible()
    page.locator("[data-focus=next]").click()

    bare = play_table()
    layout = bare.setup.look.layout
    for number in (1, 2):
        film.show(bare.laid(lesson_points(layout, number), seed=number))
        wait_for_pictures(phone)
        press(page, f"take-{number}")
    press(page, "learn")
    expect(page.locator("#learned-verdict.good")).to_be_visible()
    expect(page.locator(".face-learned img")).to_have_count(12)
    page.locator("[data-focus=next]").click()

    trial: Mapping[str, list[str]] = {"e5": ["brown star"], "c7": ["blue safe", "blue moon"]}
    film.show(bare.laid(trial, seed=3).with_notch("brown", 4))
    wait_for_pictures(phone)
    press(page, "trial")
    expect(page.locator("#trial-verdict")).to_contain_text("2 piles and 2 figures")
    page.locator("[data-focus=next]").click()
    press(page, "save")
    expect(page.locator("#saved")).to_be_visible()
    assert eyes.profile is not None
    assert (live.folder / "table.profile").stat().st_size > 10_000
    context.close()


def press(page: Page, name: str) -> None:
    """Press a button of a step, and wait until the step is done."""
    page.locator(f"[data-focus={name}]").click()
    page.locator("#step[aria-busy=false]").wait_for(timeout=WAIT_MS)


def wait_for_pictures(phone: Page, count: int = 4) -> None:
    """Wait until the phone has sent some more pictures: they show what the film shows now."""
    told = phone.locator("#told").inner_text()
    sent = int(told.split()[0])
    phone.locator(
        f"text=/^({'|'.join(str(sent + k) for k in range(count, count + 30))}) /"
    ).wait_for(timeout=WAIT_MS)
