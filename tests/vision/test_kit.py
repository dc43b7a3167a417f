"""Kits: pieces are learned from photos, and mistakes of teaching are noticed."""

from __future__ import annotations

import json

import pytest

from calibration.kit import learn_kit, make_lesson
from tests.vision.made import Made


def points(made: Made, number: int) -> dict[str, list[str]]:
    """Return a teaching layout."""
    loaded = json.loads((made.folder / f"teach-{number}.json").read_text())
    return {str(site): list(pile) for site, pile in loaded["points"].items()}


def test_all_pieces_are_learned(made: Made) -> None:
    """Six faces with their directions in two colours and two stones are known."""
    assert len(made.learned.kit.labels) == 22
    assert "blue trap south" in made.learned.kit.labels
    assert "brown path north-south" in made.learned.kit.labels


def test_a_good_teaching_raises_no_doubt(made: Made) -> None:
    """An easy table is learned without warnings."""
    assert made.learned.profile.warnings == ()


def test_a_missing_cube_is_noticed(made: Made) -> None:
    """A cube that the layout has and the photo hasn't is named with its point."""
    layout = made.learned.view.layout
    told = points(made, 1) | {"e5": ["brown moon"]}
    lessons = [make_lesson(made.picture("teach-1"), told, layout)]
    warnings = learn_kit(made.learned.view, lessons).warnings
    assert any("e5" in warning and "brown moon" in warning for warning in warnings)


def test_traps_that_were_not_turned_are_noticed(made: Made) -> None:
    """The first photo taken twice: the second layout has its traps and paths turned."""
    layout = made.learned.view.layout
    lessons = [make_lesson(made.picture("teach-1"), points(made, n), layout) for n in (1, 2)]
    warnings = learn_kit(made.learned.view, lessons).warnings
    assert any("turned" in warning and "trap" in warning for warning in warnings)


def test_swapped_names_are_noticed(made: Made) -> None:
    """Two faces that are exchanged in one layout don't look like the other photo's."""
    layout = made.learned.view.layout
    second = points(made, 2)
    site = next(site for site, pile in second.items() if pile == ["brown moon"])
    second[site] = ["brown pit"]
    lessons = [
        make_lesson(made.picture("teach-1"), points(made, 1), layout),
        make_lesson(made.picture("teach-2"), second, layout),
    ]
    warnings = learn_kit(made.learned.view, lessons).warnings
    assert any(site in warning and "moon" in warning for warning in warnings)


@pytest.mark.parametrize(
    "wrong",
    [{"a1": ["brown moon", "brown star"]}, {"a1": ["green moon"]}, {"z9": ["brown moon"]}],
    ids=["stack", "colour", "point"],
)
def test_a_wrong_layout_is_refused(made: Made, wrong: dict[str, list[str]]) -> None:
    """Stacks, unknown colours and unknown points have no place in a layout."""
    with pytest.raises(ValueError, match=next(iter(wrong))):
        make_lesson(made.picture("teach-1"), wrong, made.learned.view.layout)
