"""The virtual table's camera: a table without hardware, photographed whenever one likes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from vision.render.render import Rendered, render
from vision.render.scene import Placed, Placement, Reach, Scene, lay_out
from vision.render.tables import TableSetup


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
