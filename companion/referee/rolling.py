"""The camera as the dice: a roll that lies on the table is an action of chance."""

from __future__ import annotations

from companion.games.api import TakesRolls
from companion.referee.bench import Bench
from companion.referee.eyes import RollSighting
from companion.referee.playing import do
from companion.referee.snapshot import Said


def rolled(bench: Bench, sighting: RollSighting) -> None:
    """Take a roll that can be read to the last cube; else say which cubes are in doubt."""
    roll, photo = sighting.roll, sighting.photo
    bench.change(roll=roll)
    game, state = bench.game, bench.state
    if roll is None or not isinstance(game, TakesRolls):
        bench.say(Said.UNREADABLE, reason=sighting.reason, photo=photo)
        return
    action = game.rolled(state, roll.colour, roll.faces, unreadable=len(roll.unread))
    if action is None or not roll.sure:
        bench.say(Said.ROLL_UNCLEAR, seat=roll.colour, reason=roll.reason, photo=photo)
        return
    ruling = game.rule_on(state, action)
    if ruling.legal:
        do(bench, action, ruling=ruling, said=Said.ROLL)
    else:
        bench.say(
            Said.ROLL_UNCLEAR, seat=roll.colour, ruling=ruling, reason=roll.reason, photo=photo
        )
