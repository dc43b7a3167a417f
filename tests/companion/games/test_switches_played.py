"""No switch of a game's rules is without a playthrough: whole games on file, reviewed by people."""

from pathlib import Path

import pytest

from companion.games.registry import game_by_id, game_ids
from tests.tools.playthrough import head_of, unplayed

HERE = Path(__file__).parent


def heads(game: str) -> list[dict[str, str]]:
    """The first lines of every playthrough of a game."""
    folder = HERE / game.replace("-", "_") / "playthroughs"
    return [head_of(path.read_text("utf-8")) for path in sorted(folder.glob("*.txt"))]


@pytest.mark.parametrize("game", game_ids())
def test_every_value_of_every_switch_is_played_in_some_file(game: str) -> None:
    assert unplayed(game_by_id(game), heads(game)) == []


def test_a_switch_without_a_playthrough_is_named() -> None:
    """The test above would fail: it isn't fooled by files that set nothing, or the default."""
    cirondo = game_by_id("cirondo")
    only = [{"rules": '{"players": "four", "first": "lot"}'}]
    missing = unplayed(cirondo, only)
    assert 'players="teams"' in missing
    assert 'players="four"' not in missing
    assert 'first="gold"' in missing
    assert "hand_size" in unplayed(game_by_id("stargazers"), [{"rules": '{"hand_size": 3}'}])
