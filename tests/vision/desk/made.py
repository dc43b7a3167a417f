"""The virtual table, learned once for all tests: some seconds."""

from __future__ import annotations

from functools import cache

from calibration.profile import Profile
from vision.desk.learned import learned
from vision.desk.playing import PlayTable
from vision.desk.setting import desk_setup
from vision.eyes import TableEyes
from vision.sources.virtual import Desk, VirtualSource
from vision.unrest import AlwaysQuiet, TableUnrest


@cache
def desk_profile() -> Profile:
    """The profile of the virtual table."""
    return learned(desk_setup())


def play_table() -> PlayTable:
    """A virtual table on which nothing lies."""
    return PlayTable.begun(desk_setup())


def desk_eyes(table: PlayTable | None = None, *, watchful: bool = False) -> TableEyes:
    """Eyes on a virtual table, ready to look; ``watchful``: they wait for it to come to rest."""
    desk = Desk(table or play_table())
    source = VirtualSource(desk)
    eyes = TableEyes(source, TableUnrest(source) if watchful else AlwaysQuiet(), desk=desk)
    eyes.use(desk_profile())
    return eyes
