"""The pieces of the virtual table: what each shows, how it is turned, and what it is called.

A set has sixteen cubes of each colour, all alike, and a stone: ``brown-0`` to ``brown-15`` and
``brown-stone``. They are never made nor lost; who is not on the table lies beside it.
"""

from __future__ import annotations

from dataclasses import replace

from vision.render.scene import Placed
from vision.render.symbols import FACES

COLOURS = ("brown", "blue")
CUBES = 16
STONE = "stone"

_FACING = {0: "north", 90: "west", 180: "south", 270: "east"}
_TURN = {word: float(turn) for turn, word in _FACING.items()}
_AXES = {0: "north-south", 90: "east-west", 180: "north-south", 270: "east-west"}
_AXIS_TURN = {"north-south": 0.0, "east-west": 90.0}


def piece_id(piece: Placed) -> str:
    """Return what a piece is called as a thing, whatever it shows."""
    return f"{piece.colour}-{STONE if piece.thing == STONE else piece.copy}"


def called(colour: str, face: str, turn_deg: float) -> str:
    """Return the exchange name of a piece that lies turned by so much.

    >>> called("brown", "trap", 93.0), called("blue", "path", 178.0), called("blue", "moon", 90.0)
    ('brown trap west', 'blue path north-south', 'blue moon')
    """
    quarter = round(turn_deg / 90.0) * 90 % 360
    if face == "trap":
        return f"{colour} trap {_FACING[quarter]}"
    if face == "path":
        return f"{colour} path {_AXES[quarter]}"
    return f"{colour} {face}"


def turn_of(name: str) -> float | None:
    """Return the turn in degrees that an exchange name asks for; None where any will do."""
    last = name.rsplit(maxsplit=1)[-1]
    return _TURN.get(last, _AXIS_TURN.get(last))


def face_of(name: str) -> str:
    """Return the face, or "stone", of an exchange name."""
    return name.split()[1]


def showing(piece: Placed, face: str, turn_deg: float) -> Placed:
    """Return the piece with this face on top, turned by so much."""
    return replace(piece, name=called(piece.colour, face, turn_deg), turn_deg=turn_deg % 360.0)


def whole_set() -> tuple[Placed, ...]:
    """Return all pieces, beside the table, the cubes showing each face in turn."""
    cubes = [
        Placed(called(colour, FACES[k % len(FACES)], 0.0), 0.0, 0.0, 0.0, copy=k)
        for colour in COLOURS
        for k in range(CUBES)
    ]
    return (*cubes, *(Placed(f"{colour} {STONE}", 0.0, 0.0, 0.0) for colour in COLOURS))
