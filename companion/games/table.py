"""What lies on a table, and the steps a hand does: pieces, piles, placements, effects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing that can lie on a table, by the game's own words.

    >>> str(Piece("brown", "trap", "north"))
    'brown trap north'
    """

    owner: str
    kind: str
    facing: str = ""

    def __str__(self) -> str:
        return " ".join(word for word in (self.owner, self.kind, self.facing) if word)


Pile = tuple[Piece, ...]
"""Pieces on one site, bottom first; never empty inside a placement."""


@dataclass(frozen=True, slots=True)
class Placement:
    """What lies on the table: site -> pile. Sites with nothing on them are not in ``piles``.

    The one value that passes between eyes and rules. Sites are the game's names ("e4", and for
    a token beside the board "brown notch 3").
    """

    piles: Mapping[str, Pile] = field(default_factory=dict)

    def at(self, site: str) -> Pile:
        """The pile on `site`, bottom first; empty if nothing lies there."""
        return self.piles.get(site, ())

    def after(self, effect: Effect) -> Placement:
        """The placement once a hand has done `effect`.

        Raises ValueError if the table does not hold what the effect takes up.
        """
        piles = dict(self.piles)
        effect.act(piles)
        return Placement(piles)

    def after_all(self, effects: Iterable[Effect]) -> Placement:
        """The placement once a hand has done all of these, one by one; as `after`."""
        placement = self
        for effect in effects:
            placement = placement.after(effect)
        return placement


def _take(piles: dict[str, Pile], site: str, pieces: Pile, *, index: int | None = None) -> None:
    pile = piles.get(site, ())
    start = len(pile) - len(pieces) if index is None else index
    if start < 0 or pile[start : start + len(pieces)] != pieces:
        raise ValueError(f"{site} does not hold {', '.join(map(str, pieces))}")
    rest = pile[:start] + pile[start + len(pieces) :]
    if rest:
        piles[site] = rest
    else:
        piles.pop(site, None)


@dataclass(frozen=True, slots=True)
class Effect:
    """One physical step that a hand must do, and the ruling that asks for it.

    ``act`` does the step on a mutable site -> pile mapping; raises ValueError where it can't be.
    """

    ruling: str

    def act(self, piles: dict[str, Pile]) -> None:
        """Do the step on `piles`."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Carried(Effect):
    """The topmost `pieces` of `origin` are lifted together and set down on top of `target`.

    ``via`` names the sites passed on the way (for a pull, the traps); ``manner`` is one of
    "moved", "pulled" or the game's own word.
    """

    pieces: Pile
    origin: str
    target: str
    manner: str = "moved"
    via: tuple[str, ...] = ()

    def act(self, piles: dict[str, Pile]) -> None:
        """Lift from `origin`, set down on `target`."""
        _take(piles, self.origin, self.pieces)
        piles[self.target] = piles.get(self.target, ()) + self.pieces


@dataclass(frozen=True, slots=True)
class Removed(Effect):
    """`pieces` leave `site` and the board; ``index`` is the place in the pile of the lowest.

    ``via`` names what took them there (for a lethal pull, the traps).
    """

    pieces: Pile
    site: str
    index: int = 0
    manner: str = "captured"
    via: tuple[str, ...] = ()

    def act(self, piles: dict[str, Pile]) -> None:
        """Take the pieces off the board."""
        _take(piles, self.site, self.pieces, index=self.index)


@dataclass(frozen=True, slots=True)
class Placed(Effect):
    """`piece` comes onto the board, on top of `site`."""

    piece: Piece
    site: str
    manner: str = "placed"

    def act(self, piles: dict[str, Pile]) -> None:
        """Put the piece on top of the site."""
        piles[self.site] = (*piles.get(self.site, ()), self.piece)


@dataclass(frozen=True, slots=True)
class Changed(Effect):
    """The piece at ``index`` of `site`'s pile is turned, or turned over, and is then `after`."""

    before: Piece
    after: Piece
    site: str
    index: int = 0
    manner: str = "turned"

    def act(self, piles: dict[str, Pile]) -> None:
        """Turn the piece where it lies."""
        pile = piles.get(self.site, ())
        if not 0 <= self.index < len(pile) or pile[self.index] != self.before:
            raise ValueError(f"{self.site} does not hold {self.before}")
        piles[self.site] = (*pile[: self.index], self.after, *pile[self.index + 1 :])
