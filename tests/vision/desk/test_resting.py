"""On the virtual table a press waits for no calm, and what has changed is told as elsewhere."""

from __future__ import annotations

from tests.vision.desk.made import play_table
from tests.vision.sources.waiting import until
from vision.desk.resting import DeskUnrest
from vision.sources.virtual import Desk, VirtualSource


def test_it_is_quiet_at_once_and_tells_a_change_after_a_calm() -> None:
    desk = Desk(play_table())
    source = VirtualSource(desk)
    unrest = DeskUnrest(source)
    until(lambda: source.latest() is not None and source.state().since_s > 0)
    unrest.wait_changed(10.0)
    unrest.looked()
    desk.change(lambda table: table.put_on("brown-3", "e5", seed=1))
    assert unrest.wait_quiet(0.0)
    assert unrest.wait_changed(10.0)
    assert not unrest.wait_changed(0.1)
    unrest.close()
    source.close()
