"""Learn a table from photographs that are at hand, wherever they came from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from calibration.kit import learn_kit, make_lesson
from calibration.profile import Profile
from calibration.shot import Picture
from calibration.teaching import WrongPhoto, wrong_photo
from vision.boardvalue import BoardFit
from vision.kit import Kit
from vision.layout import Layout
from vision.light import Image
from vision.look import look
from vision.notches import FigureSeen, find_notches
from vision.tone import evened
from vision.view import View, look_at


@dataclass(frozen=True, slots=True, eq=False)
class Teaching:
    """A teaching photo: what lies on which point, and on which notches the figures stand."""

    photo: Picture
    points: Mapping[str, Sequence[str]]
    notches: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Evened:
    """A photograph with the tone of the empty board's."""

    taken: Picture
    view: View

    @property
    def pixels(self) -> Image:
        """The pixels (H, W, 3), BGR."""
        return evened(self.taken.pixels, self.view)


@dataclass(frozen=True, slots=True, eq=False)
class Learned:
    """A table that was learned: its view, its kit, and the profile to keep."""

    view: View
    kit: Kit
    profile: Profile


def learn(
    layout: Layout, fit: BoardFit, empty: Picture, empty_jpeg: bytes, taught: Sequence[Teaching]
) -> Learned:
    """Learn a table from its empty board, where that lies, and at least one teaching photo.

    ``empty`` is that of ``empty_jpeg``. Raises ValueError, as `calibration.kit.make_lesson` does,
    and for a photo that is not that of its layout.
    """
    view = look_at(empty.pixels, fit.camera, layout)
    taught = [replace(one, photo=Evened(one.photo, view)) for one in taught]
    for number, one in enumerate(taught, 1):
        reason = wrong_photo(number, one.photo.pixels, one.points, view, fit)
        if reason is not None:
            raise WrongPhoto(reason)
    lessons = [make_lesson(one.photo, one.points, layout) for one in taught]
    kit = learn_kit(view, lessons)
    figures = [
        FigureSeen(
            look(one.photo.pixels, view, kit.kit.pixels).strange,
            one.notches.get("brown"),
            one.notches.get("blue"),
        )
        for one in taught
    ]
    notches = find_notches(view, figures)
    profile = Profile(layout, fit, kit.kit, notches, empty_jpeg, kit.warnings)
    return Learned(view, kit.kit, profile)
