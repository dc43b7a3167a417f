"""The seven deities: what each bonus allows and does, behind one small table of functions."""

from __future__ import annotations

from typing import Any

from companion.games.moons_and_stars.deities.agbert import AGBERT
from companion.games.moons_and_stars.deities.cadbeth import CADBETH
from companion.games.moons_and_stars.deities.deed import BonusRules, Deed
from companion.games.moons_and_stars.deities.dirlydwurg import DIRLYDWURG
from companion.games.moons_and_stars.deities.simple import JOTHI, KEDDEP, LAMBAN
from companion.games.moons_and_stars.deities.yinnok import YINNOK
from companion.games.moons_and_stars.state import State

BONUS_RULES: dict[str, BonusRules[Any]] = {
    "cadbeth": CADBETH,
    "lamban": LAMBAN,
    "yinnok": YINNOK,
    "agbert": AGBERT,
    "jothi": JOTHI,
    "keddep": KEDDEP,
    "dirlydwurg": DIRLYDWURG,
}
"""Deity -> its rules."""


def has_task(state: State, side: int) -> bool:
    """Whether a side's deity has anything to do now; else its bonus lapses (MS-60)."""
    deity = state.deities[side]
    return deity is not None and BONUS_RULES[deity].has_task(state, side)


__all__ = ["BONUS_RULES", "BonusRules", "Deed", "has_task"]
