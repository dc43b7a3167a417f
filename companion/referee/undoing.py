"""Steps that undo steps: what hands do to a table after a takeback."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.games.api import Carried, Changed, Effect, Placed, Placement, Removed

BACK = "put back"
"""The manner of a step that undoes another."""


def undone(effects: Iterable[Effect]) -> tuple[Effect, ...]:
    """The steps that undo `effects`, in the order of doing.

    A piece that was taken from under others is laid on top of them: only `reaches` tells whether
    the steps lead back to a table.
    """
    steps: list[Effect] = []
    for effect in effects:
        match effect:
            case Carried(ruling, pieces, origin, target):
                steps.insert(0, Carried(ruling, pieces, target, origin, BACK))
            case Removed(ruling, pieces, site):
                steps[:0] = [Placed(ruling, piece, site, BACK) for piece in pieces]
            case Placed(ruling, piece, site):
                steps.insert(0, Removed(ruling, (piece,), site, 0, BACK))
            case Changed():
                swapped = replace(effect, before=effect.after, after=effect.before, manner=BACK)
                steps.insert(0, swapped)
    return tuple(steps)


def reaches(lying: Placement, steps: Iterable[Effect], target: Placement) -> bool:
    """Whether the steps can be done one by one on a table, and lead to another."""
    try:
        lying = lying.after_all(steps)
    except ValueError:
        return False
    return dict(lying.piles) == dict(target.piles)
