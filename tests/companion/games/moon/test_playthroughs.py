"""Whole games on file are told again, line by line."""

from pathlib import Path

import pytest

from tests.tools.playthrough import actions_in, head_of, tell

FILES = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_playthrough_is_told_again_as_it_was(path: Path) -> None:
    text = path.read_text("utf-8")
    told = list(tell(head_of(text), actions_in(text)))
    for number, (line, wanted) in enumerate(zip(told, text.splitlines(), strict=True), 1):
        assert line == wanted, f"line {number}"


def test_the_playthroughs_show_bugs_events_repairs_hackers_and_both_endings() -> None:
    texts = [path.read_text("utf-8") for path in FILES]
    assert len(texts) == 6
    for word in ("repair ", "bug p", "card bug", "disabling", "RAM", "MN-24", "MN-31", "purple",
                 "MN-12 landed", "MN-01 too-slow", "MN-32"):  # fmt: skip
        assert any(word in text for text in texts), word
