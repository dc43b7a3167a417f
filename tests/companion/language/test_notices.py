"""What eyes, cameras and the referee say is worded in every language, and stands in no code."""

from __future__ import annotations

import copy
import json
import pickle
import re
from collections.abc import Iterator
from itertools import product

import pytest

from companion.errors import MoontableError
from companion.language.catalogue import load
from companion.language.files import languages, texts
from companion.language.grammar import placeholders
from companion.language.notices import (
    SILENCE,
    SUBJECTS,
    WORDS,
    Given,
    Notice,
    fault,
    notice,
    notice_from_json,
    notice_to_json,
    together,
    worded,
)
from tests.companion.language.noticed import ROOT, Made, made
from tests.companion.language.sentences import sentences_in
from tests.companion.language.spoken import WORD, words_of

ENGLISH = load("en", WORDS, *SUBJECTS)
TEMPLATES = {key: text for key, text in texts(ENGLISH.tables) if key.split(".")[0] in SUBJECTS}
TAGS = [tag for tag in languages() if tag != "en"]
KEYS = sorted({key for call in made() for key in call.keys})
FORMS = ("name", "the")

CAMERA = notice("cameras.usb-model.name", device="/dev/video0", model="C920")
WHY = notice("cameras.lock.no-motor")
TYPICAL: dict[str, tuple[Given, ...]] = {
    **dict.fromkeys(("count", "missing", "number", "option"), (0, 1, 2, 16)),
    **dict.fromkeys(("width", "height", "own_width", "own_height"), (1280,)),
    **dict.fromkeys(("fewest", "most", "most_mb", "expected", "notch", "game"), (12,)),
    **dict.fromkeys(("away_mm", "blur_px", "residual_mm", "size_mb", "waited_s"), (2.5, 3.0)),
    "seen": (0.344,),
    **dict.fromkeys(("device", "path", "address", "file", "command"), ("/dev/video0",)),
    **dict.fromkeys(("fault", "how", "package", "model", "format"), ("OSError: 5",)),
    "site": ("e4",),
    "sites": (("e4",), ("a1", "b2", "c3")),
    "piece": ("brown trap north", "blue stone", "brown path east-west"),
    "face": ("moon", "trap"),
    "other": ("star", "safe"),
    "one": ("pit",),
    "two": ("path",),
    "faces": (("moon", "star"),),
    "colour": ("brown", "blue"),
    "camera": (CAMERA, notice("cameras.folder.name", file="club"), notice("cameras.pi.name")),
    "controls": ((notice("cameras.lock.focus.name"),),),
    "devices": (("/dev/video0", "/dev/video2"),),
    "parts": ((notice("cameras.lock.part", controls=(CAMERA,), why=WHY),),),
    "why": (WHY,),
    "whys": ((notice("eyes.roll.cocked", count=1), notice("eyes.roll.away", count=2)),),
}
FRAGMENTS = re.compile(
    r"cameras\.lock\.(?!locked|nothing|free)"
    r"|eyes\.roll\.(cocked|hid|unc|away|piled|cut|other$|more)"
)
"""Keys of what stands within another sentence."""
ALIKE = {"cameras.lock.gain.name"}
"""Names that are written alike in several languages."""
BEGINNING = re.compile(r"[«„“]?(?![a-zà-ÿ])|e4|moontable|picamera2|sudo")
"""A capital letter, or what is written small everywhere."""


def spoken(key: str) -> Iterator[Notice]:
    """A notice with each typical value of each of its values."""
    names = sorted(placeholders(TEMPLATES[key]))
    for values in product(*(TYPICAL[name] for name in names)):
        yield notice(key, **dict(zip(names, values, strict=True)))


def test_the_sources_are_read() -> None:
    assert len(made()) > 150
    assert {"eyes.dark", "cameras.away.late", "desk.teach-2", "referee.no-game"} <= set(KEYS)


@pytest.mark.parametrize("call", made(), ids=lambda call: call.where)
def test_every_notice_has_a_text_that_asks_for_what_it_is_given(call: Made) -> None:
    for key in call.keys:
        assert key in TEMPLATES
        assert placeholders(TEMPLATES[key]) <= call.given, key


def test_no_text_is_idle() -> None:
    names = {key.removesuffix(".name") for key in KEYS if key.endswith(".name")}
    forms = {f"{name}.{form}" for name in names for form in FORMS}
    assert set(TEMPLATES) - {*KEYS, *forms} == set()


@pytest.mark.parametrize("tag", ["en", *TAGS])
def test_every_notice_is_said_in_every_language(tag: str) -> None:
    bad: dict[str, str] = {}
    for key in KEYS:
        for one in spoken(key):
            said = worded(one, tag)
            if [sign for sign in ("{", "}", "None", "  ", "()", " .") if sign in said]:
                bad[key] = f"is not filled in: {said}"
            if (said == str(one)) != (tag == "en") and key not in ALIKE:
                bad[key] = f"is left in English: {said}"
            if key.endswith(".name") or FRAGMENTS.match(key):
                continue
            ended = TEMPLATES[key].endswith("}") or re.search(r"[.!?…]$", said)
            if not BEGINNING.match(said) or not ended:
                bad[key] = f"is no sentence: {said}"
    assert bad == {}


@pytest.mark.parametrize("tag", TAGS)
def test_no_english_word_for_a_piece_is_left(tag: str) -> None:
    foreign = words_of(ENGLISH) - words_of(load(tag, WORDS, *SUBJECTS))
    own = {word for key, text in texts(load(tag, *SUBJECTS).tables) for word in WORD.findall(text)}
    for key in KEYS:
        for one in spoken(key):
            if "typed" not in TEMPLATES[key]:
                assert not set(WORD.findall(worded(one, tag))) & (foreign - own), worded(one, tag)


SPEAKING = ("vision", "calibration", "companion/referee")
FOR_THE_TERMINAL = {
    *("vision/commands.py", "vision/commands_board.py", "vision/commands_watch.py"),
    *("vision/sources/commands.py", "calibration/commands_lens.py"),
    *("calibration/build.py", "calibration/lens.py", "calibration/profile.py"),
    "calibration/sheet.py",  # printed on paper
    "vision/posefit.py",  # a fault of the program
    "companion/referee/handling.py",  # what a command does, for the description of the API
}
"""What speaks to whoever typed a command or writes a program, in English."""


@pytest.mark.parametrize("part", SPEAKING)
def test_no_sentence_for_people_stands_in_the_code(part: str) -> None:
    found = [
        f"{name}:{line}: {text}"
        for file in sorted((ROOT / part).rglob("*.py"))
        if (name := file.relative_to(ROOT).as_posix()) not in FOR_THE_TERMINAL
        and not name.startswith(("vision/render/", "vision/train/"))
        for line, text in sentences_in(file)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("expected", "tag"),
    [
        ("Only 34% of the board's lines can be seen.", "en"),
        ("Von den Linien des Bretts sind nur 34\N{NO-BREAK SPACE}% zu sehen.", "de"),
        ("On ne voit que 34\N{NARROW NO-BREAK SPACE}% des lignes du plateau.", "fr"),
        ("Solo se ve el 34\N{NO-BREAK SPACE}% de las líneas del tablero.", "es"),
        ("Només es veu el 34\N{NO-BREAK SPACE}% de les línies del tauler.", "ca"),
    ],
)
def test_a_share_is_written_as_the_language_writes_it(expected: str, tag: str) -> None:
    assert worded(notice("eyes.board.few-lines", seen=0.34), tag) == expected


@pytest.mark.parametrize(
    ("expected", "tag"), [("0.8 mm", "en"), *(("0,8 mm", tag) for tag in TAGS)]
)
def test_a_fraction_has_the_languages_decimal_sign(expected: str, tag: str) -> None:
    said = worded(notice("eyes.board.not-flat", residual_mm=0.84), tag)
    assert expected in said.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("expected", "tag"),
    [
        ("The folder club gives no more pictures.", "en"),
        ("Der Ordner club liefert keine Bilder mehr.", "de"),
        ("La carpeta club ja no dona més imatges.", "ca"),
    ],
)
def test_a_name_stands_in_the_form_that_its_sentence_wants(expected: str, tag: str) -> None:
    folder = notice("cameras.folder.name", file="club")
    assert worded(notice("cameras.away.ended", camera=folder), tag) == expected


def test_several_sentences_are_worded_one_by_one_and_plain_text_stays() -> None:
    whole = together(notice("eyes.camera-failed", fault="EIO"), "", "Plain.", SILENCE)
    assert whole == "The camera failed (EIO). Plain."
    assert worded(whole, "de") == "Die Kamera ist ausgefallen (EIO). Plain."
    assert worded("plain", "de") == "plain"
    assert worded(Notice("plain"), "de") == "plain"
    assert (SILENCE, worded(SILENCE, "de")) == ("", "")


def test_a_notice_outlives_copies_and_json() -> None:
    said = together(
        notice("cameras.away.late", camera=CAMERA, waited_s=2.5),
        notice("teaching.drag", sites=("a1", "i9")),
        "Plain.",
    )
    read = notice_from_json(json.loads(json.dumps(notice_to_json(said))))
    for twin in (copy.deepcopy(said), pickle.loads(pickle.dumps(said)), read):
        assert twin == said
        assert worded(twin, "fr") == worded(said, "fr") != str(said)
    assert json.dumps(said) == json.dumps(str(said))
    assert notice_from_json("An older file's sentence.") == "An older file's sentence."
    with pytest.raises(ValueError, match="no notice"):
        notice_from_json([3])


def test_an_error_keeps_its_notice_and_prints_english() -> None:
    error = MoontableError(notice("referee.no-game"), notice("referee.begin"))
    assert str(error) == "No game is on the table. Begin one, or resume one."
    assert worded(error.message, "es") == "En la mesa no hay ninguna partida."


def test_what_a_driver_says_is_one_short_line() -> None:
    assert fault(OSError("it\nburns")) == "OSError: it burns"
    assert len(fault(ValueError("x" * 999))) == 200
