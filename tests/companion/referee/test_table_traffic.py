"""Commands that come twice, late, too many or while the record can't be written; slow listeners."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from companion.record import Durability, RecordLog
from companion.referee.bench import TableSettings
from companion.referee.commands import Done, NewGame, Play, Remark, ResumeGame, TakeBack
from companion.referee.evidence import Evidence
from companion.referee.eyes import ScriptedEyes, Sighting, Wanted, always
from companion.referee.inbox import MOST_WAITING
from companion.referee.refusing import RefusalCode
from companion.referee.snapshot import Said
from companion.referee.table import Table
from tests.companion.referee.sitting_at import seated


def test_a_command_for_a_table_that_has_gone_on_is_stale(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        old = at.snapshot.version
        assert at.do(Play(text="h4-h6"), version=old).accepted
        reply = at.do(Play(text="c3-c5"), version=old)
        assert reply.refusal is not None
        assert reply.refusal.code is RefusalCode.STALE
        assert reply.snapshot.version == at.snapshot.version
        assert at.snapshot.to_act == {"blue"}


def test_a_lamp_that_changes_makes_no_command_stale(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        old = at.snapshot.version
        at.eyes.quiet = False
        at.eyes.watch = type(at.eyes.watch).AWAY
        at.wait(lambda snapshot: snapshot.version > old)
        assert at.do(Play(text="h4-h6"), version=old).accepted


def test_the_same_key_is_done_once_and_answered_twice(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        first = at.do(Play(text="h4-h6"), key="k1")
        second = at.do(Play(text="h4-h6"), key="k1")
        assert first is second
        assert at.snapshot.timeline is not None
        assert len(at.snapshot.timeline.steps) == 1


def test_a_slow_listener_gets_the_newest_and_stops_nobody(tmp_path: Path) -> None:
    with seated(tmp_path) as at, at.table.listen(most=3) as slow:
        for number in range(50):
            at.do(Remark(f"remark {number}"))
        heard = [slow.get(0.1) for _ in range(3)]
        assert slow.get(0.05) is None
        assert heard[-1] is not None
        assert heard[-1].version == at.snapshot.version


def test_versions_grow_and_every_listener_hears_them_in_order(tmp_path: Path) -> None:
    with seated(tmp_path) as at, at.table.listen(most=500) as listener:
        threads = [
            threading.Thread(target=lambda: [at.do(Remark("so")) for _ in range(20)])
            for _ in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        versions = []
        while (snapshot := listener.get(0.1)) is not None:
            versions.append(snapshot.version)
        assert versions == sorted(set(versions))
        assert len(versions) >= 80


class _Slow(ScriptedEyes):
    """Eyes that take their time over every look."""

    def look(self, wanted: Wanted = always) -> Sighting:
        time.sleep(0.3)
        return ScriptedEyes.look(self, wanted)


def test_a_storm_of_presses_ends_and_the_table_still_answers(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        replies = [at.table.post(Done("brown")) for _ in range(MOST_WAITING * 3)]
        for reply in replies:
            reply.result(10)
        assert at.do(Remark("still here")).accepted


def test_a_slow_camera_holds_up_nobody(tmp_path: Path) -> None:
    with seated(tmp_path, eyes=_Slow()) as at:
        at.do(Done("brown"))
        assert at.snapshot.looking
        for _ in range(5):
            at.do(Remark("so"))
        assert at.snapshot.looking, "all this was done before the camera answered"


class _Broken(ScriptedEyes):
    """Eyes whose reader stumbles."""

    def look(self, wanted: Wanted = always) -> Sighting:
        raise ZeroDivisionError("a fault of the reader")


def test_a_reader_that_stumbles_is_told_as_a_camera_that_is_away(tmp_path: Path) -> None:
    with seated(tmp_path, eyes=_Broken()) as at:
        assert at.press("brown").said is Said.CAMERA_AWAY
        assert at.do(Play(text="h4-h6")).accepted


class _Nonsense:
    """Evidence that breaks whoever asks."""

    def __getattr__(self, name: str) -> object:
        raise RuntimeError(f"no {name}")


def test_a_fault_while_judging_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    with seated(tmp_path) as at:
        nonsense: Evidence = _Nonsense()  # type: ignore[assignment] # that it is none is the point
        at.eyes.sees = nonsense
        at.do(Done("brown"))
        at.wait(lambda snapshot: bool(snapshot.troubles))
        assert not at.snapshot.looking
        assert at.do(Play(text="h4-h6")).accepted


def test_a_full_disk_refuses_the_move_and_keeps_the_table_as_it_was(tmp_path: Path) -> None:
    with (
        RecordLog.open(tmp_path / "games.sqlite", durability=Durability.KILL) as log,
        Table(log) as table,
    ):
        table.do(NewGame("moons-and-stars", {}))
        before = table.snapshot.timeline
        log.bound(1)
        refused = None
        for _ in range(60):
            refused = table.do(Remark("x" * 1900)).refusal
            if refused is not None:
                break
        assert refused is not None
        assert refused.code is RefusalCode.BROKEN
        assert before is not None
        log.bound(100_000)
        assert table.do(Remark("room again")).accepted


def test_a_closed_table_refuses_and_lets_its_listeners_go(tmp_path: Path) -> None:
    with RecordLog.open(tmp_path / "games.sqlite", durability=Durability.KILL) as log:
        table = Table(log)
        listener = table.listen()
        assert listener.get(1) is not None
        table.close()
        table.close()
        assert listener.get(5) is None
        assert listener.closed
        refusal = table.do(Remark("hello?")).refusal
        assert refusal is not None
        assert refusal.code is RefusalCode.CLOSED


def test_a_limited_clock_runs_for_the_side_to_move_and_says_when_time_is_up(
    tmp_path: Path,
) -> None:
    with seated(tmp_path, side_s=0.4) as at:
        assert at.snapshot.clock.running == "brown"
        answer = at.said(Said.TIME_UP)
        assert answer.seat == "brown"
        assert at.do(Play(text="h4-h6")).accepted, "what it means is for the players to say"


def test_a_move_hands_the_clock_over_with_the_bonus(tmp_path: Path) -> None:
    with seated(tmp_path, side_s=100, bonus_s=5) as at:
        at.do(Play(text="h4-h6"))
        clock = at.snapshot.clock
        assert clock.running == "blue"
        assert 104 < clock.left_s["brown"] < 105
        at.do(TakeBack())
        assert at.snapshot.clock.running == "brown"


def test_a_resumed_game_goes_on_with_the_time_that_was_left(tmp_path: Path) -> None:
    settings = TableSettings(side_s=100)
    path = tmp_path / "games.sqlite"
    with seated(tmp_path, side_s=100) as at:
        at.do(Play(text="h4-h6"))
        number = at.snapshot.game_id
        left = at.snapshot.clock.left_s["brown"]
    assert number is not None
    with (
        RecordLog.open(path, durability=Durability.KILL) as log,
        Table(log, settings=settings) as table,
    ):
        table.do(ResumeGame(number))
        assert table.snapshot.clock.left_s["brown"] == pytest.approx(left, abs=0.2)


PLAYER = """
import sys
from pathlib import Path
from random import Random
from companion.record import RecordLog
from companion.referee.commands import NewGame, Play, Draw
from companion.referee.table import Table
log = RecordLog.open(Path(sys.argv[1]))
table = Table(log, rng=Random(5))
table.do(NewGame("moons-and-stars", {}))
rng = Random(7)
while True:
    game, state = table.snapshot.timeline.game, table.snapshot.state
    if not table.snapshot.to_act:
        table.do(NewGame("moons-and-stars", {}))
        continue
    reply = table.do(Play(action=game.encode_action(game.sample(state, rng))))
    print(reply.snapshot.game_id, len(reply.snapshot.timeline.events), flush=True)
"""


@pytest.mark.slow
@pytest.mark.parametrize("after_s", [0.6, 0.9, 1.3])
def test_a_table_killed_at_any_moment_has_everything_that_it_reported(
    tmp_path: Path, after_s: float
) -> None:
    path = tmp_path / "games.sqlite"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(path)],
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    assert first
    time.sleep(after_s)
    process.send_signal(signal.SIGKILL)
    lines = [first, *process.stdout.readlines()]
    process.wait()
    process.stdout.close()
    whole = [line for line in lines if line.endswith("\n")]
    game_id, events = map(int, whole[-1].split())
    with RecordLog.open(path) as log:
        assert len(log.events(game_id)) >= events
