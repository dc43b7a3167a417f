"""Command `watch`: photographs of a game in order, judged one after the other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from companion.files import read_json
from companion.games.registry import game_by_id
from companion.language.catalogue import load
from companion.language.notices import worded
from companion.referee.findings import Finding, follow
from companion.referee.reconcile import judge
from vision.commands import load_table
from vision.photo import LONGEST_PX, PhotoProblem, load_photo
from vision.read import read_board
from vision.telling import told_judgement
from vision.testimony import Testimony


@click.command()
@click.option(
    "--profile",
    "profile_path",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="The table's profile.",
)
@click.option(
    "--start",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="The position that the first photo shows, in the exchange format.",
)
@click.option("--game", "game_id", default="moons-and-stars", help="Which game it is.")
@click.option("--language", default="en", envvar="MOONTABLE_LANGUAGE", metavar="TAG")
@click.option("--json", "as_json", is_flag=True, help="One JSON line a photo.")
@click.argument("photos", nargs=-1, required=True, type=click.Path(path_type=Path, dir_okay=False))
def watch(
    profile_path: Path,
    start: Path,
    game_id: str,
    language: str,
    photos: tuple[Path, ...],
    *,
    as_json: bool,
) -> None:
    """Tell what was played from each of PHOTOS to the next, and whether it is legal."""
    game = game_by_id(game_id)
    following = follow(game, game.position_from_json(read_json(start)))
    table = load_table(profile_path)
    say = load(language, game.spec.id, "watch")
    code = 0
    for path in photos:
        try:
            pixels = load_photo(path, longest_px=LONGEST_PX).pixels
        except PhotoProblem as problem:
            code = 2
            told: dict[str, Any] = {
                "image": str(path),
                "verdict": Finding.UNREADABLE.value,
                "action": None,
                "text": worded(problem.said, say.language),
                "reasons": [],
                "todo": [],
            }
        else:
            before = following.state
            judgement = judge(following, Testimony(read_board(pixels, table)))
            following = judgement.following
            told = told_judgement(str(path), judgement, before, say)
        click.echo(json.dumps(told) if as_json else f"{path.name}: {told['text']}")
    raise SystemExit(code)
