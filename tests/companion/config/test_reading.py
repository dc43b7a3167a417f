"""Settings from a file and the environment: what holds, and one clear line for each mistake."""

from __future__ import annotations

import string
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.config import (
    BuzzerKind,
    CameraSource,
    Pins,
    Settings,
    as_toml,
    config_path,
    load_config,
    settings_from,
)
from companion.config.sections import SECTIONS
from companion.errors import ConfigProblem, FileProblem

KINDS = get_type_hints(Settings)
NAMES = [(section, item.name) for section in SECTIONS for item in fields(KINDS[section])]


def test_an_empty_file_gives_the_defaults() -> None:
    assert settings_from("") == Settings()


def test_a_file_changes_what_it_names_and_nothing_else() -> None:
    text = "[pins]\ndone_brown = 21\nbuzzer = 'none'\nnotches_blue = []\n[clock]\nside_s = 600\n"
    got = settings_from(text)
    pins = replace(Pins(), done_brown=21, buzzer=None, notches_blue=())
    assert got == replace(Settings(), pins=pins, clock=replace(Settings().clock, side_s=600.0))
    assert isinstance(got.clock.side_s, float)


def test_words_become_members() -> None:
    got = settings_from('[camera]\nsource = "picamera2"\n[sound]\nbuzzer = "passive"')
    assert got.camera.source is CameraSource.PICAMERA2
    assert got.sound.buzzer is BuzzerKind.PASSIVE


@pytest.mark.parametrize(
    ("variable", "word", "section", "key", "value"),
    [
        ("MOONTABLE_PINS_DONE_BROWN", "21", "pins", "done_brown", 21),
        ("MOONTABLE_PINS_BUZZER", "none", "pins", "buzzer", None),
        ("MOONTABLE_PINS_NOTCHES_BROWN", "5, 6,7", "pins", "notches_brown", (5, 6, 7)),
        ("MOONTABLE_PINS_NOTCHES_BROWN", "[]", "pins", "notches_brown", ()),
        ("MOONTABLE_PINS_NOTCHES_BROWN", "", "pins", "notches_brown", ()),
        ("MOONTABLE_TABLE_AUTOMATIC", "Yes", "table", "automatic", True),
        ("MOONTABLE_TABLE_AUTOMATIC", "0", "table", "automatic", False),
        ("MOONTABLE_BUTTONS_HOLD_S", "1.5", "buttons", "hold_s", 1.5),
        ("MOONTABLE_CAMERA_SOURCE", "usb", "camera", "source", CameraSource.USB),
        ("MOONTABLE_CAMERA_ADDRESS", "0", "camera", "address", "0"),
        ("MOONTABLE_LANGUAGE", "ca", "table", "language", "ca"),
    ],
)
def test_the_environment_goes_before_the_file(
    variable: str, word: str, section: str, key: str, value: Any
) -> None:
    text = as_toml(Settings())
    got = settings_from(text, environment={variable: word, "PATH": "/bin", "MOONTABLE_HOME": "/x"})
    assert getattr(getattr(got, section), key) == value


def test_the_long_name_of_a_variable_goes_before_the_short_one() -> None:
    given_both = {"MOONTABLE_TABLE_LANGUAGE": "de", "MOONTABLE_LANGUAGE": "ca"}
    assert settings_from("", environment=given_both).table.language == "de"


MISTAKES = {
    "no TOML": ("[pins", "not TOML"),
    "a key twice": ("[pins]\nbuzzer = 1\nbuzzer = 2", "not TOML"),
    "a number of too many digits": ("[clock]\nside_s = " + "9" * 5000, "not TOML"),
    "a long hexadecimal number": ("[clock]\nside_s = 0x" + "f" * 5000, "clock.side_s is too large"),
    "a deep list": ("a = " + "[" * 5000, "not TOML"),
    "a section misspelt": ("[pin]\nbuzzer = 1", "Did you mean pins?"),
    "no section at all like it": ("[xyzzy]", "There are: table, camera"),
    "a setting misspelt": ("[pins]\ndone_braun = 1", "Did you mean done_brown?"),
    "a setting outside of sections": ("done_brown = 17", "no section [done_brown]"),
    "a section as a setting": ("pins = 17", "Write [pins] on a line of its own"),
    "sections in a list": ("[[pins]]\nbuzzer = 1", "Write [pins] on a line of its own"),
    "a pin too high": ("[pins]\nbuzzer = 28", "a whole number from 0 to 27"),
    "a pin below": ("[pins]\nbuzzer = -1", "a whole number from 0 to 27"),
    "a pin as text": ('[pins]\nbuzzer = "GPIO4"', 'or "none"'),
    "a pin as truth": ("[pins]\nbuzzer = true", "a whole number from 0 to 27"),
    "a pin as a decimal": ("[pins]\nbuzzer = 4.0", "a whole number from 0 to 27"),
    "too many pins": (f"[pins]\nnotches_blue = {list(range(13))}", "a list of at most 12"),
    "a list with a text": ('[pins]\nnotches_blue = [1, "2"]', "a list of at most 12"),
    "one pin for a list": ("[pins]\nnotches_blue = 4", "a list of at most 12"),
    "no number": ("[buttons]\nhold_s = nan", "a number from 0.2 to 10"),
    "a time too long": ("[buttons]\nhold_s = inf", "a number from 0.2 to 10"),
    "a time too short": ("[buttons]\nhold_s = 0.1", "a number from 0.2 to 10"),
    "truth as a number": ("[table]\nautomatic = 1", "true or false"),
    "truth as text": ('[table]\nautomatic = "true"', "true or false"),
    "text on two lines": ('[table]\nlanguage = "a\\nb"', "a text on one line"),
    "no such source": ('[camera]\nsource = "eye"', "virtual, picamera2, usb, stream, folder or"),
}


@pytest.mark.parametrize(("text", "said"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_told_in_one_line_with_the_file(text: str, said: str) -> None:
    with pytest.raises(ConfigProblem) as caught:
        settings_from(text, name="here.toml")
    line = str(caught.value)
    assert said in line
    assert line.startswith("here.toml")
    assert len(line) < 400


@pytest.mark.parametrize(
    ("variable", "word", "said"),
    [
        ("MOONTABLE_PINS_BUZZER", "99", "The variable MOONTABLE_PINS_BUZZER is 99."),
        ("MOONTABLE_PINS_BUZZER", "", "a whole number from 0 to 27"),
        ("MOONTABLE_PINS_BUZZER", "9" * 5000, "a whole number from 0 to 27"),
        ("MOONTABLE_PINS_BUZER", "9", "Did you mean buzzer?"),
        ("MOONTABLE_TABLE_AUTOMATIC", "maybe", "true or false"),
    ],
)
def test_a_mistake_in_the_environment_names_the_variable(
    variable: str, word: str, said: str
) -> None:
    with pytest.raises(ConfigProblem, match="MOONTABLE_") as caught:
        settings_from("", environment={variable: word})
    assert said in str(caught.value)


def test_printed_settings_read_back_the_same() -> None:
    changed = settings_from(
        '[camera]\naddress = "C:\\\\x \\"é\\" 🎲"\n[pins]\nreferee = "none"\n[clock]\nside_s = 1e5'
    )
    for settings in (Settings(), changed):
        assert settings_from(as_toml(settings)) == settings


def test_every_setting_is_printed_with_a_sentence() -> None:
    printed = as_toml(Settings())
    for section, key in NAMES:
        about = KINDS[section].__dataclass_fields__[key].metadata["about"]
        assert about.endswith(".")
        assert f"# {about}" in printed


def test_a_named_file_must_be_there_and_the_usual_one_need_not(tmp_path: Path) -> None:
    home = {"MOONTABLE_HOME": str(tmp_path)}
    assert load_config(environment=home) == Settings()
    (tmp_path / "moontable.toml").write_text("[pins]\nbuzzer = 4\n")
    assert load_config(environment=home).pins.buzzer == 4
    other = {**home, "MOONTABLE_CONFIG": str(tmp_path / "other.toml")}
    assert config_path(other) == tmp_path / "other.toml"
    with pytest.raises(FileProblem, match=r"other\.toml"):
        load_config(environment=other)


SCALARS = (
    st.booleans().map(lambda value: str(value).lower())
    | st.integers().map(str)
    | st.floats().map(repr)
    | st.text(max_size=8).map(repr)
    | st.sampled_from(["1979-05-27", "{}", "{a = 1}", "[[1]]", "'''\n'''", '"none"', "0x_f", ""])
)
VALUES = SCALARS | st.lists(SCALARS, max_size=14).map(lambda several: f"[{', '.join(several)}]")
PLACES = st.sampled_from([*NAMES, ("pins", "x"), ("x", "y"), ("pins", '"\\u0007"'), ("", "a")])


def only_known_problems(text: str, environment: dict[str, str] | None = None) -> None:
    try:
        got = settings_from(text, environment=environment)
    except ConfigProblem as problem:
        line = str(problem)
        assert line.isprintable()
        assert len(line) < 600
    else:
        assert settings_from(as_toml(got)) == got


@given(st.lists(st.tuples(PLACES, VALUES), max_size=4))
def test_any_value_is_read_or_refused(given_values: list[tuple[tuple[str, str], str]]) -> None:
    lines = []
    for (section, key), value in given_values:
        lines.append(f"[{section}]\n{key} = {value}")
    only_known_problems("\n".join(lines))


@given(st.text() | st.text(alphabet=string.printable))
@example("\ud800")
@example("a = " + "{a=" * 3000)
def test_any_text_is_read_or_refused(text: str) -> None:
    only_known_problems(text)


@given(st.dictionaries(PLACES, st.text(max_size=20), max_size=3))
def test_any_environment_is_read_or_refused(values: dict[tuple[str, str], str]) -> None:
    environment = {
        f"MOONTABLE_{place[0]}_{place[1]}".upper(): word for place, word in values.items()
    }
    only_known_problems("", environment)
