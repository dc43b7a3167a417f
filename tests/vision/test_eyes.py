"""The eyes of a table: looks, what goes wrong with them, and boards that are pushed."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from companion.language.notices import Notice
from companion.referee.evidence import NOTHING, Look, Sight
from companion.referee.eyes import EyesAway, GivenUp, Watch
from tests.vision.desk.made import desk_eyes, desk_profile, play_table
from tests.vision.made import Made
from vision.desk.playing import PlayTable
from vision.eyes import TableEyes
from vision.light import Image
from vision.sources.api import (
    Frame,
    LockReport,
    Presence,
    SourceState,
    Values,
    state_now,
    unlockable,
)
from vision.sources.errors import CameraAway
from vision.unrest import AlwaysQuiet

pytestmark = pytest.mark.slow

LAID = {"a1": ["brown moon"], "e4": ["brown trap west"], "e8": ["blue safe", "blue star"]}


class Photos:
    """A source that shows what it is given, or fails as it is told."""

    name = Notice("photos")

    def __init__(self, *shown: Image | Exception) -> None:
        self.shown = list(shown)
        self.presence = Presence.LIVE
        self.closed = False

    def latest(self) -> Frame | None:
        return None

    def still(self, timeout_s: float) -> Frame:
        shown = self.shown.pop(0)
        if isinstance(shown, Exception):
            raise shown
        return Frame(shown, timeout_s, 1)

    def state(self) -> SourceState:
        gone = self.presence is Presence.AWAY
        reason = Notice("It is unplugged.") if gone else Notice()
        return state_now(self.presence, reason, Notice("Plug it in."))

    def lock(self, values: Values | None = None) -> LockReport:
        del values
        return unlockable(Notice("it shows photos"))

    def close(self) -> None:
        self.closed = True


def eyes_on(*shown: Image | Exception) -> TableEyes:
    eyes = TableEyes(Photos(*shown), AlwaysQuiet())
    eyes.use(desk_profile())
    return eyes


@pytest.fixture(scope="module")
def laid() -> PlayTable:
    return play_table().laid(LAID, seed=1).with_notch("blue", 3)


@pytest.fixture
def eyes(laid: PlayTable) -> Iterator[TableEyes]:
    made = desk_eyes(laid)
    yield made
    made.close()


def test_a_look_tells_what_lies_there(eyes: TableEyes) -> None:
    sighting = eyes.look()
    evidence = sighting.evidence
    assert evidence.sight is Sight.CLEAR
    assert evidence.best("a1") == Look("brown moon", 1)
    assert evidence.best("e4") == Look("brown trap west", 1)
    assert evidence.best("e8") == Look("blue star", 2)
    assert evidence.best("c3") == NOTHING
    assert evidence.notches == {"brown": 1, "blue": 3}


def test_each_look_leaves_a_photo_with_its_marks(eyes: TableEyes) -> None:
    first, second = eyes.look().photo, eyes.look().photo
    assert first is not None
    assert second == first + 1
    jpeg, marks = eyes.gallery.jpeg(first), eyes.gallery.overlay(first)
    assert jpeg is not None
    assert jpeg[:2] == b"\xff\xd8"
    assert marks is not None
    assert marks["size_px"] == [1280, 960]
    assert len(marks["grid"]) == 18
    assert marks["sites"]["e4"]["piece"] == "brown trap west"
    assert marks["sites"]["e8"]["level"] == 2
    assert marks["notches"]["blue"]["notch"] == 3
    x, y = marks["sites"]["a1"]["px"]
    assert np.hypot(x - marks["points"]["a1"][0], y - marks["points"]["a1"][1]) < 40


def test_a_look_that_nobody_wants_is_given_up_between_two_steps(laid: PlayTable) -> None:
    eyes = desk_eyes(laid)
    asked = 0

    def wanted(last: int) -> bool:
        nonlocal asked
        asked += 1
        return asked < last

    for last in (1, 2, 4):
        asked = 0
        with pytest.raises(GivenUp):
            eyes.look(lambda last=last: wanted(last))  # type: ignore[misc]
        assert asked == last
    with pytest.raises(GivenUp):
        eyes.look_at_roll(lambda: False)
    assert eyes.look(lambda: True).evidence.best("a1") == Look("brown moon", 1)
    eyes.close()


def test_a_photo_with_more_pixels_is_kept_as_it_was_read(laid: PlayTable) -> None:
    """The marks, and what is learned from corrections, are in pixels of the photo that is kept."""
    large = cv2.resize(laid.photograph(seed=1).image, (2560, 1920))
    eyes = eyes_on(np.asarray(large, np.uint8))
    number = eyes.look().photo
    assert number is not None
    kept = eyes.gallery.get(number)
    assert kept is not None
    assert kept.size_px == (1280, 960)
    assert kept.marks["size_px"] == [1280, 960]
    assert kept.marks["sites"]["e4"]["piece"] == "brown trap west"


def test_a_pushed_board_is_followed_and_told(laid: PlayTable) -> None:
    eyes = desk_eyes(laid)
    desk = eyes.desk
    assert desk is not None
    before = eyes.table
    desk.change(lambda table: table.bumped(4))
    assert eyes.look().evidence.best("e4") == Look("brown trap west", 1)
    followed = eyes.table
    assert followed is not before
    assert "pushed" in eyes.state().reason
    assert eyes.look().evidence.best("e8").piece == "blue star"
    assert eyes.table is followed, "what is known to lie there is not looked for again"
    desk.change(lambda table: table.bumped(9))
    assert eyes.look().evidence.best("e4") == Look("brown trap west", 1)
    eyes.close()


def test_a_hand_is_told(laid: PlayTable) -> None:
    eyes = desk_eyes(laid.reached(2))
    assert eyes.look().evidence.sight is Sight.HAND
    eyes.close()


def test_a_roll_is_read_and_its_cubes_have_places(laid: PlayTable) -> None:
    eyes = desk_eyes(play_table().rolled("brown", seed=3))
    sighting = eyes.look_at_roll()
    assert sighting.roll is not None
    assert sighting.roll.sure
    assert sighting.roll.colour == "brown"
    assert sum(sighting.roll.faces.values()) == 16
    assert sighting.photo is not None
    marks = eyes.gallery.overlay(sighting.photo)
    assert marks is not None
    assert len(marks["roll"]["cubes"]) == 16
    eyes.close()


def test_a_roll_on_a_pushed_board_is_read_and_the_push_is_told() -> None:
    eyes = desk_eyes(play_table().rolled("blue", seed=4).bumped(4))
    sighting = eyes.look_at_roll()
    assert sighting.roll is not None
    assert len(sighting.roll.cubes) + len(sighting.roll.unread) == 16
    assert "pushed" in eyes.state().reason
    eyes.close()


def test_a_roll_on_another_table_is_told_as_a_look_at_it_is(made: Made) -> None:
    """The desk's profile, and the photograph of a roll on other wood."""
    photo = np.asarray(cv2.resize(made.photo("roll-01"), (1280, 960)), dtype=np.uint8)
    eyes = eyes_on(photo, photo)
    evidence = eyes.look().evidence
    assert evidence.sight is not Sight.CLEAR
    sighting = eyes.look_at_roll()
    assert sighting.roll is None
    assert sighting.reason == evidence.reason


@pytest.mark.parametrize(
    ("shown", "reason"),
    [
        (np.zeros((960, 1280, 3), np.uint8), "dark"),
        (np.full((960, 1280, 3), 128, np.uint8), ""),
        (np.zeros((480, 1280, 3), np.uint8), "not of this camera"),
        (np.random.default_rng(1).integers(0, 255, (960, 1280, 3), dtype=np.uint8), ""),
    ],
)
def test_a_photo_of_nothing_is_evidence_of_nothing(shown: Image, reason: str) -> None:
    eyes = eyes_on(shown, shown)
    evidence = eyes.look().evidence
    assert evidence.sight in (Sight.UNREADABLE, Sight.MOVED)
    assert reason in evidence.reason
    roll = eyes.look_at_roll()
    assert roll.roll is None or not roll.roll.sure
    assert roll.photo is not None


def test_an_empty_board_shows_no_roll() -> None:
    eyes = desk_eyes()
    sighting = eyes.look_at_roll()
    assert sighting.roll is None
    assert "No cubes are seen" in sighting.reason
    eyes.close()


@pytest.mark.parametrize(
    "failure",
    [
        CameraAway(Notice("The camera shows nothing."), Notice("Look at its cable.")),
        OSError("it burns"),
        ValueError(),
    ],
)
def test_a_camera_that_fails_is_away_whatever_it_raises(failure: Exception) -> None:
    eyes = eyes_on(failure, failure)
    with pytest.raises(EyesAway):
        eyes.look()
    with pytest.raises(EyesAway):
        eyes.look_at_roll()


def test_a_reader_that_stumbles_ends_no_game(
    laid: PlayTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(*_: object, **__: object) -> None:
        raise ZeroDivisionError("of something")

    eyes = eyes_on(laid.photograph(seed=1).image)
    monkeypatch.setattr("vision.eyes.read_board", stumble)
    evidence = eyes.look().evidence
    assert evidence.sight is Sight.UNREADABLE
    assert "ZeroDivisionError" in evidence.reason


def test_before_it_is_set_up_it_says_so_and_does_not_look() -> None:
    eyes = TableEyes(Photos(), AlwaysQuiet())
    assert eyes.state().watch is Watch.NONE
    with pytest.raises(EyesAway, match="set up"):
        eyes.look()
    eyes.opening(Notice("It is being learned."))
    assert (eyes.state().watch, eyes.state().reason) == (Watch.OPENING, "It is being learned.")
    with pytest.raises(EyesAway, match="being learned"):
        eyes.look()
    eyes.use(desk_profile())
    assert eyes.state().watch is Watch.LIVE


@pytest.mark.parametrize(
    ("presence", "watch"),
    [
        (Presence.LIVE, Watch.LIVE),
        (Presence.OPENING, Watch.OPENING),
        (Presence.AWAY, Watch.AWAY),
    ],
)
def test_the_state_is_that_of_the_source(presence: Presence, watch: Watch) -> None:
    source = Photos()
    source.presence = presence
    eyes = TableEyes(source, AlwaysQuiet())
    eyes.use(desk_profile())
    assert eyes.state().watch is watch
    eyes.close()
    assert source.closed


def test_it_reads_the_game_that_it_knows() -> None:
    eyes = TableEyes(Photos(), AlwaysQuiet())
    assert eyes.reads("moons-and-stars")
    assert not eyes.reads("cirondo")


def test_the_gallery_keeps_the_newest_photos_only(laid: PlayTable) -> None:
    picture = laid.photograph(seed=1).image
    eyes = TableEyes(Photos(*[picture] * 3), AlwaysQuiet(), gallery=None)
    eyes.gallery = type(eyes.gallery)(2, first=10)
    eyes.use(desk_profile())
    assert [eyes.look().photo for _ in range(3)] == [10, 11, 12]
    assert eyes.gallery.numbers == (11, 12)
    assert eyes.gallery.jpeg(10) is None
    assert eyes.gallery.overlay(10) is None


def test_a_table_that_was_touched_is_waited_for(laid: PlayTable) -> None:
    """A drop is seen, waited out and told once; the wait ends well before its limit."""
    eyes = desk_eyes(laid, watchful=True)
    desk = eyes.desk
    assert desk is not None
    assert eyes.wait_quiet(30.0)
    eyes.wait_changed(5.0)
    assert not eyes.wait_changed(0.2), "a change is told once"

    def touch() -> None:
        time.sleep(0.2)
        desk.change(lambda table: table.put_on("blue-5", "c3", seed=1))

    thread = threading.Thread(target=touch)
    thread.start()
    assert eyes.wait_changed(30.0)
    assert not eyes.wait_changed(0.2)
    assert eyes.wait_quiet(10.0)
    thread.join()
    eyes.close()
