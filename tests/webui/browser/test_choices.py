"""Choices on the board: bonuses, set-ups, counted rolls."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.webui.browser.browsing import Live, Visit, point, serious, touch
from tests.webui.browser.positions import middle

BONUSES = [
    ("cadbeth", ("c6", "f7"), "", "Cadbeth: c6, f7"),
    ("cadbeth", ("h6", "h6"), "", "Cadbeth: h6, h6^"),
    ("lamban", ("e6",), "", "Lamban: e6 east-west"),
    ("lamban", (), "", "Lamban: nothing"),
    ("agbert", ("a1", "i1"), "", "Agbert: a1 moon, i1 pit"),
    ("jothi", (), "", "Jothi"),
    ("keddep", (), "All stars", "Keddep: stars"),
    ("dirlydwurg", ("b1", "a3"), "", "Dirlydwurg: brown stone to a3"),
]
"""Deity, points to touch, a button besides, what is played."""


def last_played(live: Live) -> str:
    timeline = live.table.snapshot.timeline
    assert timeline is not None
    return timeline.steps[-1].notation if timeline.steps else ""


@pytest.mark.parametrize(("deity", "sites", "button", "played"), BONUSES)
def test_a_bonus_is_chosen_on_the_board(
    live: Live, visit: Visit, deity: str, sites: tuple[str, ...], button: str, played: str
) -> None:
    live.begin(position=middle(deity, owed=True))
    page = visit(size="touch")
    touch(page, *sites)
    if button:
        page.get_by_role("button", name=button).click()
    page.get_by_role("button", name=re.compile("does it$")).click()
    expect(page.locator("#answer .good")).to_be_visible()
    assert last_played(live) == played


def test_yinnok_asks_for_the_order_of_pulls_where_it_matters(live: Live, visit: Visit) -> None:
    """The new traps on e6 and d7 pull to one point, e7: who comes second removes the first."""
    position = middle("yinnok", owed=True)
    points = dict(position["points"])
    del points["g6"], points["d4"]
    points |= {"d7": ["blue path east-west"], "c7": ["brown moon"]}
    live.begin(position={**position, "points": points})
    page = visit()
    use = page.get_by_role("button", name="Yinnok does it")
    use.click()
    expect(page.locator("#ways .reasons")).to_contain_text("makes a difference")
    expect(page.locator("#board .cell.lit")).to_have_count(2)
    touch(page, "c7", "e5")
    use.click()
    expect(page.locator("#answer .good")).to_be_visible()
    assert last_played(live) == "Yinnok: d7 east, e6 north; order c7, e5"


def test_pieces_are_set_up_from_the_tray_and_each_fault_is_shown_at_its_point(
    live: Live, visit: Visit
) -> None:
    live.begin(steps=9)
    side = next(iter(live.table.snapshot.to_act))
    rows = "1234" if side == "brown" else "9876"
    page = visit(size="tablet")
    page.locator('[data-focus="tray-trap"]').click()
    touch(page, f"e{rows[1]}")
    page.locator('[data-focus="tray-moon"]').click()
    touch(page, f"e{rows[0]}")
    expect(page.locator(".faults li")).to_contain_text("own trap")
    expect(point(page, f"e{rows[0]}")).to_have_accessible_name(re.compile("own trap"))
    expect(page.locator("#board .fault")).to_have_count(1)
    assert serious(page) == []

    page.drag_and_drop(
        f'[role=gridcell][data-site="e{rows[0]}"]', f'[role=gridcell][data-site="a{rows[3]}"]'
    )
    expect(page.locator("#board .fault")).to_have_count(0)
    free = [file + row for row in rows for file in "abcdfghi"]
    for kind in ("moon", "star", "pit", "trap", "safe", "path", "stone"):
        tray = page.locator(f'[data-focus="tray-{kind}"]')
        while tray.count() and tray.is_enabled():  # it goes with the last piece
            if tray.get_attribute("aria-pressed") == "false":
                tray.click()
            while (
                point(page, free[0]).get_attribute("aria-label")
                != f"{free[0]}: empty. Can be put here"
            ):
                free.pop(0)
            touch(page, free.pop(0))
    expect(page.locator("progress")).to_have_attribute("value", "17")


def test_a_draft_of_a_set_up_outlives_a_reload(live: Live, visit: Visit) -> None:
    live.begin(steps=9)
    page = visit()
    page.get_by_role("button", name="Place them by chance").click()
    expect(page.get_by_role("button", name="I am ready")).to_be_enabled()
    page.reload()
    expect(page.get_by_role("button", name="I am ready")).to_be_enabled()


def test_a_roll_of_real_cubes_is_counted(live: Live, visit: Visit) -> None:
    live.begin()
    page = visit(size="phone")
    page.get_by_text("Count a real roll").click()
    for kind, count in {"moon": 3, "star": 3, "pit": 3, "trap": 3, "safe": 2, "path": 2}.items():
        for _ in range(count):
            page.locator(f'[data-focus="more-{kind}"]').click()
    page.get_by_role("button", name="That is the roll").click()
    expect(page.locator("#answer .good")).to_be_visible()
    assert last_played(live) == "roll brown: moon 3, star 3, pit 3, trap 3, safe 2, path 2"
