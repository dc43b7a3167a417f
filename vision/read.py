"""Reading a board: from a photo to evidence for each site.

    table = prepare(empty, fit, layout, kit, notches)     once a table
    reading = read_board(photo, table)                    each photo

The order of the steps: can the photo be read at all (vision.quality), has the board been moved
(vision.moved; then it is found again with its pieces on), what is measured at each site
(vision.sites), what lies there (vision.levels, vision.faces), is a hand in view (vision.hand), and
on which notches do the figures stand (vision.notches).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.language.notices import SILENCE, notice
from vision.board import BoardFit, BoardNotFound, refind
from vision.crossings import lines_left, look_at_arms
from vision.evidence import LEVELS, Reading, Status, nothing_said
from vision.face_again import looked_again
from vision.faces import log_likelihoods
from vision.hand import hidden_lines, is_hand, largest_spot, look_at_lines
from vision.kinds import (
    CERTAIN,
    LINES_SEEN,
    in_doubt,
    lines_gone,
    real_stones,
    something_there,
    stones_or_cubes,
    unseen,
    within_reach,
)
from vision.kit import Kit
from vision.layout import Layout
from vision.levels import kind_log_p
from vision.light import Image, PhotoLog, sample
from vision.look import look
from vision.moved import BoardMotion, Motion, board_motion
from vision.notches import Notches, read_notches
from vision.piles import cover
from vision.quality import complaint, detail
from vision.relight import other_light, relit
from vision.sites import Measures, like_faces, measure
from vision.tone import evened_and_small
from vision.view import View, as_taken, look_at, seen_from
from vision.witness import cut_faces, normed, second_opinion

F32 = NDArray[np.float32]
Floats = NDArray[np.float64]

_PERHAPS = -4.0
"""Sites with less log probability of a cube are not worth a second opinion."""
_CLEAR = 0.6
"""Faces that are less like than this share of what is typical don't prove a cube."""
_RIDERS = ("moon", "star")
"""The faces that are put on top of other pieces; the kit's pieces, not a game, decide it."""
_STRANGE_RIDER = -5.0
"""Log odds that another face lies on top: it has been seen, with children, and is said then."""
_LEAST_AGREED = 0.3
"""A board found again is believed when its sites are read with less doubt than this on average.

The pushed boards of two path-traced tables: at most 0.02; other tables' boards: 0.37 and more.
"""
_OWN_DETAIL = 0.65
"""Share of the empty board's fine detail that shows where the board was found again; of another
table's board only the lines are alike: 0.42 to 0.62, of the own one 0.97 and more."""
_LEAST_LINES = 0.25
"""A hand leaves more of the lines in their places than this; another table doesn't."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A table ready for reading: where it lies, the pieces taught, and how its board looks."""

    fit: BoardFit
    layout: Layout
    kit: Kit
    notches: Notches
    view: View


def prepare(empty: Image, fit: BoardFit, layout: Layout, kit: Kit, notches: Notches) -> Table:
    """Return a table ready for reading."""
    return Table(fit, layout, kit, notches, look_at(empty, fit.camera, layout))


def _nothing() -> None:
    """Go on."""


def read_board(photo: Image, table: Table, *, go_on: Callable[[], None] = _nothing) -> Reading:
    """Return what a photo (BGR, of the table's camera) says of the board.

    ``go_on`` is called between its steps; what that raises ends it, and nothing else is raised.
    """
    sites, labels = table.layout.sites, table.kit.labels
    taken = as_taken(photo, table.view.camera)
    if taken is None:
        width, height = table.view.camera.size_px
        return nothing_said(
            Status.UNREADABLE,
            notice(
                "eyes.other-size",
                width=photo.shape[1],
                height=photo.shape[0],
                own_width=width,
                own_height=height,
            ),
            sites,
            labels,
        )
    motion = board_motion(taken, table.fit)
    moved = motion.motion is Motion.MOVED
    if moved:
        try:
            found = refind(taken, table.fit)
        except BoardNotFound as problem:
            return nothing_said(Status.BOARD_MOVED, problem.said, sites, labels)
        view = seen_from(table.view, found.camera)
    else:
        view = table.view
    photo, small = evened_and_small(taken, view)
    seen = look(photo, view, table.kit.pixels, small=small)
    reason = complaint(photo, view, seen.change)
    if reason is not None:
        return nothing_said(Status.UNREADABLE, reason, sites, labels)
    strange = moved and is_strange(view, seen.change)
    arms, lines = look_at_arms(view, seen), look_at_lines(view, seen)
    unsteady = np.zeros(len(sites))
    light = other_light(small, view, table.kit.lamps, arms, lines)
    if light is not None:
        del seen  # two at a time would take twice the room
        now = relit(photo, light, view, table.kit.pixels, arms, lines)
        photo, seen, arms, lines, unsteady = now.photo, now.seen, now.arms, now.lines, now.unsteady
    fine = PhotoLog(photo)
    go_on()
    left = lines_left(arms)
    found_there = measure(view, table.kit, seen, fine, hidden=left < LINES_SEEN)
    go_on()
    kinds = within_reach(
        kind_log_p(found_there.features, found_there.patches, table.kit.usual),
        *(found_there, view.layout.points_mm[found_there.site]),
    )
    found_there = _faces_there(view, table.kit, fine, found_there, kinds)
    found_there = looked_again(view, table.kit, fine, found_there, kinds)
    kinds = stones_or_cubes(kinds, found_there, table.kit.faces.typical)
    go_on()
    explained = _explained(view, table.kit, found_there, kinds)
    hidden = _share_covered(view, explained, found_there.site)
    kinds = real_stones(kinds, left[found_there.site], hidden)
    gone = lines_gone(view, table.kit, seen, arms, found_there, kinds, hidden)
    blind = unseen(kinds, gone)
    kinds = something_there(kinds, gone)
    spot = largest_spot(view, seen, explained, lines)
    if is_hand(spot, hidden_lines(lines, explained), blind):
        if strange or has_no_lines(motion):
            return nothing_said(Status.UNREADABLE, notice("eyes.other-table"), sites, labels)
        return nothing_said(Status.HAND, notice("eyes.hand"), sites, labels)
    kinds = in_doubt(kinds, unsteady[found_there.site])
    go_on()
    reading = _evidence(photo, view, table.kit, found_there, kinds)
    if moved and _doubt(reading) > _LEAST_AGREED:
        if strange:
            return nothing_said(Status.UNREADABLE, notice("eyes.other-table"), sites, labels)
        return nothing_said(Status.BOARD_MOVED, notice("eyes.moved-unsure"), sites, labels)
    return replace(reading, notches=read_notches(view, table.notches, seen))


def view_now(photo: Image, table: Table) -> View:
    """Return the view of a table as a photo of it shows it, for drawing over the photo."""
    try:
        if board_motion(photo, table.fit).motion is Motion.MOVED:
            found = refind(photo, table.fit)
            return seen_from(table.view, found.camera)
    except (BoardNotFound, ValueError, cv2.error):
        pass
    return table.view


def has_no_lines(motion: BoardMotion) -> bool:
    """Tell whether so few lines lie where they should that this is another table."""
    return motion.motion is Motion.UNSEEN and motion.sure < _LEAST_LINES


def is_strange(view: View, change: F32) -> bool:
    """Tell whether a board that was found again shows less of the table's own grain than it must.

    change: (h, w) the photo's lightness against the empty board, as in `vision.look`.
    """
    return detail(view, change) < _OWN_DETAIL


def _doubt(reading: Reading) -> float:
    """Return the mean doubt of the sites that are not empty, 0 when all are."""
    doubts = [reading.at(site).doubt for site in reading.seen()]
    return float(np.mean(doubts)) if doubts else 0.0


def _explained(view: View, kit: Kit, found: Measures, kinds: Floats) -> F32:
    """Return which pixels (h, w) cubes cover that were recognised beyond doubt.

    Stones count as strange, they are small; a hand is easily taken for stones.
    """
    edge = view.layout.piece_mm
    mask = np.zeros(view.on_board.shape, dtype=np.float32)
    clear = found.likeness.max(axis=1, initial=0.0) > _CLEAR * kit.faces.typical
    for level in LEVELS:
        mine = np.flatnonzero((kinds[:, level + 1] > CERTAIN) & clear)
        cover(
            mask,
            view.work,
            found.centre_mm[mine, level - 1],
            found.turn_deg[mine, level - 1],
            edge_mm=1.35 * edge,
            height_mm=level * edge,
        )
    return mask


def _faces_there(view: View, kit: Kit, fine: PhotoLog, found: Measures, kinds: Floats) -> Measures:
    """Return the measures with the faces looked at where the level turned out to be another."""
    level = 1 + (kinds[:, 3] > kinds[:, 2]).astype(np.int64)
    other = np.flatnonzero(
        (level != found.face_level) & (np.logaddexp(kinds[:, 2], kinds[:, 3]) > _PERHAPS)
    )
    if not len(other):
        return found
    at = (other, level[other] - 1)
    likeness = found.likeness.copy()
    likeness[other] = like_faces(
        view,
        kit,
        fine,
        found.colour[other],
        found.centre_mm[at],
        found.turn_deg[at],
        found.size[at],
        level[other],
    )
    return replace(found, likeness=likeness)


def _share_covered(view: View, explained: F32, sites: NDArray[np.int64]) -> Floats:
    """Return which share of a stone's place at sites (N,) recognised cubes cover."""
    edge = view.layout.piece_mm
    line = np.linspace(-0.3, 0.3, 5) * edge
    disc = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    places = (view.layout.points_mm[sites][:, None] + disc).reshape(-1, 2)
    covered = sample(explained, view.work, places, height_mm=0.25 * edge)
    return np.asarray(covered.reshape(len(sites), len(disc)).mean(axis=1), dtype=np.float64)


def _stones(leads: Floats, kinds: Floats, *, lone: bool) -> Floats:
    """Return log probabilities (N, 2) of a stone's colour, given that a stone is there.

    lone: there is one of each colour, so two stones that are seen have different ones.
    """
    lead = -leads
    two = np.flatnonzero(kinds[:, 1] > np.log(0.5))
    if lone and len(two) == 2:
        lead[two[0]], lead[two[1]] = lead[two[0]] - lead[two[1]], lead[two[1]] - lead[two[0]]
    chances = np.stack([-np.logaddexp(0, -lead), -np.logaddexp(0, lead)], axis=1)
    return chances


def _opinion(photo: Image, view: View, kit: Kit, found: Measures, kinds: Floats) -> F32:
    """Return the second witness's log likelihoods (N, labels) of the likelier level's faces."""
    added = np.zeros((len(found), len(kit.faces.labels)), dtype=np.float32)
    cubes = np.flatnonzero(np.logaddexp(kinds[:, 2], kinds[:, 3]) > _PERHAPS)
    if not len(cubes):
        return added
    level = (kinds[cubes, 3] > kinds[cubes, 2]).astype(int)
    heights = (level + 1) * view.layout.piece_mm
    centre, turn = found.centre_mm[cubes, level], found.turn_deg[cubes, level]
    crops = cut_faces(photo, view, centre, turn, heights)
    added[cubes] = second_opinion(kit, crops, found.colour[cubes])
    return added


def _evidence(photo: Image, view: View, kit: Kit, found: Measures, kinds: Floats) -> Reading:
    """Return the reading from what was measured and the log probabilities of kinds (N, 4)."""
    layout = view.layout
    count, labels = len(layout.sites), kit.labels
    faces = len(kit.faces.labels)
    nothing = np.zeros(count, dtype=np.float32)
    piles = np.full((count, len(LEVELS), len(labels)), -30.0, dtype=np.float32)
    centre = np.full((count, len(LEVELS), 2), np.nan)
    turn = np.full((count, len(LEVELS)), np.nan)
    bare = np.ones(count, dtype=bool)
    bare[found.site] = False
    nothing[bare] = -1e-4
    nothing[found.site] = kinds[:, 0]
    centre[found.site], turn[found.site] = found.centre_mm, found.turn_deg
    other = -np.logaddexp(0, np.abs(found.lead))
    own = np.log1p(-np.exp(np.minimum(other, -1e-6)))
    opinion = _opinion(photo, view, kit, found, kinds)
    rider = np.array([label in _RIDERS for label in kit.faces.labels])
    above = np.where(rider, 0.0, _STRANGE_RIDER).astype(np.float32)
    faces_like = normed(log_likelihoods(kit.faces, found.likeness) + opinion)
    for level in LEVELS:
        like = faces_like + above if level > 1 else faces_like
        kind = kinds[:, level + 1][:, None]
        for colour in (0, 1):
            share = np.where(found.colour == colour, own, other)[:, None]
            place = slice(colour * faces, (colour + 1) * faces)
            piles[found.site, level - 1, place] = kind + share + like
    stones = _stones(found.stone_lead, kinds, lone=kit.lone_stones)
    piles[found.site, 0, 2 * faces :] = kinds[:, 1][:, None] + stones
    np.maximum(piles, -30.0, out=piles)
    total = np.logaddexp(nothing, np.logaddexp.reduce(piles.reshape(count, -1), axis=1))
    return Reading(
        Status.OK,
        SILENCE,
        layout.sites,
        labels,
        (nothing - total).astype(np.float32),
        (piles - total[:, None, None]).astype(np.float32),
        centre,
        turn,
    )
