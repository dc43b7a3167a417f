"""Reading a roll where the board may have been pushed, or be another table's.

    throw = read_throw(photo, table)
    throw.roll            # no cubes, and a reason, where the photo shows no roll of this table

A roll lies anywhere and may hide much of the board, so what is read is only refused where the board
itself is seen to be another's, by the checks of `vision.read`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.language.notices import Notice, notice
from vision.board import BoardFit, BoardNotFound, refind
from vision.light import Image
from vision.look import change_of
from vision.moved import BoardMotion, Motion, board_motion
from vision.read import Table, has_no_lines, is_strange
from vision.roll import Roll, read_roll
from vision.view import as_taken, seen_from


@dataclass(frozen=True, slots=True, eq=False)
class Throw:
    """A roll, and the table as it lies. ``pushed``: the board was found in another place."""

    table: Table
    roll: Roll
    pushed: bool = False


def read_throw(photo: Image, table: Table, *, learned: Table | None = None) -> Throw:
    """Return the roll on a photo (BGR, of the table's camera).

    learned: the table as it was taught, where `table` has been followed since.
    """
    taken = as_taken(photo, table.view.camera)
    if taken is None:
        return Throw(table, read_roll(photo, table.view, table.kit))
    motion = board_motion(taken, table.fit)
    lost: Notice | None = None
    pushed = False
    if motion.motion is Motion.MOVED:
        try:
            table = reposed(learned or table, refind(taken, table.fit))
            pushed = True
        except BoardNotFound as problem:
            lost = problem.said
    roll = read_roll(taken, table.view, table.kit)
    if lost is not None and not roll.cubes:
        return Throw(table, replace(roll, reason=lost))
    unread = not roll.cubes and roll.reason != notice("eyes.roll.nothing")
    if unread or not _is_another(taken, table, None if pushed else motion):
        return Throw(table, roll, pushed)
    other = notice("eyes.other-table")
    return Throw(table, replace(roll, colour="", cubes=(), unread=(), reason=other))


def _is_another(taken: Image, table: Table, motion: BoardMotion | None) -> bool:
    """Tell whether the board is another table's; motion: None where it was found elsewhere."""
    if motion is None:
        return is_strange(table.view, change_of(taken, table.view))
    return has_no_lines(motion)


def reposed(learned: Table, found: BoardFit) -> Table:
    """Return the table that was learned, with its board where it was found now."""
    return replace(learned, fit=found, view=seen_from(learned.view, found.camera))
