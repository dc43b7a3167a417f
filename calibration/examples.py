"""Corrections as examples: what a person said of a photo makes the kit know its pieces better."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

import cv2
import numpy as np

from calibration.corrections import add_examples
from calibration.profile import Profile
from companion.errors import MoontableError
from companion.language.notices import notice, together
from vision.evidence import Reading
from vision.view import Standing


class NothingLearned(MoontableError):
    """What was said is no example: the photo was not read there, or the piece was never taught."""


class Shown(Protocol):
    """A photograph that was read; see `vision.gallery.Kept`."""

    @property
    def jpeg(self) -> bytes:
        """Its file."""
        ...

    @property
    def standing(self) -> Standing | None:
        """The board as it lay."""
        ...

    @property
    def reading(self) -> Reading | None:
        """What was read."""
        ...


def better_profile(
    profile: Profile, shown: Shown, said: Mapping[str, Sequence[str]]
) -> tuple[Profile, list[str]]:
    """Return the profile with examples from a photo, and the sites that gave one.

    said: site -> its pile, bottom first. A site counts where the reader saw a cube at that level.
    Raises NothingLearned.
    """
    standing, reading = shown.standing, shown.reading
    if standing is None or reading is None:
        raise NothingLearned(notice("teaching.not-read"), notice("teaching.correct-read"))
    known = set(profile.kit.labels)
    seen = reading.seen()
    useful = {
        site: pile[-1]
        for site, pile in said.items()
        if site in seen
        and pile
        and seen[site].level == len(pile)
        and pile[-1] in known
        and not pile[-1].endswith("stone")
    }
    if not useful:
        raise NothingLearned(notice("teaching.nothing-to-learn"), notice("teaching.counts"))
    data = np.frombuffer(shown.jpeg, dtype=np.uint8)
    photo = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)
    taught = profile.taught or len(profile.kit.faces.names)
    learned = add_examples(profile.kit, standing, photo, reading, useful, taught=taught)
    if not learned.sites:
        raise NothingLearned(notice("teaching.nothing-learned"), together(*learned.doubts))
    revision = profile.revision + 1
    better = replace(profile, kit=learned.kit, taught=taught, revision=revision)
    return better, sorted(learned.sites)
