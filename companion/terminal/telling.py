"""A recorded action in a line or two, for people who read a game again."""

from __future__ import annotations

from companion.language.catalogue import Catalogue
from companion.record.events import Overruled
from companion.record.replay import Step, Timeline


def told_step(timeline: Timeline, index: int, step: Step, say: Catalogue) -> str:
    """The number of an action, who did it, its notation, and what a hand had to do."""
    line = f"{index:4}. {step.seat}: {step.notation}"
    if isinstance(step.event.data, Overruled):
        line += f"  ({say.say('console.stands', by=step.event.data.by)})"
    before = timeline.state_at(index - 1)
    if timeline.game.phase(before) in ("turns", "bonus") and len(step.effects) > 1:
        line += f"\n        {say.steps_sentence(step.effects)}"
    return line
