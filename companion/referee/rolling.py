"""The camera as the dice: a roll that lies on the table is an action of chance."""

from __future__ import annotations

from typing import Any

from companion.games.api import TakesRolls
from companion.referee.bench import Bench
from companion.referee.eyes import RollSeen, RollSighting
from companion.referee.playing import do
from companion.referee.snapshot import Said


def is_taken(bench: Bench, sighting: RollSighting) -> bool:
    """Whether a roll can be read to the last cube, and may be what was rolled."""
    action = _action(bench, sighting.roll)
    return action is not None and bench.game.is_legal(bench.state, action)


def rolled(bench: Bench, sighting: RollSighting) -> None:
    """Take a roll that can be read to the last cube; else say which cubes are in doubt."""
    roll, photo = sighting.roll, sighting.photo
    bench.change(roll=roll)
    if roll is None or not isinstance(bench.game, TakesRolls):
        bench.say(Said.UNREADABLE, reason=sighting.reason, photo=photo)
        return
    action = _action(bench, roll)
    if action is None:
        bench.say(Said.ROLL_UNCLEAR, seat=roll.colour, reason=roll.reason, photo=photo)
        return
    ruling = bench.game.rule_on(bench.state, action)
    if ruling.legal:
        do(bench, action, ruling=ruling, said=Said.ROLL)
    else:
        bench.say(
            Said.ROLL_UNCLEAR, seat=roll.colour, ruling=ruling, reason=roll.reason, photo=photo
        )


def _action(bench: Bench, roll: RollSeen | None) -> Any:
    """The action of chance that a roll stands for, legal or not; None where it stands for none."""
    if roll is None or not roll.sure or not isinstance(bench.game, TakesRolls):
        return None
    return bench.game.rolled(bench.state, roll.colour, roll.faces, unreadable=len(roll.unread))
