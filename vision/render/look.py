"""How one table looks: its board, cloth, set of pieces and figures. Frozen, made from a seed."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from vision.layout import Layout
from vision.render.materials import Colour, Surface
from vision.render.strokes import Drawing
from vision.render.symbols import Hand


class Finish(Enum):
    """How the symbols came onto the cubes."""

    PRINTED = "printed"
    """Clean ink straight on the piece."""
    STICKER = "sticker"
    """A label with its own ground colour."""
    PAINTED = "painted"
    """Brush strokes, uneven cover."""
    ENGRAVED = "engraved"
    """Cut or pressed in: seen by its shading, perhaps a little darker."""
    BURNT = "burnt"
    """Dark brown strokes with scorched rims."""


class Shape(Enum):
    """Forms of stones."""

    PEBBLE = "pebble"
    DISC = "disc"
    DOME = "dome"
    BLOCK = "block"


@dataclass(frozen=True, slots=True)
class SetLook:
    """The pieces of one set.

    symbols: face -> drawing as (face, drawing) pairs. body, ink, ground: linear BGR by colour of
    the player (brown, blue); ground is that of stickers. cover: how much of the body the ink
    hides (0..1). depth_mm: of an engraving. round_mm: radius of the cubes' edges. size_spread:
    relative spread of the edge lengths. sides: which face follows which around a cube.
    """

    symbols: tuple[tuple[str, Drawing], ...]
    hand: Hand
    finish: Finish
    surface: Surface
    body: tuple[Colour, Colour]
    ink: tuple[Colour, Colour]
    ground: tuple[Colour, Colour]
    cover: float
    depth_mm: float
    round_mm: float
    size_spread: float
    gloss: float
    grain_depth: float
    frame: bool
    sides: tuple[int, ...]
    stone_shape: Shape
    stone_mm: tuple[float, float]
    stone_colours: tuple[Colour, Colour]
    figure_mm: tuple[float, float]
    figure_colours: tuple[Colour, Colour]


@dataclass(frozen=True, slots=True)
class BoardLook:
    """The board and what it lies on.

    margin_mm: from the outer points to the rim, (x, y). line_mm: width of the lines.
    line_cover: how much of the wood the lines hide; engraved lines are shaded instead.
    notch_x_mm: distance of the notches outside the first file. notch_step_mm, notch_start_mm:
    spacing and first notch north of rank 1 (blue's are the same after half a turn).
    marker_mm: edge of the ArUco corner markers, 0 = none.
    """

    wood: Colour
    surface: Surface
    grain_depth: float
    grain_turn: int
    gloss: float
    line: Colour
    line_mm: float
    line_cover: float
    engraved: bool
    star_points: bool
    margin_mm: tuple[float, float]
    thick_mm: float
    notch: Colour
    notch_mm: float
    notch_ring: bool
    notch_x_mm: float
    notch_step_mm: float
    notch_start_mm: float
    marker_mm: float
    table: Colour
    table_surface: Surface
    table_depth: float


@dataclass(frozen=True, slots=True)
class TableLook:
    """A whole table; `seed` fixes the grain of its wood and each copy of each face."""

    seed: int
    layout: Layout
    pieces: SetLook
    board: BoardLook
    name: str = field(default="table")

    def notch_mm(self, colour: str, number: int) -> tuple[float, float]:
        """Return the place (x, y) in mm of a player's notch, counted from 1."""
        east, north = self.layout.corners_mm[2]
        x = -self.board.notch_x_mm
        y = self.board.notch_start_mm + (number - 1) * self.board.notch_step_mm
        return (x, y) if colour == "brown" else (float(east) - x, float(north) - y)

    def __hash__(self) -> int:
        """Tables of one program run differ by seed and name."""
        return hash((self.seed, self.name))
