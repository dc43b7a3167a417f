"""Bad input of every kind, to every command: a plain reason, no traceback, no made-up reading.

Files that are no photographs end with code 2; photographs that show something else are told as
unreadable (or as a hand, or a moved board) one by one.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result
from numpy.typing import NDArray

from calibration.lens import save_lens
from calibration.profile import load_profile, save_profile
from tests.vision.made import Made, tops_of
from tests.vision.subjects import SUBJECTS, photographed
from vision.commands import main
from vision.commands_board import board
from vision.commands_watch import watch
from vision.evidence import Status
from vision.lens import Lens
from vision.read import read_board
from vision.render.rig import write_rig
from vision.render.tables import Difficulty

Pixels = NDArray[np.uint8]

START = {
    "columns": 9,
    "to_move": "brown",
    "points": {
        **{"e1": ["brown stone"], "c3": ["brown moon"], "e4": ["brown moon"], "g3": ["brown star"]},
        **{"b4": ["brown trap north"], "f2": ["brown safe"], "h2": ["brown pit"]},
        **{"e9": ["blue stone"], "c7": ["blue moon"], "f6": ["blue star"], "g7": ["blue moon"]},
        **{"d7": ["blue trap south"], "b8": ["blue safe"], "a6": ["blue pit"]},
    },
    "deities": {"brown": ["cadbeth", 1], "blue": ["lamban", 1]},
    "lost": {"brown": {}, "blue": {}},
}


def exif_turned(jpeg: bytes, way: int) -> bytes:
    """Return a JPEG file that says it must be turned to be upright."""
    entry = b"\x01\x12\x00\x03\x00\x00\x00\x01\x00" + bytes([way]) + b"\x00\x00"
    tiff = b"MM\x00*\x00\x00\x00\x08\x00\x01" + entry + b"\x00\x00\x00\x00"
    body = b"Exif\x00\x00" + tiff
    return jpeg[:2] + b"\xff\xe1" + (len(body) + 2).to_bytes(2, "big") + body + jpeg[2:]


def noise(shape: tuple[int, ...]) -> Pixels:
    """Return a picture of nothing."""
    values = np.random.default_rng(1).integers(0, 255, shape, dtype=np.uint8)
    return np.asarray(cv2.GaussianBlur(values, (0, 0), 3), dtype=np.uint8)


def checks(shape: tuple[int, ...]) -> Pixels:
    """Return a picture of a checked cloth."""
    y, x = np.mgrid[: shape[0], : shape[1]]
    cloth = ((x // 40 + y // 40) % 2 * 120 + 60).astype(np.uint8)
    return np.asarray(cv2.merge([cloth, cloth // 2, cloth // 3]), dtype=np.uint8)


NO_PHOTO = {
    "missing": "can't be read",
    "empty": "empty",
    "text": "not a picture",
    "truncated": "end of the picture",
    "four pixels": "only 2 x 2",
}
"""What is no photograph -> a word of the reason."""

OF_SOMETHING_ELSE = ("white", "black", "noise", "checks", "grey", "sideways", "half", *SUBJECTS)


@pytest.fixture(scope="module")
def files(made: Made, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return all bad files, a good photo of another size, and the profile."""
    folder = tmp_path_factory.mktemp("bad")
    photo = made.photo("board-01")
    jpeg = (made.folder / "board-01.jpg").read_bytes()
    kinds: dict[str, bytes | Pixels] = {
        "empty": b"",
        "text": b"moon",
        "truncated": jpeg[:20000],
        "four pixels": photo[:2, :2],
        "sideways": exif_turned(jpeg, 6),
        "white": np.full_like(photo, 255),
        "black": np.zeros_like(photo),
        "noise": noise(photo.shape),
        "checks": checks(photo.shape),
        "grey": np.asarray(cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY), dtype=np.uint8),
        "half": np.hstack([photo[:, :640], np.full_like(photo[:, 640:], 90)]),
        **{name: photographed(draw()) for name, draw in SUBJECTS.items()},
        "twelve megapixels": np.asarray(cv2.resize(photo, (4000, 3000)), dtype=np.uint8),
    }
    made_files = {"missing": folder / "missing.jpg"}
    for kind, content in kinds.items():
        path = folder / f"{kind}.{'jpg' if isinstance(content, bytes) else 'png'}"
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            cv2.imwrite(str(path), content, [cv2.IMWRITE_PNG_COMPRESSION, 1])
        made_files[kind] = path
    save_profile(made.learned.profile, folder / "table.profile")
    (folder / "start.json").write_text(json.dumps(START))
    return {**made_files, "profile": folder / "table.profile", "start": folder / "start.json"}


def run(command: str, files: dict[str, Path], photo: Path) -> tuple[Result, dict[str, Any]]:
    """Run a command on one photo; return its result and the JSON line that it printed."""
    profile = ["--profile", str(files["profile"]), "--json", str(photo)]
    group: click.Command
    if command == "find":
        group, arguments = board, ["find", "--json", str(photo)]
    elif command == "watch":
        group, arguments = watch, ["--start", str(files["start"]), *profile]
    else:
        group, arguments = main, [command, *profile]
    result = CliRunner().invoke(group, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert "Traceback" not in result.output
    return result, json.loads(result.stdout)


@pytest.mark.parametrize("command", ["find", "read", "roll", "watch"])
@pytest.mark.parametrize("kind", NO_PHOTO)
def test_what_is_no_photograph_is_refused_with_the_reason(
    files: dict[str, Path], command: str, kind: str
) -> None:
    result, told = run(command, files, files[kind])
    assert result.exit_code == 2
    assert told.get("status", told.get("verdict")) == "unreadable"
    assert NO_PHOTO[kind] in str(told.get("reason", told.get("text")))


@pytest.mark.parametrize("command", ["read", "roll", "watch"])
@pytest.mark.parametrize("kind", OF_SOMETHING_ELSE)
def test_a_photo_of_something_else_gives_a_reason_and_no_reading(
    files: dict[str, Path], command: str, kind: str
) -> None:
    if (command, kind) == ("roll", "half"):
        pytest.skip("cubes in the half that shows the board may be counted")
    _, told = run(command, files, files[kind])
    assert told.get("status", told.get("verdict")) not in ("ok", "legal", "unchanged")
    assert told.get("reason") or told.get("text")
    assert not told.get("sites")
    assert not told.get("faces")
    assert not told.get("action")


@pytest.fixture(scope="module")
def another(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of another made table: other wood, light, camera and pieces."""
    folder = tmp_path_factory.mktemp("another")
    write_rig(folder, 5151, difficulty=Difficulty.EASY, boards=1, rolls=1, bumps=0, columns=9)
    return folder


@pytest.mark.parametrize("command", ["read", "roll", "watch"])
@pytest.mark.parametrize("photo", ["board-01", "roll-01", "empty"])
@pytest.mark.parametrize("turned", [False, True])
def test_the_profile_of_another_table_reads_nothing_and_says_why(
    files: dict[str, Path],
    another: Path,
    tmp_path: Path,
    command: str,
    photo: str,
    turned: bool,
) -> None:
    path = another / f"{photo}.jpg"
    if turned:
        image = cv2.imread(str(path))
        assert image is not None
        path = tmp_path / "turned.png"
        cv2.imwrite(str(path), cv2.rotate(image, cv2.ROTATE_180))
    _, told = run(command, files, path)
    assert told.get("status", told.get("verdict")) in ("unreadable", "board-moved", "hand")
    assert told.get("reason") or told.get("text")
    assert not told.get("sites")
    assert not told.get("faces")
    assert not told.get("action")


def test_a_board_that_only_has_the_same_lines_is_told_as_another_table(made: Made) -> None:
    """Plain wood with the table's lines, pushed a little: only its grain is missing."""
    table = made.table
    photo = np.full_like(made.photo("empty"), (120, 150, 175))
    for axis in (0, 1):
        for line in range(9):
            ends = np.array([[line, -0.4], [line, 8.4]]) if axis else [[-0.4, line], [8.4, line]]
            pixels = np.rint(
                table.fit.view.to_px(np.array(ends, dtype=np.float64)) + np.array([14, 9])
            )
            start, end = ([int(x), int(y)] for x, y in pixels)
            cv2.line(photo, start, end, (40, 50, 60), 3, cv2.LINE_AA)
    reading = read_board(photo, table)
    assert reading.status in (Status.UNREADABLE, Status.BOARD_MOVED)
    assert reading.reason


@pytest.mark.parametrize("columns", [(), ("--columns", "9"), ("--columns", "19")], ids=str)
@pytest.mark.parametrize("kind", ["white", "black", "noise", "checks", *SUBJECTS])
def test_no_board_is_found_where_none_is(
    files: dict[str, Path], kind: str, columns: tuple[str, ...]
) -> None:
    result = CliRunner().invoke(board, ["find", "--json", *columns, str(files[kind])])
    told = json.loads(result.stdout)
    assert (result.exit_code, told["status"], told["problem"]) == (2, "unreadable", "no-board")
    assert told["reason"]


def test_a_photo_of_twelve_megapixels_is_read_right(made: Made, files: dict[str, Path]) -> None:
    _, told = run("read", files, files["twelve megapixels"])
    seen = {site: (pile["piece"], pile["level"]) for site, pile in told["sites"].items()}
    assert seen == tops_of(made.truth("board-01")["points"])


@pytest.mark.parametrize("command", ["find", "grey find"])
def test_a_board_is_found_whatever_the_photo_is_like(files: dict[str, Path], command: str) -> None:
    """A photo held sideways or without colours still shows its lines."""
    kind = "sideways" if command == "find" else "grey"
    result, told = run("find", files, files[kind])
    assert (result.exit_code, told["status"]) == (0, "ok")


def rig_with(made: Made, folder: Path, **files: bytes | dict[str, Any] | None) -> Path:
    """Return a copy of the made table's folder with some files changed or (None) left out."""
    for name in ("rig.json", "empty.jpg", "teach-1.jpg", "teach-1.json"):
        content = files.get(name.replace(".", "_").replace("-", "_"), b"as it is")
        if content is None:
            continue
        if content == b"as it is":
            content = (made.folder / name).read_bytes()
        elif isinstance(content, dict):
            before = json.loads((made.folder / name).read_text())
            content = json.dumps(before | content).encode()
        assert isinstance(content, bytes)
        (folder / name).write_bytes(content)
    return folder


@pytest.mark.parametrize(
    ("changed", "word"),
    [
        ({"rig_json": None}, "rig.json"),
        ({"rig_json": b"moon"}, "not valid JSON"),
        ({"rig_json": b"[1]"}, "object in braces"),
        ({"rig_json": {"columns": "many"}}, "wrong figure"),
        ({"rig_json": {"columns": 2}}, "wrong figure"),
        ({"rig_json": {"cube_mm": 40}}, "wrong figure"),
        ({"rig_json": {"corners_px": {"a1": [1, 2]}}}, "lacks the corner"),
        ({"rig_json": {"corners_px": {k: "x" for k in ("a1", "i1", "i9", "a9")}}}, "corners_px"),
        ({"empty_jpg": None}, "empty.jpg can't be used"),
        ({"empty_jpg": b""}, "The file is empty"),
        ({"empty_jpg": b"moon"}, "not a picture"),
        ({"teach_1_jpg": b"moon"}, "not a picture"),
        ({"teach_1_jpg": None}, "no teaching photos"),
        ({"teach_1_json": None}, "can't be read"),
        ({"teach_1_json": b"{}"}, "teach-1.json can't be used"),
        ({"teach_1_json": {"points": {"a1": ["green moon"]}}}, "green moon"),
        ({"teach_1_json": {"points": {"z9": ["blue moon"]}}}, "z9"),
        ({"teach_1_json": {"points": {}}}, "no cubes"),
    ],
    ids=str,
)
def test_a_folder_that_cannot_be_learned_is_refused(
    made: Made, tmp_path: Path, changed: dict[str, Any], word: str
) -> None:
    folder = rig_with(made, tmp_path, **changed)
    out = tmp_path / "table.profile"
    result = CliRunner().invoke(main, ["profile", "build", str(folder), "--out", str(out)])
    assert result.exit_code == 2
    assert "Traceback" not in result.output
    assert word in result.output
    assert not out.exists()


@pytest.mark.parametrize("instead", ["empty", "board-01"])
def test_a_wrong_teaching_photo_is_refused(made: Made, tmp_path: Path, instead: str) -> None:
    """The empty board or a game in place of the pieces laid out teaches nothing."""
    photo = (made.folder / f"{instead}.jpg").read_bytes()
    folder = rig_with(made, tmp_path, teach_1_jpg=photo)
    result = CliRunner().invoke(main, ["profile", "build", str(folder), "--out", "unwritten"])
    assert result.exit_code == 2
    assert "does not show the pieces" in result.output


def test_a_teaching_photo_of_another_table_is_refused(made: Made, tmp_path: Path) -> None:
    """A board elsewhere in the picture is not the one of the empty photo."""
    photo = cv2.rotate(made.photo("teach-1"), cv2.ROTATE_180)
    turned = cv2.warpAffine(photo, np.array([[0.9, 0.2, 0], [-0.2, 0.9, 90]]), photo.shape[1::-1])
    jpeg = cv2.imencode(".jpg", turned)[1].tobytes()
    result = CliRunner().invoke(
        main,
        ["profile", "build", str(rig_with(made, tmp_path, teach_1_jpg=jpeg)), "--out", "unwritten"],
    )
    assert result.exit_code == 2
    assert "Teaching photo 1" in result.output


def test_a_field_of_view_that_the_board_contradicts_is_refused(made: Made, tmp_path: Path) -> None:
    """Half of the true field of view bends the lines of a tilted board."""
    field = json.loads((made.folder / "rig.json").read_text())["camera"]["hfov_deg"]
    folder = rig_with(made, tmp_path, rig_json={"camera": {"hfov_deg": field * 0.6}})
    result = CliRunner().invoke(main, ["profile", "build", str(folder), "--out", "unwritten"])
    assert result.exit_code == 2
    assert "field of view" in result.output


@pytest.mark.parametrize(
    ("content", "word"), [("measured", ""), ("{}", "not a lens file"), (None, "can't be read")]
)
def test_a_lens_file_is_used_and_a_damaged_or_missing_one_refused(
    made: Made, tmp_path: Path, content: str | None, word: str
) -> None:
    folder = rig_with(made, tmp_path, rig_json={"camera": {"lens": "lens.json"}})
    camera = made.learned.profile.fit.camera
    if content == "measured":
        lens = Lens(camera.size_px, camera.matrix, camera.distortion, 0.001, residual_px=0.1)
        save_lens(lens, folder / "lens.json")
    elif content is not None:
        (folder / "lens.json").write_text(content)
    out = tmp_path / "p"
    result = CliRunner().invoke(main, ["profile", "build", str(folder), "--out", str(out)])
    assert result.exit_code == (2 if word else 0)
    assert word in result.output
    if not word:
        focal = load_profile(out).fit.camera.matrix[0, 0]
        assert focal == pytest.approx(camera.matrix[0, 0], rel=0.01)


def test_corners_dragged_to_somewhere_else_are_put_right(made: Made, tmp_path: Path) -> None:
    """Wrong corners cost nothing where the lines are plain: the board is searched for."""
    corners = {"a1": [300, 300], "i1": [420, 300], "i9": [420, 200], "a9": [300, 200]}
    folder = rig_with(made, tmp_path, rig_json={"corners_px": corners})
    out = tmp_path / "p"
    result = CliRunner().invoke(main, ["profile", "build", str(folder), "--out", str(out)])
    assert result.exit_code == 0
    found = load_profile(out).fit.corners_px
    assert np.allclose(found, made.truth("empty")["grid_corners_px"], atol=2.0)
