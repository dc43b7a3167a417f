"""A table with scripted eyes, and hands that lay what a test wants on its wood."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from companion.games.api import Effect, Piece, Pile, Placement
from companion.games.registry import game_by_id
from companion.record import Durability, RecordLog
from companion.record.on_table import OnTable
from companion.referee.bench import TableSettings
from companion.referee.commands import Command, Done, NewGame
from companion.referee.evidence import Look, SeenTable, Sight, look_of
from companion.referee.eyes import ScriptedEyes
from companion.referee.inbox import Reply
from companion.referee.snapshot import Answer, Said, Snapshot
from companion.referee.table import Table

SEATS = ("brown", "blue")
LINE = "8o/9/2m2s3/9/3s5/3S3M1/2M2Te3/9/O8 brown cadbeth:1,lamban:1 -,-"
ENDING = "8o/7M1/2m2s3/9/3s5/3S5/2M2Te3/9/O8 brown cadbeth:1,lamban:1 -,-"
"""There the moon on h8 reaches the blue stone on i9, and brown has won."""
CAPTURE = "8o/9/7s1/9/3s5/3S3M1/2M6/9/O8 brown cadbeth:1,lamban:1 -,-"
"""There the star on d4 can capture the one on d5, and brown's deity then advances."""
PULLED = "8o/9/2m2s3/9/9/9/3S5/4Te2M1/O8 brown -,- -,-"
"""The star that steps onto d2 is pulled into the trap on e2."""
MOON = Piece("brown", "moon")
"""What stands on h4 there."""
MOON_H4 = (MOON,)
WAIT_S = 10.0


@dataclass
class Seated:
    """A table, its eyes, and the wood: what really lies there."""

    table: Table
    eyes: ScriptedEyes
    wood: Placement = field(default_factory=Placement)
    unsure: Mapping[str, Mapping[Look, float]] = field(default_factory=dict)

    @property
    def snapshot(self) -> Snapshot:
        return self.table.snapshot

    @property
    def answer(self) -> Answer:
        assert self.snapshot.answer is not None
        return self.snapshot.answer

    @property
    def game(self) -> Any:
        assert self.snapshot.timeline is not None
        return self.snapshot.timeline.game

    @property
    def state(self) -> Any:
        return self.snapshot.state

    def placement(self) -> Placement:
        placement: Placement = self.game.placement(self.state)
        return placement

    def show(self, placement: Placement | None = None) -> None:
        """Let the eyes see the wood, or another table that then is the wood."""
        if placement is not None:
            self.wood = placement
        names = self.state.geometry.names
        looks = {
            site: dict(self.unsure.get(site, {look_of(self.wood.at(site)): 0.99})) for site in names
        }
        notches = {}
        for site in self.wood.piles:
            seat, _, notch = site.partition(" notch ")
            if notch:
                notches[seat] = int(notch)
        self.eyes.sees = SeenTable(looks, notches=notches)

    def hide(self, sight: Sight, reason: str) -> None:
        self.eyes.sees = SeenTable({}, sight, reason)

    def hands(self, *effects: Effect) -> None:
        """Hands do steps."""
        for effect in effects:
            self.wood = self.wood.after(effect)
        self.show()

    def lay(self, **piles: Pile) -> None:
        """Hands change whole sites."""
        merged = {**self.wood.piles, **piles}
        self.show(Placement({site: pile for site, pile in merged.items() if pile}))

    def do(self, command: Command, **options: Any) -> Reply:
        return self.table.do(command, **options)

    def press(self, seat: str | None = None) -> Answer:
        """Press a button and wait for what is said."""
        before = 0 if self.snapshot.answer is None else self.snapshot.answer.number
        reply = self.do(Done(seat))
        assert reply.refusal is None, reply.refusal
        return self.said(after=before)

    def said(self, *kinds: Said, after: int = 0) -> Answer:
        """Wait for the next answer, of some kinds if they are given."""

        def new(snapshot: Snapshot) -> bool:
            answer = snapshot.answer
            if answer is None or answer.number <= after or snapshot.looking:
                return False
            return not kinds or answer.said in kinds

        answer = self.wait(new).answer
        assert answer is not None
        return answer

    def wait(self, so: Callable[[Snapshot], bool]) -> Snapshot:
        """Wait until the table is so."""
        with self.table.listen() as listener:
            while True:
                snapshot = listener.get(WAIT_S)
                assert snapshot is not None, f"waited in vain; last: {self.snapshot.answer}"
                if so(snapshot):
                    return snapshot

    def play(self, notation: str, *, steps: int | None = None) -> Answer:
        """Play an action on the wood (the first `steps` of it), and press."""
        action = self.game.complete(self.state, self.game.parse(self.state, notation))
        effects = self.game.apply(self.state, action).effects
        seat = self.game.actor(self.state, action)
        self.hands(*effects[:steps])
        return self.press(seat)


def kinds(at: Seated) -> list[type]:
    """The kinds of events after the start of the game."""
    assert at.snapshot.timeline is not None
    return [type(event.data) for event in at.snapshot.timeline.events[1:]]


@contextmanager
def seated(
    folder: Path,
    *,
    line: str | None = LINE,
    rules: Mapping[str, Any] | None = None,
    eyes: ScriptedEyes | None = None,
    kept: bool = False,
    **settings: Any,
) -> Iterator[Seated]:
    """A game at a table, from a position or from its beginning.

    ``kept``: it is written down how it stands, as the program does.
    """
    scripted = ScriptedEyes() if eyes is None else eyes
    path = folder / "games.sqlite"
    with (
        RecordLog.open(path, durability=Durability.KILL) as log,
        Table(
            log,
            eyes=scripted,
            settings=TableSettings(**settings),
            rng=Random(1),
            kept=OnTable(path) if kept else None,
        ) as table,
    ):
        at = Seated(table, scripted)
        at.wait(lambda snapshot: snapshot.camera.name == "scripted")
        if line is not None or rules is not None:
            begin(at, line=line, rules=rules or {})
        yield at


def begin(at: Seated, *, line: str | None, rules: Mapping[str, Any]) -> None:
    """Begin a game; its table lies there and is seen."""
    game = game_by_id("moons-and-stars")
    position = None if line is None else game.position_to_json(game.position_from_line(line))
    reply = at.do(NewGame("moons-and-stars", rules, {"brown": "Ada", "blue": "Ben"}, position))
    assert reply.refusal is None, reply.refusal
    at.show(at.placement())
