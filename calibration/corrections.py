"""Corrections: a person tells what a misread piece really is, and the kit learns it.

A corrected top becomes an example in both witnesses: the matching bank and the embedding's
prototypes. One wrong correction must do no great harm, so an example that looks clearly like
another face than it is said to show counts once and is told of, while one that looks like nothing
known counts twice, as the two best examples of a face decide.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.profile import Profile, save_profile
from companion.language.notices import Notice, notice
from vision.embedding import LENGTH, available, embed, quarter_turns
from vision.evidence import Reading, Status
from vision.faces import FaceBank, all_turns, cut_tops, directions, likenesses
from vision.kit import COLOURS, Kit
from vision.light import Image, PhotoLog
from vision.likeness import Likeness, face_crops, group_prototypes
from vision.read import read_board, view_now
from vision.view import Standing, as_taken
from vision.witness import learn_witness

F32 = NDArray[np.float32]

MOST_EXAMPLES = 12
"""So many corrected examples of a face and colour are kept; the oldest go first."""
KEPT_REVISIONS = 3
_OTHER = 0.12
"""An example so much liker another face is told of: perhaps the correction is a slip."""
_STRONG = 2


class CorrectionProblem(ValueError):
    """A photo from which nothing can be corrected, in words that say what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class Learned:
    """A kit after corrections: which sites were learned, and what is to be said of the others.

    doubts: sentences on sites that were left out or that look like a slip.
    """

    kit: Kit
    sites: tuple[str, ...]
    doubts: tuple[Notice, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Corrected:
    """A profile after corrections, and what `Learned` tells."""

    profile: Profile
    sites: tuple[str, ...]
    doubts: tuple[Notice, ...]


@dataclass(frozen=True, slots=True)
class _Told:
    """One correction that can be learned: row of the reading, level, colour, face, its site."""

    row: int
    level: int
    colour: int
    face: str
    site: str


def correct_profile(profile: Profile, photo: Image, corrections: Mapping[str, str]) -> Corrected:
    """Return the profile with the examples that corrections of a photo's reading give.

    corrections: site -> right piece ("blue trap east"), for sites whose level was read rightly;
    correct readings may be confirmed in the same way. CorrectionProblem when the photo can't be
    read at all.
    """
    table = profile.table()
    taken = as_taken(photo, table.view.camera)
    reading = read_board(photo, table)
    if taken is None or reading.status is not Status.OK:
        raise CorrectionProblem(f"Nothing can be learned from this photo. {reading.reason}")
    view = view_now(taken, table)
    taught = profile.taught or len(profile.kit.faces.names)
    learned = add_examples(profile.kit, view.standing, taken, reading, corrections, taught=taught)
    if not learned.sites:
        return Corrected(profile, (), learned.doubts)
    revised = replace(profile, kit=learned.kit, taught=taught, revision=profile.revision + 1)
    return Corrected(revised, learned.sites, learned.doubts)


def save_revision(profile: Profile, path: Path) -> Path | None:
    """Save a profile and keep the file that it replaces as NAME.REVISION; return that one.

    Only the last few are kept. Raises OSError as the file system does; the old file then stays.
    """
    kept = None
    if path.exists():
        kept = path.with_name(f"{path.name}.{profile.revision - 1}")
        kept.unlink(missing_ok=True)
        kept.hardlink_to(path)
    save_profile(profile, path)
    old = path.with_name(f"{path.name}.{profile.revision - 1 - KEPT_REVISIONS}")
    old.unlink(missing_ok=True)
    return kept


def add_examples(
    kit: Kit,
    standing: Standing,
    photo: Image,
    reading: Reading,
    corrected: Mapping[str, str],
    *,
    taught: int,
) -> Learned:
    """Return the kit with more examples: cubes of a photo whose right names a person gave.

    reading: the photo's reading, for where the tops are. corrected: as in `correct_profile`.
    taught: how many of the kit's first examples come from the teaching photos and always stay.
    """
    told, doubts = _learnable(kit, reading, corrected)
    if not told:
        return Learned(kit, (), doubts)
    edge = standing.layout.piece_mm
    at = np.array([one.row for one in told])
    level = np.array([one.level for one in told])
    centre, turn = reading.centre_mm[at, level - 1], reading.turn_deg[at, level - 1]
    tops = cut_tops(
        PhotoLog(photo),
        standing.camera,
        centre,
        turn,
        edge_mm=np.asarray(edge),
        height_mm=edge * level,
        turns=all_turns(),
    )
    slips = _slips(kit.faces, tops, told)
    strong = [k for k in range(len(told)) for _ in range(1 if k in slips else _STRONG)]
    names = [told[k].face for k in strong]
    colours = np.array([told[k].colour for k in strong], dtype=np.int64)
    crops = face_crops(photo, standing.camera, np.column_stack([centre, edge * level, turn]), edge)
    straight = tops[:, all_turns().index(0.0)]
    bank = kit.faces
    every = (*bank.names, *names)
    every_colour = np.concatenate([bank.colours, colours])
    keep = _kept(every, every_colour, taught)
    faces = replace(
        bank,
        crops=np.concatenate([bank.crops, straight[strong]])[keep],
        names=tuple(every[k] for k in keep),
        colours=every_colour[keep],
    )
    brown, blue = (
        _more(kit.witness[k], bank, (crops[strong], names, colours), keep, k) for k in (0, 1)
    )
    sentences = [
        notice(
            "teaching.doubt.slip",
            site=told[k].site,
            face=told[k].face.partition(" ")[0],
            other=face,
        )
        for k, face in slips.items()
    ]
    return Learned(
        replace(kit, faces=faces, witness=(brown, blue)),
        tuple(one.site for one in told),
        (*doubts, *sentences),
    )


def _learnable(
    kit: Kit, reading: Reading, corrected: Mapping[str, str]
) -> tuple[list[_Told], tuple[Notice, ...]]:
    """Return the corrections that can be learned, and sentences on the others."""
    seen = reading.seen()
    known = set(kit.faces.labels)
    told: list[_Told] = []
    doubts: list[Notice] = []
    for site, piece in corrected.items():
        colour, _, face = piece.partition(" ")
        if site not in reading.sites:
            doubts.append(notice("teaching.doubt.no-point", site=site))
        elif colour not in COLOURS or face not in known:
            doubts.append(notice("teaching.doubt.never-taught", site=site, piece=piece))
        elif site not in seen or seen[site].piece.endswith("stone"):
            doubts.append(notice("teaching.doubt.no-cube", site=site))
        else:
            row = reading.sites.index(site)
            told.append(_Told(row, seen[site].level, COLOURS.index(colour), face, site))
    return told, tuple(doubts)


def _slips(bank: FaceBank, tops: F32, told: list[_Told]) -> dict[int, str]:
    """Return which corrections say another face than the top clearly looks like, and which."""
    owners = np.array([label.partition(" ")[0] for label in bank.labels])
    found = {}
    for k, one in enumerate(told):
        like = likenesses(bank, tops[k : k + 1], one.colour)[0]
        own = owners == one.face.partition(" ")[0]
        other = int(np.where(own, -1.0, like).argmax())
        clear = like[other] > 0.85 * bank.typical
        if clear and like[other] > like[own].max() + _OTHER:
            found[k] = str(owners[other])
    return found


def _kept(names: tuple[str, ...], colours: NDArray[np.int64], taught: int) -> list[int]:
    """Return the examples that stay: all that were taught, of each face the last corrected ones."""
    count: dict[tuple[str, int], int] = {}
    late = []
    for k in range(len(names) - 1, taught - 1, -1):
        key = (directions(names[k])[0].partition(" ")[0], int(colours[k]))
        count[key] = count.get(key, 0) + 1
        if count[key] <= MOST_EXAMPLES:
            late.append(k)
    return [*range(taught), *reversed(late)]


def _more(
    known: Likeness | None,
    bank: FaceBank,
    added: tuple[F32, list[str], NDArray[np.int64]],
    keep: list[int],
    colour: int,
) -> Likeness | None:
    """Return what the embedding knows of a colour, with the added crops of it.

    bank: the examples before, in whose order `known` was learned. keep: which of the old and the
    added examples, one after the other, stay.
    """
    crops, names, colours = added
    mine = np.flatnonzero(colours == colour)
    old = np.flatnonzero(bank.colours == colour)
    if not available():
        return known
    if known is None:
        return learn_witness(crops[mine], [names[k] for k in mine])
    before = known.prototypes.reshape(4, -1, LENGTH)
    new = embed(quarter_turns(crops[mine]).reshape(-1, *crops.shape[1:])).reshape(4, -1, LENGTH)
    vectors = np.concatenate([before, new], axis=1)
    every = [*(bank.names[k] for k in old), *(names[k] for k in mine)]
    places = [*old.tolist(), *(len(bank.names) + mine).tolist()]
    stay = [k for k, place in enumerate(places) if place in set(keep)]
    return group_prototypes(np.ascontiguousarray(vectors[:, stay]), [every[k] for k in stay])
