"""What the table looks at without being asked: what hands owe, and a camera that comes and goes."""

from __future__ import annotations

from dataclasses import replace

from companion.referee.bench import Bench
from companion.referee.commands import UseCamera
from companion.referee.eyes import Watch
from companion.referee.looking import ASKED, EyesTold, Purpose
from companion.referee.snapshot import Said, TablePhase

PLAYING = frozenset({TablePhase.TURNS, TablePhase.BONUS})


def wants_watching(bench: Bench) -> bool:
    """Whether it matters that something moves on the table."""
    snapshot = bench.snapshot
    if snapshot.paused or not bench.sees:
        return False
    alone = snapshot.automatic and snapshot.phase in PLAYING
    return _owed(bench) or alone or bench.retry is not None


def _owed(bench: Bench) -> bool:
    """Whether hands have to do something before the table is right."""
    answer = bench.snapshot.answer
    refused = answer is not None and answer.puts_right
    return bool(bench.followed.todo) or refused


def stirred(bench: Bench) -> None:
    """Something has moved and come to rest."""
    if bench.pending is not None or not wants_watching(bench):
        return
    if bench.retry is not None:
        retry, bench.retry = bench.retry, None
        bench.look(retry.purpose, retry.seat, then=retry.then)
    elif bench.snapshot.automatic and bench.snapshot.phase in PLAYING:
        bench.look(Purpose.AUTOMATIC)
    else:
        bench.look(Purpose.SETTLE)


def look_around(bench: Bench) -> None:
    """The table is watched again: a press that waits is answered, and what is owed looked for.

    What hands did in the meantime nobody has seen, and nothing need move any more.
    """
    if bench.sitting is None or bench.pending is not None:
        return
    bench.refresh()
    if bench.snapshot.paused or not bench.sees:
        return
    if bench.retry is not None:
        stirred(bench)
    elif _owed(bench) or (bench.snapshot.phase in PLAYING and not bench.followed.begun):
        bench.look(Purpose.SETTLE)


def eyes_told(bench: Bench, told: EyesTold) -> None:
    """The camera went or came back; the game goes on by hand, or is watched again."""
    was = bench.snapshot.camera.watch
    bench.change(camera=told.state)
    if (told.state.watch is Watch.LIVE) == (was is Watch.LIVE):
        return
    if was is Watch.LIVE:
        if bench.pending is not None and bench.pending.purpose in ASKED:
            bench.say(Said.CAMERA_AWAY, reason=told.state.reason)
        _unwatched(bench)
    else:
        look_around(bench)


def use_camera(bench: Bench, command: UseCamera) -> None:
    """People want to be watched, or to play by hand."""
    bench.camera_wanted = command.on
    _unwatched(bench)
    look_around(bench)


def _unwatched(bench: Bench) -> None:
    """Nobody sees the table now: what hands owe they still owe, as far as anybody knows."""
    bench.forget_looks()
    bench.evidence = None
    if bench.following is not None:
        bench.following = replace(bench.following, begun=False)
