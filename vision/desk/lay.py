"""Lay the virtual table as a game says it should lie: for newcomers, and after a refusal.

desk.change(shown_table(table.snapshot, rng))     # what the referee holds for right
desk.change(next_table(table.snapshot, rng))      # and one legal step further
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from companion.errors import MoontableError
from companion.games.api import Placement
from companion.language.notices import notice
from companion.referee.snapshot import Snapshot
from vision.desk.pieces import COLOURS
from vision.desk.playing import PlayTable

Change = Callable[[PlayTable], PlayTable]

_NOTCH = " notch "
_MOST_STEPS = 8
_GAME = "moons-and-stars"


class NothingToLay(MoontableError):
    """No game is on whose table could be laid."""


def shown_table(snapshot: Snapshot, rng: Random) -> Change:
    """Return the change that lays what is due now.

    In a game, the placement that the state shows. Before it, what its phase is about: a roll of
    whoever has to roll, a whole set-up of whoever has to set up. Raises NothingToLay.
    """
    game, state = _game(snapshot)
    phase = game.phase(state)
    if phase == "rolls":
        return _roll(game, state, rng)
    if phase == "set-up":
        for _ in range(_MOST_STEPS):
            if game.phase(state) != "set-up":
                break
            state = game.apply(state, game.sample(state, rng)).state
    return laid(game.placement(state), seed=rng.randrange(1 << 30))


def next_table(snapshot: Snapshot, rng: Random) -> Change:
    """Return the change that lays the table after some legal step. Raises NothingToLay."""
    game, state = _game(snapshot)
    if not game.to_act(state):
        raise NothingToLay(notice("desk.game-over"), notice("desk.begin-another"))
    if game.phase(state) in ("rolls", "set-up"):
        return shown_table(snapshot, rng)
    after = game.apply(state, game.sample(state, rng)).state
    return laid(game.placement(after), seed=rng.randrange(1 << 30))


def laid(placement: Placement, *, seed: int) -> Change:
    """Return the change that lays a placement, figures and all, with no hand in the way."""
    points: dict[str, list[str]] = {}
    notches: dict[str, int] = {}
    for site, pile in placement.piles.items():
        seat, _, notch = site.partition(_NOTCH)
        if notch.isdecimal() and seat in COLOURS and pile:
            notches[seat] = int(notch)
        elif pile:
            points[site] = [str(piece) for piece in pile]

    def change(table: PlayTable) -> PlayTable:
        table = table.laid(points, seed=seed).reached(None)
        most = table.setup.look.layout.notches
        for colour, notch in notches.items():
            table = table.with_notch(colour, min(notch, most))
        return table

    return change


def _roll(game: Any, state: Any, rng: Random) -> Change:
    """Return the change that throws the cubes of whoever has to roll."""
    action = game.sample(state, rng)
    colour = next((c for c in COLOURS if c in game.format(state, action).split()[1]), COLOURS[0])
    seed = rng.randrange(1 << 30)
    return lambda table: table.reached(None).rolled(colour, seed=seed)


def _game(snapshot: Snapshot) -> tuple[Any, Any]:
    """Return (game, state) of the game on the table. Raises NothingToLay."""
    timeline = snapshot.timeline
    if timeline is None:
        raise NothingToLay(notice("desk.no-game"), notice("desk.begin"))
    if timeline.game.spec.id != _GAME:
        raise NothingToLay(notice("desk.other-game"), notice("desk.on-the-panel"))
    return timeline.game, timeline.state
