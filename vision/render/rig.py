"""Write the folder of one made table: rig facts, teaching photos, boards, rolls, bumps, truth.

    python -m vision.render.rig --seed 7 --out DIR [--boards 8] [--rolls 4] [--bumps 2]
                                [--cocked 0] [--leans 5 45] [--leaning 2 5] [--piled 0]
                                [--difficulty easy|usual|hard] [--game TURNS.json]

The folder's files are those of a real table's folder, so the same tools measure on it.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator

from vision.camera import Camera
from vision.render.cocked import LEAST_LEAN_DEG, throw_cocked, throw_piled
from vision.render.looks import Difficulty
from vision.render.render import Rendered, render
from vision.render.scene import Placed, Placement, Scene, Spread, lay_out, throw, tidy
from vision.render.symbols import FACES
from vision.render.tables import TableSetup, random_hand, random_table
from vision.render.virtual import VirtualTable

COLOURS = ("brown", "blue")
_DRAG_PX = 7.0
LEANS_DEG = (5.0, 45.0)
LEANING = (2, 5)
"""So many of a cocked roll's sixteen cubes lean, the least and the most."""


def teaching(columns: int, *, quarter: bool) -> dict[str, list[str]]:
    """Return the layout of a teaching photo: twelve cubes of each colour and both stones.

    quarter: traps and paths lie turned by 90 degrees (to the east), as in the second photo.
    """
    if columns < 8:
        raise ValueError("the teaching layout needs at least 8 columns")
    ways = {
        "trap": "east" if quarter else "north",
        "path": "east-west" if quarter else "north-south",
    }
    points: dict[str, list[str]] = {}
    for colour, ranks in (("brown", ((1, "b"), (2, "a"))), ("blue", ((8, "a"), (9, "b")))):
        for rank, first in ranks:
            for k, face in enumerate(FACES):
                name = f"{colour} {face} {ways[face]}" if face in ways else f"{colour} {face}"
                points[f"{chr(ord(first) + k)}{rank}"] = [name]
    last = chr(ord("a") + columns - 1)
    points[f"{last}1"], points[f"{last}9"] = ["brown stone"], ["blue stone"]
    return points


def random_name(colour: str, rng: Generator) -> str:
    """Return the exchange name of a random face of a colour, with a random facing."""
    face = str(rng.choice(FACES))
    if face == "trap":
        return f"{colour} trap {rng.choice(['north', 'east', 'south', 'west'])}"
    if face == "path":
        return f"{colour} path {rng.choice(['north-south', 'east-west'])}"
    return f"{colour} {face}"


def _carries(name: str) -> bool:
    """Return whether players put pieces on top of this one."""
    return name.split()[1] in ("moon", "safe")


def random_placement(setup: TableSetup, rng: Generator) -> dict[str, list[str]]:
    """Return a board as in the middle of a game: up to 16 cubes and a stone a side, some stacks."""
    layout = setup.look.layout
    sites = [layout.sites[int(k)] for k in rng.permutation(len(layout.sites))]
    mixing = rng.choice([0.0, 0.3, 1.0], p=[0.35, 0.4, 0.25])
    stacks = rng.choice([0.0, 0.15, 0.4], p=[0.4, 0.4, 0.2])
    points: dict[str, list[str]] = {}
    for colour in COLOURS:
        count = int(rng.choice([16, 16, 12, 8]))
        free = [s for s in sites if s not in points]
        home = {s for s in free if (int(s[1:]) <= 5) == (colour == "brown")}
        own = [s for s in free if s in home or rng.random() < mixing]
        names = [random_name(colour, rng) for _ in range(count)]
        for name in names:
            rides = name.split()[1] in ("moon", "star")
            low = [s for s, pile in points.items() if len(pile) == 1 and _carries(pile[0])]
            if rides and low and rng.random() < 2 * stacks:
                points[low[int(rng.integers(len(low)))]].append(name)
            elif own:
                points[own.pop()] = [name]
        if own and rng.random() < 0.9:
            points[own.pop()] = [f"{colour} stone"]
    return points


def pushed(camera: Camera, shift_mm: tuple[float, float], turn_deg: float,
           about_mm: tuple[float, float]) -> Camera:  # fmt: skip
    """Return the camera as it stands to a board that was shifted and turned on the table."""
    c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    about = np.array([*about_mm, 0.0])
    move = about - turn @ about + np.array([*shift_mm, 0.0])
    return replace(
        camera,
        rotation=camera.rotation @ turn,
        translation_mm=camera.rotation @ move + camera.translation_mm,
    )


class _Writer:
    """Renders scenes of one table and writes them; each photo has its own seed."""

    def __init__(self, setup: TableSetup, out: Path, seed: int) -> None:
        self.setup, self.out, self.seed = setup, out, seed

    def scene(
        self,
        rng: Generator,
        pieces: Sequence[Placed] = (),
        notches: tuple[tuple[str, int], ...] = (),
    ) -> Scene:
        """Return a scene of the table with the small drifts between two photos."""
        setup = self.setup
        light = setup.light
        flicker = float(rng.normal(1, 0.015))
        light = replace(light, lamp=tuple(v * flicker for v in light.lamp))  # type: ignore[arg-type]
        return Scene(setup.look, setup.camera, light, setup.sensor, tuple(pieces), notches)

    def write(self, name: str, scene: Scene, rng: Generator, **extra: Any) -> Rendered:
        """Write NAME.jpg and NAME.truth.json."""
        shot = render(replace(scene, sensor=replace(scene.sensor, jpeg=0)), rng=rng)
        quality = [cv2.IMWRITE_JPEG_QUALITY, scene.sensor.jpeg or 95]
        cv2.imwrite(str(self.out / f"{name}.jpg"), shot.image, quality)
        truth = {**shot.truth, **extra, "image": f"{name}.jpg"}
        (self.out / f"{name}.truth.json").write_text(json.dumps(truth))
        return shot


def _notches(setup: TableSetup, rng: Generator) -> tuple[tuple[str, int], ...]:
    if setup.look.layout.notches == 0:
        return ()
    return tuple((c, int(rng.integers(1, setup.look.layout.notches + 1))) for c in COLOURS)


def rig_facts(setup: TableSetup, rng: Generator) -> dict[str, Any]:
    """Return what the owner types into the wizard, with the errors of a hand."""
    layout, board = setup.look.layout, setup.look.board
    corners = setup.camera.project(np.column_stack([layout.corners_mm, np.zeros(4)]))
    dragged = corners + rng.uniform(-_DRAG_PX, _DRAG_PX, (4, 2)) * setup.camera.size_px[0] / 1280
    markers = None
    if board.marker_mm > 0:
        markers = {
            "dictionary": "4x4_50",
            "size_mm": round(board.marker_mm, 1),
            "ids": "0 north-west, 1 north-east, 2 south-east, 3 south-west",
        }
    return {
        "columns": layout.columns,
        "notches": layout.notches,
        "pitch_mm": layout.pitch_mm,
        "cube_mm": layout.piece_mm,
        "camera": {"hfov_deg": round(setup.hfov_deg, 1)},
        "markers": markers,
        "brown_sits_at": setup.brown_at,
        "corners_px": {
            site: np.round(place, 1).tolist()
            for site, place in zip(layout.corner_sites, dragged, strict=True)
        },
    }


def write_rig(  # noqa: PLR0913 (each has a default that suits)
    out: Path,
    seed: int,
    *,
    difficulty: Difficulty = Difficulty.USUAL,
    boards: int = 8,
    rolls: int = 4,
    bumps: int = 2,
    cocked: int = 0,
    leans_deg: tuple[float, float] = LEANS_DEG,
    leaning: tuple[int, int] = LEANING,
    piled: int = 0,
    columns: int = 9,
    size_px: tuple[int, int] = (1280, 960),
    families: Collection[str] | None = None,
) -> TableSetup:
    """Write the folder of the table of a seed and return the table.

    One board in eight (the fifth) has a hand in view. families limits the art. The same seed
    writes the same files.
    """
    setup = random_table(seed, difficulty, columns=columns, size_px=size_px, families=families)
    write_table(
        *(out, setup, seed),
        boards=boards,
        rolls=rolls,
        bumps=bumps,
        cocked=cocked,
        leans_deg=leans_deg,
        leaning=leaning,
        piled=piled,
    )
    return setup


def write_table(  # noqa: PLR0913 (each has a default that suits)
    out: Path,
    setup: TableSetup,
    seed: int,
    *,
    boards: int,
    rolls: int = 0,
    bumps: int = 0,
    cocked: int = 0,
    leans_deg: tuple[float, float] = LEANS_DEG,
    leaning: tuple[int, int] = LEANING,
    piled: int = 0,
) -> None:
    """Write the folder of any table; `seed` chooses what lies on it and makes the noise."""
    out.mkdir(parents=True, exist_ok=True)
    writer = _Writer(setup, out, seed)
    rng = np.random.default_rng([seed, 2])
    (out / "rig.json").write_text(json.dumps(rig_facts(setup, rng), indent=1))
    writer.write("empty", writer.scene(rng), rng)
    tidy = Spread(min(setup.spread.offset_mm, 2.0), min(setup.spread.turn_deg, 7.0))
    for number in (1, 2):
        points = teaching(setup.look.layout.columns, quarter=number == 2)
        first = tuple((c, 1) for c in COLOURS) if setup.look.layout.notches else ()
        pieces = lay_out(setup.look, points, tidy, rng)
        writer.write(f"teach-{number}", writer.scene(rng, pieces, first), rng)
        layout = {"points": points, "notches": dict(first)}
        (out / f"teach-{number}.json").write_text(json.dumps(layout))
    for number in range(1, boards + 1):
        pieces = lay_out(setup.look, random_placement(setup, rng), setup.spread, rng)
        scene = writer.scene(rng, pieces, _notches(setup, rng))
        if number % 8 == 5:
            scene = replace(scene, hand=random_hand(rng, setup.look.layout))
        writer.write(f"board-{number:02d}", scene, rng)
    for number in range(1, rolls + 1):
        colour = COLOURS[int(rng.integers(2))]
        faces = [str(f) for f in rng.choice(FACES, 16)]
        pieces = throw(setup.look, colour, faces, rng)
        count = Counter(piece.thing for piece in pieces)
        roll = {"colour": colour, "faces": {face: count[face] for face in FACES}}
        writer.write(f"roll-{number:02d}", writer.scene(rng, pieces), rng, roll=roll)
    for number in range(1, bumps + 1):
        _write_bump(writer, number, random_placement(setup, rng), rng)
    for number in range(1, cocked + 1):
        _write_cocked(writer, number, rng, leans_deg, leaning)
    for number in range(1, piled + 1):
        _write_piled(writer, number, rng)


def _write_cocked(
    writer: _Writer,
    number: int,
    rng: Generator,
    leans_deg: tuple[float, float],
    leaning: tuple[int, int],
) -> None:
    """Write a roll in which some of the sixteen cubes lean."""
    setup = writer.setup
    colour = COLOURS[int(rng.integers(2))]
    faces = [str(f) for f in rng.choice(FACES, 16)]
    cocked = int(rng.integers(leaning[0], leaning[1] + 1))
    pieces = throw_cocked(setup.look, colour, faces, rng, cocked=cocked, lean_deg=leans_deg)
    flat = Counter(piece.thing for piece in pieces if piece.lean_deg[0] < LEAST_LEAN_DEG)
    roll = {
        "colour": colour,
        "faces": {face: flat[face] for face in FACES},
        "cocked": len(pieces) - flat.total(),
    }
    writer.write(f"cocked-{number:02d}", writer.scene(rng, pieces), rng, roll=roll)


def _write_piled(writer: _Writer, number: int, rng: Generator) -> None:
    """Write a roll in which one or two cubes lie on others, which can't be seen."""
    setup = writer.setup
    colour = COLOURS[int(rng.integers(2))]
    faces = [str(f) for f in rng.choice(FACES, 16)]
    pieces = throw_piled(setup.look, colour, faces, rng, piled=int(rng.integers(1, 3)))
    upper = [piece for piece in pieces if piece.level]
    reach = 0.6 * setup.look.layout.piece_mm
    alone = Counter(
        piece.thing
        for piece in pieces
        if all(np.hypot(piece.x_mm - up.x_mm, piece.y_mm - up.y_mm) > reach for up in upper)
    )
    roll = {"colour": colour, "faces": {face: alone[face] for face in FACES}, "piles": len(upper)}
    writer.write(f"piled-{number:02d}", writer.scene(rng, pieces), rng, roll=roll)


def _write_bump(writer: _Writer, number: int, placement: Placement, rng: Generator) -> None:
    """Write a photo in which the board lies pushed by some millimetres and degrees."""
    setup = writer.setup
    pieces = lay_out(setup.look, placement, setup.spread, rng)
    angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(5, 14)
    shift = (float(reach * np.cos(angle)), float(reach * np.sin(angle)))
    middle = setup.look.layout.corners_mm.mean(axis=0)
    about = (float(middle[0]), float(middle[1]))
    turn = float(rng.choice([-1, 1]) * rng.uniform(0.5, 4))
    moved = pushed(setup.camera, shift, turn, about)
    scene = replace(writer.scene(rng, pieces, _notches(setup, rng)), camera=moved)
    writer.write(f"bump-{number:02d}", scene, rng)


@dataclass(frozen=True, slots=True)
class Turn:
    """What one photo of a game shows: the placement, the figures' notches, perhaps a hand.

    expect: what the referee should say of it, copied into the truth file.
    """

    points: Placement
    notches: Mapping[str, int]
    expect: Mapping[str, Any]
    hand: bool = False


def write_game(
    out: Path, setup: TableSetup, seed: int, turns: Sequence[Turn], *, name: str = "game"
) -> None:
    """Write a row of photos NAME-00.jpg, NAME-01.jpg, ... of a game on a table.

    Between two photos only what changed is touched; NAME.start.json is the caller's to write.
    """
    writer = _Writer(setup, out, seed)
    rng = np.random.default_rng([seed, 3])
    table = VirtualTable(setup)
    for number, turn in enumerate(turns):
        points = tidy(setup.look.layout, turn.points)
        table = table.relaid(points, seed=seed * 1000 + number)
        scene = writer.scene(rng, table.pieces, tuple(turn.notches.items()))
        if turn.hand:
            scene = replace(scene, hand=random_hand(rng, setup.look.layout))
        writer.write(f"{name}-{number:02d}", scene, rng, expect=dict(turn.expect))


def read_turns(path: Path) -> list[Turn]:
    """Return the turns of a JSON file: a list of {"points", "notches", "expect", "hand"?}."""
    return [
        Turn(t["points"], t["notches"], t["expect"], bool(t.get("hand", False)))
        for t in json.loads(path.read_text())
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Write one made table, as the module's docstring says."""
    parser = argparse.ArgumentParser(description="Write the folder of one made table.")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--boards", type=int, default=8)
    parser.add_argument("--rolls", type=int, default=4)
    parser.add_argument("--bumps", type=int, default=2)
    parser.add_argument("--cocked", type=int, default=0, help="rolls with leaning cubes")
    parser.add_argument("--leans", type=float, nargs=2, default=LEANS_DEG, help="degrees")
    parser.add_argument("--leaning", type=int, nargs=2, default=LEANING, help="of the 16 cubes")
    parser.add_argument("--piled", type=int, default=0, help="rolls with cubes on others")
    parser.add_argument("--columns", type=int, default=9)
    names = [d.value for d in Difficulty]
    parser.add_argument("--difficulty", choices=names, default=Difficulty.USUAL.value)
    parser.add_argument("--game", type=Path, help="turns to photograph: see `read_turns`")
    asked = parser.parse_args(arguments)
    setup = write_rig(
        asked.out,
        asked.seed,
        difficulty=Difficulty(asked.difficulty),
        boards=asked.boards,
        rolls=asked.rolls,
        bumps=asked.bumps,
        cocked=asked.cocked,
        leans_deg=tuple(asked.leans),
        leaning=tuple(asked.leaning),
        piled=asked.piled,
        columns=asked.columns,
    )
    if asked.game:
        write_game(asked.out, setup, asked.seed, read_turns(asked.game))


if __name__ == "__main__":
    main()
