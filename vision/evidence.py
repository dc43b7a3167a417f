"""Evidence: what a photo says of each site, as probabilities over piles.

This is all that the referee gets to see of a photo: for every site how likely each pile's visible
piece and height is. Nothing here is decided; `Reading.best` names the likeliest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from companion.language.notices import Notice

F32 = NDArray[np.float32]

LEVELS = (1, 2)
_LEAST = -30.0
"""Log probabilities are not taken for less than this: nothing is quite impossible."""


class Status(Enum):
    """How the reading of a photo ended."""

    OK = "ok"
    """The board was read."""
    HAND = "hand"
    """A hand or an arm is in view."""
    UNREADABLE = "unreadable"
    """Too dark, blurred, glaring, or not a photo of this board."""
    BOARD_MOVED = "board-moved"
    """The board or the camera was moved and could not be followed."""


@dataclass(frozen=True, slots=True)
class Pile:
    """What is seen of one pile: the topmost piece, its level (1 = on the board), probability."""

    piece: str
    level: int
    p: float


@dataclass(frozen=True, slots=True, eq=False)
class SiteEvidence:
    """Log probabilities of what one site shows.

    nothing: of the bare board. piles: (2, L) float32, of each of L pieces on top at level 1, 2.
    They are normed: the exponentials sum to 1. Up to a constant they are log likelihoods.
    """

    site: str
    labels: tuple[str, ...]
    nothing: float
    piles: F32

    def log_p(self, piece: str | None, level: int = 1) -> float:
        """Return the log probability that `piece` is on top at `level`; None: the bare board.

        Pieces that were never taught are as good as impossible.
        """
        if piece is None:
            return max(self.nothing, _LEAST)
        if piece not in self.labels or level not in LEVELS:
            return _LEAST
        return max(float(self.piles[level - 1, self.labels.index(piece)]), _LEAST)

    def best(self) -> Pile | None:
        """Return the likeliest pile, or None when the bare board is likelier."""
        at = int(self.piles.argmax())
        level, label = divmod(at, len(self.labels))
        top = float(self.piles.ravel()[at])
        if self.nothing >= top:
            return None
        return Pile(self.labels[label], level + 1, float(np.exp(top)))

    @property
    def doubt(self) -> float:
        """The probability that the likeliest reading of the site is wrong."""
        top = max(self.nothing, float(self.piles.max()))
        return float(max(0.0, 1.0 - np.exp(top)))


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What one photo of a board says.

    status: OK or why nothing can be said; reason: why, for people, empty when OK.
    labels: (L) names of all pieces of the kit ("brown trap north", "blue stone", ...).
    nothing: (S,) float32 and piles: (S, 2, L) float32, log probabilities site by site in the order
    of `sites`; with another status than OK everything is equally likely.
    centre_mm (S, 2, 2), turn_deg (S, 2): where the best top of each level was seen, NaN = nowhere.
    notches: notch of each figure, counted from 1; a colour is missing when it was not seen.
    """

    status: Status
    reason: Notice
    sites: tuple[str, ...]
    labels: tuple[str, ...]
    nothing: F32
    piles: F32
    centre_mm: NDArray[np.float64]
    turn_deg: NDArray[np.float64]
    notches: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Check the shapes."""
        count, labels = len(self.sites), len(self.labels)
        if self.nothing.shape != (count,) or self.piles.shape != (count, len(LEVELS), labels):
            raise ValueError("the evidence has a wrong shape")

    def at(self, site: str) -> SiteEvidence:
        """Return one site's evidence; ValueError for a site that the board doesn't have."""
        k = self.sites.index(site)
        return SiteEvidence(site, self.labels, float(self.nothing[k]), self.piles[k])

    def seen(self) -> dict[str, Pile]:
        """Return the likeliest pile of each site that is not empty."""
        piles = ((site, self.at(site).best()) for site in self.sites)
        return {site: pile for site, pile in piles if pile is not None}


def nothing_said(
    status: Status, reason: Notice, sites: tuple[str, ...], labels: tuple[str, ...]
) -> Reading:
    """Return the reading of a photo that says nothing of the board."""
    count = len(sites)
    flat = -float(np.log(1 + len(LEVELS) * len(labels)))
    return Reading(
        status,
        reason,
        sites,
        labels,
        np.full(count, flat, dtype=np.float32),
        np.full((count, len(LEVELS), len(labels)), flat, dtype=np.float32),
        np.full((count, len(LEVELS), 2), np.nan),
        np.full((count, len(LEVELS)), np.nan),
    )
