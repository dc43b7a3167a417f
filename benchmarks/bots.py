"""Two bots and their hands: what `benchmarks.soak` lets play.

Each turn is a legal action drawn by chance; hands lay it on the table (`benchmarks.wood`) and press
at once, and the referee has to say what was played. In one turn of ten something illegal
is laid first, which has to be refused and put back. Counted are

* right      the action was accepted as it was played,
* asked      the referee asked which of several it was, or was not sure: slower, not wrong,
* wrong      another action was accepted than the one that was played, or an illegal one,
* lost       events that were told and are not in the record, or a record that, replayed, does not
             lead to the table that was told.

What was asked is told with the turn that it was asked about. Memory is the program's resident set
after every tenth of the turns. A time is from the press until the answer is there; right after it
the yardstick is timed, where the table is photographed. All by fixed seeds.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from benchmarks.wood import Wood
from companion.games.api import Placement
from companion.record import Durability, RecordLog, load_game
from companion.referee.commands import Done, Draw, NewGame, Play, Settled
from companion.referee.eyes import Watch
from companion.referee.looking import Looked, Purpose
from companion.referee.snapshot import Answer, Said
from companion.referee.table import Happening, Table

GAME = "moons-and-stars"
ILLEGAL_ONE_IN = 10
WAIT_S = 60.0
SAY_EVERY = 50
"""Turns after which the report so far is said."""


@dataclass
class Report:
    """What came of it."""

    turns: int = 0
    right: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    questions: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    refused: int = 0
    illegal: int = 0
    games: int = 0
    lost: int = 0
    press_ms: list[float] = field(default_factory=list)
    yardstick_ms: list[float] = field(default_factory=list)
    looks: int = 0
    memory_mb: list[float] = field(default_factory=list)

    def hear(self, happening: Happening) -> None:
        """Count the looks that presses ask for."""
        looked = happening.what
        self.looks += isinstance(looked, Looked) and looked.purpose is Purpose.PRESS

    def lines(self) -> list[str]:
        """The report for people."""
        asked = ", ".join(f"{count} {word}" for word, count in self.asked.most_common()) or "0"
        pairs = zip(self.press_ms, self.yardstick_ms, strict=True)
        ratios = [press / yard for press, yard in pairs]
        memory = ", ".join(f"{used:.0f}" for used in self.memory_mb)
        played = [
            f"{self.turns} turns in {self.games} games: {self.right} right, asked: {asked}, "
            f"{len(self.wrong)} wrong, {self.lost} events lost",
            f"{self.illegal} illegal tries: {self.refused} refused as such; {self.looks} looks for "
            f"{self.turns + self.illegal} presses",
            f"memory after each tenth, MB: {memory}",
        ]
        timed = [
            f"from press to ruling, ms: {_spread(self.press_ms)}",
            f"the same in yardsticks: {_spread(ratios)}; the yardstick, ms: "
            f"{_spread(self.yardstick_ms)}",
        ]
        return [*played, *(timed if ratios else ()), *self.questions, *self.wrong]


def _spread(values: list[float]) -> str:
    """Median, 95 % and longest."""
    if not values:
        return "none"
    slow = sorted(values)[int(len(values) * 0.95)]
    return f"median {median(values):.0f}, 95 % within {slow:.0f}, longest {max(values):.0f}"


Laying = Callable[[Callable[[], None], Callable[[], None]], None]
"""How hands lay an action: it gets what lays the table as it was, and as it will be."""


def plainly(_: Callable[[], None], ahead: Callable[[], None]) -> None:
    """Lay the action."""
    ahead()


def until_live(table: Table) -> None:
    """Wait until the table's camera sees."""
    with table.listen() as listener:
        while (snapshot := listener.get(2 * WAIT_S)) is not None:
            if snapshot.camera.watch is Watch.LIVE:
                break


class Bots:
    """Both players, and their hands."""

    def __init__(
        self, table: Table, log: RecordLog, wood: Wood, rng: Random, report: Report
    ) -> None:
        self._table, self._log, self._wood = table, log, wood
        self._rng, self._report = rng, report

    @property
    def _game(self) -> Any:
        timeline = self._table.snapshot.timeline
        assert timeline is not None
        return timeline.game

    def begin(self) -> None:
        """Begin a game, drawn by chance up to its first turn."""
        self.check()
        self._table.do(NewGame(GAME, {"notches": self._rng.choice([2, 3, 5])}), timeout_s=WAIT_S)
        while self._game.phase(self._table.snapshot.state) not in ("turns", "bonus"):
            if not self._table.do(Draw(), timeout_s=WAIT_S).accepted:
                action = self._game.sample(self._table.snapshot.state, self._rng)
                self._play_by_hand(action)
        self._lay(self._game.placement(self._table.snapshot.state))
        self._wood.rest()
        self._table.do(Settled(), timeout_s=WAIT_S)
        self._report.games += 1

    def check(self) -> None:
        """Compare what was told of the game on the table with its record."""
        snapshot = self._table.snapshot
        if snapshot.timeline is None or snapshot.game_id is None:
            return
        told = snapshot.timeline.events
        kept = {event.sequence: event for event in self._log.events(snapshot.game_id)}
        self._report.lost += sum(kept.get(event.sequence) != event for event in told)
        replayed = load_game(self._log, snapshot.game_id).timeline
        self._report.lost += replayed is None or replayed.state != snapshot.state

    def turn(self, laying: Laying = plainly, *, wrong_first: bool = False) -> None:
        """Play one action on the table, press, and compare.

        wrong_first: something illegal is tried before in any case, not now and then.
        """
        state = self._table.snapshot.state
        if not self._game.to_act(state):
            self.begin()
            state = self._table.snapshot.state
        if self._rng.randrange(ILLEGAL_ONE_IN) == 0 or wrong_first:
            self._try_illegal(state)
        action = self._game.sample(state, self._rng)
        seat = self._game.actor(state, action)
        after = self._game.apply(state, action).state
        before, ahead = self._game.placement(state), self._game.placement(after)
        laying(lambda: self._lay(before), lambda: self._lay(ahead))
        answer = self._press(seat)
        self._report.turns += 1
        now = self._table.snapshot.state
        if answer.said is Said.LEGAL and now == after:
            self._report.right += 1
            return
        if now not in (state, after):
            said = f"{answer.said.value} {answer.notation}"
            self._report.wrong.append(f"played {self._game.format(state, action)}, told {said}")
            self.begin()
            return
        self._report.asked[answer.said.value] += 1
        options = " or ".join(
            f"{option.back} back" if option.back else ", ".join(option.notations) or "nothing"
            for option in answer.options
        )
        played = self._game.format(state, action)
        self._report.questions.append(f"played {played}, told {answer.said.value} {options}")
        if now == state:
            self._play_by_hand(action)

    def _try_illegal(self, state: Any) -> None:
        """Carry some mover where it must not go."""
        board = self._game.placement(state)
        sites = [site for site in board.piles if " notch " not in site]
        free = [s for s in state.geometry.names if not board.at(s)]
        (seat,) = self._game.to_act(state)
        movers = [s for s in sites if board.at(s)[-1].owner == seat
                  and board.at(s)[-1].kind in ("moon", "star")]  # fmt: skip
        if not movers or not free:
            return
        origin, target = self._rng.choice(movers), self._rng.choice(free)
        piles = dict(board.piles)
        piles[target] = piles[origin][-1:]
        piles[origin] = piles[origin][:-1]
        wrong = Placement({site: pile for site, pile in piles.items() if pile})
        legal = [a for a in self._game.plausible(state, wrong) if self._game.is_legal(state, a)]
        tables = (self._game.placement(self._game.apply(state, a).state) for a in legal)
        if any(_on_board(each) == _on_board(wrong) for each in tables):
            return
        self._report.illegal += 1
        self._lay(wrong)
        answer = self._press(seat)
        if self._table.snapshot.state != state:
            self._report.wrong.append(f"illegal {origin}-{target} was told {answer.said.value}")
            self.begin()
        self._report.refused += answer.said in (Said.ILLEGAL, Said.OUT_OF_STEP)

    def _press(self, seat: str) -> Answer:
        started_s = time.perf_counter()
        before = self._table.snapshot.answer
        number = 0 if before is None else before.number
        reply = self._table.do(Done(seat), timeout_s=WAIT_S)
        assert reply.refusal is None, reply.refusal
        with self._table.listen() as listener:
            while (snapshot := listener.get(WAIT_S)) is not None:
                answer = snapshot.answer
                if answer is not None and answer.number > number and not snapshot.looking:
                    took_ms, yardstick_ms = (
                        (time.perf_counter() - started_s) * 1000,
                        self._wood.ms(),
                    )
                    if yardstick_ms:
                        self._report.press_ms.append(took_ms)
                        self._report.yardstick_ms.append(yardstick_ms)
                    return answer
        raise TimeoutError("the referee said nothing")

    def _play_by_hand(self, action: Any) -> None:
        self._table.do(Play(action=self._game.encode_action(action)), timeout_s=WAIT_S)
        self._table.do(Settled(), timeout_s=WAIT_S)

    def _lay(self, placement: Placement) -> None:
        sites = self._table.snapshot.state.geometry.names
        self._wood.lay(placement, sites, seed=self._rng.randrange(1 << 30))


def _on_board(placement: Placement) -> dict[str, Any]:
    return {s: pile for s, pile in placement.piles.items() if " notch " not in s}


def memory_mb() -> float:
    """The resident set of this program."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * 4096 / 1e6


def soak(
    turns: int,
    *,
    seed: int,
    folder: Path,
    wood: Wood,
    say: Callable[[str], None] | None = None,
) -> Report:
    """Play so many turns on ``wood``, whose eyes are closed then; ``folder`` keeps the record."""
    report = Report()
    with (
        RecordLog.open(folder / "games.sqlite", durability=Durability.KILL) as log,
        Table(log, eyes=wood.eyes, rng=Random(seed), tap=report.hear) as table,
    ):
        until_live(table)
        bots = Bots(table, log, wood, Random(seed), report)
        bots.begin()
        while report.turns < turns:
            bots.turn()
            if report.turns % max(1, turns // 10) == 0:
                report.memory_mb.append(memory_mb())
            if say is not None and report.turns % SAY_EVERY == 0:
                say("; ".join(report.lines()))
        bots.check()
    wood.eyes.close()
    return report
