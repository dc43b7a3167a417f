"""The plain words that the protocol uses for who acts, and for what can be written down."""

from __future__ import annotations

from typing import Any

Seat = str
"""Who acts: one of ``Spec.seats``, or `CHANCE`."""

CHANCE: Seat = "chance"
"""The seat of dice, lots and shuffled cards: chance is an action, so a record needs no luck."""

Json = Any
"""A value that `json` can write: dict, list, str, int, float, bool or None."""
