"""The camera as the dice: a roll that lies on the table is an action of chance."""

from __future__ import annotations

from typing import Any

from companion.games.api import CHANCE, TakesRolls
from companion.language.notices import SILENCE, notice, together
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
    roll, photo, instead = sighting.roll, sighting.photo, _instead(bench)
    bench.change(roll=roll)
    if roll is None or not isinstance(bench.game, TakesRolls):
        bench.say(Said.UNREADABLE, reason=together(sighting.reason, instead), photo=photo)
        return
    action = _action(bench, roll)
    if action is None:
        reason = together(roll.reason, instead)
        bench.say(Said.ROLL_UNCLEAR, seat=roll.colour, reason=reason, photo=photo)
        return
    ruling = bench.game.rule_on(bench.state, action)
    if ruling.legal:
        do(bench, action, ruling=ruling, said=Said.ROLL)
    else:
        bench.say(
            Said.ROLL_UNCLEAR, seat=roll.colour, ruling=ruling, reason=roll.reason, photo=photo
        )


def _instead(bench: Bench) -> str:
    """What else may be done than roll: who keeps a roll need not leave its cubes lying there."""
    deciding = bench.game.to_act(bench.state) - {CHANCE}
    return notice("referee.keep-roll") if deciding else SILENCE


def _action(bench: Bench, roll: RollSeen | None) -> Any:
    """The action of chance that a roll stands for, legal or not; None where it stands for none."""
    if roll is None or not roll.sure or not isinstance(bench.game, TakesRolls):
        return None
    return bench.game.rolled(bench.state, roll.colour, roll.faces, unreadable=len(roll.unread))
