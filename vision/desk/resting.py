"""Waiting for the virtual table to come to rest: pieces jump there, nothing is ever half-way."""

from __future__ import annotations

from vision.unrest import TableUnrest


class DeskUnrest(TableUnrest):
    """Tells what has changed on a virtual table, as of any other; whether it is quiet it knows.

    A drawn photograph shows the table of one moment, and no hand that leaves: whoever has pressed
    needn't wait for calm. What nobody has pressed for is looked at after a calm, as everywhere.
    """

    def wait_quiet(self, timeout_s: float) -> bool:
        """Say so at once."""
        del timeout_s
        return True
