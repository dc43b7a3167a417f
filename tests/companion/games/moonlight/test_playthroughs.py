"""Whole matches on file are told again, line by line."""

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


def test_the_playthroughs_show_what_happens_between_rounds() -> None:
    texts = [path.read_text("utf-8") for path in FILES]
    for word in (
        *("ML-05 covered", "ML-16 gathered", "lone at", "use ", "power ", "; moons ", "?"),
        *("lone m", " m2 over "),
    ):
        assert any(word in text for text in texts), word
