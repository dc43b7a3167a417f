"""How well each taught face tells from the others, for people to judge their set by."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.evidence import Reading
from vision.faces import FaceBank, directions, likenesses
from vision.light import Image
from vision.view import View

COLOURS = ("brown", "blue")
GOOD, FAIR = 0.25, 0.1
"""Lead in likeness from which a face tells well, and fairly."""
_TILE_PX = 72


@dataclass(frozen=True, slots=True)
class FaceReport:
    """One face of one colour.

    own: how like its examples are to each other, 0 to 1. lead: how much less like the nearest other
    face is. nearest: that face. picture: a data URL of how it looks, "" where it wasn't seen.
    """

    colour: str
    face: str
    own: float
    lead: float
    nearest: str
    picture: str = ""

    @property
    def verdict(self) -> str:
        """In a word: good, fair or poor."""
        return "good" if self.lead >= GOOD else "fair" if self.lead >= FAIR else "poor"


def face_reports(bank: FaceBank) -> tuple[FaceReport, ...]:
    """Return a report for each face of each colour, each example judged without itself."""
    owners = [name.partition(" ")[0] for name in bank.names]
    found: dict[tuple[int, str], list[tuple[float, float, str]]] = {}
    for k, owner in enumerate(owners):
        others = np.delete(np.arange(len(owners)), k)
        rest = replace(
            bank,
            crops=bank.crops[others],
            names=tuple(bank.names[j] for j in others),
            colours=bank.colours[others],
        )
        colour = int(bank.colours[k])
        if not rest.shared and colour not in rest.colours:
            continue
        like = likenesses(rest, bank.crops[k][None, None], colour)[0]
        labels = rest.labels
        upright = directions(bank.names[k])[0]
        own = max((float(like[j]) for j, label in enumerate(labels) if label == upright), default=0)
        best, name = max(
            (float(like[j]), label.partition(" ")[0])
            for j, label in enumerate(labels)
            if label.partition(" ")[0] != owner
        )
        found.setdefault((colour, owner), []).append((own, own - best, name))
    reports = []
    for (colour, owner), rows in found.items():
        own = float(np.mean([row[0] for row in rows]))
        _, lead, nearest = min(rows, key=lambda row: row[1])
        reports.append(FaceReport(COLOURS[colour], owner, round(own, 2), round(lead, 2), nearest))
    return tuple(reports)


def with_pictures(
    reports: Sequence[FaceReport], photo: Image, view: View, reading: Reading
) -> tuple[FaceReport, ...]:
    """Return the reports with a picture of each face, cut from a teaching photo as it was read."""
    pictures: dict[tuple[str, str], str] = {}
    for site, pile in reading.seen().items():
        colour, face = pile.piece.split()[:2]
        if (colour, face) not in pictures:
            pictures[colour, face] = _tile(photo, view, reading, site)
    return tuple(
        replace(one, picture=pictures.get((one.colour, one.face), one.picture)) for one in reports
    )


def _tile(photo: Image, view: View, reading: Reading, site: str) -> str:
    """Return a data URL of the top of a cube, upright."""
    k = reading.sites.index(site)
    centre, turn = reading.centre_mm[k, 0], float(reading.turn_deg[k, 0])
    if not np.isfinite(centre).all():
        return ""
    edge = view.layout.piece_mm
    half, angle = 0.575 * edge, np.radians(turn)
    east = np.array([np.cos(angle), np.sin(angle)]) * half
    north = np.array([-np.sin(angle), np.cos(angle)]) * half
    around = [north - east, north + east, east - north, -north - east]
    world = np.column_stack([centre + np.array(around), np.full(4, edge)])
    corners = view.camera.project(world).astype(np.float32)
    size = float(_TILE_PX)
    square = np.array([[0, 0], [size, 0], [size, size], [0, size]], dtype=np.float32)
    warp = cv2.getPerspectiveTransform(corners, square)
    tile = cv2.warpPerspective(photo, warp, (_TILE_PX, _TILE_PX))
    done, data = cv2.imencode(".jpg", tile, [cv2.IMWRITE_JPEG_QUALITY, 80])
    return "data:image/jpeg;base64," + base64.b64encode(data.tobytes()).decode() if done else ""
