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


def test_the_playthroughs_show_captures_promotions_passes_and_every_end() -> None:
    texts = [path.read_text("utf-8") for path in FILES]
    for word in (
        *("CI-12 captured", "CI-09 promoted", "action: pass", "lot ", "claim draw", "resign"),
        *("last-move-made", "no-last-move", "last-in-play", "team-left", "no-move-draw"),
        *("no-move-loss", "repetition", "fifty-moves", "agreed", "resigned"),
    ):
        assert any(word in text for text in texts), word
