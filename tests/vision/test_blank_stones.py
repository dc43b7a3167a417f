"""Stones that look like their side's cubes but bear no face."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from calibration.build import learn_table
from vision.photo import load_photo
from vision.read import read_board
from vision.render.look import Shape
from vision.render.rig import write_table
from vision.render.tables import Difficulty, random_table

SEED = 9820


def test_a_stone_like_a_blank_cube_is_told_by_its_missing_face(tmp_path: Path) -> None:
    setup = random_table(SEED, Difficulty.USUAL)
    pieces, edge = setup.look.pieces, setup.look.layout.piece_mm
    blank = replace(
        pieces, stone_shape=Shape.BLOCK, stone_mm=(edge, edge), stone_colours=pieces.body
    )
    setup = replace(setup, look=replace(setup.look, pieces=blank))
    write_table(tmp_path, setup, SEED, boards=3, rolls=0, bumps=0)
    table = learn_table(tmp_path).profile.table()
    told = []
    for path in sorted(tmp_path.glob("board-*.jpg")):
        truth = json.loads(path.with_suffix(".truth.json").read_text())["points"]
        seen = read_board(load_photo(path).pixels, table).seen()
        want = {site: (pile[-1], len(pile)) for site, pile in truth.items() if pile}
        assert {site: (pile.piece, pile.level) for site, pile in seen.items()} == want
        told += [pile.p for pile in seen.values() if pile.piece.endswith("stone")]
    assert len(told) >= 3
