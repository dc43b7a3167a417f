"""Teach the reader the virtual table, through the very photographs its camera takes."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from calibration.learning import Teaching, learn
from calibration.profile import VERSION, Profile, ProfileProblem, load_profile, save_profile
from calibration.shot import Shot
from companion.errors import FileProblem
from vision.board import find_board
from vision.desk.playing import PlayTable
from vision.desk.setting import desk_setup
from vision.lens import lens_from_field
from vision.render.rig import teaching
from vision.render.tables import TableSetup

FILE = "virtual-{mark}.profile"


def quiet(_: str) -> None:
    """Tell nobody."""


def desk_profile(
    setup: TableSetup, folder: Path, *, tell: Callable[[str], None] = quiet
) -> Profile:
    """Return the profile of the virtual table, from the folder if it was learned before.

    ``tell`` gets a word of progress before each step. What can't be kept is learned again next
    time. Raises `vision.board.BoardNotFound` where a board can't be seen, which is our own fault.
    """
    path = desk_profile_path(setup, folder)
    if path.exists():
        try:
            return load_profile(path)
        except ProfileProblem:
            pass  # of a kind that isn't read any more, or damaged: it is learned anew
    made = learned(setup, tell=tell)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        save_profile(made, path)
        for old in folder.glob(FILE.format(mark="*")):
            if old != path and _board_of(old) == _board_of(path):
                old.unlink(missing_ok=True)
    except (OSError, FileProblem):
        pass  # a full disk must not keep anybody from playing
    return made


def desk_profile_path(setup: TableSetup, folder: Path) -> Path:
    """Return where the profile of a virtual table is kept."""
    return folder / FILE.format(mark=_mark(setup))


def learned(setup: TableSetup, *, tell: Callable[[str], None] = quiet) -> Profile:
    """Return the virtual table's profile, learned now: some seconds."""
    layout = setup.look.layout
    bare = PlayTable.begun(setup)
    tell("empty")
    empty = _taken(PlayTable(setup, off=bare.off))
    lens = lens_from_field(setup.camera.size_px, setup.hfov_deg)
    fit = find_board(
        empty.pixels, layout.columns, layout.rows, pitch_mm=layout.pitch_mm, lens=lens, square=True
    )
    taught = []
    for number, quarter in enumerate((False, True), 1):
        tell(f"teach-{number}")
        points = teaching(layout.columns, quarter=quarter)
        taught.append(Teaching(_taken(bare.laid(points, seed=number)), points, bare.notches))
    tell("learn")
    return learn(layout, fit, empty, empty.jpeg, taught).profile


def _taken(table: PlayTable) -> Shot:
    """Return a photograph as a file holds it."""
    return Shot.of(table.photograph(seed=7).image)


def _mark(setup: TableSetup) -> str:
    """Return what names a table's profile: its board, its picture, and who draws and reads it."""
    layout = setup.look.layout
    digest = hashlib.sha256(repr((setup, VERSION)).encode())
    here = Path(__file__).resolve().parent
    for path in sorted([*(here.parent / "render").glob("*.py"), *here.glob("*.py")]):
        digest.update(path.read_bytes())
    return f"{layout.columns}x{layout.rows}-{layout.notches}-{digest.hexdigest()[:12]}"


def _board_of(path: Path) -> str:
    """Return the part of a profile's name that tells which board it is of."""
    return path.name.rpartition("-")[0]


def main(arguments: Sequence[str]) -> None:
    """Learn the virtual table into FOLDER, for a picture of WIDTH x HEIGHT; tell each step."""
    folder, width, height = arguments
    setup = desk_setup(size_px=(int(width), int(height)))
    desk_profile(setup, Path(folder), tell=lambda word: print(word, flush=True))  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
