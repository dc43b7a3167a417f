"""Marks: what was read, in pixels of the photo, for a panel to draw over it as it likes.

    {"status": "ok", "reason": "", "grid": [[[x, y], ...], ...],
     "points": {"a1": [x, y], ...},
     "sites": {"e4": {"piece": "brown star", "level": 1, "p": 0.98, "px": [x, y],
                      "outline": [[x, y], ...], "others": [{"piece", "level", "p"}]}},
     "notches": {"brown": {"notch": 2, "px": [x, y]}}}

Of a roll: "roll" with its colour, and for each cube its face, middle, outline and probability.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.camera import Camera
from vision.cubes import squares
from vision.evidence import Pile, Reading, SiteEvidence, Status
from vision.layout import Layout
from vision.notches import Notches
from vision.roll import Roll
from vision.view import View

_OTHERS = 3
_WORTH_TELLING = 0.01
"""Other readings of a site are told from this probability on."""
_ALONG = 9
"""Points along a line of the grid: lenses bend them."""


def marks_of(view: View, reading: Reading, notches: Notches | None = None) -> dict[str, Any]:
    """Return the marks of a board; ``notches`` are the places of its notches."""
    seen = reading.seen() if reading.status is Status.OK else {}
    return {
        "status": reading.status.value,
        "reason": reading.reason,
        "grid": grid_px(view.camera, view.layout),
        "points": points_px(view),
        "sites": {site: _site(view, reading, site, pile) for site, pile in seen.items()},
        "notches": _figures(view, reading, notches),
    }


def roll_marks(view: View, roll: Roll) -> dict[str, Any]:
    """Return the marks of a roll."""
    cubes = [
        {
            "face": cube.face,
            "p": round(cube.p, 3),
            "px": _px(cube.px),
            "outline": [_px(corner) for corner in cube.corners_px],
        }
        for cube in roll.cubes
    ]
    told = {
        "colour": roll.colour,
        "faces": roll.faces,
        "cubes": cubes,
        "unread": [_px(cube.px) for cube in roll.unread],
    }
    status = Status.OK if roll.cubes else Status.UNREADABLE
    return {
        "status": status.value,
        "reason": "",
        "grid": grid_px(view.camera, view.layout),
        "points": points_px(view),
        "sites": {},
        "notches": {},
        "roll": told,
    }


def grid_px(camera: Camera, layout: Layout) -> list[list[list[float]]]:
    """Return the lines of the grid, each a row of points."""
    far = layout.corners_mm[2]
    share = np.linspace(0, 1, _ALONG)
    lines = []
    for k in range(layout.columns):
        x = np.full(_ALONG, k * layout.pitch_mm)
        lines.append(np.column_stack([x, share * far[1], 0 * x]))
    for k in range(layout.rows):
        y = np.full(_ALONG, k * layout.pitch_mm)
        lines.append(np.column_stack([share * far[0], y, 0 * y]))
    return [[_px(place) for place in camera.project(line)] for line in lines]


def points_px(view: View) -> dict[str, list[float]]:
    """Return where the points of the board are."""
    flat = view.layout.points_mm
    seen = view.camera.project(np.column_stack([flat, np.zeros(len(flat))]))
    return {site: _px(place) for site, place in zip(view.layout.sites, seen, strict=True)}


def _figures(view: View, reading: Reading, notches: Notches | None) -> dict[str, Any]:
    """Return on which notch each figure was seen, and where that is."""
    told: dict[str, Any] = {}
    for colour, notch in reading.notches.items():
        places = None if notches is None else getattr(notches, colour)
        if places is not None and notch <= len(places):
            seen = view.camera.project([[*places[notch - 1], 0.0]])[0]
            told[colour] = {"notch": notch, "px": _px(seen)}
        else:
            told[colour] = {"notch": notch}
    return told


def _site(view: View, reading: Reading, site: str, pile: Pile) -> dict[str, Any]:
    """Return the marks of one pile."""
    outline = _outline(view, reading, site, pile)
    told: dict[str, Any] = {
        "piece": pile.piece,
        "level": pile.level,
        "p": round(pile.p, 3),
        "px": _px(outline.mean(axis=0)),
        "outline": [_px(corner) for corner in outline],
    }
    others = _others(reading.at(site), pile)
    return told | {"others": others} if others else told


def _others(evidence: SiteEvidence, pile: Pile) -> list[dict[str, Any]]:
    """Return what else the site may show, the likeliest first; level 0 is the bare board."""
    chances = np.exp(evidence.piles).ravel()
    found: list[tuple[float, str, int]] = [(float(np.exp(evidence.nothing)), "", 0)]
    for at in np.argsort(-chances)[: _OTHERS + 1]:
        level, label = divmod(int(at), len(evidence.labels))
        piece = evidence.labels[label]
        if (piece, level + 1) != (pile.piece, pile.level):
            found.append((float(chances[at]), piece, level + 1))
    likely = sorted((one for one in found if one[0] >= _WORTH_TELLING), reverse=True)
    return [{"piece": piece, "level": level, "p": round(p, 3)} for p, piece, level in likely][
        :_OTHERS
    ]


def _outline(view: View, reading: Reading, site: str, pile: Pile) -> NDArray[np.float64]:
    """Return the corners (4, 2) in pixels of the top of a pile; of a stone, about where it is."""
    k = reading.sites.index(site)
    edge = view.layout.piece_mm
    centre = reading.centre_mm[k, pile.level - 1]
    turn = float(reading.turn_deg[k, pile.level - 1])
    stone = pile.piece.endswith("stone")
    if stone or not np.isfinite(centre).all():
        centre, turn = view.layout.points_mm[k], 0.0
    flat = squares(centre[None], np.array([turn]), np.array([edge]))[0]
    height = 0.4 * edge if stone else pile.level * edge
    seen = view.camera.project(np.column_stack([flat, np.full(4, height)]))
    return np.asarray(seen, dtype=np.float64)


def _px(place: ArrayLike) -> list[float]:
    """Return a place as two numbers, fit for JSON."""
    x, y = np.nan_to_num(np.asarray(place, dtype=np.float64))
    return [round(float(x), 1), round(float(y), 1)]
