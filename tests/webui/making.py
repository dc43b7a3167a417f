"""Panels and browsers for the tests: the real application on a real table, without a network."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.config import Settings
from companion.record import Durability, RecordLog
from companion.referee.commands import NewGame, Play
from companion.referee.snapshot import Snapshot
from companion.referee.table import Table
from webui.app import close_app, create_app
from webui.parts import Parts

PHONE = "192.0.2.7"
"""An address of somebody in the room."""
OURS = {"X-Moontable": "1"}


@dataclass
class Browser:
    """One browser: its cookies, and where it is."""

    client: FlaskClient
    address: str = PHONE
    headers: dict[str, str] = field(default_factory=dict)

    def get(self, path: str, **options: Any) -> TestResponse:
        """Look at something."""
        return self._open("GET", path, options)

    def post(self, path: str, json: Any = None, **options: Any) -> TestResponse:
        """Ask for something."""
        options.setdefault("headers", OURS)
        return self._open("POST", path, {"json": json, **options})

    def order(self, kind: str, **fields: Any) -> TestResponse:
        """Give the table a command."""
        return self.post("/api/commands", {"type": kind, **fields})

    def table(self) -> dict[str, Any]:
        """The table as this browser sees it."""
        found: dict[str, Any] = self.get("/api/table").get_json()
        return found

    def _open(self, method: str, path: str, options: dict[str, Any]) -> TestResponse:
        headers = {**self.headers, **options.pop("headers", {})}
        base = options.pop("environ_base", {"REMOTE_ADDR": self.address})
        return self.client.open(path, method=method, headers=headers, environ_base=base, **options)


@dataclass
class Panel:
    """The application with what it works on."""

    app: Flask
    table: Table
    log: RecordLog
    folder: Path

    def begin(self, game: str, *, steps: int = 0, seed: int = 1, **rules: Any) -> Snapshot:
        """Put a game on the table and play some random actions."""
        self.table.do(NewGame(game, rules=rules))
        return self.play_on(steps, seed=seed)

    def play_on(self, steps: int, *, seed: int = 1) -> Snapshot:
        """Play random actions, as far as the game goes."""
        rng = Random(seed)
        for _ in range(steps):
            timeline = self.table.snapshot.timeline
            assert timeline is not None
            if not self.table.snapshot.to_act:
                break
            action = timeline.game.sample(timeline.state, rng)
            self.table.do(Play(timeline.game.encode_action(action)))
        return self.table.snapshot

    def own_screen(self) -> Browser:
        """The browser on the table's own screen."""
        return Browser(self.app.test_client(), address="127.0.0.1")

    def spectator(self, address: str = PHONE) -> Browser:
        """A browser that has not joined."""
        return Browser(self.app.test_client(), address=address)

    def joined(self, role: str = "player", seat: str | None = None, name: str = "Ada") -> Browser:
        """A browser that has joined."""
        browser = self.spectator()
        pin = self.own_screen().get("/api/invite").get_json()["pins"][role]
        body = {"pin": pin, "name": name, **({} if seat is None else {"seat": seat})}
        answer = browser.post("/api/join", body)
        assert answer.status_code == 200, answer.get_json()
        return browser


@contextmanager
def made_panel(folder: Path, settings: Settings | None = None, **parts: Any) -> Iterator[Panel]:
    """A panel on a table that nobody plays at yet."""
    log = RecordLog.open(folder / "games.sqlite", durability=Durability.KILL)
    with log, Table(log, rng=Random(7)) as table:
        app = create_app(
            Parts(
                table=table,
                log=log,
                settings=settings or Settings(),
                folder=folder,
                addresses=("http://192.0.2.1:8080",),
                **parts,
            )
        )
        try:
            yield Panel(app, table, log, folder)
        finally:
            close_app(app)


def with_panel(settings: Settings, **panel: Any) -> Settings:
    """Settings with another [panel]."""
    return replace(settings, panel=replace(settings.panel, **panel))
