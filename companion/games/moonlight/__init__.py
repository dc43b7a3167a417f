"""Moonlight: two wolf packs lay numbered cards for the territory of the mountain."""

from companion.games.moonlight.game import Moonlight
from companion.games.moonlight.state import State

__all__ = ["Moonlight", "State"]
