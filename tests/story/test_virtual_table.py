"""A newcomer plays Moons and Stars on the virtual table, from the rolls to the win.

Everything goes through the real eyes: each press of a button takes a photograph of the drawn table
and reads it. Nobody tells the referee what was played; hands only move pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import pytest

from companion.record import Durability, RecordLog
from companion.referee.commands import Command, Done, NewGame, Play, TakeBack
from companion.referee.eyes import Watch
from companion.referee.snapshot import Answer, Said, Snapshot, TablePhase
from companion.referee.table import Table
from tests.vision.desk.made import desk_eyes
from vision.desk.lay import NothingToLay, next_table, shown_table
from vision.desk.pieces import piece_id
from vision.desk.playing import PlayTable
from vision.sources.virtual import Desk

pytestmark = pytest.mark.slow

WAIT_S = 120.0
"""A busy machine may take long; a free one takes half a second."""

BROWN = {"moon": 1, "star": 2, "pit": 3, "trap": 3, "safe": 4, "path": 3}
BLUE = {"moon": 2, "star": 2, "pit": 3, "trap": 3, "safe": 3, "path": 3}


def all_of(sites: Iterable[str], pile: list[str]) -> dict[str, list[str]]:
    """The same pile on several points."""
    return {site: list(pile) for site in sites}


SET_UP = {
    **all_of(("a1", "b1", "c1"), ["brown trap south"]),
    **all_of(("d1", "e1", "f1", "g1"), ["brown safe"]),
    **all_of(("h1", "i1", "i2"), ["brown path north-south"]),
    **all_of(("f2", "g2", "h2"), ["brown pit"]),
    "h4": ["brown moon"],
    "d4": ["brown star"],
    "a4": ["brown star"],
    "i3": ["brown stone"],
    **all_of(("a9", "b9", "c9"), ["blue trap north"]),
    **all_of(("d9", "e9", "f9"), ["blue safe"]),
    **all_of(("g9", "h9", "i9"), ["blue path north-south"]),
    **all_of(("f8", "g8", "h8"), ["blue pit"]),
    "a7": ["blue moon"],
    "c7": ["blue moon"],
    "d6": ["blue star"],
    "i6": ["blue star"],
    "e6": ["blue stone"],
}


class Players:
    """Two people at a virtual table: they move pieces, press buttons and hear what is said."""

    def __init__(self, table: Table, desk: Desk[PlayTable]) -> None:
        self.table, self.desk = table, desk
        self._seed = 100

    @property
    def snapshot(self) -> Snapshot:
        return self.table.snapshot

    def order(self, command: Command) -> None:
        reply = self.table.do(command, timeout_s=WAIT_S)
        assert reply.accepted, reply.refusal

    def press(self, seat: str | None = None) -> Answer:
        """Press a button, and hear the answer to it."""
        before = self.snapshot.answer.number if self.snapshot.answer else 0
        self.order(Done(seat))
        with self.table.listen() as listener:
            while (told := listener.get(timeout_s=WAIT_S)) is not None:
                if told.answer is not None and told.answer.number > before and not told.looking:
                    return told.answer
        raise AssertionError("nobody answered")

    def move(self, start: str, to: str) -> None:
        """Carry the top piece of a point to another point."""
        self._seed += 1
        seed = self._seed
        piece = piece_id(self.desk.table.pile(start)[-1])
        self.desk.change(lambda table: table.put_on(piece, to, seed=seed))

    def take_off(self, *sites: str) -> None:
        for site in sites:
            self.lift(piece_id(self.desk.table.pile(site)[-1]))

    def lift(self, piece: str) -> None:
        self.desk.change(lambda table: table.lifted(piece))

    def phase(self) -> TablePhase:
        return self.snapshot.phase

    def to_act(self) -> set[str]:
        return set(self.snapshot.to_act)

    def figure(self, colour: str, notch: int) -> None:
        self.desk.change(lambda table: table.with_notch(colour, notch))

    def roll(self, colour: str, faces: dict[str, int]) -> None:
        fallen = [face for face, count in faces.items() for _ in range(count)]
        self.desk.change(lambda table: table.rolled(colour, seed=11, faces=fallen))


@pytest.fixture
def players(tmp_path: Path) -> Iterator[Players]:
    eyes = desk_eyes()
    log = RecordLog.open(tmp_path / "games.sqlite", durability=Durability.KILL)
    with log, Table(log, eyes=eyes, rng=Random(5)) as table:
        with table.listen() as listener:
            while (told := listener.get(timeout_s=WAIT_S)) is not None:
                if told.camera.watch is Watch.LIVE:
                    break
        assert eyes.desk is not None
        yield Players(table, eyes.desk)
    eyes.close()


def begin(players: Players) -> None:
    """From the rolls to the first turn."""
    names = {"brown": "Ada", "blue": "Ben"}
    players.order(NewGame("moons-and-stars", rules={"notches": 2}, players=names))
    for colour, faces in (("brown", BROWN), ("blue", BLUE)):
        players.roll(colour, faces)
        assert players.press().said is Said.ROLL
    for text in ("keep brown", "keep blue", "deity blue: Agbert", "deity brown: Jothi"):
        players.order(Play(text=text))
    players.desk.change(lambda table: table.laid(SET_UP, seed=3))
    players.press("brown")
    players.press("blue")
    assert players.phase() is TablePhase.TURNS
    assert players.to_act() == {"brown"}, "who rolled fewer moons and stars begins"


def test_a_newcomer_plays_from_the_rolls_to_the_win(players: Players) -> None:
    begin(players)

    # A moon may not stop after one step. It is told which rule says so, and put back.
    players.move("h4", "h5")
    refused = players.press("brown")
    assert refused.said is Said.ILLEGAL
    assert refused.ruling is not None
    assert "MS-18" in {reason.ruling for reason in refused.ruling.reasons}
    assert players.to_act() == {"brown"}
    players.move("h5", "h4")

    players.move("d4", "d5")
    assert (players.press("brown").said, players.to_act()) == (Said.LEGAL, {"blue"})
    players.move("i6", "i5")
    assert (players.press("blue").said, players.to_act()) == (Said.LEGAL, {"brown"})

    # Brown's star captures: its deity reaches the last notch, and its bonus is due.
    players.take_off("d6")
    players.move("d5", "d6")
    players.figure("brown", 2)
    captured = players.press("brown")
    assert (captured.said, captured.notation) == (Said.LEGAL, "Sd5xd6")
    assert players.phase() is TablePhase.BONUS
    players.take_off("f8", "g8", "h8")
    players.figure("brown", 1)
    bonus = players.press("brown")
    assert (bonus.said, bonus.notation) == (Said.LEGAL, "Jothi")
    assert (players.phase(), players.to_act()) == (TablePhase.TURNS, {"blue"})

    # Somebody bumps the board; blue plays on, thinks better of it, and plays another move.
    players.desk.change(lambda table: table.bumped(4))
    players.move("i5", "i4")
    assert players.press("blue").notation == "Si5-i4"
    players.order(TakeBack(seat="blue"))
    players.move("i4", "i5")
    players.move("i5", "h5")
    assert players.press("blue").notation == "Si5-h5"

    # The star goes onto blue's stone: brown has won.
    players.move("d6", "e6")
    won = players.press("brown")
    assert won.said is Said.LEGAL
    assert players.phase() is TablePhase.OVER
    assert players.snapshot.outcome is not None
    assert (players.snapshot.outcome.winner, players.snapshot.outcome.ruling) == ("brown", "MS-73")


def test_what_the_game_says_can_be_laid_with_one_click(players: Players) -> None:
    """For newcomers: rolls, a whole set-up, a refused move put back, a move made for them."""
    rng = Random(8)
    with pytest.raises(NothingToLay):
        shown_table(players.snapshot, rng)
    players.order(NewGame("moons-and-stars", rules={"deities": "off"}))
    for _ in range(6):
        timeline = players.snapshot.timeline
        assert timeline is not None
        if timeline.game.phase(timeline.state) != "rolls":
            break
        players.desk.change(shown_table(players.snapshot, rng))
        assert players.press().said is Said.ROLL
    players.order(Play(text="keep brown"))
    players.order(Play(text="keep blue"))
    if players.to_act() == {"chance"}:
        players.order(Play(text="lot blue"))
    players.desk.change(shown_table(players.snapshot, rng))
    for seat in ("brown", "blue"):
        players.press(seat)
    assert players.phase() is TablePhase.TURNS
    (seat,) = players.to_act()
    players.desk.change(next_table(players.snapshot, rng))
    assert players.press(seat).said is Said.LEGAL
