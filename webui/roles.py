"""Who looks at the panel, and what that person may do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from companion.games.api import Seat


class Role(IntEnum):
    """What a viewer may do; each may do all that the ones before it may."""

    SPECTATOR = 0
    """Sees the table and asks."""
    PLAYER = 1
    """Acts for a seat, presses done, takes back."""
    REFEREE = 2
    """Overrules, corrects, resynchronises, begins and ends games; acts for any seat."""
    ADMIN = 3
    """Sets the camera and the table up, shows the PINs."""

    @property
    def word(self) -> str:
        """The role as the API writes it."""
        return self.name.lower()


def role_of(word: str) -> Role | None:
    """The role by its word; None if there is none of that name."""
    return next((role for role in Role if role.word == word), None)


@dataclass(frozen=True, slots=True)
class Viewer:
    """Whoever made a request. ``device`` names the browser that joined; empty: it did not.

    ``own_screen``: the request comes from the machine that the table runs on.
    """

    role: Role = Role.SPECTATOR
    seat: Seat | None = None
    language: str = "en"
    name: str = ""
    device: str = ""
    own_screen: bool = False

    @property
    def called(self) -> str:
        """The name for the record: what the person said, or the role."""
        return self.name or self.role.word
