"""A panel to look at while working on it: `python -m webui.demo [GAME] [--port N] [--steps N]`.

A table played by hand, with a record in a folder that is thrown away, a few actions already played.
"""

from __future__ import annotations

import threading
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any

import click

from companion.config import Settings
from companion.errors import ANTICIPATED
from companion.games.api import CHANCE
from companion.games.registry import game_by_id
from companion.record.compose import started, takeback
from companion.record.log import RecordLog
from companion.record.sitting import Sitting, begin_game
from companion.referee.commands import NewGame, Play, TakeBack
from companion.referee.snapshot import Answer, Said, Snapshot, TablePhase
from webui.app import create_app
from webui.parts import Parts
from webui.serving import Server


class _Ear:
    """Waits for the next snapshot."""

    def __init__(self, table: HandTable) -> None:
        self._table, self._seen = table, -1

    def __enter__(self) -> _Ear:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Nothing to let go of."""

    def get(self, timeout_s: float) -> Snapshot | None:
        """The next snapshot, or None."""
        with self._table.changed:
            self._table.changed.wait_for(
                lambda: self._table.snapshot.version != self._seen, timeout_s
            )
            found = self._table.snapshot
        fresh = found.version != self._seen
        self._seen = found.version
        return found if fresh else None


class HandTable:
    """A table without eyes, until the real one is there."""

    def __init__(self, log: RecordLog, game: str, steps: int, seed: int = 1) -> None:
        self.changed = threading.Condition()
        self.log = log
        self.rng = Random(seed)
        self.sitting = self._begun(NewGame(game))
        for _ in range(steps):
            self._play_any()
        self.snapshot = self._shown(1, None)

    def listen(self) -> _Ear:
        """Hear of changes."""
        return _Ear(self)

    def post(
        self, command: Any, *, version: int | None = None, key: str = "", by: str = ""
    ) -> Future[Any]:
        """Do a command at once."""
        del key, by
        done: Future[Any] = Future()
        with self.changed:
            number = (self.snapshot.answer.number if self.snapshot.answer else 0) + 1
            if version is not None and version != self.snapshot.version:
                done.set_result("stale")
                return done
            answer = Answer(number, self._do(command))
            self.snapshot = self._shown(self.snapshot.version + 1, answer)
            self.changed.notify_all()
        done.set_result("")
        return done

    def _begun(self, command: NewGame) -> Sitting:
        game = game_by_id(command.game)
        return begin_game(self.log, started(game, rules=command.rules, players=command.players))

    def _do(self, command: Any) -> Said:
        try:
            match command:
                case NewGame():
                    self.sitting = self._begun(command)
                    return Said.TABLE_READY
                case Play(action, text):
                    game, state = self.sitting.timeline.game, self.sitting.state
                    found = game.decode_action(state, action) if action else game.parse(state, text)
                    self.sitting.play(game.complete(state, found))
                    return Said.LEGAL
                case TakeBack(actions):
                    self.sitting.record(takeback(self.sitting.timeline, actions=actions))
                    return Said.TAKEN_BACK
                case _:
                    return Said.WAIT
        except ANTICIPATED:
            return Said.ILLEGAL

    def _play_any(self) -> None:
        timeline = self.sitting.timeline
        if timeline.game.to_act(timeline.state):
            self.sitting.play(timeline.game.sample(timeline.state, self.rng))

    def _shown(self, version: int, answer: Answer | None) -> Snapshot:
        timeline = self.sitting.timeline
        game, state = timeline.game, timeline.state
        to_act = game.to_act(state)
        phase = {"turns": TablePhase.TURNS, "bonus": TablePhase.BONUS}.get(
            game.phase(state), TablePhase.PREPARE if to_act else TablePhase.OVER
        )
        return replace(
            Snapshot(),
            version=version,
            phase=phase if CHANCE not in to_act else TablePhase.PREPARE,
            game_id=self.sitting.game_id,
            timeline=timeline,
            to_act=to_act,
            lying=game.placement(state),
            answer=answer,
        )


@click.command()
@click.argument("game", default="moons-and-stars")
@click.option("--port", default=8080)
@click.option("--steps", default=20, help="So many actions are played already.")
def main(game: str, port: int, steps: int) -> None:
    """Serve a panel on this machine until Ctrl-C."""
    with (
        TemporaryDirectory() as folder,
        RecordLog.open(Path(folder) / "games.sqlite") as log,
    ):
        table = HandTable(log, game, steps)
        app = create_app(Parts(table=table, log=log, settings=Settings(), folder=Path(folder)))
        server = Server(app, host="127.0.0.1", port=port)
        server.start()
        click.echo(f"http://127.0.0.1:{server.port}/")
        threading.Event().wait()


if __name__ == "__main__":
    main()
