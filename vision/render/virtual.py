"""The virtual table's camera: a table without hardware, photographed whenever one likes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from vision.render.render import Rendered, render
from vision.render.scene import Placed, Placement, Reach, Scene, lay_out
from vision.render.tables import TableSetup

_COPIES = 16


def _as_cube(piece: Placed, gone: list[Placed], used: set[tuple[str, int]]) -> Placed:
    """Return a newly laid piece as one of the set's cubes that is free; adds it to `used`.

    If one like it has gone from elsewhere, it is that one, else the first of its colour not in use.
    """
    for other in gone:
        if (other.colour, other.thing) == (piece.colour, piece.thing):
            gone.remove(other)
            copy = other.copy
            break
    else:
        order = ((piece.copy + k) % _COPIES for k in range(_COPIES))
        copy = next((k for k in order if (piece.colour, k) not in used), piece.copy)
    if piece.thing != "stone":
        used.add((piece.colour, copy))
    return replace(piece, copy=copy)


@dataclass(frozen=True, slots=True)
class VirtualTable:
    """A table and what lies on it; every change gives a new table.

    >>> from vision.render.tables import random_table
    >>> table = VirtualTable(random_table(7, size_px=(160, 120)))
    >>> table = table.laid({"e4": ["brown star"]}, seed=1)
    >>> table.photograph(seed=1).truth["points"]
    {'e4': ['brown star']}
    """

    setup: TableSetup
    pieces: tuple[Placed, ...] = ()
    notches: tuple[tuple[str, int], ...] = ()
    hand: Reach | None = None

    def laid(self, placement: Placement, *, seed: int) -> VirtualTable:
        """Return the table with a whole placement laid on it as untidily as its players do."""
        rng = np.random.default_rng([seed, 31])
        return replace(self, pieces=lay_out(self.setup.look, placement, self.setup.spread, rng))

    def relaid(self, placement: Placement, *, seed: int) -> VirtualTable:
        """Return the table changed to a placement; pieces that stay where they lay are not touched.

        A piece stays when it shows the same on the same point and level, and all below it stay.
        """
        rng = np.random.default_rng([seed, 33])
        fresh = lay_out(self.setup.look, placement, self.setup.spread, rng)
        old: dict[tuple[str | None, int], Placed] = {
            (p.site, p.level): p for p in self.pieces if p.site is not None
        }
        kept: dict[tuple[str | None, int], Placed] = {}
        for piece in sorted(fresh, key=lambda p: p.level):
            here = old.get((piece.site, piece.level))
            stands = piece.level == 0 or (piece.site, piece.level - 1) in kept
            if here is not None and here.name == piece.name and stands:
                kept[piece.site, piece.level] = here
        used = {(p.colour, p.copy) for p in kept.values() if p.thing != "stone"}
        gone = [p for p in self.pieces if kept.get((p.site, p.level)) is not p]
        pieces = [kept.get((p.site, p.level)) or _as_cube(p, gone, used) for p in fresh]
        return replace(self, pieces=tuple(pieces))

    def with_notches(self, notches: Mapping[str, int]) -> VirtualTable:
        """Return the table with the figures on these notches."""
        return replace(self, notches=tuple(notches.items()))

    def dragged(self, index: int, x_mm: float, y_mm: float, turn_deg: float) -> VirtualTable:
        """Return the table with piece `index` moved to a place; it counts on the nearest point.

        Dropped on a point that holds pieces it lies on top of them.
        """
        piece = self.pieces[index]
        layout = self.setup.look.layout
        site = layout.site_at(x_mm, y_mm)
        rest = [p for k, p in enumerate(self.pieces) if k != index]
        level = 0 if site is None else sum(p.site == site for p in rest)
        moved = replace(
            piece,
            x_mm=x_mm,
            y_mm=y_mm,
            turn_deg=turn_deg,
            site=site,
            level=level,
            base_mm=level * layout.piece_mm,
        )
        return replace(self, pieces=(*self._settled(rest, piece), moved))

    def lifted(self, index: int) -> VirtualTable:
        """Return the table without piece `index`; what lay on it comes down."""
        rest = [p for k, p in enumerate(self.pieces) if k != index]
        return replace(self, pieces=tuple(self._settled(rest, self.pieces[index])))

    def photograph(self, *, seed: int) -> Rendered:
        """Return the camera's picture now; `seed` makes the noise."""
        setup = self.setup
        scene = Scene(
            *(setup.look, setup.camera, setup.light, setup.sensor),
            *(self.pieces, self.notches, self.hand),
        )
        return render(scene, rng=np.random.default_rng([seed, 32]))

    def _settled(self, rest: list[Placed], gone: Placed) -> list[Placed]:
        """Lower the pieces that lay above one that is gone."""
        edge = self.setup.look.layout.piece_mm
        return [
            replace(p, level=p.level - 1, base_mm=(p.level - 1) * edge)
            if gone.site is not None and p.site == gone.site and p.level > gone.level
            else p
            for p in rest
        ]
