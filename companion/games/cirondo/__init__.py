"""Cirondo: moons, planets and solar systems on eight rings around the void."""

from companion.games.cirondo.game import Cirondo
from companion.games.cirondo.state import State

__all__ = ["Cirondo", "State"]
