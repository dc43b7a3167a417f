"""After a power cut: the game that lay on the table is laid there again."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from companion.errors import UnknownRecord
from companion.record import Abandoned, RecordLog
from companion.record.on_table import OnTable
from companion.referee.commands import ResumeGame
from companion.referee.refusing import Refused
from companion.referee.table import Table

WAIT_S = 30.0
"""A long game is replayed in much less; nobody waits longer for the panel."""
BY = "moontable"
"""Who asks for it: nobody at the table."""


@dataclass(frozen=True, slots=True)
class NotLaid:
    """The game that lay on the table, and why it does not lie there again."""

    game_id: int
    refusal: Refused


def lay_again(table: Table, log: RecordLog, kept: OnTable) -> NotLaid | None:
    """Go on with the game that was on the table when the program ended, however it ended.

    The table, which was given what is `kept`, asks again for all that hands owed then. A game that
    is over lies there as it ended. One that the players left for good does not, even if the program
    ended before the table could be told to be free. Returns what was not possible.
    """
    number = kept.game()
    if number is None:
        return None
    if _left(log, number):
        with suppress(OSError):  # it says the same at the next start
            kept.keep_game(None)
        return None
    try:
        refusal = table.do(ResumeGame(number), timeout_s=WAIT_S, by=BY).refusal
    except TimeoutError:
        return None  # it is under way: the panel opens, and shows it when it is there
    return None if refusal is None else NotLaid(number, refusal)


def _left(log: RecordLog, number: int) -> bool:
    try:
        events = log.read(number).events
    except UnknownRecord:
        return False  # to be told as a trouble
    return bool(events) and isinstance(events[-1].data, Abandoned)
