"""Cut the tops of whole tables as the reader finds them, for `vision.train.tune_embedding`.

    python -m vision.train.tops --out DIR RIGDIR...

Each RIGDIR comes from `vision.train.tables`, `vision.render.rig` or `benchmarks.reliefs`. Every
table is learned from its teaching photos as an owner would; the tops of its boards, teaching photos
and rolls are cut where the reader sees them, with all the errors that it makes, but called what
they are. One file a table; tables that have their file already are passed over.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.build import learn_table
from vision.kit import COLOURS, Kit
from vision.light import Image, PhotoLog
from vision.likeness import face_crops
from vision.look import look
from vision.photo import LONGEST_PX, load_photo
from vision.render.symbols import FACES
from vision.roll_weighing import rolled_squares
from vision.sites import measure
from vision.train.keeping import keeping_command
from vision.view import View

Floats = NDArray[np.float64]

WIDE_PX, WIDE_SPAN = 112, 1.75
"""Edge of a cut in pixels, and as a multiple of the cube's edge: there is room to cut it anew."""
_NEAR = 0.35
"""A rolled square is the cube whose middle is within so much of an edge."""


@dataclass(frozen=True, slots=True)
class Top:
    """A top where the reader sees it, x, y, height in mm and turn in degrees, and what it is."""

    place: tuple[float, float, float, float]
    colour: int
    face: str
    true_turn_deg: float

    @property
    def quarter(self) -> int:
        """The quarter turns by which the art lies turned in the cut, which is about north up."""
        turn = self.place[3]
        return round((self.true_turn_deg - (turn + 45) % 90 + 45) / 90) % 4


def tops_on_board(photo: Image, view: View, kit: Kit, truth: dict[str, Any]) -> Iterator[Top]:
    """Yield the uppermost cubes of a board at the places where the reader looks for them."""
    found = measure(view, kit, look(photo, view, kit.pixels), PhotoLog(photo))
    highest = {site: len(pile) - 1 for site, pile in truth["points"].items()}
    cubes = {c["point"]: c for c in truth["cubes"] if c["level"] == highest.get(c["point"])}
    for k, at in enumerate(found.site):
        cube = cubes.get(view.layout.sites[at])
        if cube is not None:
            level = cube["level"]
            x, y = found.centre_mm[k, level]
            place = x, y, (level + 1) * view.layout.piece_mm, found.turn_deg[k, level]
            yield _top(place, cube)


def tops_of_roll(photo: Image, view: View, kit: Kit, truth: dict[str, Any]) -> Iterator[Top]:
    """Yield the cubes of a roll at the squares that the reader settles on."""
    colour = COLOURS.index(truth["roll"]["colour"])
    tops = rolled_squares(photo, view, kit, colour).found.tops
    heights = np.full(len(tops.fit), view.layout.piece_mm)
    seen = view.camera.project(np.column_stack([tops.centre_mm, heights]))
    for cube in truth["cubes"]:
        corners = np.array(cube["top_px"])
        away = np.hypot(*(seen - corners.mean(axis=0)).T)
        k = int(away.argmin())
        if away[k] < _NEAR * np.hypot(*(corners[0] - corners[1])):
            x, y = tops.centre_mm[k]
            yield _top((x, y, heights[k], tops.turn_deg[k]), cube)


def _top(place: tuple[float, float, float, float], cube: dict[str, Any]) -> Top:
    """Return a top of a cube of a truth file."""
    x, y, height, turn = (float(v) for v in place)
    return Top((x, y, height, turn), COLOURS.index(cube["colour"]), cube["face"], cube["turn"])


def cut_table(rig: Path) -> dict[str, NDArray[Any]]:
    """Return the tops of a table: crops (N, WIDE_PX, WIDE_PX) uint8, faces, quarters, colours (N,).

    faces: places in FACES.
    """
    table = learn_table(rig)
    crops, tops = [], list[Top]()
    for path in sorted(
        [*rig.glob("board-*.jpg"), *rig.glob("teach-*.jpg"), *rig.glob("roll-*.jpg")]
    ):
        truth = json.loads(path.with_suffix(".truth.json").read_text())
        if truth["hand"]:
            continue
        photo = load_photo(path, longest_px=LONGEST_PX).pixels
        cut = tops_of_roll if "roll" in truth else tops_on_board
        there = list(cut(photo, table.view, table.kit, truth))
        tops += there
        places = np.array([top.place for top in there]).reshape(-1, 4)
        edge = table.view.layout.piece_mm
        crops.append(
            face_crops(photo, table.view.camera, places, edge, size_px=WIDE_PX, span=WIDE_SPAN)
        )
    return {
        "crops": np.rint(np.concatenate(crops)).astype(np.uint8),
        "faces": np.array([FACES.index(top.face) for top in tops]),
        "quarters": np.array([top.quarter for top in tops]),
        "colours": np.array([top.colour for top in tops]),
    }


if __name__ == "__main__":
    keeping_command(cut_table, counted="crops", of="tops")()
