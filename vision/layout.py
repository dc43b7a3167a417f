"""Layouts: the sites of a board, where they lie on its plane and what may stand there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

_SITE = re.compile(r"([a-z])([1-9][0-9]?)")
_FEWEST, _MOST = 3, 26


@dataclass(frozen=True, slots=True)
class Layout:
    """A board of grid points: `columns` files (a, b, ...) by `rows` ranks (1, 2, ...).

    pitch_mm: distance of neighbouring points. piece_mm: edge of a cube. notches: number of
    notches at the west and at the east edge for the figures (0 = none).

    >>> Layout(9, 9, 32.0, 16.0).site_mm("b3")
    (32.0, 64.0)
    """

    columns: int = 9
    rows: int = 9
    pitch_mm: float = 32.0
    piece_mm: float = 16.0
    notches: int = 0

    def __post_init__(self) -> None:
        """Refuse boards that cannot be named or drawn."""
        if not (_FEWEST <= self.columns <= _MOST and _FEWEST <= self.rows <= _MOST):
            raise ValueError(
                f"a board has {_FEWEST} to {_MOST} columns and rows, "
                f"not {self.columns} x {self.rows}"
            )
        if not (0 < self.piece_mm < self.pitch_mm < float("inf")):
            raise ValueError(
                "pieces must be smaller than the pitch of the grid, and both more than 0 mm: "
                f"piece {self.piece_mm} mm, pitch {self.pitch_mm} mm"
            )
        if self.notches < 0:
            raise ValueError(f"the number of notches cannot be negative: {self.notches}")

    @property
    def sites(self) -> tuple[str, ...]:
        """All site names, rank by rank from the south: a1, b1, ..., i9."""
        return _sites(self.columns, self.rows)

    @property
    def points_mm(self) -> NDArray[np.float64]:
        """The sites' places (columns * rows, 2) in mm, in the order of `sites`; read-only."""
        return _points_mm(self.columns, self.rows, float(self.pitch_mm))

    @property
    def corners_mm(self) -> NDArray[np.float64]:
        """The outermost points (4, 2) in mm: a1, the south-east, the north-east, the north-west."""
        east, north = (self.columns - 1) * self.pitch_mm, (self.rows - 1) * self.pitch_mm
        return np.array([[0.0, 0.0], [east, 0.0], [east, north], [0.0, north]])

    @property
    def corner_sites(self) -> tuple[str, str, str, str]:
        """Names of the outermost points in the order of `corners_mm`: a1, i1, i9, a9."""
        east = chr(ord("a") + self.columns - 1)
        return ("a1", f"{east}1", f"{east}{self.rows}", f"a{self.rows}")

    def grid_indices(self, site: str) -> tuple[int, int]:
        """Return (column, row) of a site name, both from 0; ValueError when it is off the board."""
        match = _SITE.fullmatch(site)
        if match:
            column, row = ord(match[1]) - ord("a"), int(match[2]) - 1
            if column < self.columns and row < self.rows:
                return column, row
        last = self.corner_sites[2]
        raise ValueError(f"{site!r} is not a point of this board (a1 to {last})")

    def site_mm(self, site: str) -> tuple[float, float]:
        """Return the place (x, y) in mm of a site name; ValueError when it is off the board."""
        column, row = self.grid_indices(site)
        return column * float(self.pitch_mm), row * float(self.pitch_mm)

    def site_at(self, x_mm: float, y_mm: float) -> str | None:
        """Return the site whose cell (half a pitch around its point) holds the place, or None."""
        column, row = round(x_mm / self.pitch_mm), round(y_mm / self.pitch_mm)
        if 0 <= column < self.columns and 0 <= row < self.rows:
            return f"{chr(ord('a') + column)}{row + 1}"
        return None

    def to_json(self) -> dict[str, Any]:
        """Return plain numbers, fit for JSON."""
        return {
            "columns": self.columns,
            "rows": self.rows,
            "pitch_mm": self.pitch_mm,
            "piece_mm": self.piece_mm,
            "notches": self.notches,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Layout:
        """Return the layout written by `to_json`; ValueError when something is missing or wrong."""
        try:
            return cls(
                int(data["columns"]),
                int(data["rows"]),
                float(data["pitch_mm"]),
                float(data["piece_mm"]),
                int(data.get("notches", 0)),
            )
        except (KeyError, TypeError) as error:
            raise ValueError(f"this is not a layout: {error!r}") from error


@lru_cache(maxsize=32)
def _sites(columns: int, rows: int) -> tuple[str, ...]:
    """Site names rank by rank from the south."""
    return tuple(
        f"{chr(ord('a') + column)}{row + 1}" for row in range(rows) for column in range(columns)
    )


@lru_cache(maxsize=32)
def _points_mm(columns: int, rows: int, pitch_mm: float) -> NDArray[np.float64]:
    """Places of the sites (N, 2) in mm, in the order of `_sites`; read-only."""
    x, y = np.meshgrid(np.arange(columns), np.arange(rows))
    points = np.column_stack([x.ravel(), y.ravel()]).astype(np.float64) * pitch_mm
    points.flags.writeable = False
    return points
