"""Photographs in files, read with a profile: for sessions that are played again."""

from __future__ import annotations

from pathlib import Path

from companion.language.notices import notice
from companion.referee.evidence import Evidence
from companion.referee.eyes import RollSeen
from vision.evidence import Status, nothing_said
from vision.photo import LONGEST_PX, PhotoProblem, load_photo
from vision.read import Table, read_board
from vision.testimony import Testimony, seen_roll
from vision.throws import read_throw


class Photographs:
    """Reads photographs of one table; see `companion.sessions.eyes.Reader`."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def board(self, photo: Path) -> Evidence:
        """What a photograph of the board tells; one that can't be decoded is unreadable."""
        try:
            pixels = load_photo(photo, longest_px=LONGEST_PX).pixels
        except PhotoProblem as problem:
            layout, labels = self._table.layout, self._table.kit.labels
            why = problem.said
            return Testimony(nothing_said(Status.UNREADABLE, why, layout.sites, labels))
        return Testimony(read_board(pixels, self._table))

    def roll(self, photo: Path) -> tuple[RollSeen | None, str]:
        """The cubes of a photographed roll, or None and why there are none."""
        try:
            pixels = load_photo(photo, longest_px=LONGEST_PX).pixels
        except PhotoProblem as problem:
            return None, problem.said
        roll = read_throw(pixels, self._table).roll
        if not roll.cubes:
            return None, roll.reason or notice("eyes.roll.none")
        return seen_roll(roll), ""
