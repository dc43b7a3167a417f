"""MOON: four registers of bits, a few operations, and the values that a landing needs."""

from companion.games.moon.game import Moon
from companion.games.moon.state import State

__all__ = ["Moon", "State"]
