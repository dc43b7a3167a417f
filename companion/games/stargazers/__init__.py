"""Stargazers: cards light tiles of a four by four sky, and rows of three are taken."""

from companion.games.stargazers.game import Stargazers
from companion.games.stargazers.state import State

__all__ = ["Stargazers", "State"]
