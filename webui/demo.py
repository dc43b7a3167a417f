"""A panel to look at while working on it: `python -m webui.demo [GAME] [--port N] [--steps N]`.

A table played by hand, with a record in a folder that is thrown away, a few actions already played.
"""

from __future__ import annotations

import threading
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import click

from companion.config import Settings
from companion.record import RecordLog
from companion.referee.commands import NewGame, Play
from companion.referee.table import Table
from webui.app import close_app, create_app
from webui.parts import Parts
from webui.serving import Server


def play_on(table: Table, steps: int, *, seed: int = 1) -> None:
    """Play so many random actions, as far as the game goes."""
    rng = Random(seed)
    for _ in range(steps):
        timeline = table.snapshot.timeline
        if timeline is None or not table.snapshot.to_act:
            return
        game, state = timeline.game, timeline.state
        table.do(Play(game.encode_action(game.sample(state, rng))))


@click.command()
@click.argument("game", default="moons-and-stars")
@click.option("--port", default=8080)
@click.option("--steps", default=20, help="So many actions are played already.")
def main(game: str, port: int, steps: int) -> None:
    """Serve a panel on this machine until Ctrl-C."""
    with (
        TemporaryDirectory() as folder,
        RecordLog.open(Path(folder) / "games.sqlite") as log,
        Table(log) as table,
    ):
        table.do(NewGame(game, players={}))
        play_on(table, steps)
        app = create_app(
            Parts(
                table=table,
                log=log,
                settings=Settings(),
                folder=Path(folder),
                addresses=(f"http://127.0.0.1:{port}",),
            )
        )
        server = Server(app, host="127.0.0.1", port=port)
        server.start()
        click.echo(f"http://127.0.0.1:{server.port}/")
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            server.close(before=lambda: close_app(app))


if __name__ == "__main__":
    main()
