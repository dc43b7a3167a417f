"""Moons and Stars: brown and blue ballits, two stones, seven deities."""

from companion.games.moons_and_stars.game import MoonsAndStars
from companion.games.moons_and_stars.state import State

__all__ = ["MoonsAndStars", "State"]
